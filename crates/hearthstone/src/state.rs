//! The state of a game: that of the machine, what a seat has begun to say, and the opening.

use ludus_cards::machine::State as Machine;
use ludus_cards::machine::state::{Ask, NOBODY, Outcome, Thing};
use ludus_core::{Seat, Seats};

/// What a seat has begun to say with the decisions before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pending {
    /// What is asked next.
    pub asks: Asks,
    /// The card, power or character that is to act.
    pub thing: Thing,
    /// The option that was chosen.
    pub mode: u8,
    /// The target that was chosen.
    pub chosen: Thing,
}

impl Pending {
    /// Nothing was begun.
    pub const NOTHING: Pending = Pending { asks: Asks::Nothing, thing: NOBODY, mode: 0, chosen: NOBODY };
}

/// What is asked next of a seat that has begun to say something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asks {
    /// Nothing: any action may be begun.
    Nothing,
    /// Which of two options.
    Option,
    /// The target of a card or power.
    Target,
    /// The place on the board.
    Place,
    /// Whom to attack.
    Defender,
}

/// The opening: who looks at the first hand, and which cards are to be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// Who is asked: the first player, then the second; nobody once the game has begun.
    pub asked: Option<u8>,
    /// The cards that are to be replaced, one bit each.
    pub replace: u8,
    /// Who plays first.
    pub first: u8,
}

/// Everything that changes during a game of constructed Hearthstone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HearthstoneState {
    /// Cards, heroes, boards, decks, and what is under way.
    pub machine: Machine,
    /// What the seat that is to act has begun to say.
    pub pending: Pending,
    /// The opening.
    pub opening: Opening,
    /// How many decisions were taken in this turn.
    pub decisions: u8,
}

impl HearthstoneState {
    /// Who is to act.
    pub fn actor(&self) -> Seats {
        let machine = &self.machine;
        if machine.outcome != Outcome::Open {
            return Seats::NONE;
        }
        let side = match (self.opening.asked, machine.offer.ask) {
            (Some(side), _) => side,
            (None, Ask::Nothing) => machine.active,
            (None, _) => machine.offer.side,
        };
        Seats::one(Seat(side))
    }
}
