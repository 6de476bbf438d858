//! What must be true of the whole grammar.

use std::collections::{BTreeMap, BTreeSet};

use ludus_cardtext::{Game, Grammar, Names, Tree};

/// Names that the examples of the grammar speak of.
const NAMES: &str = include_str!("names.txt");

fn names() -> Names {
    Names::new(NAMES.lines())
}

/// Every example with the games that know its phrase.
fn examples() -> Vec<(Game, usize, String)> {
    let definition = Grammar::built_in().definition();
    let phrases = definition.phrases.iter().enumerate();
    let of_phrase = |(id, phrase): (usize, &ludus_cardtext::definition::Phrase)| {
        let games = Game::ALL.into_iter().filter(|game| phrase.games >> *game as u8 & 1 == 1);
        games.flat_map(|game| phrase.examples.iter().map(move |text| (game, id, text.clone()))).collect::<Vec<_>>()
    };
    phrases.flat_map(of_phrase).collect()
}

/// The mistakes of a list, each on a line of its own.
fn report(mistakes: &[String]) -> String {
    format!("{} mistakes:\n{}", mistakes.len(), mistakes.join("\n"))
}

#[test]
fn every_file_of_the_grammar_is_built_in() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/grammar");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".grammar"))
        .collect();
    files.sort();
    let listed: Vec<&str> = ludus_cardtext::FILES.iter().map(|(name, _)| *name).collect();
    assert_eq!(listed, files);
}

#[test]
fn every_phrase_has_an_example() {
    let phrases = &Grammar::built_in().definition().phrases;
    let without: Vec<String> =
        phrases.iter().filter(|phrase| phrase.examples.is_empty()).map(|phrase| phrase.place.clone()).collect();
    assert!(without.is_empty(), "{}", report(&without));
}

#[test]
fn every_phrase_is_used_by_an_example_that_is_understood_and_printed_as_it_is_written() {
    let (grammar, names) = (Grammar::built_in(), names());
    let phrases = &grammar.definition().phrases;
    // A line with a choice of words makes several phrases that share their examples: one of them must be used.
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    let mut refused: BTreeMap<&str, String> = BTreeMap::new();
    for (game, id, text) in examples() {
        match grammar.parse(game, &text, None, &names) {
            Err(refusal) => {
                refused.insert(&phrases[id].place, format!("{} {text}\n    {refusal}", game.name()));
            }
            Ok(tree) => {
                assert_eq!(grammar.print(game, &tree).as_deref(), Some(text.as_str()));
                shown.extend(grammar.phrases_used(game, &tree).into_iter().map(|used| phrases[used].place.as_str()));
            }
        }
    }
    let lost = phrases.iter().map(|phrase| phrase.place.as_str()).filter(|place| !shown.contains(place));
    let mut mistakes: Vec<String> = lost
        .map(|place| format!("{place}: {}", refused.get(place).map_or("no example uses the phrase", String::as_str)))
        .collect();
    mistakes.dedup();
    assert!(mistakes.is_empty(), "{}", report(&mistakes));
}

#[test]
fn the_canonical_wording_of_every_example_means_the_same() {
    let (grammar, names) = (Grammar::built_in(), names());
    let mut mistakes = Vec::new();
    for (game, id, text) in examples() {
        let Ok(tree) = grammar.parse(game, &text, None, &names) else { continue };
        let canonical = tree.canonical();
        let place = &grammar.definition().phrases[id].place;
        match grammar.print(game, &canonical) {
            None => mistakes.push(format!("{place}: {text}: the canonical wording cannot be printed")),
            Some(printed) => match grammar.parse(game, &printed, None, &names) {
                Ok(again) if again == canonical => {}
                Ok(_) => {
                    mistakes.push(format!("{place}: {text}: the canonical wording `{printed}` means something else"));
                }
                Err(refusal) => mistakes.push(format!("{place}: {text}: canonical `{printed}`: {refusal}")),
            },
        }
    }
    assert!(mistakes.is_empty(), "{}", report(&mistakes));
}

#[test]
fn a_tree_is_the_same_after_a_trip_through_json() {
    let (grammar, names) = (Grammar::built_in(), names());
    for (game, _, text) in examples() {
        let Ok(tree) = grammar.parse(game, &text, None, &names) else { continue };
        let json = tree.to_json(grammar.definition());
        assert_eq!(Tree::from_json(grammar.definition(), &json).as_ref(), Ok(&tree), "{text}");
    }
}

#[test]
fn json_that_is_no_tree_is_refused_in_words() {
    let definition = Grammar::built_in().definition();
    let read = |text: &str| Tree::from_json(definition, &serde_json::from_str(text).unwrap()).unwrap_err();
    assert_eq!(read("\"Tuant\""), "`Tuant` is no kind of node");
    assert_eq!(read("{\"Count\": {\"m\": 1}}"), "Count has no field `m`");
    assert_eq!(read("{\"Count\": {\"n\": 1.5}}"), "Count: 1.5 is no whole number of a card");
    assert!(read("3").contains("is no node"));
}
