//! Imports the cards of Flesh and Blood from data that a user has: `card.csv` or `card.json` of the-fab-cube, or the cards
//! of the npm package `@flesh-and-blood/cards` written out as JSON.

mod json;
mod rows;

use std::collections::BTreeSet;

use ludus_cardtext::Game;
use serde::Deserialize;

use crate::card::{Card, Kind, Mark};
use crate::designer::slug;
use crate::errors::{Place, Problem, Problems, line_of, utf8};

/// No file of this kind is larger.
const LARGEST: usize = 128 << 20;

/// A card as one of the sources writes it.
#[derive(Debug, Default)]
struct Source {
    id: String,
    name: String,
    types: Vec<String>,
    subtypes: Vec<String>,
    classes: Vec<String>,
    talents: Vec<String>,
    keywords: Vec<String>,
    text: String,
    rarity: String,
    is_back: bool,
    /// Sets or printings: `WTR`, `WTR082`.
    set_ids: Vec<String>,
    pitch: Number,
    cost: Number,
    power: Number,
    defense: Number,
    life: Number,
    intellect: Number,
}

/// A number that is printed on a card; none where there is nothing or a sign that stands for a number: `X`, `*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Written")]
struct Number(Option<i32>);

/// A number as a source writes it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Whole(i64),
    Text(String),
}

impl Number {
    const MEANT: &str = "a whole number from 0 to 999, or a sign such as X that stands for one";

    fn read(text: &str) -> Option<Number> {
        let text = text.trim();
        if text.chars().all(|sign| "X*?-+".contains(sign)) {
            return Some(Number(None));
        }
        match text.parse() {
            Ok(number @ 0..=999) => Some(Number(Some(number))),
            Ok(_) => None,
            // A number and a sign: 2*.
            Err(_) => text.chars().all(|sign| "X*?-+0123456789".contains(sign)).then_some(Number(None)),
        }
    }
}

impl TryFrom<Written> for Number {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Number, Self::Error> {
        match written {
            Written::Whole(number @ 0..=999) => Ok(Number(Some(number as i32))),
            Written::Whole(_) => Err(Number::MEANT),
            Written::Text(text) => Number::read(&text).ok_or(Number::MEANT),
        }
    }
}

/// Reads a list of cards in JSON, of either source.
pub fn read_json(file: &str, bytes: &[u8]) -> Result<Vec<Card>, Problems> {
    too_large(file, bytes)?;
    let text = utf8(file, bytes)?;
    cards(file, text, json::read(file, text)?)
}

/// Reads `card.csv` of the-fab-cube. The sets of the cards stand in `card-printing.csv` beside it; without it they are in
/// none, unless the file is an old one, which names them itself.
pub fn read_csv(file: &str, bytes: &[u8], printings: Option<(&str, &[u8])>) -> Result<Vec<Card>, Problems> {
    too_large(file, bytes)?;
    let sets = match printings {
        Some((file, bytes)) => {
            too_large(file, bytes)?;
            rows::sets(file, utf8(file, bytes)?)?
        }
        None => rows::Sets::new(),
    };
    let text = utf8(file, bytes)?;
    cards(file, text, rows::read(file, text, sets)?)
}

fn too_large(file: &str, bytes: &[u8]) -> Result<(), Problem> {
    if bytes.len() <= LARGEST {
        return Ok(());
    }
    Err(Problem::new(file, Place::File, None, "the file is larger than 128 MB"))
}

/// The cards of a file; each source with the byte at which it begins.
fn cards(file: &str, text: &str, sources: Vec<(usize, Source)>) -> Result<Vec<Card>, Problems> {
    if sources.is_empty() {
        return Err(Problem::new(file, Place::File, None, "there are no cards in it").into());
    }
    let (mut out, mut ids) = (Vec::new(), BTreeSet::new());
    for (number, (start, source)) in (1..).zip(sources) {
        let wrong = |field: &str, message: String| {
            Problems::from(Problem::new(file, Place::Line(line_of(text, start)), Some(field), message))
        };
        if source.name.trim().is_empty() {
            return Err(wrong("name", format!("entry {number} has no name")));
        }
        if source.types.is_empty() && source.subtypes.is_empty() {
            return Err(wrong("types", format!("entry {number} ({}) has no types", source.name)));
        }
        let mut card = card(&source);
        if card.id.is_empty() {
            return Err(wrong("name", format!("entry {number} ({}) has no letter in its name", source.name)));
        }
        while !ids.insert(card.id.clone()) {
            // Two faces may bear one name.
            card.id.push_str("-2");
        }
        out.push(card);
    }
    Ok(out)
}

fn card(source: &Source) -> Card {
    let pitch = source.pitch.0;
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
    card.numbers.cost = source.cost.0;
    card.numbers.power = source.power.0;
    card.numbers.defense = source.defense.0;
    card.numbers.life = source.life.0;
    card.numbers.intellect = source.intellect.0;
    card.collectible = kind != Kind::Token && !source.is_back;
    card.keywords = source.keywords.iter().map(|keyword| mark(keyword)).collect();
    card.text.clone_from(&source.text);
    card
}

/// The codes of the sets in lower case, each once: `wtr`.
fn sets(source: &Source) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for id in &source.set_ids {
        let code = id.trim().trim_end_matches(|letter: char| letter.is_ascii_digit()).to_lowercase();
        if !code.is_empty() && !out.contains(&code) {
            out.push(code);
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

    fn json(text: &str) -> String {
        read_json("cards.json", text.as_bytes()).unwrap_err().to_string()
    }

    fn csv(text: &str) -> String {
        read_csv("card.csv", text.as_bytes(), None).unwrap_err().to_string()
    }

    #[test]
    fn json_that_holds_no_cards_is_told_with_line_and_field() {
        assert!(json("{}").starts_with("cards.json:1: this is no list of cards in JSON"));
        assert!(json("[{\"name\":\n").starts_with("cards.json:2: this is no list of cards in JSON: EOF"));
        assert_eq!(json("[]"), "cards.json: there are no cards in it");
        assert_eq!(json("[1]"), "cards.json:1: entry 1 must be a card in braces, not 1");
        assert_eq!(json("[\n{}]"), "cards.json:2, field `name`: entry 1 has no name");
        assert_eq!(json("[{\"name\": \"A\"}]"), "cards.json:1, field `types`: entry 1 (A) has no types");
        let text = "[\n{\n\"name\": [3]}]";
        assert_eq!(json(text), "cards.json:3, field `name`: entry 1: this must be a text, not a list");
        let text = "[{\"name\": \"A\",\n\"types\": \"Action\"}]";
        assert_eq!(
            json(text),
            "cards.json:2, field `types`: entry 1 (A): this must be a list of texts, not \"Action\""
        );
        let text = "[{\"name\": \"A\", \"types\": [\"Action\"],\n\"cost\": \"cheap\"}]";
        let wrong =
            "cards.json:2, field `cost`: entry 1 (A): this must be a whole number from 0 to 999, or a sign such as X";
        assert!(json(text).starts_with(wrong), "{}", json(text));
        assert!(json(&text.replace("\"cheap\"", "-1")).ends_with("not -1"));
        let text = "[{\"name\": \"A\", \"types\": [\"Action\"],\n\"printings\": [{\"set_id\": 4}]}]";
        assert!(json(text).starts_with("cards.json:2, field `set_id`: entry 1 (A): this must be a text, not 4"));
        let error = read_json("cards.json", b"PK\x03\x04\xff\xfe").unwrap_err().to_string();
        assert_eq!(error, "cards.json:1: this is not UTF-8; save the file as UTF-8 text");
    }

    #[test]
    fn rows_that_are_no_cards_are_told_with_line_and_field() {
        assert_eq!(csv(""), "card.csv: the file is empty");
        assert!(csv("Name\tCost\nA\t1\n").starts_with("card.csv:1, field `unique-id`: there is no such column"));
        let (header, rows) = CUBE.split_once('\n').unwrap();
        assert_eq!(csv(header), "card.csv: there are no cards in it");
        let short = format!("{header}\n{}\nu3\tHalf a r", rows.trim_end());
        assert!(csv(&short).starts_with("card.csv:6: this row has 2 cells and the header 11"), "{}", csv(&short));
        assert!(csv(&CUBE.replace("Defense", "Defence")).contains("field `defense`: there is no such column"));
        assert!(csv(&CUBE.replace("Ninja, Hero, Young", "")).starts_with("card.csv:3, field `types`: entry 2"));
        let number = "card.csv:3, field `cost`: this must be a whole number from 0 to 999";
        assert!(csv(&CUBE.replace("\tX\t", "\ttwo\t")).starts_with(number));
        let sets = |text: &str| {
            let beside = Some(("card-printing.csv", text.as_bytes()));
            read_csv("card.csv", CUBE.as_bytes(), beside).unwrap_err().to_string()
        };
        assert!(sets("Set\n").starts_with("card-printing.csv:1, field `card-unique-id`: there is no such column"));
        let empty = "card-printing.csv:2, field `set-id`: this must not be empty";
        assert_eq!(sets("Card Unique ID\tSet ID\nu1\t\n"), empty);
    }

    #[test]
    fn a_sign_that_stands_for_a_number_is_none() {
        for sign in ["", " ", "X", "XX", "*", "2*", "X+1"] {
            assert_eq!(Number::read(sign), Some(Number(None)), "{sign}");
        }
        assert_eq!(
            (Number::read("12"), Number::read("1000"), Number::read("ten")),
            (Some(Number(Some(12))), None, None)
        );
    }

    /// Whether an error names the file: each must say where it is.
    fn names_its_file(result: Result<Vec<Card>, Problems>) -> bool {
        result.map_or_else(|error| error.to_string().starts_with("card"), |cards| !cards.is_empty())
    }

    proptest::proptest! {
        #[test]
        fn damaged_files_are_read_or_refused_with_their_name(place: usize, byte: u8, cut in 0..300_usize) {
            for text in [NPM, CUBE] {
                let mut bytes = text.as_bytes().to_vec();
                let place = place % bytes.len();
                bytes[place] = byte;
                bytes.truncate(bytes.len().saturating_sub(cut % 2 * cut));
                proptest::prop_assert!(names_its_file(read_json("cards.json", &bytes)));
                let beside = Some(("card-printing.csv", bytes.as_slice()));
                proptest::prop_assert!(names_its_file(read_csv("card.csv", &bytes, beside)));
                proptest::prop_assert!(names_its_file(read_csv("card.csv", &bytes, None)));
            }
        }

        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200)) {
            proptest::prop_assert!(names_its_file(read_json("cards.json", &bytes)));
            proptest::prop_assert!(names_its_file(read_csv("card.csv", &bytes, Some(("card-printing.csv", &bytes)))));
        }

        #[test]
        fn no_json_of_other_types_panics(values in proptest::collection::vec("(3|-1|null|true|\"X\"|\\[\\]|\\[1\\]|\\{\\}|1e9|\\[\\{\\}\\])", 6)) {
            let fields = ["name", "types", "cost", "printings", "isCardBack", "setIdentifiers"];
            let fields: Vec<String> = fields.iter().zip(&values).map(|(name, value)| format!("\"{name}\": {value}")).collect();
            let text = format!("[{{{}}}]", fields.join(","));
            proptest::prop_assert!(names_its_file(read_json("cards.json", text.as_bytes())));
        }
    }
}
