//! What a seat is told by events never goes beyond what it sees.
//!
//! The rule compares two games that differ in one thing: a deal of what the seat cannot know, one roll, or a choice of
//! another seat that waits for the choices of others. Where they come to different states that look the same to the seat,
//! they must have told it the same: otherwise the events say which of the two states it is.

use ludus_core::{Choice, Dice, Event, Game, Luck, Rng, Seat, Seats};

use crate::fingerprint::{Known, excerpts};
use crate::probe::{Finding, Probe, Walk, listed, random_choice};

/// How many rolls of a start are tried with another result.
const ROLLS: u32 = 64;

pub(super) fn events_keep_secrets<G: Game>(probe: &Probe<'_, G>) -> Finding {
    probe.moments(|walk, rng| {
        if walk.decisions == 0 {
            starts_keep_secrets(probe, walk.seed, rng).map_err(|problem| format!("at the start, {problem}"))?;
        }
        decisions_keep_secrets(probe, walk, rng)
    })
}

fn starts_keep_secrets<G: Game>(probe: &Probe<'_, G>, seed: u64, rng: &mut Rng) -> Finding {
    let game = &**probe.game;
    let start =
        |dice: OneOther| Story::of(dice, |dice, told| Some(game.start(dice, told))).expect("a start is never refused");
    let truth = start(OneOther::none(&Rng::new(seed)));
    let rolls = truth.rolls.len() as u32;
    for _ in 0..rolls.min(ROLLS) {
        let other = start(OneOther::among(&Rng::new(seed), rolls, rng));
        for seat in probe.seats() {
            truth.same_to(game, seat, &other, || Some(start(OneOther::none(&Rng::new(seed)))))?;
        }
    }
    Ok(())
}

fn decisions_keep_secrets<G: Game>(probe: &Probe<'_, G>, walk: &Walk<'_, G>, rng: &mut Rng) -> Finding {
    let game = &**probe.game;
    let play = |state: &G::State, Choice(seat, action): Choice, dice: OneOther| {
        let mut state = state.clone();
        Story::of(dice, |dice, told| game.apply(&mut state, seat, action, dice, told).is_ok().then_some(state))
    };
    for _ in 0..probe.options.deals {
        let Some(choice @ Choice(acting, action)) = random_choice(game, &walk.state, rng) else { break };
        let same_luck = || OneOther::none(&walk.dice);
        let Some(truth) = play(&walk.state, choice, same_luck()) else { break };
        let retold = || play(&walk.state, choice, same_luck());
        let rolls = truth.rolls.len() as u32;
        let other_roll = (rolls > 0).then(|| OneOther::among(&walk.dice, rolls, rng));
        let other_roll = other_roll.and_then(|dice| play(&walk.state, choice, dice));
        // What a seat chooses in its turn may be told to all, even if nobody can see it afterwards.
        let waiting = game.to_act(&walk.state).without(acting);
        let waits = |story: &Story<_, _>| !waiting.is_empty() && game.to_act(&story.state) == waiting;
        let list = listed(game, &walk.state, acting);
        let other_action = list.get(rng.below(list.len().max(1) as u32) as usize);
        let other_choice = other_action.and_then(|&other| play(&walk.state, Choice(acting, other), same_luck()));
        for seat in probe.seats() {
            let mut deal = walk.state.clone();
            game.determinize(&mut deal, seat, &mut Rng::new(rng.next_seed()));
            // The action may be illegal in a deal for another seat than the one that takes it.
            let other_deal = play(&deal, choice, same_luck());
            let other_choice = other_choice.iter().filter(|other| seat != acting && waits(&truth) && waits(other));
            other_deal.iter().chain(&other_roll).chain(other_choice).try_for_each(|other| {
                truth.same_to(game, seat, other, retold).map_err(|problem| {
                    format!("when seat {acting} takes action {} `{}`, {problem}", action.0, game.describe(action))
                })
            })?;
        }
    }
    Ok(())
}

/// A start or a decision: the state that it led to, what was told on the way, and the sides of all rolls.
struct Story<S, E> {
    state: S,
    told: Vec<E>,
    rolls: Vec<u32>,
}

impl<S: Clone + Eq, E: Event> Story<S, E> {
    fn of(mut dice: OneOther, step: impl FnOnce(&mut OneOther, &mut Vec<E>) -> Option<S>) -> Option<Self> {
        let mut told = Vec::new();
        let state = step(&mut dice, &mut told)?;
        Some(Story { state, told, rolls: dice.rolled })
    }

    /// The events that a seat may see, as JSON. That an event is none is for another check to say.
    fn told_to(&self, seat: Seat) -> String {
        let told: Vec<&E> = self.told.iter().filter(|event| event.audience().has(seat)).collect();
        serde_json::to_string(&told).unwrap_or_default()
    }

    /// Fails where the events tell a seat the difference between two states that look the same to it.
    fn same_to<G: Game<State = S, Event = E>>(
        &self,
        game: &G,
        seat: Seat,
        other: &Self,
        retold: impl FnOnce() -> Option<Self>,
    ) -> Finding {
        let (here, there) = (self.told_to(seat), other.told_to(seat));
        // What is told of something that the state has forgotten gives nothing away that still matters, and neither
        // does anything when the game is over. Where the rolls are others, all that follows from them is.
        let over = [&self.state, &other.state].map(|state| game.to_act(state)).contains(&Seats::NONE);
        if here == there || self.state == other.state || over || self.rolls != other.rolls {
            return Ok(());
        }
        if Known::of(game, &self.state, seat).same(&Known::of(game, &other.state, seat)).is_err() {
            return Ok(());
        }
        // Events that come from elsewhere say nothing about the state.
        if retold().is_none_or(|again| again.told_to(seat) != here) {
            return Ok(());
        }
        let (here, there) = excerpts(&here, &there);
        Err(format!(
            "events tell seat {seat} what it cannot know: {here} leads to `{}` and {there} to `{}`, which look the same \
             to it",
            game.position(&self.state),
            game.position(&other.state)
        ))
    }
}

/// Seeded dice of which one roll may have another result.
struct OneOther {
    dice: Rng,
    /// Which roll, and by how much it is off; nothing where all are as they are.
    other: Option<(usize, u32)>,
    /// The sides of each roll.
    rolled: Vec<u32>,
}

impl OneOther {
    fn none(dice: &Rng) -> Self {
        OneOther { dice: dice.clone(), other: None, rolled: Vec::new() }
    }

    /// Dice with another result of one of the first rolls.
    fn among(dice: &Rng, rolls: u32, rng: &mut Rng) -> Self {
        let other = (rng.below(rolls) as usize, rng.below(u32::MAX));
        OneOther { other: Some(other), ..OneOther::none(dice) }
    }
}

impl Dice for OneOther {
    fn roll(&mut self, luck: Luck, sides: u32) -> u32 {
        let rolled = self.dice.roll(luck, sides);
        let place = self.rolled.len();
        self.rolled.push(sides);
        match self.other {
            Some((other, off)) if other == place && sides > 1 => {
                let off = u64::from(1 + off % (sides - 1));
                ((u64::from(rolled) + off) % u64::from(sides)) as u32
            }
            _ => rolled,
        }
    }
}
