//! Numbers as Python names them: whole, not negative, not too large, or an error in words.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The seed of something.
#[derive(Clone, Copy)]
pub(crate) struct Seed(pub(crate) u64);

/// A number of things.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) usize);

/// A number of threads.
#[derive(Clone, Copy)]
pub(crate) struct ThreadCount(pub(crate) usize);

const MOST_THREADS: usize = 1024;

fn read<'a, 'py, T: FromPyObject<'a, 'py>>(
    number: Borrowed<'a, 'py, PyAny>,
    fits: impl FnOnce(&T) -> bool,
    what: &str,
    range: &dyn Display,
) -> PyResult<T> {
    number.extract::<T>().ok().filter(fits).ok_or_else(|| {
        let shown = number.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string());
        PyValueError::new_err(format!("{what} must be a whole number {range}, not {shown}"))
    })
}

impl<'a, 'py> FromPyObject<'a, 'py> for Seed {
    type Error = PyErr;

    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        read(number, |_| true, "a seed", &"from 0 to 2**64 - 1").map(Seed)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Count {
    type Error = PyErr;

    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        read(number, |_| true, "a number of things", &"from 0").map(Count)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for ThreadCount {
    type Error = PyErr;

    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let range = format!("from 1 to {MOST_THREADS}");
        read(number, |count| (1..=MOST_THREADS).contains(count), "the number of threads", &range).map(ThreadCount)
    }
}
