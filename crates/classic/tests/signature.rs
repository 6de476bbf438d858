//! One hash per game over fixed seeds: a change of behaviour changes it. `LUDUS_BLESS=1` writes the file anew.

mod support;

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use ludus_core::dice::mix;
use ludus_core::{Game, Luck};
use support::{Check, every_game, random_game};

const SEEDS: u64 = 1000;

#[derive(Default)]
struct Signature(String);

impl Check for Signature {
    fn check<G: Game>(&mut self, name: &str, game: &G) {
        let mut hash = 0;
        for seed in 0..SEEDS {
            random_game(game, seed, |state| hash = mix(hash, Luck::of(&game.position(state).to_string()).0));
        }
        writeln!(self.0, "{name} {hash:016x}").expect("a string takes all text");
    }
}

#[test]
fn all_games_behave_as_they_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/classic/signature.txt");
    let mut signature = Signature::default();
    every_game(&mut signature);
    if env::var("LUDUS_BLESS").is_ok_and(|bless| bless == "1") {
        fs::write(&path, &signature.0).expect("the golden folder can be written");
    }
    let golden = fs::read_to_string(&path).expect("the signature is there; LUDUS_BLESS=1 writes it");
    assert_eq!(signature.0, golden, "behaviour has changed; if it was meant, bless it and say why");
}
