//! Random trees of the grammar are printed and read again: the grammar is its own fuzzer.

use ludus_cardtext::definition::{Fixed, KindId, Phrase, Repeat, SlotSort, What};
use ludus_cardtext::{Definition, Game, Grammar, Names, Reason, Tree, Value};

const NAMES: [&str; 2] = ["Boar", "Imp"];

/// A fixed stream of numbers: the same trees on every machine.
struct Stream(u64);

impl Stream {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn digit(&mut self, least: u8, most: u8) -> i32 {
        i32::from(least) + i32::from(self.below(usize::from(most - least) + 1) as u8)
    }
}

struct Maker<'a> {
    definition: &'a Definition,
    game: Game,
    stream: Stream,
    /// For each phrase how deep the smallest tree below it is.
    depths: Vec<usize>,
}

const TOO_DEEP: usize = usize::MAX / 2;

impl<'a> Maker<'a> {
    fn new(definition: &'a Definition, game: Game, seed: u64) -> Self {
        let mut maker =
            Maker { definition, game, stream: Stream(seed), depths: vec![TOO_DEEP; definition.phrases.len()] };
        loop {
            let depths: Vec<usize> = (0..definition.phrases.len()).map(|id| maker.depth(id)).collect();
            if depths == maker.depths {
                return maker;
            }
            maker.depths = depths;
        }
    }

    fn known(&self, phrase: &Phrase) -> bool {
        phrase.games >> self.game as u8 & 1 == 1
    }

    fn depth(&self, id: usize) -> usize {
        let phrase = &self.definition.phrases[id];
        let slot = |what: &What| match what {
            What::Slot { sort: SlotSort::Sort(sort), repeat, .. }
                if !matches!(repeat, Repeat::Optional | Repeat::Any) =>
            {
                self.phrases_of(*sort, 0).into_iter().map(|id| self.depths[id]).min().unwrap_or(TOO_DEEP)
            }
            _ => 0,
        };
        1 + phrase.parts.iter().map(|part| slot(&part.what)).max().unwrap_or(0).min(TOO_DEEP)
    }

    /// The phrases of a sort that can have the traits.
    fn phrases_of(&self, sort: usize, need: u64) -> Vec<usize> {
        let definition = self.definition;
        let fits = |phrase: &Phrase| {
            let rest = need & !phrase.traits;
            rest == 0 || phrase.inherits.is_some_and(|(_, without)| rest & without == 0)
        };
        let of_sort = |phrase: &Phrase| definition.is_within(definition.kind(phrase.kind).sort, sort);
        (0..definition.phrases.len())
            .filter(|&id| {
                let phrase = &definition.phrases[id];
                self.known(phrase) && of_sort(phrase) && fits(phrase)
            })
            .collect()
    }

    fn tree(&mut self, sort: usize, need: u64, deep: usize) -> Option<Tree> {
        let mut choices = self.phrases_of(sort, need);
        choices.retain(|&id| self.depths[id] <= deep);
        for _ in 0..4 {
            if choices.is_empty() {
                return None;
            }
            let id = choices[self.stream.below(choices.len())];
            if let Some(tree) = self.phrase(id, need, deep - 1) {
                return Some(tree);
            }
        }
        None
    }

    fn phrase(&mut self, id: usize, need: u64, deep: usize) -> Option<Tree> {
        let definition = self.definition;
        let phrase = &definition.phrases[id];
        let rest = need & !phrase.traits;
        let mut fields = vec![Value::Absent; definition.kind(phrase.kind).fields.len()];
        for (field, fixed) in &phrase.fixed {
            fields[*field] = match fixed {
                Fixed::Number(number) => Value::Number(*number),
                Fixed::Kind(kind) => Value::Tree(empty(definition, *kind)),
            };
        }
        for part in &phrase.parts {
            let What::Slot { field, sort, traits, repeat } = part.what else { continue };
            let passed = if phrase.inherits.is_some_and(|(from, _)| from == field) { rest } else { 0 };
            let need = traits | passed;
            let count = match repeat {
                Repeat::One => 1,
                Repeat::Optional => usize::from(passed != 0).max(self.stream.below(2)),
                Repeat::Any => self.stream.below(2),
                Repeat::Some | Repeat::Run => 1 + self.stream.below(2),
                Repeat::And | Repeat::Or | Repeat::Comma => 2 + self.stream.below(2),
            };
            let is_list = !matches!(repeat, Repeat::One | Repeat::Optional);
            let mut list = Vec::new();
            for _ in 0..count {
                match sort {
                    SlotSort::Sort(sort) => list.push(self.tree(sort, need, deep)?),
                    SlotSort::Int | SlotSort::Numeral => fields[field] = Value::Number(self.stream.digit(2, 9)),
                    SlotSort::Data => fields[field] = Value::Number(self.stream.digit(0, 2)),
                    SlotSort::Name | SlotSort::Names => {
                        fields[field] = Value::Name(NAMES[self.stream.below(NAMES.len())].into());
                    }
                }
            }
            if is_list && !list.is_empty() {
                fields[field] = Value::List(list);
            } else if let Some(tree) = list.pop() {
                fields[field] = Value::Tree(tree);
            }
        }
        Some(Tree { kind: phrase.kind, wording: 0, fields })
    }
}

fn empty(definition: &Definition, kind: KindId) -> Tree {
    Tree { kind, wording: 0, fields: vec![Value::Absent; definition.kind(kind).fields.len()] }
}

/// The tree without what `resolve` has found out.
fn unresolved(definition: &Definition, tree: &Tree) -> Tree {
    let mut tree = tree.canonical();
    tree.visit_mut(&mut |node| {
        for (value, field) in node.fields.iter_mut().zip(&definition.kind(node.kind).fields) {
            if field.is_resolved {
                *value = Value::Absent;
            }
        }
    });
    tree
}

#[test]
fn random_trees_are_read_as_they_were_printed() {
    const TREES: usize = 2_000;
    const MOST_WRONG_PERCENT: usize = 1;
    let (grammar, names) = (Grammar::built_in(), Names::new(NAMES));
    let definition = grammar.definition();
    let whole = definition.sort_named("text").unwrap();
    for game in Game::ALL {
        let mut maker = Maker::new(definition, game, 11);
        let (mut made, mut wrong) = (0, Vec::new());
        while made < TREES {
            let Some(tree) = maker.tree(whole, 0, 14) else { continue };
            let Some(text) = grammar.print(game, &tree) else { continue };
            made += 1;
            match grammar.parse(game, &text, None, &names) {
                Ok(again) if unresolved(definition, &again) == tree => {}
                Ok(_) => wrong.push(format!("{text}\n    is read otherwise")),
                Err(refusal) if matches!(refusal.reason, Reason::Pronoun(_) | Reason::TooLong(_)) => {}
                Err(refusal) => wrong.push(format!("{text}\n    {refusal}")),
            }
        }
        let shown = wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
        assert!(wrong.len() * 100 <= made * MOST_WRONG_PERCENT, "{}: {} of {made}\n{shown}", game.name(), wrong.len());
    }
}
