//! What is wrong with a file that people write, and where.

use std::fmt;

/// A mistake in a file of content: the file, the place in it, the field and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file, as the caller names it.
    pub file: String,
    /// Where in the file.
    pub place: Place,
    /// The field, where one is at fault.
    pub field: Option<String>,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line, counted from 1.
    Line(usize),
    /// A row of a sheet, counted from 1 as spreadsheets do.
    Row {
        /// The name of the sheet.
        sheet: String,
        /// The row.
        row: usize,
    },
}

impl Problem {
    /// A mistake at a place.
    pub fn new(file: &str, place: Place, field: Option<&str>, message: impl Into<String>) -> Problem {
        Problem { file: file.to_owned(), place, field: field.map(str::to_owned), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.file)?;
        match &self.place {
            Place::File => {}
            Place::Line(line) => write!(out, ":{line}")?,
            Place::Row { sheet, row } => write!(out, ", sheet {sheet}, row {row}")?,
        }
        if let Some(field) = &self.field {
            write!(out, ", field `{field}`")?;
        }
        write!(out, ": {}", self.message)
    }
}

impl std::error::Error for Problem {}

/// Everything that is wrong with a file: at least one mistake, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

/// So many mistakes of one file are told; where there are more, the file is something else than it was meant to be.
const MOST_TOLD: usize = 50;

impl fmt::Display for Problems {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, problem) in self.0.iter().take(MOST_TOLD).enumerate() {
            let end = if place + 1 < self.0.len() { "\n" } else { "" };
            write!(out, "{problem}{end}")?;
        }
        match self.0.len().saturating_sub(MOST_TOLD) {
            0 => Ok(()),
            more => write!(out, "and {more} more mistakes"),
        }
    }
}

impl std::error::Error for Problems {}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Problems {
        Problems(vec![problem])
    }
}

/// The line of a byte in a text, counted from 1.
pub(crate) fn line_of(text: &str, byte: usize) -> usize {
    line_after(&text.as_bytes()[..byte.min(text.len())])
}

fn line_after(before: &[u8]) -> usize {
    before.split(|&letter| letter == b'\n').count()
}

/// The text of a file that people write.
pub(crate) fn utf8<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Problem> {
    std::str::from_utf8(bytes).map(|text| text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(|error| {
        let line = line_after(&bytes[..error.valid_up_to()]);
        Problem::new(file, Place::Line(line), None, "this is not UTF-8; save the file as UTF-8 text")
    })
}
