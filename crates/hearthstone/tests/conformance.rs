//! Constructed Hearthstone keeps the contract, with every combination of options.

mod support;

use std::sync::Arc;

use ludus_core::Rng;
use ludus_hearthstone::{Hearthstone, HearthstoneState};
use ludus_testkit::{Options, check};
use support::{Starter, all_options};

fn keeps_the_contract(game: Hearthstone, options: &Options) {
    let report = check(&Arc::new(game), options);
    assert!(report.passed(), "{report}");
}

#[test]
fn the_decks_of_the_starter_set_keep_the_contract() {
    let starter = Starter::read();
    assert!(starter.decks.len() >= 3);
    for (place, deck) in starter.decks.iter().enumerate() {
        let other = &starter.decks[(place + 1) % starter.decks.len()];
        let game = starter.game([deck, other], ludus_hearthstone::Options::default());
        keeps_the_contract(game, &Options { games: 12, states: 16, ..Options::default() });
    }
}

#[test]
fn every_combination_of_options_keeps_the_contract() {
    let starter = Starter::read();
    let mut rng = Rng::new(7);
    for (number, options) in all_options().into_iter().enumerate() {
        let sizes = [1 + rng.below(60), 20 + rng.below(20)];
        let decks = sizes.map(|size| starter.random_deck(size as usize, &mut rng));
        let game = starter.game([&decks[0], &decks[1]], options);
        keeps_the_contract(game, &Options { games: 3, states: 10, seed: number as u64 * 100, ..Options::default() });
    }
}

#[test]
fn small_decks_whose_deals_can_be_counted_keep_the_contract() {
    let starter = Starter::read();
    let mut rng = Rng::new(11);
    for seed in 0..6 {
        let decks = [3, 5].map(|size| starter.random_deck(size, &mut rng));
        let game = starter.game([&decks[0], &decks[1]], ludus_hearthstone::Options::default());
        keeps_the_contract(game, &Options { games: 4, states: 12, seed: seed * 100, ..Options::default() });
    }
}

#[test]
fn a_state_has_the_declared_size() {
    assert!(size_of::<HearthstoneState>() <= 8 * 1024, "{} bytes", size_of::<HearthstoneState>());
}
