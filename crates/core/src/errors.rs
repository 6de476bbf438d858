//! What can be wrong with what comes from outside: each error says what, where and what would be right.

use thiserror::Error;

use crate::{Action, Seat};

/// An action that may not be taken; the state it was meant for is untouched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("seat {seat} may not take action {}: {reason}", action.0)]
pub struct Illegal {
    /// Who wanted to act.
    pub seat: Seat,
    /// What it wanted to do.
    pub action: Action,
    /// Why it may not, in words.
    pub reason: &'static str,
}

/// A position that cannot be read or cannot occur.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("position: {field} {problem}")]
pub struct BadPosition {
    /// The field of the notation that is wrong.
    pub field: String,
    /// What is wrong with it and what would be right.
    pub problem: String,
}

impl BadPosition {
    /// An error about one field of a position.
    pub fn new(field: &str, problem: impl Into<String>) -> Self {
        BadPosition { field: field.into(), problem: problem.into() }
    }
}

/// A replay that cannot be read or does not reproduce its game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadReplay {
    /// The file is not a replay.
    #[error("not a replay: {0}")]
    Malformed(String),
    /// The replay was made with other rules or content.
    #[error(
        "the replay was made with content {replay} of {game}, but the content here is {here}; replay it with the version that wrote it (ludus {version})"
    )]
    OtherContent {
        /// The game.
        game: String,
        /// The content hash written in the replay.
        replay: String,
        /// The content hash of the game at hand.
        here: String,
        /// The version that wrote the replay.
        version: String,
    },
    /// The start of the replay cannot be made.
    #[error("start of the replay: {0}")]
    Start(#[from] BadPosition),
    /// A choice of the replay is not legal where it stands.
    #[error("decision {decision} of the replay: {illegal}")]
    Choice {
        /// The decision, counted from 1.
        decision: usize,
        /// What is wrong with it.
        illegal: Illegal,
    },
    /// The choices lead somewhere else than the replay says.
    #[error(
        "the replay ends in `{written}`, but its choices lead to `{reached}`: the game or its luck is not the one recorded"
    )]
    Diverged {
        /// The position that the replay says it ends in.
        written: String,
        /// The position that its choices lead to.
        reached: String,
    },
}

/// A text like `mcts:iterations=2000` that names nothing, or an option that does not exist or has a wrong value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadSpec(pub String);

/// The text of an action that no action has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is no action; {hint}")]
pub struct Unheard {
    /// What was said.
    pub text: String,
    /// What may have been meant.
    pub hint: String,
}

/// The known word nearest to a wrong one, for "did you mean ...?": one that it begins, else the one with the fewest edits,
/// unless it takes so many that it can hardly have been meant. Capitals and small letters are the same.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong = letters(word);
    let (distance, longer, near) = known
        .into_iter()
        .map(|candidate| {
            let right = letters(candidate);
            let begun = !wrong.is_empty() && right.starts_with(&wrong);
            (if begun { 0 } else { edits(&wrong, &right) }, wrong.len().max(right.len()), candidate)
        })
        .min_by_key(|(distance, ..)| *distance)?;
    (3 * distance <= 2 * longer).then_some(near)
}

/// Words are compared by their first characters only, so that a huge input costs nothing.
const LONGEST_COMPARED: usize = 64;

/// What is compared of a word.
fn letters(word: &str) -> Vec<char> {
    word.chars().flat_map(char::to_lowercase).take(LONGEST_COMPARED).collect()
}

/// The number of insertions, deletions and replacements between two words.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, &left) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &right) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_one_that_begins_alike_or_has_the_fewest_edits() {
        assert_eq!(nearest("conect4", ["kuhn-poker", "connect-four", "goofspiel"]), Some("connect-four"));
        assert_eq!(nearest("leduc", ["nim", "kuhn-poker", "leduc-poker"]), Some("leduc-poker"));
        assert_eq!(nearest("nosuch", ["goofspiel", "kuhn-poker"]), None);
        assert_eq!(nearest("x", []), None);
        assert_eq!(edits(&letters("kitten"), &letters("sitting")), 3);
    }

    #[test]
    fn capitals_are_small_letters() {
        assert_eq!(nearest("TIC-TAC-TOE", ["kuhn-poker", "tic-tac-toe"]), Some("tic-tac-toe"));
        assert_eq!(nearest("take 3", ["Take 1", "Take 3"]), Some("Take 3"));
    }
}
