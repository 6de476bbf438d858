//! The words of the house. A game is a value: the rules are a [`Game`], everything that changes is its plain
//! `State`, all luck comes through [`Dice`], all decisions through [`Game::apply`], all that happened goes to a
//! [`Log`]. A [`Play`] is one game being played with its record; a [`Replay`] is that record on paper.
//!
//! This crate knows no game, reads no file, no clock and no environment, and prints nothing.

mod action;
mod agent;
pub mod dice;
mod errors;
mod game;
pub mod interrupt;
mod log;
mod play;
mod position;
mod ratio;
mod replay;
mod seat;
mod spec;
mod view;

pub use action::{Action, Actions};
pub use agent::{Agent, AgentEntry, Turn};
pub use dice::{Dice, DiceExt, Luck, Rng};
pub use errors::{BadPosition, BadReplay, BadSpec, Illegal, Unheard, nearest};
pub use game::{Facts, Game, Returns};
pub use log::{Event, Log, Silent};
pub use play::{Play, SNAPSHOT_INTERVAL, Start};
pub use position::Position;
pub use ratio::Ratio;
pub use replay::{Choice, Replay};
pub use seat::{MAX_SEATS, Seat, Seats};
pub use spec::{Options, Spec};
pub use view::{Component, View};

/// The version of the platform, written into every replay and result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
