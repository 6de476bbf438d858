//! Card texts as they are stored to plain text: markup, line breaks and typing habits go, the words stay.

use std::ops::Range;

use crate::Game;

/// A text without markup, and where each of its bytes comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Normalised {
    /// The plain text.
    pub text: String,
    /// For each byte of the text the bytes of the original that it stands for.
    from: Vec<(u32, u32)>,
    /// The length of the original.
    original: usize,
}

impl Normalised {
    /// The bytes of the original that a part of the text stands for.
    pub fn span(&self, part: Range<usize>) -> Range<usize> {
        let end = self.from.last().map_or(self.original, |last| last.1 as usize);
        let start = self.from.get(part.start).map_or(end, |from| from.0 as usize);
        if part.is_empty() {
            return start..start;
        }
        let end = self.from.get(part.end.max(1) - 1).map_or(end, |from| from.1 as usize);
        start..end.max(start)
    }

    fn push(&mut self, letter: char, from: Range<usize>) {
        self.text.push(letter);
        self.from.resize(self.text.len(), (from.start as u32, from.end as u32));
    }

    fn pop(&mut self) {
        self.text.pop();
        self.from.truncate(self.text.len());
    }

    fn pop_blank(&mut self) {
        if self.text.ends_with(' ') {
            self.pop();
        }
    }
}

/// Reads a stored text. What each step does is listed in the README of this crate.
pub fn normalise(game: Game, original: &str, own_name: Option<&str>) -> Normalised {
    let mut out = Normalised { original: original.len(), ..Normalised::default() };
    let mut at = 0;
    while let Some(letter) = original[at..].chars().next() {
        let rest = &original[at..];
        let here = at..at + letter.len_utf8();
        if letter == '~' {
            break; // what follows are notes of the tools that made the data
        }
        if let Some(length) = markup(rest) {
            at += length;
        } else if let Some(length) = article_ending(rest, &out.text) {
            at += length;
        } else if let Some((word, length)) = plural_choice(rest, &out.text) {
            for letter in word.chars() {
                out.push(letter, at..at + length);
            }
            at += length;
        } else if let Some(length) = own_name.and_then(|name| own_name_length(rest, name, &out.text)) {
            for letter in "CARDNAME".chars() {
                out.push(letter, at..at + length);
            }
            at += length;
        } else {
            match letter {
                '\n' if game == Game::FleshAndBlood => paragraph(&mut out, &here),
                '\n' | '\r' | '\t' | ' ' | '_' | '\u{a0}' if is_broken_word(&out.text, rest) => {}
                '\n' | '\r' | '\t' | ' ' | '_' | '\u{a0}' => blank(&mut out, here.clone()),
                '&' if !out.text.ends_with(' ') => blank(&mut out, here.clone()),
                '\u{2019}' | '\u{2018}' => out.push('\'', here.clone()),
                '\u{2013}' if game == Game::FleshAndBlood => out.push('-', here.clone()),
                '\u{201c}' | '\u{201d}' => out.push('"', here.clone()),
                '.' | ',' | '!' | ';' => {
                    out.pop_blank();
                    out.push(letter, here.clone());
                }
                '@' => {
                    if out.text.trim_end().ends_with(['.', '!', ')']) {
                        out.pop_blank();
                    }
                    out.push(letter, here.clone());
                }
                _ => out.push(letter, here.clone()),
            }
            at = here.end;
        }
    }
    out.pop_blank();
    if game == Game::FleshAndBlood && out.text.ends_with(" /") {
        // A paragraph that holds a reminder only is none.
        out.pop();
        out.pop_blank();
    }
    out
}

/// A stroke between two paragraphs. Elsewhere lines are broken to fit the card; here each paragraph is an ability.
fn paragraph(out: &mut Normalised, from: &Range<usize>) {
    out.pop_blank();
    if !(out.text.is_empty() || out.text.ends_with('/')) {
        for letter in " / ".chars() {
            out.push(letter, from.clone());
        }
    } else if out.text.ends_with('/') {
        out.push(' ', from.clone());
    }
}

/// One blank between words; none at the start, behind an opening bracket, or behind `@` between two versions of a text.
fn blank(out: &mut Normalised, from: Range<usize>) {
    let text = &out.text;
    let after_version = text.ends_with(".@") || text.ends_with("!@") || text.ends_with(")@");
    if !(text.is_empty() || text.ends_with([' ', '(']) || after_version) {
        out.push(' ', from);
    }
}

/// Whether a blank stands in a word that was broken at its hyphen. `left- and right-most` is no such word: there the
/// hyphen stands for what both have in common.
fn is_broken_word(before: &str, rest: &str) -> bool {
    let mut last = before.chars().rev();
    let hyphen = last.next() == Some('-') && last.next().is_some_and(char::is_alphabetic);
    let next = rest.split(|letter: char| letter.is_whitespace() || letter == '_').find(|word| !word.is_empty());
    hyphen && !next.is_some_and(|word| ["and", "or"].contains(&word))
}

/// The length of the markup with which a text begins: tags, stars, `[x]` before a version whose lines were broken by hand,
/// and reminders in italics between stars.
fn markup(rest: &str) -> Option<usize> {
    for tag in ["<b>", "</b>", "<i>", "</i>", "[x]"] {
        if rest.starts_with(tag) {
            return Some(tag.len());
        }
    }
    if rest.starts_with("*(") {
        return rest.find(")*").map(|end| end + 2);
    }
    rest.starts_with("**").then_some(2).or_else(|| rest.starts_with('*').then_some(1))
}

/// The `{1}` of `a{1} {0} Golem`: the data holds an `n` there where the number behind it begins with a vowel.
fn article_ending(rest: &str, before: &str) -> Option<usize> {
    let is_article = ["a", "A"].contains(&before.rsplit(' ').next().unwrap_or_default());
    let slot = rest.starts_with('{') && rest.get(2..3) == Some("}") && rest.as_bytes()[1].is_ascii_digit();
    (is_article && slot).then_some(3)
}

/// `|4(gem, gems)`: one form for one, the other for several. A number known only later counts as several.
fn plural_choice<'a>(rest: &'a str, before: &str) -> Option<(&'a str, usize)> {
    let inner = rest.strip_prefix("|4")?.trim_start().strip_prefix('(')?;
    let close = inner.find(')')?;
    let (one, many) = inner[..close].split_once(',')?;
    let number = before.trim_end().rsplit(' ').next().unwrap_or_default();
    Some((if number == "1" { one.trim() } else { many.trim() }, rest.len() - inner.len() + close + 1))
}

/// The length of the card's own name where it stands as a whole word; what precedes a comma is the name as well.
fn own_name_length(rest: &str, name: &str, before: &str) -> Option<usize> {
    if before.chars().next_back().is_some_and(char::is_alphanumeric) || name.is_empty() {
        return None;
    }
    let short = name.split(',').next().unwrap_or(name);
    [name, short].into_iter().find_map(|name| {
        let after = rest.strip_prefix(name)?;
        (!after.chars().next().is_some_and(char::is_alphanumeric)).then_some(name.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        normalise(Game::Hearthstone, text, None).text
    }

    #[test]
    fn the_paragraphs_of_chain_combat_stay_apart() {
        let text = |text: &str| normalise(Game::FleshAndBlood, text, None).text;
        assert_eq!(text("Draw a card.\n\n**Go again** *(It stays.)*"), "Draw a card. / Go again");
        assert_eq!(text("\n**Go again**\n\n*(It stays.)*\n\n**Dominate** \n"), "Go again / Dominate");
        assert_eq!(text("**Combo** \u{2013} Draw a card."), "Combo - Draw a card.");
        assert_eq!(text("Draw a card. /\nGo again\n*(It stays.)*"), "Draw a card. / Go again");
    }

    #[test]
    fn markup_and_line_breaks_go() {
        assert_eq!(
            plain("[x]<b>Taunt</b>\n<b>Battlecry:</b> Give_a\u{a0}minion\n+1/+1 ."),
            "Taunt Battlecry: Give a minion +1/+1."
        );
        assert_eq!(plain("your left-\nmost minion"), "your left-most minion");
        assert_eq!(plain("your left- and\nright-most minions"), "your left- and right-most minions");
        assert_eq!(plain("Choose One - Deal 2"), "Choose One - Deal 2");
        assert_eq!(plain("<b>Battlecry:&</b>Draw"), "Battlecry: Draw");
        assert_eq!(plain("Equip it.~GAMEPLAY ASPROXY"), "Equip it.");
        assert_eq!(plain("**Go again** *(It stays.)*"), "Go again");
        assert_eq!(plain("({0} |4(turn, turns) left!)"), "({0} turns left!)");
        assert_eq!(plain("1 |4(turn, turns)"), "1 turn");
        assert_eq!(plain("2 |4 (turn, turns)"), "2 turns");
        assert_eq!(plain("Summon a{1} {0} Golem."), "Summon a {0} Golem.");
        assert_eq!(plain("Gain 1.  @ Gain 2."), "Gain 1.@Gain 2.");
        assert_eq!(plain("Gain 1.@[x]Gain\n2."), "Gain 1.@Gain 2.");
        assert_eq!(plain("Spend 1 to&\nDraw"), "Spend 1 to Draw");
        assert_eq!(plain("a Tier @ Naga"), "a Tier @ Naga");
    }

    #[test]
    fn a_span_leads_back_to_the_original() {
        let original = "<b>Taunt</b>\nDeal \u{201c}3\u{201d}";
        let plain = normalise(Game::Hearthstone, original, None);
        assert_eq!(plain.text, "Taunt Deal \"3\"");
        assert_eq!(&original[plain.span(0..5)], "Taunt");
        assert_eq!(&original[plain.span(6..10)], "Deal");
        assert_eq!(&original[plain.span(11..14)], "\u{201c}3\u{201d}");
        assert_eq!(plain.span(14..14), original.len()..original.len());
    }

    #[test]
    fn the_cards_own_name_becomes_one_word() {
        let text = |text: &str| normalise(Game::FleshAndBlood, text, Some("Heart, the Red")).text;
        assert_eq!(text("Destroy Heart, the Red: Draw."), "Destroy CARDNAME: Draw.");
        assert_eq!(text("Heart's, Hearts, Heart"), "CARDNAME's, Hearts, CARDNAME");
    }
}
