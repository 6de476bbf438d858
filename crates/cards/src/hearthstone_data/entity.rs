//! An entity of the Hearthstone data, and the card that it is.

use std::collections::BTreeMap;

use ludus_cardtext::Game;

use super::numbers::{self, tag};
use crate::card::{Card, Kind, Link, Mark, Numbers, Pool, Relation};
use crate::tags;

/// What the data says about an entity.
#[derive(Default)]
pub(super) struct Entity {
    pub(super) id: String,
    pub(super) number: i32,
    pub(super) name: String,
    pub(super) text: String,
    pub(super) tags: Vec<(u32, i32)>,
    pub(super) referenced: Vec<(u32, i32)>,
    pub(super) hero_power: Option<String>,
}

impl Entity {
    /// Whether it is a card of the games that are known here.
    pub(super) fn is_card(&self) -> bool {
        self.kind().is_some() && self.tag(tag::SET).is_none_or(|set| !numbers::FOREIGN_SETS.contains(&set))
    }

    fn tag(&self, wanted: u32) -> Option<i32> {
        self.tags.iter().find(|(tag, _)| *tag == wanted).map(|(_, value)| *value)
    }

    fn has(&self, wanted: u32) -> bool {
        self.tag(wanted) == Some(1)
    }

    fn kind(&self) -> Option<Kind> {
        numbers::kind(self.tag(tag::KIND)?)
    }

    fn game(&self, kind: Kind) -> Game {
        let of_the_tavern = matches!(kind, Kind::TavernSpell | Kind::Trinket | Kind::QuestReward | Kind::Anomaly);
        if of_the_tavern || self.tag(tag::SET) == Some(numbers::BATTLEGROUNDS) {
            Game::Battlegrounds
        } else {
            Game::Hearthstone
        }
    }

    /// The card; links lead to the ids of cards that are there.
    pub(super) fn card(self, by_number: &BTreeMap<i32, String>) -> Card {
        let kind = self.kind().unwrap_or(Kind::Minion);
        let numbers = self.numbers(kind);
        Card {
            game: self.game(kind),
            sets: self.tag(tag::SET).map(numbers::set).into_iter().collect(),
            kind,
            classes: self.classes(),
            rarity: self.tag(tag::RARITY).and_then(numbers::rarity).map(str::to_owned),
            numbers,
            tribes: self.tribes(),
            school: self.tag(tag::SCHOOL).and_then(numbers::school).map(str::to_owned),
            collectible: self.has(tag::COLLECTIBLE),
            keywords: marks(&self.tags),
            referenced: marks(&self.referenced),
            slots: tag::SLOTS.map(|slot| self.tag(slot)),
            links: self.links(by_number),
            pool: self.pool(),
            number: u32::try_from(self.number).ok(),
            id: self.id,
            name: self.name,
            text: self.text,
        }
    }

    fn numbers(&self, kind: Kind) -> Numbers {
        let health = self.tag(tag::HEALTH);
        let fights = matches!(kind, Kind::Minion | Kind::Weapon);
        // A number that is zero is left out of the data; heroes and the minions of the tavern have no cost.
        let has_cost = kind != Kind::Hero && (kind != Kind::Minion || self.game(kind) == Game::Hearthstone);
        let mut numbers = Numbers {
            cost: self.tag(tag::COST).or(has_cost.then_some(0)),
            attack: self.tag(tag::ATTACK).or(fights.then_some(0)),
            health,
            durability: self.tag(tag::DURABILITY),
            armor: self.tag(tag::ARMOR),
            tier: self.tag(tag::TIER),
            ..Numbers::default()
        };
        if matches!(kind, Kind::Location | Kind::Weapon) {
            // The uses of a location, and of most weapons, stand where minions have their health.
            numbers.durability = numbers.durability.or(numbers.health.take());
        }
        numbers
    }

    fn classes(&self) -> Vec<String> {
        let several = self.tag(tag::CLASSES).unwrap_or(0);
        if several == 0 {
            return self.tag(tag::CLASS).and_then(numbers::class).map(str::to_owned).into_iter().collect();
        }
        (1..=31).filter(|bit| several >> (bit - 1) & 1 == 1).filter_map(numbers::class).map(str::to_owned).collect()
    }

    fn tribes(&self) -> Vec<String> {
        let first = self.tag(tag::TRIBE).and_then(numbers::tribe);
        let others =
            self.tags.iter().filter(|(_, value)| *value > 0).filter_map(|(tag, _)| numbers::tribe_of_tag(*tag));
        let mut out: Vec<String> = Vec::new();
        for name in first.into_iter().chain(others) {
            if !out.iter().any(|known| known == name) {
                out.push(name.to_owned());
            }
        }
        out
    }

    fn links(&self, by_number: &BTreeMap<i32, String>) -> Vec<Link> {
        let numbered = self.tags.iter().filter_map(|(tag, value)| {
            let relation = numbers::relation(*tag)?;
            by_number.get(value).map(|to| Link { relation, to: to.clone() })
        });
        numbered
            .chain(self.hero_power.iter().map(|to| Link { relation: Relation::HeroPower, to: to.clone() }))
            .collect()
    }

    fn pool(&self) -> Pool {
        let mut needs: Vec<&str> = self.tags.iter().filter_map(|(tag, _)| numbers::lobby_tribe(*tag)).collect();
        needs.sort_unstable();
        Pool {
            minion: self.has(tag::POOL_MINION),
            spell: self.has(tag::POOL_SPELL),
            hero: self.has(tag::POOL_HERO),
            duos: self.has(tag::DUOS),
            golden: self.has(tag::GOLDEN),
            needs: needs.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// The tags that say something about the rules of a card.
fn marks(tags: &[(u32, i32)]) -> Vec<Mark> {
    tags.iter()
        .filter(|(_, value)| *value != 0)
        .filter_map(|&(tag, value)| tags::numbered(tag).map(|known| Mark { name: known.name.to_owned(), value }))
        .collect()
}
