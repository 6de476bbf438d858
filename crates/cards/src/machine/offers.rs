//! Cards that a player is offered in the middle of an effect.

use ludus_core::{Dice, Log, Luck};

use super::event::Event;
use super::program::Step;
use super::run::Machine;
use super::state::{Ask, MAX_OFFER, Offer};

/// Which of several is offered, or taken where nobody can be asked.
pub(super) const OFFER: Luck = Luck::of("offer");

impl<D: Dice, L: Log<Event>> Machine<'_, D, L> {
    /// Offers cards to a player; an only one is taken without asking, as is any for a player whose turn it is not.
    pub(super) fn ask(&mut self, side: u8, cards: &[u16]) {
        match cards.len() {
            0 => {}
            1 => {
                self.get(side, cards[0]);
            }
            count if side != self.state.active => {
                let nth = self.roll(OFFER, count);
                self.get(side, cards[nth]);
            }
            _ => self.offer(Ask::Discover, side, cards.iter().copied()),
        }
    }

    pub(super) fn offer(&mut self, ask: Ask, side: u8, cards: impl Iterator<Item = u16>) {
        let mut offer = Offer { ask, side, ..Offer::default() };
        for card in cards.take(MAX_OFFER) {
            offer.cards[usize::from(offer.count)] = card;
            offer.count += 1;
        }
        self.state.offer = offer;
    }

    /// Whether a player is offered cards out of a deck, wherever in it they are.
    pub fn offers_from_deck(&self) -> bool {
        self.state.offer.ask == Ask::Discover && matches!(self.offering(), Some(Step::DiscoverFromDeck(_)))
    }

    /// The step that made the offer.
    fn offering(&self) -> Option<Step> {
        let pc = self.state.top()?.pc.checked_sub(1)?;
        self.content.parts.steps.get(usize::from(pc)).copied()
    }

    /// Offers other cards in place of those that only one player has seen; the top of a deck is looked at as it is now.
    pub fn offer_again(&mut self) {
        let offer = self.state.offer;
        match offer.ask {
            Ask::Look => {
                let deck = self.state.side(offer.side).deck;
                self.offer(Ask::Look, offer.side, deck.as_slice().iter().rev().take(offer.cards().len()).copied());
            }
            Ask::Discover => {
                if let Some(step @ Step::Discover(..)) = self.offering() {
                    self.deal_cards(usize::from(self.state.depth) - 1, step);
                }
            }
            Ask::Nothing => {}
        }
    }

    /// The player has taken a card of an offer.
    pub fn take(&mut self, choice: usize) {
        let offer = std::mem::take(&mut self.state.offer);
        let Some(&card) = offer.cards().get(choice) else { return };
        match offer.ask {
            Ask::Discover => {
                self.get(offer.side, card);
            }
            Ask::Look => {
                // The chosen card goes to the top; it is drawn by the step that follows.
                let deck = &mut self.state.side_mut(offer.side).deck;
                let place = deck.len() - 1 - choice;
                let taken = deck.remove(place);
                deck.push(taken);
            }
            Ask::Nothing => {}
        }
    }

    pub(super) fn take_looked(&mut self, side: u8) {
        if self.state.looked > 0 {
            self.state.looked -= 1;
            if let Some(card) = self.state.side_mut(side).deck.pop() {
                self.take_from_deck(side, card);
            }
        }
    }
}
