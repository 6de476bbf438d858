//! One hash per pair of decks over fixed seeds: a change of behaviour shows. `LUDUS_BLESS=1` writes the file anew.

mod support;

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use ludus_core::dice::mix;
use ludus_core::{Actions, Game, Luck, Rng, Silent};
use ludus_hearthstone::{Hearthstone, Options};
use support::Starter;

const SEEDS: u64 = 100;
/// Every how many decisions the position is part of the hash.
const EVERY: u32 = 4;

/// The hash of many random games.
fn hash_of(game: &Hearthstone) -> u64 {
    let mut hash = 0;
    let mut legal = Actions::new();
    for seed in 0..SEEDS {
        let mut rng = Rng::new(seed);
        let mut state = game.start(&mut rng, &mut Silent);
        for decision in 0_u32.. {
            let acting = game.to_act(&state).lowest();
            if decision % EVERY == 0 || acting.is_none() {
                hash = mix(hash, Luck::of(&game.position(&state).to_string()).0);
            }
            let Some(seat) = acting else { break };
            legal.clear();
            game.legal_actions(&state, seat, &mut legal);
            let action = legal[rng.below(legal.len() as u32) as usize];
            game.apply(&mut state, seat, action, &mut rng, &mut Silent).expect("a listed action is taken");
        }
    }
    hash
}

#[test]
fn the_decks_of_the_starter_set_play_as_they_did() {
    let starter = Starter::read();
    let mut signature = String::new();
    for (place, deck) in starter.decks.iter().enumerate() {
        for other in &starter.decks[place..] {
            let game = starter.game([deck, other], Options::default());
            let names = [deck, other].map(|deck| deck.name.to_lowercase().replace(' ', "-"));
            let [first, second] = names;
            writeln!(signature, "{first}/{second} {} {:016x}", game.facts().content, hash_of(&game))
                .expect("a string takes all text");
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/hearthstone/signature.txt");
    if env::var("LUDUS_BLESS").is_ok_and(|bless| bless == "1") {
        fs::write(&path, &signature).expect("the golden folder can be written");
        return;
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(signature, golden, "behaviour has changed; if it was meant, bless it and say why");
}
