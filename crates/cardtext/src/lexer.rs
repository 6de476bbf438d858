//! Text to tokens. The same tokens are read from card texts and from the phrases of the grammar.

use std::ops::Range;

/// A word, a number or a sign, and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// The bytes of the text that it covers.
    pub(crate) span: Range<usize>,
    /// What sort of token it is.
    pub(crate) class: Class,
    /// Whether no blank stands before it.
    pub(crate) glued: bool,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A word, a sign or an icon such as `{p}`.
    Word,
    /// A whole number.
    Number(i32),
    /// A number that the card's data holds: `{0}`.
    Slot(i32),
}

/// Splits a text into tokens: words, numbers, `{..}` as one, and any other character by itself. The ending of a
/// possessive (`'s`) is a token of its own.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(text.len() / 4 + 1);
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first == ' ' {
            at += 1;
            continue;
        }
        let rest = &text[at..];
        let (length, class) = if first.is_ascii_digit() {
            number(rest)
        } else if first == '{' {
            braces(rest)
        } else if first.is_alphabetic() {
            (word_length(rest), Class::Word)
        } else if possessive(rest) {
            (2, Class::Word)
        } else {
            (first.len_utf8(), Class::Word)
        };
        let glued = out.last().is_some_and(|last| last.span.end == at);
        out.push(Token { span: at..at + length, class, glued });
        at += length;
    }
    out
}

/// Numbers above this are no numbers of a card.
const LARGEST: i32 = 99_999;

fn number(rest: &str) -> (usize, Class) {
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    match rest[..length].parse() {
        // A number with leading zeros would not be printed as it was written.
        Ok(value) if value <= LARGEST && (length == 1 || !rest.starts_with('0')) => (length, Class::Number(value)),
        _ => (length, Class::Word),
    }
}

fn braces(rest: &str) -> (usize, Class) {
    match rest.find('}') {
        Some(end) if end > 1 && rest[1..end].bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            let class = match rest[1..end].parse() {
                Ok(slot @ 0..=9) if end == 2 => Class::Slot(slot),
                _ => Class::Word,
            };
            (end + 1, class)
        }
        _ => (1, Class::Word),
    }
}

/// Letters, with apostrophes inside (`can't`, `C'Thun`) but without a possessive ending.
fn word_length(rest: &str) -> usize {
    let mut length = 0;
    for (at, letter) in rest.char_indices() {
        let inner = letter == '\''
            && !possessive(&rest[at..])
            && rest[at + 1..].chars().next().is_some_and(char::is_alphabetic);
        if !(letter.is_alphabetic() || inner) {
            break;
        }
        length = at + letter.len_utf8();
    }
    length
}

/// Whether the text begins with `'s` and the word ends there.
fn possessive(rest: &str) -> bool {
    rest.starts_with("'s") && !rest[2..].chars().next().is_some_and(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|token| &text[token.span]).collect()
    }

    #[test]
    fn words_numbers_and_signs_are_tokens() {
        assert_eq!(split("Deal $3 damage; can't."), ["Deal", "$", "3", "damage", ";", "can't", "."]);
        assert_eq!(split("a minion's +{0}/+2 {p}"), ["a", "minion", "'s", "+", "{0}", "/", "+", "2", "{p}"]);
        assert_eq!(split("your left-most San'layn"), ["your", "left", "-", "most", "San'layn"]);
        assert_eq!(split("minions' 'Fireball'"), ["minions", "'", "'", "Fireball", "'"]);
    }

    #[test]
    fn numbers_that_would_print_differently_are_no_numbers() {
        assert_eq!(tokens("007")[0].class, Class::Word);
        assert_eq!(tokens("0")[0].class, Class::Number(0));
        assert_eq!(tokens("99999999999")[0].class, Class::Word);
        assert_eq!(tokens("{3}")[0].class, Class::Slot(3));
        assert_eq!(tokens("{r}")[0].class, Class::Word);
    }
}
