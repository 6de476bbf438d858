//! The table as a seat sees it.

use ludus_core::{Action, Component, Seat};

use crate::Hearthstone;
use crate::state::HearthstoneState;

pub(crate) fn table(_game: &Hearthstone, _state: &HearthstoneState, _seat: Seat) -> Component {
    Component::new("table", "table", "Hearthstone")
}

pub(crate) fn touches(_game: &Hearthstone, _state: &HearthstoneState, _seat: Seat, _action: Action) -> Vec<String> {
    Vec::new()
}
