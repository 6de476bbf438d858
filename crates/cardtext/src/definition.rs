//! The grammar as it is written down: sorts, kinds and phrases, read from `grammar/*.grammar`.
//!
//! The form of these files is described in the README of this crate.

use std::collections::HashMap;
use std::fmt;

/// The game whose language a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Game {
    /// Constructed Hearthstone.
    Hearthstone,
    /// Hearthstone Battlegrounds.
    Battlegrounds,
    /// Flesh and Blood.
    FleshAndBlood,
}

impl Game {
    /// All of them.
    pub const ALL: [Game; 3] = [Game::Hearthstone, Game::Battlegrounds, Game::FleshAndBlood];

    /// The name people type.
    pub fn name(self) -> &'static str {
        ["hearthstone", "battlegrounds", "flesh-and-blood"][self as usize]
    }

    /// The game of this name.
    pub fn named(name: &str) -> Option<Game> {
        Game::ALL.into_iter().find(|game| game.name() == name)
    }
}

/// A kind of node, by its place in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub u16);

/// A sort of phrase: what may stand in a slot.
#[derive(Clone, Debug)]
pub struct Sort {
    /// The name that slots use.
    pub name: String,
    /// What phrases of this sort are, for people.
    pub meaning: String,
    /// Marks for the passes that read the tree, such as `structure` or `sentence`.
    pub marks: Vec<String>,
    /// The sorts whose phrases are phrases of this sort too.
    pub includes: Vec<usize>,
}

impl Sort {
    /// Whether the sort has a mark.
    pub fn has_mark(&self, mark: &str) -> bool {
        self.marks.iter().any(|known| known == mark)
    }
}

/// A kind of node: a meaning, in one or several wordings.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The name, as it stands in JSON.
    pub name: String,
    /// The sort that it belongs to.
    pub sort: usize,
    /// What it means.
    pub meaning: String,
    /// Marks for the passes that read the tree, such as `refers` or `picks=player`.
    pub marks: Vec<String>,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Its phrases, the canonical one first.
    pub phrases: Vec<usize>,
}

/// A field of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What may stand in it: the name of a sort, `int` or `name`.
    pub sort: String,
    /// Whether it holds a list.
    pub is_list: bool,
    /// Whether it holds the name of a card.
    pub is_name: bool,
    /// Whether no phrase speaks of it: it is found out from the rest of the tree (`src/resolve.rs`).
    pub is_resolved: bool,
}

/// One wording of a kind.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// The kind that it expresses; `None` for a phrase that only passes another sort on.
    pub kind: KindId,
    /// The words and slots, in order.
    pub parts: Vec<Part>,
    /// Fields that this wording fixes without a slot.
    pub fixed: Vec<(usize, Fixed)>,
    /// The traits that it has by itself.
    pub traits: u64,
    /// The slot whose traits it takes over, and those that it leaves out.
    pub inherits: Option<(usize, u64)>,
    /// The games that know it, as bits.
    pub games: u8,
    /// Whole texts in which it stands.
    pub examples: Vec<String>,
    /// The phrase as it is written in the grammar.
    pub source: String,
    /// The file and line where it stands.
    pub place: String,
}

/// What a wording fixes in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// A node without fields.
    Kind(KindId),
    /// A number.
    Number(i32),
}

/// A part of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Whether no blank stands before it.
    pub glued: bool,
    /// Whether its first letter is a capital because a sentence begins here.
    pub capital: bool,
    /// What it is.
    pub what: What,
}

/// A word or a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// This word, by its number in the vocabulary.
    Word(u32),
    /// A phrase of a sort.
    Slot {
        /// The field of the kind that it fills.
        field: usize,
        /// What may stand there.
        sort: SlotSort,
        /// The traits that it must have.
        traits: u64,
        /// How many may stand there.
        repeat: Repeat,
    },
}

/// What may stand in a slot: a sort of the grammar or one of the sorts that are built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SlotSort {
    /// A sort of the grammar.
    Sort(usize),
    /// A number in digits.
    Int,
    /// A number as a word.
    Numeral,
    /// The number of a value that the card's data holds: `{0}`.
    Data,
    /// The name of a card.
    Name,
    /// The name of a card in the plural.
    Names,
}

/// How many phrases a slot takes and what stands between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Repeat {
    /// Exactly one.
    One,
    /// One or none (`?`).
    Optional,
    /// Any number, side by side (`*`).
    Any,
    /// One or more, side by side (`+`).
    Some,
    /// Two or more: `a and b`, `a, b, and c` (`&`).
    And,
    /// Two or more: `a or b`, `a, b, or c` (`|`).
    Or,
    /// Two or more: `a, b` (`,`).
    Comma,
    /// One or more, with no blank between them (`#`).
    Run,
}

/// Everything that is written in the grammar.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// The sorts.
    pub sorts: Vec<Sort>,
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// The phrases.
    pub phrases: Vec<Phrase>,
    /// The traits, by their bit.
    pub traits: Vec<String>,
    pub(crate) words: Vec<String>,
    pub(crate) word_ids: HashMap<String, u32>,
    pub(crate) kind_ids: HashMap<String, KindId>,
    pub(crate) sort_ids: HashMap<String, usize>,
}

/// A mistake in the grammar, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadGrammar(pub String);

impl fmt::Display for BadGrammar {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "grammar: {}", self.0)
    }
}

impl std::error::Error for BadGrammar {}

/// Numbers that can be written as words.
pub(crate) const NUMERALS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

impl Definition {
    /// A kind.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.0 as usize]
    }

    /// The kind of this name.
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        self.kind_ids.get(name).copied()
    }

    /// Whether a kind has a mark.
    pub fn has_mark(&self, id: KindId, mark: &str) -> bool {
        self.kind(id).marks.iter().any(|known| known == mark)
    }

    /// Whether the sort of a kind has a mark.
    pub fn sort_has_mark(&self, id: KindId, mark: &str) -> bool {
        self.sorts[self.kind(id).sort].has_mark(mark)
    }

    /// The sort of this name.
    pub fn sort_named(&self, name: &str) -> Option<usize> {
        self.sort_ids.get(name).copied()
    }

    /// Whether phrases of the inner sort may stand where the outer one must.
    pub fn is_within(&self, inner: usize, outer: usize) -> bool {
        inner == outer || self.sorts[outer].includes.iter().any(|&sort| self.is_within(inner, sort))
    }

    /// The words of a grammar for a trait set.
    pub fn trait_names(&self, traits: u64) -> Vec<&str> {
        (0..self.traits.len()).filter(|bit| traits >> bit & 1 == 1).map(|bit| self.traits[bit].as_str()).collect()
    }

    /// The word with this number.
    pub fn word_text(&self, id: u32) -> &str {
        &self.words[id as usize - 1]
    }

    /// The number of a word; 0 for one that the grammar does not know.
    pub(crate) fn word_id(&self, word: &str) -> u32 {
        self.word_ids.get(word).copied().unwrap_or(0)
    }
}
