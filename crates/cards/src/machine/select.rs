//! Finding things: filters, groups, numbers and conditions.

use ludus_core::{Dice, Log, Luck};

use super::event::Event;
use super::look::within;
use super::program::{Condition, ConditionId, NO_REGISTER, NONE, Pick, SelectId, Stat, Value, ValueId};
use super::run::Machine;
use super::state::{Set, Thing, Zone, members, one, status};

const PICK: Luck = Luck::of("pick");
const AMOUNT: Luck = Luck::of("amount");

impl<D: Dice, L: Log<Event>> Machine<'_, D, L> {
    /// The things that a group means now.
    pub(super) fn find(&mut self, at: usize, id: SelectId) -> Set {
        let frame = self.state.frames[at];
        let select = self.content.parts.selects[usize::from(id)];
        let all = self.look().all_of(&frame, &select);
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
        let best = members(all).map(|thing| sign * self.look().stat_of(thing, stat)).max();
        let Some(best) = best else { return 0 };
        let ties = members(all)
            .filter(|&thing| sign * self.look().stat_of(thing, stat) == best)
            .fold(0, |set, thing| set | one(thing));
        one(self.roll_member(PICK, ties))
    }

    fn pick_edge(&self, all: Set, last: bool) -> Set {
        let place = |thing: Thing| {
            let side = self.state.side(self.state.body(thing).side);
            side.board.place(thing).or_else(|| side.hand.place(thing)).unwrap_or(0)
        };
        let edge = if last {
            members(all).max_by_key(|&thing| place(thing))
        } else {
            members(all).min_by_key(|&thing| place(thing))
        };
        edge.map_or(0, one)
    }

    /// A number, worked out now.
    pub(super) fn value(&mut self, at: usize, id: ValueId) -> i16 {
        let frame = self.state.frames[at];
        match self.content.parts.values[usize::from(id)] {
            Value::SpellDamage(n) => self.look().powered(&frame, n, true),
            Value::Healing(n) => self.look().powered(&frame, n, false),
            Value::Between(least, most, powered) => {
                let more = self.roll(AMOUNT, usize::from((most - least + 1).unsigned_abs()));
                let n = least.saturating_add_unsigned(more as u16);
                if powered { self.look().powered(&frame, n, true) } else { n }
            }
            Value::Of(select, stat) => {
                let found = self.find(at, select);
                members(found).fold(0_i16, |sum, thing| sum.saturating_add(self.look().stat_of(thing, stat)))
            }
            Value::Count(select) => self.find(at, select).count_ones() as i16,
            // The card itself has been counted by now.
            Value::PlayedEarlier => i16::from(self.state.side(frame.side).played.saturating_sub(1)),
            Value::Times(times, value) => times.saturating_mul(self.value(at, value)),
            Value::WithSpellDamage(value) => {
                let n = self.value(at, value);
                self.look().powered(&frame, n, true)
            }
            _ => self.look().plain_value(&frame, id),
        }
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
            simple => self.look().is_so(&frame, simple),
        }
    }
}
