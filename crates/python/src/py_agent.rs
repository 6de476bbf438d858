use std::sync::Arc;

use ludus_agents::{Thinker, Thought};
use ludus_core::dice::Rng;
use ludus_core::{Action, Agent, Game};
use pyo3::prelude::*;

use crate::errors::{Kind, throw};
use crate::lent::{Lent, lend};
use crate::turn::{AnyTurn, Turn, TurnOf};

/// An agent written in Python: an object with a method `choose(turn) -> action`.
pub(crate) struct PyAgent<G: Game> {
    game: Arc<G>,
    agent: Py<PyAny>,
    /// The game as Python knows it, for the states that the agent samples.
    python_game: Py<PyAny>,
}

impl<G: Game> PyAgent<G> {
    /// Calls `make` for a fresh agent.
    pub(crate) fn new(game: Arc<G>, make: &Py<PyAny>, python_game: &Py<PyAny>) -> Self {
        let new = Python::attach(|py| {
            let agent = make.call0(py)?;
            if agent.bind(py).hasattr("choose")? {
                return Ok((agent, python_game.clone_ref(py)));
            }
            Err(Kind::BadSpec.error(format!("{} has no method choose(turn): it is no agent", agent.bind(py).repr()?)))
        });
        let (agent, python_game) = new.unwrap_or_else(|error| throw(error));
        PyAgent { game, agent, python_game }
    }

    /// Whether it does not say otherwise of itself.
    pub(crate) fn is_reproducible(&self) -> bool {
        Python::attach(|py| match self.agent.bind(py).getattr_opt("reproducible")? {
            Some(answer) => answer.is_truthy(),
            None => Ok(true),
        })
        .unwrap_or_else(|error| throw(error))
    }

    fn ask(&self, py: Python<'_>, turn: &mut (dyn AnyTurn + '_)) -> PyResult<Action> {
        Lent::during(lend!(turn, dyn AnyTurn), |lent| {
            let answer =
                self.agent.call_method1(py, "choose", (Turn { lent, game: self.python_game.clone_ref(py) },))?;
            answer.extract(py).map(Action).map_err(|_| {
                let name = self.agent.bind(py).get_type();
                Kind::BrokenGame
                    .error(format!("{name} chose {answer}, which is no action: an action is a whole number"))
            })
        })
    }
}

impl<G: Game> Agent<G> for PyAgent<G> {
    fn choose(&mut self, turn: &ludus_core::Turn<'_, G>, rng: &mut Rng) -> Action {
        let mut turn = TurnOf { turn, game: &self.game, rng };
        Python::attach(|py| self.ask(py, &mut turn)).unwrap_or_else(|error| throw(error))
    }
}

impl<G: Game> Thinker<G> for PyAgent<G> {
    fn thoughts(&self) -> &[Thought] {
        &[]
    }
}
