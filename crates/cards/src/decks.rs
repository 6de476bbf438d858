//! Decks that people write: a TOML file with a name, a hero or class, and the cards.
//!
//! ```toml
//! name = "First steps"
//! class = "Mage"
//!
//! [cards]
//! village-guard = 2
//! "Fireball" = 1
//! ```

use ludus_cardtext::Game;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::card::{Card, Kind};
use crate::errors::{Place, Problems};
use crate::record::Record;
use crate::table::Table;
use crate::toml_file::{File, Scalar};

/// A deck whose cards are all known. How large it must be is for the rules of its game to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// The game.
    pub game: Game,
    /// The id of the hero.
    pub hero: Option<String>,
    /// The class.
    pub class: Option<String>,
    /// The ids of the cards and how many there are of each, in the order of the file.
    pub cards: Vec<(String, u32)>,
}

/// No deck holds more copies of a card.
const MOST_COPIES: i64 = 100;

/// A deck as it is written, before anybody has looked for its cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Its name.
    pub name: String,
    /// The game.
    pub game: Option<Game>,
    /// The hero, by id or name.
    pub hero: Option<String>,
    /// The class.
    pub class: Option<String>,
    /// The cards, by id or name: where each stands, and how many copies there are.
    pub cards: Vec<(Place, String, u32)>,
}

/// Reads a deck without looking for its cards.
pub fn outline(file: &str, bytes: &[u8], game: Option<Game>) -> Result<Written, Problems> {
    let (mut file, contents) = File::open(file, bytes)?;
    let written = write_down(&mut file, contents, game, |_, _, _| ());
    if file.problems.is_empty() { Ok(written) } else { Err(Problems(file.problems)) }
}

/// Reads a deck and finds its cards, by id or name, among the known ones.
pub fn read(file: &str, bytes: &[u8], game: Option<Game>, table: &Table) -> Result<Deck, Problems> {
    let (mut file, contents) = File::open(file, bytes)?;
    let mut hero = None;
    let written = write_down(&mut file, contents, game, |head, game, text| hero = read_hero(head, table, game, text));
    let Written { name, game, class, cards, .. } = written;
    let mut deck = Deck { name, game: game.unwrap_or(Game::Hearthstone), hero: None, class, cards: Vec::new() };
    deck.hero = hero.map(|hero| hero.id.clone());
    if game.is_some() {
        for (place, text, copies) in cards {
            add(&mut file, &mut deck, hero, table, place, &text, copies);
        }
    }
    if file.problems.is_empty() { Ok(deck) } else { Err(Problems(file.problems)) }
}

/// Reads everything that is written; `hero` is told the hero while its field can still be blamed.
fn write_down<'a>(
    file: &mut File<'a>,
    contents: DeTable<'a>,
    game: Option<Game>,
    hero: impl FnOnce(&mut Record, Game, &str),
) -> Written {
    let mut fields = Vec::new();
    let mut cards = None;
    for (key, value) in contents {
        if key.get_ref() == "cards" {
            cards = Some(value);
        } else {
            fields.push((key.into_inner().into_owned(), file.cell(value)));
        }
    }
    let mut problems = std::mem::take(&mut file.problems);
    let mut head = Record::new(file.name, Place::Line(1), fields, &mut problems);
    let mut out = Written { name: head.needed_text("name").unwrap_or_default(), ..Written::default() };
    out.game = read_game(&mut head, game);
    out.class = head.text("class");
    out.hero = head.text("hero");
    if let (Some(game), Some(text)) = (out.game, &out.hero) {
        hero(&mut head, game, text);
    }
    head.finish();
    file.problems = problems;
    if let Some(cards) = cards {
        out.cards = listed(file, cards);
    } else {
        file.wrong(Place::File, Some("cards"), "a deck must have `[cards]`");
    }
    out
}

fn read_game(head: &mut Record, given: Option<Game>) -> Option<Game> {
    let Some(name) = head.text("game") else {
        if given.is_none() {
            head.wrong("game", "the deck must say for which game it is");
        }
        return given;
    };
    let game = Game::named(&name);
    if game.is_none() {
        let known = Game::ALL.map(Game::name).join(", ");
        head.wrong("game", format!("there is no game `{name}`; there are {known}"));
    }
    game
}

fn read_hero<'a>(head: &mut Record, table: &'a Table, game: Game, text: &str) -> Option<&'a Card> {
    let is_hero = |card: &&Card| card.kind == Kind::Hero && card.game == game;
    let hero = table.get(text).filter(is_hero).or_else(|| table.named(text).find(is_hero));
    if hero.is_none() {
        let heroes = table.cards().iter().filter(is_hero).map(|card| card.name.as_str());
        let near =
            ludus_core::nearest(text, heroes).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        head.wrong("hero", format!("there is no hero `{text}`{near}"));
    }
    hero
}

/// The cards as they are written: `[cards]` with numbers of copies, or a list of names.
fn listed<'a>(file: &mut File<'a>, cards: Spanned<DeValue<'a>>) -> Vec<(Place, String, u32)> {
    let place = file.place(&cards.span());
    match cards.into_inner() {
        DeValue::Table(table) => {
            let mut entries: Vec<_> = table.into_iter().collect();
            entries.sort_by_key(|(key, _)| key.span().start);
            let mut out = Vec::new();
            for (key, value) in entries {
                let cell = file.cell(value);
                let name = key.into_inner().into_owned();
                match cell.value {
                    Scalar::Whole(copies @ 1..=MOST_COPIES) => out.push((cell.place, name, copies as u32)),
                    other => {
                        let message = format!("the number of copies must be 1 to {MOST_COPIES}, not {}", other.what());
                        file.wrong(cell.place, Some(&name), message);
                    }
                }
            }
            out
        }
        DeValue::Array(list) => {
            let mut out: Vec<(Place, String, u32)> = Vec::new();
            for one in list {
                let cell = file.cell(one);
                match cell.value {
                    Scalar::Text(name) => match out.iter_mut().find(|(_, known, _)| *known == name) {
                        Some((_, _, copies)) => *copies += 1,
                        None => out.push((cell.place, name, 1)),
                    },
                    other => file.wrong(cell.place, Some("cards"), format!("{} is no name of a card", other.what())),
                }
            }
            out
        }
        _ => {
            file.wrong(place, Some("cards"), "write `[cards]` with a line `id = copies` for each, or a list of names");
            Vec::new()
        }
    }
}

fn add(file: &mut File, deck: &mut Deck, hero: Option<&Card>, table: &Table, place: Place, text: &str, copies: u32) {
    let Some(card) = table.find(text, Some(deck.game)).filter(|card| card.game == deck.game) else {
        let near = table.nearest(text).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return file.wrong(place, Some(text), format!("there is no card `{text}` in {}{near}", deck.game.name()));
    };
    if !card.collectible && !card.pool.minion && !card.pool.spell {
        return file.wrong(place, Some(text), format!("{} is made by other cards and cannot be in a deck", card.name));
    }
    if !may_play(deck, hero, card) {
        let classes = card.classes.join(" and ");
        return file.wrong(place, Some(text), format!("{} is for {classes} only", card.name));
    }
    if deck.cards.iter().any(|(id, _)| *id == card.id) {
        return file.wrong(place, Some(text), format!("{} is listed twice", card.name));
    }
    deck.cards.push((card.id.clone(), copies));
}

/// Whether the class of a deck lets a card in: one of several classes is enough, but in Flesh and Blood the hero must have
/// all of them.
fn may_play(deck: &Deck, hero: Option<&Card>, card: &Card) -> bool {
    let mut own: Vec<&str> = deck.class.iter().map(String::as_str).collect();
    own.extend(hero.into_iter().flat_map(|hero| &hero.classes).map(String::as_str));
    let is_own = |class: &String| own.iter().any(|own| own.eq_ignore_ascii_case(class)) || class == "Generic";
    card.classes.is_empty()
        || own.is_empty()
        || if deck.game == Game::FleshAndBlood {
            card.classes.iter().all(is_own)
        } else {
            card.classes.iter().any(is_own)
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let card = |id: &str, name: &str, kind, class: &str| {
            let mut card = Card::new(id, name, Game::Hearthstone, kind);
            card.classes = [class].iter().filter(|class| !class.is_empty()).map(ToString::to_string).collect();
            card
        };
        let mut token = card("coin", "Coin", Kind::Spell, "");
        token.collectible = false;
        Table::new([
            card("fire", "Fire", Kind::Spell, "Mage"),
            card("sword", "Sword", Kind::Weapon, "Warrior"),
            card("guard", "Village Guard", Kind::Minion, ""),
            card("mia", "Mia", Kind::Hero, "Mage"),
            token,
        ])
    }

    fn deck(text: &str) -> Result<Deck, String> {
        let text = format!("name = 'A'\n{text}");
        read("deck.toml", text.as_bytes(), Some(Game::Hearthstone), &table()).map_err(|problems| problems.to_string())
    }

    #[test]
    fn a_deck_lists_ids_or_names() {
        let expected = vec![("guard".to_owned(), 2), ("fire".to_owned(), 1)];
        let counted = deck("hero = 'Mia'\n[cards]\n'Village Guard' = 2\nfire = 1\n").unwrap();
        assert_eq!((counted.cards, counted.hero.as_deref()), (expected.clone(), Some("mia")));
        assert_eq!(deck("cards = ['guard', 'Fire', 'guard']\n").unwrap().cards, expected);
    }

    #[test]
    fn mistakes_name_the_line_and_the_card() {
        let cases = [
            (
                "[cards]\nguardd = 1\n",
                "deck.toml:3, field `guardd`: there is no card `guardd` in hearthstone; did you mean `guard`?",
            ),
            ("[cards]\nguard = 0\n", "deck.toml:3, field `guard`: the number of copies must be 1 to 100, not 0"),
            ("class = 'Mage'\n[cards]\nsword = 1\n", "deck.toml:4, field `sword`: Sword is for Warrior only"),
            ("[cards]\ncoin = 1\n", "deck.toml:3, field `coin`: Coin is made by other cards and cannot be in a deck"),
            ("hero = 'Mio'\n[cards]\n", "deck.toml:1, field `hero`: there is no hero `Mio`; did you mean `Mia`?"),
            ("", "deck.toml, field `cards`: a deck must have `[cards]`"),
            (
                "cards = 3\n",
                "deck.toml:2, field `cards`: write `[cards]` with a line `id = copies` for each, or a list of names",
            ),
            ("[cards]\nfire = 1\nFire = 1\n", "deck.toml:4, field `Fire`: Fire is listed twice"),
        ];
        for (text, expected) in cases {
            assert_eq!(deck(text).unwrap_err(), expected);
        }
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200)) {
            let _ = read("deck.toml", &bytes, None, &table());
        }
    }
}
