//! The tab-separated files of the-fab-cube: `card.csv` and `card-printing.csv`.

use std::collections::BTreeMap;

use super::{Number, Source};
use crate::errors::{Place, Problem, line_of};

/// The sets of the cards, by the identifier of the card.
pub(super) type Sets = BTreeMap<String, Vec<String>>;

/// No file has more rows.
const LONGEST: usize = 200_000;

/// The columns of `card.csv` that must be there.
const NEEDED: &[&str] = &["unique-id", "name", "pitch", "cost", "power", "defense", "types", "functional-text"];

/// The sets that `card-printing.csv` names.
pub(super) fn sets(file: &str, text: &str) -> Result<Sets, Problem> {
    let mut out = Sets::new();
    for mut row in rows(file, text, &["card-unique-id", "set-id"])? {
        let (card, set) = (row.take("card-unique-id"), row.take("set-id"));
        if card.is_empty() || set.is_empty() {
            let field = if card.is_empty() { "card-unique-id" } else { "set-id" };
            return Err(row.wrong(file, text, field, "this must not be empty"));
        }
        out.entry(card).or_default().push(set);
    }
    Ok(out)
}

/// The cards of `card.csv`: what each of them says, and the byte at which its row begins.
pub(super) fn read(file: &str, text: &str, mut sets: Sets) -> Result<Vec<(usize, Source)>, Problem> {
    rows(file, text, NEEDED)?.into_iter().map(|row| source(file, text, row, &mut sets)).collect()
}

fn source(file: &str, text: &str, mut row: Row, sets: &mut Sets) -> Result<(usize, Source), Problem> {
    let mut set_ids = sets.remove(&row.take("unique-id")).unwrap_or_default();
    set_ids.extend(list(&row.take("identifiers")));
    let source = Source {
        set_ids,
        name: row.take("name"),
        types: list(&row.take("types")),
        keywords: list(&row.take("card-keywords")),
        text: row.take("functional-text"),
        pitch: row.number(file, text, "pitch")?,
        cost: row.number(file, text, "cost")?,
        power: row.number(file, text, "power")?,
        defense: row.number(file, text, "defense")?,
        life: row.number(file, text, "health")?,
        intellect: row.number(file, text, "intelligence")?,
        ..Source::default()
    };
    Ok((row.start, source))
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

/// A row: the byte at which it begins, and its cells by the names of their columns.
struct Row {
    start: usize,
    cells: BTreeMap<String, String>,
}

impl Row {
    fn take(&mut self, column: &str) -> String {
        self.cells.remove(column).unwrap_or_default()
    }

    fn number(&mut self, file: &str, text: &str, column: &str) -> Result<Number, Problem> {
        let written = self.take(column);
        Number::read(&written).ok_or_else(|| {
            let written: String = written.chars().take(40).collect();
            self.wrong(file, text, column, &format!("this must be {}, not {written}", Number::MEANT))
        })
    }

    fn wrong(&self, file: &str, text: &str, column: &str, message: &str) -> Problem {
        Problem::new(file, place(text, self.start), Some(column), message)
    }
}

/// The line of a record; the reader counts the blank lines before it as part of it.
fn place(text: &str, start: usize) -> Place {
    let blank = text.as_bytes()[start..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
    Place::Line(line_of(text, start + blank))
}

/// The rows below the header. Quotes are doubled inside of quoted cells, which may hold line breaks.
fn rows(file: &str, text: &str, needed: &[&str]) -> Result<Vec<Row>, Problem> {
    let reader =
        csv::ReaderBuilder::new().delimiter(b'\t').flexible(true).has_headers(false).from_reader(text.as_bytes());
    let mut columns: Option<Vec<String>> = None;
    let mut out = Vec::new();
    for record in reader.into_records() {
        let record =
            record.map_err(|error| Problem::new(file, Place::File, None, format!("this is no CSV: {error}")))?;
        let start = record.position().map_or(0, |position| position.byte() as usize);
        let Some(columns) = &columns else {
            columns = Some(header(file, place(text, start), record.iter(), needed)?);
            continue;
        };
        if record.len() != columns.len() {
            let message = format!(
                "this row has {} cells and the header {}; is the file cut off, or are its cells not parted by tabs?",
                record.len(),
                columns.len()
            );
            return Err(Problem::new(file, place(text, start), None, message));
        }
        if out.len() == LONGEST {
            return Err(Problem::new(file, place(text, start), None, format!("there are more than {LONGEST} rows")));
        }
        let cells = columns.iter().zip(record.iter()).map(|(name, cell)| (name.clone(), cell.to_owned())).collect();
        out.push(Row { start, cells });
    }
    match columns {
        Some(_) => Ok(out),
        None => Err(Problem::new(file, Place::File, None, "the file is empty")),
    }
}

/// The names of the columns in lower case with hyphens; those without a name stay empty.
fn header<'a>(
    file: &str,
    place: Place,
    names: impl Iterator<Item = &'a str>,
    needed: &[&str],
) -> Result<Vec<String>, Problem> {
    let names: Vec<String> = names.map(|name| name.trim().to_lowercase().replace([' ', '_'], "-")).collect();
    if let Some(missing) = needed.iter().find(|name| !names.iter().any(|there| there == *name)) {
        let message = "there is no such column; this reads the tab-separated files of the-fab-cube";
        return Err(Problem::new(file, place, Some(missing), message));
    }
    Ok(names)
}
