//! Looking at a state: filters, groups, numbers and conditions that need no luck and change nothing.

use super::content::{ASKED_FOR_COSTS, ASKED_FOR_OWN_COST, CardFacts, Content};
use super::program::{
    Ability, Aura, Classes, Condition, ConditionId, Filter, From, NONE, Select, SelectId, Stat, UNBOUND, Value,
    ValueId, Who, Whose, flag, kind, mark,
};
use super::state::{Change, Frame, MAX_HAND, NOBODY, Set, State, Thing, Zone, members, one, status};

/// A state with the cards that it numbers, to be read.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The cards.
    pub content: &'a Content,
    /// The state.
    pub state: &'a State,
}

impl<'a> Look<'a> {
    /// The sides that are meant, as the frame sees it.
    pub(crate) fn sides(whose: Whose, side: u8) -> impl Iterator<Item = u8> {
        let (first, last) = match whose {
            Whose::Any => (0, 1),
            Whose::Mine => (side, side),
            Whose::Theirs => (1 - side, 1 - side),
        };
        first..=last
    }

    /// Whether a thing fits a filter, as the frame sees it.
    #[inline]
    pub fn fits(&self, frame: &Frame, filter: &Filter, thing: Thing) -> bool {
        let body = self.state.body(thing);
        self.content.card(body.card).kind & filter.kinds != 0
            && match filter.whose {
                Whose::Any => true,
                Whose::Mine => body.side == frame.side,
                Whose::Theirs => body.side != frame.side,
            }
            && (filter.who == Who::Anyone || self.is_who(frame, filter.who, thing))
            && (filter.plain || self.fits_closely(frame, filter, thing))
    }

    /// Whether a thing is like what a filter asks for beside kind, side and who it is.
    fn fits_closely(&self, frame: &Frame, filter: &Filter, thing: Thing) -> bool {
        let body = self.state.body(thing);
        let facts = self.content.card(body.card);
        filter.damaged.is_none_or(|damaged| (body.damage > 0) == damaged)
            && filter.frozen.is_none_or(|frozen| body.is(status::FROZEN) == frozen)
            && (filter.tribe == 0 || facts.tribe & filter.tribe != 0)
            && (filter.class == 0 || facts.class & filter.class != 0)
            && (filter.school == 0 || facts.school == filter.school)
            && body.flags & filter.has == filter.has
            && self.has_marks(thing, filter.marks)
            && (filter.attack == UNBOUND || within(self.attack_of(thing), filter.attack))
            && (filter.health == UNBOUND || within(body.left(), filter.health))
            && (filter.cost == UNBOUND || within(self.cost_of(thing), filter.cost))
            && (filter.card == NONE || filter.card == body.card)
            && filter.not_card != body.card
            && (filter.pool == NONE || self.content.parts.pools[usize::from(filter.pool)].contains(&body.card))
            && self.is_of_class(frame.side, filter.classes, facts.class)
    }

    pub(crate) fn has_marks(&self, thing: Thing, marks: u16) -> bool {
        if marks == 0 {
            return true;
        }
        let body = self.state.body(thing);
        let mut has = self.facts(thing).marks;
        if body.is(status::SILENCED) {
            has &= mark::LEGENDARY | mark::OVERLOAD;
        }
        if marks & mark::DEATHRATTLE != 0 && self.has_deathrattle(thing) {
            has |= mark::DEATHRATTLE;
        }
        has & marks == marks
    }

    /// Whether a card of these classes is among those that a player may have.
    pub(crate) fn is_of_class(&self, side: u8, classes: Classes, class: u16) -> bool {
        if classes == Classes::All {
            return true;
        }
        let own = self.facts(self.state.side(side).hero).class;
        match classes {
            Classes::All => true,
            Classes::Own => class == 0 || class & own != 0,
            Classes::OnlyOwn => class & own != 0,
            Classes::Other => class != 0 && class & own == 0,
        }
    }

    pub(crate) fn is_who(&self, frame: &Frame, who: Who, thing: Thing) -> bool {
        match who {
            Who::Anyone => true,
            Who::Me => thing == frame.me,
            Who::NotMe => thing != frame.me,
            Who::NotChosen => thing != frame.chosen,
            Who::NextToMe => self.neighbors(frame.me) & one(thing) != 0,
            Who::NextToChosen => self.neighbors(frame.chosen) & one(thing) != 0,
            Who::NotFighting => thing != self.state.attacker && thing != self.state.defender,
            Who::MeAndNext => (one(frame.me) | self.neighbors(frame.me)) & one(thing) != 0,
            Who::ChosenAndNext => (one(frame.chosen) | self.neighbors(frame.chosen)) & one(thing) != 0,
        }
    }

    /// The minions beside a minion.
    pub(crate) fn neighbors(&self, thing: Thing) -> Set {
        if thing == NOBODY || self.state.body(thing).zone != Zone::Board {
            return 0;
        }
        let board = self.state.side(self.state.body(thing).side).board;
        let Some(place) = board.place(thing) else { return 0 };
        let at = |place: usize| board.as_slice().get(place).map_or(0, |&thing| one(thing));
        at(place + 1) | if place > 0 { at(place - 1) } else { 0 }
    }

    /// All things of a place, whoever they are.
    pub(crate) fn candidates(&self, frame: &Frame, from: From) -> Set {
        let state = self.state;
        match from {
            From::Characters => state.characters(),
            From::Minions => state.minions(),
            From::Heroes => one(state.sides[0].hero) | one(state.sides[1].hero),
            From::Weapons => one(state.sides[0].weapon) | one(state.sides[1].weapon),
            From::Secrets => state.sides[0].secrets.set() | state.sides[1].secrets.set(),
            From::Hand(whose) => Self::sides(whose, frame.side).fold(0, |set, side| set | state.side(side).hand.set()),
            From::Me => one(frame.me),
            From::Chosen => one(frame.chosen),
            From::Subject => one(frame.subject),
            From::Object => one(frame.object),
            From::Saved(register) => frame.saved[usize::from(register)],
        }
    }

    /// All things that a group could mean, before anybody picks.
    pub(crate) fn all_of(&self, frame: &Frame, select: &Select) -> Set {
        let found = self.candidates(frame, select.from);
        members(found).filter(|&thing| self.fits(frame, &select.filter, thing)).fold(0, |set, thing| set | one(thing))
    }

    /// A number of a thing.
    pub(crate) fn stat_of(&self, thing: Thing, stat: Stat) -> i16 {
        match stat {
            Stat::Attack => self.attack_of(thing),
            Stat::Health => self.state.body(thing).left(),
            Stat::Cost => self.cost_of(thing),
        }
    }

    /// The attack of a thing; that of a hero counts the weapon in its own turn.
    pub fn attack_of(&self, thing: Thing) -> i16 {
        let body = self.state.body(thing);
        let mut attack = body.attack;
        if body.zone == Zone::Hero && body.side == self.state.active {
            let weapon = self.state.side(body.side).weapon;
            if weapon != NOBODY {
                attack = attack.saturating_add(self.state.body(weapon).attack);
            }
        }
        attack.max(0)
    }

    /// How much damage a player's things add to spells.
    pub fn spell_power(&self, side: u8) -> i16 {
        self.mine(side).map(|thing| i16::from(self.state.body(thing).spell_power)).sum()
    }

    /// The things of a player that give something to the player.
    pub(crate) fn mine(&self, side: u8) -> impl Iterator<Item = Thing> {
        let side = self.state.side(side);
        members(side.board.set() | one(side.weapon) | one(side.hero))
    }

    /// How many things of a player have this keyword.
    pub fn how_many_have(&self, side: u8, flag: u32) -> u32 {
        self.mine(side).filter(|&thing| self.state.body(thing).has(flag)).count() as u32
    }

    /// Whether a condition holds that asks for no luck; those that could ask for some do not hold.
    pub fn is_so_for(&self, frame: &Frame, id: ConditionId) -> bool {
        if id == NONE {
            return true;
        }
        match self.content.parts.conditions[usize::from(id)] {
            Condition::Within(value, least, most) => within(self.plain_value(frame, value), (least, most)),
            Condition::Not(other) => !self.is_so_for(frame, other),
            Condition::Both(one, other) => self.is_so_for(frame, one) && self.is_so_for(frame, other),
            simple => self.is_so(frame, simple),
        }
    }

    pub(crate) fn is_so(&self, frame: &Frame, condition: Condition) -> bool {
        let group = |id: SelectId| self.all_of(frame, &self.content.parts.selects[usize::from(id)]);
        let side = self.state.side(frame.side);
        match condition {
            Condition::AtLeast(select, n) => group(select).count_ones() >= u32::from(n),
            Condition::None(select) => group(select) == 0,
            Condition::Dies(select) => members(group(select)).any(|thing| !self.is_alive(thing)),
            Condition::Survives(select) => members(group(select)).any(|thing| self.is_alive(thing)),
            Condition::HandEmpty(whose) => {
                Self::sides(whose, frame.side).all(|side| self.state.side(side).hand.is_empty())
            }
            Condition::HandFull(whose) => {
                Self::sides(whose, frame.side).all(|side| self.state.side(side).hand.len() == MAX_HAND)
            }
            Condition::TurnOf(whose) => Self::sides(whose, frame.side).any(|side| side == self.state.active),
            Condition::Combo => side.played > 1,
            Condition::MeDamaged => frame.me != NOBODY && self.state.body(frame.me).damage > 0,
            Condition::FirstThisTurn(kinds) => {
                let played = match kinds {
                    kind::MINION => side.minions_played,
                    kind::SPELL => side.spells_played,
                    _ => side.played,
                };
                played == 0
            }
            Condition::UnspentMana => side.mana > 0,
            Condition::NoDuplicates => {
                let deck = side.deck.as_slice();
                deck.iter().enumerate().all(|(place, card)| !deck[..place].contains(card))
            }
            Condition::DeckLacks(whose, select) => {
                let filter = self.content.parts.selects[usize::from(select)].filter;
                let fits = |side: u8| {
                    self.state.side(side).deck.as_slice().iter().any(|&card| self.content.fits_card(&filter, card))
                };
                !Self::sides(whose, frame.side).any(fits)
            }
            Condition::Room(whose) => Self::sides(whose, frame.side).all(|side| !self.state.side(side).board.is_full()),
            Condition::PowerIs(first, second) => {
                let card = self.state.body(side.power).card;
                card == first || card == second
            }
            Condition::PoolLeft(pool) => {
                let there = |card: u16| side.board.as_slice().iter().any(|&thing| self.state.body(thing).card == card);
                self.content.parts.pools[usize::from(pool)].iter().any(|&card| !there(card))
            }
            Condition::Within(..) | Condition::Not(_) | Condition::Both(..) => false,
        }
    }

    /// A number that asks for no luck and keeps nothing; 0 where there is none.
    pub(crate) fn plain_value(&self, frame: &Frame, id: ValueId) -> i16 {
        if id == NONE {
            return 0;
        }
        let group = |id: SelectId| self.all_of(frame, &self.content.parts.selects[usize::from(id)]);
        match self.content.parts.values[usize::from(id)] {
            Value::Number(n) | Value::SpellDamage(n) | Value::Healing(n) | Value::Between(n, ..) => n,
            Value::Of(select, stat) => {
                members(group(select)).fold(0_i16, |sum, thing| sum.saturating_add(self.stat_of(thing, stat)))
            }
            Value::Count(select) => group(select).count_ones() as i16,
            Value::ThatMuch => frame.n,
            Value::Armor(whose) => Self::sides(whose, frame.side).map(|side| self.state.side(side).armor).sum(),
            Value::HandSize(whose) => {
                Self::sides(whose, frame.side).map(|side| self.state.side(side).hand.count()).sum()
            }
            Value::PlayedEarlier => i16::from(self.state.side(frame.side).played),
            Value::DamageTaken(whose) => Self::sides(whose, frame.side)
                .map(|side| self.state.body(self.state.side(side).hero).damage.max(0))
                .sum(),
            Value::Lost => i16::from(self.state.lost),
            Value::HandLead => {
                let held = |side: u8| self.state.side(side).hand.count();
                (held(Self::other(frame.side)) - held(frame.side)).max(0)
            }
            Value::Times(times, value) => times.saturating_mul(self.plain_value(frame, value)),
            Value::WithSpellDamage(value) => self.plain_value(frame, value),
            Value::DiedThisTurn(whose) => {
                Self::sides(whose, frame.side).map(|side| i16::from(self.state.side(side).died)).sum()
            }
        }
    }

    /// A number of a spell or hero power: spell damage adds to a spell's damage, some cards double both.
    pub(crate) fn powered(&self, frame: &Frame, n: i16, damage: bool) -> i16 {
        if frame.me == NOBODY {
            return n;
        }
        let facts = self.facts(frame.me);
        if !facts.is(kind::SPELL | kind::POWER) {
            return n;
        }
        let n = if damage && facts.is(kind::SPELL) { n + self.spell_power(frame.side) } else { n };
        n.saturating_mul(1 << self.how_many_have(frame.side, flag::DOUBLES_POWER).min(7))
    }

    /// Calls for every ability that a thing has, printed or given, with the player whom the ability serves.
    pub fn each_ability(&self, thing: Thing, mut call: impl FnMut(Look<'_>, &Ability, u8)) {
        let body = self.state.body(thing);
        if !body.is(status::SILENCED) {
            for ability in self.content.abilities_of(self.facts(thing)) {
                call(*self, ability, body.side);
            }
        }
        for link in self.state.changes_of(thing).filter(|link| link.change == Change::Ability) {
            call(*self, self.content.ability(link.a as u16), link.by);
        }
    }

    /// What a card in a hand costs now, or a hero power.
    #[inline]
    pub fn cost_of(&self, thing: Thing) -> i16 {
        let body = self.state.body(thing);
        let facts = self.facts(thing);
        if (facts.listens & ASKED_FOR_OWN_COST) | (self.state.listens & ASKED_FOR_COSTS) == 0
            && body.costs < 0
            && body.dearer == 0
        {
            return facts.cost.max(0);
        }
        self.cost_by_all(thing)
    }

    /// The cost of a thing where something changes it.
    fn cost_by_all(&self, thing: Thing) -> i16 {
        let body = self.state.body(thing);
        let facts = self.facts(thing);
        let mut cost = if body.costs >= 0 { i16::from(body.costs) } else { facts.cost };
        cost += i16::from(body.dearer);
        if body.zone == Zone::Hand || body.zone == Zone::Power {
            if facts.listens & ASKED_FOR_OWN_COST != 0 {
                cost = self.cost_by_itself(thing, cost);
            }
            if self.state.listens & ASKED_FOR_COSTS != 0 {
                cost = self.cost_by_auras(thing, cost);
            }
        }
        cost.max(0)
    }

    pub(crate) fn cost_by_itself(&self, thing: Thing, mut cost: i16) -> i16 {
        let body = self.state.body(thing);
        let frame = Frame { me: thing, side: body.side, ..Frame::default() };
        for ability in self.content.abilities_of(self.facts(thing)) {
            match *ability {
                Ability::CostsLess(value) => cost -= self.plain_value(&frame, value),
                Ability::CostsIf(condition, n, set) if self.is_so_for(&frame, condition) => {
                    cost = if set { i16::from(n) } else { cost - i16::from(n) };
                }
                _ => {}
            }
        }
        cost
    }

    /// What is added comes first, then what is taken, then what is set.
    pub(crate) fn cost_by_auras(&self, thing: Thing, mut cost: i16) -> i16 {
        for round in 0..3 {
            for source in members(self.state.auras) {
                self.each_ability(source, |machine, ability, side| {
                    let Ability::Aura(Aura::Cost { cards, by, set, least, .. }, condition) = *ability else { return };
                    let round_of_this = if set { 2 } else { u8::from(by < 0) };
                    let frame = Frame { me: source, side, ..Frame::default() };
                    // The filter must not ask for the cost again: auras speak of kinds of cards.
                    if round_of_this == round
                        && machine.fits(&frame, &cards, thing)
                        && machine.is_so_for(&frame, condition)
                    {
                        let least = i16::from(least);
                        cost = match set {
                            true => i16::from(by),
                            false if by < 0 && cost > least => (cost + i16::from(by)).max(least),
                            false if by < 0 => cost,
                            false => cost + i16::from(by),
                        };
                    }
                });
            }
            cost = cost.max(0);
        }
        cost
    }

    /// Whether the abilities of a thing are at work.
    pub(crate) fn is_active(&self, thing: Thing) -> bool {
        matches!(self.state.body(thing).zone, Zone::Board | Zone::Hero | Zone::Weapon | Zone::Power | Zone::Secret)
    }

    /// Whether a thing has something that is done when it dies.
    pub fn has_deathrattle(&self, thing: Thing) -> bool {
        let mut found = false;
        self.each_ability(thing, |_, ability, _| found |= matches!(ability, Ability::Deathrattle(_)));
        found
    }

    /// The card of a thing.
    #[inline]
    pub fn facts(&self, thing: Thing) -> &'a CardFacts {
        self.content.card(self.state.body(thing).card)
    }

    /// The opponent of a side.
    #[inline]
    pub(crate) fn other(side: u8) -> u8 {
        1 - side
    }

    /// The things of a set in the order in which they came to where they are.
    pub(crate) fn earliest(&self, set: Set) -> Thing {
        members(set).min_by_key(|&thing| self.state.body(thing).order).unwrap_or(NOBODY)
    }

    /// Whether a thing is in play: it can be hit, changed and destroyed.
    #[inline]
    pub fn in_play(&self, thing: Thing) -> bool {
        thing != NOBODY && matches!(self.state.body(thing).zone, Zone::Board | Zone::Hero | Zone::Weapon)
    }

    /// Whether a character lives and is not about to die.
    #[inline]
    pub fn is_alive(&self, thing: Thing) -> bool {
        let body = self.state.body(thing);
        self.in_play(thing) && body.left() > 0 && !body.is(status::DYING)
    }
}

/// Whether a number is within bounds.
pub(crate) fn within(number: i16, (least, most): (i16, i16)) -> bool {
    (least..=most).contains(&number)
}
