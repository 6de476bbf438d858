//! The table of all cards that are known.

use std::collections::HashSet;
use std::sync::OnceLock;

use ludus_cardtext::Game;
use ludus_core::nearest;

use crate::card::Card;

/// Cards with their ids and names looked up fast; the order is that of their sources.
#[derive(Clone, Debug, Default)]
pub struct Table {
    cards: Vec<Card>,
    /// The places by id, made when the first card is looked up.
    by_id: OnceLock<Vec<u32>>,
    /// The names in lower case with their places, by name and place.
    by_name: OnceLock<Vec<(String, u32)>>,
}

impl Table {
    /// A table of cards; of two with the same id the first stays.
    pub fn new(cards: impl IntoIterator<Item = Card>) -> Table {
        let mut cards: Vec<Card> = cards.into_iter().collect();
        let mut known = HashSet::with_capacity(cards.len());
        let is_first: Vec<bool> = cards.iter().map(|card| known.insert(card.id.as_str())).collect();
        let mut is_first = is_first.into_iter();
        cards.retain(|_| is_first.next().unwrap_or_default());
        Table::of_unique(cards)
    }

    /// A table of cards whose ids are known to differ.
    pub(crate) fn of_unique(cards: Vec<Card>) -> Table {
        Table { cards, ..Table::default() }
    }

    fn by_id(&self) -> &[u32] {
        self.by_id.get_or_init(|| {
            let mut places: Vec<u32> = (0..self.cards.len() as u32).collect();
            places.sort_by_key(|&place| self.cards[place as usize].id.as_str());
            places
        })
    }

    fn by_name(&self) -> &[(String, u32)] {
        self.by_name.get_or_init(|| {
            let entry = |(place, card): (usize, &Card)| (card.name.to_lowercase(), place as u32);
            let mut names: Vec<(String, u32)> = self.cards.iter().enumerate().map(entry).collect();
            names.sort_unstable();
            names
        })
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
        let at = self.by_id().binary_search_by_key(&id, |&place| self.cards[place as usize].id.as_str()).ok()?;
        Some(self.by_id()[at] as usize)
    }

    /// The cards of this name in any letter case, in the order of the table.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &Card> {
        let (wanted, names) = (name.to_lowercase(), self.by_name());
        let from = names.partition_point(|(known, _)| *known < wanted);
        let count = names[from..].partition_point(|(known, _)| *known == wanted);
        names[from..from + count].iter().map(|&(_, place)| &self.cards[place as usize])
    }

    /// The cards whose ids are that of a card and something behind it that is no digit (`EX1_110t` for `EX1_110`).
    pub fn beginning_with<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Card> {
        let cards = self.by_id().iter().map(|&place| &self.cards[place as usize]);
        let from = self.by_id().partition_point(|&place| self.cards[place as usize].id.as_str() <= id);
        cards
            .skip(from)
            .map_while(move |card| card.id.strip_prefix(id).map(|rest| (rest, card)))
            .filter(|(rest, _)| !rest.starts_with(|letter: char| letter.is_ascii_digit()))
            .map(|(_, card)| card)
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
