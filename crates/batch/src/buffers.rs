/// What a batch writes for each of its states, in memory of the caller: one row per state.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// What the seat to act knows: `features` numbers per state.
    pub observations: &'a mut [f32],
    /// 1 for each legal action of the seat to act, 0 for the others: `actions` bytes per state.
    pub masks: &'a mut [u8],
    /// What each seat got by the last decision: `seats` numbers per state.
    pub rewards: &'a mut [f32],
    /// 1 where the last decision ended the game.
    pub terminated: &'a mut [u8],
    /// 1 where the game was broken off at the decision limit.
    pub truncated: &'a mut [u8],
    /// The seat that is to act, -1 where nobody is.
    pub seats: &'a mut [i8],
}

/// How many numbers each state has in each buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Widths {
    pub(crate) features: usize,
    pub(crate) actions: usize,
    pub(crate) seats: usize,
}

impl<'a> Buffers<'a> {
    /// Whether every buffer has exactly `states` rows; if not, the name of one that has not, and its right length.
    pub(crate) fn misfit(&self, states: usize, widths: Widths) -> Option<(&'static str, usize)> {
        [
            ("observations", self.observations.len(), states * widths.features),
            ("masks", self.masks.len(), states * widths.actions),
            ("rewards", self.rewards.len(), states * widths.seats),
            ("terminated", self.terminated.len(), states),
            ("truncated", self.truncated.len(), states),
            ("seats", self.seats.len(), states),
        ]
        .into_iter()
        .find_map(|(name, length, right)| (length != right).then_some((name, right)))
    }

    /// The rows of the first states and those of the others.
    pub(crate) fn split(self, states: usize, widths: Widths) -> (Buffers<'a>, Buffers<'a>) {
        let (observations, observations_) = self.observations.split_at_mut(states * widths.features);
        let (masks, masks_) = self.masks.split_at_mut(states * widths.actions);
        let (rewards, rewards_) = self.rewards.split_at_mut(states * widths.seats);
        let (terminated, terminated_) = self.terminated.split_at_mut(states);
        let (truncated, truncated_) = self.truncated.split_at_mut(states);
        let (seats, seats_) = self.seats.split_at_mut(states);
        (
            Buffers { observations, masks, rewards, terminated, truncated, seats },
            Buffers {
                observations: observations_,
                masks: masks_,
                rewards: rewards_,
                terminated: terminated_,
                truncated: truncated_,
                seats: seats_,
            },
        )
    }
}
