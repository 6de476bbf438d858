use std::sync::Arc;

use ludus_core::dice::Rng;
use ludus_core::{Action, Actions, Game, Play};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::erased::AnyPlay;
use crate::errors::guard;
use crate::lent::Lent;
use crate::state::State;

/// A turn without type parameter: what an agent written in Python gets to know.
pub(crate) trait AnyTurn {
    fn seat(&self) -> u8;
    fn legal_actions(&self) -> Actions;
    fn observe(&self) -> (Vec<f32>, Vec<usize>);
    fn view_json(&self) -> String;
    fn describe(&self, action: Action) -> String;
    fn sample(&mut self) -> Box<dyn AnyPlay>;
    fn seed(&mut self) -> u64;
}

/// The turn that an agent decides, with the rules and the agent's own luck.
pub(crate) struct TurnOf<'a, G: Game> {
    pub(crate) turn: &'a ludus_core::Turn<'a, G>,
    pub(crate) game: &'a Arc<G>,
    pub(crate) rng: &'a mut Rng,
}

impl<G: Game> AnyTurn for TurnOf<'_, G> {
    fn seat(&self) -> u8 {
        self.turn.seat().0
    }
    fn legal_actions(&self) -> Actions {
        let mut legal = Actions::new();
        self.turn.legal_actions(&mut legal);
        legal
    }
    fn observe(&self) -> (Vec<f32>, Vec<usize>) {
        let facts = self.game.facts();
        let mut features = vec![0.0; facts.feature_count()];
        self.turn.observe(&mut features);
        (features, facts.features.clone())
    }
    fn view_json(&self) -> String {
        serde_json::to_string(&self.turn.view()).expect("a view is plain data")
    }
    fn describe(&self, action: Action) -> String {
        self.game.describe(action)
    }
    fn sample(&mut self) -> Box<dyn AnyPlay> {
        let state = self.turn.sample(self.rng);
        Box::new(Play::from_state(self.game.clone(), state, self.rng.next_seed()))
    }
    fn seed(&mut self) -> u64 {
        self.rng.next_seed()
    }
}

/// All that an agent written in Python gets to know; valid during the call that it is handed to.
#[pyclass(module = "ludus", unsendable)]
pub(crate) struct Turn {
    pub(crate) lent: Lent<dyn AnyTurn>,
    pub(crate) game: Py<PyAny>,
}

impl Turn {
    fn with<R>(&self, work: impl FnOnce(&mut dyn AnyTurn) -> R) -> PyResult<R> {
        guard(|| self.lent.with("a turn", |turn| work(turn)))?
    }
}

#[pymethods]
impl Turn {
    /// The seat to decide for.
    #[getter]
    fn seat(&self) -> PyResult<u8> {
        self.with(|turn| turn.seat())
    }

    /// What the seat may do.
    #[getter]
    fn legal_actions(&self) -> PyResult<Vec<u32>> {
        self.with(|turn| turn.legal_actions().iter().map(|action| action.0).collect())
    }

    /// What the seat knows, as an array of features.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (features, shape) = self.with(|turn| turn.observe())?;
        Ok(PyArray1::from_vec(py, features).reshape(shape)?.into_any())
    }

    /// What the seat knows, as a picture.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = self.with(|turn| turn.view_json())?;
        py.import("ludus.view")?.getattr("View")?.call_method1("from_json", (json,))
    }

    /// A source of random numbers that is the same in the same game.
    fn random<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("random")?.call_method1("Random", (self.seed()?,))
    }

    /// The text of an action.
    fn describe(&self, action: u32) -> PyResult<String> {
        self.with(|turn| turn.describe(Action(action)))
    }

    /// A state that could be the true one as far as the seat knows.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let play = self.with(|turn| turn.sample())?;
        State::wrap(py, self.game.clone_ref(py), play)
    }

    /// A seed for the agent's own random choices; another one at every call, the same in the same game.
    fn seed(&self) -> PyResult<u64> {
        self.with(|turn| turn.seed())
    }
}
