use ludus_core::{Action, Actions, Agent, BadSpec, Facts, Game, Options, Rng, Silent, Turn};

use crate::rollout::LEGAL;
use crate::{Thinker, Thought};

/// Looks one action ahead and takes what the game evaluates best for the seat.
#[derive(Debug)]
pub(crate) struct Greedy {
    samples: u32,
    legal: Actions,
    thoughts: Vec<Thought>,
}

impl Greedy {
    pub(crate) fn new(facts: &Facts, options: &mut Options) -> Result<Self, BadSpec> {
        // Where nothing is unknown, one look at the next state tells everything.
        let samples = if facts.hidden || facts.chance || facts.simultaneous { 8 } else { 1 };
        let samples = options.number("samples", samples, 1..=1_000_000)?;
        Ok(Greedy { samples, legal: Actions::new(), thoughts: Vec::new() })
    }

    /// Evaluates every action in the same samples, so that they differ by the action and not by the deal.
    fn consider<G: Game>(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) {
        let game = turn.game();
        self.thoughts.clear();
        self.thoughts.extend(self.legal.iter().map(|&action| Thought { action, visits: self.samples, value: 0.0 }));
        for _ in 0..self.samples {
            let sample = turn.sample(rng);
            for thought in &mut self.thoughts {
                let mut state = sample.clone();
                game.apply(&mut state, turn.seat(), thought.action, rng, &mut Silent).expect(LEGAL);
                thought.value += game.evaluate(&state, turn.seat());
            }
        }
        for thought in &mut self.thoughts {
            thought.value /= f64::from(self.samples);
        }
        self.thoughts.sort_by(|a, b| b.value.total_cmp(&a.value));
    }
}

impl<G: Game> Agent<G> for Greedy {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Action {
        self.legal.clear();
        turn.legal_actions(&mut self.legal);
        if self.legal.len() == 1 {
            self.thoughts.clear();
            return self.legal[0];
        }
        self.consider(turn, rng);
        let best = self.thoughts[0].value;
        let ties = self.thoughts.iter().take_while(|thought| thought.value == best).count();
        self.thoughts[rng.below(ties.max(1) as u32) as usize].action
    }
}

impl<G: Game> Thinker<G> for Greedy {
    fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }
}
