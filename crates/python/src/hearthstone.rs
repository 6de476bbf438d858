//! Constructed Hearthstone: the cards of its sets, its decks and options from Python, its scenarios.

use std::sync::Arc;

use ludus_cards::machine::lower::NotRun;
use ludus_hearthstone::{Cards, First, Hearthstone, Options, scenario};
use pyo3::prelude::*;

use crate::erased::{AnyGame, Named};
use crate::errors::Kind;

/// A scenario that was carried out: heading, line, ids of the cards that it verifies, and what is wrong (line, sentence).
type Outcome = (String, usize, Vec<String>, Option<(usize, String)>);

/// A hero and the cards of a deck, by their ids.
type Deck = (String, Vec<String>);

/// The cards of some sets as the machine runs them.
#[pyclass(frozen, module = "ludus._core")]
pub(crate) struct HearthstoneCards(pub(crate) Cards);

#[pymethods]
impl HearthstoneCards {
    /// The ids of the cards that cannot be played, with the reasons.
    fn not_run(&self) -> Vec<(String, String)> {
        self.0.not_run.iter().map(|(id, why): &(String, NotRun)| (id.clone(), why.to_string())).collect()
    }

    /// The ids of the cards that can be put into a deck.
    fn collectible(&self) -> Vec<String> {
        self.0.content.cards.iter().filter(|card| card.collectible).map(|card| card.id.clone()).collect()
    }

    /// Carries out the scenarios of a page, those of our own starter set or the others.
    fn scenarios(&self, py: Python<'_>, page: &str, starter: bool) -> Vec<Outcome> {
        let content = &self.0.content;
        let run = |scenario: scenario::Scenario| {
            let outcome = scenario.verified(content).and_then(|verifies| scenario.run(content).map(|()| verifies));
            let failed = outcome.as_ref().err().map(|failed| (failed.line, failed.problem.clone()));
            (scenario.title, scenario.line, outcome.unwrap_or_default(), failed)
        };
        py.detach(|| scenario::read(page).into_iter().filter(|one| one.starter == starter).map(run).collect())
    }

    /// The game between two decks; `first` is the seat that begins, nothing for chance.
    ///
    /// With `position` every play of it begins there: its parts, and what is carried out first.
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    #[pyo3(signature = (spec, decks, coin, mulligan, first, places, position = None))]
    fn game(
        &self,
        spec: String,
        decks: [Deck; 2],
        coin: bool,
        mulligan: bool,
        first: Option<u8>,
        places: bool,
        position: Option<(Vec<String>, Vec<String>)>,
    ) -> PyResult<NativeGame> {
        let first = first.map_or(First::Random, First::Seat);
        let options = Options { coin, mulligan, first, places };
        let [(hero, cards), (other_hero, other_cards)] = &decks;
        let decks = [(hero.as_str(), cards.as_slice()), (other_hero.as_str(), other_cards.as_slice())];
        let mut game = Hearthstone::new(Arc::clone(&self.0.content), decks, options)
            .map_err(|error| Kind::BadCards.error(error.to_string()))?;
        if let Some((parts, plays)) = position {
            game = game
                .beginning_at(&parts, &plays)
                .map_err(|error| Kind::BadPosition.error(format!("position: {error}")))?;
        }
        Ok(NativeGame(Arc::new(Named { game: Arc::new(game), spec })))
    }
}

/// A game that was made from content, to be opened as a `ludus.Game`.
#[pyclass(frozen, module = "ludus._core")]
pub(crate) struct NativeGame(pub(crate) Arc<dyn AnyGame>);
