//! What a person wrote about one thing (a table of a TOML file, a row of a sheet), field by field.

use std::collections::BTreeSet;

use crate::errors::{Place, Problem};
use crate::toml_file::{Cell, Scalar, unknown_field};

/// The fields of one thing. What is taken out is checked; what is left over is a mistake.
pub(crate) struct Record<'a> {
    /// The file.
    pub(crate) file: &'a str,
    /// Where the thing stands.
    pub(crate) place: Place,
    /// The mistakes found so far.
    pub(crate) problems: &'a mut Vec<Problem>,
    fields: Vec<(String, Cell)>,
    asked: BTreeSet<&'static str>,
    /// Whether numbers and texts are not told apart, as in sheets.
    is_row: bool,
}

impl<'a> Record<'a> {
    pub(crate) fn new(
        file: &'a str,
        place: Place,
        fields: Vec<(String, Cell)>,
        problems: &'a mut Vec<Problem>,
    ) -> Record<'a> {
        Record { file, place, problems, fields, asked: BTreeSet::new(), is_row: false }
    }

    /// A row of a sheet, where a number may stand as a text and a text as a number.
    pub(crate) fn row(self) -> Record<'a> {
        Record { is_row: true, ..self }
    }

    /// Notes a mistake in a field.
    pub(crate) fn wrong(&mut self, field: &str, message: impl Into<String>) {
        self.wrong_at(self.place.clone(), field, message);
    }

    fn wrong_at(&mut self, place: Place, field: &str, message: impl Into<String>) {
        self.problems.push(Problem::new(self.file, place, Some(field), message));
    }

    fn take(&mut self, name: &'static str) -> Option<Cell> {
        self.asked.insert(name);
        let place = self.fields.iter().position(|(known, _)| known == name)?;
        let (_, cell) = self.fields.remove(place);
        let is_blank = matches!(&cell.value, Scalar::Text(text) if text.trim().is_empty());
        (!is_blank).then_some(cell)
    }

    /// A text.
    pub(crate) fn text(&mut self, name: &'static str) -> Option<String> {
        let cell = self.take(name)?;
        match cell.value {
            Scalar::Text(text) => Some(text.trim().to_owned()),
            // A sheet stores a name like 1984 as a number.
            Scalar::Whole(number) if self.is_row => Some(number.to_string()),
            other => {
                self.wrong_at(cell.place, name, format!("this must be a text, not {}", other.what()));
                None
            }
        }
    }

    /// A text that must be there.
    pub(crate) fn needed_text(&mut self, name: &'static str) -> Option<String> {
        let before = self.problems.len();
        let text = self.text(name);
        if text.is_none() && self.problems.len() == before {
            self.wrong(name, "this must be there and not be empty");
        }
        text
    }

    /// One text or several; in one text they are parted by `,`, `;` or `/`.
    pub(crate) fn texts(&mut self, name: &'static str) -> Vec<String> {
        let Some(cell) = self.take(name) else { return Vec::new() };
        let parted = |text: &str| text.split([',', ';', '/']).map(|one| one.trim().to_owned()).collect::<Vec<_>>();
        let texts = match cell.value {
            Scalar::Text(text) => parted(&text),
            Scalar::Texts(texts) => texts.iter().map(|text| text.trim().to_owned()).collect(),
            other => {
                self.wrong_at(
                    cell.place,
                    name,
                    format!("this must be a text or a list of texts, not {}", other.what()),
                );
                return Vec::new();
            }
        };
        let mut out: Vec<String> = Vec::new();
        for text in texts {
            if text.is_empty() || out.contains(&text) {
                self.wrong_at(cell.place.clone(), name, "each entry must be there once and not be empty");
                return Vec::new();
            }
            out.push(text);
        }
        out
    }

    /// A whole number within bounds.
    pub(crate) fn number(&mut self, name: &'static str, least: i32, most: i32) -> Option<i32> {
        let cell = self.take(name)?;
        let number = match &cell.value {
            Scalar::Whole(number) => Some(*number),
            Scalar::Real(number) if number.fract() == 0.0 && number.abs() < 1e15 => Some(*number as i64),
            Scalar::Text(text) if self.is_row => text.trim().parse().ok(),
            _ => None,
        };
        let Some(number) = number else {
            self.wrong_at(cell.place, name, format!("this must be a whole number, not {}", cell.value.what()));
            return None;
        };
        match i32::try_from(number) {
            Ok(number) if (least..=most).contains(&number) => Some(number),
            _ => {
                self.wrong_at(cell.place, name, format!("{number} is impossible: it must be {least} to {most}"));
                None
            }
        }
    }

    /// Yes or no; no where nothing is said.
    pub(crate) fn flag(&mut self, name: &'static str) -> bool {
        let Some(cell) = self.take(name) else { return false };
        match &cell.value {
            Scalar::Flag(flag) => *flag,
            Scalar::Whole(number @ 0..=1) if self.is_row => *number == 1,
            Scalar::Text(text) if self.is_row => match text.trim().to_lowercase().as_str() {
                "yes" | "true" | "x" | "1" => true,
                "no" | "false" | "0" => false,
                _ => self.no_flag(cell, name),
            },
            _ => self.no_flag(cell, name),
        }
    }

    fn no_flag(&mut self, cell: Cell, name: &str) -> bool {
        self.wrong_at(cell.place, name, format!("this must be true or false, not {}", cell.value.what()));
        false
    }

    /// Whether a field is there and has not been taken.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields
            .iter()
            .any(|(known, cell)| known == name && !matches!(&cell.value, Scalar::Text(text) if text.trim().is_empty()))
    }

    /// Passes over a field that has been judged.
    pub(crate) fn drop(&mut self, name: &'static str) {
        self.take(name);
    }

    /// Notes every field that nobody has asked for.
    pub(crate) fn finish(mut self) {
        let known: Vec<&str> = self.asked.iter().copied().collect();
        for (name, cell) in std::mem::take(&mut self.fields) {
            self.wrong_at(cell.place, &name, unknown_field(&name, &known));
        }
    }
}
