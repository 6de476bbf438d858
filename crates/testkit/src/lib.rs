//! The checks every game must pass: what the contract of [`Game`] promises in words, tried out.
//!
//! A game plays many seeded random games, and each [`Check`] looks at their states in its own way. Write one test per
//! configuration of a game:
//!
//! ```
//! use std::sync::Arc;
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/broken/nim.rs"));
//!
//! # fn main() {
//! let game = Arc::new(Nim::new(21, 3, 2));
//! let report = ludus_testkit::check(&game, &ludus_testkit::Options::default());
//! assert!(report.passed(), "{report}");
//! # }
//! ```
//!
//! A failure names the seed and the decision; [`play_to`] leads a debugger to that place, and `Options { games: 1, seed,
//! ..}` repeats the check with this one game.

mod checks;
mod fingerprint;
mod probe;
mod report;

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use ludus_core::Game;

pub use probe::play_to;
pub use report::{Check, Failure, Report};

use probe::{Finding, Probe};

/// How thoroughly a game is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many random games are played, at least 1.
    pub games: u32,
    /// The seed of the first game; the others have the seeds that follow.
    pub seed: u64,
    /// About how many states of a game a check looks at; its first and its last state are always among them.
    pub states: u32,
    /// How many actions are tried where an action space is too big to try all of it.
    pub probes: u32,
    /// How many times the hidden things of a state are dealt anew for each seat.
    pub deals: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options { games: 20, seed: 0, states: 24, probes: 200, deals: 4 }
    }
}

/// Runs every check on a game, also after one has failed.
///
/// # Panics
///
/// A panic of the game with a message is a failure of the check it happens in. A panic with any other payload is no
/// verdict on the game but something on its way to the caller (an exception of another language, say): it passes through.
pub fn check<G: Game>(game: &Arc<G>, options: &Options) -> Report {
    let probe = Probe::new(game, options);
    let run = |(name, claim, run): checks::Entry<G>| Check { name, claim, failure: attempt(&probe, run) };
    Report {
        game: game.facts().name.clone(),
        seats: game.facts().seats,
        checks: checks::all().into_iter().map(run).collect(),
    }
}

fn attempt<G: Game>(probe: &Probe<'_, G>, run: fn(&Probe<'_, G>) -> Finding) -> Option<Failure> {
    probe.stand(probe.options.seed, 0);
    let detail = match panic::catch_unwind(AssertUnwindSafe(|| run(probe))) {
        Ok(Ok(())) => return None,
        Ok(Err(detail)) => detail,
        Err(payload) => format!("the game broke off: {}", message(payload)),
    };
    let (seed, decision) = probe.place();
    Some(Failure { seed, decision, detail })
}

/// The message of a panic; a panic without one goes on.
fn message(payload: Box<dyn Any + Send>) -> String {
    match payload.downcast::<String>().map_err(<Box<dyn Any + Send>>::downcast::<&'static str>) {
        Ok(text) => *text,
        Err(Ok(text)) => (*text).to_owned(),
        Err(Err(payload)) => panic::resume_unwind(payload),
    }
}

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Runs the game of the page on adding one.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/how-to/add-a-game-in-rust.md")]
struct AddAGame;
