//! Who may do what: the lists of actions against what the rules accept.

use ludus_core::{Action, Actions, Game, Rng, Seat, Seats};

use crate::fingerprint::{equal, hash_of};
use crate::probe::{Finding, Probe, Walk, listed, table};

/// Action spaces up to this size are tried as a whole.
pub(super) const SMALL_SPACE: usize = 500;

pub(super) fn mask_tells_the_truth<G: Game>(probe: &Probe<'_, G>) -> Finding {
    probe.moments(|walk, rng| {
        probe.seats().try_for_each(|seat| {
            let list = orderly_list(probe, walk, seat)?;
            list.iter().try_for_each(|&action| accepted(probe, walk, seat, action))?;
            let mut others = tried_actions(probe, rng);
            others.retain(|action| list.binary_search(action).is_err());
            others.extend([Action(probe.facts().actions as u32), Action(u32::MAX)]);
            all_refused(probe, walk, seat, &others)
        })
    })
}

/// The list of a seat, if it is appended, ascending, and inside the space.
fn orderly_list<G: Game>(probe: &Probe<'_, G>, walk: &Walk<'_, G>, seat: Seat) -> Result<Vec<Action>, String> {
    let list = listed(&**probe.game, &walk.state, seat);
    let numbers = || list.iter().map(|action| action.0).collect::<Vec<_>>();
    if !list.is_sorted_by(|a, b| a < b) {
        return Err(format!("the list of seat {seat} is not strictly ascending: {:?}", numbers()));
    }
    if list.last().is_some_and(|last| last.index() >= probe.facts().actions) {
        return Err(format!(
            "the list of seat {seat} goes beyond the {} actions: {:?}",
            probe.facts().actions,
            numbers()
        ));
    }
    let mut appended = Actions::new();
    appended.push(Action(0));
    probe.game.legal_actions(&walk.state, seat, &mut appended);
    if appended.first() != Some(&Action(0)) || appended[1..] != list {
        return Err(format!("the list of seat {seat} is not appended to what the caller's list held before"));
    }
    Ok(list)
}

fn accepted<G: Game>(probe: &Probe<'_, G>, walk: &Walk<'_, G>, seat: Seat, action: Action) -> Finding {
    let (mut state, mut dice) = (walk.state.clone(), walk.dice.clone());
    probe.game.apply(&mut state, seat, action, &mut dice, &mut Vec::new()).map_err(|illegal| {
        format!("{} is listed for seat {seat}, but refused: {}", name(probe, action), illegal.reason)
    })
}

/// Tries actions that are not listed one after the other on one copy, which must stay as it was.
fn all_refused<G: Game>(probe: &Probe<'_, G>, walk: &Walk<'_, G>, seat: Seat, actions: &[Action]) -> Finding {
    let game = &**probe.game;
    let (mut state, mut dice, mut told) = (walk.state.clone(), walk.dice.clone(), Vec::new());
    let (hash, position) = (hash_of(&state), game.position(&state));
    for &action in actions {
        let refused = || format!("refusing {} to seat {seat}", name(probe, action));
        let Err(illegal) = game.apply(&mut state, seat, action, &mut dice, &mut told) else {
            return Err(format!("{} is not listed for seat {seat}, but accepted", name(probe, action)));
        };
        if (illegal.seat, illegal.action) != (seat, action) || illegal.reason.trim().is_empty() {
            return Err(format!("{} gives another seat or action, or no reason: {illegal:?}", refused()));
        }
        if state != walk.state {
            let now = game.position(&state);
            return Err(format!("{} changed the state from `{position}` to `{now}`", refused()));
        }
        if dice != walk.dice {
            return Err(format!("{} used up luck", refused()));
        }
        if !told.is_empty() {
            return Err(format!("{} told an event", refused()));
        }
    }
    let refused = format!("after refusals to seat {seat},");
    equal(&format!("{refused} the hash of the state"), &hash, &hash_of(&state))?;
    equal(&format!("{refused} the position"), &position.to_string(), &game.position(&state).to_string())
}

pub(super) fn somebody_can_act<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let (game, facts) = (&**probe.game, probe.facts());
    probe.moments(|walk, rng| {
        let to_act = game.to_act(&walk.state);
        if let Some(stranger) = Seats(to_act.0 & !table(game).0).lowest() {
            return Err(format!("seat {stranger} is to act, but there are only {} seats", facts.seats));
        }
        if to_act.len() > 1 && !facts.simultaneous {
            return Err(format!("{} seats are to act at once, but the game is not simultaneous", to_act.len()));
        }
        for seat in probe.seats() {
            let list = listed(game, &walk.state, seat);
            match (to_act.has(seat), list.first()) {
                (true, None) => return Err(format!("seat {seat} is to act, but has no legal action")),
                (false, Some(&first)) => {
                    return Err(format!("seat {seat} is not to act, but {} is listed for it", name(probe, first)));
                }
                (true, Some(_)) => {}
                (false, None) => {
                    tried_actions(probe, rng).into_iter().try_for_each(|action| refused(probe, walk, seat, action))?;
                }
            }
        }
        let strangers = [Seat(facts.seats as u8), Seat(u8::MAX)];
        strangers.into_iter().try_for_each(|stranger| refused(probe, walk, stranger, Action(0)))
    })
}

fn refused<G: Game>(probe: &Probe<'_, G>, walk: &Walk<'_, G>, seat: Seat, action: Action) -> Finding {
    let (mut state, mut dice) = (walk.state.clone(), walk.dice.clone());
    match probe.game.apply(&mut state, seat, action, &mut dice, &mut Vec::new()) {
        Ok(()) => Err(format!("seat {seat} is not to act, but {} is accepted from it", name(probe, action))),
        Err(_) => Ok(()),
    }
}

/// All actions, or a sample of them where they are many; ascending.
pub(super) fn tried_actions<G: Game>(probe: &Probe<'_, G>, rng: &mut Rng) -> Vec<Action> {
    let space = probe.facts().actions;
    if space <= SMALL_SPACE {
        return (0..space as u32).map(Action).collect();
    }
    let mut sample: Vec<_> = (0..probe.options.probes).map(|_| Action(rng.below(space as u32))).collect();
    sample.extend([Action(0), Action(space as u32 - 1)]);
    sample.sort_unstable();
    sample.dedup();
    sample
}

/// What a person calls an action.
pub(super) fn name<G: Game>(probe: &Probe<'_, G>, action: Action) -> String {
    if action.index() < probe.facts().actions {
        format!("action {} `{}`", action.0, probe.game.describe(action))
    } else {
        format!("action {}, which does not exist,", action.0)
    }
}
