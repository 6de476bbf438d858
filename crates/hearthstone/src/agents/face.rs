use std::collections::VecDeque;

use ludus_cards::machine::program::kind;
use ludus_cards::machine::state::Outcome;
use ludus_core::{Action, Actions, Agent, Rng, Seat, Turn};

use super::plays::{Whole, is_asked, opening, ways};
use crate::Hearthstone;
use crate::actions::{ATTACK, CARD, END, POWER, TARGET, Touch};
use crate::state::HearthstoneState;

/// A spell that costs no more than this is spent on a minion with 1 health.
const SMALL: i16 = 2;

/// Plays its dearest cards, attacks the enemy hero with everything, and then uses the hero power.
#[derive(Debug)]
pub(super) struct Face {
    /// Whether minions with 1 health are hit with the hero power and small spells first.
    smart: bool,
    legal: Actions,
    /// The rest of a play that has been begun.
    plan: VecDeque<Action>,
}

impl Face {
    pub(super) fn new(smart: bool) -> Self {
        Face { smart, legal: Actions::new(), plan: VecDeque::new() }
    }

    /// What to begin, with all that belongs to it.
    fn plan(&self, game: &Hearthstone, state: &HearthstoneState, seat: Seat, rng: &mut Rng) -> Vec<Action> {
        if is_asked(state) {
            return best(game, ways(game, state, seat, None, rng), seat).map_or(Vec::new(), |play| play.decisions);
        }
        let look = game.look(state);
        let hand = &state.machine.side(seat.0).hand;
        let cost = |action: &Action| look.cost_of(hand.as_slice()[(action.0 - CARD) as usize]);
        let mut cards: Vec<Action> = self.legal.iter().copied().filter(|a| (CARD..POWER).contains(&a.0)).collect();
        cards.sort_by_key(|action| -cost(action));
        let power = self.legal.iter().copied().find(|action| action.0 == POWER);
        if self.smart {
            let is_small = |action: &&Action| {
                let card = hand.as_slice()[(action.0 - CARD) as usize];
                look.facts(card).is(kind::SPELL) && look.cost_of(card) <= SMALL
            };
            for first in power.into_iter().chain(cards.iter().filter(is_small).copied()) {
                let clean = ways(game, state, seat, Some(first), rng)
                    .into_iter()
                    .find(|play| kills_a_small_one(play, state, seat));
                if let Some(play) = clean {
                    return play.decisions;
                }
            }
        }
        let attacks = self.legal.iter().copied().filter(|action| (ATTACK..TARGET).contains(&action.0));
        let now = worth(game, state, seat);
        for first in cards.into_iter().chain(attacks).chain(power) {
            let attacks = first.0 >= ATTACK;
            let play = best(game, ways(game, state, seat, Some(first), rng), seat);
            if let Some(play) = play.filter(|play| attacks || worth(game, &play.after, seat) >= now) {
                return play.decisions;
            }
        }
        vec![Action(END)]
    }
}

impl Agent<Hearthstone> for Face {
    fn choose(&mut self, turn: &Turn<'_, Hearthstone>, rng: &mut Rng) -> Action {
        self.legal.clear();
        turn.legal_actions(&mut self.legal);
        if let Some(answer) = opening(turn, &self.legal, rng) {
            return answer;
        }
        if let Some(next) = self.plan.pop_front().filter(|next| self.legal.contains(next)) {
            return next;
        }
        let state = turn.sample(rng);
        self.plan = self.plan(turn.game(), &state, turn.seat(), rng).into();
        self.plan.pop_front().unwrap_or(self.legal[0])
    }
}

/// The play after which the enemy hero is worst off.
fn best(game: &Hearthstone, plays: Vec<Whole>, seat: Seat) -> Option<Whole> {
    plays.into_iter().max_by(|a, b| worth(game, &a.after, seat).total_cmp(&worth(game, &b.after, seat)))
}

/// What an attacker of the hero cares for: its health first, then how hard one's own board hits.
fn worth(game: &Hearthstone, state: &HearthstoneState, seat: Seat) -> f64 {
    match (state.machine.outcome, seat.0) {
        (Outcome::Open, _) => {}
        (Outcome::First, 0) | (Outcome::Second, 1) => return f64::INFINITY,
        (Outcome::Draw, _) => return -1e6,
        _ => return f64::NEG_INFINITY,
    }
    let look = game.look(state);
    let (own, other) = (state.machine.side(seat.0), state.machine.side(1 - seat.0));
    let life = |side: &ludus_cards::machine::state::Side| {
        f64::from(state.machine.body(side.hero).left()) + f64::from(side.armor)
    };
    let strength = |side: &ludus_cards::machine::state::Side| -> f64 {
        let minions = side.board.as_slice().iter();
        minions
            .map(|&minion| f64::from(look.attack_of(minion)) + 0.5 * f64::from(state.machine.body(minion).left()))
            .sum()
    };
    let cards = 0.5 * own.hand.len() as f64;
    -3.0 * life(other) + 0.5 * life(own) + strength(own) - 0.8 * strength(other) + cards
}

/// Whether a play removes an enemy minion that had 1 health left, and harms nobody of one's own.
fn kills_a_small_one(play: &Whole, before: &HearthstoneState, seat: Seat) -> bool {
    let Some(Touch::Target(false, spot @ 1..)) = play.decisions.last().and_then(|&action| Touch::of(action)) else {
        return false;
    };
    let minions = |state: &HearthstoneState, side: u8| state.machine.side(side).board.len();
    let other = 1 - seat.0;
    let target = before.machine.side(other).board.as_slice()[spot - 1];
    before.machine.body(target).left() == 1
        && minions(&play.after, other) < minions(before, other)
        && minions(&play.after, seat.0) >= minions(before, seat.0)
}
