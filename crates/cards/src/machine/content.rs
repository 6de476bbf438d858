//! The cards of a game as the machine reads them: numbers, keywords and programs, by small index.

use super::program::{Ability, Aura, Filter, Mode, NONE, Parts, Value, flag, kind};

/// Stands among the events that an ability waits for: it changes what other cards cost.
pub(super) const ASKED_FOR_COSTS: u32 = 1 << 31;
/// Stands among the events that an ability waits for: it changes what its own card costs.
pub(super) const ASKED_FOR_OWN_COST: u32 = 1 << 30;

/// Stands among the events that an ability waits for: it is an aura that asks for more than who is in play.
pub(super) const ASKED_AT_ANY_CHANGE: u32 = 1 << 29;

/// A card: everything about it that does not change during a game.
#[derive(Clone, Debug)]
pub struct CardFacts {
    /// The id of the card in its table.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What kind it is, one bit of [`kind`].
    pub kind: u8,
    /// Its cost.
    pub cost: i16,
    /// Its attack.
    pub attack: i16,
    /// Its health, or the durability of a weapon.
    pub health: i16,
    /// The armour of a hero.
    pub armor: i16,
    /// Its keywords.
    pub flags: u32,
    /// How much damage it adds to spells.
    pub spell_power: i8,
    /// How many crystals it locks.
    pub overload: u8,
    /// Its tribes, one bit each.
    pub tribe: u16,
    /// Its classes, one bit each; none is neutral.
    pub class: u16,
    /// Its school, counted from 1.
    pub school: u8,
    /// What texts ask of it, bits of [`super::program::mark`].
    pub marks: u16,
    /// Whether it can be put into a deck.
    pub collectible: bool,
    /// The hero power of a hero, or [`NONE`].
    pub power: u16,
    /// Its abilities in [`Parts::abilities`], the first and the one behind the last.
    pub abilities: (u16, u16),
    /// The events that its abilities wait for.
    pub listens: u32,
    /// Whether some ability of it is an aura.
    pub has_aura: bool,
    /// The ways to play it: as it is; each option of a choice.
    pub modes: Vec<Mode>,
    /// The way to play it as a later card of a turn.
    pub combo: Option<Mode>,
}

impl CardFacts {
    /// A card without text.
    pub fn plain(id: &str, name: &str, kind: u8) -> CardFacts {
        CardFacts {
            id: id.to_owned(),
            name: name.to_owned(),
            kind,
            cost: 0,
            attack: 0,
            health: 0,
            armor: 0,
            flags: 0,
            spell_power: 0,
            overload: 0,
            tribe: 0,
            class: 0,
            school: 0,
            marks: 0,
            collectible: false,
            power: NONE,
            abilities: (0, 0),
            listens: 0,
            has_aura: false,
            modes: Vec::new(),
            combo: None,
        }
    }

    /// Whether it is one of these kinds.
    #[inline]
    pub fn is(&self, kinds: u8) -> bool {
        self.kind & kinds != 0
    }
}

/// All cards that can turn up in a game, with their programs.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// The cards.
    pub cards: Vec<CardFacts>,
    /// What their programs are made of.
    pub parts: Parts,
    /// The tribes, by bit.
    pub tribes: Vec<String>,
    /// The classes, by bit.
    pub classes: Vec<String>,
    /// The schools, counted from 1.
    pub schools: Vec<String>,
}

impl Content {
    /// A card.
    #[inline]
    pub fn card(&self, card: u16) -> &CardFacts {
        &self.cards[usize::from(card)]
    }

    /// The card with this id.
    pub fn by_id(&self, id: &str) -> Option<u16> {
        self.cards.iter().position(|card| card.id == id).map(|place| place as u16)
    }

    /// The cards with this name, collectible ones first.
    pub fn by_name<'a>(&'a self, name: &'a str) -> impl Iterator<Item = u16> + 'a {
        let find = move |collectible: bool| {
            let fits = move |card: &CardFacts| card.name == name && card.collectible == collectible;
            (0..).zip(&self.cards).filter(move |(_, card)| fits(card)).map(|(place, _)| place)
        };
        find(true).chain(find(false))
    }

    /// An ability.
    #[inline]
    pub fn ability(&self, ability: u16) -> &Ability {
        &self.parts.abilities[usize::from(ability)]
    }

    /// The abilities that are printed on a card.
    #[inline]
    pub fn abilities_of(&self, card: &CardFacts) -> &[Ability] {
        &self.parts.abilities[usize::from(card.abilities.0)..usize::from(card.abilities.1)]
    }

    /// The events that an ability waits for, as a mask; that it has a say in what cards cost is one of them.
    pub fn listens(&self, ability: &Ability) -> u32 {
        match ability {
            Ability::Trigger(trigger) => trigger.when.bit(),
            Ability::Aura(Aura::Cost { .. }, _) => ASKED_FOR_COSTS,
            Ability::Aura(Aura::Have(filter, gains), condition) => {
                let gains = &self.parts.gains[usize::from(*gains)];
                let fixed =
                    |value: u16| value == NONE || matches!(self.parts.values[usize::from(value)], Value::Number(_));
                let steady = *condition == NONE && filter.asks_little() && fixed(gains.attack) && fixed(gains.health);
                if steady { 0 } else { ASKED_AT_ANY_CHANGE }
            }
            Ability::CostsLess(_) | Ability::CostsIf(..) => ASKED_FOR_OWN_COST,
            _ => 0,
        }
    }

    /// Whether an ability has to be looked at when things change.
    pub fn is_aura(ability: &Ability) -> bool {
        matches!(ability, Ability::Aura(..))
    }

    /// Whether a filter asks for something that a card does not tell by itself.
    pub fn fits_card(&self, filter: &Filter, card: u16) -> bool {
        let facts = self.card(card);
        let within = |number: i16, (least, most): (i16, i16)| (least..=most).contains(&number);
        facts.kind & filter.kinds != 0
            && (filter.tribe == 0 || facts.tribe & filter.tribe != 0)
            && (filter.class == 0 || facts.class & filter.class != 0)
            && (filter.school == 0 || facts.school == filter.school)
            && facts.flags & filter.has == filter.has
            && facts.marks & filter.marks == filter.marks
            && within(facts.attack, filter.attack)
            && within(facts.health, filter.health)
            && within(facts.cost, filter.cost)
            && (filter.card == NONE || filter.card == card)
            && filter.not_card != card
            && (filter.pool == NONE || self.parts.pools[usize::from(filter.pool)].contains(&card))
    }

    /// A hash of everything that changes how games go, the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        use std::fmt::Write as _;
        let mut text = String::new();
        for card in &self.cards {
            write!(text, "{card:?}").expect("a string takes everything");
        }
        write!(text, "{:?}", self.parts).expect("a string takes everything");
        crate::Hash::of(text.as_bytes()).0
    }
}

/// The words for the keywords of a mask.
pub fn flag_words(flags: u32) -> impl Iterator<Item = &'static str> {
    flag::WORDS.iter().filter(move |(_, bit)| flags & bit != 0).map(|(word, _)| *word)
}

/// The word for a kind.
pub fn kind_word(of: u8) -> &'static str {
    match of {
        kind::MINION => "minion",
        kind::HERO => "hero",
        kind::SPELL => "spell",
        kind::WEAPON => "weapon",
        _ => "hero power",
    }
}
