//! Games that begin in a position instead of at the beginning: `specs/README.md` says how one is written.

use ludus_cards::machine::{Event, Machine};
use ludus_core::dice::Rng;
use ludus_core::{Dice, Log, Luck};
use thiserror::Error;

use crate::Hearthstone;
use crate::scenario::is_position;
use crate::scenario::position::{Arranged, arrange};
use crate::scenario::say::say;
use crate::state::HearthstoneState;

const ORDER: Luck = Luck::of("deck of the start position");

/// The position in which every game begins.
#[derive(Clone, Debug)]
pub(crate) struct StartPosition {
    arranged: Arranged,
    /// What is carried out before anybody decides.
    plays: Vec<String>,
}

/// What is wrong with a start position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadStart {
    /// A part of the position.
    #[error("`{part}`: {problem}")]
    Part {
        /// The part as it is written, up to its colon.
        part: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A play before the game begins.
    #[error("play {number}, `{play}`: {problem}")]
    Play {
        /// Which one, counted from 1.
        number: usize,
        /// The play as it is written.
        play: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl Hearthstone {
    /// The same game, but every play of it begins in the position that the parts describe, after some plays.
    ///
    /// Decks that the position calls random are shuffled each time. A play that luck has made impossible (its target is dead
    /// in this game) is left out; one that cannot be carried out with the luck of seed 0 is refused here.
    pub fn beginning_at(mut self, parts: &[String], plays: &[String]) -> Result<Hearthstone, BadStart> {
        let head = |text: &str| text.split(':').next().unwrap_or_default().trim().to_owned();
        if let Some(odd) = parts.iter().find(|part| !is_position(part)) {
            let problem = "this is no part of a position; write `my hand: ...` and the like".to_owned();
            return Err(BadStart::Part { part: odd.clone(), problem });
        }
        let lines: Vec<(usize, String)> = (0..).zip(parts.iter().cloned()).collect();
        let arranged = arrange(&self, &lines).map_err(|failed| {
            let part = parts.get(failed.line).map(|part| head(part)).unwrap_or_default();
            BadStart::Part { part, problem: failed.problem }
        })?;
        let mut dice = Rng::new(0);
        let mut state = arranged.state.clone();
        shuffle(&self, &mut state, arranged.shuffled, &mut dice, &mut ludus_core::Silent);
        for (number, play) in (1..).zip(plays) {
            say(&self, &mut state, play, &mut dice, &mut ludus_core::Silent).map_err(|problem| BadStart::Play {
                number,
                play: play.clone(),
                problem,
            })?;
        }
        self.start_position = Some(StartPosition { arranged, plays: plays.to_vec() });
        Ok(self)
    }
}

/// The state in which a game begins that has a start position.
pub(crate) fn start<D: Dice, L: Log<Event>>(
    game: &Hearthstone,
    position: &StartPosition,
    dice: &mut D,
    log: &mut L,
) -> HearthstoneState {
    let mut state = position.arranged.state.clone();
    shuffle(game, &mut state, position.arranged.shuffled, dice, log);
    for play in &position.plays {
        let before = state.clone();
        if say(game, &mut state, play, dice, log).is_err() {
            state = before;
        }
    }
    state
}

fn shuffle<D: Dice, L: Log<Event>>(
    game: &Hearthstone,
    state: &mut HearthstoneState,
    shuffled: [bool; 2],
    dice: &mut D,
    log: &mut L,
) {
    let mut machine = Machine::new(&game.content, &mut state.machine, dice, log);
    for side in (0..2).filter(|&side| shuffled[usize::from(side)]) {
        machine.shuffle_deck(side, ORDER.nth(u64::from(side)));
    }
}
