use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};

use ludus_core::dice::Rng;
use ludus_core::{Action, BadReplay, BadSpec, Facts, Luck, Replay, Seat, Spec, Start};
use ludus_testkit::Options;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::erased::{AgentFacts, AnyAgent, AnyGame, Named, Source};
use crate::errors::{Kind, ToPython, guard, interruptible};
use crate::hearthstone::NativeGame;
use crate::numbers::Seed;
use crate::py_game::PyGame;
use crate::registry;
use crate::state::{State, action_of, not_to_act, seat_of};

/// The rules of a game, native or written in Python.
#[pyclass(module = "ludus._core", subclass, frozen)]
pub(crate) struct Game {
    /// Empty until it is opened by name or, for a game written in Python, first used.
    any: OnceLock<Arc<dyn AnyGame>>,
}

impl Game {
    pub(crate) fn any(this: &Bound<'_, Self>) -> PyResult<Arc<dyn AnyGame>> {
        if let Some(any) = this.get().any.get() {
            return Ok(any.clone());
        }
        let game = PyGame::new(this)?;
        let spec = this.getattr("spec")?.extract()?;
        Ok(this.get().any.get_or_init(|| Arc::new(Named { game: Arc::new(game), spec })).clone())
    }

    /// A fact of a native game; for a game written in Python the default that its class did not override.
    fn fact<T>(&self, read: impl FnOnce(&Facts) -> T, default: T) -> T {
        self.any.get().map_or(default, |any| read(any.facts()))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (*_args, **_options))]
    fn new(_args: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> Self {
        Game { any: OnceLock::new() }
    }

    /// Makes this object the native game that a spec names.
    fn _open(&self, spec: &str, options: Vec<(String, String)>, others: Vec<String>) -> PyResult<()> {
        let mut spec: Spec = spec.parse().map_err(BadSpec::to_python)?;
        for (key, value) in options {
            spec.set(&key, &value);
        }
        let any = registry::open(&spec, &others).map_err(ToPython::to_python)?;
        self.any.set(any).map_err(|_| PyValueError::new_err("the game is open already"))
    }

    /// Makes this object a game that was made from content.
    fn _open_native(&self, game: &NativeGame) -> PyResult<()> {
        self.any.set(game.0.clone()).map_err(|_| PyValueError::new_err("the game is open already"))
    }

    #[getter]
    fn name(&self) -> String {
        self.fact(|facts| facts.name.clone(), String::new())
    }
    #[getter]
    fn about(&self) -> String {
        self.fact(|facts| facts.about.clone(), String::new())
    }
    #[getter]
    fn content(&self) -> String {
        self.fact(|facts| facts.content.clone(), String::new())
    }
    #[getter]
    fn seats(&self) -> usize {
        self.fact(|facts| facts.seats, 2)
    }
    #[getter]
    fn seat_counts(&self) -> Option<(usize, usize)> {
        self.fact(|facts| Some((*facts.seat_counts.start(), *facts.seat_counts.end())), None)
    }
    #[getter]
    fn actions(&self) -> usize {
        self.fact(|facts| facts.actions, 0)
    }
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.fact(|facts| facts.features.clone(), vec![0]))
    }
    #[getter]
    fn max_decisions(&self) -> u32 {
        self.fact(|facts| facts.max_decisions, 10_000)
    }
    #[getter]
    fn returns_range(&self) -> (f64, f64) {
        self.fact(|facts| facts.returns, (-1.0, 1.0))
    }
    #[getter]
    fn zero_sum(&self) -> bool {
        self.fact(|facts| facts.zero_sum, true)
    }
    #[getter]
    fn hidden(&self) -> bool {
        self.fact(|facts| facts.hidden, false)
    }
    #[getter]
    fn chance(&self) -> bool {
        self.fact(|facts| facts.chance, false)
    }
    #[getter]
    fn simultaneous(&self) -> bool {
        self.fact(|facts| facts.simultaneous, false)
    }
    #[getter]
    fn spec(&self) -> String {
        self.any.get().map_or_else(String::new, |any| any.spec().to_owned())
    }

    /// The agents that the game brings: (name, help, [(option, help)]).
    #[getter]
    #[expect(clippy::type_complexity, reason = "a table for one caller")]
    fn agents(&self) -> Vec<(&'static str, &'static str, Vec<(&'static str, &'static str)>)> {
        let entries = self.any.get().map_or(&[][..], |any| any.agents());
        entries.iter().map(|entry| (entry.name, entry.help, entry.options.to_vec())).collect()
    }

    /// What the game can count beside its returns.
    #[getter]
    fn counters(&self) -> Vec<String> {
        self.any.get().map_or_else(Vec::new, |any| any.counters())
    }

    /// The text of an action.
    pub(crate) fn describe(this: &Bound<'_, Self>, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let any = Game::any(this)?;
        let (action, actions) = (action_of(&*any, action)?, any.facts().actions);
        if action.index() >= actions {
            return Err(Kind::IllegalAction.error(format!(
                "{} has the actions 0 to {}, no {}",
                any.spec(),
                actions - 1,
                action.0
            )));
        }
        guard(|| any.describe(action))
    }

    /// The action with this text.
    fn parse(this: &Bound<'_, Self>, text: &str) -> PyResult<u32> {
        let any = Game::any(this)?;
        Ok(guard(|| any.parse(text))?.map_err(ToPython::to_python)?.0)
    }

    fn _begin<'py>(this: &Bound<'py, Self>, seed: Seed, position: Option<String>) -> PyResult<Bound<'py, PyAny>> {
        let any = Game::any(this)?;
        let play = guard(|| any.start(Start { seed: seed.0, position }))?.map_err(ToPython::to_python)?;
        State::wrap(this.py(), this.clone().unbind().into_any(), play)
    }

    fn _begin_json<'py>(this: &Bound<'py, Self>, seed: Seed, json: &str) -> PyResult<Bound<'py, PyAny>> {
        let any = Game::any(this)?;
        let json = serde_json::from_str(json).map_err(|error| Kind::BadPosition.error(format!("position: {error}")))?;
        let text = any.position_text(&json).map_err(ToPython::to_python)?;
        Game::_begin(this, seed, Some(text))
    }

    /// Every way in which the game can start: (numerator, denominator, state).
    fn _starts<'py>(this: &Bound<'py, Self>, limit: usize) -> PyResult<Vec<(u128, u128, Bound<'py, PyAny>)>> {
        let any = Game::any(this)?;
        let outcomes = guard(|| any.starts(limit))?.map_err(ToPython::to_python)?;
        State::wrap_outcomes(this.py(), this.as_any(), outcomes)
    }

    fn _replay<'py>(this: &Bound<'py, Self>, json: &str) -> PyResult<Bound<'py, PyAny>> {
        let any = Game::any(this)?;
        let replay = Replay::from_json(json).map_err(BadReplay::to_python)?;
        let play = guard(|| any.replay(&replay))?.map_err(BadReplay::to_python)?;
        State::wrap(this.py(), this.clone().unbind().into_any(), play)
    }

    /// Plays a game of a tournament again and returns its last state.
    fn _play_again<'py>(
        this: &Bound<'py, Self>,
        agents: Vec<Bound<'py, PyAny>>,
        seed: u64,
        agent_seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (any, sources) = (Game::any(this)?, sources(this.as_any(), &agents)?);
        let played = guard(|| any.play_again(sources, seed, agent_seed))?.map_err(ToPython::to_python)?;
        let play = played.map_err(ToPython::to_python)?;
        State::wrap(this.py(), this.clone().unbind().into_any(), play)
    }

    fn _agent(this: &Bound<'_, Self>, agent: &Bound<'_, PyAny>, seed: Seed) -> PyResult<Agent> {
        let any = Game::any(this)?;
        let source = source(this.as_any(), agent)?;
        let (agent, facts) = guard(|| any.agent(&source))?.map_err(ToPython::to_python)?;
        Ok(Agent { agent: Mutex::new((agent, Rng::stream(seed.0, AGENT_LUCK.0))), facts })
    }

    /// The report of the conformance kit: [(name, claim, None or (seed, decision, detail))].
    #[expect(clippy::type_complexity, reason = "a table for one caller")]
    fn _check(
        this: &Bound<'_, Self>,
        games: u32,
        seed: Seed,
    ) -> PyResult<Vec<(String, String, Option<(u64, usize, String)>)>> {
        let any = Game::any(this)?;
        let options = Options { games, seed: seed.0, ..Options::default() };
        let report = interruptible(this.py(), any.has_hooks(), || any.check(&options))?;
        let row = |check: ludus_testkit::Check| {
            let failure = check.failure.map(|failure| (failure.seed, failure.decision, failure.detail));
            (check.name.to_owned(), check.claim.to_owned(), failure)
        };
        Ok(report.checks.into_iter().map(row).collect())
    }

    /// The size of a state in memory.
    #[getter]
    fn _state_bytes(this: &Bound<'_, Self>) -> PyResult<usize> {
        Ok(Game::any(this)?.state_bytes())
    }

    /// The mean seconds that a copy of a state takes; None where a copy is not equal to its state.
    fn _copy_seconds(this: &Bound<'_, Self>, copies: u32) -> PyResult<Option<f64>> {
        let any = Game::any(this)?;
        guard(|| any.copy_seconds(copies))
    }

    /// Plays random games inside the native code and returns the number of decisions.
    fn _random_play(this: &Bound<'_, Self>, games: u32, seed: u64) -> PyResult<u64> {
        let any = Game::any(this)?;
        interruptible(this.py(), any.has_hooks(), || any.random_play(games, seed))
    }
}

/// Agents get a stream of their own: the seed that dealt the cards must not tell an agent the deal.
const AGENT_LUCK: Luck = Luck::of("agent");

/// An agent for one game with luck of its own.
#[pyclass(module = "ludus._core", frozen)]
pub(crate) struct Agent {
    agent: Mutex<(Box<dyn AnyAgent>, Rng)>,
    facts: AgentFacts,
}

#[pymethods]
impl Agent {
    /// The canonical text of the agent.
    #[getter]
    fn spec(&self) -> &str {
        &self.facts.spec
    }

    /// Whether the same seed always gives the same choices.
    #[getter]
    fn reproducible(&self) -> bool {
        self.facts.reproducible
    }

    /// What the last choice considered, best first: (action, visits, value on the scale of the returns).
    #[getter]
    fn thoughts(&self) -> PyResult<Vec<(u32, u32, f64)>> {
        let busy = self.busy()?;
        Ok(busy.0.thoughts().iter().map(|thought| (thought.action.0, thought.visits, thought.value)).collect())
    }

    /// Chooses an action for a seat that is to act.
    #[pyo3(signature = (state, seat = None))]
    fn choose(&self, py: Python<'_>, state: &Bound<'_, State>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<u32> {
        let state = state.borrow();
        let play = state.play()?;
        let seats = guard(|| play.to_act())?;
        let seat = match seat {
            Some(seat) => seat_of(seat)?,
            None => seats.lowest().unwrap_or(Seat(u8::MAX)),
        };
        if !seats.has(seat) {
            return Err(Kind::IllegalAction.error(not_to_act(seats, seat)));
        }
        let mut busy = self.busy()?;
        let (agent, rng) = &mut *busy;
        let stay = self.facts.quick || self.facts.hooks;
        let chosen = interruptible(py, stay, || agent.choose(play, seat, rng))?;
        chosen
            .map(|action: Action| action.0)
            .ok_or_else(|| PyTypeError::new_err("the player was made for another game, or for other options of it"))
    }
}

impl Agent {
    /// The agent and its luck, for one choice at a time. Waiting for another choice could wait for ever: that one may need
    /// the thread that waits.
    fn busy(&self) -> PyResult<MutexGuard<'_, (Box<dyn AnyAgent>, Rng)>> {
        match self.agent.try_lock() {
            Ok(free) => Ok(free),
            Err(TryLockError::Poisoned(left)) => Ok(left.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("the player is choosing: one choice at a time"))
            }
        }
    }
}

/// Where an agent comes from: a text, or anything that can be called to make one.
fn source(game: &Bound<'_, PyAny>, agent: &Bound<'_, PyAny>) -> PyResult<Source> {
    if let Ok(text) = agent.extract::<&str>() {
        return Ok(Source::Spec(text.parse().map_err(BadSpec::to_python)?));
    }
    let (label, make): (String, Bound<'_, PyAny>) = agent.extract()?;
    Ok(Source::Python { label, make: make.unbind(), game: game.clone().unbind() })
}

/// The sources of several agents: texts, or pairs of a label and something that makes an agent.
pub(crate) fn sources(game: &Bound<'_, PyAny>, agents: &[Bound<'_, PyAny>]) -> PyResult<Vec<Source>> {
    agents.iter().map(|agent| source(game, agent)).collect()
}
