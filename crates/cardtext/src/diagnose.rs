//! Finds the words that are at fault in a text that is refused.

use std::ops::Range;

use ludus_core::nearest;

use crate::chart::{Hole, Wanted};
use crate::definition::{Part, Phrase, SlotSort, What};
use crate::lexer::Token;
use crate::{Definition, Game, Grammar, Names, Normalised, Reason, Refusal, Tree, Value};

/// The most words that are tried as the ones at fault.
const LONGEST_FAULT: usize = 6;
/// The most phrases that are told as expected or suggested.
const MOST_TOLD: usize = 4;

/// A text that is understood but not written as it must be: tells the first word that differs.
pub(crate) fn written_wrongly(plain: &Normalised, original: &str, printed: &str) -> Refusal {
    let same = plain.text.bytes().zip(printed.bytes()).take_while(|(a, b)| a == b).count();
    let (mut fault, mut right) = (word_around(&plain.text, same), word_around(printed, same));
    let mark = |text: &str, word: &Range<usize>| text[word.clone()].chars().next_back();
    while let (Some(a @ ('.' | ',' | '!' | ':' | ')')), Some(b)) = (mark(&plain.text, &fault), mark(printed, &right))
        && a == b
        && fault.len() > 1
    {
        (fault.end, right.end) = (fault.end - 1, right.end - 1);
    }
    let span = plain.span(fault.clone());
    Refusal {
        reason: Reason::Written(printed[right].to_owned()),
        phrase: original.get(span.clone()).unwrap_or_default().to_owned(),
        span,
        expected: Vec::new(),
        suggestions: Vec::new(),
    }
}

/// The word of a text that holds a byte or ends before it.
fn word_around(text: &str, at: usize) -> Range<usize> {
    let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let start = text[..at].rfind(' ').map_or(0, |blank| blank + 1);
    let end = text[at..].find(' ').map_or(text.len(), |blank| at + blank);
    start..end
}

impl Grammar {
    /// A text with two meanings.
    pub(crate) fn ambiguous(&self, plain: &Normalised, original: &str, one: &Tree, other: &Tree) -> Refusal {
        let (one, other) = difference(one, other);
        let span = plain.span(0..plain.text.len());
        Refusal {
            reason: Reason::Ambiguous(
                one.to_json(&self.definition).to_string(),
                other.to_json(&self.definition).to_string(),
            ),
            phrase: original.get(span.clone()).unwrap_or_default().to_owned(),
            span,
            expected: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// A text that no tree has: looks for the fewest words without which it would be understood.
    pub(crate) fn not_understood(
        &self,
        game: Game,
        plain: &Normalised,
        original: &str,
        tokens: &[Token],
        names: &Names,
    ) -> Refusal {
        let mut chart = self.chart(game, &plain.text, tokens, names);
        chart.whole(self.whole);
        let farthest = chart.farthest.min(tokens.len());
        let fault = self.smallest_fault(game, plain, tokens, names, farthest);
        let rest = farthest..clause_end(plain, tokens, farthest);
        let words = fault.as_ref().map_or_else(|| rest.clone(), |found| found.0.clone());
        let mut wanted = self.wanted(game, plain, tokens, names, words.start);
        let words = whole_words(plain, tokens, &words);
        if let Some((_, sorts, replaced)) = fault {
            let sorts: Vec<_> = sorts.into_iter().map(SlotSort::Sort).collect();
            if !(sorts.is_empty() && replaced.is_empty()) {
                wanted = Wanted { words: replaced, sorts };
            }
        }
        let bytes = match (tokens.get(words.start), words.end.checked_sub(1).and_then(|last| tokens.get(last))) {
            (Some(first), Some(last)) if !words.is_empty() => first.span.start..last.span.end,
            _ => plain.text.len()..plain.text.len(),
        };
        let span = plain.span(bytes.clone());
        Refusal {
            reason: Reason::Unknown,
            phrase: original.get(span.clone()).unwrap_or_default().to_owned(),
            span,
            expected: expected(&self.definition, &wanted),
            suggestions: self.suggestions(game, &plain.text, &plain.text[bytes], &wanted),
        }
    }

    /// The fewest words that, taken as anything of one sort, make the text understood; with the sorts or words.
    fn smallest_fault(
        &self,
        game: Game,
        plain: &Normalised,
        tokens: &[Token],
        names: &Names,
        farthest: usize,
    ) -> Option<(Range<usize>, Vec<usize>, Vec<u32>)> {
        for length in 1..=LONGEST_FAULT {
            let earliest = farthest.saturating_sub(length + 1);
            for start in (earliest..=farthest).rev() {
                let hole = start..start + length;
                if hole.end > tokens.len() || !within_sentence(plain, &tokens[hole.clone()]) {
                    continue;
                }
                let mut chart = self.chart(game, &plain.text, tokens, names).with_hole(Hole { tokens: hole.clone() });
                if !chart.whole(self.whole).is_empty() {
                    return Some((hole, chart.hole_sorts, chart.hole_words));
                }
            }
        }
        None
    }

    fn wanted(&self, game: Game, plain: &Normalised, tokens: &[Token], names: &Names, at: usize) -> Wanted {
        let mut chart = self.chart(game, &plain.text, tokens, names);
        chart.watched = Some((at, Wanted::default()));
        chart.whole(self.whole);
        chart.watched.map(|(_, wanted)| wanted).unwrap_or_default()
    }

    /// The known phrasings nearest to the fault: a word spelled alike, else phrases that share words with the text.
    fn suggestions(&self, game: Game, text: &str, fault: &str, wanted: &Wanted) -> Vec<String> {
        let vocabulary = wanted.words.iter().map(|&word| self.definition.word_text(word));
        let all = (1..=self.definition.words.len() as u32).map(|word| self.definition.word_text(word));
        if fault.len() > 2 && !fault.contains(' ') {
            // A word that is known, but not in this place, is no suggestion for itself.
            let near = |word: &&str| word.len() > 2 && *word != fault && close(word, fault);
            if let Some(word) = nearest(fault, vocabulary.filter(near)).or_else(|| nearest(fault, all.filter(near))) {
                return vec![word.to_owned()];
            }
        }
        let words: Vec<String> = text.split([' ', '.', ',', ':']).map(str::to_lowercase).collect();
        let mut scored: Vec<(usize, usize, &Phrase)> =
            self.definition
                .phrases
                .iter()
                .filter(|phrase| phrase.games >> game as u8 & 1 == 1)
                .filter(|phrase| {
                    let sort = self.definition.kind(phrase.kind).sort;
                    wanted.sorts.iter().any(
                        |&wanted| matches!(wanted, SlotSort::Sort(outer) if self.definition.is_within(sort, outer)),
                    )
                })
                .map(|phrase| {
                    let known = literal_words(&self.definition, phrase);
                    let shared = known.iter().filter(|word| words.contains(word)).count();
                    (shared, known.len() - shared, phrase)
                })
                .filter(|(shared, missing, _)| *shared > 0 && shared >= missing)
                .collect();
        scored.sort_by(|a, b| (b.0, a.1).cmp(&(a.0, b.1)));
        scored.into_iter().take(MOST_TOLD).map(|(_, _, phrase)| readable(&self.definition, phrase)).collect()
    }
}

/// Whether two words are alike but for a letter or two.
fn close(a: &str, b: &str) -> bool {
    // Most words of the grammar are out of the question by their length alone (a letter has at most four bytes).
    if a.len().abs_diff(b.len()) > 2 * 4 || a.is_ascii() && b.is_ascii() && a.len().abs_diff(b.len()) > 2 {
        return false;
    }
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
        + a.chars().rev().zip(b.chars().rev()).take_while(|(a, b)| a == b).count();
    same + 2 >= a.len().max(b.len())
}

fn within_sentence(plain: &Normalised, tokens: &[Token]) -> bool {
    tokens.iter().all(|token| !matches!(&plain.text[token.span.clone()], "." | ":" | "\"" | "@"))
}

fn clause_end(plain: &Normalised, tokens: &[Token], at: usize) -> usize {
    let word = |at: usize| tokens.get(at).map_or("", |token| &plain.text[token.span.clone()]);
    // Where a comma is at fault, what it brings is at fault.
    let at = if word(at) == "," { at + 1 } else { at };
    let rest = tokens[at.min(tokens.len())..].iter();
    at + rest.take_while(|token| !matches!(&plain.text[token.span.clone()], "." | "!" | "@" | "," | ";" | ":")).count()
}

/// The words with those that are written together with the first (`2/4` from `/4`). Where something is missing before a
/// sign, the word behind which it is missing.
fn whole_words(plain: &Normalised, tokens: &[Token], words: &Range<usize>) -> Range<usize> {
    let is_joint = |at: usize| matches!(&plain.text[tokens[at].span.clone()], "/" | "-" | "+" | "$" | "#");
    let mut start = words.start;
    if words.is_empty() && start > 0 && start < tokens.len() {
        start -= 1;
    }
    let end = words.end.max(start + usize::from(start < words.start));
    while start > 0 && start < tokens.len() && tokens[start].glued && (is_joint(start) || is_joint(start - 1)) {
        start -= 1;
    }
    start..end
}

fn literal_words(definition: &Definition, phrase: &Phrase) -> Vec<String> {
    let word = |part: &Part| match part.what {
        What::Word(word) => Some(definition.word_text(word).to_lowercase()),
        What::Slot { .. } => None,
    };
    phrase.parts.iter().filter_map(word).filter(|word| word.chars().any(char::is_alphabetic)).collect()
}

/// A phrase as a person would write it: its first example, else its words with the names of its slots.
fn readable(definition: &Definition, phrase: &Phrase) -> String {
    let mut out = String::new();
    for part in &phrase.parts {
        if !(out.is_empty() || part.glued) {
            out.push(' ');
        }
        match &part.what {
            What::Word(word) => out += definition.word_text(*word),
            What::Slot { field, .. } => {
                out.extend(["<", &definition.kind(phrase.kind).fields[*field].name, ">"]);
            }
        }
    }
    out
}

/// What could stand at a place, in words.
fn expected(definition: &Definition, wanted: &Wanted) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut add = |text: String| {
        if !out.contains(&text) {
            out.push(text);
        }
    };
    for sort in &wanted.sorts {
        add(match sort {
            SlotSort::Sort(sort) => definition.sorts[*sort].meaning.clone(),
            SlotSort::Int | SlotSort::Numeral => "a number".to_owned(),
            SlotSort::Data => "a number of the data".to_owned(),
            SlotSort::Name | SlotSort::Names => "the name of a card".to_owned(),
        });
    }
    for word in &wanted.words {
        add(format!("`{}`", definition.word_text(*word)));
    }
    out.truncate(MOST_TOLD);
    out
}

/// The first pair of nodes in which two trees differ, from the top.
fn difference<'a>(one: &'a Tree, other: &'a Tree) -> (&'a Tree, &'a Tree) {
    if one.kind == other.kind && one.wording == other.wording {
        let differing: Vec<_> = one.fields.iter().zip(&other.fields).filter(|(a, b)| a != b).collect();
        if let [(Value::Tree(a), Value::Tree(b))] = differing[..] {
            return difference(a, b);
        }
        if let [(Value::List(a), Value::List(b))] = differing[..] {
            let pairs: Vec<_> = a.iter().zip(b).filter(|(a, b)| a != b).collect();
            if let ([(a, b)], true) = (&pairs[..], a.len() == b.len()) {
                return difference(a, b);
            }
        }
    }
    (one, other)
}
