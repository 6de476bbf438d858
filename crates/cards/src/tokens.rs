//! The cards that texts speak of by name or by numbers and name ("a 1/1 Boar"), and which cards of the table they are.
//!
//! A name in a text is often a description: "a 1/1 Cat" is the card Tabbycat. Therefore the links of the data are asked
//! first, then the ids that begin like that of the card, then the names; numbers must agree wherever the text has some.

use ludus_cardtext::definition::{Definition, SlotSort, What};
use ludus_cardtext::{Tree, Value};
use serde::{Deserialize, Serialize};

use crate::card::{Card, Kind, Relation};
use crate::table::Table;

/// A card that a text speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    /// The name that the text uses.
    pub name: String,
    /// The attack and health that the text gives it.
    pub stats: Option<(i32, i32)>,
    /// Which card it is.
    pub is: Meaning,
}

/// Which card a name stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meaning {
    /// A card that the data links to the one that speaks.
    Linked(String),
    /// A card whose id begins with that of the one that speaks.
    Prefixed(String),
    /// A card of this name.
    Named(String),
    /// No card: it is made as the text describes it.
    Built,
    /// Any of the cards of this name: they differ in their colour only.
    AnyColour(Vec<String>),
    /// One of several cards that differ; these are their ids.
    Ambiguous(Vec<String>),
    /// No card at all, and the text does not describe it.
    Open,
}

impl Meaning {
    /// The id of the card, where it is a card of the table.
    pub fn id(&self) -> Option<&str> {
        match self {
            Meaning::Linked(id) | Meaning::Prefixed(id) | Meaning::Named(id) => Some(id),
            _ => None,
        }
    }

    /// Whether somebody has to say which card it is.
    pub fn is_settled(&self) -> bool {
        !matches!(self, Meaning::Ambiguous(_) | Meaning::Open)
    }
}

/// The cards that the tree of a card speaks of by name, each once, in the order of the text.
pub fn mentions(definition: &Definition, table: &Table, card: &Card, tree: &Tree) -> Vec<Mention> {
    let mut out: Vec<Mention> = Vec::new();
    tree.visit(&mut |node| {
        let stats = stats(definition, card, node);
        for value in &node.fields {
            let Value::Name(name) = value else { continue };
            if !out.iter().any(|known| known.name == **name && known.stats == stats) {
                out.push(Mention { name: name.to_string(), stats, is: meaning(table, card, name, stats) });
            }
        }
    });
    out
}

/// Which card a name with numbers stands for in the text of a card.
pub fn meaning(table: &Table, card: &Card, name: &str, stats: Option<(i32, i32)>) -> Meaning {
    let fits = |one: &&Card| match stats {
        Some(wanted) if one.kind == Kind::Weapon => {
            one.name == name && one.numbers.attack.zip(one.numbers.durability) == Some(wanted)
        }
        Some(wanted) => one.kind == Kind::Minion && stats_of(one) == Some(wanted),
        None => one.name == name,
    };
    let linked = origins(table, card)
        .flat_map(|origin| &origin.links)
        .filter(|link| link.relation != Relation::CopyOf)
        .filter_map(|link| table.get(&link.to));
    if let Some(meaning) = choose(linked.filter(fits), card, name, Meaning::Linked) {
        return meaning;
    }
    let prefixed = origins(table, card).flat_map(|origin| table.beginning_with(&origin.id));
    if let Some(meaning) = choose(prefixed.filter(fits), card, name, Meaning::Prefixed) {
        return meaning;
    }
    if stats.is_none() && name == card.name {
        return Meaning::Named(card.id.clone());
    }
    let named = table.named(name).filter(|one| one.name == name && one.game == card.game);
    if let Some(meaning) = choose(named.filter(fits), card, name, Meaning::Named) {
        return meaning;
    }
    if stats.is_some() { Meaning::Built } else { Meaning::Open }
}

/// The card and the one that it is a copy of, to which the data attaches tokens.
fn origins<'a>(table: &'a Table, card: &'a Card) -> impl Iterator<Item = &'a Card> {
    let copied = card.linked(Relation::CopyOf).filter_map(|id| table.get(id));
    [card].into_iter().chain(copied)
}

/// The one card of several that fits best: of the name, then of the set of the card that speaks. Cards that are the same
/// in the game count as one.
fn choose<'a>(
    found: impl Iterator<Item = &'a Card>,
    card: &Card,
    name: &str,
    meaning: fn(String) -> Meaning,
) -> Option<Meaning> {
    let mut found: Vec<&Card> = found.filter(|one| one.id != card.id).collect();
    let better: [&dyn Fn(&Card) -> bool; 3] =
        [&|one| one.name == name, &|one| one.sets.first() == card.sets.first(), &|one| {
            one.pool.golden == card.pool.golden
        }];
    for is_better in better {
        if found.iter().any(|one| is_better(one)) {
            found.retain(|one| is_better(one));
        }
    }
    found.sort_by(|a, b| a.id.cmp(&b.id));
    found.dedup_by(|later, earlier| later.id == earlier.id);
    let (first, others) = found.split_first()?;
    // The plain form of a card has the id with which those of its variants begin (`BG20_GEM`, `BG20_GEM_Taunt`).
    let is_plain_form = |other: &&Card| other.id.strip_prefix(&first.id).is_some_and(|rest| rest.starts_with('_'));
    let ids = || found.iter().map(|one| one.id.clone()).collect();
    let is_colour = |other: &&Card| other.numbers.pitch.is_some() && other.numbers.pitch != first.numbers.pitch;
    Some(if others.iter().all(|other| plays_alike(first, other) || is_plain_form(other)) {
        meaning(first.id.clone())
    } else if others.iter().all(is_colour) {
        Meaning::AnyColour(ids())
    } else {
        Meaning::Ambiguous(ids())
    })
}

/// Whether two cards are the same in the game, whatever set they are from.
fn plays_alike(a: &Card, b: &Card) -> bool {
    a.name == b.name
        && a.kind == b.kind
        && a.text == b.text
        && a.numbers == b.numbers
        && a.tribes == b.tribes
        && a.slots == b.slots
        && a.pool.golden == b.pool.golden
}

fn stats_of(card: &Card) -> Option<(i32, i32)> {
    Some((card.numbers.attack?, card.numbers.health?))
}

/// The attack and health that a node gives, in fields of these names.
fn stats(definition: &Definition, card: &Card, node: &Tree) -> Option<(i32, i32)> {
    let of = |name: &str| number(definition, card, node.field(definition, name));
    Some((of("attack")?, of("health")?))
}

/// A number that is known before the game begins: written in the text, or in the data of the card.
fn number(definition: &Definition, card: &Card, value: &Value) -> Option<i32> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Tree(tree) => {
            let [Value::Number(inner)] = tree.fields.as_slice() else { return None };
            if stands_in_data(definition, tree) {
                *card.slots.get(usize::try_from(*inner).ok()?)?
            } else {
                is_plain(definition, tree).then_some(*inner)
            }
        }
        _ => None,
    }
}

fn stands_in_data(definition: &Definition, tree: &Tree) -> bool {
    has_part(definition, tree, |what| matches!(what, What::Slot { sort: SlotSort::Data, .. }))
}

/// Whether a node is nothing but a number.
fn is_plain(definition: &Definition, tree: &Tree) -> bool {
    let kind = definition.kind(tree.kind);
    kind.phrases.iter().any(|&phrase| {
        matches!(definition.phrases[phrase].parts.as_slice(), [part]
            if matches!(part.what, What::Slot { sort: SlotSort::Int | SlotSort::Numeral, .. }))
    })
}

fn has_part(definition: &Definition, tree: &Tree, holds: impl Fn(&What) -> bool) -> bool {
    let kind = definition.kind(tree.kind);
    kind.phrases.iter().any(|&phrase| definition.phrases[phrase].parts.iter().any(|part| holds(&part.what)))
}

#[cfg(test)]
mod tests {
    use ludus_cardtext::{Game, Grammar, Names};

    use super::*;
    use crate::card::Link;

    const GRAMMAR: &str = "\
sort text (structure): a text
text Card: All.
    ^summon a <what:token>.
    ^get a <name:name>.
sort token: a token
token Token: t
    <attack:number>/<health:number> <name:name>
sort number: a number
number Int: n
    <n:int>
number Data: d
    <slot:data>
";

    fn minion(id: &str, name: &str, attack: i32, health: i32) -> Card {
        let mut card = Card::new(id, name, Game::Hearthstone, Kind::Minion);
        (card.numbers.attack, card.numbers.health) = (Some(attack), Some(health));
        card
    }

    fn meaning_of(text: &str, speaker: &Card, others: &[Card]) -> Meaning {
        let grammar = Grammar::read(&[("test.grammar", GRAMMAR)]).unwrap();
        let tree = grammar.parse(Game::Hearthstone, text, None, &Names::new(["Cat", "Coin"])).unwrap();
        let table = Table::new([speaker.clone()].into_iter().chain(others.iter().cloned()));
        let mut found = mentions(grammar.definition(), &table, speaker, &tree);
        assert_eq!(found.len(), 1);
        found.remove(0).is
    }

    #[test]
    fn a_link_with_equal_numbers_comes_first_even_under_another_name() {
        let mut alley = minion("A", "Alleycat", 1, 1);
        alley.links.push(Link { relation: Relation::Related, to: "T".to_owned() });
        alley.slots[1] = Some(1);
        let others = [minion("T", "Tabbycat", 1, 1), minion("At", "Cat", 1, 1), minion("C", "Cat", 1, 1)];
        assert_eq!(meaning_of("Summon a 1/1 Cat.", &alley, &others), Meaning::Linked("T".to_owned()));
        assert_eq!(meaning_of("Summon a 1/{1} Cat.", &alley, &others), Meaning::Linked("T".to_owned()));
        assert_eq!(meaning_of("Summon a 2/1 Cat.", &alley, &others), Meaning::Built);
    }

    #[test]
    fn then_ids_that_begin_alike_then_names() {
        let speaker = minion("EX_1", "Speaker", 3, 3);
        let prefixed = minion("EX_1t", "Kitten", 1, 1);
        let named = minion("X", "Cat", 1, 1);
        let longer = minion("EX_10", "Another", 1, 1);
        let all = [longer.clone(), prefixed, named.clone()];
        assert_eq!(meaning_of("Summon a 1/1 Cat.", &speaker, &all), Meaning::Prefixed("EX_1t".to_owned()));
        assert_eq!(meaning_of("Summon a 1/1 Cat.", &speaker, &[longer, named]), Meaning::Named("X".to_owned()));
        assert_eq!(meaning_of("Get a Coin.", &speaker, &[]), Meaning::Open);
        let coin = minion("EX_2", "Coin", 1, 1);
        let other = [minion("A", "Coin", 2, 2)];
        assert_eq!(meaning_of("Get a Coin.", &coin, &other), Meaning::Named("EX_2".to_owned()));
    }

    #[test]
    fn the_tokens_of_the_card_that_it_copies_are_its_own() {
        let mut copy = minion("VAN_1", "Speaker", 3, 3);
        copy.links.push(Link { relation: Relation::CopyOf, to: "EX_1".to_owned() });
        let all = [minion("EX_1", "Speaker", 3, 3), minion("EX_1t", "Cat", 1, 1)];
        assert_eq!(meaning_of("Summon a 1/1 Cat.", &copy, &all), Meaning::Prefixed("EX_1t".to_owned()));
    }

    #[test]
    fn cards_that_differ_are_ambiguous_and_equal_ones_are_not() {
        let speaker = minion("S", "Speaker", 3, 3);
        let mut other = minion("Y", "Cat", 1, 1);
        let equal = [minion("X", "Cat", 1, 1), other.clone()];
        assert_eq!(meaning_of("Summon a 1/1 Cat.", &speaker, &equal), Meaning::Named("X".to_owned()));
        other.text = "Taunt".to_owned();
        let both = Meaning::Ambiguous(vec!["X".to_owned(), "Y".to_owned()]);
        assert_eq!(meaning_of("Summon a 1/1 Cat.", &speaker, &[minion("X", "Cat", 1, 1), other.clone()]), both);
        other.id = "X_taunt".to_owned();
        let plain = Meaning::Named("X".to_owned());
        assert_eq!(meaning_of("Summon a 1/1 Cat.", &speaker, &[minion("X", "Cat", 1, 1), other]), plain);
    }

    #[test]
    fn a_name_of_several_colours_means_any_of_them() {
        let coloured = |id: &str, pitch| {
            let mut card = minion(id, "Coin", 1, 1);
            card.numbers.pitch = Some(pitch);
            card
        };
        let any = Meaning::AnyColour(vec!["coin-1".to_owned(), "coin-2".to_owned()]);
        let speaker = minion("S", "Speaker", 3, 3);
        assert_eq!(meaning_of("Get a Coin.", &speaker, &[coloured("coin-1", 1), coloured("coin-2", 2)]), any);
        assert!(any.is_settled());
    }
}
