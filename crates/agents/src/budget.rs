use std::time::{Duration, Instant};

use ludus_core::{BadSpec, Options, interrupt};

/// How long an agent may think about one decision.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Budget {
    Iterations(u32),
    Time(Duration),
}

const DEFAULT_ITERATIONS: u32 = 1000;
const MOST_ITERATIONS: u32 = 1_000_000_000;
/// One hour: even the fastest game counts fewer iterations in it than fit into a `u32`.
const MOST_MS: u32 = 3_600_000;
/// The clock is read once per so many iterations, because reading it costs as much as a short playout.
const CLOCK_INTERVAL: u32 = 8;

impl Budget {
    /// Reads `iterations` or `ms`; both together contradict each other.
    pub(crate) fn read(name: &str, options: &mut Options) -> Result<Self, BadSpec> {
        let Some(ms) = options.optional("ms", 1..=MOST_MS)? else {
            return Ok(Budget::Iterations(options.number("iterations", DEFAULT_ITERATIONS, 1..=MOST_ITERATIONS)?));
        };
        match options.optional("iterations", 1..=MOST_ITERATIONS)? {
            None => Ok(Budget::Time(Duration::from_millis(u64::from(ms)))),
            Some(iterations) => Err(BadSpec(format!(
                "{name}: iterations={iterations} and ms={ms} exclude each other; give one of them"
            ))),
        }
    }

    /// Whether the same decision always gets the same number of iterations.
    pub(crate) fn reproducible(self) -> bool {
        matches!(self, Budget::Iterations(_))
    }

    /// The iterations of one decision, counted from 0; never fewer than `at_least`.
    pub(crate) fn start(self, at_least: u32) -> Ticks {
        match self {
            Budget::Iterations(count) => Ticks { next: 0, certain: count.max(at_least), end: None },
            Budget::Time(time) => Ticks { next: 0, certain: at_least, end: Some(Instant::now() + time) },
        }
    }
}

/// Counts iterations until the budget is used up.
#[derive(Debug)]
pub(crate) struct Ticks {
    next: u32,
    /// This many iterations happen whatever the clock says.
    certain: u32,
    end: Option<Instant>,
}

impl Iterator for Ticks {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        interrupt::checkpoint();
        let count = self.next;
        if count >= self.certain {
            let end = self.end?;
            if count == u32::MAX || (count.is_multiple_of(CLOCK_INTERVAL) && Instant::now() >= end) {
                return None;
            }
        }
        self.next += 1;
        Some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_counted_exactly_but_for_the_certain_ones() {
        assert_eq!(Budget::Iterations(5).start(1).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(Budget::Iterations(2).start(3).count(), 3);
    }

    #[test]
    fn time_that_is_up_still_gives_the_certain_iterations() {
        assert!(Budget::Time(Duration::ZERO).start(3).count() < 3 + CLOCK_INTERVAL as usize);
        assert!(Budget::Time(Duration::ZERO).start(3).count() >= 3);
    }
}
