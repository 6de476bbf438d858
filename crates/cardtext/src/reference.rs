//! The grammar as a reference page shows it.

use serde::Serialize;

use crate::{Game, Grammar};

/// A kind of node with all its wordings in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The sort that it belongs to.
    pub sort: String,
    /// What phrases of this sort are.
    pub sort_meaning: String,
    /// The name of the kind, as in JSON.
    pub kind: String,
    /// What it means.
    pub meaning: String,
    /// The fields and what may stand in them.
    pub fields: Vec<(String, String)>,
    /// Its wordings, the canonical one first.
    pub wordings: Vec<Wording>,
    /// Whether only one card speaks like this.
    pub unique: bool,
}

/// One wording of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wording {
    /// The phrase, with its slots in angle brackets.
    pub phrase: String,
    /// Texts in which it stands.
    pub examples: Vec<String>,
}

impl Grammar {
    /// All kinds that a game knows, by sort, in the order of the grammar.
    pub fn reference(&self, game: Game) -> Vec<Entry> {
        let definition = self.definition();
        let mut out = Vec::new();
        for (sort_id, sort) in definition.sorts.iter().enumerate() {
            for kind in definition.kinds.iter().filter(|kind| kind.sort == sort_id) {
                let phrases = kind.phrases.iter().map(|&id| &definition.phrases[id]);
                let wordings: Vec<Wording> = phrases
                    .filter(|phrase| phrase.games >> game as u8 & 1 == 1)
                    .map(|phrase| Wording { phrase: phrase.source.clone(), examples: phrase.examples.clone() })
                    .collect();
                if wordings.is_empty() && !kind.phrases.is_empty() {
                    continue;
                }
                out.push(Entry {
                    sort: sort.name.clone(),
                    sort_meaning: sort.meaning.clone(),
                    kind: kind.name.clone(),
                    meaning: kind.meaning.clone(),
                    fields: kind.fields.iter().map(|field| (field.name.clone(), field.sort.clone())).collect(),
                    wordings,
                    unique: kind.marks.iter().any(|mark| mark == "unique"),
                });
            }
        }
        out
    }
}
