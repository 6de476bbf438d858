//! The card machine: it runs what card texts say.
//!
//! A tree of `ludus-cardtext` is lowered to a small program ([`lower`]); the programs of all cards of a game are its
//! [`Content`]. What changes is a [`State`]: flat, of fixed size, without pointers. A [`Machine`] goes on with what is under
//! way in a state until a player has to decide.

mod canonical;
mod content;
mod event;
mod harm;
mod look;
pub mod lower;
mod numbers;
mod offers;
pub mod program;
mod run;
mod select;
mod sequence;
pub mod state;
mod step;
mod telling;
mod zones;

pub use content::{CardFacts, Content, flag_words, kind_word};
pub use event::Event;
pub use look::Look;
pub use run::Machine;
pub use sequence::{LAST_TURN, MAX_CRYSTALS};
pub use state::State;
