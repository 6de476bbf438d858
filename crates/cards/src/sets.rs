//! The groups of cards that are counted together: a set, or what belongs to a set.

use std::collections::BTreeMap;

use ludus_cardtext::Game;

use crate::card::{Card, Kind, Relation};
use crate::hearthstone_data::knows_set;
use crate::table::Table;

/// Cards that are counted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name that people type: `vanilla`, `battlegrounds-minions`.
    pub id: String,
    /// What is in it, for people.
    pub title: String,
    /// The game.
    pub game: Game,
    /// What it is a part of.
    pub family: Family,
    /// Where its cards stand in the table, ascending.
    pub members: Vec<usize>,
}

/// What a group is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// It stands by itself.
    Own,
    /// The expansions of the current standard year of Hearthstone.
    Standard,
    /// The expansions of Hearthstone before it.
    Older,
}

/// The expansions of the standard year (Scarab), beside the core set.
pub const STANDARD: &[&str] =
    &["event", "emerald-dream", "the-lost-city", "time-travel", "cataclysm", "escapefrom-violet-hold", "be"];

/// The expansions before it, oldest first.
pub const OLDER: &[&str] = &[
    "naxx",
    "gvg",
    "brm",
    "tgt",
    "loe",
    "og",
    "kara",
    "gangs",
    "ungoro",
    "icecrown",
    "lootapalooza",
    "gilneas",
    "boomsday",
    "troll",
    "dalaran",
    "uldum",
    "dragons",
    "black-temple",
    "scholomance",
    "darkmoon-faire",
    "the-barrens",
    "stormwind",
    "alterac-valley",
    "the-sunken-city",
    "revendreth",
    "return-of-the-lich-king",
    "battle-of-the-bands",
    "titans",
    "wild-west",
    "whizbangs-workshop",
    "island-vacation",
    "space",
];

/// The kinds of Battlegrounds cards that are a group.
const BATTLEGROUNDS: &[(&str, &str)] = &[
    ("battlegrounds-minions", "Minions of the tavern"),
    ("battlegrounds-goldens", "Their golden forms"),
    ("battlegrounds-spells", "Spells of the tavern"),
    ("battlegrounds-hero-powers", "Powers of the heroes that can be picked"),
    ("battlegrounds-trinkets", "Trinkets"),
];

/// All groups of a table that have a card, in a stable order.
pub fn groups(table: &Table) -> Vec<Group> {
    let mut out = Vec::new();
    hearthstone(table, &mut out);
    battlegrounds(table, &mut out);
    others(table, &mut out);
    out.retain(|group| !group.members.is_empty());
    out
}

fn hearthstone(table: &Table, out: &mut Vec<Group>) {
    let of_game = |card: &Card| card.game == Game::Hearthstone;
    let places = |holds: &dyn Fn(&Card) -> bool| {
        let cards = table.cards().iter().enumerate();
        cards.filter(|(_, card)| of_game(card) && holds(card)).map(|(place, _)| place).collect::<Vec<_>>()
    };
    let mut push = |id: &str, title: &str, family, members| {
        out.push(Group { id: id.to_owned(), title: title.to_owned(), game: Game::Hearthstone, family, members });
    };
    push("vanilla", "The classic set", Family::Own, places(&|card| card.collectible && card.in_set("vanilla")));
    let is_played = |kind| matches!(kind, Kind::Minion | Kind::Spell | Kind::Weapon | Kind::HeroPower);
    push(
        "vanilla-tokens",
        "Tokens and hero powers of the classic set",
        Family::Own,
        places(&|card| !card.collectible && card.in_set("vanilla") && is_played(card.kind)),
    );
    push("core", "The core set", Family::Own, places(&|card| card.collectible && card.in_set("core")));
    for (sets, family) in [(STANDARD, Family::Standard), (OLDER, Family::Older)] {
        for &set in sets {
            push(set, &title(set), family, places(&|card| card.collectible && card.in_set(set)));
        }
    }
    let mut others: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, card) in table.cards().iter().enumerate() {
        let Some(set) = card.sets.first().filter(|_| of_game(card)) else { continue };
        // Designers' tokens are counted with their set; those of the official sets are not.
        if card.collectible || !knows_set(set) {
            others.entry(set).or_default().push(place);
        }
    }
    for (set, members) in others {
        let counted =
            ["vanilla", "core", "hero-skins"].contains(&set) || STANDARD.contains(&set) || OLDER.contains(&set);
        if !counted {
            push(set, &title(set), Family::Own, members);
        }
    }
}

fn battlegrounds(table: &Table, out: &mut Vec<Group>) {
    let mut members: [Vec<usize>; 5] = Default::default();
    for (place, card) in table.cards().iter().enumerate().filter(|(_, card)| card.game == Game::Battlegrounds) {
        let linked = |relation| card.linked(relation).next().and_then(|id| table.place(id));
        match card.kind {
            Kind::Minion if card.pool.minion => {
                members[0].push(place);
                members[1].extend(linked(Relation::Golden));
            }
            Kind::TavernSpell if card.pool.spell => members[2].push(place),
            Kind::Hero if card.pool.hero => members[3].extend(linked(Relation::HeroPower)),
            Kind::Trinket => members[4].push(place),
            _ => {}
        }
    }
    for ((id, title), mut members) in BATTLEGROUNDS.iter().zip(members) {
        members.sort_unstable();
        let (id, title) = ((*id).to_owned(), (*title).to_owned());
        out.push(Group { id, title, game: Game::Battlegrounds, family: Family::Own, members });
    }
}

/// The sets of Flesh and Blood, and those that designers make for Battlegrounds.
fn others(table: &Table, out: &mut Vec<Group>) {
    let mut sets: BTreeMap<(Game, &str), Vec<usize>> = BTreeMap::new();
    for (place, card) in table.cards().iter().enumerate() {
        let official = card.sets.first().is_some_and(|set| knows_set(set));
        if card.game == Game::FleshAndBlood || card.game == Game::Battlegrounds && !official {
            for set in &card.sets {
                sets.entry((card.game, set)).or_default().push(place);
            }
        }
    }
    for ((game, set), members) in sets {
        out.push(Group { id: set.to_owned(), title: title(set), game, family: Family::Own, members });
    }
}

/// The name of a set as people write it.
fn title(set: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
    };
    set.split('-').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Link;

    #[test]
    fn goldens_and_hero_powers_are_found_by_their_links() {
        let card = |id: &str, kind| Card::new(id, id, Game::Battlegrounds, kind);
        let link = |relation, to: &str| Link { relation, to: to.to_owned() };
        let (mut minion, mut hero) = (card("a", Kind::Minion), card("h", Kind::Hero));
        minion.pool.minion = true;
        minion.links.push(link(Relation::Golden, "g"));
        hero.pool.hero = true;
        hero.links.push(link(Relation::HeroPower, "p"));
        let table = Table::new([minion, hero, card("p", Kind::HeroPower), card("g", Kind::Minion)]);
        let groups: Vec<_> = groups(&table).into_iter().map(|group| (group.id, group.members)).collect();
        let expected = [
            ("battlegrounds-minions", vec![0]),
            ("battlegrounds-goldens", vec![3]),
            ("battlegrounds-hero-powers", vec![2]),
        ];
        assert_eq!(groups, expected.map(|(id, members)| (id.to_owned(), members)));
    }

    #[test]
    fn a_card_in_two_sets_of_flesh_and_blood_counts_in_both() {
        let mut card = Card::new("a", "A", Game::FleshAndBlood, Kind::Action);
        card.sets = vec!["wtr".to_owned(), "ira".to_owned()];
        let groups = groups(&Table::new([card]));
        assert_eq!(groups.iter().map(|group| group.id.as_str()).collect::<Vec<_>>(), ["ira", "wtr"]);
        assert_eq!(groups[0].title, "Ira");
    }
}
