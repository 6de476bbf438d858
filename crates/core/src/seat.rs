use std::fmt;

use serde::{Deserialize, Serialize};

/// The most seats any game may have.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats: who is to act, or who may see an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seats(pub u8);

impl Seats {
    /// Nobody; as an answer to "who is to act?" it means that the game is over.
    pub const NONE: Seats = Seats(0);
    /// Every seat there can be.
    pub const EVERYONE: Seats = Seats(u8::MAX);

    /// The set that holds one seat; nobody for a seat that there cannot be.
    #[inline]
    pub fn one(seat: Seat) -> Self {
        Seats(1u8.checked_shl(u32::from(seat.0)).unwrap_or(0))
    }

    /// The seats 0 to `count - 1`.
    #[inline]
    pub fn first(count: usize) -> Self {
        Seats(((1u16 << count) - 1) as u8)
    }

    /// Whether the set holds this seat.
    #[inline]
    pub fn has(self, seat: Seat) -> bool {
        self.0 & Seats::one(seat).0 != 0
    }

    /// The set without this seat.
    #[inline]
    #[must_use]
    pub fn without(self, seat: Seat) -> Self {
        Seats(self.0 & !Seats::one(seat).0)
    }

    /// Whether the set holds nobody.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats the set holds.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest seat of the set.
    #[inline]
    pub fn lowest(self) -> Option<Seat> {
        (self.0 != 0).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS as u8).map(Seat).filter(move |&seat| self.has(seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_seats_iterates_in_ascending_order() {
        let seats = Seats(0b1010_0001);
        assert_eq!(seats.iter().map(|s| s.0).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(seats.lowest(), Some(Seat(0)));
        assert_eq!(seats.without(Seat(0)).lowest(), Some(Seat(5)));
        assert_eq!(seats.len(), 3);
        assert_eq!(Seats::first(8), Seats::EVERYONE);
        assert!(!Seats::EVERYONE.has(Seat(8)));
        assert_eq!(Seats::EVERYONE.without(Seat(255)), Seats::EVERYONE);
    }
}
