//! Positions: they can be written by hand, and what cannot occur is refused in one sentence.

mod support;

use ludus_core::{Game, Position, Rng, Silent};
use ludus_hearthstone::{Hearthstone, HearthstoneState, Options, Touch};
use support::Starter;

fn game() -> Hearthstone {
    let starter = Starter::read();
    let deck = |name: &str| starter.decks.iter().find(|deck| deck.name == name).expect("it is a deck of the set");
    starter.game([deck("Two Fires"), deck("Reef Raiders")], Options::default())
}

/// A quiet position with some fields written otherwise.
fn with(game: &Hearthstone, fields: &[(&str, &str)]) -> Result<HearthstoneState, String> {
    let quiet = |name: &str| match name {
        "turn" => "5/0/open",
        "hero0" => "maris-of-the-two-fires",
        "hero1" => "captain-tamsin-roe",
        "power0" => "forked-spark",
        "power1" => "whet-the-edge",
        "side0" | "side1" => "mana=5;crystals=5",
        _ => "-",
    };
    let text = |name: &str| fields.iter().find(|(known, _)| *known == name).map_or(quiet(name), |(_, text)| text);
    let position = Position::new(game.position_fields().iter().map(|&name| (name, text(name).to_owned())));
    game.from_position(&position).map_err(|problem| problem.to_string())
}

#[test]
fn a_position_can_be_written_by_hand() {
    let game = game();
    let board = "rope-monkey,rope-monkey(damage=1),brass-beetle(frozen;~stats/2/2;~gives/1)";
    let state = with(&game, &[("board0", board), ("hero1", "captain-tamsin-roe(damage=20)")]).unwrap();
    let look = game.look(&state);
    let plain = &game.content().cards[usize::from(game.content().by_id("brass-beetle").unwrap())];
    let beetle = state.machine.side(0).board.as_slice()[2];
    assert_eq!(look.attack_of(beetle), plain.attack + 2);
    assert_eq!(state.machine.body(beetle).left(), plain.health + 2);
    let seat = game.to_act(&state).lowest().unwrap();
    let mut next = state.clone();
    game.apply(&mut next, seat, Touch::Attack(1).action(), &mut Rng::new(1), &mut Silent).unwrap();
    assert_eq!(game.position(&state).get("board0"), board);
    assert_eq!(game.position(&next).get("said"), "decisions=1;defender;thing=2");
}

#[test]
fn what_cannot_occur_is_refused_in_one_sentence() {
    let game = game();
    let many = |card: &str, count: usize| vec![card; count].join(",");
    let refused = |fields: &[(&str, &str)]| with(&game, fields).unwrap_err();
    let cases = [
        (("board0", many("rope-monkey", 8)), "position: board0 has 8 minions; the most is 7"),
        (("deck1", many("rope-monkey", 61)), "position: deck1 has 61 cards; the most is 60"),
        (("hand0", many("rope-monkey", 11)), "position: hand0 has 11 cards; the most is 10"),
        (("weapon0", many("notched-cutlass", 2)), "position: weapon0 has 2 weapons; the most is 1"),
        (("hero0", "-".to_owned()), "position: hero0 is missing"),
        (("hero0", "rope-monkey".to_owned()), "position: hero0 has `rope-monkey`, which is no hero"),
        (("board1", "cut-the-rigging".to_owned()), "position: board1 has `cut-the-rigging`, which is no minion"),
        (("side0", "mana=11".to_owned()), "position: side0 has `mana=11`, but it must be a whole number from 0 to 10"),
        (("side0", "manna=1".to_owned()), "position: side0 has the word `manna`, which is not known"),
        (
            ("turn", "0/0/open".to_owned()),
            "position: turn is 0 only during the mulligan: write a turn from 1, or `mulligan=` in `said`",
        ),
        (
            ("said", "target;thing=9".to_owned()),
            "position: said names a thing that is not there: things have the numbers of the field `numbers`",
        ),
        (
            ("offer", "discover/0/rope-monkey".to_owned()),
            "position: offer stands only in the middle of an effect, which is the field `flow`",
        ),
        (
            ("flow", "lost=1".to_owned()),
            "position: flow does not belong to the other fields; it can only be copied with all of them: write `-` for nothing",
        ),
    ];
    for ((field, text), sentence) in cases {
        assert_eq!(refused(&[(field, &text)]), sentence);
    }
    let dead = refused(&[("board0", "rope-monkey(damage=9)")]);
    assert!(
        dead.starts_with("position: board0 has `rope-monkey` with -") && dead.ends_with("must have 1 at least"),
        "{dead}"
    );
    let unknown = refused(&[("hand1", "rope-monky")]);
    assert_eq!(unknown, "position: hand1 has the card `rope-monky`, which is not known; did you mean `rope-monkey`?");
}

#[test]
fn the_readme_shows_a_position_that_can_be_read_and_counts_the_features() {
    const README: &str = include_str!("../README.md");
    let game = game();
    let line = README.lines().find(|line| line.starts_with("5/0/open ")).expect("there is a position");
    let position = Position::from_text(game.position_fields(), line).unwrap();
    let state = game.from_position(&position).unwrap();
    assert_eq!(game.position(&state).to_string(), line);
    let features = game.facts().feature_count();
    assert!(README.contains(&format!("{},{:03} features in this order", features / 1000, features % 1000)));
}
