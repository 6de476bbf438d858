//! Why a text is refused.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A text that is not understood: which words, what could stand there, and what may have been meant.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{}", self.sentence())]
pub struct Refusal {
    /// Why it is refused.
    pub reason: Reason,
    /// The words at fault, as they stand in the original text.
    pub phrase: String,
    /// Where they stand in the original text, in bytes, markup included.
    pub span: Range<usize>,
    /// What could stand there instead.
    pub expected: Vec<String>,
    /// The nearest phrasings that are known.
    pub suggestions: Vec<String>,
}

/// The ways in which a text can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// Nothing known stands at these words.
    Unknown,
    /// The words are known, but are written differently here: this is how.
    Written(String),
    /// The text can be read in two ways.
    Ambiguous(String, String),
    /// A pronoun could mean more than one thing, or nothing.
    Pronoun(String),
    /// The text is longer or more deeply nested than any card.
    TooLong(String),
    /// The text is no rules text.
    NoRules,
}

impl Refusal {
    fn sentence(&self) -> String {
        let mut out = match &self.reason {
            Reason::Unknown if self.phrase.is_empty() => "the text ends too early".to_owned(),
            Reason::Unknown => format!("`{}` is not understood", self.phrase),
            Reason::Written(right) => format!("`{}` must be written `{right}`", self.phrase),
            Reason::Ambiguous(one, other) => {
                format!("`{}` can be read in two ways: {one}; or {other}", self.phrase)
            }
            Reason::Pronoun(why) => format!("`{}`: {why}", self.phrase),
            Reason::TooLong(why) => why.clone(),
            Reason::NoRules => "this is no rules text".to_owned(),
        };
        if !self.expected.is_empty() {
            out.extend(["; expected ", &self.expected.join(" or ")]);
        }
        if let Some(near) = self.suggestions.first() {
            out.extend(["; did you mean `", near, "`?"]);
        }
        out
    }
}
