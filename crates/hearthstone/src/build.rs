//! From cards and decks to a game.

use std::sync::Arc;

use ludus_cards::machine::Content;
use ludus_cards::machine::lower::{NotRun, lower};
use ludus_cards::machine::program::kind;
use ludus_cards::machine::state::MAX_DECK;
use ludus_cards::pools::Pools;
use ludus_cards::{Compiled, Table};
use ludus_cardtext::Definition;
use ludus_core::Facts;
use thiserror::Error;

use crate::counted::Counted;
use crate::members::{Members, is_coin, is_in, power_of};
use crate::{Hearthstone, Options, actions, observe};

/// The health of a hero whose card does not say it.
const HERO_HEALTH: i16 = 30;

/// The cards that games are made of: those that the machine can run, and the reasons why it cannot run the others.
#[derive(Clone, Debug)]
pub struct Cards {
    /// The cards.
    pub content: Arc<Content>,
    /// The ids of the cards that cannot be played, with the reasons.
    pub not_run: Vec<(String, NotRun)>,
}

impl Cards {
    /// Lowers the cards that belong to some sets, and all that can come of them, with the trees that `compiled` gives for
    /// the places of the table. A refused card is left out.
    pub fn new(
        definition: &Definition,
        table: &Table,
        pools: &Pools,
        sets: &[String],
        compiled: impl FnMut(usize) -> Compiled,
    ) -> Cards {
        let members = Members::of(definition, table, pools, sets, compiled);
        let cards: Vec<_> = members
            .found
            .iter()
            .map(|(&place, compiled)| (&table.cards()[place], compiled))
            .filter(|(_, compiled)| compiled.refusal().is_none() || compiled.tree().is_some())
            .map(|(card, compiled)| (card, compiled.tree()))
            .collect();
        let mut outcome = lower(definition, table, pools, &cards);
        for place in 0..outcome.content.cards.len() {
            if outcome.content.cards[place].is(kind::HERO) {
                let power = power_of(&outcome.content, table, place);
                let hero = &mut outcome.content.cards[place];
                hero.power = power;
                if hero.health == 0 {
                    hero.health = HERO_HEALTH;
                }
            }
            // Cards of other sets come from effects only: neither decks nor random choices know them.
            let card = &mut outcome.content.cards[place];
            card.collectible &= table.get(&card.id).is_none_or(|card| is_in(card, sets));
        }
        Cards { content: Arc::new(outcome.content), not_run: outcome.not_run }
    }
}

/// A hero and the cards of a deck, by their numbers in the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The hero.
    pub hero: u16,
    /// The cards, copies one by one.
    pub cards: Vec<u16>,
}

/// Why a deck cannot be played with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadDeck {
    /// A card is not known to the machine.
    #[error("the deck of seat {seat} has a card `{card}` that cannot be played")]
    Unknown {
        /// Whose deck.
        seat: usize,
        /// The id of the card.
        card: String,
    },
    /// What should be the hero is something else.
    #[error("the deck of seat {seat} has no hero: `{card}` is none")]
    NoHero {
        /// Whose deck.
        seat: usize,
        /// The id of the card.
        card: String,
    },
    /// There are more cards than a deck can hold.
    #[error("the deck of seat {seat} has {count} cards; the most is {MAX_DECK}")]
    TooLarge {
        /// Whose deck.
        seat: usize,
        /// How many cards.
        count: usize,
    },
}

impl Hearthstone {
    /// A game between two decks, given by the ids of their heroes and cards.
    pub fn new(content: Arc<Content>, decks: [(&str, &[String]); 2], options: Options) -> Result<Hearthstone, BadDeck> {
        let mut found = Vec::new();
        for (seat, (hero, cards)) in decks.into_iter().enumerate() {
            found.push(find_deck(&content, seat, hero, cards)?);
        }
        let [first, second] = <[Deck; 2]>::try_from(found).expect("two decks were given");
        let coin = content.cards.iter().position(|card| is_coin(&card.id)).map(|place| place as u16);
        let facts = facts(&content);
        let counted = Counted::new(&content, [&first, &second]);
        Ok(Hearthstone { content, decks: [first, second], options, coin, facts, counted, start_position: None })
    }

    /// The cards of the game.
    pub fn content(&self) -> &Arc<Content> {
        &self.content
    }
}

fn find_deck(content: &Content, seat: usize, hero: &str, cards: &[String]) -> Result<Deck, BadDeck> {
    if cards.len() > MAX_DECK {
        return Err(BadDeck::TooLarge { seat, count: cards.len() });
    }
    let find = |id: &str| content.by_id(id).ok_or_else(|| BadDeck::Unknown { seat, card: id.to_owned() });
    let place = find(hero)?;
    if !content.card(place).is(kind::HERO) {
        return Err(BadDeck::NoHero { seat, card: hero.to_owned() });
    }
    let cards = cards.iter().map(|id| find(id)).collect::<Result<Vec<u16>, _>>()?;
    if let Some(&odd) = cards.iter().find(|&&card| !content.card(card).is(kind::CARD)) {
        return Err(BadDeck::Unknown { seat, card: content.card(odd).id.clone() });
    }
    Ok(Deck { hero: place, cards })
}

fn facts(content: &Content) -> Facts {
    Facts {
        name: "hearthstone".into(),
        about: "Two heroes with decks of cards, minions, spells, weapons and secrets.".into(),
        content: format!("hearthstone/1/{:016x}", content.fingerprint()),
        seats: 2,
        seat_counts: 2..=2,
        actions: actions::COUNT as usize,
        features: vec![observe::FEATURES],
        max_decisions: u32::from(ludus_cards::machine::LAST_TURN) * (u32::from(crate::MOST_DECISIONS_A_TURN) + 60),
        returns: (-1.0, 1.0),
        zero_sum: true,
        hidden: true,
        chance: true,
        simultaneous: false,
    }
}
