//! What the words leave open and the text around them settles: what a pronoun means, and who picks.
//!
//! Two fields are filled here; no phrase speaks of them.
//!
//! `picker` stands in groups of which somebody picks one (mark `picked`). It is told by the mark `picks=..` of the nearest
//! node around the group, or of the sort of that node. Where none is marked, the player picks: the text of a spell.
//!
//! `means` stands in pronouns (mark `refers`) and holds the number of the group that is meant: groups (mark
//! `introduces`) are counted from 1 in the order of the text; 0 is the card itself. Of the groups that fit in number and
//! kind, the first that there is in this order:
//!
//! 1. in the same sentence, the nearest deed before: the first group that it names;
//! 2. what happens in the sentence (`Whenever a minion attacks, ...`): its subject;
//! 3. in the same deed, the first group before the pronoun, other than those in whose words it stands (`a copy of it`);
//! 4. the nearest sentence before: the first group of its last deed;
//! 5. below a head (`Deathrattle: return it to your hand`) or an event: the card itself;
//! 6. the group in whose words it stands (`a minion and its neighbors`).
//!
//! In words that speak of the sentence before (mark `refers=sentence`: `instead`, `otherwise`, `repeat this`), `means` is
//! the number of that sentence, counted from 1 in the order of the text.

use crate::definition::{Definition, KindId};
use crate::printer::Printer;
use crate::tree::{Tree, Value};
use crate::{Game, Grammar, Normalised, Reason, Refusal};

pub(crate) const REFERS: &str = "refers";
pub(crate) const REFERS_BACK: &str = "refers=sentence";
pub(crate) const PICKED: &str = "picked";
pub(crate) const MEANS: &str = "means";
pub(crate) const PICKER: &str = "picker";

const INTRODUCES: &str = "introduces";
/// The kinds of pickers by the word that stands in marks; the first is the one where nothing is marked.
const PICKERS: [(&str, &str); 4] =
    [("player", "ByPlayer"), ("chance", "ByChance"), ("any", "Whichever"), ("top", "FromTheTop")];

impl Grammar {
    /// Fills the fields of a tree that its words leave open.
    pub(crate) fn resolved(
        &self,
        game: Game,
        mut tree: Tree,
        plain: &Normalised,
        original: &str,
    ) -> Result<Tree, Refusal> {
        let mut walk = Walk {
            definition: self.definition(),
            printer: self.printer(game),
            number: ["one", "many"].map(|name| self.trait_bit(name)),
            groups: Vec::new(),
            sentence: 0,
            deed: 0,
            open: None,
        };
        walk.node(&mut tree, 0, Place::default());
        match walk.open {
            None => Ok(tree),
            Some(pronoun) => {
                let at = forms(&pronoun).iter().find_map(|form| find_word(&plain.text, form));
                let at = at.unwrap_or(0..plain.text.len());
                let span = plain.span(at);
                Err(Refusal {
                    reason: Reason::Pronoun(format!("nothing was spoken of before that `{pronoun}` could mean")),
                    phrase: original.get(span.clone()).unwrap_or_default().to_owned(),
                    span,
                    expected: Vec::new(),
                    suggestions: Vec::new(),
                })
            }
        }
    }

    fn trait_bit(&self, name: &str) -> u64 {
        self.definition().traits.iter().position(|known| known == name).map_or(0, |bit| 1 << bit)
    }
}

/// The forms in which a pronoun can stand in a text.
fn forms(pronoun: &str) -> Vec<&str> {
    match pronoun {
        "it" => vec!["it", "its"],
        "them" => vec!["them", "they", "their"],
        other => vec![other],
    }
}

/// The bytes of the first place where a word stands by itself, whatever the size of its first letter.
fn find_word(text: &str, word: &str) -> Option<std::ops::Range<usize>> {
    let edge = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
    let found = text.to_lowercase().match_indices(&word.to_lowercase()).map(|(at, _)| at).find(|&at| {
        text.is_char_boundary(at)
            && text.is_char_boundary(at + word.len())
            && edge(text[..at].chars().next_back())
            && edge(text[at + word.len()..].chars().next())
    });
    found.map(|at| at..at + word.len())
}

/// A group that a pronoun can mean.
struct Group {
    traits: u64,
    sentence: u16,
    deed: u16,
    happening: bool,
    /// Whether its words are still going on.
    open: bool,
}

/// Where in the text a node stands.
#[derive(Clone, Copy, Default)]
struct Place<'a> {
    picker: Option<&'a str>,
    /// Inside of what happens, not of what is done.
    happening: bool,
    /// Below a head or an event: the card itself can be meant.
    own: bool,
}

struct Walk<'a> {
    definition: &'a Definition,
    printer: Printer<'a>,
    number: [u64; 2],
    groups: Vec<Group>,
    sentence: u16,
    deed: u16,
    /// A pronoun that means nothing.
    open: Option<String>,
}

impl<'a> Walk<'a> {
    fn node(&mut self, tree: &mut Tree, need: u64, mut place: Place<'a>) {
        let definition = self.definition;
        let (kind, id) = (definition.kind(tree.kind), tree.kind);
        let sort = &definition.sorts[kind.sort];
        for marks in [&sort.marks, &kind.marks] {
            if let Some(picker) = marks.iter().find_map(|mark| mark.strip_prefix("picks=")) {
                place.picker = Some(picker);
            }
        }
        if sort.has_mark("sentence") {
            self.sentence += 1;
        }
        if sort.has_mark("deed") || sort.has_mark("happening") {
            self.deed += 1;
        }
        place.happening |= sort.has_mark("happening");
        place.own |= sort.has_mark("head") || sort.has_mark("happening") || definition.has_mark(id, "head");
        let (traits, needs) = self.printer.traits(tree, need);
        let own = definition.has_mark(id, INTRODUCES).then_some(self.groups.len());
        if own.is_some() {
            let (sentence, deed, happening) = (self.sentence, self.deed, place.happening);
            self.groups.push(Group { traits, sentence, deed, happening, open: true });
        }
        for (field, value) in tree.fields.iter_mut().enumerate() {
            let need = needs.iter().find(|(place, _)| *place == field).map_or(0, |(_, need)| *need);
            match value {
                Value::Tree(inner) => self.node(inner, need, place),
                Value::List(list) => list.iter_mut().for_each(|inner| self.node(inner, need, place)),
                _ => {}
            }
            // What follows an event in its sentence can speak of the card itself.
            place.own |= self.groups.last().is_some_and(|group| group.happening && group.sentence == self.sentence);
        }
        if let Some(own) = own {
            self.groups[own].open = false;
        }
        self.fill(tree, id, traits | need, place);
    }

    fn fill(&mut self, tree: &mut Tree, id: KindId, traits: u64, place: Place<'a>) {
        let field = |name: &str| self.definition.kind(id).fields.iter().position(|field| field.name == name);
        if self.definition.has_mark(id, PICKED) {
            let word = place.picker.unwrap_or(PICKERS[0].0);
            let kind = PICKERS.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind);
            if let (Some(field), Some(kind)) = (field(PICKER), kind.and_then(|kind| self.definition.kind_named(kind))) {
                tree.fields[field] = Value::Tree(Tree { kind, wording: 0, fields: Vec::new() });
            }
        }
        let Some(field) = field(MEANS) else { return };
        if self.definition.has_mark(id, REFERS_BACK) {
            tree.fields[field] = Value::Number(i32::from(self.sentence.saturating_sub(1)));
        } else {
            match self.meaning(traits, place) {
                Some(number) => tree.fields[field] = Value::Number(i32::from(number)),
                None => self.open = self.open.take().or_else(|| self.printer.print(tree)),
            }
        }
    }

    /// The number of the group that a pronoun with these traits means.
    fn meaning(&self, traits: u64, place: Place<'_>) -> Option<u16> {
        let [one, many] = self.number;
        let number = if traits & many == 0 { one } else { many };
        let fits = |group: &Group| group.traits & number == number;
        let first = |wanted: &dyn Fn(&Group) -> bool| {
            (1..).zip(&self.groups).find(|(_, group)| fits(group) && wanted(group)).map(|(number, _)| number)
        };
        let last_deed = |sentence: &dyn Fn(u16) -> bool| {
            let deed =
                |group: &&Group| fits(group) && sentence(group.sentence) && !group.happening && group.deed < self.deed;
            self.groups.iter().filter(deed).map(|group| group.deed).max()
        };
        let here = self.sentence;
        if let Some(deed) = last_deed(&|sentence| sentence == here) {
            return first(&|group| group.deed == deed);
        }
        first(&|group| group.sentence == here && group.happening)
            .or_else(|| first(&|group| group.sentence == here && group.deed == self.deed && !group.open))
            .or_else(|| {
                let before = self.groups.iter().filter(|group| fits(group) && group.sentence < here);
                let sentence = before.map(|group| group.sentence).max()?;
                match last_deed(&|one| one == sentence) {
                    Some(deed) => first(&|group| group.deed == deed),
                    None => first(&|group| group.sentence == sentence),
                }
            })
            .or_else(|| (place.own && number == one).then_some(0))
            .or_else(|| first(&|group| group.open))
    }
}
