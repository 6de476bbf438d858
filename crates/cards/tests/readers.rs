//! No file that people write breaks a reader: overrides, names, pools and decks, damaged in any way.

use ludus_cards::pools::Pools;
use ludus_cards::{DeclaredNames, Overrides, Table, decks};
use ludus_cardtext::Game;
use proptest::prelude::*;

const OVERRIDES: &str =
    "# why\n[[override]]\nid = 'a'\ntext = \"\"\"Draw\n1.\"\"\"\nsource = 'cbf29ce484222325'\nreason = 'because'\n";
const NAMES: &str = "[[name]]\nname = 'Cat'\nreason = 'Tabbycat'\n\n[[name]]\nname = 'Dog'\nreason = 'x'\n";
const POOLS: &str = "[[pool]]\nkind = 'Companion'\nset = 'old'\ncards = ['a', 'b']\nreason = 'x'\n";
const DECK: &str =
    "name = 'First steps'\ngame = 'hearthstone'\nclass = 'Mage'\n\n[cards]\nguard = 2\n\"Fireball\" = 1\n";

/// Every reader reads the bytes; a refusal names the file.
fn read_all(bytes: &[u8]) {
    let refused = [
        Overrides::read("a.toml", bytes).err(),
        DeclaredNames::default().read(Game::Hearthstone, "a.toml", bytes).err(),
        Pools::default().read("a.toml", bytes).err(),
        decks::read("a.toml", bytes, None, &Table::default()).err(),
    ];
    for problems in refused.into_iter().flatten() {
        assert!(problems.to_string().starts_with("a.toml"), "{problems}");
    }
}

#[test]
fn the_files_that_are_damaged_below_are_read_as_they_are() {
    assert!(Overrides::read("a.toml", OVERRIDES.as_bytes()).is_ok());
    assert!(DeclaredNames::default().read(Game::Hearthstone, "a.toml", NAMES.as_bytes()).is_ok());
    assert!(Pools::default().read("a.toml", POOLS.as_bytes()).is_ok());
    let told = decks::read("a.toml", DECK.as_bytes(), None, &Table::default()).unwrap_err().to_string();
    assert!(told.contains("guard") && told.contains("Fireball"), "{told}");
}

#[test]
fn a_file_with_thousands_of_mistakes_is_answered_at_once_and_in_a_few_lines() {
    let text = "[[override]]\n".repeat(100_000);
    let told = Overrides::read("a.toml", text.as_bytes()).unwrap_err().to_string();
    assert!(told.lines().count() < 100 && told.ends_with("more mistakes"), "{} lines", told.lines().count());
}

proptest! {
    #[test]
    fn no_bytes_break_a_reader(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_all(&bytes);
    }

    #[test]
    fn no_damaged_file_breaks_a_reader(file in 0..4_usize, place: usize, byte: u8, cut in 0..60_usize) {
        let mut bytes = [OVERRIDES, NAMES, POOLS, DECK][file].as_bytes().to_vec();
        let place = place % bytes.len();
        bytes[place] = byte;
        bytes.truncate(bytes.len() - cut);
        read_all(&bytes);
    }

    #[test]
    fn no_value_breaks_a_reader(
        table in "(override|name|pool|cards|game)",
        field in "(id|text|source|reason|name|kind|set|cards)",
        value in "[-+0-9a-z'\"\\[\\]{},.:=\\n ]{0,40}",
    ) {
        read_all(format!("[[{table}]]\n{field} = {value}\n").as_bytes());
        read_all(format!("[{table}]\n{field} = {value}\n").as_bytes());
        read_all(format!("{table} = {value}\n").as_bytes());
    }
}
