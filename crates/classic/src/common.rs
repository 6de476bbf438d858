//! What all five games share: refusals in words, and the small components of their tables.

use ludus_core::{Action, Component, Dice, Illegal, Luck, Returns, Seat, Seats};

/// Refuses an action; the caller has not touched the state yet.
#[cold]
pub(crate) fn refuse(seat: Seat, action: Action, reason: &'static str) -> Illegal {
    Illegal { seat, action, reason }
}

/// Refuses a seat that is not to act; `waiting` says why an existing seat may not act now.
#[inline]
pub(crate) fn check_turn(
    to_act: Seats,
    seats: usize,
    seat: Seat,
    action: Action,
    waiting: &'static str,
) -> Result<(), Illegal> {
    if to_act.has(seat) { Ok(()) } else { Err(refuse(seat, action, not_to_act(to_act, seats, seat, waiting))) }
}

#[cold]
fn not_to_act(to_act: Seats, seats: usize, seat: Seat, waiting: &'static str) -> &'static str {
    if to_act.is_empty() {
        "the game is over"
    } else if seat.index() >= seats {
        "there is no such seat"
    } else {
        waiting
    }
}

/// Why a seat of a game with alternating turns may not act now.
pub(crate) const OTHERS_TURN: &str = "it is the other seat's turn";

/// Why a number outside the action space is refused.
pub(crate) const NO_SUCH_ACTION: &str = "the game has no such action";

/// The text that stands for numbers outside the action space; no action has it.
pub(crate) fn describe_unknown(action: Action) -> String {
    format!("no action {}", action.0)
}

/// What one seat has got; nothing for a seat that does not exist.
pub(crate) fn share(returns: &Returns, seat: Seat) -> f64 {
    returns.get(seat.index()).copied().unwrap_or(0.0)
}

/// The returns of a game in which one of two seats takes an amount from the other.
pub(crate) fn transfer(winner: usize, amount: f64) -> Returns {
    let mut returns = Returns::default();
    returns[winner] = amount;
    returns[1 - winner] = -amount;
    returns
}

/// One card of a set, each equally likely; card `i` is bit `i`, and the lowest card is the roll 0.
pub(crate) fn draw(dice: &mut impl Dice, luck: Luck, mut cards: u16) -> u8 {
    for _ in 0..dice.roll(luck, cards.count_ones()) {
        cards &= cards - 1;
    }
    cards.trailing_zeros() as u8
}

/// Deals anew the cards that a seat cannot see: that of the other seat, or both for a seat that does not exist.
pub(crate) fn redeal(cards: &mut [u8; 2], undealt: u16, seat: Seat, dice: &mut impl Dice) {
    const REDEAL: Luck = Luck::of("deal anew");
    let is_hidden = |of: &usize| *of != seat.index();
    let mut rest = (0..2).filter(is_hidden).fold(undealt, |rest, of| rest | 1 << cards[of]);
    for of in (0..2).filter(is_hidden) {
        cards[of] = draw(dice, REDEAL.nth(of as u64), rest);
        rest &= !(1 << cards[of]);
    }
}

/// A number on the table.
pub(crate) fn counter(id: impl Into<String>, value: u32) -> Component {
    Component::new("counter", id, value.to_string()).with("value", value)
}

/// A card: its label for those who may see it, a question mark for the others.
pub(crate) fn card(id: impl Into<String>, label: Option<&str>) -> Component {
    Component::new("card", id, label.unwrap_or("?"))
}

/// The id of the button for an action that touches nothing else.
pub(crate) fn button_id(text: &str) -> String {
    format!("action:{text}")
}

/// The row of buttons for what the seat may do now.
pub(crate) fn buttons(texts: impl IntoIterator<Item = String>) -> Component {
    texts.into_iter().fold(Component::new("area", "actions", ""), |area, text| {
        let button = Component::new("button", button_id(&text), text.clone());
        area.at(text, button)
    })
}

/// The line that says whose turn it is or how the game ended.
pub(crate) fn status(text: impl Into<String>) -> Component {
    Component::new("text", "status", text)
}
