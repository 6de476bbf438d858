//! Nothing that a seat gets to see depends on what it cannot know.

mod support;

use ludus_classic::{Goofspiel, GoofspielEvent, KuhnPoker, KuhnPokerEvent, LeducPoker, LeducPokerEvent};
use ludus_core::dice::{Exhaustive, Scripted};
use ludus_core::{Action, Actions, Event, Game, Position, Ratio, Rng, Seat, Seats, Silent, View};
use support::{Check, every_game, random_game};

/// All that a seat gets: features, view (table, actions and what they touch), whose turn it is.
fn seen<G: Game>(game: &G, state: &G::State, seat: Seat) -> (Vec<u32>, View, Seats) {
    let mut features = vec![f32::NAN; game.facts().feature_count()];
    game.observe(state, seat, &mut features);
    (features.iter().map(|feature| feature.to_bits()).collect(), game.view(state, seat), game.to_act(state))
}

struct Hidden;

impl Check for Hidden {
    fn check<G: Game>(&mut self, name: &str, game: &G) {
        let mut dice = Rng::new(9);
        for seed in 0..60 {
            random_game(game, seed, |state| {
                for seat in (0..game.facts().seats as u8).chain([8, 200]).map(Seat) {
                    let mut other = state.clone();
                    game.determinize(&mut other, seat, &mut dice);
                    assert_eq!(seen(game, state, seat), seen(game, &other, seat), "{name}: {}", game.position(state));
                    let position = game.position(&other);
                    assert_eq!(game.from_position(&position).as_ref(), Ok(&other), "{name}: {position} can occur");
                }
            });
        }
    }
}

#[test]
fn a_seat_sees_the_same_whatever_is_hidden_from_it() {
    every_game(&mut Hidden);
}

struct Complete;

impl Check for Complete {
    fn check<G: Game>(&mut self, name: &str, game: &G) {
        random_game(game, 1, |state| {
            for seat in (0..game.facts().seats as u8).chain([8, 200, 255]).map(Seat) {
                let (features, view, to_act) = seen(game, state, seat);
                assert!(features.iter().all(|&bits| f32::from_bits(bits).is_finite()), "{name} writes every feature");
                let ids: Vec<&str> = view.table.walk().iter().map(|component| component.id.as_str()).collect();
                let mut unique = ids.clone();
                unique.sort_unstable();
                unique.dedup();
                assert_eq!(ids.len(), unique.len(), "{name}: ids are unique");
                assert_eq!(view.actions.is_empty(), !to_act.has(seat), "{name}: actions for those who are to act");
                for (_, text, touched) in view.actions {
                    assert!(!touched.is_empty(), "{name}: `{text}` touches something");
                    assert!(
                        touched.iter().all(|id| ids.contains(&id.as_str())),
                        "{name}: `{text}` touches {touched:?}"
                    );
                }
                let value = game.evaluate(state, seat);
                let (least, most) = game.facts().returns;
                assert!((least..=most).contains(&value), "{name}: {value} is a possible return");
            }
        });
        for number in (0..game.facts().actions as u32).chain([99, u32::MAX]) {
            let text = game.describe(Action(number));
            let known = number < game.facts().actions as u32;
            assert_eq!(game.parse(&text).ok(), known.then_some(Action(number)), "{name}: `{text}`");
        }
    }
}

#[test]
fn every_seat_gets_all_features_and_a_table_with_all_that_its_actions_touch() {
    every_game(&mut Complete);
}

fn state_of<G: Game>(game: &G, text: &str) -> G::State {
    game.from_position(&Position::from_text(game.position_fields(), text).unwrap()).unwrap()
}

fn redealt<G: Game>(game: &G, text: &str, seat: u8) -> Vec<(String, Ratio)> {
    let state = state_of(game, text);
    let outcomes = Exhaustive::distribution(100, |dice| {
        let mut other = state.clone();
        game.determinize(&mut other, Seat(seat), dice);
        game.position(&other).to_string()
    });
    outcomes.unwrap()
}

fn evenly(texts: &[&str]) -> Vec<(String, Ratio)> {
    texts.iter().map(|&text| (text.to_owned(), Ratio::new(1, texts.len() as u128))).collect()
}

#[test]
fn hidden_cards_are_redealt_evenly_among_those_the_seat_does_not_see() {
    let kuhn = KuhnPoker::new();
    assert_eq!(redealt(&kuhn, "QK p", 0), evenly(&["QJ p", "QK p"]));
    assert_eq!(redealt(&kuhn, "QK p", 1), evenly(&["JK p", "QK p"]));
    assert_eq!(redealt(&kuhn, "QK p", 2).len(), 6);
    let leduc = LeducPoker::new();
    assert_eq!(
        redealt(&leduc, "KsKh Js cc/-", 1),
        evenly(&["JhKh Js cc/-", "QsKh Js cc/-", "QhKh Js cc/-", "KsKh Js cc/-"])
    );
    assert_eq!(redealt(&leduc, "KsKh - c", 0).len(), 5);
    let goofspiel = Goofspiel::new(3, 2);
    let position = |bid| format!("0/0 1,2,3/1,2,3 1,3 2 -/{bid}");
    assert_eq!(redealt(&goofspiel, &position(3), 0), evenly(&[&position(1), &position(2), &position(3)]));
    assert_eq!(redealt(&goofspiel, &position(3), 1), evenly(&[&position(3)]));
}

#[test]
fn a_showdown_shows_the_cards_and_a_fold_does_not() {
    let kuhn = KuhnPoker::new();
    assert_eq!(redealt(&kuhn, "QK bb", 0), evenly(&["QK bb"]));
    assert_eq!(redealt(&kuhn, "QK bp", 0).len(), 2);
    let leduc = LeducPoker::new();
    assert_eq!(redealt(&leduc, "QsKh Js cc/cc", 0), evenly(&["QsKh Js cc/cc"]));
    assert_eq!(redealt(&leduc, "QsKh Js cc/rf", 0).len(), 4);
    let label = |text, seat| {
        let table = leduc.table(&state_of(&leduc, text), Seat(seat));
        let cards = table.walk().into_iter().filter(|component| component.id.starts_with("card:"));
        cards.map(|card| card.label.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(label("QsKh Js cc/r", 0), "Js Qs ?");
    assert_eq!(label("QsKh Js cc/r", 1), "Js ? Kh");
    assert_eq!(label("QsKh Js cc/r", 2), "Js ? ?");
    assert_eq!(label("QsKh Js cc/cc", 2), "Js Qs Kh");
}

#[test]
fn an_open_bid_is_told_to_nobody_else() {
    let game = Goofspiel::new(4, 3);
    let mut log = Vec::new();
    let mut dice = Scripted::new(&[0]);
    let mut state = game.start(&mut dice, &mut Silent);
    game.apply(&mut state, Seat(1), Action(2), &mut dice, &mut log).unwrap();
    dice.finish();
    assert_eq!(log, [GoofspielEvent::Bid { seat: Seat(1), card: 3 }]);
    assert_eq!(log[0].audience(), Seats::one(Seat(1)));
    let mut legal = Actions::new();
    game.legal_actions(&state, Seat(1), &mut legal);
    assert!(legal.is_empty());
}

#[test]
fn a_card_is_dealt_to_one_seat_only() {
    let (mut kuhn, mut leduc) = (Vec::new(), Vec::new());
    KuhnPoker::new().start(&mut Rng::new(1), &mut kuhn);
    LeducPoker::new().start(&mut Rng::new(1), &mut leduc);
    for seat in [0, 1] {
        let event: &KuhnPokerEvent = &kuhn[seat];
        assert_eq!(event.audience(), Seats::one(Seat(seat as u8)));
        let event: &LeducPokerEvent = &leduc[seat];
        assert_eq!(event.audience(), Seats::one(Seat(seat as u8)));
    }
}
