use std::collections::HashMap;
use std::hash::Hash;

use thiserror::Error;

use super::{Dice, Luck};
use crate::Ratio;

/// Dice that walk through every outcome of a random step, with exact weights.
///
/// ```
/// use ludus_core::dice::{Dice, Exhaustive, Luck};
/// use ludus_core::Ratio;
/// let two_dice = Exhaustive::distribution(36, |dice| dice.roll(Luck::of("a"), 6) + dice.roll(Luck::of("b"), 6)).unwrap();
/// assert_eq!(two_dice.len(), 11);
/// assert!(two_dice.contains(&(5, Ratio::new(1, 6)))); // a seven: 6 of 36
/// ```
#[derive(Debug, Default)]
pub struct Exhaustive {
    /// The branch taken at each roll of this walk; the rolls behind its end take their first branch.
    path: Vec<Branch>,
    depth: usize,
}

#[derive(Debug)]
struct Branch {
    /// The branch now taken, an index into the weights.
    taken: u32,
    weights: Weights,
}

#[derive(Debug)]
enum Weights {
    Even(u32),
    Uneven(Vec<u32>),
}

/// A random step has more outcomes than the caller was ready to walk.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the step has more than {limit} outcomes; ask for more or sample instead")]
pub struct TooManyOutcomes {
    /// The number of walks that were allowed.
    pub limit: usize,
}

impl Exhaustive {
    /// Runs a step once for every sequence of rolls it can make and gives each result with its exact weight.
    pub fn walk<T>(
        limit: usize,
        mut step: impl FnMut(&mut Exhaustive) -> T,
    ) -> Result<Vec<(T, Ratio)>, TooManyOutcomes> {
        let mut dice = Exhaustive::default();
        let mut outcomes = Vec::new();
        loop {
            if outcomes.len() == limit {
                return Err(TooManyOutcomes { limit });
            }
            dice.depth = 0;
            let result = step(&mut dice);
            let weight = dice.weight().ok_or(TooManyOutcomes { limit })?;
            outcomes.push((result, weight));
            if !dice.advance() {
                return Ok(outcomes);
            }
        }
    }

    /// Like [`Exhaustive::walk`], with equal results added up; they stand in the order of their first appearance.
    pub fn distribution<T: Clone + Eq + Hash>(
        limit: usize,
        step: impl FnMut(&mut Exhaustive) -> T,
    ) -> Result<Vec<(T, Ratio)>, TooManyOutcomes> {
        let mut places: HashMap<T, usize> = HashMap::new();
        let mut merged: Vec<(T, Ratio)> = Vec::new();
        for (result, weight) in Self::walk(limit, step)? {
            if let Some(&place) = places.get(&result) {
                merged[place].1 = merged[place].1.checked_add(weight).ok_or(TooManyOutcomes { limit })?;
            } else {
                places.insert(result.clone(), merged.len());
                merged.push((result, weight));
            }
        }
        Ok(merged)
    }

    fn branch(&mut self, weights: impl FnOnce() -> Weights) -> u32 {
        if self.depth == self.path.len() {
            let weights = weights();
            self.path.push(Branch { taken: weights.next_from(0).expect("a roll has an outcome"), weights });
        }
        let branch = &self.path[self.depth];
        self.depth += 1;
        branch.taken
    }

    fn weight(&self) -> Option<Ratio> {
        self.path.iter().try_fold(Ratio::ONE, |product, branch| product.checked_mul(branch.weights.share(branch.taken)))
    }

    /// Turns to the next sequence of rolls, like an odometer; false after the last one.
    fn advance(&mut self) -> bool {
        while let Some(mut branch) = self.path.pop() {
            if let Some(next) = branch.weights.next_from(branch.taken + 1) {
                branch.taken = next;
                self.path.push(branch);
                return true;
            }
        }
        false
    }
}

impl Weights {
    fn next_from(&self, from: u32) -> Option<u32> {
        match self {
            Weights::Even(sides) => (from < *sides).then_some(from),
            Weights::Uneven(weights) => (from..weights.len() as u32).find(|&i| weights[i as usize] > 0),
        }
    }

    fn share(&self, taken: u32) -> Ratio {
        match self {
            Weights::Even(sides) => Ratio::new(1, u128::from(*sides)),
            Weights::Uneven(weights) => {
                let total = weights.iter().map(|&weight| u128::from(weight)).sum();
                Ratio::new(u128::from(weights[taken as usize]), total)
            }
        }
    }
}

impl Dice for Exhaustive {
    fn roll(&mut self, _luck: Luck, sides: u32) -> u32 {
        self.branch(|| Weights::Even(sides))
    }

    fn pick(&mut self, _luck: Luck, weights: &[u32]) -> usize {
        self.branch(|| Weights::Uneven(weights.to_vec())) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::DiceExt;
    use super::*;

    const TEST: Luck = Luck::of("test");

    #[test]
    fn rolls_that_depend_on_earlier_rolls_get_their_exact_weights() {
        // A coin; on heads a three-sided die decides, on tails nothing more is rolled.
        let outcomes = Exhaustive::distribution(10, |dice| match dice.roll(TEST, 2) {
            0 => dice.roll(TEST, 3),
            _ => 9,
        });
        let third = Ratio::new(1, 6);
        assert_eq!(outcomes.unwrap(), [(0, third), (1, third), (2, third), (9, Ratio::new(1, 2))]);
    }

    #[test]
    fn a_weighted_pick_is_one_branch_per_weight_above_zero() {
        let outcomes = Exhaustive::walk(10, |dice| dice.pick(TEST, &[0, 1_000_000, 0, 3_000_000]));
        assert_eq!(outcomes.unwrap(), [(1, Ratio::new(1, 4)), (3, Ratio::new(3, 4))]);
    }

    #[test]
    fn every_order_of_a_shuffle_is_equally_likely() {
        let outcomes = Exhaustive::distribution(24, |dice| {
            let mut items = [0, 1, 2, 3];
            dice.shuffle(TEST, &mut items);
            items
        })
        .unwrap();
        assert_eq!(outcomes.len(), 24);
        assert!(outcomes.iter().all(|&(_, weight)| weight == Ratio::new(1, 24)));
    }

    #[test]
    fn the_weights_of_all_outcomes_add_up_to_one() {
        let outcomes = Exhaustive::walk(1000, |dice| {
            let sides = dice.roll(TEST, 5) + 1;
            dice.roll(TEST, sides) + dice.pick(TEST, &[2, 3, 0, 7]) as u32
        });
        let sum = outcomes.unwrap().into_iter().fold(Ratio::ZERO, |sum, (_, weight)| sum + weight);
        assert_eq!(sum, Ratio::ONE);
    }

    #[test]
    fn too_many_outcomes_are_refused() {
        let refusal = Exhaustive::walk(35, |dice| dice.roll(TEST, 6) + dice.roll(TEST, 6)).unwrap_err();
        assert_eq!(refusal, TooManyOutcomes { limit: 35 });
    }
}
