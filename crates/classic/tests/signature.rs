//! One hash per game over fixed seeds, beside the content that replays name: a change of behaviour changes both.
//! `LUDUS_BLESS=1` writes the file anew.

mod support;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use ludus_core::dice::mix;
use ludus_core::{Game, Luck};
use support::{Check, every_game, random_game};

const SEEDS: u64 = 1000;

/// A line per game: its spec, its content, its hash.
#[derive(Default)]
struct Signature(String);

impl Check for Signature {
    fn check<G: Game>(&mut self, name: &str, game: &G) {
        let mut hash = 0;
        for seed in 0..SEEDS {
            random_game(game, seed, |state| hash = mix(hash, Luck::of(&game.position(state).to_string()).0));
        }
        writeln!(self.0, "{name} {} {hash:016x}", game.facts().content).expect("a string takes all text");
    }
}

#[test]
fn all_games_behave_as_they_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/classic/signature.txt");
    let mut signature = Signature::default();
    every_game(&mut signature);
    let golden = fs::read_to_string(&path).unwrap_or_default();
    if let Some(objection) = objection(&golden, &signature.0) {
        panic!("{objection}");
    }
    if env::var("LUDUS_BLESS").is_ok_and(|bless| bless == "1") {
        fs::write(&path, &signature.0).expect("the golden folder can be written");
        return;
    }
    assert_eq!(signature.0, golden, "behaviour has changed; if it was meant, bless it and say why");
}

/// What is wrong with a new signature beside the old one, whether it is to be blessed or not: replays fit where the
/// content is equal, so that it must change exactly when the behaviour does.
fn objection(old: &str, new: &str) -> Option<String> {
    let (old, new) = (by_game(old), by_game(new));
    for (game, now) in &new {
        let Some(then) = old.get(game) else { continue };
        let same_content = then.content == now.content;
        if same_content && now.hashes.iter().any(|(name, hash)| then.hashes.get(name).is_some_and(|old| old != hash)) {
            return Some(format!(
                "{game} behaves otherwise, but its content is still `{}`: if this is meant, give it a new one where its \
                 facts are made, so that old replays are refused, and bless the signature",
                now.content
            ));
        }
        if !same_content && then.hashes == now.hashes {
            return Some(format!(
                "the content of {game} is `{}` instead of `{}`, but {game} behaves as before: take the old one back, or \
                 add a configuration to `every_game` in which the change shows",
                now.content, then.content
            ));
        }
    }
    None
}

/// The content of a game, and the hash of each of its configurations.
struct Behaviour<'a> {
    content: &'a str,
    hashes: BTreeMap<&'a str, &'a str>,
}

fn by_game(signature: &str) -> BTreeMap<&str, Behaviour<'_>> {
    let mut games = BTreeMap::new();
    for line in signature.lines() {
        let [name, content, hash] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("`{line}` is no signature") };
        let game = name.split(':').next().unwrap_or(name);
        games.entry(game).or_insert_with(|| Behaviour { content, hashes: BTreeMap::new() }).hashes.insert(name, hash);
    }
    games
}

#[test]
fn content_and_behaviour_change_together_or_not_at_all() {
    let golden = "nim nim/1 aa\ngoof:cards=1 goof/1 bb\ngoof:cards=2 goof/1 cc\n";
    let objects = |new: &str| objection(golden, new).unwrap_or_default();
    assert_eq!(objects(golden), "");
    assert_eq!(objects("nim nim/2 ab\n"), "");
    assert_eq!(objects("goof:cards=1 goof/2 bb\ngoof:cards=2 goof/2 dd\n"), "", "one configuration shows the change");
    assert_eq!(objects("chess chess/1 ee\ngoof:cards=1 goof/1 bb\ngoof:cards=3 goof/1 dd\n"), "", "new lines are new");
    assert!(objects("nim nim/1 ab\n").starts_with("nim behaves otherwise, but its content is still `nim/1`: "));
    assert!(objects("goof:cards=1 goof/1 bb\ngoof:cards=2 goof/1 dd\n").starts_with("goof behaves otherwise"));
    assert!(
        objects("nim nim/2 aa\n").starts_with("the content of nim is `nim/2` instead of `nim/1`, but nim behaves as")
    );
}
