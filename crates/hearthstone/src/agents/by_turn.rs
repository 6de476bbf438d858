use ludus_core::{Action, Actions, Agent, BadSpec, Options, Rng, Turn};

use crate::Hearthstone;
use crate::actions::{ATTACK, CARD, END, KEEP, POWER, TARGET};

/// The policy that simulators are measured with: the hero power with a small chance, each playable card once with an even
/// chance, then every character that is able attacks, all at random targets; then the turn ends.
#[derive(Debug)]
pub(super) struct RandomByTurn {
    /// The chance of the hero power, in parts of a million.
    power: u32,
    legal: Actions,
    done: Done,
}

/// How far a turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    /// Nothing has been looked at.
    Nothing,
    /// The cards are being looked at: so many at the right end of the hand have been left where they are.
    Passed(u32),
    /// The cards have been looked at.
    Cards,
    /// Only attacks are left.
    Power,
}

/// A million.
const CERTAIN: u32 = 1_000_000;

impl RandomByTurn {
    pub(super) fn new(options: &mut Options) -> Result<Self, BadSpec> {
        let power = options.number("power", 0.1, 0.0..=1.0)?;
        Ok(RandomByTurn { power: (power * f64::from(CERTAIN)) as u32, legal: Actions::new(), done: Done::Nothing })
    }

    /// The first action of a play or attack, or the end of the turn.
    fn begin(&mut self, rng: &mut Rng) -> Action {
        loop {
            match self.done {
                Done::Nothing => {
                    self.done = Done::Passed(POWER);
                    if let Some(power) = self.power(rng) {
                        return power;
                    }
                }
                Done::Passed(before) => {
                    // Cards that are played, or come while others are played, do not move those on their left.
                    let card = self.legal.iter().rev().find(|action| (CARD..before.min(POWER)).contains(&action.0));
                    let Some(&card) = card else {
                        self.done = Done::Cards;
                        continue;
                    };
                    self.done = Done::Passed(card.0);
                    if rng.below(2) == 0 {
                        return card;
                    }
                }
                Done::Cards => {
                    self.done = Done::Power;
                    if let Some(power) = self.power(rng) {
                        return power;
                    }
                }
                Done::Power => {
                    let first = self.legal.iter().position(|action| (ATTACK..TARGET).contains(&action.0));
                    let Some(first) = first else {
                        self.done = Done::Nothing;
                        return Action(END);
                    };
                    let count = self.legal.len() - first;
                    return self.legal[first + rng.below(count as u32) as usize];
                }
            }
        }
    }

    fn power(&self, rng: &mut Rng) -> Option<Action> {
        let open = self.legal.iter().any(|action| action.0 == POWER);
        (open && rng.below(CERTAIN) < self.power).then_some(Action(POWER))
    }
}

impl Agent<Hearthstone> for RandomByTurn {
    fn choose(&mut self, turn: &Turn<'_, Hearthstone>, rng: &mut Rng) -> Action {
        self.legal.clear();
        turn.legal_actions(&mut self.legal);
        match self.legal[0].0 {
            END => self.begin(rng),
            // The opening hand is kept: replacing cards at random is no part of the policy.
            KEEP => Action(KEEP),
            _ => self.legal[rng.below(self.legal.len() as u32) as usize],
        }
    }
}
