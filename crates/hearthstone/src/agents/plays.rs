//! Whole plays: a card with its option, target and place, or an attack with its defender, carried out on a copy.

use ludus_cards::machine::state::Ask;
use ludus_core::{Action, Actions, Game, Rng, Seat, Silent, Turn};

use crate::Hearthstone;
use crate::actions::{KEEP, Touch};
use crate::state::{Asks, HearthstoneState};

/// A play: its decisions, and the state that it leads to.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    pub(super) decisions: Vec<Action>,
    pub(super) after: HearthstoneState,
}

/// No beginning is followed into more ways than this.
const MOST_WAYS: usize = 64;

/// Cards of the first hand that cost more than this are replaced.
const KEPT_COST: i16 = 3;

/// Every way to go on after a first decision until nothing more is asked.
pub(super) fn ways(
    game: &Hearthstone,
    state: &HearthstoneState,
    seat: Seat,
    first: Option<Action>,
    rng: &mut Rng,
) -> Vec<Whole> {
    let mut found = Vec::new();
    let mut open = vec![Whole { decisions: Vec::new(), after: state.clone() }];
    let mut legal = Actions::new();
    while let Some(play) = open.pop() {
        let begun = play.decisions.is_empty() || is_asked(&play.after);
        if !begun || !game.to_act(&play.after).has(seat) || found.len() + open.len() >= MOST_WAYS {
            found.push(play);
            continue;
        }
        legal.clear();
        match first.filter(|_| play.decisions.is_empty()) {
            Some(action) => legal.push(action),
            None => game.legal_actions(&play.after, seat, &mut legal),
        }
        // Where a minion stands matters to few texts: it is put at the right end.
        let skipped = if play.after.pending.asks == Asks::Place { legal.len() - 1 } else { 0 };
        for &action in &legal[skipped..] {
            let mut next = play.clone();
            if game.apply(&mut next.after, seat, action, rng, &mut Silent).is_ok() {
                next.decisions.push(action);
                open.push(next);
            }
        }
    }
    found
}

/// Whether something has been begun that must be answered first.
pub(super) fn is_asked(state: &HearthstoneState) -> bool {
    state.pending.asks != Asks::Nothing || state.machine.offer.ask != Ask::Nothing
}

/// The answer to the first hand: dear cards are replaced. Nothing where the game has begun.
pub(super) fn opening(turn: &Turn<'_, Hearthstone>, legal: &Actions, rng: &mut Rng) -> Option<Action> {
    if legal[0].0 != KEEP {
        return None;
    }
    let state = turn.sample(rng);
    let look = turn.game().look(&state);
    let hand = &state.machine.side(turn.seat().0).hand;
    let dear = |action: &&Action| match Touch::of(**action) {
        Some(Touch::Replace(card)) => look.facts(hand.as_slice()[card]).cost > KEPT_COST,
        _ => false,
    };
    Some(legal.iter().find(dear).copied().unwrap_or(Action(KEEP)))
}
