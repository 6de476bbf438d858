//! What a seat knows, as features.

use ludus_core::Seat;

use crate::Hearthstone;
use crate::state::HearthstoneState;

pub(crate) const FEATURES: usize = 1;

pub(crate) fn observe(_game: &Hearthstone, _state: &HearthstoneState, _seat: Seat, out: &mut [f32]) {
    out.fill(0.0);
}

pub(crate) fn evaluate(_game: &Hearthstone, _state: &HearthstoneState, _seat: Seat) -> f64 {
    0.0
}
