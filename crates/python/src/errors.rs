use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use ludus_batch::{BrokenGame, Refused};
use ludus_core::dice::TooManyOutcomes;
use ludus_core::{BadPosition, BadReplay, BadSpec, Unheard};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The exception classes of `ludus.errors`, in the order of [`Kind`].
const NAMES: [&str; 5] = ["IllegalAction", "BadPosition", "BadReplay", "BadSpec", "BrokenGame"];

#[derive(Clone, Copy)]
pub(crate) enum Kind {
    IllegalAction,
    BadPosition,
    BadReplay,
    BadSpec,
    BrokenGame,
}

impl Kind {
    /// The Python exception of this kind.
    pub(crate) fn error(self, message: impl Into<String>) -> PyErr {
        static CLASSES: [PyOnceLock<Py<PyType>>; 5] = [const { PyOnceLock::new() }; 5];
        Python::attach(|py| match CLASSES[self as usize].import(py, "ludus.errors", NAMES[self as usize]) {
            Ok(class) => PyErr::from_type(class.clone(), message.into()),
            Err(error) => error,
        })
    }
}

/// The Python exception for an error of the contract.
pub(crate) trait ToPython {
    fn to_python(self) -> PyErr;
}

macro_rules! to_python {
    ($($error:ty => $kind:ident),+ $(,)?) => {
        $(impl ToPython for $error {
            fn to_python(self) -> PyErr {
                Kind::$kind.error(self.to_string())
            }
        })+
    };
}

to_python! {
    BadPosition => BadPosition,
    BadReplay => BadReplay,
    BadSpec => BadSpec,
    BrokenGame => BrokenGame,
    Refused => IllegalAction,
    Unheard => IllegalAction,
    TooManyOutcomes => BrokenGame,
}

/// A Python exception on its way through Rust code that cannot return it.
struct Thrown(PyErr);

/// Lets a Python exception of a game or agent written in Python travel up to the next [`guard`].
pub(crate) fn throw(error: PyErr) -> ! {
    resume_unwind(Box::new(Thrown(error)))
}

/// Runs work that may [`throw`], and returns what was thrown as an error.
pub(crate) fn guard<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload: Box<dyn Any + Send>| match payload.downcast::<Thrown>() {
        Ok(thrown) => thrown.0,
        Err(panic) => resume_unwind(panic),
    })
}
