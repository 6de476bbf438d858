//! What a seat cannot know, dealt anew.

use ludus_core::{Dice, Seat};

use crate::Hearthstone;
use crate::state::HearthstoneState;

pub(crate) fn determinize(_game: &Hearthstone, _state: &mut HearthstoneState, _seat: Seat, _dice: &mut impl Dice) {}
