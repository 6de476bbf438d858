//! How a game begins: heroes, decks, the first hands, the mulligan, the coin.

use ludus_cards::machine::program::NONE;
use ludus_cards::machine::state::{NOBODY, Outcome, Zone, status};
use ludus_cards::machine::{Event, Machine, State};
use ludus_core::{Dice, Illegal, Log, Luck, Seat};

use crate::actions::Touch;
use crate::state::{HearthstoneState, Opening, Pending};
use crate::{First, Hearthstone, start_position};

const DECK: Luck = Luck::of("deck");
const FIRST: Luck = Luck::of("first player");
const MULLIGAN: Luck = Luck::of("mulligan");

/// The cards of the first hand: of the first player, and of the second.
const HANDS: [usize; 2] = [3, 4];

/// The state in which a game begins.
pub(crate) fn start<D: Dice, L: Log<Event>>(game: &Hearthstone, dice: &mut D, log: &mut L) -> HearthstoneState {
    if let Some(position) = &game.start_position {
        return start_position::start(game, position, dice, log);
    }
    let first = match game.options.first {
        First::Random => dice.roll(FIRST, 2) as u8,
        First::Seat(seat) => seat,
    };
    let mut state = HearthstoneState {
        machine: State::default(),
        pending: Pending::NOTHING,
        opening: Opening { asked: None, replace: 0, first },
        decisions: 0,
    };
    let mut machine = Machine::new(&game.content, &mut state.machine, dice, log);
    for side in 0..2 {
        let deck = &game.decks[usize::from(side)];
        seat_hero(&mut machine, side, deck.hero);
        for &card in &deck.cards {
            machine.state.side_mut(side).deck.push(card);
        }
        machine.shuffle_deck(side, DECK.nth(u64::from(side)));
    }
    for (side, count) in [first, 1 - first].into_iter().zip(HANDS) {
        let count = count.min(machine.state.side(side).deck.len());
        for _ in 0..count {
            machine.draw(side);
        }
    }
    if game.options.mulligan {
        state.opening.asked = Some(first);
    } else {
        begin(game, &mut state, dice, log);
    }
    state
}

/// A hero and its power come into play.
pub(crate) fn seat_hero<D: Dice, L: Log<Event>>(machine: &mut Machine<'_, D, L>, side: u8, card: u16) {
    machine.put(card, side, Zone::Hero);
    let facts = machine.content.card(card);
    machine.state.side_mut(side).armor = facts.armor;
    if facts.power != NONE {
        machine.put(facts.power, side, Zone::Power);
    }
}

/// A decision of the mulligan.
pub(crate) fn act<D: Dice, L: Log<Event>>(
    game: &Hearthstone,
    state: &mut HearthstoneState,
    seat: Seat,
    touch: Touch,
    dice: &mut D,
    log: &mut L,
) -> Result<(), Illegal> {
    let refuse = |reason: &'static str| Err(Illegal { seat, action: touch.action(), reason });
    let side = seat.0;
    match touch {
        Touch::Replace(card) if card >= state.machine.side(side).hand.len() => {
            refuse("the first hand has no such card")
        }
        Touch::Replace(card) if state.opening.replace >> card & 1 == 1 => {
            refuse("this card is going to be replaced already")
        }
        Touch::Replace(card) => {
            state.opening.replace |= 1 << card;
            Ok(())
        }
        Touch::Keep => {
            replace(game, state, side, dice, log);
            if side == state.opening.first {
                state.opening.asked = Some(1 - side);
            } else {
                state.opening.asked = None;
                begin(game, state, dice, log);
            }
            Ok(())
        }
        _ => refuse("the first hand must be looked at first: keep it, or replace cards"),
    }
}

/// New cards come for those that are replaced; these go back into the deck afterwards.
fn replace<D: Dice, L: Log<Event>>(
    game: &Hearthstone,
    state: &mut HearthstoneState,
    side: u8,
    dice: &mut D,
    log: &mut L,
) {
    let marked = std::mem::take(&mut state.opening.replace);
    let mut machine = Machine::new(&game.content, &mut state.machine, dice, log);
    let hand = machine.state.side(side).hand;
    let back: Vec<u8> = hand
        .as_slice()
        .iter()
        .enumerate()
        .filter(|(place, _)| marked >> place & 1 == 1)
        .map(|(_, &thing)| thing)
        .collect();
    let mut cards = Vec::new();
    for &thing in &back {
        cards.push(machine.state.body(thing).card);
        machine.forget(thing);
        machine.log.record(|| Event::Replaced { side, card: cards[cards.len() - 1] });
    }
    for _ in &back {
        machine.draw(side);
    }
    if !cards.is_empty() {
        for card in cards {
            machine.state.side_mut(side).deck.push(card);
        }
        machine.shuffle_deck(side, MULLIGAN.nth(u64::from(side)));
    }
    machine.run();
}

/// The second player gets the coin, and the first turn begins.
pub(crate) fn begin<D: Dice, L: Log<Event>>(
    game: &Hearthstone,
    state: &mut HearthstoneState,
    dice: &mut D,
    log: &mut L,
) {
    let first = state.opening.first;
    let mut machine = Machine::new(&game.content, &mut state.machine, dice, log);
    if game.options.coin
        && let Some(coin) = game.coin
    {
        let thing = machine.give_card(1 - first, coin);
        // Everybody knows who has it.
        if thing != NOBODY {
            machine.state.body_mut(thing).status |= status::SHOWN;
        }
    }
    machine.first_turn(first);
    machine.run();
    debug_assert!(state.machine.outcome != Outcome::Open || state.machine.turn == 1);
}
