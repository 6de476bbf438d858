//! A game with luck but no secrets, which the search trees must cope with: what is legal depends on the roll.

use std::sync::Arc;

use ludus_core::{
    Action, Actions, BadPosition, Component, Dice, Event, Facts, Game, Illegal, Log, Luck, Position, Returns, Seat,
    Seats, Silent, Turn,
};
use ludus_core::{Rng, dice::Exhaustive};

use crate::support::{agent, assert_clearly_above, duel};

const FACES: u32 = 6;
const TURNS: u8 = 4;
/// Who collects more than this has nothing.
const LIMIT: u8 = 15;

/// Two seats take one of two rolled faces in turn, four times each; the higher sum wins unless it is above the limit.
pub(crate) struct DiceRace {
    facts: Facts,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Race {
    sums: [u8; 2],
    taken: u8,
    offer: u8,
}

#[derive(serde::Serialize)]
pub(crate) struct Nothing;

impl Event for Nothing {}

impl DiceRace {
    pub(crate) fn new() -> Self {
        DiceRace {
            facts: Facts {
                name: "dice-race".into(),
                about: String::new(),
                content: "dice-race/1".into(),
                seats: 2,
                seat_counts: 2..=2,
                actions: FACES as usize,
                features: vec![10],
                max_decisions: 2 * u32::from(TURNS),
                returns: (-1.0, 1.0),
                zero_sum: true,
                hidden: false,
                chance: true,
                simultaneous: false,
            },
        }
    }
}

fn roll(dice: &mut impl Dice) -> u8 {
    1 << dice.roll(Luck::of("first"), FACES) | 1 << dice.roll(Luck::of("second"), FACES)
}

impl Game for DiceRace {
    type State = Race;
    type Event = Nothing;

    fn facts(&self) -> &Facts {
        &self.facts
    }
    fn start(&self, dice: &mut impl Dice, _: &mut impl Log<Nothing>) -> Race {
        Race { sums: [0; 2], taken: 0, offer: roll(dice) }
    }
    fn to_act(&self, state: &Race) -> Seats {
        if state.taken < 2 * TURNS { Seats::one(Seat(state.taken % 2)) } else { Seats::NONE }
    }
    fn legal_actions(&self, state: &Race, seat: Seat, out: &mut Actions) {
        if self.to_act(state).has(seat) {
            out.push_bits(state.offer.into());
        }
    }
    fn apply(
        &self,
        state: &mut Race,
        seat: Seat,
        action: Action,
        dice: &mut impl Dice,
        _: &mut impl Log<Nothing>,
    ) -> Result<(), Illegal> {
        if !self.to_act(state).has(seat) || action.0 >= FACES || state.offer >> action.0 & 1 == 0 {
            return Err(Illegal { seat, action, reason: "it was not rolled" });
        }
        state.sums[seat.index()] += action.0 as u8 + 1;
        *state = Race { taken: state.taken + 1, offer: roll(dice), ..state.clone() };
        Ok(())
    }
    fn returns(&self, state: &Race) -> Returns {
        let [own, other] = state.sums.map(|sum| if sum > LIMIT { 0 } else { i32::from(sum) });
        let won = f64::from((own - other).signum());
        [won, -won, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    }
    fn observe(&self, state: &Race, seat: Seat, out: &mut [f32]) {
        let own = seat.index();
        out[..4].copy_from_slice(&[state.sums[own], state.sums[1 - own], state.taken, 0].map(f32::from));
        for (face, feature) in out[4..].iter_mut().enumerate() {
            *feature = f32::from(state.offer >> face & 1);
        }
    }
    fn determinize(&self, _: &mut Race, _: Seat, _: &mut impl Dice) {}
    fn describe(&self, action: Action) -> String {
        (action.0 + 1).to_string()
    }
    fn position_fields(&self) -> &'static [&'static str] {
        &["state"]
    }
    fn position(&self, state: &Race) -> Position {
        Position::new([("state", format!("{state:?}"))])
    }
    fn from_position(&self, _: &Position) -> Result<Race, BadPosition> {
        Err(BadPosition::new("state", "is written for people only"))
    }
    fn table(&self, _: &Race, _: Seat) -> Component {
        Component::new("table", "table", "")
    }
    fn touches(&self, _: &Race, _: Seat, _: Action) -> Vec<String> {
        Vec::new()
    }
}

/// What the seat to act can expect with best play on both sides, and the action that brings it.
fn solve(game: &DiceRace, state: &Race, seat: Seat) -> (f64, Action) {
    let mut legal = Actions::new();
    game.legal_actions(state, seat, &mut legal);
    let value = |action: Action| {
        let outcomes = Exhaustive::distribution(36, |dice| {
            let mut next = state.clone();
            game.apply(&mut next, seat, action, dice, &mut Silent).expect("the action is legal");
            next
        });
        let outcomes = outcomes.expect("two dice have 36 outcomes");
        outcomes
            .iter()
            .map(|(next, weight)| {
                weight.to_f64()
                    * if next.taken == 2 * TURNS {
                        game.returns(next)[seat.index()]
                    } else {
                        -solve(game, next, Seat(1 - seat.0)).0
                    }
            })
            .sum::<f64>()
    };
    legal.iter().map(|&action| (value(action), action)).max_by(|a, b| a.0.total_cmp(&b.0)).expect("somebody is to act")
}

#[test]
fn searches_find_the_best_action_under_luck() {
    let game = Arc::new(DiceRace::new());
    for spec in ["mcts:iterations=20000", "ismcts:iterations=20000"] {
        for (sums, taken, offer) in [([9, 10], 6, 0b10_0010), ([10, 14], 6, 0b10_0001), ([3, 9], 5, 0b10_0100)] {
            let state = Race { sums, taken, offer };
            let seat = Seat(taken % 2);
            let (value, best) = solve(&game, &state, seat);
            let mut agent = agent(&game, spec);
            let chosen = agent.choose(&Turn::new(&*game, &state, seat), &mut Rng::new(5));
            assert_eq!(chosen, best, "{spec} in {state:?}");
            assert!(
                (agent.thoughts()[0].value - value).abs() < 0.1,
                "{spec} in {state:?}: {:?}, {value}",
                agent.thoughts()
            );
        }
    }
}

#[test]
fn searches_beat_random_under_luck() {
    let game = Arc::new(DiceRace::new());
    for spec in ["mcts:iterations=300", "ismcts:iterations=300", "flat:iterations=300"] {
        assert_clearly_above(0.1, &duel(&game, spec, "random", 600));
    }
}
