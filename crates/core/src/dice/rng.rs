use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Dice, Luck};

/// Seeded luck for play and simulation (xoshiro256++): the same seed gives the same rolls on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Dice that are determined by a seed.
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream number `index` of a seed; streams of one seed are independent of each other.
    pub fn stream(seed: u64, index: u64) -> Self {
        Rng::new(mix(seed, index))
    }

    /// The next 64 random bits: a seed for something else.
    #[inline]
    pub fn next_seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number from 0 to `sides - 1`, exactly uniform.
    #[inline]
    pub fn below(&mut self, sides: u32) -> u32 {
        let mut product = u64::from(self.0.next_u64() as u32) * u64::from(sides);
        // Multiply and take the high half; the rejected low values are those that would favour some results.
        if (product as u32) < sides {
            let threshold = sides.wrapping_neg() % sides;
            while (product as u32) < threshold {
                product = u64::from(self.0.next_u64() as u32) * u64::from(sides);
            }
        }
        (product >> 32) as u32
    }
}

impl Dice for Rng {
    #[inline]
    fn roll(&mut self, _luck: Luck, sides: u32) -> u32 {
        self.below(sides)
    }
}

/// A number that depends on both numbers in every bit (two rounds of the splitmix64 finaliser).
pub const fn mix(a: u64, b: u64) -> u64 {
    const fn finalise(mut x: u64) -> u64 {
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }
    finalise(finalise(a.wrapping_add(0x9e37_79b9_7f4a_7c15)).wrapping_add(b.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

#[cfg(test)]
mod tests {
    use super::super::DiceExt;
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_rolls_and_streams_differ() {
        let rolls = |mut dice: Rng| (0..20).map(|_| dice.below(1000)).collect::<Vec<_>>();
        assert_eq!(rolls(Rng::new(7)), rolls(Rng::new(7)));
        assert_ne!(rolls(Rng::new(7)), rolls(Rng::new(8)));
        assert_ne!(rolls(Rng::stream(7, 0)), rolls(Rng::stream(7, 1)));
    }

    #[test]
    fn rolls_are_uniform() {
        let mut dice = Rng::new(1);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[dice.below(6) as usize] += 1;
        }
        // Five standard deviations of a binomial with n = 60,000 and p = 1/6 are 456.
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 456), "{counts:?}");
    }

    #[test]
    fn picks_follow_the_weights_and_never_a_weight_of_zero() {
        let mut dice = Rng::new(2);
        let mut counts = [0u32; 3];
        for _ in 0..40_000 {
            counts[dice.pick(Luck::of("test"), &[1, 0, 3])] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!(counts[0].abs_diff(10_000) < 433, "{counts:?}");
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..52).collect();
        Rng::new(3).shuffle(Luck::of("test"), &mut items);
        assert_ne!(items, (0..52).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..52).collect::<Vec<_>>());
    }
}
