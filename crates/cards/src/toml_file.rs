//! Reads TOML that people write, so that every mistake can be told with its line and field.

use std::ops::Range;

use ludus_core::nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::errors::{Place, Problem, utf8};

/// No file that people write is longer.
const LONGEST: usize = 16 << 20;

/// A TOML file being read, with the mistakes found so far.
pub(crate) struct File<'a> {
    /// The name of the file, as the caller gives it.
    pub(crate) name: &'a str,
    /// Where the lines end.
    line_ends: Vec<usize>,
    /// The mistakes found so far.
    pub(crate) problems: Vec<Problem>,
}

/// A value that a person wrote and the line where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    /// Where it stands.
    pub(crate) place: Place,
    /// What it is.
    pub(crate) value: Scalar,
}

/// What can stand in a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scalar {
    /// A text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Real(f64),
    /// Yes or no.
    Flag(bool),
    /// Several texts.
    Texts(Vec<String>),
    /// Anything else, by its name.
    Other(&'static str),
}

impl<'a> File<'a> {
    /// Opens a file; bytes that are no TOML are the only mistake then.
    pub(crate) fn open(name: &'a str, bytes: &'a [u8]) -> Result<(File<'a>, DeTable<'a>), Problem> {
        if bytes.len() > LONGEST {
            return Err(Problem::new(name, Place::File, None, "the file is larger than 16 MB"));
        }
        let text = utf8(name, bytes)?;
        let line_ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at).collect();
        let file = File { name, line_ends, problems: Vec::new() };
        match DeTable::parse(text) {
            Ok(table) => Ok((file, table.into_inner())),
            Err(error) => {
                let place = error.span().map_or(Place::File, |span| file.place(&span));
                Err(Problem::new(name, place, None, format!("this is no TOML: {}", error.message())))
            }
        }
    }

    /// Where a part of the text stands.
    pub(crate) fn place(&self, span: &Range<usize>) -> Place {
        Place::Line(1 + self.line_ends.partition_point(|&end| end < span.start))
    }

    /// Notes a mistake.
    pub(crate) fn wrong(&mut self, place: Place, field: Option<&str>, message: impl Into<String>) {
        self.problems.push(Problem::new(self.name, place, field, message));
    }

    /// The tables of an array `[[name]]`, each with its place.
    pub(crate) fn tables(&mut self, name: &str, value: Spanned<DeValue<'a>>) -> Vec<(Place, DeTable<'a>)> {
        let place = self.place(&value.span());
        let DeValue::Array(list) = value.into_inner() else {
            self.wrong(place, Some(name), format!("write `[[{name}]]`"));
            return Vec::new();
        };
        let mut out = Vec::new();
        for one in list {
            let place = self.place(&one.span());
            match one.into_inner() {
                DeValue::Table(table) => out.push((place, table)),
                _ => self.wrong(place, Some(name), format!("write `[[{name}]]`")),
            }
        }
        out
    }

    /// The fields of a table, in the order of the file; a field that is not among the known ones is a mistake.
    pub(crate) fn fields(&mut self, table: DeTable<'a>, known: &[&str]) -> Vec<(String, Cell)> {
        let mut out = Vec::new();
        for (key, value) in table {
            let place = self.place(&key.span());
            let name = key.into_inner().into_owned();
            if known.contains(&name.as_str()) {
                out.push((name, self.cell(value)));
            } else {
                self.wrong(place, Some(&name), unknown_field(&name, known));
            }
        }
        out.sort_by(|a, b| a.1.place.cmp(&b.1.place));
        out
    }

    /// A value as it is written.
    pub(crate) fn cell(&self, value: Spanned<DeValue<'a>>) -> Cell {
        Cell { place: self.place(&value.span()), value: scalar(value.into_inner()) }
    }
}

/// What is said about a field that does not exist.
pub(crate) fn unknown_field(name: &str, known: &[&str]) -> String {
    match nearest(&name.to_lowercase(), known.iter().copied()) {
        Some(near) => format!("there is no such field; did you mean `{near}`?"),
        None => format!("there is no such field; there are {}", known.join(", ")),
    }
}

fn scalar(value: DeValue) -> Scalar {
    match value {
        DeValue::String(text) => Scalar::Text(text.into_owned()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or(Scalar::Real(f64::INFINITY), Scalar::Whole)
        }
        DeValue::Float(number) => Scalar::Real(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => Scalar::Flag(flag),
        DeValue::Datetime(_) => Scalar::Other("a date"),
        DeValue::Table(_) => Scalar::Other("a table"),
        DeValue::Array(list) => {
            let texts = list.into_iter().map(|one| match one.into_inner() {
                DeValue::String(text) => Some(text.into_owned()),
                _ => None,
            });
            texts.collect::<Option<_>>().map_or(Scalar::Other("a list of other things than texts"), Scalar::Texts)
        }
    }
}

impl Scalar {
    /// What it is, for people.
    pub(crate) fn what(&self) -> String {
        match self {
            Scalar::Text(text) => format!("the text \"{}\"", text.chars().take(40).collect::<String>()),
            Scalar::Whole(number) => number.to_string(),
            Scalar::Real(number) => number.to_string(),
            Scalar::Flag(flag) => flag.to_string(),
            Scalar::Texts(_) => "a list".to_owned(),
            Scalar::Other(what) => (*what).to_owned(),
        }
    }
}

/// The text fields of a table by name, for files whose fields are all texts.
pub(crate) struct Texts(Vec<(String, String)>);

impl Texts {
    /// Takes the fields that must be texts, and says which of the needed ones are missing.
    pub(crate) fn of(file: &mut File, place: &Place, fields: Vec<(String, Cell)>, needed: &[&str]) -> Option<Texts> {
        let before = file.problems.len();
        let mut out = Vec::new();
        for (name, cell) in fields {
            match cell.value {
                Scalar::Text(text) => out.push((name, text)),
                other => file.wrong(cell.place, Some(&name), format!("this must be a text, not {}", other.what())),
            }
        }
        for name in needed {
            let given = out.iter().find(|(known, _)| known == name);
            if given.is_none_or(|(_, text)| text.trim().is_empty()) && file.problems.len() == before {
                file.wrong(place.clone(), Some(name), "this must be there and not be empty");
            }
        }
        (file.problems.len() == before).then_some(Texts(out))
    }

    /// Takes a text out; empty where it is not there.
    pub(crate) fn take(&mut self, name: &str) -> String {
        self.0.iter_mut().find(|(known, _)| known == name).map_or_else(String::new, |(_, text)| std::mem::take(text))
    }
}
