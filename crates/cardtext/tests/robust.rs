//! No text of any kind breaks the parser, and damaged texts are not understood.

use ludus_cardtext::{Game, Grammar, Names, Normalised, normalise};
use proptest::prelude::*;

fn examples(game: Game) -> Vec<String> {
    let phrases = Grammar::built_in().definition().phrases.iter();
    let known = phrases.filter(|phrase| phrase.games >> game as u8 & 1 == 1);
    let mut out: Vec<String> = known.flat_map(|phrase| phrase.examples.iter().cloned()).collect();
    out.sort();
    out.dedup();
    out
}

/// A refusal must point into the text that was given.
fn points_into(text: &str, game: Game) {
    if let Err(refusal) = Grammar::built_in().parse(game, text, Some("Imp"), &Names::new(["Imp", "Boar"])) {
        assert!(text.get(refusal.span.clone()).is_some(), "{text:?}: {refusal:?}");
        assert!(!refusal.to_string().is_empty());
    }
}

/// The words of all examples, to make texts that are nearly right.
fn vocabulary() -> Vec<String> {
    let mut out: Vec<String> = Game::ALL.into_iter().flat_map(examples).collect();
    out = out.iter().flat_map(|text| text.split(' ').map(str::to_owned)).collect();
    out.sort();
    out.dedup();
    out
}

proptest! {
    #[test]
    fn no_text_breaks_the_parser(text in any::<String>(), game in 0usize..3) {
        points_into(&text, Game::ALL[game]);
    }

    #[test]
    fn no_string_of_card_words_breaks_the_parser(
        words in prop::collection::vec(prop::sample::select(vocabulary()), 0..40),
        game in 0usize..3,
    ) {
        points_into(&words.join(" "), Game::ALL[game]);
    }

    #[test]
    fn markup_never_moves_a_span_out_of_the_text(text in "(<b>|</b>|<i>|\\[x\\]|\n|_|&|@|~|\\|4\\(a, b\\)|\\*\\(|[a-z\u{2019}é ]){0,30}") {
        for game in Game::ALL {
            let plain: Normalised = normalise(game, &text, Some("a"));
            for start in 0..=plain.text.len() {
                let span = plain.span(start..plain.text.len());
                prop_assert!(text.get(span).is_some());
            }
        }
    }
}

#[test]
fn texts_that_are_too_long_or_too_deep_are_refused_in_words() {
    let parse = |text: &str| Grammar::built_in().parse(Game::Hearthstone, text, None, &Names::default());
    assert!(parse(&"Taunt ".repeat(10_000)).unwrap_err().to_string().contains("a card has at most"));
    assert!(parse(&"Give your minions \"".repeat(90)).is_err());
    assert!(parse(&"(".repeat(299)).is_err());
    assert!(parse("").unwrap_err().to_string().contains("ends too early"));
}

/// A fixed stream of numbers: the same damage on every machine.
struct Stream(u64);

impl Stream {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}

/// Swaps two words, replaces one by a word of another text, or inserts one.
fn damaged(text: &str, pool: &[String], way: usize, stream: &mut Stream) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    let other = pool[stream.below(pool.len())].as_str();
    match way {
        0 => {
            let (one, two) = (stream.below(words.len()), stream.below(words.len()));
            words.swap(one, two);
        }
        1 => {
            let at = stream.below(words.len());
            words[at] = other;
        }
        _ => words.insert(stream.below(words.len() + 1), other),
    }
    words.join(" ")
}

#[test]
fn damaged_texts_are_refused() {
    const MOST_ACCEPTED_PERCENT: usize = 2;
    let (grammar, names) = (Grammar::built_in(), Names::new(["Boar", "Imp"]));
    for game in Game::ALL {
        let texts = examples(game);
        let pool: Vec<String> = texts.iter().flat_map(|text| text.split(' ').map(str::to_owned)).collect();
        let mut stream = Stream(7);
        let (mut made, mut accepted) = (0, Vec::new());
        for text in &texts {
            for way in 0..3 {
                let text_now = damaged(text, &pool, way, &mut stream);
                if text_now != *text {
                    made += 1;
                    if grammar.parse(game, &text_now, None, &names).is_ok() {
                        accepted.push(format!("{text_now}   from: {text}"));
                    }
                }
            }
        }
        let percent = 100 * accepted.len() / made.max(1);
        assert!(
            percent < MOST_ACCEPTED_PERCENT,
            "{}: {} of {made}\n{}",
            game.name(),
            accepted.len(),
            accepted.join("\n")
        );
    }
}
