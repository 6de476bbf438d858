use std::sync::Arc;

use ludus_agents::catalogue;
use ludus_classic::{ConnectFour, Goofspiel, KuhnPoker, LeducPoker, TicTacToe};
use ludus_core::{BadSpec, Game, Options, Spec, nearest};
use pyo3::prelude::*;

use crate::erased::{AnyGame, Named};
use crate::errors::ToPython;

/// How a game is made from its options.
type Open = fn(Options) -> Result<Arc<dyn AnyGame>, BadSpec>;

/// Every game written in Rust: one line each.
const GAMES: &[(&str, Open)] = &[
    ("tic-tac-toe", |options| named(TicTacToe::new(), options)),
    ("connect-four", |options| named(ConnectFour::new(), options)),
    ("kuhn-poker", |options| named(KuhnPoker::new(), options)),
    ("leduc-poker", |options| named(LeducPoker::new(), options)),
    ("goofspiel", |mut options| {
        named(Goofspiel::new(options.number("cards", 13, 1..=13)?, options.number("seats", 2, 2..=8)?), options)
    }),
];

fn named<G: Game>(game: G, options: Options) -> Result<Arc<dyn AnyGame>, BadSpec> {
    Ok(Arc::new(Named { game: Arc::new(game), spec: options.finish()? }))
}

/// Opens the game that a spec names; `others` are further names to suggest for a wrong one.
pub(crate) fn open(spec: &Spec, others: &[String]) -> Result<Arc<dyn AnyGame>, BadSpec> {
    let Some((_, open)) = GAMES.iter().find(|(name, _)| *name == spec.name) else {
        let known = GAMES.iter().map(|(name, _)| *name).chain(others.iter().map(String::as_str));
        let near = nearest(&spec.name, known).map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        return Err(BadSpec(format!("there is no game `{}`; {near}`ludus games` lists all", spec.name)));
    };
    open(spec.options())
}

/// The names of the games written in Rust.
#[pyfunction]
pub(crate) fn native_games() -> Vec<&'static str> {
    GAMES.iter().map(|(name, _)| *name).collect()
}

/// The word that was meant by a wrong one, if it is near enough.
#[pyfunction]
#[pyo3(name = "nearest")]
#[expect(clippy::needless_pass_by_value, reason = "Python hands its texts over")]
pub(crate) fn nearest_of(word: &str, known: Vec<String>) -> Option<String> {
    nearest(word, known.iter().map(String::as_str)).map(str::to_owned)
}

/// The agents: (name, help, [(option, help)]).
#[pyfunction]
#[expect(clippy::type_complexity, reason = "a table for one caller")]
pub(crate) fn agent_catalogue() -> Vec<(&'static str, &'static str, Vec<(&'static str, &'static str)>)> {
    catalogue().iter().map(|entry| (entry.name, entry.help, entry.options.to_vec())).collect()
}

/// Splits a spec into its name and its options.
#[pyfunction]
pub(crate) fn parse_spec(text: &str) -> PyResult<(String, Vec<(String, String)>)> {
    let spec: Spec = text.parse().map_err(BadSpec::to_python)?;
    Ok((spec.name.clone(), spec.pairs()))
}
