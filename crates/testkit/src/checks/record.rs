//! What is written down gives back the game: undo, replays and positions.

use std::sync::Arc;

use ludus_core::{Choice, Game, Play, Position, Replay, Rng, Silent, Start};

use crate::fingerprint::{Fingerprint, equal, excerpts};
use crate::probe::{Finding, PlayWalk, Probe, Walk, play_to, random_choice};

/// A state to come back to.
struct Mark<S> {
    length: usize,
    state: S,
    print: Fingerprint,
}

impl<S: Clone + Eq> Mark<S> {
    fn of<G: Game<State = S>>(play: &Play<G>) -> Self {
        Mark { length: play.len(), state: play.state().clone(), print: Fingerprint::of(&**play.game(), play.state()) }
    }

    fn same<G: Game<State = S>>(&self, play: &Play<G>, when: &str) -> Finding {
        self.print
            .same(&Fingerprint::of(&**play.game(), play.state()))
            .map_err(|difference| format!("{when}, {difference}"))?;
        if *play.state() == self.state { Ok(()) } else { Err(format!("{when}, the state is another one")) }
    }
}

pub(super) fn undo_restores<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let mut walked: Option<PlayWalk<G>> = None;
    let mut marks: Vec<Mark<G::State>> = Vec::new();
    probe.moments(|walk, rng| {
        if walk.decisions == 0 {
            walked = None;
            marks.clear();
        }
        let played = walked.get_or_insert_with(|| PlayWalk::begin(probe.game, walk.seed));
        played.go_to(walk.decisions);
        marks.push(Mark::of(&played.play));
        let now = &marks[marks.len() - 1];
        let back = rng.below(marks.len() as u32) as usize;
        there_and_back(&mut played.play, &marks[back], now)?;
        let at_the_end = walk.decisions == probe.length(walk.seed);
        if at_the_end { there_and_back(&mut played.play, &marks[0], now) } else { Ok(()) }
    })
}

fn there_and_back<G: Game>(play: &mut Play<G>, back: &Mark<G::State>, now: &Mark<G::State>) -> Finding {
    let choices = play.choices();
    let undone = now.length - back.length;
    if !play.rewind(back.length) {
        return Err(format!("{undone} decisions cannot be undone"));
    }
    back.same(play, &format!("after {undone} decisions were undone"))?;
    for &Choice(seat, action) in &choices[back.length..] {
        play.apply(seat, action).map_err(|illegal| format!("an undone decision cannot be taken again: {illegal}"))?;
    }
    now.same(play, &format!("after {undone} decisions were undone and taken again"))
}

pub(super) fn replay_reproduces<G: Game>(probe: &Probe<'_, G>) -> Finding {
    for seed in probe.seeds() {
        let length = probe.length(seed);
        let halfway = Rng::new(seed).below(length as u32 + 1) as usize;
        for decisions in [halfway, length] {
            probe.stand(seed, decisions);
            let play = play_to(probe.game, seed, decisions);
            same_game(&play)?;
            same_when_told(probe, seed, &play)?;
            same_story(&play)?;
        }
    }
    Ok(())
}

fn same_game<G: Game>(play: &Play<G>) -> Finding {
    let replay = play.replay(&play.game().facts().name);
    let read =
        Replay::from_json(&replay.to_json()).map_err(|problem| format!("the replay cannot be read: {problem}"))?;
    equal("the replay that was read again", &replay, &read)?;
    let again = read.play(play.game().clone()).map_err(|problem| problem.to_string())?;
    Mark::of(play).same(&again, "after the replay")
}

fn same_story<G: Game>(play: &Play<G>) -> Finding {
    let told = || serde_json::to_string(&play.events()).map_err(|problem| format!("an event is no JSON: {problem}"));
    let (once, twice) = (told()?, told()?);
    if once == twice {
        return Ok(());
    }
    let (once, twice) = excerpts(&once, &twice);
    Err(format!("the events told twice differ: {once} and {twice}"))
}

/// A game whose events are kept is the same game as one whose events are not.
fn same_when_told<G: Game>(probe: &Probe<'_, G>, seed: u64, play: &Play<G>) -> Finding {
    let mut events = Vec::new();
    let mut walk = Walk::begin(&**probe.game, seed, Rng::new(seed), &mut events);
    while walk.decisions < play.len() && walk.step(&mut events) {}
    equal(
        "with its events told, the position",
        &play.position().to_string(),
        &probe.game.position(&walk.state).to_string(),
    )?;
    if walk.state == *play.state() { Ok(()) } else { Err("with its events told, the game is another one".to_owned()) }
}

pub(super) fn position_round_trips<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let game = &**probe.game;
    let names = game.position_fields();
    let twice = names.iter().enumerate().find(|(place, name)| names[..*place].contains(name));
    if names.is_empty() || twice.is_some() {
        return Err(format!("the position fields {names:?} are none or hold a name twice"));
    }
    probe.moments(|walk, rng| {
        let position = game.position(&walk.state);
        let text = position.to_string();
        if text.trim() != text || text.is_empty() || text.contains(['\n', '\r']) {
            return Err(format!("the position {text:?} is not one line of text"));
        }
        same_in_both_forms(names, &position)?;
        same_future(probe.game, &walk.state, &text, rng)?;
        (0..DAMAGED).try_for_each(|_| damaged(game, &text, rng))
    })
}

/// A position that was written and read is the same, as text and as JSON.
fn same_in_both_forms(names: &[&'static str], position: &Position) -> Finding {
    let (text, json) = (position.to_string(), position.to_json().to_string());
    let from_text = Position::from_text(names, &text).map_err(|problem| format!("`{text}`: {problem}"))?;
    let value = serde_json::from_str(&json).map_err(|problem| format!("{json}: {problem}"))?;
    let from_json = Position::from_json(names, &value).map_err(|problem| format!("{json}: {problem}"))?;
    for (written, read) in [(format!("`{text}`"), from_text), (json, from_json)] {
        if read != *position {
            let read = read.to_json();
            return Err(format!("{written} does not divide into the fields {names:?} again, but into {read}"));
        }
    }
    Ok(())
}

/// A play that begins with the position begins in the state and goes on as it does under the same luck.
fn same_future<G: Game>(game: &Arc<G>, state: &G::State, text: &str, rng: &mut Rng) -> Finding {
    /// Decisions that are compared; a random number up to this, lest a difference hides where all games meet again.
    const FUTURE: u32 = 24;
    let (seed, most) = (rng.next_seed(), 1 + rng.below(FUTURE));
    let start = Start { seed, position: Some(text.to_owned()) };
    let mut play = Play::start(game.clone(), start).map_err(|problem| format!("`{text}` is refused: {problem}"))?;
    Fingerprint::of(&**game, state)
        .same(&Fingerprint::of(&**game, play.state()))
        .map_err(|difference| format!("read again, {difference}"))?;
    if play.state() != state {
        return Err(format!("read again, `{text}` is another state"));
    }
    let (mut original, mut dice) = (state.clone(), Rng::new(seed));
    let mut choices = Rng::stream(seed, 0);
    for decision in 1..=most {
        let Some(Choice(seat, action)) = random_choice(&**game, &original, &mut choices) else { break };
        let when = || format!("{decision} decisions after a play began with `{text}`,");
        if game.apply(&mut original, seat, action, &mut dice, &mut Silent).is_err() {
            break;
        }
        play.apply(seat, action).map_err(|illegal| format!("{} {illegal}", when()))?;
        Fingerprint::of(&**game, &original)
            .same(&Fingerprint::of(&**game, play.state()))
            .map_err(|difference| format!("{} {difference}", when()))?;
        if original != *play.state() {
            return Err(format!("{} the state is another one", when()));
        }
    }
    Ok(())
}

/// How many damaged texts are tried per position.
const DAMAGED: u32 = 4;

/// A text with a random fault is refused, or read as a state that is written and read again like any other.
fn damaged<G: Game>(game: &G, text: &str, rng: &mut Rng) -> Finding {
    let mut characters: Vec<char> = text.chars().collect();
    let place = rng.below(characters.len() as u32) as usize;
    let other = ['0', '9', 'x', '-', '/', ' ', 'é', characters[rng.below(characters.len() as u32) as usize]];
    match rng.below(3) {
        0 => drop(characters.remove(place)),
        1 => characters[place] = other[rng.below(other.len() as u32) as usize],
        _ => characters.insert(place, other[rng.below(other.len() as u32) as usize]),
    }
    let faultless = text;
    let text: String = characters.into_iter().collect();
    if text == faultless {
        return Ok(());
    }
    let read = |text: &str| game.from_position(&Position::from_text(game.position_fields(), text)?);
    let Ok(state) = read(&text) else { return Ok(()) };
    let written = game.position(&state).to_string();
    if written == text {
        return Ok(());
    }
    match read(&written) {
        Ok(again) if again == state => Ok(()),
        Ok(_) => Err(format!("`{text}` is accepted and written as `{written}`, which is another state")),
        Err(problem) => Err(format!("`{text}` is accepted and written as `{written}`, which is refused: {problem}")),
    }
}
