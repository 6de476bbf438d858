//! What is counted over a game: turns, and what became of each card of the decks.

use ludus_cards::machine::{Content, Event};

use crate::Deck;

/// What can become of a card of a deck, as the names of its counters say it.
const FATES: [&str; 3] = ["opening", "drawn", "played"];

/// Which numbers are counted: the turns, then for each seat and each different card of its deck how many copies were in
/// the first hand, were drawn, were played.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    names: Vec<String>,
    /// For each seat the card numbers, ascending, and where the counters of the first one are.
    seats: [(Vec<u16>, usize); 2],
}

/// The place of the number of turns.
const TURNS: usize = 0;

impl Counted {
    pub(crate) fn new(content: &Content, decks: [&Deck; 2]) -> Counted {
        let mut names = vec!["turns".to_owned()];
        let seats = [0, 1].map(|seat| {
            let mut cards = decks[seat].cards.clone();
            cards.sort_unstable();
            cards.dedup();
            let first = names.len();
            for &card in &cards {
                let id = &content.card(card).id;
                names.extend(FATES.iter().map(|fate| format!("{fate}:{seat}:{id}")));
            }
            (cards, first)
        });
        Counted { names, seats }
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    pub(crate) fn count(&self, event: Event, counts: &mut [u32]) {
        match event {
            Event::TurnBegan { turn, .. } => counts[TURNS] = u32::from(turn),
            // All that is drawn before the first turn is the first hand.
            Event::Drew { side, card, .. } => self.add(side, card, usize::from(counts[TURNS] > 0), 1, counts),
            Event::Replaced { side, card } => self.add(side, card, 0, -1, counts),
            Event::Played { side, card, .. } => self.add(side, card, 2, 1, counts),
            _ => {}
        }
    }

    fn add(&self, side: u8, card: u16, fate: usize, change: i32, counts: &mut [u32]) {
        let (cards, first) = &self.seats[usize::from(side)];
        if let Ok(place) = cards.binary_search(&card) {
            let count = &mut counts[first + place * FATES.len() + fate];
            *count = count.saturating_add_signed(change);
        }
    }
}
