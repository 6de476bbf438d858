//! Card texts: parsing, printing, and the grammar as data.

use std::hash::{DefaultHasher, Hash, Hasher};

use ludus_cardtext as cardtext;
use ludus_cardtext::Grammar;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::Kind;

/// The game of this name.
pub(crate) fn game_named(name: &str) -> PyResult<cardtext::Game> {
    cardtext::Game::named(name).ok_or_else(|| {
        let known = cardtext::Game::ALL.map(|game| game.name().to_owned()).join(", ");
        Kind::BadSpec.error(format!("there is no card language `{name}`; there are {known}"))
    })
}

/// The names that a card text may speak of.
#[pyclass(frozen, module = "ludus._core")]
pub(crate) struct Names(pub(crate) cardtext::Names);

#[pymethods]
impl Names {
    #[new]
    fn new(names: Vec<String>) -> Self {
        Names(cardtext::Names::new(names.iter().map(String::as_str)))
    }

    fn __contains__(&self, name: &str) -> bool {
        self.0.holds(name)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// The tree of a card text.
#[pyclass(frozen, subclass, module = "ludus._core")]
pub(crate) struct Tree {
    pub(crate) game: cardtext::Game,
    pub(crate) tree: cardtext::Tree,
}

#[pymethods]
impl Tree {
    #[new]
    fn new(game: &str, json: &str) -> PyResult<Self> {
        let game = game_named(game)?;
        let json =
            serde_json::from_str(json).map_err(|problem| PyValueError::new_err(format!("no tree: {problem}")))?;
        let tree = cardtext::Tree::from_json(Grammar::built_in().definition(), &json)
            .map_err(|problem| PyValueError::new_err(format!("no tree: {problem}")))?;
        Ok(Tree { game, tree })
    }

    /// The game whose language the text is written in.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.name()
    }

    /// The text, printed from the tree.
    #[getter]
    fn text(&self) -> PyResult<String> {
        Grammar::built_in()
            .print(self.game, &self.tree)
            .ok_or_else(|| PyValueError::new_err(format!("{} has no words for this tree", self.game.name())))
    }

    /// The tree as JSON text.
    #[getter]
    fn json(&self) -> String {
        self.tree.to_json(Grammar::built_in().definition()).to_string()
    }

    /// The same meaning in the canonical wording, as JSON text.
    #[getter]
    fn canonical_json(&self) -> String {
        self.tree.canonical().to_json(Grammar::built_in().definition()).to_string()
    }

    /// The phrases of which the tree is made, by the place in the grammar where they stand.
    fn phrases(&self) -> Vec<&'static str> {
        let grammar = Grammar::built_in();
        let places = grammar.phrases_used(self.game, &self.tree);
        places.into_iter().map(|id| grammar.definition().phrases[id].place.as_str()).collect()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: pyo3::basic::CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Tree>() else { return Ok(py.NotImplemented()) };
        let equal = self.game == other.get().game && self.tree == other.get().tree;
        match op {
            pyo3::basic::CompareOp::Eq => equal.into_py_any(py),
            pyo3::basic::CompareOp::Ne => (!equal).into_py_any(py),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game, &self.tree).hash(&mut hasher);
        hasher.finish()
    }
}

/// Parses a card text. The second part is the refusal: message, phrase, span in characters, expected, suggestions.
#[pyfunction]
#[pyo3(signature = (game, text, own_name, names))]
#[expect(clippy::type_complexity, reason = "the parts of one error, made into a class in Python")]
pub(crate) fn parse_card_text(
    py: Python<'_>,
    game: &str,
    text: &str,
    own_name: Option<&str>,
    names: &Names,
) -> PyResult<(Option<Tree>, Option<(String, String, (usize, usize), Vec<String>, Vec<String>)>)> {
    let game = game_named(game)?;
    Ok(match py.detach(|| Grammar::built_in().parse(game, text, own_name, &names.0)) {
        Ok(tree) => (Some(Tree { game, tree }), None),
        Err(refusal) => {
            // Python counts characters, Rust bytes.
            let characters = |byte: usize| text[..byte].chars().count();
            let span = (characters(refusal.span.start), characters(refusal.span.end));
            (None, Some((refusal.to_string(), refusal.phrase, span, refusal.expected, refusal.suggestions)))
        }
    })
}

/// A stored text as the grammar reads it: without markup, line breaks and typing habits.
#[pyfunction]
#[pyo3(signature = (game, text, own_name))]
pub(crate) fn normalise_card_text(game: &str, text: &str, own_name: Option<&str>) -> PyResult<String> {
    Ok(cardtext::normalise(game_named(game)?, text, own_name).text)
}

/// The grammar of a game as JSON: one object for each kind, with its wordings and examples.
#[pyfunction]
pub(crate) fn card_grammar(game: &str) -> PyResult<String> {
    let entries = Grammar::built_in().reference(game_named(game)?);
    serde_json::to_string(&entries).map_err(|problem| PyValueError::new_err(problem.to_string()))
}
