use std::collections::HashMap;

use super::{Dice, Luck, mix};

/// Dice whose luck belongs to the event and not to the order of rolls: two variants of a game share it.
///
/// A comparison of two rules, decks or boards under shared luck measures the difference between them and not the
/// difference between two runs of luck.
///
/// ```
/// use ludus_core::dice::{Dice, Keyed, Luck};
/// let (mut plain, mut variant) = (Keyed::new(5), Keyed::new(5));
/// variant.roll(Luck::of("an extra coin"), 2);
/// assert_eq!(plain.roll(Luck::of("damage"), 6), variant.roll(Luck::of("damage"), 6));
/// ```
#[derive(Clone, Debug)]
pub struct Keyed {
    seed: u64,
    /// How often each event has rolled; only looked up, never iterated.
    rolled: HashMap<u64, u64>,
}

impl Keyed {
    /// Dice that are determined by a seed and by the events that roll.
    pub fn new(seed: u64) -> Self {
        Keyed { seed, rolled: HashMap::new() }
    }
}

impl Dice for Keyed {
    fn roll(&mut self, luck: Luck, sides: u32) -> u32 {
        let count = self.rolled.entry(luck.0).or_default();
        let bits = mix(mix(self.seed, luck.0), *count);
        *count += 1;
        // The high half of a product: monotone, so that a variant with other sides still rolls alike.
        ((u128::from(bits) * u128::from(sides)) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAMAGE: Luck = Luck::of("damage");

    #[test]
    fn the_same_event_has_the_same_luck_whatever_else_is_rolled() {
        let (mut plain, mut variant) = (Keyed::new(1), Keyed::new(1));
        for round in 0..100 {
            variant.roll(Luck::of("a new effect").nth(round), 20);
            assert_eq!(plain.roll(DAMAGE, 1000), variant.roll(DAMAGE, 1000));
        }
    }

    #[test]
    fn repeated_rolls_of_one_event_and_other_seeds_differ() {
        let rolls = |seed| {
            let mut dice = Keyed::new(seed);
            (0..50).map(|_| dice.roll(DAMAGE, 1000)).collect::<Vec<_>>()
        };
        assert_ne!(rolls(1), rolls(2));
        let mut distinct = rolls(1);
        distinct.sort_unstable();
        distinct.dedup();
        assert!(distinct.len() > 40, "fifty rolls of a thousand sides repeat rarely: {distinct:?}");
    }

    #[test]
    fn a_variant_with_more_sides_rolls_alike() {
        let (mut plain, mut variant) = (Keyed::new(9), Keyed::new(9));
        for _ in 0..100 {
            let (a, b) = (plain.roll(DAMAGE, 6), variant.roll(DAMAGE, 12));
            assert_eq!(a, b / 2);
        }
    }

    #[test]
    fn keyed_rolls_are_uniform() {
        let mut counts = [0u32; 6];
        for seed in 0..60_000 {
            counts[Keyed::new(seed).roll(DAMAGE, 6) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 456), "{counts:?}");
    }
}
