//! From trees to programs.
//!
//! Every kind of node that the machine can run has one place here. A tree with another kind is not lowered, and the
//! answer names the kind: such a card is known but cannot be played.

mod abilities;
mod conditions;
mod deeds;
mod groups;
mod node;
mod plays;
mod things;
mod values;

use std::collections::{BTreeMap, HashMap};

use ludus_cardtext::definition::Definition;
use ludus_cardtext::{Game, Tree};
use node::Node;

use super::content::{CardFacts, Content};
use super::program::{
    Ability, Aura, Filter, From, Make, NONE, Parts, Pc, REGISTERS, Select, Step, ValueId, kind, mark,
};
use crate::Table;
use crate::card::{Card, Kind, Relation};
use crate::pools::Pools;
use crate::tokens::meaning;

/// Why a tree cannot be run: the kind of node that the machine does not know here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the machine does not run `{kind}` here")]
pub struct NotRun {
    /// The kind of node.
    pub kind: String,
}

type Lowered<T> = Result<T, NotRun>;

fn not_run<T>(node: Node<'_>) -> Lowered<T> {
    Err(NotRun { kind: node.kind().to_owned() })
}

/// The cards of a game, lowered, and those that could not be.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The content.
    pub content: Content,
    /// The cards that cannot be played: their ids and the reasons.
    pub not_run: Vec<(String, NotRun)>,
}

/// Lowers cards with their trees; a card without a tree has no text. What is refused is not among them.
pub fn lower(definition: &Definition, table: &Table, pools: &Pools, cards: &[(&Card, Option<&Tree>)]) -> Outcome {
    let mut builder = Builder::new(table, pools);
    for (card, _) in cards {
        builder.declare(card);
    }
    let mut not_run = Vec::new();
    for (place, (card, tree)) in cards.iter().enumerate() {
        if let Some(tree) = tree {
            let before = builder.content.parts.sizes();
            let facts = builder.content.cards[place].clone();
            let asked = builder.asked.len();
            if let Err(why) = plays::card(&mut builder, place, card, Node { tree, definition }) {
                builder.content.parts.cut(before);
                builder.asked.truncate(asked);
                builder.content.cards[place] = CardFacts { collectible: false, ..facts };
                not_run.push((card.id.clone(), why));
            }
        }
    }
    builder.fill_pools();
    note_plain_filters(&mut builder.content);
    Outcome { content: builder.content, not_run }
}

/// Notes which filters can be answered quickly.
fn note_plain_filters(content: &mut Content) {
    content.parts.selects.iter_mut().for_each(|select| select.filter.note_plain());
    for ability in &mut content.parts.abilities {
        match ability {
            Ability::Trigger(trigger) => {
                trigger.subject.note_plain();
                if let Some(object) = &mut trigger.object {
                    object.note_plain();
                }
            }
            Ability::Aura(Aura::Have(filter, _) | Aura::Cost { cards: filter, .. }, _) => filter.note_plain(),
            _ => {}
        }
    }
    for card in &mut content.cards {
        for mode in card.modes.iter_mut().chain(&mut card.combo) {
            if let Some(target) = &mut mode.target {
                target.note_plain();
            }
        }
    }
}

/// What is made while cards are lowered.
pub(super) struct Builder<'a> {
    table: &'a Table,
    pools: &'a Pools,
    content: Content,
    places: HashMap<String, u16>,
    /// Pools that are asked for by a filter, filled when all cards are known.
    asked: Vec<(u16, Filter)>,
    built: BTreeMap<String, u16>,
}

impl<'a> Builder<'a> {
    fn new(table: &'a Table, pools: &'a Pools) -> Self {
        Builder {
            table,
            pools,
            content: Content::default(),
            places: HashMap::new(),
            asked: Vec::new(),
            built: BTreeMap::new(),
        }
    }

    /// Notes what is printed on a card besides its text.
    fn declare(&mut self, card: &Card) {
        let kind = match card.kind {
            Kind::Spell | Kind::TavernSpell => kind::SPELL,
            Kind::Weapon => kind::WEAPON,
            Kind::Hero => kind::HERO,
            Kind::HeroPower => kind::POWER,
            _ => kind::MINION,
        };
        let mut facts = CardFacts::plain(&card.id, &card.name, kind);
        let number = |number: Option<i32>| number.unwrap_or(0).clamp(-1000, 1000) as i16;
        facts.cost = number(card.numbers.cost);
        facts.attack = number(card.numbers.attack);
        facts.health = number(if kind == kind::WEAPON { card.numbers.durability } else { card.numbers.health });
        facts.armor = number(card.numbers.armor);
        facts.collectible = card.collectible;
        facts.tribe = card.tribes.iter().map(|tribe| self.tribe(tribe)).fold(0, |mask, bit| mask | bit);
        facts.class = card
            .classes
            .iter()
            .filter(|class| !class.eq_ignore_ascii_case("neutral"))
            .map(|class| Self::bit(&mut self.content.classes, class))
            .fold(0, |mask, bit| mask | bit);
        if let Some(school) = &card.school {
            facts.school = 1 + Self::bit(&mut self.content.schools, school).trailing_zeros() as u8;
        }
        if card.rarity.as_deref() == Some("legendary") {
            facts.marks |= mark::LEGENDARY;
        }
        self.places.insert(card.id.clone(), self.content.cards.len() as u16);
        self.content.cards.push(facts);
    }

    /// The bit of a tribe; one that is of all tribes has every bit.
    fn tribe(&mut self, name: &str) -> u16 {
        if name.eq_ignore_ascii_case("all") { u16::MAX } else { Self::bit(&mut self.content.tribes, name) }
    }

    /// The bit of a word in a list of words, capitals aside.
    fn bit(words: &mut Vec<String>, word: &str) -> u16 {
        let same = |known: &String| {
            let plain = |text: &str| text.to_lowercase().replace([' ', '-'], "");
            plain(known) == plain(word)
        };
        let place = words.iter().position(same).unwrap_or_else(|| {
            words.push(word.to_owned());
            words.len() - 1
        });
        1 << place.min(15)
    }

    /// The power of each hero, once all cards are declared.
    fn link_power(&mut self, place: usize, card: &Card) {
        let power = card.linked(Relation::HeroPower).find_map(|id| self.places.get(id).copied());
        if let Some(power) = power {
            self.content.cards[place].power = power;
        }
    }

    /// The card that a name with numbers stands for in the text of a card; built from the text where there is none.
    fn named(&mut self, card: &Card, name: &str, stats: Option<(i32, i32)>, kinds: u8) -> Option<u16> {
        let id = meaning(self.table, card, name, stats).id().map(str::to_owned);
        // The same card may be known under the set of the card that speaks.
        if let Some(place) = id.and_then(|id| self.places.get(&id).copied()) {
            return Some(place);
        }
        let fits = |facts: &CardFacts| {
            facts.name == name && stats.is_none_or(|(a, h)| (facts.attack, facts.health) == (a as i16, h as i16))
        };
        if let Some(place) = self.content.cards.iter().position(fits) {
            return Some(place as u16);
        }
        let (attack, health) = stats?;
        Some(self.build(name, attack as i16, health as i16, 0, kinds))
    }

    /// A card that exists only in a text.
    fn build(&mut self, name: &str, attack: i16, health: i16, flags: u32, kinds: u8) -> u16 {
        let id = format!("{}-{attack}-{health}-{flags}-{kinds}", name.to_lowercase().replace(' ', "-"));
        if let Some(&place) = self.built.get(&id) {
            return place;
        }
        let mut facts =
            CardFacts::plain(&id, name, if kinds & kind::WEAPON == 0 { kind::MINION } else { kind::WEAPON });
        (facts.attack, facts.health, facts.flags, facts.cost) = (attack, health, flags, 1);
        facts.modes.push(plays::nothing());
        let place = self.content.cards.len() as u16;
        self.content.cards.push(facts);
        self.built.insert(id, place);
        place
    }

    /// Whether a name is that of a weapon.
    fn weapon_named(&self, name: &str) -> Option<bool> {
        self.table.named(name).find(|card| card.name == name).map(|card| card.kind == Kind::Weapon)
    }

    /// A card without a name in a text: a token of the card, else one that is built.
    fn nameless(&mut self, card: &Card, attack: i16, health: i16, flags: u32, kinds: u8) -> u16 {
        let stats = Some((i32::from(attack), i32::from(health)));
        let id = meaning(self.table, card, "", stats).id().map(str::to_owned);
        let minion = id.and_then(|id| self.places.get(&id).copied());
        let known = if kinds & kind::WEAPON == 0 { minion } else { self.weapon_of(card, attack, health) };
        if let Some(place) = known.filter(|&place| self.content.card(place).is(kinds)) {
            return self.with_flags(place, flags);
        }
        let name = if kinds & kind::WEAPON == 0 { "Minion" } else { "Weapon" };
        self.build(name, attack, health, flags, kinds)
    }

    /// The weapon with these numbers whose id begins with that of a card, or with that of the one it is a copy of.
    fn weapon_of(&self, card: &Card, attack: i16, durability: i16) -> Option<u16> {
        let origins = || [card.id.as_str()].into_iter().chain(card.linked(Relation::CopyOf));
        let fits = |facts: &CardFacts| {
            facts.is(kind::WEAPON)
                && (facts.attack, facts.health) == (attack, durability)
                && origins().any(|origin| facts.id.starts_with(origin))
        };
        self.content.cards.iter().position(fits).map(|place| place as u16)
    }

    /// A card that has these keywords: the card itself, or one like it with them.
    fn with_flags(&mut self, card: u16, flags: u32) -> u16 {
        let facts = self.content.card(card).clone();
        // The keywords of a token are read from its own text, maybe later than this one.
        let own = self.table.get(&facts.id).is_some_and(|card| !card.text.is_empty());
        if own || facts.flags & flags == flags {
            return card;
        }
        let made = self.build(&facts.name, facts.attack, facts.health, flags, facts.kind);
        let (tribe, modes) = (facts.tribe, vec![plays::nothing()]);
        let to = &mut self.content.cards[usize::from(made)];
        (to.tribe, to.modes) = (tribe, modes);
        made
    }

    /// The card of this kind with the name of a card.
    fn of_kind(&self, card: u16, kinds: u8) -> Option<(u16, u8)> {
        let name = &self.content.card(card).name;
        let fits = |place: &u16| self.content.card(*place).name == *name && self.content.card(*place).is(kinds);
        let found = if fits(&card) { Some(card) } else { (0..self.content.cards.len() as u16).find(fits) };
        found.map(|card| (card, kinds))
    }

    /// Where a card stands.
    fn place_of(&self, card: &Card) -> Option<u16> {
        self.places.get(&card.id).copied()
    }

    /// A pool of the cards that fit a filter and can be put into a deck.
    fn pool_of(&mut self, filter: Filter) -> u16 {
        if let Some((pool, _)) = self.asked.iter().find(|(_, known)| *known == filter) {
            return *pool;
        }
        let pool = self.content.parts.pools.len() as u16;
        self.content.parts.pools.push(Vec::new());
        self.asked.push((pool, filter));
        pool
    }

    /// A pool of named cards: those of the entry for this kind that are known.
    fn named_pool(&mut self, card: &Card, kind: &str) -> Option<u16> {
        let cards: Vec<u16> =
            self.pools.cards(kind, card)?.iter().filter_map(|id| self.places.get(id).copied()).collect();
        (!cards.is_empty()).then(|| self.pool_of_cards(cards))
    }

    /// A pool of these cards.
    fn pool_of_cards(&mut self, cards: Vec<u16>) -> u16 {
        let pools = &mut self.content.parts.pools;
        if let Some(known) = pools.iter().position(|pool| *pool == cards) {
            return known as u16;
        }
        pools.push(cards);
        pools.len() as u16 - 1
    }

    fn fill_pools(&mut self) {
        for (pool, filter) in std::mem::take(&mut self.asked) {
            let fits = |place: &u16| self.content.card(*place).collectible && self.content.fits_card(&filter, *place);
            let cards: Vec<u16> = (0..self.content.cards.len() as u16).filter(fits).collect();
            if let Some(slot) = self.content.parts.pools.get_mut(usize::from(pool)) {
                *slot = cards;
            }
        }
    }
}

/// A program while it is made; jumps count from its first step.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    steps: Vec<Step>,
}

impl Code {
    fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    fn here(&self) -> Pc {
        self.steps.len() as Pc
    }

    /// Puts the program behind the others and says where it begins.
    fn finish(mut self, parts: &mut Parts) -> Pc {
        if self.steps.is_empty() {
            return NONE;
        }
        self.push(Step::End);
        let base = parts.steps.len() as Pc;
        parts.steps.extend(self.steps.iter().map(|&step| match step {
            Step::Jump(to) => Step::Jump(base + to),
            Step::Unless(condition, to) => Step::Unless(condition, base + to),
            Step::Chance(percent, to) => Step::Chance(percent, base + to),
            Step::Repeat(value, to) => Step::Repeat(value, base + to),
            Step::Again(to) => Step::Again(base + to),
            other => other,
        }));
        base
    }
}

/// The text of one card while it is lowered.
pub(super) struct Lower<'b, 'a> {
    builder: &'b mut Builder<'a>,
    card: &'b Card,
    /// Whether it is a spell or hero power that speaks: then `other` means other than its target.
    is_spell: bool,
    /// The numbers of the groups that pronouns can mean, by node.
    numbers: HashMap<*const Tree, u16>,
    /// The numbers of the sentences, by node.
    sentences: HashMap<*const Tree, u16>,
    /// The groups that some pronoun means.
    wanted: Vec<u16>,
    /// Where the groups are that were met.
    met: HashMap<u16, From>,
    /// The nouns of the groups that were met.
    nouns: HashMap<u16, Filter>,
    /// Groups of conditions that are spoken of later, found again by the same words.
    again: HashMap<u16, Select>,
    registers: usize,
    /// The group of cards that are looked at.
    looked: Option<u16>,
    /// Cards that are copied, and what is made of them by the step that follows.
    copied: Option<(u16, Make, ValueId)>,
    /// What the player has to choose.
    target: Option<Filter>,
    /// Whether what is lowered now happens by itself, so that nobody is there to choose.
    by_chance: bool,
    /// Whether a secret is lowered.
    in_secret: bool,
}

impl<'b, 'a> Lower<'b, 'a> {
    fn new(builder: &'b mut Builder<'a>, card: &'b Card, root: Node<'_>) -> Self {
        let mut numbers = HashMap::new();
        let mut sentences = HashMap::new();
        let mut wanted = Vec::new();
        root.visit(&mut |node| {
            if node.has_mark("introduces") {
                numbers.insert(std::ptr::from_ref(node.tree), numbers.len() as u16 + 1);
            }
            if node.definition.sort_has_mark(node.tree.kind, "sentence") {
                sentences.insert(std::ptr::from_ref(node.tree), sentences.len() as u16 + 1);
            }
            if node.has_mark("refers") {
                wanted.push(node.means());
            }
        });
        let is_spell = matches!(card.kind, Kind::Spell | Kind::HeroPower);
        Lower {
            builder,
            card,
            is_spell,
            numbers,
            sentences,
            wanted,
            met: HashMap::new(),
            nouns: HashMap::new(),
            again: HashMap::new(),
            registers: 0,
            looked: None,
            copied: None,
            target: None,
            by_chance: false,
            in_secret: false,
        }
    }

    fn parts(&mut self) -> &mut Parts {
        &mut self.builder.content.parts
    }

    /// The number of a group.
    fn number_of(&self, node: Node<'_>) -> u16 {
        self.numbers.get(&std::ptr::from_ref(node.tree)).copied().unwrap_or(0)
    }

    /// A register for a group that is spoken of later.
    fn register(&mut self, node: Node<'_>) -> Lowered<u8> {
        let number = self.number_of(node);
        if !self.wanted.contains(&number) {
            return Ok(super::program::NO_REGISTER);
        }
        if let Some(From::Saved(register)) = self.met.get(&number) {
            return Ok(*register);
        }
        if self.registers == REGISTERS {
            return not_run(node);
        }
        self.registers += 1;
        let register = self.registers as u8 - 1;
        self.met.insert(number, From::Saved(register));
        Ok(register)
    }

    fn ability(&mut self, ability: Ability) -> u16 {
        let parts = self.parts();
        parts.abilities.push(ability);
        parts.abilities.len() as u16 - 1
    }
}

/// The game whose cards the machine plays now.
pub const PLAYS: Game = Game::Hearthstone;
