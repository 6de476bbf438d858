use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ludus_batch::{BrokenGame, Refused};
use ludus_core::dice::TooManyOutcomes;
use ludus_core::interrupt::{self, Interrupted};
use ludus_core::{BadPosition, BadReplay, BadSpec, Unheard};
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The exception classes of `ludus.errors`, in the order of [`Kind`].
const NAMES: [&str; 6] = ["IllegalAction", "BadPosition", "BadReplay", "BadSpec", "BrokenGame", "BadCards"];

#[derive(Clone, Copy)]
pub(crate) enum Kind {
    IllegalAction,
    BadPosition,
    BadReplay,
    BadSpec,
    BrokenGame,
    BadCards,
}

impl Kind {
    /// The Python exception of this kind.
    pub(crate) fn error(self, message: impl Into<String>) -> PyErr {
        static CLASSES: [PyOnceLock<Py<PyType>>; 6] = [const { PyOnceLock::new() }; 6];
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
    Unheard => IllegalAction,
    TooManyOutcomes => BrokenGame,
}

impl ToPython for Refused {
    fn to_python(self) -> PyErr {
        match self {
            Refused::Illegal { .. } | Refused::Actions { .. } => Kind::IllegalAction.error(self.to_string()),
            Refused::Memory { .. } => PyMemoryError::new_err(self.to_string()),
            Refused::Buffer { .. } => PyValueError::new_err(self.to_string()),
        }
    }
}

/// A Python exception on its way through Rust code that cannot return it.
struct Thrown(PyErr);

/// Lets a Python exception of a game or agent written in Python travel up to the next [`guard`].
pub(crate) fn throw(error: PyErr) -> ! {
    resume_unwind(Box::new(Thrown(error)))
}

/// Breaks off because a game does not keep the contract. The conformance kit names it, everyone else gets a `BrokenGame`.
pub(crate) fn violation(what: String) -> ! {
    resume_unwind(Box::new(what))
}

/// Runs work that may [`throw`], be interrupted or break off, and returns why it did as an error.
pub(crate) fn guard<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(error_of)
}

fn error_of(payload: Box<dyn Any + Send>) -> PyErr {
    let payload = match payload.downcast::<Thrown>() {
        Ok(thrown) => return thrown.0,
        Err(payload) => payload,
    };
    if payload.is::<Interrupted>() {
        return PyKeyboardInterrupt::new_err(());
    }
    let text =
        payload.downcast_ref::<String>().cloned().or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string));
    text.map_or_else(|| resume_unwind(payload), |text| Kind::BrokenGame.error(text))
}

/// Runs long native work on another thread while this one waits for Ctrl-C. Work that calls hooks stays on this thread,
/// where Python itself interrupts the hooks.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, hooks: bool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
    if hooks {
        return py.detach(|| guard(work));
    }
    let (done, waiting) = (AtomicBool::new(false), thread::current());
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = guard(work);
            done.store(true, Ordering::Release);
            waiting.unpark();
            result
        });
        let mut signal = Ok(());
        while !done.load(Ordering::Acquire) {
            py.detach(|| thread::park_timeout(BETWEEN_LOOKS));
            signal = signal.and_then(|()| py.check_signals());
            interrupt::ask(signal.is_err());
        }
        let result = py.detach(|| worker.join()).unwrap_or_else(|panic| Err(error_of(panic)));
        interrupt::ask(false);
        signal.and(result)
    })
}
