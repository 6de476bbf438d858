//! Breaking off long work from outside: whoever waits for it asks, and the work looks now and then whether it shall stop.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Travels up from a [`checkpoint`] as the payload of a panic, past everything that is half done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// Asks all long work of this process to stop at its next checkpoint, or takes the wish back.
pub fn ask(stop: bool) {
    ASKED.store(stop, Ordering::Relaxed);
}

/// Unwinds with [`Interrupted`] when somebody has asked to stop. Searches, tournaments and checks call it in their loops.
#[inline]
pub fn checkpoint() {
    if ASKED.load(Ordering::Relaxed) {
        resume_unwind(Box::new(Interrupted));
    }
}
