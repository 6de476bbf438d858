//! The cards and decks of the starter set, and games of random decks.

#![allow(dead_code, reason = "every test uses its own part of this")]

use std::sync::Arc;

use ludus_cards::designer::{self, Defaults};
use ludus_cards::machine::Content;
use ludus_cards::machine::program::kind;
use ludus_cards::pools::Pools;
use ludus_cards::{Compiler, DeclaredNames, Overrides, Table, built_in, decks};
use ludus_cardtext::{Game, Grammar};
use ludus_core::Rng;
use ludus_hearthstone::{Cards, First, Hearthstone, Options};

/// A deck by the ids of its hero and cards.
pub(crate) struct Deck {
    pub(crate) name: String,
    pub(crate) hero: String,
    pub(crate) cards: Vec<String>,
}

/// The cards of the starter set as the machine runs them, and its decks.
pub(crate) struct Starter {
    pub(crate) content: Arc<Content>,
    pub(crate) decks: Vec<Deck>,
}

impl Starter {
    pub(crate) fn read() -> Starter {
        let mut cards = Vec::new();
        let mut found = Vec::new();
        for file in built_in::FILES.iter().filter(|file| file.system() == "starter") {
            match file.role() {
                built_in::Role::Cards => {
                    let defaults = Defaults { game: None, set: None };
                    let designed = designer::read(file.path, file.text.as_bytes(), &defaults);
                    cards.extend(designed.unwrap_or_else(|problems| panic!("{problems}")).cards);
                }
                built_in::Role::Deck => found.push(file),
                _ => {}
            }
        }
        let table = Table::new(cards);
        let (names, overrides) = (DeclaredNames::default(), Overrides::default());
        let reader = Compiler::new(Grammar::built_in(), &table, &names, &overrides);
        let sets = ["starter".to_owned()];
        let definition = Grammar::built_in().definition();
        let compiled = |place: usize| reader.card(&table.cards()[place]);
        let made = Cards::new(definition, &table, &Pools::default(), &sets, compiled);
        let decks = found.into_iter().filter_map(|file| {
            let deck = decks::read(file.path, file.text.as_bytes(), None, &table);
            let deck = deck.unwrap_or_else(|problems| panic!("{problems}"));
            let cards = deck.cards.iter().flat_map(|(id, copies)| vec![id.clone(); *copies as usize]).collect();
            (deck.game == Game::Hearthstone).then(|| Deck { name: deck.name, hero: deck.hero.unwrap(), cards })
        });
        Starter { decks: decks.collect(), content: made.content }
    }

    /// A game between two decks.
    pub(crate) fn game(&self, decks: [&Deck; 2], options: Options) -> Hearthstone {
        let sides = decks.map(|deck| (deck.hero.as_str(), deck.cards.as_slice()));
        Hearthstone::new(Arc::clone(&self.content), sides, options).expect("the decks can be played with")
    }

    /// A deck of so many random cards of any class.
    pub(crate) fn random_deck(&self, size: usize, rng: &mut Rng) -> Deck {
        let ids = |test: &dyn Fn(u8, bool) -> bool| -> Vec<String> {
            let cards = self.content.cards.iter();
            cards.filter(|card| test(card.kind, card.collectible)).map(|card| card.id.clone()).collect()
        };
        let heroes = ids(&|of, _| of == kind::HERO);
        let cards = ids(&|of, collectible| collectible && of & kind::CARD != 0);
        let mut one = |of: &[String]| of[rng.below(of.len() as u32) as usize].clone();
        let hero = one(&heroes);
        Deck { name: "random".to_owned(), hero, cards: (0..size).map(|_| one(&cards)).collect() }
    }
}

/// All combinations of options.
pub(crate) fn all_options() -> Vec<Options> {
    let mut all = Vec::new();
    for first in [First::Random, First::Seat(0), First::Seat(1)] {
        for bits in 0..8 {
            all.push(Options { coin: bits & 1 == 0, mulligan: bits & 2 == 0, places: bits & 4 == 0, first });
        }
    }
    all
}
