use super::{Dice, Luck};

/// Dice for tests: every roll is written down beforehand and all of them must be used.
///
/// ```
/// use ludus_core::dice::{Dice, Luck, Scripted};
/// let mut dice = Scripted::new(&[3, 0]);
/// assert_eq!(dice.roll(Luck::of("damage"), 6), 3);
/// assert_eq!(dice.roll(Luck::of("target"), 2), 0);
/// dice.finish();
/// ```
#[derive(Debug)]
pub struct Scripted {
    rolls: Vec<u32>,
    used: usize,
}

impl Scripted {
    /// Dice that show these results in this order; a weighted pick uses the index that it shall return.
    pub fn new(rolls: &[u32]) -> Self {
        Scripted { rolls: rolls.to_vec(), used: 0 }
    }

    /// Ends the test's luck here; panics when rolls are left over, as the end of their life does.
    pub fn finish(self) {}

    fn next(&mut self, limit: usize) -> u32 {
        let Some(&roll) = self.rolls.get(self.used) else {
            panic!("roll {} was asked for, but only {} are scripted", self.used + 1, self.rolls.len());
        };
        assert!((roll as usize) < limit, "scripted roll {} is {roll}, but must be below {limit}", self.used + 1);
        self.used += 1;
        roll
    }
}

impl Drop for Scripted {
    /// Fails a test that leaves rolls over, also where it forgets to ask; one that has failed already says why itself.
    fn drop(&mut self) {
        assert!(
            self.used == self.rolls.len() || std::thread::panicking(),
            "{} scripted rolls were never used: {:?}",
            self.rolls.len() - self.used,
            &self.rolls[self.used..]
        );
    }
}

impl Dice for Scripted {
    fn roll(&mut self, _luck: Luck, sides: u32) -> u32 {
        self.next(sides as usize)
    }

    fn pick(&mut self, _luck: Luck, weights: &[u32]) -> usize {
        let index = self.next(weights.len()) as usize;
        assert!(weights[index] > 0, "scripted roll {} picks index {index}, which has no weight", self.used);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "1 scripted rolls were never used: [4]")]
    fn rolls_left_over_fail_the_test() {
        let mut dice = Scripted::new(&[1, 4]);
        dice.roll(Luck::of("test"), 6);
        dice.finish();
    }

    #[test]
    #[should_panic(expected = "1 scripted rolls were never used: [4]")]
    fn rolls_left_over_fail_the_test_also_where_nobody_asks() {
        let mut dice = Scripted::new(&[1, 4]);
        dice.roll(Luck::of("test"), 6);
    }

    #[test]
    #[should_panic(expected = "roll 2 was asked for, but only 1 are scripted")]
    fn a_roll_too_many_fails_the_test() {
        let mut dice = Scripted::new(&[1]);
        dice.roll(Luck::of("test"), 6);
        dice.roll(Luck::of("test"), 6);
    }

    #[test]
    #[should_panic(expected = "scripted roll 1 is 6, but must be below 6")]
    fn an_impossible_roll_fails_the_test() {
        Scripted::new(&[6]).roll(Luck::of("test"), 6);
    }

    #[test]
    fn a_weighted_pick_is_scripted_by_its_index() {
        let mut dice = Scripted::new(&[2]);
        assert_eq!(dice.pick(Luck::of("test"), &[5, 0, 1]), 2);
        dice.finish();
    }
}
