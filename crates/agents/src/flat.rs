use ludus_core::{Action, Actions, Agent, BadSpec, Facts, Game, Options, Rng, Silent, Turn};

use crate::budget::Budget;
use crate::rollout::{LEGAL, play_out};
use crate::{Thinker, Thought};

/// Plays random games after each action, equally many, and takes the best average.
#[derive(Debug)]
pub(crate) struct Flat {
    budget: Budget,
    legal: Actions,
    /// The legal actions of a rollout.
    offered: Actions,
    thoughts: Vec<Thought>,
}

impl Flat {
    pub(crate) fn new(_: &Facts, options: &mut Options) -> Result<(Self, bool), BadSpec> {
        let budget = Budget::read("flat", options)?;
        let flat = Flat { budget, legal: Actions::new(), offered: Actions::new(), thoughts: Vec::new() };
        Ok((flat, budget.reproducible()))
    }

    fn consider<G: Game>(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) {
        let (game, seat) = (turn.game(), turn.seat());
        self.thoughts.clear();
        self.thoughts.extend(self.legal.iter().map(|&action| Thought { action, visits: 0, value: 0.0 }));
        let count = self.thoughts.len();
        for iteration in self.budget.start(count as u32) {
            let thought = &mut self.thoughts[iteration as usize % count];
            let mut state = turn.sample(rng);
            game.apply(&mut state, seat, thought.action, rng, &mut Silent).expect(LEGAL);
            play_out(game, &mut state, &mut self.offered, rng);
            thought.visits += 1;
            thought.value += game.returns(&state)[seat.index()];
        }
        for thought in &mut self.thoughts {
            thought.value /= f64::from(thought.visits);
        }
        self.thoughts.sort_by(|a, b| b.value.total_cmp(&a.value));
    }
}

impl<G: Game> Agent<G> for Flat {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Action {
        self.legal.clear();
        self.thoughts.clear();
        turn.legal_actions(&mut self.legal);
        if self.legal.len() == 1 {
            return self.legal[0];
        }
        self.consider(turn, rng);
        self.thoughts[0].action
    }
}

impl<G: Game> Thinker<G> for Flat {
    fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }
}
