//! Everything that can be asked of a state, to be compared, and how two answers differ in words.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use ludus_core::{Action, Game, Returns, Seat};

use crate::probe::{Finding, listed, table};

/// Everything that can be asked of a state, but for its pictures.
#[derive(Clone, Debug)]
pub(crate) struct Fingerprint {
    position: String,
    returns: Returns,
    seats: Vec<Seen>,
}

/// What a state looks like from one seat.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    seat: Seat,
    acts: bool,
    listed: Vec<Action>,
    features: Vec<f32>,
}

impl Fingerprint {
    pub(crate) fn of<G: Game>(game: &G, state: &G::State) -> Self {
        Fingerprint {
            position: game.position(state).to_string(),
            returns: game.returns(state),
            seats: table(game).iter().map(|seat| Seen::of(game, state, seat)).collect(),
        }
    }

    /// Fails with the first difference; `self` is what was expected.
    pub(crate) fn same(&self, now: &Self) -> Finding {
        equal("the position", &self.position, &now.position)?;
        equal("the returns", &self.returns.map(f64::to_bits), &now.returns.map(f64::to_bits))
            .map_err(|_| format!("the returns are {:?} and not {:?}", now.returns, self.returns))?;
        self.seats.iter().zip(&now.seats).try_for_each(|(expected, now)| expected.same(now))
    }
}

impl Seen {
    pub(crate) fn of<G: Game>(game: &G, state: &G::State, seat: Seat) -> Self {
        let mut features = vec![0.0; game.facts().feature_count()];
        game.observe(state, seat, &mut features);
        Seen { seat, acts: game.to_act(state).has(seat), listed: listed(game, state, seat), features }
    }

    /// Fails with the first difference; `self` is what was expected.
    pub(crate) fn same(&self, now: &Self) -> Finding {
        let seat = self.seat;
        equal(&format!("whether seat {seat} is to act"), &self.acts, &now.acts)?;
        same_features(&self.features, &now.features).map_err(|difference| format!("seat {seat} {difference}"))?;
        let numbers = |actions: &[Action]| actions.iter().map(|action| action.0).collect::<Vec<_>>();
        equal(&format!("the list of seat {seat}"), &numbers(&self.listed), &numbers(&now.listed))
    }
}

/// All that a seat gets to know of a state.
pub(crate) struct Known {
    seen: Seen,
    view: String,
}

impl Known {
    pub(crate) fn of<G: Game>(game: &G, state: &G::State, seat: Seat) -> Self {
        let view = serde_json::to_string(&game.view(state, seat)).expect("a view is plain data");
        Known { seen: Seen::of(game, state, seat), view }
    }

    pub(crate) fn same(&self, deal: &Self) -> Finding {
        self.seen.same(&deal.seen)?;
        if self.view == deal.view {
            return Ok(());
        }
        let (expected, now) = excerpts(&self.view, &deal.view);
        Err(format!("the view is {now} and not {expected}"))
    }
}

/// Fails at the first feature that differs in a single bit.
pub(crate) fn same_features(expected: &[f32], now: &[f32]) -> Finding {
    match expected.iter().zip(now).position(|(a, b)| a.to_bits() != b.to_bits()) {
        Some(place) => Err(format!("observes {:?} and not {:?} as feature {place}", now[place], expected[place])),
        None => Ok(()),
    }
}

/// Fails where the two differ, and names both as far as a reader can take them in.
pub(crate) fn equal<T: PartialEq + Debug>(what: &str, expected: &T, now: &T) -> Finding {
    if expected == now {
        return Ok(());
    }
    let (expected, now) = excerpts(&format!("{expected:?}"), &format!("{now:?}"));
    Err(format!("{what} is {now} and not {expected}"))
}

/// Both texts around their first difference, so that a small one in long texts is seen.
pub(crate) fn excerpts(a: &str, b: &str) -> (String, String) {
    const BEFORE: usize = 30;
    const LENGTH: usize = 100;
    let differs = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let cut = |text: &str| {
        let from = if text.chars().count() > LENGTH { differs.saturating_sub(BEFORE) } else { 0 };
        let excerpt: String = text.chars().skip(from).take(LENGTH).collect();
        let ends = from + LENGTH >= text.chars().count();
        format!("{}{excerpt}{}", if from > 0 { "…" } else { "" }, if ends { "" } else { "…" })
    };
    (cut(a), cut(b))
}

/// The hash of a state, the same in every run.
pub(crate) fn hash_of(state: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_difference_in_long_texts_is_shown() {
        let long = |middle: &str| format!("{}{middle}{}", "a".repeat(500), "b".repeat(500));
        let (left, right) = excerpts(&long("x"), &long("y"));
        assert!(left.starts_with(&format!("…{}x", "a".repeat(30))), "{left}");
        assert!(right.starts_with(&format!("…{}y", "a".repeat(30))), "{right}");
        assert_eq!(excerpts("ab", "abc"), ("ab".into(), "abc".into()));
    }
}
