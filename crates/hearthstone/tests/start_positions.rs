//! Games that begin in a position: it is kept, its random decks are shuffled by the seed, its plays are carried out.

mod support;

use ludus_core::{Game, Rng, Silent};
use ludus_hearthstone::{Hearthstone, Options};
use ludus_testkit::check;
use support::Starter;

fn game(parts: &[&str], plays: &[&str]) -> Result<Hearthstone, String> {
    let starter = Starter::read();
    let deck = |name: &str| starter.decks.iter().find(|deck| deck.name == name).expect("it is a deck of the set");
    let own = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    let game = starter.game([deck("Two Fires"), deck("Reef Raiders")], Options::default());
    game.beginning_at(&own(parts), &own(plays)).map_err(|error| error.to_string())
}

const PARTS: &[&str] = &[
    "my hand: cinder-bolt",
    "my deck: random without 2 frostling",
    "their hero: 20 health, 3 armor",
    "their board: rope-monkey, rope-monkey (5/6, damage 1, taunt)",
    "to act: my",
];

#[test]
fn every_game_begins_there_with_the_deck_in_another_order() {
    let game = game(PARTS, &[]).unwrap();
    let start = |seed| game.start(&mut Rng::new(seed), &mut Silent);
    let (one, other) = (start(1), start(2));
    assert_eq!(one, start(1));
    assert_ne!(one.machine.side(0).deck.as_slice(), other.machine.side(0).deck.as_slice());
    // Thirty cards without the two that are gone and the one in the hand.
    assert_eq!(one.machine.side(0).deck.len(), 27);
    let board: Vec<_> = one.machine.side(1).board.as_slice().iter().map(|&thing| *one.machine.body(thing)).collect();
    assert_eq!((board[1].attack, board[1].left()), (5, 5));
    assert_eq!((one.machine.side(1).armor, one.machine.turn), (3, 1));
}

#[test]
fn plays_are_carried_out_before_the_first_decision() {
    let game = game(PARTS, &["end turn"]).unwrap();
    let state = game.start(&mut Rng::new(1), &mut Silent);
    assert_eq!((state.machine.active, state.machine.turn), (1, 2));
}

#[test]
fn what_is_wrong_names_the_part_or_the_play() {
    let wrong = |parts: &[&str], plays: &[&str]| game(parts, plays).unwrap_err();
    let eight = format!("my board: {}", ["rope-monkey"; 8].join(", "));
    assert_eq!(wrong(&[&eight], &[]), "`my board`: a board holds at most 7 minions");
    assert_eq!(wrong(&["my hero: 0 health"], &[]), "`my hero`: `0` is no number from 1 to 9999");
    assert_eq!(
        wrong(&["never: my hand"], &[]),
        "`never: my hand`: this is no part of a position; write `my hand: ...` and the like"
    );
    assert_eq!(
        wrong(&["my deck: random without 3 frostling"], &[]),
        "`my deck`: the deck has not that many copies of `frostling`"
    );
    assert_eq!(
        wrong(PARTS, &["end turn", "play nothing"]),
        "play 2, `play nothing`: there is no card for `nothing` in the hand"
    );
}

#[test]
fn a_game_that_begins_in_a_position_keeps_the_contract() {
    let options = ludus_testkit::Options { games: 10, ..ludus_testkit::Options::default() };
    let report = check(&std::sync::Arc::new(game(PARTS, &["end turn"]).unwrap()), &options);
    assert!(report.passed(), "{report}");
}
