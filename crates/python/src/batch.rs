use ludus_batch::{Buffers, Restart};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::erased::{AnyBatch, BatchSettings};
use crate::errors::{ToPython, guard};
use crate::game::Game;

/// Many states of one game, stepped together in arrays of the caller.
#[pyclass(module = "ludus._core", subclass)]
pub(crate) struct Batch {
    inner: Box<dyn AnyBatch>,
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
        states: usize,
        seed: u64,
        restart: &str,
        limit: Option<u32>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let any = Game::any(game)?;
        let restart = match restart {
            "never" => Restart::Never,
            "same" => Restart::Same,
            "next" => Restart::Next,
            other => return Err(PyValueError::new_err(format!("restart `{other}` must be never, same or next"))),
        };
        let settings = BatchSettings { states, seed, restart, limit, threads };
        let inner = py.detach(|| guard(|| any.batch(settings)))?;
        Ok(Batch { inner })
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

    fn _reset(&mut self, py: Python<'_>, seed: Option<u64>, mut arrays: Arrays<'_>) -> PyResult<()> {
        let (inner, buffers) = (&mut self.inner, buffers(&mut arrays)?);
        py.detach(|| guard(|| inner.reset(seed, buffers)))?.map_err(ToPython::to_python)
    }

    fn _apply(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, u32>, mut arrays: Arrays<'_>) -> PyResult<()> {
        let (inner, buffers, actions) = (&mut self.inner, buffers(&mut arrays)?, actions.as_slice()?);
        py.detach(|| guard(|| inner.apply(actions, buffers)))?.map_err(ToPython::to_python)
    }

    fn _apply_random(&mut self, py: Python<'_>, count: usize, mut arrays: Arrays<'_>) -> PyResult<()> {
        let (inner, buffers) = (&mut self.inner, buffers(&mut arrays)?);
        py.detach(|| guard(|| inner.apply_random(count, buffers)))?.map_err(ToPython::to_python)
    }
}
