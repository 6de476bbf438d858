//! Every game keeps the contract, in every number of seats.

use std::sync::Arc;

use ludus_classic::{ConnectFour, Goofspiel, KuhnPoker, LeducPoker, TicTacToe};
use ludus_core::Game;
use ludus_testkit::{Options, check};

fn keeps_the_contract(game: impl Game) {
    let report = check(&Arc::new(game), &Options { games: 40, ..Options::default() });
    assert!(report.passed(), "{report}");
}

#[test]
fn tic_tac_toe_keeps_the_contract() {
    keeps_the_contract(TicTacToe::new());
}

#[test]
fn connect_four_keeps_the_contract() {
    keeps_the_contract(ConnectFour::new());
}

#[test]
fn kuhn_poker_keeps_the_contract() {
    keeps_the_contract(KuhnPoker::new());
}

#[test]
fn leduc_poker_keeps_the_contract() {
    keeps_the_contract(LeducPoker::new());
}

#[test]
fn goofspiel_keeps_the_contract_with_every_number_of_seats_and_cards() {
    for seats in Goofspiel::SEATS {
        keeps_the_contract(Goofspiel::new(4, seats));
    }
    for cards in Goofspiel::CARDS {
        keeps_the_contract(Goofspiel::new(cards, 2));
    }
}
