#![doc = include_str!("../README.md")]

mod actions;
mod agents;
mod build;
mod counted;
mod game;
mod hidden;
mod members;
mod notation;
mod observe;
mod opening;
mod rules;
pub mod scenario;
mod start_position;
mod state;
mod view;

use std::sync::Arc;

pub use actions::Touch;
pub use build::{BadDeck, Cards, Deck};
use counted::Counted;
use ludus_cards::machine::Content;
use ludus_core::Facts;
pub use start_position::BadStart;
use start_position::StartPosition;
pub use state::{Asks, HearthstoneState, Opening, Pending};

/// After so many decisions a turn can only be ended.
pub(crate) const MOST_DECISIONS_A_TURN: u8 = 200;

/// Who plays first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Chance decides.
    Random,
    /// This seat.
    Seat(u8),
}

/// The simplifications that people want to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether the second player gets The Coin.
    pub coin: bool,
    /// Whether the first hands may be changed.
    pub mulligan: bool,
    /// Who plays first.
    pub first: First,
    /// Whether the place of a minion on the board is asked for; else it stands at the right end.
    pub places: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { coin: true, mulligan: true, first: First::Random, places: true }
    }
}

/// Constructed Hearthstone between two decks.
#[derive(Clone, Debug)]
pub struct Hearthstone {
    content: Arc<Content>,
    decks: [Deck; 2],
    options: Options,
    /// The Coin, where it is among the cards.
    coin: Option<u16>,
    facts: Facts,
    counted: Counted,
    /// Where every game begins, if not at the beginning.
    start_position: Option<StartPosition>,
}
