//! The grammar of one game, made ready for parsing: for each sort a trie over the words and slots of its phrases.

use std::collections::BTreeMap;

use crate::definition::{Definition, Game, Repeat, SlotSort, What};

/// The tries of one game.
#[derive(Clone, Debug)]
pub(crate) struct Tries {
    pub(crate) sorts: Vec<Trie>,
}

/// All phrases of one sort, with their common beginnings shared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trie {
    pub(crate) states: Vec<State>,
    /// The sorts whose phrases are phrases of this one.
    pub(crate) includes: Vec<usize>,
    /// What a phrase of this sort can begin with.
    pub(crate) first: First,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Phrases that end here.
    pub(crate) ends: Vec<usize>,
    /// Words that lead on, ascending.
    pub(crate) words: Vec<(u32, usize)>,
    /// Slots that lead on.
    pub(crate) slots: Vec<(SlotEdge, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SlotEdge {
    pub(crate) sort: SlotSort,
    pub(crate) traits: u64,
    pub(crate) repeat: Repeat,
}

/// The tokens with which a sort can begin: a bit for each word of the vocabulary, and what is not a word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct First {
    words: Vec<u64>,
    pub(crate) number: bool,
    pub(crate) data: bool,
    pub(crate) name: bool,
}

impl First {
    pub(crate) fn has_word(&self, id: u32) -> bool {
        self.words.get(id as usize / 64).is_some_and(|bits| bits >> (id % 64) & 1 == 1)
    }

    fn add_word(&mut self, id: u32) {
        let place = id as usize / 64;
        if self.words.len() <= place {
            self.words.resize(place + 1, 0);
        }
        self.words[place] |= 1 << (id % 64);
    }

    fn add(&mut self, other: &First) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
        self.number |= other.number;
        self.data |= other.data;
        self.name |= other.name;
    }
}

impl Tries {
    pub(crate) fn new(definition: &Definition, game: Game) -> Tries {
        let mut sorts: Vec<Trie> = definition
            .sorts
            .iter()
            .map(|sort| Trie {
                states: vec![State::default()],
                includes: sort.includes.clone(),
                first: First::default(),
            })
            .collect();
        for (id, phrase) in definition.phrases.iter().enumerate() {
            if phrase.games >> game as u8 & 1 == 1 {
                sorts[definition.kind(phrase.kind).sort].insert(definition, id);
            }
        }
        let mut tries = Tries { sorts };
        tries.find_firsts(definition);
        tries
    }

    /// Grows the sets of first tokens until nothing is added any more.
    fn find_firsts(&mut self, definition: &Definition) {
        let numerals: Vec<u32> = crate::definition::NUMERALS.iter().map(|word| definition.word_id(word)).collect();
        loop {
            let mut grown = false;
            for sort in 0..self.sorts.len() {
                let mut first = self.sorts[sort].first.clone();
                for &inner in &self.sorts[sort].includes {
                    first.add(&self.sorts[inner].first);
                }
                let mut open = vec![0];
                let mut seen = vec![false; self.sorts[sort].states.len()];
                while let Some(at) = open.pop() {
                    if std::mem::replace(&mut seen[at], true) {
                        continue;
                    }
                    let state = &self.sorts[sort].states[at];
                    state.words.iter().for_each(|(id, _)| first.add_word(*id));
                    for (edge, next) in &state.slots {
                        match edge.sort {
                            SlotSort::Sort(inner) => first.add(&self.sorts[inner].first),
                            SlotSort::Int => first.number = true,
                            SlotSort::Numeral => numerals.iter().for_each(|&id| first.add_word(id)),
                            SlotSort::Data => first.data = true,
                            SlotSort::Name | SlotSort::Names => first.name = true,
                        }
                        if matches!(edge.repeat, Repeat::Optional | Repeat::Any) {
                            open.push(*next);
                        }
                    }
                }
                if first != self.sorts[sort].first {
                    self.sorts[sort].first = first;
                    grown = true;
                }
            }
            if !grown {
                return;
            }
        }
    }
}

impl Trie {
    fn insert(&mut self, definition: &Definition, id: usize) {
        let mut at = 0;
        for part in &definition.phrases[id].parts {
            at = match part.what {
                What::Word(word) => {
                    let fresh = self.states.len();
                    let words = &mut self.states[at].words;
                    match words.binary_search_by_key(&word, |(id, _)| *id) {
                        Ok(place) => words[place].1,
                        Err(place) => {
                            words.insert(place, (word, fresh));
                            self.states.push(State::default());
                            fresh
                        }
                    }
                }
                What::Slot { sort, traits, repeat, .. } => {
                    let edge = SlotEdge { sort, traits, repeat };
                    let fresh = self.states.len();
                    let slots = &mut self.states[at].slots;
                    if let Some((_, next)) = slots.iter().find(|(known, _)| *known == edge) {
                        *next
                    } else {
                        slots.push((edge, fresh));
                        self.states.push(State::default());
                        fresh
                    }
                }
            };
        }
        self.states[at].ends.push(id);
    }
}

/// The phrases of a game by kind, in the order of the grammar.
pub(crate) fn phrases_by_kind(definition: &Definition, game: Game) -> BTreeMap<u16, Vec<usize>> {
    let mut out: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for (id, phrase) in definition.phrases.iter().enumerate() {
        if phrase.games >> game as u8 & 1 == 1 {
            out.entry(phrase.kind.0).or_default().push(id);
        }
    }
    out
}
