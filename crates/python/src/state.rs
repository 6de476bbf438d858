use std::sync::Arc;

use ludus_core::{Action, Actions, Illegal, Luck, MAX_SEATS, Ratio, Seat, Seats};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use crate::erased::{AnyGame, AnyPlay};
use crate::errors::{Kind, ToPython, guard};
use crate::game::Game;
use crate::numbers::{Count, Seed};
use crate::py_game::PyState;

/// A game in progress: the state with its luck and its record. For a subclass written in Python that is not started by
/// its game it is empty, and the subclass is the bare value.
#[pyclass(module = "ludus._core", subclass)]
pub(crate) struct State {
    started: Option<Started>,
    /// Memory for lists of actions.
    legal: Actions,
    /// The actions that were last asked for, and their Python list: often they are the same again, and a copy is quicker.
    listed: Option<(Actions, Py<PyList>)>,
}

struct Started {
    game: Py<PyAny>,
    play: Box<dyn AnyPlay>,
}

/// Carries what a state holds through the constructor of its Python class.
#[pyclass(module = "ludus._core")]
struct Holder(Option<Started>);

impl State {
    /// A Python object of `ludus.State` around a play.
    pub(crate) fn wrap(py: Python<'_>, game: Py<PyAny>, play: Box<dyn AnyPlay>) -> PyResult<Bound<'_, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CLASS.import(py, "ludus.state", "State")?;
        class.call1((Bound::new(py, Holder(Some(Started { game, play })))?,))
    }

    pub(crate) fn wrap_outcomes<'py>(
        py: Python<'py>,
        game: &Bound<'py, PyAny>,
        outcomes: Vec<(Ratio, Box<dyn AnyPlay>)>,
    ) -> PyResult<Vec<(u128, u128, Bound<'py, PyAny>)>> {
        let wrap = |(weight, play): (Ratio, _)| {
            Ok((weight.numerator(), weight.denominator(), State::wrap(py, game.clone().unbind(), play)?))
        };
        outcomes.into_iter().map(wrap).collect()
    }

    #[inline]
    fn started(&self) -> PyResult<&Started> {
        self.started.as_ref().ok_or_else(not_started)
    }

    #[inline]
    pub(crate) fn play(&self) -> PyResult<&dyn AnyPlay> {
        Ok(&*self.started()?.play)
    }
}

/// What is wrong with asking a seat that is not to act.
pub(crate) fn not_to_act(seats: Seats, seat: Seat) -> String {
    if seats.is_empty() {
        return "the game is over: nobody is to act".to_owned();
    }
    let waiting: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    format!("seat {seat} is not to act; to act: {}", waiting.join(", "))
}

fn not_started() -> PyErr {
    PyTypeError::new_err("this state was not started by its game: use game.start()")
}

/// A seat as Python names it.
pub(crate) fn seat_of(seat: &Bound<'_, PyAny>) -> PyResult<Seat> {
    match seat.extract::<u8>() {
        Ok(seat) if usize::from(seat) < MAX_SEATS => Ok(Seat(seat)),
        _ => Err(Kind::IllegalAction.error(format!("{} is no seat; seats are counted from 0", seat.repr()?))),
    }
}

/// An action as Python names it: its number, or its text.
pub(crate) fn action_of(any: &dyn AnyGame, action: &Bound<'_, PyAny>) -> PyResult<Action> {
    if let Ok(number) = action.extract::<u32>() {
        return Ok(Action(number));
    }
    match action.extract::<&str>() {
        Ok(text) => guard(|| any.parse(text))?.map_err(ToPython::to_python),
        Err(_) => {
            Err(Kind::IllegalAction
                .error(format!("{} is no action; an action is a number or its text", action.repr()?)))
        }
    }
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (*args, **_options))]
    fn new(args: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> Self {
        let mut started = None;
        if let Ok(first) = args.get_borrowed_item(0)
            && let Ok(holder) = first.cast::<Holder>()
        {
            started = holder.borrow_mut().0.take();
        }
        State { started, legal: Actions::new(), listed: None }
    }

    /// The rules of the game.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.started()?.game.clone_ref(py))
    }

    /// The seats that are to act; empty when the game is over.
    #[getter]
    fn to_act<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let play = self.play()?;
        let seats = guard(|| play.to_act())?;
        PyTuple::new(py, seats.iter().map(|seat| seat.0).collect::<Vec<_>>())
    }

    /// Whether nobody is to act any more.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        let play = self.play()?;
        Ok(guard(|| play.to_act())?.is_empty())
    }

    /// What the seat may do, ascending; empty for a seat that is not to act. Without a seat: the lowest that is to act.
    #[pyo3(signature = (seat = None))]
    fn legal_actions<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let started = self.started.as_ref().ok_or_else(not_started)?;
        let seat = match seat {
            Some(seat) => seat_of(seat)?,
            None => guard(|| started.play.to_act())?.lowest().unwrap_or(Seat(0)),
        };
        self.legal.clear();
        let legal = &mut self.legal;
        guard(|| started.play.legal_actions(seat, legal))?;
        if let Some((actions, list)) = &self.listed
            && *actions == self.legal
        {
            return Ok(list.bind(py).get_slice(0, actions.len()));
        }
        let list = PyList::new(py, self.legal.iter().map(|action| action.0))?;
        let (actions, known) = self.listed.get_or_insert_with(|| (Actions::new(), list.clone().unbind()));
        std::mem::swap(actions, &mut self.legal);
        *known = list.clone().unbind();
        Ok(list.get_slice(0, list.len()))
    }

    /// Takes a decision and all that follows from it. An illegal one is refused and changes nothing.
    fn apply(&mut self, py: Python<'_>, seat: &Bound<'_, PyAny>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let started = self.started.as_mut().ok_or_else(not_started)?;
        let seat = seat_of(seat)?;
        let action = match action.extract::<u32>() {
            Ok(number) => Action(number),
            Err(_) => action_of(&*started.any(py)?, action)?,
        };
        match guard(|| started.play.apply(seat, action)) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(illegal)) => Err(started.refusal(py, illegal)?),
            Err(thrown) => {
                // A game written in Python may have failed half-way: the record leads back to the state before.
                let length = started.play.len();
                guard(|| started.play.rewind(length))?;
                Err(thrown)
            }
        }
    }

    /// What each seat has got; final when the game is over.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let started = self.started()?;
        let seats = started.any(py)?.facts().seats;
        PyTuple::new(py, &guard(|| started.play.returns())?[..seats])
    }

    /// What the seat knows, as an array of features.
    fn observe<'py>(&self, py: Python<'py>, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (started, seat) = self.seated(seat)?;
        let any = started.any(py)?;
        let mut features = vec![0.0; any.facts().feature_count()];
        guard(|| started.play.observe(seat, &mut features))?;
        Ok(PyArray1::from_vec(py, features).reshape(any.facts().features.clone())?.into_any())
    }

    /// How good the state looks for the seat, on the scale of the returns.
    fn evaluate(&self, seat: &Bound<'_, PyAny>) -> PyResult<f64> {
        let (started, seat) = self.seated(seat)?;
        guard(|| started.play.evaluate(seat))
    }

    fn _view_json(&self, seat: &Bound<'_, PyAny>) -> PyResult<String> {
        let (started, seat) = self.seated(seat)?;
        Ok(serde_json::to_string(&guard(|| started.play.view(seat))?).expect("a view is plain data"))
    }

    /// Everything that the state holds, written in one line.
    #[getter]
    fn position(&self) -> PyResult<String> {
        let play = self.play()?;
        Ok(guard(|| play.position())?.to_string())
    }

    fn _position_json(&self) -> PyResult<String> {
        let play = self.play()?;
        Ok(guard(|| play.position())?.to_json().to_string())
    }

    /// The text of an action.
    fn describe(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        Game::describe(self.started()?.game.bind(action.py()).cast::<Game>()?, action)
    }

    /// A copy that goes on by itself: with the same luck, or with the luck of another seed.
    #[pyo3(signature = (seed = None))]
    fn copy<'py>(&self, py: Python<'py>, seed: Option<Seed>) -> PyResult<Bound<'py, PyAny>> {
        let play = self.play()?;
        let copied = guard(|| seed.map_or_else(|| play.copy(), |seed| play.branch(seed.0)))?;
        State::wrap(py, self.started()?.game.clone_ref(py), copied)
    }

    /// A state that could be the true one as far as the seat knows.
    fn _sample<'py>(&self, py: Python<'py>, seat: &Bound<'py, PyAny>, seed: Seed) -> PyResult<Bound<'py, PyAny>> {
        let (started, seat) = self.seated(seat)?;
        let sampled = guard(|| started.play.sample(seat, seed.0))?;
        State::wrap(py, started.game.clone_ref(py), sampled)
    }

    /// How many decisions have been taken.
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.play()?.len())
    }

    /// A state is something even before its first decision.
    #[expect(clippy::unused_self, reason = "the protocol asks the object")]
    fn __bool__(&self) -> bool {
        true
    }

    /// Takes back the last decisions.
    #[pyo3(signature = (count = Count(1)))]
    fn undo(&mut self, count: Count) -> PyResult<()> {
        let length = self.play()?.len();
        match length.checked_sub(count.0) {
            Some(target) => self.go_to(target),
            None => Err(PyValueError::new_err(format!(
                "{} decisions cannot be taken back: there were only {length}",
                count.0
            ))),
        }
    }

    /// Goes back to the state after the first decisions.
    fn rewind(&mut self, length: Count) -> PyResult<()> {
        let length = length.0;
        let most = self.play()?.len();
        if length > most {
            return Err(PyValueError::new_err(format!(
                "there is no state after {length} decisions: there were only {most}"
            )));
        }
        self.go_to(length)
    }

    fn _replay_json(&self, py: Python<'_>) -> PyResult<String> {
        let started = self.started()?;
        let spec = started.any(py)?.spec().to_owned();
        Ok(guard(|| started.play.replay(&spec))?.to_json())
    }

    fn _events_json(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let (play, seat) = (self.play()?, seat.map(seat_of).transpose()?);
        Ok(serde_json::Value::Array(guard(|| play.events(seat))?).to_string())
    }

    /// Every state that a decision can lead to: (numerator, denominator, state).
    fn _outcomes<'py>(
        &self,
        seat: &Bound<'py, PyAny>,
        action: &Bound<'py, PyAny>,
        limit: usize,
    ) -> PyResult<Vec<(u128, u128, Bound<'py, PyAny>)>> {
        let (py, (started, seat)) = (seat.py(), self.seated(seat)?);
        let action = action_of(&*started.any(py)?, action)?;
        match guard(|| started.play.outcomes(seat, action, limit))? {
            Err(illegal) => Err(started.refusal(py, illegal)?),
            Ok(outcomes) => State::wrap_outcomes(py, started.game.bind(py), outcomes.map_err(ToPython::to_python)?),
        }
    }

    /// The author's own object, for a game written in Python.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        Ok(self.play()?.value().downcast_ref::<PyState>().map(|value| value.object().clone_ref(py)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<State>() else { return Ok(false) };
        let other = other.borrow();
        match (&self.started, &other.started) {
            (Some(a), Some(b)) => guard(|| a.play.same(&*b.play)),
            _ => Ok(std::ptr::eq(self, &raw const *other)),
        }
    }

    fn __hash__(&self) -> PyResult<u64> {
        let play = self.play()?;
        Ok(Luck::of(&guard(|| play.position())?.to_string()).0)
    }
}

impl State {
    fn seated(&self, seat: &Bound<'_, PyAny>) -> PyResult<(&Started, Seat)> {
        let started = self.started()?;
        let seats = started.any(seat.py())?.facts().seats;
        let seat = seat_of(seat)?;
        if seat.index() < seats {
            return Ok((started, seat));
        }
        Err(Kind::IllegalAction.error(format!("there is no seat {seat}; the seats are 0 to {}", seats - 1)))
    }

    fn go_to(&mut self, length: usize) -> PyResult<()> {
        let started = self.started.as_mut().ok_or_else(not_started)?;
        guard(|| started.play.rewind(length)).map(|_| ())
    }
}

impl Started {
    fn any(&self, py: Python<'_>) -> PyResult<Arc<dyn AnyGame>> {
        Game::any(self.game.bind(py).cast::<Game>()?)
    }

    /// The error about an illegal action, with what would be legal.
    fn refusal(&self, py: Python<'_>, illegal: Illegal) -> PyResult<PyErr> {
        const SHOWN: usize = 12;
        let any = self.any(py)?;
        let Illegal { seat, action, reason } = illegal;
        guard(|| {
            let name = if action.index() < any.facts().actions { any.describe(action) } else { action.0.to_string() };
            let mut legal = Actions::new();
            self.play.legal_actions(seat, &mut legal);
            let mut may: Vec<String> = legal.iter().take(SHOWN).map(|&action| any.describe(action)).collect();
            if legal.len() > SHOWN {
                may.push(format!("and {} more", legal.len() - SHOWN));
            }
            let may = if may.is_empty() { self.waiting() } else { format!("legal: {}", may.join(", ")) };
            Kind::IllegalAction
                .error(format!("{}: seat {seat} may not take `{name}`: {reason}; {may}", any.facts().name))
        })
    }

    fn waiting(&self) -> String {
        let seats: Vec<String> = self.play.to_act().iter().map(|seat| seat.to_string()).collect();
        if seats.is_empty() { "the game is over".to_owned() } else { format!("to act: seat {}", seats.join(", ")) }
    }
}
