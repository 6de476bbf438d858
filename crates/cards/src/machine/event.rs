//! What can happen in a game on the machine, for logs.

use ludus_core::{Event as Told, Seat, Seats};
use serde::Serialize;

use super::state::Thing;

/// Something that happened. Things are named by their place in the state, cards by their number in the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A turn has begun.
    TurnBegan {
        /// Whose.
        side: u8,
        /// Which one, counted from 1.
        turn: u16,
    },
    /// A card was drawn; only its owner sees which.
    Drew {
        /// Who drew.
        side: u8,
        /// What it is now.
        thing: Thing,
        /// The card.
        card: u16,
    },
    /// A card came into a hand from elsewhere; only its owner sees which.
    Got {
        /// Who got it.
        side: u8,
        /// What it is now.
        thing: Thing,
        /// The card.
        card: u16,
    },
    /// A card of the first hand went back into the deck; only its owner sees which.
    Replaced {
        /// Whose.
        side: u8,
        /// The card.
        card: u16,
    },
    /// There was no room in the hand.
    Burned {
        /// Whose card.
        side: u8,
        /// The card.
        card: u16,
    },
    /// There was no card to draw.
    Tired {
        /// Who.
        side: u8,
        /// The damage.
        damage: u8,
    },
    /// A card was played.
    Played {
        /// Who played it.
        side: u8,
        /// What it is.
        thing: Thing,
        /// The card.
        card: u16,
        /// At what it was aimed.
        target: Thing,
    },
    /// A secret was played; nobody else sees which.
    Hid {
        /// Who played it.
        side: u8,
    },
    /// A hero power was used.
    UsedPower {
        /// Who used it.
        side: u8,
        /// The power.
        card: u16,
        /// At what it was aimed.
        target: Thing,
    },
    /// A minion entered play.
    Entered {
        /// On whose side.
        side: u8,
        /// What it is.
        thing: Thing,
        /// The card.
        card: u16,
        /// Where, from the left.
        place: u8,
    },
    /// A hero got a weapon.
    Equipped {
        /// Whose hero.
        side: u8,
        /// What it is.
        thing: Thing,
        /// The card.
        card: u16,
    },
    /// Somebody attacks.
    Attacks {
        /// Who.
        attacker: Thing,
        /// Whom.
        defender: Thing,
    },
    /// Damage was dealt.
    Damaged {
        /// To whom.
        thing: Thing,
        /// How much.
        amount: i16,
    },
    /// Health was given back.
    Healed {
        /// To whom.
        thing: Thing,
        /// How much.
        amount: i16,
    },
    /// A hero got armour.
    Armored {
        /// Whose hero.
        side: u8,
        /// How much.
        amount: i16,
    },
    /// Something died, or broke.
    Died {
        /// What it was.
        thing: Thing,
        /// The card.
        card: u16,
    },
    /// A card was discarded.
    Discarded {
        /// Whose.
        side: u8,
        /// The card.
        card: u16,
    },
    /// A secret was turned up.
    Revealed {
        /// Whose.
        side: u8,
        /// The card.
        card: u16,
    },
    /// Something turned into another card.
    Transformed {
        /// What it is.
        thing: Thing,
        /// Into which card.
        card: u16,
    },
    /// A minion changed sides.
    Taken {
        /// What it is.
        thing: Thing,
        /// Whose it is now.
        side: u8,
    },
    /// A minion went back to a hand.
    Returned {
        /// What it is.
        thing: Thing,
        /// Whose hand.
        side: u8,
    },
    /// Something misses its next attack.
    Frozen {
        /// What it is.
        thing: Thing,
    },
    /// Something lost its abilities and changes.
    Silenced {
        /// What it is.
        thing: Thing,
    },
    /// What is done has gone on too long, and nothing further is begun.
    Stopped,
    /// The game is over.
    Over {
        /// Who has won; absent for a draw.
        winner: Option<u8>,
    },
}

impl Told for Event {
    fn audience(&self) -> Seats {
        match *self {
            Event::Drew { side, .. } | Event::Got { side, .. } | Event::Replaced { side, .. } => Seats::one(Seat(side)),
            _ => Seats::EVERYONE,
        }
    }
}
