//! Imports the cards of Flesh and Blood from data that a user has: `card.csv` or `card.json` of the-fab-cube, or the cards
//! of the npm package `@flesh-and-blood/cards` written out as JSON.

use std::collections::{BTreeMap, BTreeSet};

use ludus_cardtext::Game;
use serde::Deserialize;

use crate::card::{Card, Kind, Mark};
use crate::designer::slug;
use crate::errors::{Place, Problem, Problems, utf8};
use crate::sheet::{self, Row};
use crate::toml_file::Scalar;

/// No file of this kind is larger.
const LARGEST: usize = 128 << 20;

/// A card as one of the sources writes it. The names of the-fab-cube's columns and those of both kinds of JSON mean the same.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Source {
    #[serde(rename = "cardIdentifier")]
    id: String,
    #[serde(alias = "uniqueId")]
    unique_id: String,
    name: String,
    types: Vec<String>,
    subtypes: Vec<String>,
    classes: Vec<String>,
    talents: Vec<String>,
    #[serde(alias = "card_keywords")]
    keywords: Vec<String>,
    #[serde(rename = "functionalText", alias = "functional_text")]
    text: String,
    rarity: String,
    #[serde(rename = "isCardBack")]
    is_back: bool,
    #[serde(rename = "setIdentifiers")]
    set_ids: Vec<String>,
    printings: Vec<Printing>,
    pitch: Number,
    cost: Number,
    power: Number,
    defense: Number,
    #[serde(alias = "health")]
    life: Number,
    #[serde(alias = "intelligence")]
    intellect: Number,
}

/// A printing, of which only the set is taken.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Printing {
    set_id: String,
}

/// A number, a sign such as `X` or `*` that stands for one, or nothing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(untagged)]
enum Number {
    #[default]
    Nothing,
    Whole(i32),
    Text(String),
}

impl Number {
    fn value(&self) -> Option<i32> {
        match self {
            Number::Nothing => None,
            Number::Whole(number) => Some(*number),
            Number::Text(text) => text.trim().parse().ok(),
        }
    }
}

/// Reads a list of cards in JSON, of either source.
pub fn read_json(file: &str, bytes: &[u8]) -> Result<Vec<Card>, Problems> {
    too_large(file, bytes)?;
    let text = utf8(file, bytes)?;
    let sources: Vec<Source> = serde_json::from_str(text).map_err(|error| {
        let place = if error.line() == 0 { Place::File } else { Place::Line(error.line()) };
        Problem::new(file, place, None, format!("this is no list of cards: {error}"))
    })?;
    cards(file, sources.into_iter().map(|source| (Place::File, source)))
}

/// Reads `card.csv` of the-fab-cube. The sets of the cards stand in `card-printing.csv` beside it; without it they are in
/// none.
pub fn read_csv(file: &str, bytes: &[u8], printings: Option<(&str, &[u8])>) -> Result<Vec<Card>, Problems> {
    too_large(file, bytes)?;
    let mut sets: BTreeMap<String, Vec<String>> = BTreeMap::new();
    if let Some((file, bytes)) = printings {
        too_large(file, bytes)?;
        for mut row in rows(file, bytes, &["card-unique-id", "set-id"])? {
            let (card, set) = (row.take("card-unique-id"), row.take("set-id"));
            sets.entry(card).or_default().push(set);
        }
    }
    let rows = rows(file, bytes, &["unique-id", "name", "types", "functional-text"])?;
    let sources = rows.into_iter().map(|mut row| {
        let list =
            |text: String| text.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect();
        let unique_id = row.take("unique-id");
        let source = Source {
            set_ids: sets.remove(&unique_id).unwrap_or_default(),
            unique_id,
            name: row.take("name"),
            types: list(row.take("types")),
            keywords: list(row.take("card-keywords")),
            text: row.take("functional-text"),
            pitch: Number::Text(row.take("pitch")),
            cost: Number::Text(row.take("cost")),
            power: Number::Text(row.take("power")),
            defense: Number::Text(row.take("defense")),
            life: Number::Text(row.take("health")),
            intellect: Number::Text(row.take("intelligence")),
            ..Source::default()
        };
        (row.place, source)
    });
    cards(file, sources)
}

fn too_large(file: &str, bytes: &[u8]) -> Result<(), Problem> {
    if bytes.len() <= LARGEST {
        return Ok(());
    }
    Err(Problem::new(file, Place::File, None, "the file is larger than 128 MB"))
}

/// A row whose cells are texts.
struct Texts {
    place: Place,
    cells: BTreeMap<String, String>,
}

impl Texts {
    fn take(&mut self, column: &str) -> String {
        self.cells.remove(column).unwrap_or_default()
    }
}

fn rows(file: &str, bytes: &[u8], needed: &[&str]) -> Result<Vec<Texts>, Problems> {
    let rows: Vec<Row> = sheet::csv_with(file, utf8(file, bytes)?, b'\t')?;
    let mut out = Vec::new();
    for (place, cells) in rows {
        let text = |value| if let Scalar::Text(text) = value { text } else { String::new() };
        let cells: BTreeMap<_, _> = cells.into_iter().map(|(name, cell)| (name, text(cell.value))).collect();
        if let Some(missing) = needed.iter().find(|name| !cells.contains_key(**name)) {
            let message = "there is no such column; this reads the tab-separated files of the-fab-cube";
            return Err(Problem::new(file, place, Some(missing), message).into());
        }
        out.push(Texts { place, cells });
    }
    Ok(out)
}

fn cards(file: &str, sources: impl Iterator<Item = (Place, Source)>) -> Result<Vec<Card>, Problems> {
    let (mut out, mut problems, mut ids) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (number, (place, source)) in sources.enumerate() {
        if source.name.trim().is_empty() || source.id.is_empty() && source.unique_id.is_empty() {
            let message = format!("entry {} has no name or no identifier", number + 1);
            problems.push(Problem::new(file, place, Some("name"), message));
            continue;
        }
        let mut card = card(&source);
        while !ids.insert(card.id.clone()) {
            // Two faces may bear one name.
            card.id.push_str("-2");
        }
        out.push(card);
    }
    if problems.is_empty() { Ok(out) } else { Err(Problems(problems)) }
}

fn card(source: &Source) -> Card {
    let pitch = source.pitch.value();
    let id = if source.id.is_empty() { slug(&source.name, pitch) } else { source.id.clone() };
    let words: Vec<&str> = source.types.iter().chain(&source.subtypes).map(String::as_str).collect();
    let kind = kind(&words);
    let mut card = Card::new(&id, &source.name, Game::FleshAndBlood, kind);
    card.sets = sets(source);
    card.classes = source.classes.iter().chain(&source.talents).cloned().collect();
    card.classes.extend(words.iter().filter(|word| CLASSES.contains(word)).map(ToString::to_string));
    card.classes.retain(|class| class != "NotClassed" && class != "Generic");
    let said = |word: &&&str| !CLASSES.contains(*word) && !kind_words(kind).contains(*word) && **word != "Generic";
    card.tribes = words.iter().filter(said).map(ToString::to_string).collect();
    card.rarity = Some(source.rarity.to_lowercase()).filter(|rarity| !rarity.is_empty());
    card.numbers.pitch = pitch;
    card.numbers.cost = source.cost.value();
    card.numbers.power = source.power.value();
    card.numbers.defense = source.defense.value();
    card.numbers.life = source.life.value();
    card.numbers.intellect = source.intellect.value();
    card.collectible = kind != Kind::Token && !source.is_back;
    card.keywords = source.keywords.iter().map(|keyword| mark(keyword)).collect();
    card.text.clone_from(&source.text);
    card
}

/// The codes of the sets in lower case, each once: `wtr`.
fn sets(source: &Source) -> Vec<String> {
    let printed = source.printings.iter().map(|printing| printing.set_id.as_str());
    let mut out: Vec<String> = Vec::new();
    for id in source.set_ids.iter().map(String::as_str).chain(printed) {
        let set = id.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_lowercase();
        if !set.is_empty() && !out.contains(&set) {
            out.push(set);
        }
    }
    out
}

fn kind(words: &[&str]) -> Kind {
    let has = |word: &str| words.contains(&word);
    let attacks = has("Action") && has("Attack");
    let known = KINDS.iter().find(|(word, _)| has(word)).map(|(_, kind)| *kind);
    if attacks { Kind::AttackAction } else { known.unwrap_or(Kind::Token) }
}

/// The words of a type line that the kind already says.
fn kind_words(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::AttackAction => &["Action", "Attack"],
        Kind::Action => &["Action", "Non-Attack"],
        Kind::AttackReaction => &["Attack Reaction"],
        Kind::DefenseReaction => &["Defense Reaction"],
        Kind::Instant => &["Instant"],
        Kind::Weapon => &["Weapon"],
        Kind::Equipment => &["Equipment"],
        Kind::Hero => &["Hero"],
        Kind::Block => &["Block"],
        Kind::Resource => &["Resource"],
        Kind::Mentor => &["Mentor"],
        Kind::Companion => &["Companion"],
        Kind::Macro => &["Macro"],
        _ => &["Token"],
    }
}

/// The types, the one that decides first: a token that is a weapon is a token.
const KINDS: &[(&str, Kind)] = &[
    ("Token", Kind::Token),
    ("Hero", Kind::Hero),
    ("Demi-Hero", Kind::Hero),
    ("Weapon", Kind::Weapon),
    ("Action", Kind::Action),
    ("Equipment", Kind::Equipment),
    ("Attack Reaction", Kind::AttackReaction),
    ("Defense Reaction", Kind::DefenseReaction),
    ("Instant", Kind::Instant),
    ("Block", Kind::Block),
    ("Resource", Kind::Resource),
    ("Mentor", Kind::Mentor),
    ("Companion", Kind::Companion),
    ("Macro", Kind::Macro),
];

/// The classes and talents, where a source does not tell them from other words of the type line.
const CLASSES: &[&str] = &[
    "Adjudicator",
    "Assassin",
    "Bard",
    "Brute",
    "Chaos",
    "Draconic",
    "Earth",
    "Elemental",
    "Guardian",
    "Ice",
    "Illusionist",
    "Light",
    "Lightning",
    "Mechanologist",
    "Merchant",
    "Mystic",
    "Necromancer",
    "Ninja",
    "Pirate",
    "Ranger",
    "Revered",
    "Reviled",
    "Royal",
    "Runeblade",
    "Shadow",
    "Shapeshifter",
    "Thief",
    "Warrior",
    "Wizard",
];

/// A keyword in lower case with hyphens, and its number: `Ward 10`.
fn mark(keyword: &str) -> Mark {
    let (name, value) = match keyword.rsplit_once(' ') {
        Some((name, number)) if number.parse::<i32>().is_ok() => (name, number.parse().unwrap_or(1)),
        _ => (keyword, 1),
    };
    Mark { name: slug(name, None), value }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NPM: &str = r#"[{"cardIdentifier": "my-strike-red", "name": "My Strike", "types": ["Action"], "subtypes": ["Attack"],
        "classes": ["Ninja"], "talents": ["Ice"], "setIdentifiers": ["1HP103", "WTR082"], "printings": [{"set": "Welcome"}],
        "functionalText": "**Go again**", "keywords": ["Go again", "Ward 10"], "pitch": 1, "cost": 0, "power": 4,
        "defense": null, "rarity": "Common", "artists": ["Somebody"]}]"#;

    const CUBE: &str = "Unique ID\tName\tPitch\tCost\tPower\tDefense\tHealth\tIntelligence\tTypes\tCard Keywords\tFunctional Text\n\
        u1\tMy Strike\t1\t0\t4\t\t\t\tIce, Ninja, Action, Attack\tGo again, Ward 10\t**Go again**\n\
        u2\tMe, the Quick\t\tX\t\t\t20\t4\tNinja, Hero, Young\t\t\"Line\n\n\"\"quoted\"\"\"\n";

    #[test]
    fn both_sources_give_the_same_card() {
        let npm = read_json("cards.json", NPM.as_bytes()).unwrap().remove(0);
        let printings = "Card Unique ID\tSet ID\nu1\tWTR\nu1\t1HP\n";
        let cube = read_csv("card.csv", CUBE.as_bytes(), Some(("card-printing.csv", printings.as_bytes()))).unwrap();
        for card in [&npm, &cube[0]] {
            assert_eq!((card.id.as_str(), card.kind), ("my-strike-red", Kind::AttackAction));
            assert_eq!((card.numbers.power, card.numbers.defense), (Some(4), None));
            assert_eq!((card.keyword("go-again"), card.keyword("ward")), (Some(1), Some(10)));
            assert!(card.classes.contains(&"Ninja".to_owned()) && card.classes.contains(&"Ice".to_owned()));
            assert!(card.in_set("wtr") && card.in_set("1hp") && card.tribes.is_empty());
        }
        let hero = &cube[1];
        assert_eq!((hero.id.as_str(), hero.kind, hero.numbers.life), ("me-the-quick", Kind::Hero, Some(20)));
        assert_eq!((hero.text.as_str(), hero.tribes.join(" ")), ("Line\n\n\"quoted\"", "Young".to_owned()));
    }

    #[test]
    fn json_of_the_cube_is_read_as_well() {
        let json = r#"[{"unique_id": "u1", "name": "My Strike", "pitch": "2", "cost": "XX", "power": "", "health": "",
            "types": ["Ninja", "Action", "Attack"], "card_keywords": ["Go again"], "functional_text": "", "printings":
            [{"set_id": "WTR"}, {"set_id": "WTR"}]}]"#;
        let card = read_json("card.json", json.as_bytes()).unwrap().remove(0);
        assert_eq!(
            (card.id.as_str(), card.numbers.cost, card.sets.join(" ")),
            ("my-strike-yellow", None, "wtr".to_owned())
        );
    }

    #[test]
    fn other_files_are_told() {
        let json = |text: &str| read_json("cards.json", text.as_bytes()).unwrap_err().to_string();
        assert!(json("{}").starts_with("cards.json:1: this is no list of cards"));
        assert!(json("[\n{\"name\": 3}]").starts_with("cards.json:2: this is no list of cards"));
        assert!(json("[{}]").ends_with("entry 1 has no name or no identifier"));
        let csv = |text: &str| read_csv("card.csv", text.as_bytes(), None).unwrap_err().to_string();
        assert!(csv("Name\tCost\nA\t1\n").starts_with("card.csv:2, field `unique-id`: there is no such column"));
    }

    proptest::proptest! {
        #[test]
        fn no_damaged_byte_panics(place: usize, byte: u8) {
            for text in [NPM, CUBE] {
                let mut bytes = text.as_bytes().to_vec();
                let place = place % bytes.len();
                bytes[place] = byte;
                let _ = read_json("cards.json", &bytes);
                let _ = read_csv("card.csv", &bytes, Some(("card-printing.csv", &bytes)));
            }
        }
    }
}
