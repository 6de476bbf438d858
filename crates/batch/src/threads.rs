use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads that work is spread over.
#[derive(Debug)]
pub struct Threads {
    pool: Option<ThreadPool>,
    /// The process that the threads live in: one that is forked off has none of them, and would wait for them for ever.
    process: u32,
}

impl Threads {
    /// This many threads, or one per core where `None`.
    pub fn new(count: Option<usize>) -> Self {
        let count = count.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
        // One thread needs no pool: the caller's own does the work.
        let pool = (count > 1).then(|| {
            ThreadPoolBuilder::new()
                .num_threads(count)
                .build()
                .expect("the system starts as many threads as are asked for")
        });
        Threads { pool, process: std::process::id() }
    }

    /// How many threads there are: the caller's own alone in a process that was forked off.
    pub fn count(&self) -> usize {
        self.pool().map_or(1, ThreadPool::current_num_threads)
    }

    fn pool(&self) -> Option<&ThreadPool> {
        self.pool.as_ref().filter(|_| std::process::id() == self.process)
    }

    /// Does work that may split itself with `rayon`.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match self.pool() {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Does the same work for every item and keeps the order.
    pub fn map<T: Sync, R: Send, E: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> Result<R, E> + Send + Sync,
    ) -> Result<Vec<R>, E> {
        match self.pool() {
            Some(pool) => pool.install(|| items.par_iter().map(work).collect()),
            None => items.iter().map(work).collect(),
        }
    }
}
