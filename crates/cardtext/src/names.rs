//! Names of cards inside texts: the only words that the grammar does not list.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::lexer::{Class, tokens};

/// The names that a text may speak of, in the singular and the plural. A capitalised word that is neither here nor in
/// the grammar makes a text wrong.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// By first word, the longest names first.
    by_first: HashMap<String, Vec<Known>>,
    count: usize,
}

#[derive(Clone, Debug)]
struct Known {
    words: Vec<String>,
    name: Box<str>,
    plural: bool,
}

/// A name found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found<'a> {
    pub(crate) name: &'a str,
    pub(crate) tokens: usize,
    pub(crate) plural: bool,
}

impl Names {
    /// Collects names; their plurals are made by the rules of English.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Names {
        let mut out = Names::default();
        for name in names {
            out.add(name);
        }
        out
    }

    /// Adds a name.
    pub fn add(&mut self, name: &str) {
        if name.is_empty() || self.holds(name) {
            return;
        }
        self.count += 1;
        self.insert(name, name, false);
        let many = plural(name);
        if many != name {
            self.insert(&many, name, true);
        }
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether this is one of the names, in the singular.
    pub fn holds(&self, name: &str) -> bool {
        let first = split(name).into_iter().next().unwrap_or_default();
        self.by_first.get(&first).is_some_and(|known| known.iter().any(|one| !one.plural && &*one.name == name))
    }

    /// All names, in the singular, in no particular order of meaning but always in the same order.
    pub fn all(&self) -> Vec<&str> {
        let mut out: Vec<&str> =
            self.by_first.values().flatten().filter(|one| !one.plural).map(|one| &*one.name).collect();
        out.sort_unstable();
        out
    }

    fn insert(&mut self, written: &str, name: &str, plural: bool) {
        let words = split(written);
        let Some(first) = words.first().cloned() else { return };
        let known = self.by_first.entry(first).or_default();
        let new = Known { words, name: name.into(), plural };
        // The longest name wins; of two equally long ones the singular.
        let key = |one: &Known| (Reverse(one.words.len()), one.plural);
        let at = known.partition_point(|one| (key(one), &one.name) <= (key(&new), &new.name));
        known.insert(at, new);
    }

    /// The longest name in the singular and the longest in the plural that begin the words.
    pub(crate) fn find<'a>(&'a self, words: &[&str]) -> [Option<Found<'a>>; 2] {
        let known = words.first().and_then(|first| self.by_first.get(*first));
        let longest = |plural: bool| {
            let fits = |one: &&Known| {
                one.plural == plural
                    && one.words.len() <= words.len()
                    && one.words.iter().zip(words).all(|(a, b)| a == b)
            };
            let one = known?.iter().find(fits)?;
            Some(Found { name: &one.name, tokens: one.words.len(), plural })
        };
        [longest(false), longest(true)]
    }
}

fn split(text: &str) -> Vec<String> {
    tokens(text)
        .into_iter()
        .filter(|token| !matches!(token.class, Class::Slot(_)))
        .map(|token| text[token.span].to_owned())
        .collect()
}

/// The plural of a name: of its last word, or of the first where the name goes on with `of` or a comma.
pub(crate) fn plural(name: &str) -> String {
    if let Some((head, rest)) = name.split_once(" of ") {
        return format!("{} of {rest}", plural(head));
    }
    let (before, word) = name.rsplit_once(' ').map_or(("", name), |(before, word)| (before, word));
    let many = plural_word(word);
    if before.is_empty() { many } else { format!("{before} {many}") }
}

fn plural_word(word: &str) -> String {
    let lower = word.to_lowercase();
    let cut = |count: usize, ending: &str| format!("{}{ending}", &word[..word.len() - count]);
    if !word.is_ascii() {
        return format!("{word}s");
    }
    match lower.as_str() {
        "wolf" | "dwarf" | "elf" | "half" | "self" | "thief" | "leaf" => return cut(1, "ves"),
        "man" | "swordsman" | "footman" | "huntsman" | "gunman" => return cut(2, "en"),
        "mouse" => return cut(4, "ice"),
        "tooth" => return cut(4, "eeth"),
        "fish" | "undead" | "naga" | "armor" => return word.to_owned(),
        _ => {}
    }
    if lower.ends_with("knife") || lower.ends_with("life") {
        cut(2, "ves")
    } else if lower.ends_with('y') && !["ay", "ey", "oy", "uy"].iter().any(|end| lower.ends_with(end)) {
        cut(1, "ies")
    } else if lower.ends_with(['s', 'x', 'z']) || lower.ends_with("ch") || lower.ends_with("sh") {
        format!("{word}es")
    } else {
        format!("{word}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_follow_english() {
        let pairs = [
            ("Treant", "Treants"),
            ("Spirit Wolf", "Spirit Wolves"),
            ("Silver Hand Recruit", "Silver Hand Recruits"),
            ("Fairy", "Fairies"),
            ("Tentacle of Doom", "Tentacles of Doom"),
            ("Leech", "Leeches"),
            ("Footman", "Footmen"),
        ];
        for (one, many) in pairs {
            assert_eq!(plural(one), many);
        }
    }

    #[test]
    fn the_longest_name_is_found() {
        let names = Names::new(["Blood Gem", "Blood Gem Barrage", "Imp"]);
        let find = |words: &[&str]| names.find(words).map(|found| found.map(|one| (one.name.to_owned(), one.tokens)));
        assert_eq!(find(&["Blood", "Gem", "Barrage", "."])[0], Some(("Blood Gem Barrage".to_owned(), 3)));
        assert_eq!(find(&["Blood", "Gems", "."]), [None, Some(("Blood Gem".to_owned(), 2))]);
        assert_eq!(find(&["imp"]), [None, None]);
        assert!(names.holds("Imp") && !names.holds("Imps") && names.len() == 3);
    }
}
