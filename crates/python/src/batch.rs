use ludus_batch::{Buffers, Refused, Restart};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::erased::{AnyBatch, BatchSettings};
use crate::errors::{Kind, ToPython, guard};
use crate::game::Game;
use crate::numbers::{Count, Seed, ThreadCount};

/// Many states of one game, stepped together in arrays of the caller.
#[pyclass(module = "ludus._core", subclass)]
pub(crate) struct Batch {
    inner: Box<dyn AnyBatch>,
    /// A call failed half-way, in a hook of a game written in Python: some states have gone on and others have not.
    broken: bool,
}

impl Batch {
    /// Does work on all states that may fail half-way.
    fn work(
        &mut self,
        py: Python<'_>,
        arrays: &mut Arrays<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, Buffers<'_>) -> Result<(), Refused> + Send,
    ) -> PyResult<()> {
        let (inner, buffers) = (&mut *self.inner, buffers(arrays)?);
        let done = py.detach(|| guard(|| work(inner, buffers)));
        self.broken = done.is_err();
        done?.map_err(ToPython::to_python)
    }

    fn whole(&self) -> PyResult<()> {
        if self.broken {
            return Err(Kind::BrokenGame.error("an earlier call failed half-way: call reset() to begin anew"));
        }
        Ok(())
    }
}

/// The flat arrays that a batch writes: observations, masks, rewards, terminated, truncated, seats.
type Arrays<'py> = (
    PyReadwriteArray1<'py, f32>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, f32>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, i8>,
);

fn buffers<'a>(arrays: &'a mut Arrays<'_>) -> PyResult<Buffers<'a>> {
    Ok(Buffers {
        observations: arrays.0.as_slice_mut()?,
        masks: arrays.1.as_slice_mut()?,
        rewards: arrays.2.as_slice_mut()?,
        terminated: arrays.3.as_slice_mut()?,
        truncated: arrays.4.as_slice_mut()?,
        seats: arrays.5.as_slice_mut()?,
    })
}

#[pymethods]
impl Batch {
    #[new]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        states: Count,
        seed: Seed,
        restart: &str,
        limit: Option<u32>,
        threads: Option<ThreadCount>,
    ) -> PyResult<Self> {
        let any = Game::any(game)?;
        let restart = match restart {
            "never" => Restart::Never,
            "same" => Restart::Same,
            "next" => Restart::Next,
            other => return Err(PyValueError::new_err(format!("restart `{other}` must be never, same or next"))),
        };
        let (states, seed, threads) = (states.0, seed.0, threads.map(|count| count.0));
        let settings = BatchSettings { states, seed, restart, limit, threads };
        let inner = py.detach(|| guard(|| any.batch(settings)))?.map_err(ToPython::to_python)?;
        Ok(Batch { inner, broken: false })
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    /// The position of one of the states.
    fn position(&self, index: usize) -> PyResult<String> {
        let position = guard(|| self.inner.position(index))?;
        position.ok_or_else(|| {
            PyValueError::new_err(format!("the batch has {} states, no number {index}", self.inner.len()))
        })
    }

    fn _reset(&mut self, py: Python<'_>, seed: Option<Seed>, mut arrays: Arrays<'_>) -> PyResult<()> {
        self.work(py, &mut arrays, |inner, buffers| inner.reset(seed.map(|seed| seed.0), buffers))
    }

    fn _apply(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, u32>, mut arrays: Arrays<'_>) -> PyResult<()> {
        self.whole()?;
        let actions = actions.as_slice()?;
        self.work(py, &mut arrays, |inner, buffers| inner.apply(actions, buffers))
    }

    fn _apply_random(&mut self, py: Python<'_>, count: Count, mut arrays: Arrays<'_>) -> PyResult<()> {
        self.whole()?;
        self.work(py, &mut arrays, |inner, buffers| inner.apply_random(count.0, buffers))
    }
}
