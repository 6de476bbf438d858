//! Many games at once: a [`Batch`] steps many states of one game in buffers of the caller, a [`Tournament`] plays agents
//! against each other. Results never depend on the number of threads: every game has random streams of its own,
//! derived from the seed and its index.

mod batch;
mod buffers;
mod plan;
mod stats;
mod threads;
mod tournament;

pub use batch::{Batch, Refused, Restart};
pub use buffers::Buffers;
pub use plan::{Format, Match, Plan};
pub use stats::{Interval, Standing, wilson};
pub use threads::Threads;
pub use tournament::{AgentFactory, BrokenGame, Entrant, GameRow, Tournament, play_one};
