//! Which cards a game knows: those of its sets, and all that can come of them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use ludus_cards::card::{Kind, Numbers, Relation};
use ludus_cards::machine::Content;
use ludus_cards::machine::program::{NONE, kind};
use ludus_cards::pools::Pools;
use ludus_cards::tokens::mentions;
use ludus_cards::{Card, Compiled, Table};
use ludus_cardtext::{Definition, Game};

/// The id of the card that makes up for going second, where the sets have none of their own.
const COIN: &str = "GAME_005";
/// The end of the id of the coin that a set brings.
const OWN_COIN: &str = "-coin";

/// Whether this is the id of a card that makes up for going second.
pub(crate) fn is_coin(id: &str) -> bool {
    id == COIN || id.ends_with(OWN_COIN)
}

/// Where the coin of some sets stands: the one that a set brings, else the common one.
fn coin_of(table: &Table, sets: &[String]) -> Option<usize> {
    let own = sets.iter().find_map(|set| table.place(&format!("{set}{OWN_COIN}")));
    own.or_else(|| table.place(COIN))
}

/// The cards of a game, by their places in the table, with what has become of their texts.
pub(crate) struct Members<'a> {
    table: &'a Table,
    pub(crate) found: BTreeMap<usize, Compiled>,
    open: Vec<usize>,
    /// What the cards that were found look like.
    looks: HashSet<Look<'a>>,
}

/// Name, kind and numbers: two cards that agree in them are versions of one card.
type Look<'a> = (&'a str, Kind, Numbers);

fn look(card: &Card) -> Look<'_> {
    (&card.name, card.kind, card.numbers)
}

impl<'a> Members<'a> {
    /// The cards of some sets, The Coin, a hero for each class, and everything that the cards among them speak of or are
    /// linked with: tokens, hero powers, the members of pools.
    pub(crate) fn of(
        definition: &Definition,
        table: &'a Table,
        pools: &Pools,
        sets: &[String],
        mut compiled: impl FnMut(usize) -> Compiled,
    ) -> Members<'a> {
        let mut members = Members { table, found: BTreeMap::new(), open: Vec::new(), looks: HashSet::new() };
        let cards = table.cards();
        let own = (0..cards.len()).filter(|&place| is_in(&cards[place], sets));
        let pooled = sets.iter().flat_map(|set| pools.of_set(set)).filter_map(|id| table.place(id));
        let first: BTreeSet<usize> = own.chain(coin_of(table, sets)).chain(pooled).collect();
        let heroes = heroes(table, &first);
        members.open.extend(first.into_iter().chain(heroes));
        members.looks.extend(members.open.iter().map(|&place| look(&cards[place])));
        while let Some(place) = members.open.pop() {
            let card = &cards[place];
            let text = compiled(place);
            let spoken = text.tree().map(|tree| mentions(definition, table, card, tree)).unwrap_or_default();
            members.found.insert(place, text);
            for id in spoken.iter().filter_map(|mention| mention.is.id()).chain(linked(table, card)) {
                if let Some(place) = table.place(id) {
                    members.add(place);
                }
            }
        }
        members
    }

    /// Adds a card, unless a card of the same name and kind is there: the sets have a version of their own.
    fn add(&mut self, place: usize) {
        let card = &self.table.cards()[place];
        if card.game == Game::Hearthstone && self.looks.insert(look(card)) {
            self.open.push(place);
        }
    }
}

/// Whether a card belongs to one of some sets.
pub(crate) fn is_in(card: &Card, sets: &[String]) -> bool {
    card.game == Game::Hearthstone && sets.iter().any(|set| card.in_set(set))
}

/// The tokens and powers that the data links with a card, or with the one that it is a copy of.
fn linked<'a>(table: &'a Table, card: &'a Card) -> impl Iterator<Item = &'a str> {
    let copied = card.linked(Relation::CopyOf).filter_map(|id| table.get(id));
    let links = [card].into_iter().chain(copied).flat_map(|card| &card.links);
    let belongs = |relation| matches!(relation, Relation::Related | Relation::HeroPower);
    links.filter(move |link| belongs(link.relation)).map(|link| link.to.as_str())
}

/// A hero for each class that has cards but no hero among them: the oldest of those that are not played as cards; it has
/// the shortest id.
fn heroes(table: &Table, among: &BTreeSet<usize>) -> Vec<usize> {
    let cards = table.cards();
    let of_class = |class: &str, place: &usize| cards[*place].classes.iter().any(|one| one == class);
    let classes: BTreeSet<&str> = among
        .iter()
        .flat_map(|&place| &cards[place].classes)
        .map(String::as_str)
        .filter(|class| *class != "Neutral")
        .collect();
    let is_hero = |place: &usize| cards[*place].kind == Kind::Hero && cards[*place].game == Game::Hearthstone;
    let missing =
        classes.into_iter().filter(|class| !among.iter().any(|place| is_hero(place) && of_class(class, place)));
    let oldest = |class: &str| {
        let begins = |card: &Card| card.collectible && card.text.is_empty();
        let fits = |place: &usize| is_hero(place) && begins(&cards[*place]) && of_class(class, place);
        (0..cards.len()).filter(fits).min_by_key(|&place| (cards[place].id.len(), &cards[place].id))
    };
    missing.filter_map(oldest).collect()
}

/// The power of a hero: the one that it is linked with, in the version of these sets; else the one of its class.
pub(crate) fn power_of(content: &Content, table: &Table, place: usize) -> u16 {
    let hero = &content.cards[place];
    let numbered = || (0..).zip(&content.cards).filter(|(_, card)| card.is(kind::POWER));
    let named = |id: &str| {
        let name = &table.get(id)?.name;
        numbered().find(|(_, card)| card.id == id || card.name == *name).map(|(power, _)| power)
    };
    let linked = table.get(&hero.id).into_iter().flat_map(|card| card.linked(Relation::HeroPower));
    let of_class = || {
        let better = |id: &str| table.cards().iter().any(|card| card.linked(Relation::Upgraded).any(|to| to == id));
        numbered().find(|(_, card)| card.class & hero.class != 0 && !better(&card.id)).map(|(power, _)| power)
    };
    linked.into_iter().find_map(named).or_else(of_class).unwrap_or(NONE)
}
