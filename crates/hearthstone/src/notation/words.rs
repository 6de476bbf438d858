//! The small words that the fields of a position are made of.

use std::fmt::Write as _;

use ludus_cards::machine::Content;
use ludus_core::{BadPosition, nearest};

/// What a field holds that has nothing to say.
pub(super) const NOTHING: &str = "-";

/// Words that are being written: `word` or `word=number`, with `;` between them.
#[derive(Default)]
pub(super) struct Words(Vec<String>);

impl Words {
    /// Writes a word where something is so.
    pub(super) fn flag(&mut self, word: &str, holds: bool) {
        if holds {
            self.0.push(word.to_owned());
        }
    }

    /// Writes a number where it is not the usual one.
    pub(super) fn number(&mut self, word: &str, number: impl Into<i128>, usual: impl Into<i128>) {
        let number = number.into();
        if number != usual.into() {
            self.0.push(format!("{word}={number}"));
        }
    }

    /// Writes a word as it stands.
    pub(super) fn push(&mut self, word: String) {
        self.0.push(word);
    }

    /// Whether nothing was written.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words, or what stands for none.
    pub(super) fn text(self) -> String {
        if self.0.is_empty() { NOTHING.to_owned() } else { self.0.join(";") }
    }
}

/// Words that are being read: each is taken once, and none may be left.
pub(super) struct Reading<'a> {
    field: &'static str,
    words: Vec<(&'a str, &'a str)>,
}

impl<'a> Reading<'a> {
    /// Opens a text of a field.
    pub(super) fn of(field: &'static str, text: &'a str) -> Result<Self, BadPosition> {
        let mut words: Vec<(&str, &str)> = Vec::new();
        for part in text.split(';').filter(|_| text != NOTHING) {
            let (word, value) = part.split_once('=').unwrap_or((part, ""));
            if word.is_empty() {
                return Err(BadPosition::new(field, format!("has an empty word in `{text}`; write `-` for nothing")));
            }
            if words.iter().any(|(known, _)| *known == word) {
                return Err(BadPosition::new(field, format!("says `{word}` twice in `{text}`")));
            }
            words.push((word, value));
        }
        Ok(Reading { field, words })
    }

    fn take(&mut self, word: &str) -> Option<&'a str> {
        let place = self.words.iter().position(|(known, _)| *known == word)?;
        Some(self.words.swap_remove(place).1)
    }

    /// Whether a word stands there without a number.
    pub(super) fn flag(&mut self, word: &str) -> bool {
        let place = self.words.iter().position(|(known, value)| *known == word && value.is_empty());
        place.map(|place| self.words.swap_remove(place)).is_some()
    }

    /// A number within bounds, where the word is there.
    pub(super) fn optional<T>(&mut self, word: &str, least: i128, most: i128) -> Result<Option<T>, BadPosition>
    where
        T: TryFrom<i128>,
    {
        let Some(text) = self.take(word) else { return Ok(None) };
        let number = text.parse::<i128>().ok().filter(|number| (least..=most).contains(number));
        number.and_then(|number| T::try_from(number).ok()).map(Some).ok_or_else(|| {
            let problem = format!("has `{word}={text}`, but it must be a whole number from {least} to {most}");
            BadPosition::new(self.field, problem)
        })
    }

    /// A number within bounds, the usual one where the word is not there.
    pub(super) fn number<T>(&mut self, word: &str, usual: T, least: i128, most: i128) -> Result<T, BadPosition>
    where
        T: TryFrom<i128>,
    {
        Ok(self.optional(word, least, most)?.unwrap_or(usual))
    }

    /// Ends the reading: a word that nobody took is not known.
    pub(super) fn finish(self) -> Result<(), BadPosition> {
        match self.words.first() {
            Some((word, _)) => Err(BadPosition::new(self.field, format!("has the word `{word}`, which is not known"))),
            None => Ok(()),
        }
    }
}

/// The id of a card as it stands in a position: other characters than letters, digits, `_`, `.` and `-` are written as
/// their bytes.
pub(super) fn card_text(content: &Content, card: u16) -> String {
    let mut text = String::new();
    for byte in content.card(card).id.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-') {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02x}");
        }
    }
    text
}

/// The card with this id.
pub(super) fn card_named(content: &Content, field: &'static str, text: &str) -> Result<u16, BadPosition> {
    let id =
        unescaped(text).ok_or_else(|| BadPosition::new(field, format!("has `{text}`, which is no id of a card")))?;
    content.by_id(&id).ok_or_else(|| {
        let near = nearest(&id, content.cards.iter().map(|card| card.id.as_str()));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        BadPosition::new(field, format!("has the card `{id}`, which is not known{hint}"))
    })
}

fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The parts of a row, with `,` between them.
pub(super) fn row(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| text != NOTHING)
}

/// A row of texts, or what stands for none.
pub(super) fn row_text(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    if parts.is_empty() { NOTHING.to_owned() } else { parts.join(",") }
}
