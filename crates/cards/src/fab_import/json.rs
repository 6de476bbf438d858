//! Cards of Flesh and Blood in JSON, read so that every mistake can be told with its line and field.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Number, Source};
use crate::errors::{Place, Problem, line_of};

/// A list of cards in JSON: what each of them says, and the byte at which it begins.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<(usize, Source)>, Problem> {
    let entries: Vec<&RawValue> = serde_json::from_str(text).map_err(|error| {
        let place = if error.line() == 0 { Place::File } else { Place::Line(error.line()) };
        Problem::new(file, place, None, format!("this is no list of cards in JSON: {error}"))
    })?;
    let read = |(number, raw)| Entry::open(file, text, number, raw)?.source();
    (1..).zip(entries).map(read).collect()
}

/// A card of the list, with its fields not read yet.
struct Entry<'a> {
    file: &'a str,
    text: &'a str,
    number: usize,
    start: usize,
    /// The name, as soon as it is known.
    name: String,
    fields: BTreeMap<Cow<'a, str>, &'a RawValue>,
}

/// The byte of a text at which a part of it begins.
fn start_of(text: &str, part: &RawValue) -> usize {
    part.get().as_ptr() as usize - text.as_ptr() as usize
}

impl<'a> Entry<'a> {
    fn open(file: &'a str, text: &'a str, number: usize, raw: &'a RawValue) -> Result<Self, Problem> {
        let start = start_of(text, raw);
        if let Ok(fields) = serde_json::from_str(raw.get()) {
            return Ok(Entry { file, text, number, start, name: String::new(), fields });
        }
        let message = format!("entry {number} must be a card in braces, not {}", what(raw));
        Err(Problem::new(file, Place::Line(line_of(text, start)), None, message))
    }

    fn source(mut self) -> Result<(usize, Source), Problem> {
        self.name = self.text_of(&["name"])?;
        let source = Source {
            id: self.text_of(&["cardIdentifier"])?,
            types: self.texts(&["types"])?,
            subtypes: self.texts(&["subtypes"])?,
            classes: self.texts(&["classes"])?,
            talents: self.texts(&["talents"])?,
            keywords: self.texts(&["keywords", "card_keywords"])?,
            text: self.text_of(&["functionalText", "functional_text"])?,
            rarity: self.text_of(&["rarity"])?,
            is_back: self.value(&["isCardBack"], "true or false")?,
            set_ids: self.set_ids()?,
            pitch: self.value(&["pitch"], Number::MEANT)?,
            cost: self.value(&["cost"], Number::MEANT)?,
            power: self.value(&["power"], Number::MEANT)?,
            defense: self.value(&["defense"], Number::MEANT)?,
            life: self.value(&["life", "health"], Number::MEANT)?,
            intellect: self.value(&["intellect", "intelligence"], Number::MEANT)?,
            name: self.name,
        };
        Ok((self.start, source))
    }

    fn text_of(&self, names: &[&str]) -> Result<String, Problem> {
        self.value(names, "a text")
    }

    fn texts(&self, names: &[&str]) -> Result<Vec<String>, Problem> {
        self.value(names, "a list of texts")
    }

    /// The identifiers of the printings: of one source the set stands in each printing, of the other in a list.
    fn set_ids(&self) -> Result<Vec<String>, Problem> {
        let mut out = self.texts(&["setIdentifiers"])?;
        let printings: Vec<BTreeMap<String, &RawValue>> = self.value(&["printings"], "a list of printings")?;
        for set in printings.iter().filter_map(|printing| printing.get("set_id")) {
            out.push(serde_json::from_str(set.get()).map_err(|_| self.wrong("set_id", set, "a text"))?);
        }
        Ok(out)
    }

    /// The value of the first of these fields that is there and not null.
    fn value<T: Deserialize<'a> + Default>(&self, names: &[&str], meant: &str) -> Result<T, Problem> {
        let there = names.iter().find_map(|name| Some((*name, *self.fields.get(*name)?)));
        match there {
            None => Ok(T::default()),
            Some((_, raw)) if raw.get() == "null" => Ok(T::default()),
            Some((name, raw)) => serde_json::from_str(raw.get()).map_err(|_| self.wrong(name, raw, meant)),
        }
    }

    fn wrong(&self, field: &str, raw: &RawValue, meant: &str) -> Problem {
        let name = if self.name.is_empty() { String::new() } else { format!(" ({})", self.name) };
        let message = format!("entry {}{name}: this must be {meant}, not {}", self.number, what(raw));
        Problem::new(self.file, Place::Line(line_of(self.text, start_of(self.text, raw))), Some(field), message)
    }
}

/// A value as people are told of it.
fn what(raw: &RawValue) -> String {
    let text = raw.get();
    match text.as_bytes().first() {
        Some(b'[') => "a list".to_owned(),
        Some(b'{') => "an object".to_owned(),
        _ => text.chars().take(40).collect(),
    }
}
