use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::{BadSpec, nearest};

/// A text that selects and configures something: `goofspiel:cards=5,seats=3`, `mcts:iterations=2000`.
///
/// `python:module:Class` keeps everything behind `python:` as the option `class`, and further options follow a comma.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// What is selected.
    pub name: String,
    options: BTreeMap<String, String>,
}

impl FromStr for Spec {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<Self, BadSpec> {
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        if name.is_empty() {
            return Err(BadSpec(format!("`{text}` has no name; write NAME or NAME:key=value,key=value")));
        }
        let mut options = BTreeMap::new();
        for (place, part) in rest.split(',').enumerate().filter(|(_, part)| !part.trim().is_empty()) {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) => (key.trim(), value.trim()),
                None if name == "python" && place == 0 => ("class", part.trim()),
                None => return Err(BadSpec(format!("`{part}` in `{text}` is no key=value"))),
            };
            if options.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(BadSpec(format!("`{key}` stands twice in `{text}`")));
            }
        }
        Ok(Spec { name: name.to_owned(), options })
    }
}

impl Spec {
    /// Opens the options for reading; what is read is also remembered for the canonical text.
    pub fn options(&self) -> Options {
        Options { name: self.name.clone(), given: self.options.clone(), known: Vec::new(), read: Vec::new() }
    }

    /// The options as they were given, by name.
    pub fn pairs(&self) -> Vec<(String, String)> {
        self.options.clone().into_iter().collect()
    }

    /// Sets an option, over what the text said.
    pub fn set(&mut self, key: &str, value: &str) {
        self.options.insert(key.to_owned(), value.to_owned());
    }
}

/// The options of a spec while a game or an agent reads them one by one.
#[derive(Clone, Debug)]
pub struct Options {
    name: String,
    given: BTreeMap<String, String>,
    /// Everything that was asked for, given or not.
    known: Vec<&'static str>,
    read: Vec<(&'static str, String)>,
}

impl Options {
    /// Reads a number, or takes the default; a value that is no number or outside the range is an error.
    pub fn number<T>(&mut self, key: &'static str, default: T, range: RangeInclusive<T>) -> Result<T, BadSpec>
    where
        T: FromStr + PartialOrd + Display + Copy,
    {
        let value = match self.take(key) {
            None => default,
            Some(text) => text.parse::<T>().ok().filter(|value| range.contains(value)).ok_or_else(|| {
                self.wrong(key, &text, &format!("a number from {} to {}", range.start(), range.end()))
            })?,
        };
        self.read.push((key, value.to_string()));
        Ok(value)
    }

    /// Reads a number that has no default; `None` where it is not given.
    pub fn optional<T>(&mut self, key: &'static str, range: RangeInclusive<T>) -> Result<Option<T>, BadSpec>
    where
        T: FromStr + PartialOrd + Display + Copy,
    {
        if self.given.contains_key(key) {
            return self.number(key, *range.start(), range).map(Some);
        }
        self.known.push(key);
        Ok(None)
    }

    /// Reads one of several words, or takes the first one.
    pub fn word(&mut self, key: &'static str, words: &[&'static str]) -> Result<&'static str, BadSpec> {
        let value = match self.take(key) {
            None => words[0],
            Some(text) => words
                .iter()
                .find(|&&word| word == text)
                .ok_or_else(|| self.wrong(key, &text, &format!("one of {}", words.join(", "))))?,
        };
        self.read.push((key, value.to_owned()));
        Ok(value)
    }

    /// Reads a free text; `None` where it is not given.
    pub fn text(&mut self, key: &'static str) -> Option<String> {
        let value = self.take(key)?;
        self.read.push((key, value.clone()));
        Some(value)
    }

    /// Ends the reading: an option that nobody read is an error. Gives the canonical text of the spec.
    pub fn finish(self) -> Result<String, BadSpec> {
        if let Some(key) = self.given.keys().next() {
            return Err(BadSpec(match nearest(key, self.known.iter().copied()) {
                Some(near) => format!("{} has no option `{key}`; did you mean `{near}`?", self.name),
                None if self.known.is_empty() => format!("{} has no option `{key}`; it has no options", self.name),
                None => format!("{} has no option `{key}`; it has {}", self.name, self.known.join(", ")),
            }));
        }
        let mut text = self.name;
        for (place, (key, value)) in self.read.iter().enumerate() {
            let _ = write!(text, "{}{key}={value}", if place == 0 { ':' } else { ',' });
        }
        Ok(text)
    }

    fn take(&mut self, key: &'static str) -> Option<String> {
        self.known.push(key);
        self.given.remove(key)
    }

    fn wrong(&self, key: &str, value: &str, right: &str) -> BadSpec {
        BadSpec(format!("{}: {key}={value} must be {right}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_a_name_with_options() {
        let spec: Spec = "mcts:iterations=2000,exploration=1.4".parse().unwrap();
        let mut options = spec.options();
        assert_eq!(options.number("iterations", 1000u32, 1..=1_000_000), Ok(2000));
        assert_eq!(options.number("exploration", 1.0, 0.0..=100.0), Ok(1.4));
        assert_eq!(options.word("rollout", &["random", "none"]), Ok("random"));
        assert_eq!(options.finish().unwrap(), "mcts:iterations=2000,exploration=1.4,rollout=random");
    }

    #[test]
    fn a_python_class_is_the_option_class() {
        let mut options = "python:my.module:Class,depth=3".parse::<Spec>().unwrap().options();
        assert_eq!(options.text("class").as_deref(), Some("my.module:Class"));
    }

    #[test]
    fn wrong_options_are_named_with_what_would_be_right() {
        let refuse = |text: &str| {
            let mut options = text.parse::<Spec>()?.options();
            options.number("iterations", 1000u32, 1..=5000)?;
            options.finish()
        };
        let message = |text| refuse(text).unwrap_err().to_string();
        assert_eq!(message("mcts:iteration=5"), "mcts has no option `iteration`; did you mean `iterations`?");
        assert_eq!(message("mcts:iterations=0"), "mcts: iterations=0 must be a number from 1 to 5000");
        assert_eq!(message("mcts:fast"), "`fast` in `mcts:fast` is no key=value");
        assert_eq!(message("mcts:a=1,a=2"), "`a` stands twice in `mcts:a=1,a=2`");
        assert_eq!(message(":a=1"), "`:a=1` has no name; write NAME or NAME:key=value,key=value");
    }

    #[test]
    fn options_that_were_not_given_are_named_among_those_there_are() {
        let mut options = "flat:rollout=bad".parse::<Spec>().unwrap().options();
        assert_eq!(options.optional("ms", 1..=9), Ok(None));
        assert_eq!(options.number("iterations", 1000u32, 1..=5000), Ok(1000));
        assert_eq!(options.finish().unwrap_err().to_string(), "flat has no option `rollout`; it has ms, iterations");
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_the_spec_parser_panic(text in ".*") {
            if let Ok(spec) = text.parse::<Spec>() {
                let mut options = spec.options();
                let _ = options.number("n", 1, 0..=9);
                let _ = options.finish();
            }
        }
    }
}
