use ludus_batch::{Format, GameRow, Plan, Standing};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::erased::{AgentFacts, AnyTournament, Source};
use crate::errors::{ToPython, guard, interruptible};
use crate::game::{Game, sources};
use crate::numbers::{Seed, ThreadCount};

/// Agents that play each other, a chunk of games at a time.
#[pyclass(module = "ludus._core")]
pub(crate) struct Tournament {
    inner: Box<dyn AnyTournament>,
    agents: Vec<AgentFacts>,
    seats: usize,
    /// What is counted in each game.
    counters: Vec<String>,
    /// Every game that has been counted in the standings.
    rows: Vec<GameRow>,
}

#[pymethods]
impl Tournament {
    #[new]
    fn new(
        game: &Bound<'_, Game>,
        agents: Vec<Bound<'_, PyAny>>,
        format: &str,
        swap: bool,
        seed: Seed,
        threads: Option<ThreadCount>,
        count: bool,
    ) -> PyResult<Self> {
        let any = Game::any(game)?;
        let format = match format {
            "fixed" => Format::Fixed,
            "round-robin" => Format::RoundRobin,
            "gauntlet" => Format::Gauntlet,
            other => {
                return Err(PyValueError::new_err(format!("format `{other}` must be fixed, round-robin or gauntlet")));
            }
        };
        let sources: Vec<Source> = sources(game.as_any(), &agents)?;
        let seats = any.facts().seats;
        let plan = Plan::new(format, sources.len(), seats, swap);
        let (inner, agents) = guard(|| any.tournament(sources, plan, seed.0, threads.map(|count| count.0), count))?
            .map_err(ToPython::to_python)?;
        let counters = if count { any.counters() } else { Vec::new() };
        Ok(Tournament { inner, agents, seats, counters, rows: Vec::new() })
    }

    /// Plays the next games of every match.
    fn run(&mut self, py: Python<'_>, count: u64) -> PyResult<()> {
        let (inner, rows) = (&mut self.inner, &mut self.rows);
        let hooks = self.agents.iter().any(|agent| agent.hooks);
        // The rows are kept where the games are counted: an interruption that comes after the last game has no say.
        interruptible(py, hooks, || inner.run(count).map(|played| rows.extend(played)))?.map_err(ToPython::to_python)
    }

    /// The games so far by column, in the order in which they were played.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rows = &self.rows;
        let table = |row: &GameRow| &self.inner.plan().matches[row.round as usize].rotations[row.rotation as usize];
        let columns = PyDict::new(py);
        columns.set_item("match", PyArray1::from_iter(py, rows.iter().map(|row| row.round)))?;
        columns.set_item("rotation", PyArray1::from_iter(py, rows.iter().map(|row| row.rotation)))?;
        columns.set_item("seed", PyArray1::from_iter(py, rows.iter().map(|row| row.seed)))?;
        columns.set_item("agent_seed", PyArray1::from_iter(py, rows.iter().map(|row| row.agent_seed)))?;
        columns.set_item("decisions", PyArray1::from_iter(py, rows.iter().map(|row| row.decisions)))?;
        for seat in 0..self.seats {
            let entrants = rows.iter().map(|row| table(row)[seat] as u32);
            columns.set_item(format!("entrant_{seat}"), PyArray1::from_iter(py, entrants))?;
            let returns = rows.iter().map(|row| row.returns[seat]);
            columns.set_item(format!("return_{seat}"), PyArray1::from_iter(py, returns))?;
        }
        for (place, name) in self.counters.iter().enumerate() {
            columns.set_item(name, PyArray1::from_iter(py, rows.iter().map(|row| row.counts[place])))?;
        }
        Ok(columns)
    }

    /// The most orders of seats that a match is played in.
    #[getter]
    fn rotations(&self) -> usize {
        self.inner.plan().matches.iter().map(|one| one.rotations.len()).max().unwrap_or(1)
    }

    /// The canonical texts of the agents.
    #[getter]
    fn labels(&self) -> Vec<String> {
        self.agents.iter().map(|agent| agent.spec.clone()).collect()
    }

    /// Whether the same seed gives the same games.
    #[getter]
    fn reproducible(&self) -> bool {
        self.agents.iter().all(|agent| agent.reproducible)
    }

    /// The number of matches.
    #[getter]
    fn matches(&self) -> usize {
        self.inner.plan().matches.len()
    }

    /// How many games each match has played.
    #[getter]
    fn played(&self) -> u64 {
        self.inner.played()
    }

    /// Half the width of the widest interval of all win rates.
    #[getter]
    fn widest(&self) -> f64 {
        self.inner.widest()
    }

    /// How everyone has done: a dictionary for each entrant of each match.
    fn standings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let mut all = Vec::new();
        for (round, one) in self.inner.plan().matches.iter().enumerate() {
            for (entrant, standing) in one.entrants().into_iter().zip(self.inner.standings(round)) {
                all.push(standing_dict(py, round, entrant, standing)?);
            }
        }
        Ok(all)
    }
}

fn standing_dict<'py>(
    py: Python<'py>,
    round: usize,
    entrant: usize,
    standing: &Standing,
) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    let rate = standing.win_rate();
    row.set_item("match", round)?;
    row.set_item("entrant", entrant)?;
    row.set_item("games", standing.games)?;
    row.set_item("wins", standing.wins)?;
    row.set_item("draws", standing.draws)?;
    row.set_item("losses", standing.losses())?;
    row.set_item("win_rate", rate.value)?;
    row.set_item("win_low", rate.low)?;
    row.set_item("win_high", rate.high)?;
    row.set_item("mean_return", standing.mean)?;
    row.set_item("return_se", Some(standing.standard_error()).filter(|error| error.is_finite()))?;
    Ok(row)
}

/// The share of hits among n with its 95 % Wilson interval: (share, low, high).
#[pyfunction]
pub(crate) fn wilson(hits: u64, n: u64) -> PyResult<(f64, f64, f64)> {
    if hits > n {
        return Err(PyValueError::new_err(format!("{hits} hits among {n} cannot be")));
    }
    let interval = ludus_batch::wilson(hits, n);
    Ok((interval.value, interval.low, interval.high))
}
