//! How far each set has come: the numbers that are published, the refused texts, and what must not change silently.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ludus_cardtext::Refusal;
use ludus_cardtext::definition::Definition;
use serde::Serialize;

use crate::card::Card;
use crate::compile::Compiled;
use crate::hash::Hash;
use crate::sets::Group;
use crate::table::Table;

/// How far a set has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The name of the set.
    pub set: String,
    /// How many cards are in it.
    pub cards: usize,
    /// How many texts are understood as they stand; cards without text count.
    pub compiled: usize,
    /// How many have a text that stands in for their own.
    pub overridden: usize,
    /// How many are refused.
    pub refused: usize,
    /// How many are shown by a scenario to play as they should.
    pub verified: usize,
}

/// A card whose text is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// The name of the set.
    pub set: String,
    /// The id of the card.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its text as it is stored.
    pub text: String,
    /// The words at fault.
    pub phrase: String,
    /// Where they stand in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong, in a sentence.
    pub why: String,
}

/// The rows of groups, in their order. `compiled` belongs to the cards of the table, place by place; `verified` holds
/// the ids that a scenario covers.
pub fn rows(groups: &[Group], table: &Table, compiled: &[Compiled], verified: &BTreeSet<String>) -> Vec<Row> {
    groups.iter().map(|group| row(group, table, compiled, verified)).collect()
}

fn row(group: &Group, table: &Table, compiled: &[Compiled], verified: &BTreeSet<String>) -> Row {
    let mut row = Row { set: group.id.clone(), cards: group.members.len(), ..Row::default() };
    for &place in &group.members {
        match compiled[place] {
            Compiled::NoText | Compiled::Read(_) => row.compiled += 1,
            Compiled::Overridden { .. } => row.overridden += 1,
            Compiled::Refused(_) => row.refused += 1,
        }
        row.verified += usize::from(verified.contains(&table.cards()[place].id));
    }
    row
}

/// Several rows as one.
pub fn total<'a>(set: &str, rows: impl IntoIterator<Item = &'a Row>) -> Row {
    let mut out = Row { set: set.to_owned(), ..Row::default() };
    for row in rows {
        out.cards += row.cards;
        out.compiled += row.compiled;
        out.overridden += row.overridden;
        out.refused += row.refused;
        out.verified += row.verified;
    }
    out
}

/// The refused cards of a group, in the order of the table.
pub fn refused(group: &Group, table: &Table, compiled: &[Compiled]) -> Vec<Refused> {
    let members = group.members.iter().map(|&place| (&table.cards()[place], &compiled[place]));
    members.filter_map(|(card, compiled)| Some(entry(group, card, compiled.refusal()?))).collect()
}

fn entry(group: &Group, card: &Card, refusal: &Refusal) -> Refused {
    Refused {
        set: group.id.clone(),
        id: card.id.clone(),
        name: card.name.clone(),
        text: card.text.clone(),
        phrase: refusal.phrase.clone(),
        span: refusal.span.clone(),
        why: refusal.to_string(),
    }
}

/// What a golden file holds of a card: its class and, where it has one, the hash of its tree.
pub fn fingerprint(definition: &Definition, compiled: &Compiled) -> String {
    match compiled.tree() {
        None => compiled.class().to_owned(),
        Some(tree) => {
            let json = tree.canonical().to_json(definition).to_string();
            format!("{} {}", compiled.class(), Hash::of(json.as_bytes()))
        }
    }
}

/// The fingerprints of all cards of the groups, by id.
pub fn fingerprints(
    definition: &Definition,
    groups: &[Group],
    table: &Table,
    compiled: &[Compiled],
) -> BTreeMap<String, String> {
    let places: BTreeSet<usize> = groups.iter().flat_map(|group| &group.members).copied().collect();
    let print = |place: usize| (table.cards()[place].id.clone(), fingerprint(definition, &compiled[place]));
    places.into_iter().map(print).collect()
}

#[cfg(test)]
mod tests {
    use ludus_cardtext::{Game, Grammar, Names};

    use super::*;
    use crate::card::Kind;
    use crate::sets::groups;

    const GRAMMAR: &str = "\
sort text (structure): a text
text Draw: Draws.
    ^draw <n:int>.
    ^take <n:int>.
text Hit: Hits.
    ^hit.
";

    #[test]
    fn a_row_counts_each_card_once_and_cards_without_text_as_compiled() {
        let grammar = Grammar::read(&[("test.grammar", GRAMMAR)]).unwrap();
        let parse = |text: &str| grammar.parse(Game::FleshAndBlood, text, None, &Names::default());
        let cards = ["a", "b", "c", "d"].map(|id| {
            let mut card = Card::new(id, id, Game::FleshAndBlood, Kind::Action);
            card.sets = vec!["wtr".to_owned()];
            card
        });
        let table = Table::new(cards);
        let compiled = [
            Compiled::NoText,
            Compiled::Read(parse("Draw 1.").unwrap()),
            Compiled::Overridden { tree: parse("Take 1.").unwrap(), refusal: None },
            Compiled::Refused(parse("Draw it.").unwrap_err()),
        ];
        let groups = groups(&table);
        let verified = BTreeSet::from(["b".to_owned(), "other".to_owned()]);
        let rows = rows(&groups, &table, &compiled, &verified);
        let json = r#"[{"set":"wtr","cards":4,"compiled":2,"overridden":1,"refused":1,"verified":1}]"#;
        assert_eq!(serde_json::to_string(&rows).unwrap(), json);
        assert_eq!(total("all", rows.iter().chain(&rows)).cards, 8);
        assert_eq!(refused(&groups[0], &table, &compiled)[0].id, "d");

        let prints = fingerprints(grammar.definition(), &groups, &table, &compiled);
        assert_eq!((prints["a"].as_str(), prints["d"].as_str()), ("no-text", "refused"));
        // Two wordings of the same have the same tree.
        assert_eq!(prints["b"].split_once(' ').unwrap().1, prints["c"].split_once(' ').unwrap().1);
    }
}
