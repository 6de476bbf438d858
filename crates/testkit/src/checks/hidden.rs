//! What a seat must not know never reaches it.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use ludus_core::dice::Exhaustive;
use ludus_core::{Dice, Game, Luck, Ratio, Rng, Seat};

use super::limits::final_returns;
use super::told::events_keep_secrets;
use crate::fingerprint::Known;
use crate::probe::{Finding, Probe, Walk};

pub(super) fn nothing_hidden_leaks<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let (game, facts, deals) = (&**probe.game, probe.facts(), probe.options.deals);
    let mut ever_changed = false;
    // The positions that need not be read any more; those of the games are read by another check.
    let mut read = BTreeSet::new();
    probe.moments(|walk, rng| {
        read.insert(game.position(&walk.state).to_string());
        // Of all deals of a moment one is played to its end: enough over all moments, and affordable.
        let mut until_played = rng.below((facts.seats as u32 * deals).max(1));
        for seat in probe.seats() {
            let known = Known::of(game, &walk.state, seat);
            let mut blind = Blindness::of(game, &walk.state, seat);
            for _ in 0..deals {
                let mut deal = walk.state.clone();
                game.determinize(&mut deal, seat, &mut Rng::new(rng.next_seed()));
                let changed = deal != walk.state;
                if changed && !facts.hidden {
                    return Err(format!("nothing is hidden, but a deal for seat {seat} changed the state"));
                }
                ever_changed |= changed;
                known
                    .same(&Known::of(game, &deal, seat))
                    .map_err(|difference| format!("in a deal for seat {seat}, {difference}"))?;
                let position = game.position(&deal);
                if read.insert(position.to_string()) {
                    game.from_position(&position)
                        .map_err(|problem| format!("a deal for seat {seat} cannot occur: {problem}"))?;
                }
                if changed {
                    blind.to_the_truth_behind(&deal)?;
                }
                if until_played == 0 {
                    playable(game, &walk.state, deal, rng.next_seed())
                        .map_err(|problem| format!("when a deal for seat {seat} is played on, {problem}"))?;
                }
                until_played = until_played.wrapping_sub(1);
            }
        }
        Ok(())
    })?;
    if facts.hidden && deals > 0 && !ever_changed && !ever_changes(probe)? {
        return Err(
            "dealing anew never changes anything in any game, though the game says that it hides something".to_owned()
        );
    }
    if facts.hidden { events_keep_secrets(probe) } else { Ok(()) }
}

/// Whether some deal changes something: a few deals can all be the truth by chance.
fn ever_changes<G: Game>(probe: &Probe<'_, G>) -> Result<bool, String> {
    const DEALS: u32 = 64;
    let mut changes = false;
    probe.moments(|walk, rng| {
        changes = changes
            || probe.seats().any(|seat| {
                (0..DEALS).any(|_| {
                    let mut deal = walk.state.clone();
                    probe.game.determinize(&mut deal, seat, &mut Rng::new(rng.next_seed()));
                    deal != walk.state
                })
            });
        Ok(())
    })?;
    Ok(changes)
}

/// A deal can be played to its end, as far as the true state can: where that cannot, the deal is not to blame.
fn playable<G: Game>(game: &G, truth: &G::State, deal: G::State, seed: u64) -> Finding {
    let played = |state: G::State| {
        let mut walk = Walk::on(game, state, seed);
        walk.go_to(usize::MAX);
        if game.to_act(&walk.state).is_empty() {
            return final_returns(game, &walk.state);
        }
        Err(format!("the game is not over after {} decisions, but stuck or too long", walk.decisions))
    };
    played(deal).or_else(|problem| if played(truth.clone()).is_ok() { Err(problem) } else { Ok(()) })
}

/// The deals that can follow from the truth are those that can follow from a deal, with the same weights: the seat
/// knows the same in both. Tried where the deals are few enough to be walked through.
struct Blindness<'a, G: Game> {
    game: &'a G,
    truth: &'a G::State,
    seat: Seat,
    /// All deals that follow from the truth, walked through when they are first needed.
    from_truth: OnceCell<Option<Deals<G>>>,
    /// The deals that were looked at.
    tried: Vec<G::State>,
}

/// Deals with their exact chances.
type Deals<G> = Vec<(<G as Game>::State, Ratio)>;

impl<'a, G: Game> Blindness<'a, G> {
    fn of(game: &'a G, truth: &'a G::State, seat: Seat) -> Self {
        Blindness { game, truth, seat, from_truth: OnceCell::new(), tried: Vec::new() }
    }

    /// Fails where the deals that follow from this one are not those that follow from the truth.
    fn to_the_truth_behind(&mut self, deal: &G::State) -> Finding {
        let &mut Blindness { game, truth, seat, .. } = self;
        if self.tried.contains(deal) {
            return Ok(());
        }
        self.tried.push(deal.clone());
        let Some(from_truth) = self.from_truth.get_or_init(|| all_deals(game, truth, seat)) else { return Ok(()) };
        let Some(from_deal) = all_deals(game, deal, seat) else { return Ok(()) };
        if *from_truth == from_deal {
            return Ok(());
        }
        let (Some(from_truth), Some(from_deal)) = (merged::<G>(from_truth), merged::<G>(&from_deal)) else {
            return Ok(());
        };
        let weight = |deals: &Deals<G>, state: &G::State| {
            deals.iter().find(|(known, _)| known == state).map_or(Ratio::ZERO, |&(_, weight)| weight)
        };
        for (state, _) in from_truth.iter().chain(&from_deal) {
            let (true_weight, weight) = (weight(&from_truth, state), weight(&from_deal, state));
            if true_weight != weight {
                let position = game.position(state);
                return Err(format!(
                    "deals for seat {seat} depend on what it cannot know: `{position}` has the chance {true_weight} \
                     where the truth is `{}`, and {weight} where it is `{}`",
                    game.position(truth),
                    game.position(deal)
                ));
            }
        }
        Ok(())
    }
}

/// Every deal for the seat with its exact chance, equal ones not merged; nothing where there are too many.
fn all_deals<G: Game>(game: &G, state: &G::State, seat: Seat) -> Option<Deals<G>> {
    /// Deals, counted with repetitions, that are walked through.
    const MOST: usize = 100;
    let mut endless = false;
    let walked = Exhaustive::walk(MOST, |dice| {
        let mut dice = Patient { dice, rolls: 0, then: Rng::new(0) };
        let mut deal = state.clone();
        game.determinize(&mut deal, seat, &mut dice);
        endless |= dice.rolls > PATIENCE;
        deal
    });
    walked.ok().filter(|_| !endless)
}

/// The deals with the chances of equal ones added up; nothing where that is too exact for a number.
fn merged<G: Game>(deals: &Deals<G>) -> Option<Deals<G>> {
    let mut merged: Deals<G> = Vec::new();
    for (deal, weight) in deals {
        match merged.iter_mut().find(|(known, _)| known == deal) {
            Some((_, sum)) => *sum = sum.checked_add(*weight)?,
            None => merged.push((deal.clone(), *weight)),
        }
    }
    Some(merged)
}

/// How many rolls of one deal are walked through.
const PATIENCE: u32 = 64;

/// Exhaustive dice that turn random after many rolls: a game that deals until the deal fits would never be done with
/// dice that show the same unfitting deal for ever.
struct Patient<'a> {
    dice: &'a mut Exhaustive,
    rolls: u32,
    then: Rng,
}

impl Dice for Patient<'_> {
    fn roll(&mut self, luck: Luck, sides: u32) -> u32 {
        self.rolls += 1;
        if self.rolls > PATIENCE { self.then.roll(luck, sides) } else { self.dice.roll(luck, sides) }
    }

    fn pick(&mut self, luck: Luck, weights: &[u32]) -> usize {
        self.rolls += 1;
        if self.rolls > PATIENCE { self.then.pick(luck, weights) } else { self.dice.pick(luck, weights) }
    }
}
