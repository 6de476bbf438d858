//! Texts that stand in for the printed ones: `content/<system>/overrides.toml`.
//!
//! An entry says in the same language what the printed text does not, or says it in words that the grammar has. It keeps
//! the hash of the text that it stands in for, so that a new wording of the card is noticed.

use std::collections::BTreeMap;
use std::fmt;

use ludus_cardtext::normalise;

use crate::card::Card;
use crate::compile::Compiler;
use crate::errors::{Place, Problem, Problems};
use crate::hash::Hash;
use crate::table::Table;
use crate::toml_file::{File, Texts};

/// All overrides, by the id of their card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    entries: BTreeMap<String, Override>,
}

/// The text that stands in for a card's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The text.
    pub text: String,
    /// The hash of the text that is printed on the card, see [`source_hash`].
    pub source: String,
    /// Why there is an override.
    pub reason: String,
    /// What the printed text leaves out though it is understood; empty where the text is not understood.
    pub unsaid: String,
    /// The file that it stands in.
    pub file: String,
    /// Where in the file.
    pub place: Place,
}

/// Something about an override that its author should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The id of the card.
    pub card: String,
    /// What it is.
    pub what: Trouble,
    /// The same for people, with file and line.
    pub problem: Problem,
}

/// What an author should know about an override.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// There is no card of this id.
    Unknown,
    /// The text that stands in is refused itself.
    Refused,
    /// The printed text is another one than it was.
    Stale,
    /// The printed text is understood as it stands, and nothing is said to be missing in it.
    Dead,
}

impl Trouble {
    /// Whether the override does not do what it is there for; a dead one does.
    pub fn is_error(self) -> bool {
        self != Trouble::Dead
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Trouble::Unknown => "unknown",
            Trouble::Refused => "refused",
            Trouble::Stale => "stale",
            Trouble::Dead => "dead",
        })
    }
}

/// The hash by which an override recognises the text that it stands in for; markup does not count.
pub fn source_hash(card: &Card) -> String {
    let plain = normalise(card.game, &card.text, card.own_name()).text;
    Hash::of(plain.as_bytes()).to_string()
}

impl Overrides {
    /// Reads one file: `[[override]]` tables with `id`, `text`, `source` and `reason`; and with `unsaid`, where the printed
    /// text is understood but leaves something out.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Overrides, Problems> {
        let mut out = Overrides::default();
        let (mut file, table) = File::open(file, bytes)?;
        for (key, value) in table {
            if key.get_ref() != "override" {
                let place = file.place(&key.span());
                file.wrong(place, Some(key.get_ref()), "a file of overrides holds `[[override]]` tables only");
                continue;
            }
            for (place, entry) in file.tables("override", value) {
                let fields = file.fields(entry, &["id", "text", "source", "reason", "unsaid"]);
                let Some(mut texts) = Texts::of(&mut file, &place, fields, &["id", "text", "reason"]) else { continue };
                let id = texts.take("id");
                if out.entries.contains_key(&id) {
                    file.wrong(place, Some("id"), format!("there is another override for {id}"));
                    continue;
                }
                let (text, source, reason) = (texts.take("text"), texts.take("source"), texts.take("reason"));
                let unsaid = texts.take("unsaid");
                out.entries.insert(id, Override { text, source, reason, unsaid, file: file.name.to_owned(), place });
            }
        }
        if file.problems.is_empty() { Ok(out) } else { Err(Problems(file.problems)) }
    }

    /// Takes over the entries of another file; those of a card that has one already are mistakes.
    pub fn extend(&mut self, other: Overrides) -> Result<(), Problems> {
        let mut problems = Vec::new();
        for (id, entry) in other.entries {
            if let Some(known) = self.entries.get(&id) {
                let message = format!("there is another override for {id} in {}", known.file);
                problems.push(Problem::new(&entry.file, entry.place, Some("id"), message));
            } else {
                self.entries.insert(id, entry);
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(Problems(problems)) }
    }

    /// The override of a card.
    pub fn get(&self, id: &str) -> Option<&Override> {
        self.entries.get(id)
    }

    /// All overrides, by id.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Override)> {
        self.entries.iter().map(|(id, entry)| (id.as_str(), entry))
    }

    /// What is to be known about the overrides, by id. The compiler must be made with them.
    ///
    /// Those of official cards stand in the folder of their game. `has_data` says whether the official cards of a folder
    /// are in the table: without them nothing can be said about an override whose card is missing.
    pub fn check(&self, table: &Table, compiler: &Compiler, has_data: impl Fn(&str) -> bool) -> Vec<Finding> {
        let can_be_checked = |(id, entry): &(&String, &Override)| {
            table.get(id).is_some() || entry.file.rsplit('/').nth(1).is_none_or(&has_data)
        };
        let checked = self.entries.iter().filter(can_be_checked);
        checked.flat_map(|(id, entry)| check(id, entry, table, compiler)).collect()
    }
}

fn check(id: &str, entry: &Override, table: &Table, compiler: &Compiler) -> Vec<Finding> {
    let finding = |what: Trouble, field: &str, message: String| Finding {
        card: id.to_owned(),
        what,
        problem: Problem::new(&entry.file, entry.place.clone(), Some(field), message),
    };
    let Some(card) = table.get(id) else {
        let near = table.nearest(id).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return vec![finding(Trouble::Unknown, "id", format!("there is no card `{id}`{near}"))];
    };
    let mut out = Vec::new();
    if let Err(refusal) = compiler.parse(card.game, &entry.text, card.own_name()) {
        let (start, end) = (refusal.span.start, refusal.span.end);
        out.push(finding(Trouble::Refused, "text", format!("{refusal} (bytes {start} to {end})")));
    }
    let source = source_hash(card);
    if entry.source != source {
        let message =
            format!("the text of {} is not the one that this stands in for; if it fits, write \"{source}\"", card.name);
        out.push(finding(Trouble::Stale, "source", message));
    }
    let is_whole = entry.unsaid.is_empty() && crate::compile::has_text(card);
    if is_whole && compiler.parse(card.game, &card.text, card.own_name()).is_ok() {
        out.push(finding(Trouble::Dead, "text", format!("the text of {} is understood as it stands", card.name)));
    }
    out
}

#[cfg(test)]
mod tests {
    use ludus_cardtext::{Game, Grammar};

    use super::*;
    use crate::card::Kind;
    use crate::names::DeclaredNames;

    const GRAMMAR: &str = "sort text (structure): a text\ntext Card: All.\n    ^draw <n:int>.\n";

    fn card(id: &str, text: &str) -> Card {
        let mut card = Card::new(id, id, Game::Hearthstone, Kind::Spell);
        text.clone_into(&mut card.text);
        card
    }

    fn findings(entries: &[(&str, &str, &str)]) -> Vec<(String, Trouble)> {
        let entry = |(id, text, source): &(&str, &str, &str)| {
            format!("[[override]]\nid = '{id}'\ntext = '{text}'\nsource = '{source}'\nreason = 'because'\n")
        };
        let text = entries.iter().map(entry).collect::<Vec<_>>().concat();
        let overrides = Overrides::read("overrides.toml", text.as_bytes()).unwrap();
        let table = Table::new([card("odd", "Something <b>odd</b>."), card("clear", "Draw 1.")]);
        let grammar = Grammar::read(&[("test.grammar", GRAMMAR)]).unwrap();
        let declared = DeclaredNames::default();
        let compiler = Compiler::new(&grammar, &table, &declared, &overrides);
        overrides.check(&table, &compiler, |_| true).into_iter().map(|finding| (finding.card, finding.what)).collect()
    }

    #[test]
    fn dead_stale_unknown_and_refused_overrides_are_found() {
        let odd = source_hash(&card("odd", "Something odd."));
        let clear = source_hash(&card("clear", "Draw 1."));
        assert_eq!(findings(&[("odd", "Draw 2.", &odd)]), []);
        assert_eq!(findings(&[("odd", "Draw 2.", "0")]), [("odd".to_owned(), Trouble::Stale)]);
        assert_eq!(findings(&[("odd", "Draw two.", &odd)]), [("odd".to_owned(), Trouble::Refused)]);
        assert_eq!(findings(&[("clear", "Draw 2.", &clear)]), [("clear".to_owned(), Trouble::Dead)]);
        let more = format!("{clear}'\nunsaid = 'the second card");
        assert_eq!(findings(&[("clear", "Draw 2.", &more)]), []);
        assert_eq!(findings(&[("od", "Draw 2.", "")]), [("od".to_owned(), Trouble::Unknown)]);
    }

    #[test]
    fn an_override_of_a_card_whose_data_is_not_there_is_no_finding() {
        let file = "content/flesh-and-blood/overrides.toml";
        let text = "[[override]]\nid = 'far'\ntext = 'Draw 2.'\nsource = ''\nreason = 'because'\n";
        let overrides = Overrides::read(file, text.as_bytes()).unwrap();
        let grammar = Grammar::read(&[("test.grammar", GRAMMAR)]).unwrap();
        let (table, declared) = (Table::new([card("odd", "")]), DeclaredNames::default());
        let compiler = Compiler::new(&grammar, &table, &declared, &overrides);
        assert_eq!(overrides.check(&table, &compiler, |folder| folder != "flesh-and-blood"), []);
        assert_eq!(overrides.check(&table, &compiler, |_| true)[0].what, Trouble::Unknown);
    }

    #[test]
    fn mistakes_name_line_and_field() {
        let read = |text: &str| Overrides::read("overrides.toml", text.as_bytes()).unwrap_err().to_string();
        let reason = "overrides.toml:2, field `reason`: this must be there and not be empty";
        assert_eq!(read("\n[[override]]\nid = 'a'\ntext = 'b'\n"), reason);
        let number = "overrides.toml:3, field `text`: this must be a text, not 3";
        assert_eq!(read("[[override]]\nid = 'a'\ntext = 3\nreason = 'x'\n"), number);
        assert!(read("[[override]\n").starts_with("overrides.toml:1: this is no TOML"));
        let entry = "[[override]]\nid = 'a'\ntext = 'b'\nreason = 'c'\n";
        assert!(read(&format!("{entry}{entry}")).contains("overrides.toml:5, field `id`: there is another"));
    }
}
