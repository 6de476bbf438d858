//! Trees to text, with the same phrases that read them.

use std::collections::BTreeMap;

use crate::definition::{Definition, Fixed, NUMERALS, Phrase, Repeat, SlotSort, What};
use crate::names::plural;
use crate::tree::{Tree, Value};

/// Prints the trees of one game.
pub(crate) struct Printer<'a> {
    pub(crate) definition: &'a Definition,
    pub(crate) by_kind: &'a BTreeMap<u16, Vec<usize>>,
}

/// A text being written.
#[derive(Default)]
struct Page {
    text: String,
    /// Where an article ends that may still become `an`.
    article: Option<usize>,
}

impl Page {
    fn put(&mut self, word: &str, glued: bool, capital: bool) {
        if !glued && !self.text.is_empty() {
            self.text.push(' ');
        }
        // A quotation mark is not spoken: the word behind it decides.
        if word != "'"
            && let Some(end) = self.article.take()
            && begins_with_vowel(word)
        {
            self.text.insert(end, 'n');
        }
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if capital => {
                self.text.extend(first.to_uppercase());
                self.text.push_str(letters.as_str());
            }
            _ => self.text.push_str(word),
        }
        if word == "a" {
            self.article = Some(self.text.len());
        }
    }
}

/// Whether `an` stands before a word.
fn begins_with_vowel(word: &str) -> bool {
    let lower = word.to_lowercase();
    let sounds_like_you = ["uni", "use", "one", "eu"].iter().any(|start| lower.starts_with(start));
    let number = matches!(lower.as_str(), "8" | "11" | "18") || lower.starts_with('8');
    number || lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !sounds_like_you
}

impl Printer<'_> {
    /// The text of a tree; `None` where the game has no phrase for one of its nodes.
    pub(crate) fn print(&self, tree: &Tree) -> Option<String> {
        let mut page = Page::default();
        self.put(tree, 0, true, false, &mut page)?;
        Some(page.text)
    }

    /// Sets the wording of every node, given the phrase of each in the order of [`Tree::visit`].
    pub(crate) fn set_wordings(&self, tree: &mut Tree, need: u64, phrases: &mut impl Iterator<Item = usize>) {
        let Some(id) = phrases.next() else { return };
        let Some(phrase) = self.definition.phrases.get(id) else { return };
        let fitting = self.phrases(tree).take_while(|&other| other != id).filter(|&other| self.fits(tree, other, need));
        tree.wording = fitting.count() as u8;
        let needs: Vec<(usize, u64)> = slot_needs(phrase, need).collect();
        for (place, value) in tree.fields.iter_mut().enumerate() {
            let need = needs.iter().find(|(field, _)| *field == place).map_or(0, |(_, need)| *need);
            match value {
                Value::Tree(inner) => self.set_wordings(inner, need, phrases),
                Value::List(list) => list.iter_mut().for_each(|inner| self.set_wordings(inner, need, phrases)),
                _ => {}
            }
        }
    }

    /// The phrase that a node is printed with.
    fn phrase(&self, tree: &Tree, need: u64) -> Option<&Phrase> {
        self.phrase_id(tree, need).map(|id| &self.definition.phrases[id])
    }

    fn phrase_id(&self, tree: &Tree, need: u64) -> Option<usize> {
        self.phrases(tree).filter(|&id| self.fits(tree, id, need)).nth(tree.wording as usize)
    }

    /// Calls for the phrase of each node of a tree, in the order in which the nodes hold each other.
    pub(crate) fn visit_phrases(&self, tree: &Tree, need: u64, call: &mut impl FnMut(usize)) {
        let Some(id) = self.phrase_id(tree, need) else { return };
        call(id);
        let needs: Vec<(usize, u64)> = slot_needs(&self.definition.phrases[id], need).collect();
        for (field, need) in needs {
            match &tree.fields[field] {
                Value::Tree(inner) => self.visit_phrases(inner, need, call),
                Value::List(list) => list.iter().for_each(|inner| self.visit_phrases(inner, need, call)),
                _ => {}
            }
        }
    }

    /// The traits of a node, and for each of its fields those that its slot asks for.
    pub(crate) fn traits(&self, tree: &Tree, need: u64) -> (u64, Vec<(usize, u64)>) {
        let Some(phrase) = self.phrase(tree, need) else { return (0, Vec::new()) };
        let needs: Vec<(usize, u64)> = slot_needs(phrase, need).collect();
        let mut traits = phrase.traits;
        if let Some((field, without)) = phrase.inherits {
            let need = needs.iter().find(|(place, _)| *place == field).map_or(0, |(_, need)| *need);
            traits |= !without
                & match &tree.fields[field] {
                    Value::Tree(inner) => self.traits(inner, need).0,
                    Value::List(list) => list.iter().fold(u64::MAX, |all, inner| all & self.traits(inner, need).0),
                    _ => 0,
                };
        }
        (traits, needs)
    }

    fn phrases(&self, tree: &Tree) -> impl Iterator<Item = usize> {
        self.by_kind.get(&tree.kind.0).map_or(&[][..], Vec::as_slice).iter().copied()
    }

    /// Whether a phrase says exactly what the node holds, with the traits that are needed.
    fn fits(&self, tree: &Tree, id: usize, need: u64) -> bool {
        let phrase = &self.definition.phrases[id];
        let rest = need & !phrase.traits;
        if rest != 0 && phrase.inherits.is_none_or(|(_, without)| rest & without != 0) {
            return false;
        }
        let fields = &self.definition.kind(tree.kind).fields;
        for (place, value) in tree.fields.iter().enumerate().filter(|(place, _)| !fields[*place].is_resolved) {
            let fixed = phrase.fixed.iter().find(|(field, _)| *field == place);
            let slot = phrase.parts.iter().find_map(|part| match part.what {
                What::Slot { field, sort, repeat, .. } if field == place => Some((sort, repeat)),
                _ => None,
            });
            let right = match (fixed, slot) {
                (Some((_, Fixed::Number(number))), _) => *value == Value::Number(*number),
                (Some((_, Fixed::Kind(kind))), _) => value.tree().is_some_and(|tree| tree.kind == *kind),
                (None, None) => *value == Value::Absent,
                (None, Some((sort, repeat))) => self.can_fill(value, sort, repeat),
            };
            if !right {
                return false;
            }
        }
        slot_needs(phrase, need).all(|(place, need)| match &tree.fields[place] {
            Value::Tree(inner) => self.any_fits(inner, need),
            Value::List(list) => list.iter().all(|inner| self.any_fits(inner, need)),
            _ => need == 0 || tree.fields[place] == Value::Absent,
        })
    }

    fn any_fits(&self, tree: &Tree, need: u64) -> bool {
        self.phrases(tree).any(|id| self.fits(tree, id, need))
    }

    fn can_fill(&self, value: &Value, sort: SlotSort, repeat: Repeat) -> bool {
        let of_sort = |tree: &Tree| {
            matches!(sort, SlotSort::Sort(outer)
                if self.definition.is_within(self.definition.kind(tree.kind).sort, outer))
        };
        match (value, repeat) {
            (Value::Absent, _) => matches!(repeat, Repeat::Optional | Repeat::Any),
            (Value::Number(number), Repeat::One | Repeat::Optional) => match sort {
                SlotSort::Int | SlotSort::Data => *number >= 0,
                SlotSort::Numeral => usize::try_from(*number).is_ok_and(|number| number < NUMERALS.len()),
                _ => false,
            },
            (Value::Name(_), Repeat::One | Repeat::Optional) => matches!(sort, SlotSort::Name | SlotSort::Names),
            (Value::Tree(tree), Repeat::One | Repeat::Optional) => of_sort(tree),
            (Value::List(list), _) => {
                let least = match repeat {
                    Repeat::Any | Repeat::Some | Repeat::Run => 1,
                    Repeat::One | Repeat::Optional => return false,
                    _ => 2,
                };
                list.len() >= least && list.iter().all(of_sort)
            }
            _ => false,
        }
    }

    /// Writes a node. Its first word takes blank and capital from the slot in which it stands.
    fn put(&self, tree: &Tree, need: u64, glued: bool, capital: bool, page: &mut Page) -> Option<()> {
        let phrase = self.phrase(tree, need)?;
        let needs: Vec<(usize, u64)> = slot_needs(phrase, need).collect();
        let mut first = true;
        for part in &phrase.parts {
            let glued = if first { glued } else { part.glued };
            let capital = part.capital || first && capital;
            match &part.what {
                What::Word(word) => page.put(self.definition.word_text(*word), glued, capital),
                What::Slot { field, sort, repeat, .. } => {
                    let need = needs.iter().find(|(place, _)| place == field).map_or(0, |(_, need)| *need);
                    match &tree.fields[*field] {
                        Value::Absent => continue,
                        Value::Number(number) => page.put(&number_text(*number, *sort), glued, capital),
                        Value::Name(name) if *sort == SlotSort::Names => page.put(&plural(name), glued, capital),
                        Value::Name(name) => page.put(name, glued, capital),
                        Value::Tree(inner) => self.put(inner, need, glued, capital, page)?,
                        Value::List(list) => self.put_list(list, *repeat, need, glued, capital, page)?,
                    }
                }
            }
            first = false;
        }
        Some(())
    }

    fn put_list(
        &self,
        list: &[Tree],
        repeat: Repeat,
        need: u64,
        glued: bool,
        capital: bool,
        page: &mut Page,
    ) -> Option<()> {
        let end = list.len() - 1;
        for (place, item) in list.iter().enumerate() {
            if place > 0 {
                let commas = matches!(repeat, Repeat::And | Repeat::Or) && list.len() > 2 || repeat == Repeat::Comma;
                if commas {
                    page.put(",", true, false);
                }
                match repeat {
                    Repeat::And if place == end => page.put("and", false, false),
                    Repeat::Or if place == end => page.put("or", false, false),
                    _ => {}
                }
            }
            let glued = if place == 0 { glued } else { repeat == Repeat::Run };
            self.put(item, need, glued, capital && place == 0, page)?;
        }
        Some(())
    }
}

/// For each slot of a phrase: its field and the traits that its filling must have.
fn slot_needs(phrase: &Phrase, need: u64) -> impl Iterator<Item = (usize, u64)> {
    let rest = need & !phrase.traits;
    let inherits = phrase.inherits;
    phrase.parts.iter().filter_map(move |part| match part.what {
        What::Slot { field, traits, .. } => {
            let passed = if inherits.is_some_and(|(from, _)| from == field) { rest } else { 0 };
            Some((field, traits | passed))
        }
        What::Word(_) => None,
    })
}

fn number_text(number: i32, sort: SlotSort) -> String {
    match sort {
        SlotSort::Numeral => NUMERALS[number as usize].to_owned(),
        SlotSort::Data => format!("{{{number}}}"),
        _ => number.to_string(),
    }
}
