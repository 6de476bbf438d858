//! Finding things: filters, groups, numbers and conditions.

use ludus_core::{Dice, Log, Luck};

use super::event::Event;
use super::program::{
    Classes, Condition, ConditionId, Filter, From, NO_REGISTER, NONE, Pick, Select, SelectId, Stat, UNBOUND, Value,
    ValueId, Who, Whose, flag, kind, mark,
};
use super::run::Machine;
use super::state::{Frame, MAX_HAND, NOBODY, Set, Thing, Zone, members, one, status};

const PICK: Luck = Luck::of("pick");
const AMOUNT: Luck = Luck::of("amount");

impl<D: Dice, L: Log<Event>> Machine<'_, D, L> {
    /// The sides that are meant, as the frame sees it.
    pub(super) fn sides(whose: Whose, side: u8) -> impl Iterator<Item = u8> {
        let (first, last) = match whose {
            Whose::Any => (0, 1),
            Whose::Mine => (side, side),
            Whose::Theirs => (1 - side, 1 - side),
        };
        first..=last
    }

    /// Whether a thing fits a filter, as the frame sees it.
    pub(super) fn fits(&self, frame: &Frame, filter: &Filter, thing: Thing) -> bool {
        let body = self.state.body(thing);
        let facts = self.content.card(body.card);
        facts.kind & filter.kinds != 0
            && match filter.whose {
                Whose::Any => true,
                Whose::Mine => body.side == frame.side,
                Whose::Theirs => body.side != frame.side,
            }
            && self.is_who(frame, filter.who, thing)
            && filter.damaged.is_none_or(|damaged| (body.damage > 0) == damaged)
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

    fn has_marks(&self, thing: Thing, marks: u16) -> bool {
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
    pub(super) fn is_of_class(&self, side: u8, classes: Classes, class: u16) -> bool {
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

    fn is_who(&self, frame: &Frame, who: Who, thing: Thing) -> bool {
        match who {
            Who::Anyone => true,
            Who::Me => thing == frame.me,
            Who::NotMe => thing != frame.me,
            Who::NotChosen => thing != frame.chosen,
            Who::NextToMe => self.neighbors(frame.me) & one(thing) != 0,
            Who::NextToChosen => self.neighbors(frame.chosen) & one(thing) != 0,
            Who::NotFighting => thing != self.state.attacker && thing != self.state.defender,
            Who::Saved(register) => frame.saved[usize::from(register)] & one(thing) != 0,
        }
    }

    /// The minions beside a minion.
    pub(super) fn neighbors(&self, thing: Thing) -> Set {
        if thing == NOBODY || self.state.body(thing).zone != Zone::Board {
            return 0;
        }
        let board = self.state.side(self.state.body(thing).side).board;
        let Some(place) = board.place(thing) else { return 0 };
        let at = |place: usize| board.as_slice().get(place).map_or(0, |&thing| one(thing));
        at(place + 1) | if place > 0 { at(place - 1) } else { 0 }
    }

    /// All things of a place, whoever they are.
    fn candidates(&self, frame: &Frame, from: From) -> Set {
        let state = &*self.state;
        match from {
            From::Characters => state.characters(),
            From::Minions => state.minions(),
            From::Heroes => one(state.sides[0].hero) | one(state.sides[1].hero),
            From::Weapons => one(state.sides[0].weapon) | one(state.sides[1].weapon),
            From::Secrets => state.sides[0].secrets.set() | state.sides[1].secrets.set(),
            From::Hand(whose) => {
                Self::sides(whose, frame.side).fold(0, |set, side| set | state.side(side).hand.set())
            }
            From::Me => one(frame.me),
            From::Chosen => one(frame.chosen),
            From::Subject => one(frame.subject),
            From::Object => one(frame.object),
            From::Saved(register) => frame.saved[usize::from(register)],
        }
    }

    /// All things that a group could mean, before anybody picks.
    pub(super) fn all_of(&self, frame: &Frame, select: &Select) -> Set {
        let found = self.candidates(frame, select.from);
        members(found).filter(|&thing| self.fits(frame, &select.filter, thing)).fold(0, |set, thing| set | one(thing))
    }

    /// The things that a group means now.
    pub(super) fn find(&mut self, at: usize, id: SelectId) -> Set {
        let frame = self.state.frames[at];
        let select = self.content.parts.selects[usize::from(id)];
        let all = self.all_of(&frame, &select);
        let found = match select.pick {
            Pick::All => all,
            Pick::Random(count) => self.pick_random(all, usize::from(count)),
            Pick::AllButOne => all & !one(self.roll_member(PICK, all)),
            Pick::Highest(stat) => self.pick_extreme(all, stat, 1),
            Pick::Lowest(stat) => self.pick_extreme(all, stat, -1),
            Pick::Leftmost => self.pick_edge(all, false),
            Pick::Rightmost => self.pick_edge(all, true),
        };
        if select.save != NO_REGISTER {
            self.state.frames[at].saved[usize::from(select.save)] = found;
        }
        found
    }

    /// So many of them, none twice; those that are about to die are not picked.
    fn pick_random(&mut self, all: Set, count: usize) -> Set {
        let fit = |&thing: &Thing| {
            let body = self.state.body(thing);
            !matches!(body.zone, Zone::Board | Zone::Hero) || (body.left() > 0 && !body.is(status::DYING))
        };
        let mut left = members(all).filter(fit).fold(0, |set, thing| set | one(thing));
        let mut found = 0;
        for _ in 0..count {
            let thing = self.roll_member(PICK, left);
            left &= !one(thing);
            found |= one(thing);
        }
        found
    }

    fn pick_extreme(&mut self, all: Set, stat: Stat, sign: i16) -> Set {
        let best = members(all).map(|thing| sign * self.stat_of(thing, stat)).max();
        let Some(best) = best else { return 0 };
        let ties =
            members(all).filter(|&thing| sign * self.stat_of(thing, stat) == best).fold(0, |set, thing| set | one(thing));
        one(self.roll_member(PICK, ties))
    }

    fn pick_edge(&self, all: Set, last: bool) -> Set {
        let place = |thing: Thing| {
            let side = self.state.side(self.state.body(thing).side);
            side.board.place(thing).or_else(|| side.hand.place(thing)).unwrap_or(0)
        };
        let edge = if last { members(all).max_by_key(|&thing| place(thing)) } else { members(all).min_by_key(|&thing| place(thing)) };
        edge.map_or(0, one)
    }

    /// A number of a thing.
    pub(super) fn stat_of(&self, thing: Thing, stat: Stat) -> i16 {
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
                attack += self.state.body(weapon).attack;
            }
        }
        attack.max(0)
    }

    /// How much damage a player's things add to spells.
    pub fn spell_power(&self, side: u8) -> i16 {
        self.mine(side).map(|thing| i16::from(self.state.body(thing).spell_power)).sum()
    }

    /// The things of a player that give something to the player.
    fn mine(&self, side: u8) -> impl Iterator<Item = Thing> {
        let side = self.state.side(side);
        members(side.board.set() | one(side.weapon) | one(side.hero))
    }

    /// How many things of a player have this keyword.
    pub(super) fn how_many_have(&self, side: u8, flag: u32) -> u32 {
        self.mine(side).filter(|&thing| self.state.body(thing).has(flag)).count() as u32
    }

    /// A number, worked out now.
    pub(super) fn value(&mut self, at: usize, id: ValueId) -> i16 {
        let frame = self.state.frames[at];
        match self.content.parts.values[usize::from(id)] {
            Value::SpellDamage(n) => self.powered(&frame, n, true),
            Value::Healing(n) => self.powered(&frame, n, false),
            Value::Between(least, most, powered) => {
                let n = least + self.roll(AMOUNT, usize::from((most - least + 1).unsigned_abs())) as i16;
                if powered { self.powered(&frame, n, true) } else { n }
            }
            Value::Of(select, stat) => {
                let found = self.find(at, select);
                members(found).fold(0, |sum, thing| sum + self.stat_of(thing, stat))
            }
            Value::Count(select) => self.find(at, select).count_ones() as i16,
            // The card itself has been counted by now.
            Value::PlayedEarlier => i16::from(self.state.side(frame.side).played.saturating_sub(1)),
            Value::Times(times, value) => times.saturating_mul(self.value(at, value)),
            Value::WithSpellDamage(value) => {
                let n = self.value(at, value);
                self.powered(&frame, n, true)
            }
            _ => self.plain_value(&frame, id),
        }
    }

    /// A number of a spell or hero power: spell damage adds to a spell's damage, some cards double both.
    fn powered(&self, frame: &Frame, n: i16, damage: bool) -> i16 {
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

    /// Whether it is so.
    pub(super) fn holds(&mut self, at: usize, id: ConditionId) -> bool {
        if id == NONE {
            return true;
        }
        let frame = self.state.frames[at];
        match self.content.parts.conditions[usize::from(id)] {
            Condition::Within(value, least, most) => within(self.value(at, value), (least, most)),
            Condition::Not(other) => !self.holds(at, other),
            Condition::Both(one, other) => self.holds(at, one) && self.holds(at, other),
            simple => self.is_so(&frame, &simple),
        }
    }

    /// Whether a condition holds that asks for no luck; those that could ask for some do not hold.
    pub(super) fn is_so_for(&self, frame: &Frame, id: ConditionId) -> bool {
        if id == NONE {
            return true;
        }
        match self.content.parts.conditions[usize::from(id)] {
            Condition::Within(value, least, most) => {
                within(self.plain_value(frame, value), (least, most))
            }
            Condition::Not(other) => !self.is_so_for(frame, other),
            Condition::Both(one, other) => self.is_so_for(frame, one) && self.is_so_for(frame, other),
            simple => self.is_so(frame, &simple),
        }
    }

    fn is_so(&self, frame: &Frame, condition: &Condition) -> bool {
        let group = |id: SelectId| self.all_of(frame, &self.content.parts.selects[usize::from(id)]);
        let side = self.state.side(frame.side);
        match *condition {
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
            Condition::DeckLacks(select) => {
                let filter = self.content.parts.selects[usize::from(select)].filter;
                !side.deck.as_slice().iter().any(|&card| self.content.fits_card(&filter, card))
            }
            Condition::Within(..) | Condition::Not(_) | Condition::Both(..) => false,
        }
    }

    /// A number that asks for no luck and keeps nothing.
    pub(super) fn plain_value(&self, frame: &Frame, id: ValueId) -> i16 {
        let group = |id: SelectId| self.all_of(frame, &self.content.parts.selects[usize::from(id)]);
        match self.content.parts.values[usize::from(id)] {
            Value::Number(n) | Value::SpellDamage(n) | Value::Healing(n) | Value::Between(n, ..) => n,
            Value::Of(select, stat) => members(group(select)).fold(0, |sum, thing| sum + self.stat_of(thing, stat)),
            Value::Count(select) => group(select).count_ones() as i16,
            Value::ThatMuch => frame.n,
            Value::Armor(whose) => Self::sides(whose, frame.side).map(|side| self.state.side(side).armor).sum(),
            Value::HandSize(whose) => {
                Self::sides(whose, frame.side).map(|side| self.state.side(side).hand.len() as i16).sum()
            }
            Value::PlayedEarlier => i16::from(self.state.side(frame.side).played),
            Value::DamageTaken(whose) => Self::sides(whose, frame.side)
                .map(|side| self.state.body(self.state.side(side).hero).damage.max(0))
                .sum(),
            Value::Lost => i16::from(self.state.lost),
            Value::HandLead => {
                let held = |side: u8| self.state.side(side).hand.len() as i16;
                (held(Self::other(frame.side)) - held(frame.side)).max(0)
            }
            Value::Times(times, value) => times.saturating_mul(self.plain_value(frame, value)),
            Value::WithSpellDamage(value) => self.plain_value(frame, value),
            Value::DiedThisTurn(whose) => {
                Self::sides(whose, frame.side).map(|side| i16::from(self.state.side(side).died)).sum()
            }
        }
    }
}

/// Whether a number is within bounds.
pub(super) fn within(number: i16, (least, most): (i16, i16)) -> bool {
    (least..=most).contains(&number)
}
