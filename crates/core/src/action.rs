use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// A decision: an index into the fixed action space of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Action(pub u32);

impl Action {
    /// The action as an index into masks and per-action arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A reusable list of actions in ascending order; reads like a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Actions(Vec<Action>);

impl Actions {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties the list and keeps its memory.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Appends an action; callers append in ascending order.
    #[inline]
    pub fn push(&mut self, action: Action) {
        self.0.push(action);
    }

    /// Appends the actions whose bits are set: bit `i` stands for action `i`.
    #[inline]
    pub fn push_bits(&mut self, mut bits: u64) {
        // A known length saves the test of the capacity at every action.
        self.0.extend((0..bits.count_ones()).map(|_| {
            let action = Action(bits.trailing_zeros());
            bits &= bits - 1;
            action
        }));
    }

    /// Writes the list as a mask: 1 for a listed action, 0 for the others.
    #[inline]
    pub fn write_mask(&self, mask: &mut [u8]) {
        mask.fill(0);
        for action in &self.0 {
            mask[action.index()] = 1;
        }
    }
}

impl Deref for Actions {
    type Target = [Action];

    #[inline]
    fn deref(&self) -> &[Action] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_ascending_actions_and_a_mask() {
        let mut actions = Actions::new();
        actions.push_bits(0b101_0010);
        assert_eq!(actions.iter().map(|a| a.0).collect::<Vec<_>>(), [1, 4, 6]);
        let mut mask = [9; 8];
        actions.write_mask(&mut mask);
        assert_eq!(mask, [0, 1, 0, 0, 1, 0, 1, 0]);
    }
}
