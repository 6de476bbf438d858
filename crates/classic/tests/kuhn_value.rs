//! The value of Kuhn poker is exactly -1/18 for the first seat: its known strategy gets at least that against every pure
//! strategy of the second seat, and the second seat's known strategy concedes at most that to every pure one of the first.

use std::collections::HashMap;
use std::ops::{Add, Mul, Sub};

use ludus_classic::{KuhnPoker, KuhnPokerState};
use ludus_core::dice::{Exhaustive, Scripted};
use ludus_core::{Action, Game, Ratio, Silent};

/// An exact fraction with a sign; the denominators here are small.
#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.0 * other.1 == other.0 * self.1
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<std::cmp::Ordering> {
        Some((self.0 * other.1).cmp(&(other.0 * self.1)))
    }
}

impl Add for Fraction {
    type Output = Fraction;

    fn add(self, other: Fraction) -> Fraction {
        reduced(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }
}

impl Sub for Fraction {
    type Output = Fraction;

    fn sub(self, other: Fraction) -> Fraction {
        self + Fraction(-other.0, other.1)
    }
}

impl Mul for Fraction {
    type Output = Fraction;

    fn mul(self, other: Fraction) -> Fraction {
        reduced(self.0 * other.0, self.1 * other.1)
    }
}

fn reduced(numerator: i128, denominator: i128) -> Fraction {
    let ratio = Ratio::new(numerator.unsigned_abs(), denominator.unsigned_abs());
    Fraction(numerator.signum() * ratio.numerator().cast_signed(), ratio.denominator().cast_signed())
}

const ZERO: Fraction = Fraction(0, 1);
const ONE: Fraction = Fraction(1, 1);
const VALUE: Fraction = Fraction(-1, 18);

/// How likely a seat bets with a card after the bets so far: `Kpb` is the king after pass and bet.
type Strategy = HashMap<String, Fraction>;

const FIRST: [&str; 6] = ["J-", "Q-", "K-", "Jpb", "Qpb", "Kpb"];
const SECOND: [&str; 6] = ["Jp", "Qp", "Kp", "Jb", "Qb", "Kb"];

fn strategy(places: [&str; 6], bets: [Fraction; 6]) -> Strategy {
    places.iter().map(|&place| place.to_owned()).zip(bets).collect()
}

fn pure_strategies(places: [&str; 6]) -> Vec<Strategy> {
    let bets = |code: i128| [0, 1, 2, 3, 4, 5].map(|place| Fraction(code >> place & 1, 1));
    (0..64).map(|code| strategy(places, bets(code))).collect()
}

/// What the first seat gets on average from a state on.
fn value(game: &KuhnPoker, state: KuhnPokerState, strategies: [&Strategy; 2]) -> Fraction {
    let Some(seat) = game.to_act(&state).lowest() else { return Fraction(game.returns(&state)[0] as i128, 1) };
    let position = game.position(&state);
    let card = &position.get("cards")[seat.index()..=seat.index()];
    let bet = strategies[seat.index()][&format!("{card}{}", position.get("bets"))];
    [(Action(0), ONE - bet), (Action(1), bet)].into_iter().fold(ZERO, |sum, (action, share)| {
        let mut next = state;
        game.apply(&mut next, seat, action, &mut Scripted::new(&[]), &mut Silent).unwrap();
        sum + share * value(game, next, strategies)
    })
}

/// What the first seat gets on average over all deals.
fn game_value(first: &Strategy, second: &Strategy) -> Fraction {
    let game = KuhnPoker::new();
    let deals = Exhaustive::walk(6, |dice| game.start(dice, &mut Silent)).unwrap();
    deals.into_iter().fold(ZERO, |sum, (deal, weight)| {
        let weight = Fraction(weight.numerator().cast_signed(), weight.denominator().cast_signed());
        sum + weight * value(&game, deal, [first, second])
    })
}

/// The equilibrium strategies of the first seat form a family: it bluffs with the jack this often, 0 to 1/3.
fn first_equilibrium(bluff: Fraction) -> Strategy {
    let third = Fraction(1, 3);
    strategy(FIRST, [bluff, ZERO, Fraction(3, 1) * bluff, ZERO, bluff + third, ONE])
}

fn second_equilibrium() -> Strategy {
    let third = Fraction(1, 3);
    strategy(SECOND, [third, ZERO, ONE, ZERO, third, ONE])
}

#[test]
fn the_first_seat_can_get_minus_one_eighteenth_against_everything() {
    for bluff in [ZERO, Fraction(1, 6), Fraction(1, 3)] {
        let first = first_equilibrium(bluff);
        assert!(pure_strategies(SECOND).iter().all(|second| game_value(&first, second) >= VALUE));
        assert_eq!(game_value(&first, &second_equilibrium()), VALUE);
    }
}

#[test]
fn the_second_seat_concedes_no_more_than_minus_one_eighteenth_to_anything() {
    let second = second_equilibrium();
    assert!(pure_strategies(FIRST).iter().all(|first| game_value(first, &second) <= VALUE));
}

#[test]
fn a_bluff_too_often_can_be_exploited() {
    let mut reckless = first_equilibrium(Fraction(1, 3));
    reckless.insert("J-".to_owned(), ONE);
    assert!(pure_strategies(SECOND).iter().any(|second| game_value(&reckless, second) < VALUE));
}
