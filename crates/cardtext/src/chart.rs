//! The parser: finds every reading of a text, each sort of phrase at each place once.

use std::ops::Range;

use crate::definition::{Definition, KindId, NUMERALS, Repeat, SlotSort, What};
use crate::grammar::{First, SlotEdge, Tries};
use crate::lexer::{Class, Token};
use crate::names::{Found as FoundName, Names};
use crate::tree::{Tree, Value};

/// More readings than this of one phrase are not told apart any more.
const MOST_READINGS: usize = 48;

/// A phrase that was found: where it ends, its node, its traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    end: u32,
    node: u32,
    traits: u64,
}

/// What fills a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Child {
    Absent,
    Number(i32),
    /// A name that begins at this token.
    Name {
        at: u32,
        plural: bool,
    },
    Node(u32),
    /// Nodes of the pool of lists.
    List {
        start: u32,
        length: u32,
    },
}

#[derive(Clone, Copy, Debug)]
struct Node {
    phrase: u32,
    children: u32,
    count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memo {
    Empty,
    Done { start: u32, length: u32 },
}

/// Words of the text that may stand for anything of one sort, to find out which words are at fault.
#[derive(Clone, Debug)]
pub(crate) struct Hole {
    pub(crate) tokens: Range<usize>,
}

const HOLE_NODE: u32 = u32::MAX;

/// One text being parsed.
pub(crate) struct Chart<'a> {
    definition: &'a Definition,
    tries: &'a Tries,
    names: &'a Names,
    words: Vec<&'a str>,
    classes: Vec<Class>,
    /// The number of each word as it is written, and with a small first letter.
    ids: Vec<(u32, u32)>,
    found_names: Vec<Option<[Option<FoundName<'a>>; 2]>>,
    memo: Vec<Memo>,
    found: Vec<Found>,
    nodes: Vec<Node>,
    children: Vec<Child>,
    lists: Vec<u32>,
    /// The last place at which something was looked for.
    pub(crate) farthest: usize,
    /// What was looked for at the place that is watched.
    pub(crate) watched: Option<(usize, Wanted)>,
    hole: Option<Hole>,
    /// The sorts as which the hole was taken.
    pub(crate) hole_sorts: Vec<usize>,
    pub(crate) hole_words: Vec<u32>,
}

/// What could stand at a place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) words: Vec<u32>,
    pub(crate) sorts: Vec<SlotSort>,
}

/// Takes a list of nodes that ends at a token, with the traits that all of them have.
type TakeList<'t, 'a> = dyn FnMut(&mut Chart<'a>, usize, &[u32], u64) + 't;

/// A phrase that fills a slot while a phrase around it is being matched.
type Filled = (Child, u64);

impl<'a> Chart<'a> {
    pub(crate) fn new(
        definition: &'a Definition,
        tries: &'a Tries,
        names: &'a Names,
        text: &'a str,
        tokens: &[Token],
    ) -> Chart<'a> {
        let words: Vec<&str> = tokens.iter().map(|token| &text[token.span.clone()]).collect();
        let ids = words.iter().map(|word| ids_of(definition, word)).collect();
        let places = words.len() + 1;
        Chart {
            definition,
            tries,
            names,
            classes: tokens.iter().map(|token| token.class).collect(),
            ids,
            found_names: vec![None; places],
            memo: vec![Memo::Empty; places * tries.sorts.len()],
            found: Vec::with_capacity(256),
            nodes: Vec::with_capacity(128),
            children: Vec::with_capacity(256),
            lists: Vec::new(),
            farthest: 0,
            watched: None,
            hole: None,
            hole_sorts: Vec::new(),
            hole_words: Vec::new(),
            words,
        }
    }

    pub(crate) fn with_hole(mut self, hole: Hole) -> Self {
        self.hole = Some(hole);
        self
    }

    /// All nodes of a sort that cover the whole text.
    pub(crate) fn whole(&mut self, sort: usize) -> Vec<u32> {
        let range = self.sort_at(sort, 0);
        let end = self.words.len() as u32;
        range.map(|place| self.found[place]).filter(|found| found.end == end).map(|found| found.node).collect()
    }

    /// The phrases of a sort that begin at a token, as a range of `found`.
    fn sort_at(&mut self, sort: usize, at: usize) -> Range<usize> {
        let key = sort * (self.words.len() + 1) + at;
        if let Memo::Done { start, length } = self.memo[key] {
            return start as usize..(start + length) as usize;
        }
        let tries = self.tries;
        let trie = &tries.sorts[sort];
        let mut out: Vec<Found> = Vec::new();
        if self.can_begin(&trie.first, at) {
            for &inner in &trie.includes {
                let range = self.sort_at(inner, at);
                for place in range {
                    let one = self.found[place];
                    if !out.contains(&one) {
                        out.push(one);
                    }
                }
            }
            let mut filled = Vec::new();
            self.walk(sort, 0, at, &mut filled, &mut out);
        }
        if let Some(hole) = &self.hole
            && hole.tokens.start == at
            && !self.definition.sorts[sort].has_mark("structure")
        {
            out.push(Found { end: hole.tokens.end as u32, node: HOLE_NODE, traits: u64::MAX });
            self.hole_sorts.push(sort);
        }
        out.truncate(MOST_READINGS);
        let start = self.found.len() as u32;
        self.memo[key] = Memo::Done { start, length: out.len() as u32 };
        self.found.extend(out);
        start as usize..self.found.len()
    }

    fn can_begin(&mut self, first: &First, at: usize) -> bool {
        let Some(class) = self.classes.get(at) else { return false };
        if self.hole.as_ref().is_some_and(|hole| hole.tokens.start == at) {
            return true;
        }
        match class {
            Class::Number(_) => first.number,
            Class::Slot(_) => first.data,
            Class::Word => {
                let (id, lower) = self.ids[at];
                first.has_word(id)
                    || first.has_word(lower)
                    || first.name && self.names_at(at).iter().any(Option::is_some)
            }
        }
    }

    fn names_at(&mut self, at: usize) -> [Option<FoundName<'a>>; 2] {
        if self.found_names[at].is_none() {
            self.found_names[at] = Some(self.names.find(&self.words[at..]));
        }
        self.found_names[at].clone().unwrap_or_default()
    }

    /// Goes on in the trie of a sort from a state at a token; `filled` holds what fills the slots so far.
    fn walk(&mut self, sort: usize, state: usize, at: usize, filled: &mut Vec<Filled>, out: &mut Vec<Found>) {
        let tries = self.tries;
        let here = &tries.sorts[sort].states[state];
        for &phrase in &here.ends {
            self.end_phrase(phrase, at, filled, out);
        }
        if here.words.is_empty() && here.slots.is_empty() {
            return;
        }
        self.farthest = self.farthest.max(at);
        if let Some((place, wanted)) = &mut self.watched
            && *place == at
        {
            wanted.words.extend(here.words.iter().map(|(word, _)| *word));
        }
        if let Some(&(id, lower)) = self.ids.get(at) {
            for id in [id, lower].into_iter().filter(|&id| id != 0) {
                if let Ok(place) = here.words.binary_search_by_key(&id, |(word, _)| *word) {
                    self.walk(sort, here.words[place].1, at + 1, filled, out);
                }
                if lower == id {
                    break;
                }
            }
        }
        if let Some(hole) = self.hole.as_ref().filter(|hole| hole.tokens.len() == 1 && hole.tokens.start == at) {
            let end = hole.tokens.end;
            for &(word, next) in &here.words {
                let before = out.len();
                self.walk(sort, next, end, filled, out);
                if out.len() > before {
                    self.hole_words.push(word);
                }
            }
        }
        for (edge, next) in &here.slots {
            self.slot(*edge, at, filled, &mut |chart, end, filled| chart.walk(sort, *next, end, filled, out));
        }
    }

    /// Fills a slot in every possible way and goes on behind it.
    fn slot(
        &mut self,
        edge: SlotEdge,
        at: usize,
        filled: &mut Vec<Filled>,
        go_on: &mut dyn FnMut(&mut Self, usize, &mut Vec<Filled>),
    ) {
        match edge.repeat {
            Repeat::One => self.items(edge, at, &mut |chart, end, child, traits| {
                filled.push((child, traits));
                go_on(chart, end, filled);
                filled.pop();
            }),
            Repeat::Optional => {
                filled.push((Child::Absent, 0));
                go_on(self, at, filled);
                filled.pop();
                self.slot(SlotEdge { repeat: Repeat::One, ..edge }, at, filled, go_on);
            }
            _ => {
                if edge.repeat == Repeat::Any {
                    filled.push((Child::List { start: 0, length: 0 }, u64::MAX));
                    go_on(self, at, filled);
                    filled.pop();
                }
                let mut items = Vec::new();
                self.list(edge, at, &mut items, u64::MAX, &mut |chart, end, items, traits| {
                    let start = chart.lists.len() as u32;
                    chart.lists.extend_from_slice(items);
                    filled.push((Child::List { start, length: items.len() as u32 }, traits));
                    go_on(chart, end, filled);
                    filled.pop();
                });
            }
        }
    }

    /// Goes through all single phrases that may fill a slot at a token.
    fn items(&mut self, edge: SlotEdge, at: usize, take: &mut dyn FnMut(&mut Self, usize, Child, u64)) {
        self.farthest = self.farthest.max(at);
        if let Some((place, wanted)) = &mut self.watched
            && *place == at
        {
            wanted.sorts.push(edge.sort);
        }
        match edge.sort {
            SlotSort::Sort(sort) => {
                for place in self.sort_at(sort, at) {
                    let one = self.found[place];
                    if one.traits & edge.traits == edge.traits {
                        take(self, one.end as usize, Child::Node(one.node), one.traits);
                    }
                }
            }
            SlotSort::Int => {
                if let Some(&Class::Number(number)) = self.classes.get(at) {
                    take(self, at + 1, Child::Number(number), 0);
                }
            }
            SlotSort::Data => {
                if let Some(&Class::Slot(number)) = self.classes.get(at) {
                    take(self, at + 1, Child::Number(number), 0);
                }
            }
            SlotSort::Numeral => {
                let lower = self.words.get(at).map(|word| word.to_lowercase());
                let numerals = (0..).zip(NUMERALS);
                if let Some((number, _)) = lower.and_then(|word| numerals.into_iter().find(|(_, known)| *known == word))
                {
                    take(self, at + 1, Child::Number(number), 0);
                }
            }
            SlotSort::Name | SlotSort::Names => {
                if at < self.words.len() {
                    let plural = edge.sort == SlotSort::Names;
                    if let Some(found) = &self.names_at(at)[usize::from(plural)] {
                        take(self, at + found.tokens, Child::Name { at: at as u32, plural }, 0);
                    }
                }
            }
        }
    }

    /// Goes through all lists that may fill a slot at a token. The traits of a list are those that all its items have.
    fn list(&mut self, edge: SlotEdge, at: usize, items: &mut Vec<u32>, traits: u64, take: &mut TakeList<'_, 'a>) {
        self.items(edge, at, &mut |chart, end, child, own| {
            let Child::Node(node) = child else { return };
            items.push(node);
            let traits = traits & own;
            let side_by_side = matches!(edge.repeat, Repeat::Any | Repeat::Some | Repeat::Run);
            if side_by_side || edge.repeat == Repeat::Comma && items.len() > 1 {
                take(chart, end, items, traits);
            }
            if side_by_side {
                chart.list(edge, end, items, traits, take);
            } else {
                chart.next_of_list(edge, end, items, traits, take);
            }
            items.pop();
        });
    }

    /// Goes on behind an item of a list with `,`, `and` or `or`.
    fn next_of_list(
        &mut self,
        edge: SlotEdge,
        at: usize,
        items: &mut Vec<u32>,
        traits: u64,
        take: &mut TakeList<'_, 'a>,
    ) {
        let word = |place: usize| self.words.get(place).copied();
        let comma = word(at) == Some(",");
        let last = match edge.repeat {
            Repeat::And => "and",
            Repeat::Or => "or",
            _ => "",
        };
        self.farthest = self.farthest.max(at);
        // `a and b`, or `a, b, and c`: the comma before the last item stands where there are more than two.
        let closing = if items.len() == 1 && word(at) == Some(last) {
            Some(at + 1)
        } else if items.len() > 1 && comma && word(at + 1) == Some(last) {
            Some(at + 2)
        } else {
            None
        };
        if let (Some(next), false) = (closing, last.is_empty()) {
            self.items(edge, next, &mut |chart, end, child, own| {
                let Child::Node(node) = child else { return };
                items.push(node);
                take(chart, end, items, traits & own);
                items.pop();
            });
        } else if comma {
            self.list(edge, at + 1, items, traits, take);
        }
    }

    fn end_phrase(&mut self, id: usize, at: usize, filled: &[Filled], out: &mut Vec<Found>) {
        let phrase = &self.definition.phrases[id];
        let mut traits = phrase.traits;
        if let Some((field, without)) = phrase.inherits {
            traits |= filled[slot_of(self.definition, id, field)].1 & !without;
        }
        let node = self.nodes.len() as u32;
        let children = self.children.len() as u32;
        self.children.extend(filled.iter().map(|(child, _)| *child));
        self.nodes.push(Node { phrase: id as u32, children, count: filled.len() as u32 });
        out.push(Found { end: at as u32, node, traits });
    }

    /// The tree of a node, with the phrase of each of its nodes in the same order as [`Tree::visit`] meets them.
    pub(crate) fn tree(&self, node: u32, phrases: &mut Vec<usize>) -> Tree {
        if node == HOLE_NODE {
            phrases.push(usize::MAX);
            return Tree { kind: KindId(u16::MAX), wording: 0, fields: Vec::new() };
        }
        let node = self.nodes[node as usize];
        let id = node.phrase as usize;
        phrases.push(id);
        let phrase = &self.definition.phrases[id];
        let children = &self.children[node.children as usize..][..node.count as usize];
        let kind = self.definition.kind(phrase.kind);
        let mut fields = vec![Value::Absent; kind.fields.len()];
        // The phrases below come in the order of the fields, whatever the order of the slots.
        let mut found: Vec<Vec<usize>> = vec![Vec::new(); fields.len()];
        for (field, fixed) in &phrase.fixed {
            fields[*field] = fixed_value(self.definition, *fixed);
            if fields[*field].tree().is_some() {
                found[*field].push(usize::MAX);
            }
        }
        let slots = phrase.parts.iter().filter_map(|part| match part.what {
            What::Slot { field, .. } => Some(field),
            What::Word(_) => None,
        });
        for (field, child) in slots.zip(children.iter().copied()) {
            let value = match child {
                Child::Absent | Child::List { length: 0, .. } => Value::Absent,
                Child::Number(number) => Value::Number(number),
                Child::Name { at, plural } => {
                    let found = self.names.find(&self.words[at as usize..]);
                    Value::Name(found[usize::from(plural)].as_ref().map_or("", |found| found.name).into())
                }
                Child::Node(node) => Value::Tree(self.tree(node, &mut found[field])),
                Child::List { start, length } => {
                    let list = &self.lists[start as usize..(start + length) as usize];
                    Value::List(list.iter().map(|&node| self.tree(node, &mut found[field])).collect())
                }
            };
            fields[field] = value;
        }
        phrases.extend(found.into_iter().flatten());
        Tree { kind: phrase.kind, wording: 0, fields }
    }
}

/// The value of a field that a wording fixes.
pub(crate) fn fixed_value(definition: &Definition, fixed: crate::definition::Fixed) -> Value {
    match fixed {
        crate::definition::Fixed::Number(number) => Value::Number(number),
        crate::definition::Fixed::Kind(kind) => {
            let fields = vec![Value::Absent; definition.kind(kind).fields.len()];
            Value::Tree(Tree { kind, wording: 0, fields })
        }
    }
}

/// Which of the slots of a phrase fills a field.
fn slot_of(definition: &Definition, phrase: usize, wanted: usize) -> usize {
    let slots = definition.phrases[phrase].parts.iter().filter_map(|part| match part.what {
        What::Slot { field, .. } => Some(field),
        What::Word(_) => None,
    });
    slots.take_while(|&field| field != wanted).count()
}

fn ids_of(definition: &Definition, word: &str) -> (u32, u32) {
    let id = definition.word_id(if word == "an" { "a" } else { word });
    let mut letters = word.chars();
    match letters.next() {
        Some(first) if first.is_uppercase() => {
            let lower = format!("{}{}", first.to_lowercase(), letters.as_str());
            (id, definition.word_id(if lower == "an" { "a" } else { &lower }))
        }
        _ => (id, id),
    }
}
