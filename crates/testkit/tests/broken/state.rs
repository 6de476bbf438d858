//! The state of the game of the higher card, and the mistakes that a state can make by itself.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use crate::game::Fault;

/// What a correct state holds is `round`, `lead`, `cards` and `bids`; the rest is there for faults.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) round: u8,
    /// By how much seat 0 is ahead.
    pub(crate) lead: i16,
    /// The cards of the two seats, 1 to 6; both 0 when the game is over.
    pub(crate) cards: [u8; 2],
    pub(crate) bids: [Option<u8>; 2],
    pub(crate) fault: Fault,
    /// A number that decides something, although it is neither compared nor written down.
    pub(crate) unseen: u32,
    /// A lead that all copies of a state share.
    pub(crate) shared: Option<Arc<AtomicI32>>,
}

impl State {
    /// By how much a seat is ahead.
    pub(crate) fn lead_of(&self, seat: usize) -> i16 {
        let shared = self.shared.as_ref().map_or(0, |lead| lead.load(Ordering::Relaxed)) as i16;
        let lead = self.lead + shared;
        if seat == 0 { lead } else { -lead }
    }

    fn compared(&self) -> (u8, i16, [u8; 2], [Option<u8>; 2]) {
        let lead = if self.fault == Fault::EqualityForgetsLead { 0 } else { self.lead_of(0) };
        (self.round, lead, self.cards, self.bids)
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        let unseen = if self.fault == Fault::CopyForgets { 0 } else { self.unseen };
        let State { round, lead, cards, bids, fault, .. } = *self;
        State { round, lead, cards, bids, fault, unseen, shared: self.shared.clone() }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.compared() == other.compared()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.compared().hash(hasher);
        if self.fault == Fault::HashOfTheUnseen {
            self.unseen.hash(hasher);
        }
    }
}
