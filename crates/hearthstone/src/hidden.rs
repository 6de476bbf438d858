//! What a seat cannot know, dealt anew.
//!
//! A seat knows which cards both decks began with. What it has not seen of the other side lies in its deck, its hand or
//! among its secrets: all of it is mixed. A card that was made during the game can be any card of its class or without one.

use ludus_cards::machine::program::{kind, mark};
use ludus_cards::machine::state::{Ask, Thing, one, status};
use ludus_cards::machine::{Machine, State};
use ludus_core::{Dice, DiceExt, Luck, Seat, Silent};

use crate::Hearthstone;
use crate::state::HearthstoneState;

const DECK: Luck = Luck::of("deal anew: deck");
const SECRET: Luck = Luck::of("deal anew: secret");
const UNSEEN: Luck = Luck::of("deal anew: unseen cards");
const MADE: Luck = Luck::of("deal anew: made card");
const REPLACE: Luck = Luck::of("deal anew: cards to replace");

/// Deals anew what the seat cannot know.
pub(crate) fn determinize(game: &Hearthstone, state: &mut HearthstoneState, seat: Seat, dice: &mut impl Dice) {
    for side in 0..2 {
        if side == seat.0 {
            shuffle_own(&mut state.machine, side, dice);
        } else {
            deal_side(game, state, side, dice);
        }
    }
    if let Some(asked) = state.opening.asked.filter(|&asked| asked != seat.0) {
        let held = state.machine.side(asked).hand.len() as u64;
        state.opening.replace = (0..held).fold(0, |mask, card| mask | (dice.roll(REPLACE.nth(card), 2) as u8) << card);
    }
}

/// The own deck: which cards are in it is known, their order is not, but for those that are being looked at.
fn shuffle_own(machine: &mut State, side: u8, dice: &mut impl Dice) {
    let seen =
        if machine.offer.ask == Ask::Look && machine.offer.side == side { machine.offer.cards().len() } else { 0 };
    let deck = machine.side_mut(side).deck.as_mut_slice();
    let unknown = deck.len().saturating_sub(seen);
    let rest = &mut deck[..unknown];
    // The deal must not depend on the true order.
    rest.sort_unstable();
    dice.shuffle(DECK.nth(side.into()), rest);
}

/// The other side: its deck, hand and secrets.
fn deal_side(game: &Hearthstone, state: &mut HearthstoneState, side: u8, dice: &mut impl Dice) {
    let hidden = Hidden::of(state, side);
    let mut pool: Vec<u16> = unseen(state, side).collect();
    // The deal must not depend on the true order.
    pool.sort_unstable();
    let offered = state.machine.offer;
    let mut log = Silent;
    let mut machine = Machine::new(&game.content, &mut state.machine, dice, &mut log);
    if offered.ask != Ask::Nothing && offered.side == side && machine.offers_from_deck() {
        // What is offered must stay in the deck: nothing is moved until it is taken.
        return;
    }
    let mut known: Vec<u16> = Vec::new();
    for &secret in &hidden.secrets {
        let class = game.content.card(machine.state.body(secret).card).class;
        let fits = |&place: &usize| {
            let facts = game.content.card(pool[place]);
            facts.marks & mark::SECRET != 0 && facts.class == class && !known.contains(&pool[place])
        };
        let mut places: Vec<usize> = (0..pool.len()).filter(fits).collect();
        if places.is_empty() {
            // Two secrets are the same card, which effects can bring about: then this one stays.
            places.extend(pool.iter().position(|&card| card == machine.state.body(secret).card));
        }
        let card = pool.remove(one_of(machine.dice, SECRET, &places));
        known.push(card);
        machine.disguise(secret, card);
    }
    machine.dice.shuffle(UNSEEN.nth(side.into()), &mut pool);
    for &thing in &hidden.hand {
        let card = pool.pop().expect("the cards of the hand are in the pool");
        machine.disguise(thing, card);
    }
    machine.state.side_mut(side).deck.as_mut_slice().copy_from_slice(&pool);
    for &thing in &hidden.made {
        let facts = game.content.card(machine.state.body(thing).card);
        let is_secret = one(thing) & machine.state.side(side).secrets.set() != 0;
        let hero = game.content.card(machine.state.body(machine.state.side(side).hero).card).class;
        let class = if is_secret { facts.class } else { hero };
        let choice = made_cards(game, class, is_secret, &known);
        if !choice.is_empty() {
            let card = one_of(machine.dice, MADE, &choice);
            if is_secret {
                known.push(card);
            }
            machine.disguise(thing, card);
        }
    }
    if offered.side == side {
        machine.offer_again();
    }
}

fn one_of<T: Copy>(dice: &mut impl Dice, luck: Luck, items: &[T]) -> T {
    if items.len() == 1 { items[0] } else { dice.choose(luck, items) }
}

/// The cards that one can be that was made during the game.
fn made_cards(game: &Hearthstone, class: u16, is_secret: bool, known: &[u16]) -> Vec<u16> {
    let cards = (0..).zip(&game.content.cards).filter(|(card, facts)| {
        facts.collectible
            && facts.is(kind::CARD)
            && if is_secret {
                facts.marks & mark::SECRET != 0 && facts.class == class && !known.contains(card)
            } else {
                facts.class == 0 || facts.class & class != 0
            }
    });
    cards.map(|(card, _)| card).collect()
}

/// The things of a side whose cards the other one does not know.
struct Hidden {
    /// Cards of the hand that come from the deck.
    hand: Vec<Thing>,
    /// Secrets that come from the deck.
    secrets: Vec<Thing>,
    /// Cards of the hand and secrets that were made during the game.
    made: Vec<Thing>,
}

impl Hidden {
    /// What is hidden of a side.
    fn of(state: &HearthstoneState, side: u8) -> Hidden {
        let mut hidden = Hidden { hand: Vec::new(), secrets: Vec::new(), made: Vec::new() };
        let of = state.machine.side(side);
        for &thing in of.hand.as_slice().iter().filter(|&&thing| !is_open(state, thing)) {
            hidden.note(state, thing, false);
        }
        for &thing in of.secrets.as_slice() {
            hidden.note(state, thing, true);
        }
        hidden
    }

    fn note(&mut self, state: &HearthstoneState, thing: Thing, is_secret: bool) {
        let row = match (state.machine.body(thing).is(status::MADE), is_secret) {
            (true, _) => &mut self.made,
            (false, true) => &mut self.secrets,
            (false, false) => &mut self.hand,
        };
        row.push(thing);
    }
}

/// The cards that the other seat knows to be somewhere among deck, hand and secrets of a side.
pub(crate) fn unseen(state: &HearthstoneState, side: u8) -> impl Iterator<Item = u16> {
    let machine = &state.machine;
    let of = machine.side(side);
    let hand = of.hand.as_slice().iter().filter(|&&thing| !is_open(state, thing));
    let rows = hand.chain(of.secrets.as_slice()).map(|&thing| machine.body(thing));
    let from_deck = rows.filter(|body| !body.is(status::MADE)).map(|body| body.card);
    of.deck.as_slice().iter().copied().chain(from_deck)
}

/// Whether both seats know a card of a hand: it was shown, or its owner has begun to play it.
pub(crate) fn is_open(state: &HearthstoneState, thing: Thing) -> bool {
    state.machine.body(thing).is(status::SHOWN) || state.pending.thing == thing
}
