use serde::Serialize;

use crate::Seats;

/// Something that happened in a game, typed by the game; text and pictures are made from it above.
pub trait Event: Serialize {
    /// The seats that may see this event.
    fn audience(&self) -> Seats {
        Seats::EVERYONE
    }
}

/// Where events go. The event is made inside the closure, so that a log that keeps nothing costs nothing.
pub trait Log<E> {
    /// Notes one event.
    fn record(&mut self, event: impl FnOnce() -> E);
}

/// The log that keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E> Log<E> for Silent {
    #[inline]
    fn record(&mut self, _event: impl FnOnce() -> E) {}
}

impl<E> Log<E> for Vec<E> {
    fn record(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}
