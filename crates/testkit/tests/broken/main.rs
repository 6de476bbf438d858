//! The kit is shown correct games, which pass, and games with one mistake each, which it catches by the right check.

mod game;
mod nim;
mod state;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use game::{Exception, Fault, HigherCard};
use ludus_core::{Actions, Game, Seat};
use ludus_testkit::{Check, Options, Report, check, play_to};
use nim::Nim;

/// A mistake, the check that catches it, and words of what that check says.
type Catch = (Fault, &'static str, &'static str);

/// Mistakes that no other check has to complain about.
const ALONE: &[Catch] = &[
    (Fault::SeatsBeyondTheCounts, "facts", "2 seats are not among the seat counts 3 to 4"),
    (Fault::HidesLegal, "mask-tells-the-truth", "action 0 `pass` is not listed for seat"),
    (Fault::ListsBackwards, "mask-tells-the-truth", "not strictly ascending"),
    (Fault::ListReplaces, "mask-tells-the-truth", "not appended"),
    (Fault::RefusalChangesState, "mask-tells-the-truth", "changed the state from `0 0 25 --` to `0 1 25 --`"),
    (Fault::RefusalRolls, "mask-tells-the-truth", "used up luck"),
    (Fault::RefusalTellsEvent, "mask-tells-the-truth", "told an event"),
    (Fault::SecretlySimultaneous, "somebody-can-act", "2 seats are to act at once"),
    (Fault::RollsWhenTold, "replay-reproduces", "with its events told"),
    (Fault::EventsFromOutside, "replay-reproduces", "the events told twice differ"),
    (Fault::HashOfTheUnseen, "equal-means-equal", "have different hashes"),
    (Fault::EqualityForgetsLead, "equal-means-equal", "two equal states differ"),
    (Fault::PositionBreaksLine, "position-round-trips", "is not one line of text"),
    (Fault::PositionReaderPanics, "position-round-trips", "the game broke off: a lead is a number"),
    (Fault::PositionForgetsUnseen, "position-round-trips", "decisions after a play began with"),
    (Fault::ObservationLeaks, "nothing-hidden-leaks", "as feature 2"),
    (Fault::ViewLeaks, "nothing-hidden-leaks", "the view is"),
    (Fault::ListLeaks, "nothing-hidden-leaks", "the list of seat"),
    (Fault::DealDoesNothing, "nothing-hidden-leaks", "dealing anew never changes anything"),
    (Fault::DealChangesOwnCard, "nothing-hidden-leaks", "as feature 2"),
    (Fault::DealCannotOccur, "nothing-hidden-leaks", "cannot occur: position: cards must be different"),
    (Fault::DealGetsStuck, "nothing-hidden-leaks", "the game is not over after"),
    (Fault::DealPeeks, "nothing-hidden-leaks", "has the chance 3/5 where the truth is"),
    (Fault::DealWithoutSecrets, "nothing-hidden-leaks", "nothing is hidden, but"),
    (Fault::StartToldToAll, "nothing-hidden-leaks", "at the start, events tell seat"),
    (Fault::DealToldToAll, "nothing-hidden-leaks", "`, events tell seat"),
    (Fault::BidToldToAll, "nothing-hidden-leaks", "`, events tell seat"),
    (Fault::ObservationHasHole, "observation-is-whole", "gets feature 4 of 5 as NaN"),
    (Fault::ObservationNotFinite, "observation-is-whole", "gets feature 1 of 5 as inf"),
    (Fault::ReturnsOutOfRange, "returns-in-range", "outside of the returns -250 to 250"),
    (Fault::ReturnsNotZeroSum, "returns-in-range", "of a zero-sum game add up to -1"),
    (Fault::EstimateOutOfRange, "returns-in-range", "is worth 300 to seat 0"),
    (Fault::NeverEnds, "ends-in-time", "after the 100 decisions"),
    (Fault::TwoActionsOneName, "actions-have-names", "the actions 1 and 2 are both called `bet`"),
    (Fault::NameNotUnderstood, "actions-have-names", "action 2 `double` is not understood"),
    (Fault::RefusesWithoutHint, "actions-have-names", "without a hint"),
    (Fault::TouchesNothing, "view-can-be-played", "action 0 `pass` touches nothing"),
    (Fault::TouchesMissing, "view-can-be-played", "touches `double`, which is not there"),
    (Fault::TwoComponentsOneId, "view-can-be-played", "two components have the id `mine`"),
    (Fault::RollWithoutSides, "luck-is-declared", "a roll has no sides"),
];

/// Mistakes that break more than one promise.
const AMONG_OTHERS: &[Catch] = &[
    (Fault::ListsIllegal, "mask-tells-the-truth", "`double` is listed for seat 1, but refused"),
    (Fault::ActsOutOfTurn, "mask-tells-the-truth", "is not listed for seat 1, but accepted"),
    (Fault::ActsOutOfTurn, "somebody-can-act", "seat 1 is not to act, but"),
    (Fault::NothingToDo, "somebody-can-act", "seat 1 is to act, but has no legal action"),
    (Fault::NothingToDo, "ends-in-time", "cannot go on"),
    (Fault::CopyShares, "copy-is-independent", "playing the original on changed its copy"),
    (Fault::CopyForgets, "copy-is-independent", "a copy has another future"),
    (Fault::CopyForgets, "undo-restores", "decisions were undone and taken again"),
    (Fault::UnseededLuck, "same-seed-same-game", "the same game played again is another one"),
    (Fault::OutsideState, "same-seed-same-game", "the same game played again is another one"),
    (Fault::OutsideState, "undo-restores", "decisions were undone"),
    (Fault::OutsideState, "replay-reproduces", "the replay"),
    (Fault::PositionLosesLead, "position-round-trips", "read again, the returns are"),
    (Fault::PositionLosesLead, "equal-means-equal", "two different states have the position"),
    (Fault::UndeclaredLuck, "luck-is-declared", "the game rolls"),
    (Fault::PanicInApply, "mask-tells-the-truth", "the game broke off: the seventh round is cursed"),
    (Fault::PanicInApply, "ends-in-time", "the game broke off: the seventh round is cursed"),
];

fn report(fault: Fault) -> Report {
    check(&Arc::new(HigherCard::new(fault)), &Options { games: 6, ..Options::default() })
}

fn names<'a>(checks: impl Iterator<Item = &'a Check>) -> BTreeSet<&'static str> {
    checks.map(|check| check.name).collect()
}

#[test]
fn every_mistake_is_caught_by_the_check_that_is_made_for_it() {
    for &(fault, name, words) in ALONE.iter().chain(AMONG_OTHERS) {
        let report = report(fault);
        let failure = report.failed().find(|check| check.name == name).and_then(|check| check.failure.as_ref());
        assert!(failure.is_some_and(|failure| failure.detail.contains(words)), "{fault:?}, {name}: {report}");
    }
}

#[test]
fn a_mistake_is_not_blamed_on_anything_else() {
    for &(fault, name, _) in ALONE {
        let report = report(fault);
        assert_eq!(names(report.failed()), BTreeSet::from([name]), "{fault:?}: {report}");
    }
}

#[test]
fn every_check_has_a_mistake_that_it_catches() {
    let caught: BTreeSet<_> = ALONE.iter().chain(AMONG_OTHERS).map(|&(_, name, _)| name).collect();
    assert_eq!(caught, names(report(Fault::None).checks.iter()));
}

#[test]
fn a_correct_game_with_luck_and_secrets_passes_under_many_seeds() {
    let game = Arc::new(HigherCard::new(Fault::None));
    for run in 0..10 {
        let report = check(&game, &Options { seed: run * 1_000_003, ..Options::default() });
        assert!(report.passed(), "{report}");
    }
}

#[test]
fn correct_games_of_all_sizes_pass() {
    let options = Options { games: 5, ..Options::default() };
    // One decision, one seat; eight seats; many decisions; action spaces that can only be sampled.
    for game in [Nim::new(1, 1, 1), Nim::new(30, 3, 8), Nim::new(2000, 2, 5), Nim::new(20_000, 6000, 3)] {
        let report = check(&Arc::new(game), &options);
        assert!(report.passed(), "{report}");
    }
}

#[test]
fn no_random_games_and_no_samples_are_still_a_check() {
    let options = Options { games: 0, states: 0, probes: 0, deals: 0, ..Options::default() };
    let report = check(&Arc::new(Nim::new(20_000, 6000, 3)), &options);
    assert!(report.passed(), "{report}");
}

#[test]
fn a_failure_can_be_found_again() {
    let game = Arc::new(HigherCard::new(Fault::HidesLegal));
    let of_mask = |report: &Report| report.failed().next().and_then(|check| check.failure.clone()).expect("it lies");
    let failure = of_mask(&check(&game, &Options::default()));

    let play = play_to(&game, failure.seed, failure.decision);
    assert_eq!(play.len(), failure.decision);
    let mut listed = Actions::new();
    game.legal_actions(play.state(), Seat(0), &mut listed);
    game.legal_actions(play.state(), Seat(1), &mut listed);
    assert!(!listed.is_empty() && listed.iter().all(|action| action.0 != 0), "passing is hidden here: {listed:?}");

    let alone = check(&game, &Options { games: 1, seed: failure.seed, ..Options::default() });
    assert_eq!(of_mask(&alone), failure);
}

#[test]
fn a_panic_without_a_message_goes_through_to_the_caller() {
    let payload = catch_unwind(AssertUnwindSafe(|| report(Fault::PanicWithoutMessage))).unwrap_err();
    assert_eq!(payload.downcast_ref(), Some(&Exception(7)));
}

#[test]
fn a_report_is_data_too() {
    let json = serde_json::to_value(report(Fault::TouchesNothing)).unwrap();
    assert_eq!((&json["game"], &json["seats"]), (&"higher-card".into(), &2.into()));
    let check = json["checks"].as_array().unwrap().iter().find(|check| check["name"] == "view-can-be-played").unwrap();
    assert_eq!(check["failure"]["seed"], 0);
}

#[test]
fn the_readme_lists_every_check() {
    for Check { name, claim, .. } in report(Fault::None).checks {
        let row = format!("\n| `{name}` | {claim} |\n");
        assert!(include_str!("../../README.md").contains(&row), "the table of the README lacks {row}");
    }
}
