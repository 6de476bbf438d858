//! A position in one line.

use ludus_core::{BadPosition, Position};

use crate::Hearthstone;
use crate::state::HearthstoneState;

pub(crate) const FIELDS: &[&str] = &["turn"];

pub(crate) fn write(_game: &Hearthstone, state: &HearthstoneState) -> Position {
    Position::new([("turn", state.machine.turn.to_string())])
}

pub(crate) fn read(_game: &Hearthstone, _position: &Position) -> Result<HearthstoneState, BadPosition> {
    Err(BadPosition::new("turn", "cannot be read"))
}
