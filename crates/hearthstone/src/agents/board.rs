use std::collections::VecDeque;

use ludus_cards::machine::program::flag;
use ludus_cards::machine::state::Outcome;
use ludus_core::{Action, Actions, Agent, BadSpec, Game, Options, Rng, Seat, Silent, Turn};

use super::plays::{Whole, is_asked, opening, ways};
use crate::Hearthstone;
use crate::actions::END;
use crate::state::HearthstoneState;

/// The options: how much each thing counts.
pub(super) static WEIGHTS: [(&str, &str); 8] = [
    ("attack", "a point of attack on the board (default 1)"),
    ("health", "a point of health on the board (default 0.8)"),
    ("keyword", "each of taunt, divine shield, windfury, stealth (default 0.6)"),
    ("minion", "a minion, whatever its numbers (default 0.5)"),
    ("hero", "a point of health or armor of a hero (default 0.3)"),
    ("card", "a card in the hand (default 1.2)"),
    ("secret", "a secret in play (default 1.5)"),
    ("samples", "how often chance and the unknown are dealt anew for each play (default 2)"),
];

/// How much each thing counts.
#[derive(Clone, Copy, Debug)]
struct Weights {
    attack: f64,
    health: f64,
    keyword: f64,
    minion: f64,
    hero: f64,
    card: f64,
    secret: f64,
}

/// The keywords that count.
const KEYWORDS: u32 = flag::TAUNT | flag::DIVINE_SHIELD | flag::WINDFURY | flag::STEALTH;

/// More than any board can be worth.
const VICTORY: f64 = 1e6;

/// Tries every play of the turn and takes the one after which the board looks best.
#[derive(Debug)]
pub(super) struct Board {
    weights: Weights,
    samples: u32,
    legal: Actions,
    plan: VecDeque<Action>,
}

impl Board {
    pub(super) fn new(options: &mut Options) -> Result<Self, BadSpec> {
        let mut weight = |key, default| options.number(key, default, -100.0..=100.0);
        let weights = Weights {
            attack: weight("attack", 1.0)?,
            health: weight("health", 0.8)?,
            keyword: weight("keyword", 0.6)?,
            minion: weight("minion", 0.5)?,
            hero: weight("hero", 0.3)?,
            card: weight("card", 1.2)?,
            secret: weight("secret", 1.5)?,
        };
        let samples = options.number("samples", 2, 1..=64)?;
        Ok(Board { weights, samples, legal: Actions::new(), plan: VecDeque::new() })
    }

    fn plan(&self, turn: &Turn<'_, Hearthstone>, rng: &mut Rng) -> Vec<Action> {
        let (game, seat) = (turn.game(), turn.seat());
        let states: Vec<HearthstoneState> = (0..self.samples).map(|_| turn.sample(rng)).collect();
        let asked = is_asked(&states[0]);
        let plays: Vec<Whole> = if asked {
            ways(game, &states[0], seat, None, rng)
        } else {
            let begins = self.legal.iter().filter(|action| action.0 != END);
            begins.flat_map(|&first| ways(game, &states[0], seat, Some(first), rng)).collect()
        };
        let stay = if asked { f64::NEG_INFINITY } else { self.weights.worth(game, &states[0], seat) };
        let mut best = (stay, vec![Action(END)]);
        for play in plays {
            let mut sum = self.weights.worth(game, &play.after, seat);
            for state in &states[1..] {
                sum += self.weights.worth(game, &again(game, state, seat, &play.decisions, rng), seat);
            }
            let mean = sum / f64::from(self.samples);
            if mean > best.0 {
                best = (mean, play.decisions);
            }
        }
        best.1
    }
}

/// The state after the same decisions from another deal, as far as they are possible there.
fn again(
    game: &Hearthstone,
    state: &HearthstoneState,
    seat: Seat,
    decisions: &[Action],
    rng: &mut Rng,
) -> HearthstoneState {
    let mut state = state.clone();
    for &action in decisions {
        if game.apply(&mut state, seat, action, rng, &mut Silent).is_err() {
            break;
        }
    }
    state
}

impl Agent<Hearthstone> for Board {
    fn choose(&mut self, turn: &Turn<'_, Hearthstone>, rng: &mut Rng) -> Action {
        self.legal.clear();
        turn.legal_actions(&mut self.legal);
        if let Some(answer) = opening(turn, &self.legal, rng) {
            return answer;
        }
        if let Some(next) = self.plan.pop_front().filter(|next| self.legal.contains(next)) {
            return next;
        }
        self.plan = self.plan(turn, rng).into();
        self.plan.pop_front().filter(|next| self.legal.contains(next)).unwrap_or(self.legal[0])
    }
}

impl Weights {
    fn worth(&self, game: &Hearthstone, state: &HearthstoneState, seat: Seat) -> f64 {
        match (state.machine.outcome, seat.0) {
            (Outcome::Open, _) => {}
            (Outcome::Draw, _) => return 0.0,
            (Outcome::First, 0) | (Outcome::Second, 1) => return VICTORY,
            _ => return -VICTORY,
        }
        self.of_side(game, state, seat.0) - self.of_side(game, state, 1 - seat.0)
    }

    fn of_side(&self, game: &Hearthstone, state: &HearthstoneState, of: u8) -> f64 {
        let look = game.look(state);
        let side = state.machine.side(of);
        let minions = side.board.as_slice().iter().map(|&minion| {
            let body = state.machine.body(minion);
            self.minion
                + self.attack * f64::from(look.attack_of(minion))
                + self.health * f64::from(body.left())
                + self.keyword * f64::from((body.flags & KEYWORDS).count_ones())
        });
        let weapon = if side.weapon == ludus_cards::machine::state::NOBODY {
            0.0
        } else {
            let body = state.machine.body(side.weapon);
            self.attack * f64::from(body.attack) * f64::from(body.left()) / 2.0
        };
        minions.sum::<f64>()
            + weapon
            + self.hero * f64::from(state.machine.body(side.hero).left() + side.armor)
            + self.card * side.hand.len() as f64
            + self.secret * side.secrets.len() as f64
    }
}
