//! Cards that designers write: a TOML file with a table for each card, or a sheet with a row for each.
//!
//! ```toml
//! game = "hearthstone"
//! set = "my-set"
//!
//! [[card]]
//! name = "Village Guard"
//! type = "minion"
//! cost = 2
//! attack = 1
//! health = 4
//! text = "Taunt"
//! ```

use std::collections::BTreeMap;

use ludus_cardtext::Game;
use ludus_core::nearest;

use crate::card::{Card, Kind, Link, Numbers, Pool, Relation};
use crate::errors::{Place, Problem, Problems};
use crate::record::Record;
use crate::sheet;
use crate::table::Table;
use crate::toml_file::{Cell, File};

/// The cards of a designer's file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Designed {
    /// The cards, in the order of the file.
    pub cards: Vec<Card>,
    /// How many copies of a card a sheet asks for, by id, in the order of the file.
    pub copies: Vec<(String, u32)>,
    /// Where each card stands.
    places: Vec<Place>,
    file: String,
}

/// What holds for the cards of a file that do not say it themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defaults {
    /// The game.
    pub game: Option<Game>,
    /// The set.
    pub set: Option<String>,
}

/// Reads a TOML file of cards.
pub fn read_toml(file: &str, bytes: &[u8], defaults: &Defaults) -> Result<Designed, Problems> {
    let (mut file, table) = File::open(file, bytes)?;
    let mut head = Vec::new();
    let mut cards = Vec::new();
    for (key, value) in table {
        if key.get_ref() == "card" {
            cards = file.tables("card", value);
        } else {
            head.push((key.into_inner().into_owned(), file.cell(value)));
        }
    }
    let mut problems = std::mem::take(&mut file.problems);
    let mut head = Record::new(file.name, Place::Line(1), head, &mut problems);
    let game = head.text("game").and_then(|name| game_named(&mut head, &name)).or(defaults.game);
    let set = head.text("set").or_else(|| defaults.set.clone());
    head.finish();
    let records = cards
        .into_iter()
        .map(|(place, table)| {
            let fields = table.into_iter().map(|(key, value)| (key.into_inner().into_owned(), file.cell(value)));
            (place, fields.collect())
        })
        .collect();
    read_records(file.name, records, false, &Defaults { game, set }, problems)
}

/// Reads a table in CSV: a header, then a row for each card. Fields are parted by commas, semicolons or tabs.
pub fn read_csv(file: &str, bytes: &[u8], defaults: &Defaults) -> Result<Designed, Problems> {
    read_records(file, sheet::csv(file, bytes)?, true, defaults, Vec::new())
}

/// Reads an Excel file: each sheet with a header in its first row, then a row for each card.
pub fn read_xlsx(file: &str, bytes: &[u8], defaults: &Defaults) -> Result<Designed, Problems> {
    read_records(file, sheet::xlsx(file, bytes)?, true, defaults, Vec::new())
}

/// Reads a file by the ending of its name: `.toml`, `.csv`, `.tsv` or `.xlsx`.
pub fn read(file: &str, bytes: &[u8], defaults: &Defaults) -> Result<Designed, Problems> {
    match file.rsplit_once('.').map(|(_, ending)| ending.to_lowercase()).as_deref() {
        Some("toml") => read_toml(file, bytes, defaults),
        Some("csv" | "tsv") => read_csv(file, bytes, defaults),
        Some("xlsx") => read_xlsx(file, bytes, defaults),
        _ => Err(Problem::new(file, Place::File, None, "cards are read from .toml, .csv, .tsv and .xlsx files").into()),
    }
}

/// Makes cards of records, from whatever file they are.
fn read_records(
    file: &str,
    records: Vec<(Place, Vec<(String, Cell)>)>,
    are_rows: bool,
    defaults: &Defaults,
    mut problems: Vec<Problem>,
) -> Result<Designed, Problems> {
    let mut out = Designed { file: file.to_owned(), ..Designed::default() };
    let (mut ids, mut names) = (BTreeMap::new(), BTreeMap::new());
    for (place, fields) in records {
        let before = problems.len();
        let mut record = Record::new(file, place.clone(), fields, &mut problems);
        if are_rows {
            record = record.row();
        }
        let Some((card, copies)) = read_card(&mut record, defaults) else {
            // Without game or type the other fields cannot be judged.
            continue;
        };
        let name_key = (card.game, card.name.to_lowercase(), card.numbers.pitch);
        if let Some(other) = names.insert(name_key, place.clone()) {
            record.wrong("name", format!("there is another card named `{}`{}", card.name, at(&other)));
        } else if let Some(other) = ids.insert(card.id.clone(), place.clone()) {
            record.wrong("id", format!("there is another card with the id `{}`{}", card.id, at(&other)));
        }
        record.finish();
        if problems.len() == before {
            if let Some(copies) = copies {
                out.copies.push((card.id.clone(), copies));
            }
            out.cards.push(card);
            out.places.push(place);
        }
    }
    if problems.is_empty() { Ok(out) } else { Err(Problems(problems)) }
}

impl Designed {
    /// What does not fit together with the cards that are known already: ids that are taken, links that lead nowhere.
    pub fn check(&self, known: &Table) -> Vec<Problem> {
        let mut out = Vec::new();
        for (card, place) in self.cards.iter().zip(&self.places) {
            let mut wrong =
                |field: &str, message| out.push(Problem::new(&self.file, place.clone(), Some(field), message));
            if known.get(&card.id).is_some() {
                wrong("id", format!("the id `{}` is taken by another card", card.id));
            }
            for link in &card.links {
                if known.get(&link.to).is_none() && !self.cards.iter().any(|other| other.id == link.to) {
                    let own = self.cards.iter().map(|card| card.id.as_str());
                    let near =
                        nearest(&link.to, own).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                    wrong(link.relation.word(), format!("there is no card `{}`{near}", link.to));
                }
            }
        }
        out
    }
}

fn at(place: &Place) -> String {
    match place {
        Place::File => String::new(),
        Place::Line(line) => format!(" in line {line}"),
        Place::Row { row, .. } => format!(" in row {row}"),
    }
}

fn game_named(record: &mut Record, name: &str) -> Option<Game> {
    let game = Game::named(name);
    if game.is_none() {
        let near = nearest(name, Game::ALL.iter().map(|game| game.name()));
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        record.wrong("game", format!("there is no game `{name}`{near}"));
    }
    game
}

fn read_card(record: &mut Record, defaults: &Defaults) -> Option<(Card, Option<u32>)> {
    let before = record.problems.len();
    let game = match record.text("game") {
        Some(name) => game_named(record, &name),
        None => defaults.game,
    };
    if game.is_none() && record.problems.len() == before {
        let games = Game::ALL.map(Game::name).join(", ");
        record.wrong("game", format!("the file must say for which game its cards are: {games}"));
    }
    let name = record.needed_text("name");
    let kind = record.needed_text("type").and_then(|word| kind_named(record, game?, &word));
    let (game, name, kind) = (game?, name?, kind?);
    if name.chars().count() > 100 {
        record.wrong("name", "no name has more than 100 letters");
    }
    let numbers = read_numbers(record, game, kind);
    let id = record.text("id").unwrap_or_else(|| slug(&name, numbers.pitch.filter(|_| game == Game::FleshAndBlood)));
    if id.is_empty() || id.contains(char::is_whitespace) {
        record.wrong("id", "an id holds letters, digits and hyphens, and no blanks; give one");
    }
    let mut card = Card::new(&id, &name, game, kind);
    card.numbers = numbers;
    card.collectible = !record.flag("token");
    card.classes = record.texts("class");
    card.tribes = record.texts(if game == Game::FleshAndBlood { "subtypes" } else { "tribe" });
    card.rarity = record.text("rarity").map(|rarity| rarity.to_lowercase());
    card.school = record.text("school");
    card.text = record.text("text").unwrap_or_default();
    card.sets = record.text("set").or_else(|| defaults.set.clone()).into_iter().collect();
    for (field, relation) in LINKS {
        card.links.extend(record.text(field).map(|to| Link { relation: *relation, to }));
    }
    card.pool = pool(&card);
    let copies = record.number("copies", 0, 999).map(i32::cast_unsigned);
    Some((card, copies))
}

/// The fields that name other cards.
const LINKS: &[(&str, Relation)] = &[
    ("hero-power", Relation::HeroPower),
    ("golden", Relation::Golden),
    ("golden-of", Relation::GoldenOf),
    ("upgraded", Relation::Upgraded),
    ("spellcraft", Relation::Spellcraft),
    ("related", Relation::Related),
];

/// In a designer's Battlegrounds everything that is no token can turn up.
fn pool(card: &Card) -> Pool {
    let golden = card.linked(Relation::GoldenOf).next().is_some();
    let there = card.game == Game::Battlegrounds && card.collectible && !golden;
    Pool {
        minion: there && card.kind == Kind::Minion,
        spell: there && card.kind == Kind::TavernSpell,
        hero: there && card.kind == Kind::Hero,
        golden,
        ..Pool::default()
    }
}

fn kind_named(record: &mut Record, game: Game, word: &str) -> Option<Kind> {
    let word = word.trim().to_lowercase().replace([' ', '_'], "-");
    let known = || SHAPES.iter().filter(|shape| shape.games.contains(&game)).map(|shape| shape.kind.word());
    let kind = known().find(|known| *known == word).and_then(Kind::named);
    if kind.is_none() {
        let right = match nearest(&word, known()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", known().collect::<Vec<_>>().join(", ")),
        };
        record.wrong("type", format!("{} has no cards of the type `{word}`; {right}", game.name()));
    }
    kind
}

/// Which numbers a kind of card has.
struct Shape {
    games: &'static [Game],
    kind: Kind,
    needed: &'static [&'static str],
    possible: &'static [&'static str],
}

const fn shape(
    games: &'static [Game],
    kind: Kind,
    needed: &'static [&'static str],
    possible: &'static [&'static str],
) -> Shape {
    Shape { games, kind, needed, possible }
}

const DUEL: &[Game] = &[Game::Hearthstone];
const TAVERN: &[Game] = &[Game::Battlegrounds];
const MINIONS: &[Game] = &[Game::Hearthstone, Game::Battlegrounds];
const CHAIN: &[Game] = &[Game::FleshAndBlood];

const SHAPES: &[Shape] = &[
    shape(DUEL, Kind::Minion, &["cost", "attack", "health"], &[]),
    shape(TAVERN, Kind::Minion, &["attack", "health", "tier"], &["cost"]),
    shape(MINIONS, Kind::Spell, &["cost"], &[]),
    shape(DUEL, Kind::Weapon, &["cost", "attack", "durability"], &[]),
    shape(MINIONS, Kind::Hero, &["health"], &["cost", "attack", "armor"]),
    shape(MINIONS, Kind::HeroPower, &["cost"], &[]),
    shape(DUEL, Kind::Location, &["cost", "durability"], &[]),
    shape(TAVERN, Kind::TavernSpell, &["cost", "tier"], &[]),
    shape(TAVERN, Kind::Trinket, &["cost"], &[]),
    shape(TAVERN, Kind::QuestReward, &[], &[]),
    shape(TAVERN, Kind::Anomaly, &[], &[]),
    shape(CHAIN, Kind::Action, &["cost"], &["pitch", "defense", "life", "power"]),
    shape(CHAIN, Kind::AttackAction, &["cost", "power"], &["pitch", "defense"]),
    shape(CHAIN, Kind::AttackReaction, &["cost"], &["pitch", "defense", "power"]),
    shape(CHAIN, Kind::DefenseReaction, &["cost", "defense"], &["pitch"]),
    shape(CHAIN, Kind::Instant, &["cost"], &["pitch", "defense"]),
    shape(CHAIN, Kind::Weapon, &["power"], &["defense"]),
    shape(CHAIN, Kind::Equipment, &[], &["defense", "power"]),
    shape(CHAIN, Kind::Hero, &["life", "intellect"], &[]),
    shape(CHAIN, Kind::Block, &["defense"], &["pitch"]),
    shape(CHAIN, Kind::Resource, &["pitch"], &[]),
    shape(CHAIN, Kind::Token, &[], &["power", "life", "defense"]),
    shape(CHAIN, Kind::Mentor, &[], &[]),
];

/// The bounds of a number.
type Bounds = (&'static str, i32, i32, fn(&mut Numbers) -> &mut Option<i32>);

const NUMBERS: &[Bounds] = &[
    ("cost", 0, 99, |numbers| &mut numbers.cost),
    ("attack", 0, 9_999, |numbers| &mut numbers.attack),
    ("health", 1, 9_999, |numbers| &mut numbers.health),
    ("durability", 1, 99, |numbers| &mut numbers.durability),
    ("armor", 0, 999, |numbers| &mut numbers.armor),
    ("tier", 1, 7, |numbers| &mut numbers.tier),
    ("pitch", 1, 3, |numbers| &mut numbers.pitch),
    ("power", 0, 99, |numbers| &mut numbers.power),
    ("defense", 0, 99, |numbers| &mut numbers.defense),
    ("intellect", 0, 9, |numbers| &mut numbers.intellect),
    ("life", 1, 999, |numbers| &mut numbers.life),
];

fn read_numbers(record: &mut Record, game: Game, kind: Kind) -> Numbers {
    let mut numbers = Numbers::default();
    let fits = |shape: &&Shape| shape.kind == kind && shape.games.contains(&game);
    let Some(shape) = SHAPES.iter().find(fits) else { return numbers };
    for &(name, least, most, place) in NUMBERS {
        let (is_needed, is_possible) = (shape.needed.contains(&name), shape.possible.contains(&name));
        if !is_needed && !is_possible {
            if record.has(name) {
                record.wrong(name, format!("a card of the type `{}` has no {name}", kind.word()));
            }
            // Whatever stands there has been judged.
            record.drop(name);
        } else if is_needed && !record.has(name) {
            record.drop(name);
            record.wrong(name, format!("a card of the type `{}` must have this", kind.word()));
        } else {
            *place(&mut numbers) = record.number(name, least, most);
        }
    }
    numbers
}

/// The id that a card has if none is given: its name in lower case with hyphens, and its colour where it has one.
pub fn slug(name: &str, pitch: Option<i32>) -> String {
    let mut out = String::new();
    for letter in name.chars().flat_map(char::to_lowercase) {
        match letter {
            '\'' | '\u{2019}' | ',' => {}
            letter if letter.is_alphanumeric() => out.push(letter),
            _ if out.is_empty() || out.ends_with('-') => {}
            _ => out.push('-'),
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    match pitch {
        Some(1) => out + "-red",
        Some(2) => out + "-yellow",
        Some(3) => out + "-blue",
        _ => out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Designed, String> {
        let nothing = Defaults { game: None, set: None };
        read_toml("cards.toml", text.as_bytes(), &nothing).map_err(|problems| problems.to_string())
    }

    const GUARD: &str = "[[card]]\nname = 'Village Guard'\ntype = 'minion'\ncost = 2\nattack = 1\nhealth = 4\n";

    fn hearthstone(cards: &str) -> Result<Designed, String> {
        read(&format!("game = 'hearthstone'\nset = 'mine'\n{cards}"))
    }

    #[test]
    fn a_card_takes_a_few_lines() {
        let designed =
            hearthstone(&format!("{GUARD}tribe = ['Beast', 'Mech']\ntoken = true\ntext = '''Taunt'''\n")).unwrap();
        let card = &designed.cards[0];
        assert_eq!((card.id.as_str(), card.sets[0].as_str(), card.text.as_str()), ("village-guard", "mine", "Taunt"));
        assert_eq!((card.numbers.cost, card.numbers.attack, card.numbers.health), (Some(2), Some(1), Some(4)));
        assert_eq!((card.tribes.len(), card.collectible), (2, false));
    }

    #[test]
    fn each_mistake_names_file_line_and_field() {
        let cases = [
            (
                format!("{GUARD}{GUARD}"),
                "cards.toml:9, field `name`: there is another card named `Village Guard` in line 3",
            ),
            (
                GUARD.replace("cost = 2", "cost = -2"),
                "cards.toml:6, field `cost`: -2 is impossible: it must be 0 to 99",
            ),
            (
                GUARD.replace("cost = 2", "cost = 'two'"),
                "cards.toml:6, field `cost`: this must be a whole number, not the text \"two\"",
            ),
            (
                GUARD.replace("cost", "csot"),
                "cards.toml:3, field `cost`: a card of the type `minion` must have this\ncards.toml:6, field `csot`: there is no such field; did you mean `cost`?",
            ),
            (
                GUARD.replace("minion", "minoin"),
                "cards.toml:3, field `type`: hearthstone has no cards of the type `minoin`; did you mean `minion`?",
            ),
            (
                format!("{GUARD}durability = 1\n"),
                "cards.toml:3, field `durability`: a card of the type `minion` has no durability",
            ),
            (format!("{GUARD}text = 3\n"), "cards.toml:9, field `text`: this must be a text, not 3"),
            (GUARD.replace("'Village Guard'", "''"), "cards.toml:3, field `name`: this must be there and not be empty"),
        ];
        for (text, expected) in cases {
            assert_eq!(hearthstone(&text).unwrap_err(), expected, "{text}");
        }
        assert!(read(GUARD).unwrap_err().contains("field `game`: the file must say for which game"));
        assert!(read("game = 'heartstone'\n").unwrap_err().ends_with("did you mean `hearthstone`?"));
        assert_eq!(read("a = \n").unwrap_err().split(": ").next(), Some("cards.toml:1"));
        let nothing = Defaults { game: None, set: None };
        let error = read_toml("cards.toml", b"set = 'a'\n# \xff\n", &nothing).unwrap_err().to_string();
        assert_eq!(error, "cards.toml:2: this is not UTF-8; save the file as UTF-8 text");
    }

    #[test]
    fn a_row_of_a_sheet_is_a_card_and_a_mistake_names_its_line() {
        let defaults = Defaults { game: Some(Game::Hearthstone), set: None };
        let read =
            |text: &str| read_csv("cards.csv", text.as_bytes(), &defaults).map_err(|problems| problems.to_string());
        let designed = read("Name;Type;Cost;Attack;Health;Qty;Token\n\n1984;minion;1;2;3;2;no\n").unwrap();
        assert_eq!((designed.cards[0].name.as_str(), designed.cards[0].numbers.health), ("1984", Some(3)));
        assert_eq!(designed.copies, [("1984".to_owned(), 2)]);
        let wrong = read("name,type,cost\nSpark,spell,1\nFlame,spell,hot\n").unwrap_err();
        assert_eq!(wrong, "cards.csv:3, field `cost`: this must be a whole number, not the text \"hot\"");
        assert!(
            read("name,type,cost,colour\nSpark,spell,1,red\n")
                .unwrap_err()
                .contains("field `colour`: there is no such field")
        );
        let other = super::read("cards.doc", b"", &defaults).unwrap_err().to_string();
        assert_eq!(other, "cards.doc: cards are read from .toml, .csv, .tsv and .xlsx files");
    }

    #[test]
    fn cards_of_one_name_and_three_colours_are_three_cards() {
        let card = |pitch| {
            format!("[[card]]\nname = \"Wolf's Bite\"\ntype = 'Attack Action'\ncost = 1\npower = 4\npitch = {pitch}\n")
        };
        let designed = read(&format!("game = 'flesh-and-blood'\n{}{}", card(1), card(3))).unwrap();
        assert_eq!(
            designed.cards.iter().map(|card| card.id.as_str()).collect::<Vec<_>>(),
            ["wolfs-bite-red", "wolfs-bite-blue"]
        );
    }

    #[test]
    fn ids_that_are_taken_and_links_to_nowhere_are_found() {
        let hero = "[[card]]\nname = 'Miller'\ntype = 'hero'\nhealth = 30\nhero-power = 'grnd'\n";
        let power = "[[card]]\nname = 'Grind'\ntype = 'hero-power'\ncost = 2\n";
        let designed = hearthstone(&format!("{hero}{power}")).unwrap();
        let known = Table::new([Card::new("grind", "Other", Game::Hearthstone, Kind::Spell)]);
        let problems: Vec<String> = designed.check(&known).iter().map(ToString::to_string).collect();
        assert_eq!(problems[0], "cards.toml:3, field `hero-power`: there is no card `grnd`; did you mean `grind`?");
        assert_eq!(problems[1], "cards.toml:8, field `id`: the id `grind` is taken by another card");
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200)) {
            let _ = read_toml("cards.toml", &bytes, &Defaults { game: None, set: None });
        }

        #[test]
        fn no_values_panic(value in "[-+0-9a-z'\"\\[\\]{},.:=\\n ]{0,40}", field in "(cost|name|text|tribe|token|type)") {
            let _ = hearthstone(&format!("{GUARD}{field} = {value}\n"));
            let _ = hearthstone(&format!("[[card]]\n{field} = {value}\n"));
        }
    }
}
