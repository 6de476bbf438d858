//! The action space: one small index for each thing that can be touched.
//!
//! A play is made of consecutive decisions: the card, its option where there are two, its target, its place on the board.
//! One index for all of it would be ten cards times sixteen targets times seven places; sixty small ones say the same.

use ludus_cards::machine::state::{MAX_BOARD, MAX_HAND, MAX_OFFER};
use ludus_core::Action;

/// The turn ends.
pub(crate) const END: u32 = 0;
/// A card of the hand is played; the first one.
pub(crate) const CARD: u32 = 1;
/// The hero power is used.
pub(crate) const POWER: u32 = CARD + MAX_HAND as u32;
/// The hero attacks; the minions follow.
pub(crate) const ATTACK: u32 = POWER + 1;
/// The own hero is the target; the own minions follow, then the other hero, then its minions.
pub(crate) const TARGET: u32 = ATTACK + 1 + MAX_BOARD as u32;
/// The minion stands at the left end; the other places follow.
pub(crate) const PLACE: u32 = TARGET + 2 * (1 + MAX_BOARD as u32);
/// The first of two options is chosen.
pub(crate) const OPTION: u32 = PLACE + MAX_BOARD as u32;
/// The first offered card is taken.
pub(crate) const TAKE: u32 = OPTION + 2;
/// The opening hand is kept as it stands.
pub(crate) const KEEP: u32 = TAKE + MAX_OFFER as u32;
/// The first card of the opening hand is to be replaced.
pub(crate) const REPLACE: u32 = KEEP + 1;
/// The most cards of an opening hand.
pub(crate) const MAX_OPENING: usize = 4;
/// The number of actions.
pub(crate) const COUNT: u32 = REPLACE + MAX_OPENING as u32;

/// The places of characters, as targets count them: hero and minions of the seat itself, then of the other.
pub(crate) const SPOTS: u32 = 1 + MAX_BOARD as u32;

/// An action, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// The turn ends.
    End,
    /// A card of the hand, by place.
    Card(usize),
    /// The hero power.
    Power,
    /// An own character attacks: 0 the hero, else the minion at this place, counted from 1.
    Attack(usize),
    /// A character as the target: own side or not, 0 the hero, else the minion.
    Target(bool, usize),
    /// A place on the board.
    Place(usize),
    /// One of two options.
    Option(usize),
    /// One of the offered cards.
    Take(usize),
    /// The opening hand is kept.
    Keep,
    /// A card of the opening hand is to be replaced.
    Replace(usize),
}

impl Touch {
    /// What an action touches; `None` for one that there is not.
    pub fn of(action: Action) -> Option<Touch> {
        let n = action.0;
        let from = |start: u32| (n - start) as usize;
        Some(match n {
            END => Touch::End,
            CARD..POWER => Touch::Card(from(CARD)),
            POWER => Touch::Power,
            ATTACK..TARGET => Touch::Attack(from(ATTACK)),
            TARGET..PLACE => {
                let spot = n - TARGET;
                Touch::Target(spot < SPOTS, (spot % SPOTS) as usize)
            }
            PLACE..OPTION => Touch::Place(from(PLACE)),
            OPTION..TAKE => Touch::Option(from(OPTION)),
            TAKE..KEEP => Touch::Take(from(TAKE)),
            KEEP => Touch::Keep,
            REPLACE..COUNT => Touch::Replace(from(REPLACE)),
            _ => return None,
        })
    }

    /// The action.
    pub fn action(self) -> Action {
        Action(match self {
            Touch::End => END,
            Touch::Card(place) => CARD + place as u32,
            Touch::Power => POWER,
            Touch::Attack(spot) => ATTACK + spot as u32,
            Touch::Target(own, spot) => TARGET + if own { 0 } else { SPOTS } + spot as u32,
            Touch::Place(place) => PLACE + place as u32,
            Touch::Option(option) => OPTION + option as u32,
            Touch::Take(card) => TAKE + card as u32,
            Touch::Keep => KEEP,
            Touch::Replace(card) => REPLACE + card as u32,
        })
    }

    /// The text of the action.
    pub fn text(self) -> String {
        match self {
            Touch::End => "end turn".to_owned(),
            Touch::Card(place) => format!("card {}", place + 1),
            Touch::Power => "power".to_owned(),
            Touch::Attack(0) => "hero attacks".to_owned(),
            Touch::Attack(spot) => format!("minion {spot} attacks"),
            Touch::Target(true, 0) => "on my hero".to_owned(),
            Touch::Target(true, spot) => format!("on my minion {spot}"),
            Touch::Target(false, 0) => "on their hero".to_owned(),
            Touch::Target(false, spot) => format!("on their minion {spot}"),
            Touch::Place(place) => format!("at place {}", place + 1),
            Touch::Option(option) => format!("option {}", option + 1),
            Touch::Take(card) => format!("take {}", card + 1),
            Touch::Keep => "keep".to_owned(),
            Touch::Replace(card) => format!("replace {}", card + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_one_touch_and_has_a_text_of_its_own() {
        let mut texts: Vec<String> = (0..COUNT)
            .map(|n| {
                let touch = Touch::of(Action(n)).expect("it is in the space");
                assert_eq!(touch.action(), Action(n));
                touch.text()
            })
            .collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), COUNT as usize);
        assert_eq!(Touch::of(Action(COUNT)), None);
    }
}
