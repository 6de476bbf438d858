//! The table of all cards that are known.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

use ludus_cardtext::Game;
use ludus_core::nearest;

use crate::card::Card;

/// Cards with their ids and names looked up fast; the order is that of their sources.
#[derive(Clone, Debug, Default)]
pub struct Table {
    cards: Vec<Card>,
    by_id: BTreeMap<String, usize>,
    /// The places of the cards of each name, ascending; names in lower case.
    by_name: HashMap<String, Vec<usize>>,
}

impl Table {
    /// A table of cards; of two with the same id the first stays.
    pub fn new(cards: impl IntoIterator<Item = Card>) -> Table {
        let mut table = Table::default();
        for card in cards {
            table.add(card);
        }
        table
    }

    /// Adds a card and says whether its id was free; a card whose id is taken is left out.
    pub fn add(&mut self, card: Card) -> bool {
        if self.by_id.contains_key(&card.id) {
            return false;
        }
        let place = self.cards.len();
        self.by_id.insert(card.id.clone(), place);
        self.by_name.entry(card.name.to_lowercase()).or_default().push(place);
        self.cards.push(card);
        true
    }

    /// All cards.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The card of this id.
    pub fn get(&self, id: &str) -> Option<&Card> {
        self.place(id).map(|place| &self.cards[place])
    }

    /// Where the card of this id stands.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The cards of this name in any letter case, in the order of the table.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &Card> {
        let places = self.by_name.get(&name.to_lowercase());
        places.into_iter().flatten().map(|&place| &self.cards[place])
    }

    /// The cards whose ids are that of a card and something behind it that is no digit (`EX1_110t` for `EX1_110`).
    pub fn beginning_with<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Card> {
        let range = self.by_id.range::<str, _>((Bound::Excluded(id), Bound::Unbounded));
        range
            .map_while(move |(other, &place)| other.strip_prefix(id).map(|rest| (rest, place)))
            .filter(|(rest, _)| !rest.starts_with(|letter: char| letter.is_ascii_digit()))
            .map(|(_, place)| &self.cards[place])
    }

    /// The card that a person means: by id, else by name, one that can be in a deck or a pool first.
    pub fn find(&self, text: &str, game: Option<Game>) -> Option<&Card> {
        if let Some(card) = self.get(text) {
            return Some(card);
        }
        let of_game = |card: &&Card| game.is_none_or(|game| card.game == game);
        self.named(text).filter(of_game).find(|card| card.collectible).or_else(|| self.named(text).find(of_game))
    }

    /// The name or id nearest to one that is not there.
    pub fn nearest(&self, text: &str) -> Option<&str> {
        let names = self.cards.iter().map(|card| card.name.as_str());
        nearest(text, names.chain(self.cards.iter().map(|card| card.id.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Kind;

    #[test]
    fn cards_are_found_by_id_and_by_name() {
        let mut token = Card::new("imp-token", "Imp", Game::Hearthstone, Kind::Minion);
        token.collectible = false;
        let table = Table::new([
            token,
            Card::new("imp", "Imp", Game::Hearthstone, Kind::Minion),
            Card::new("imp", "Other", Game::Hearthstone, Kind::Minion),
        ]);
        assert_eq!(table.cards().len(), 2);
        assert_eq!(table.get("imp").unwrap().name, "Imp");
        assert_eq!(table.find("imp-token", None).unwrap().id, "imp-token");
        assert_eq!(table.find("IMP", None).unwrap().id, "imp");
        assert_eq!(table.find("Imp", Some(Game::Battlegrounds)), None);
        assert_eq!(table.nearest("Impp"), Some("Imp"));
    }
}
