//! All luck comes through [`Dice`]. Rules name every roll with a [`Luck`], so that one and the same rule code runs
//! with seeded, scripted, exhaustive or shared luck.

mod exhaustive;
mod keyed;
mod rng;
mod scripted;

pub use exhaustive::{Exhaustive, TooManyOutcomes};
pub use keyed::Keyed;
pub use rng::{Rng, mix};
pub use scripted::Scripted;

/// The name of a roll: which event of the game the luck belongs to.
///
/// Two variants of a game that ask for the same event get the same luck from [`Keyed`] dice; the others ignore it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Luck(pub u64);

impl Luck {
    /// The luck of a named event; made at compile time where it is used as a constant.
    pub const fn of(event: &str) -> Luck {
        // FNV-1a: short, constant and the same on every machine.
        let bytes = event.as_bytes();
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut i = 0;
        while i < bytes.len() {
            hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
            i += 1;
        }
        Luck(hash)
    }

    /// The luck of one of many like events: the third card, the second seat.
    #[must_use]
    pub const fn nth(self, index: u64) -> Luck {
        Luck(mix(self.0, index))
    }
}

/// A source of luck.
pub trait Dice {
    /// A whole number from 0 to `sides - 1`, each equally likely. `sides` is at least 1.
    fn roll(&mut self, luck: Luck, sides: u32) -> u32;

    /// An index into `weights`, drawn in proportion to them. Their sum is at least 1.
    fn pick(&mut self, luck: Luck, weights: &[u32]) -> usize {
        let mut rest = self.roll(luck, weights.iter().sum());
        weights
            .iter()
            .position(|&weight| {
                let hit = rest < weight;
                rest = rest.wrapping_sub(weight);
                hit
            })
            .expect("a roll is below the sum of the weights")
    }
}

/// What rules do with dice.
pub trait DiceExt: Dice {
    /// One of the items, each equally likely.
    fn choose<T: Copy>(&mut self, luck: Luck, items: &[T]) -> T {
        items[self.roll(luck, items.len() as u32) as usize]
    }

    /// Puts the items into a random order, every order equally likely.
    fn shuffle<T>(&mut self, luck: Luck, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.roll(luck.nth(last as u64), last as u32 + 1) as usize);
        }
    }
}

impl<D: Dice + ?Sized> DiceExt for D {}

impl<D: Dice + ?Sized> Dice for &mut D {
    #[inline]
    fn roll(&mut self, luck: Luck, sides: u32) -> u32 {
        (**self).roll(luck, sides)
    }

    #[inline]
    fn pick(&mut self, luck: Luck, weights: &[u32]) -> usize {
        (**self).pick(luck, weights)
    }
}
