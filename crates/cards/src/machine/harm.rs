//! Damage, healing, armour and death.

use ludus_core::{Dice, Log};

use super::event::Event;
use super::program::{Ability, Pc, When, flag, kind};
use super::run::Machine;
use super::state::{Doing, Frame, NOBODY, Outcome, Set, Thing, Zone, members, one, status};

/// The most deathrattles of one thing that are done when it dies.
const MAX_RATTLES: usize = 16;

impl<D: Dice, L: Log<Event>> Machine<'_, D, L> {
    /// Deals the same damage to several at once; what it causes follows.
    pub(super) fn deal(&mut self, source: Thing, set: Set, amount: i16) {
        let mut hit = 0;
        for thing in members(set) {
            if self.hit(source, thing, amount) {
                hit |= one(thing);
            }
        }
        self.tell_damage(source, hit);
    }

    /// Tells that some were damaged.
    pub(super) fn tell_damage(&mut self, source: Thing, hit: Set) {
        if hit != 0 {
            self.stir_a_little();
            self.tell(When::Damage, hit, source);
        }
    }

    /// Deals damage to one. Whether any was dealt.
    pub(super) fn hit(&mut self, source: Thing, thing: Thing, amount: i16) -> bool {
        if amount <= 0 || !matches!(self.state.body(thing).zone, Zone::Board | Zone::Hero) {
            return false;
        }
        let body = *self.state.body(thing);
        if body.has(flag::IMMUNE) || (thing == self.state.attacker && self.is_guarded(thing)) {
            return false;
        }
        if body.has(flag::DIVINE_SHIELD) {
            self.take_flags(thing, flag::DIVINE_SHIELD);
            self.tell(When::LoseShield, one(thing), source);
            return false;
        }
        if body.zone == Zone::Hero {
            if !self.hit_hero(thing, amount) {
                return false;
            }
        } else {
            let most = if body.has(flag::CANNOT_FALL) { (body.left() - 1).max(0) } else { i16::MAX };
            let body = self.state.body_mut(thing);
            body.damage = body.damage.saturating_add(amount.min(most));
            if body.has(flag::ATTACK_IS_HEALTH) {
                self.touch(thing);
            }
        }
        self.state.body_mut(thing).hit = amount;
        self.log.record(|| Event::Damaged { thing, amount });
        if source != NOBODY {
            self.after_hit(source, thing, amount);
        }
        true
    }

    fn after_hit(&mut self, source: Thing, thing: Thing, amount: i16) {
        let body = *self.state.body(source);
        if body.has(flag::POISONOUS) && self.facts(thing).is(kind::MINION) {
            self.state.body_mut(thing).status |= status::DYING;
        }
        // Who deals damage shows itself, be it in an attack or not.
        if body.has(flag::STEALTH) && body.zone == Zone::Board {
            self.take_flags(source, flag::STEALTH);
        }
        if body.has(flag::LIFESTEAL) {
            let hero = self.state.side(body.side).hero;
            self.mend(one(hero), amount);
        }
    }

    /// Whether a hero takes no damage because of the weapon that it attacks with.
    fn is_guarded(&self, thing: Thing) -> bool {
        let body = self.state.body(thing);
        let weapon = self.state.side(body.side).weapon;
        body.zone == Zone::Hero && weapon != NOBODY && self.state.body(weapon).has(flag::GUARDS)
    }

    /// Armour takes damage first. What waits for damage that kills is asked before.
    fn hit_hero(&mut self, hero: Thing, amount: i16) -> bool {
        let side = self.state.body(hero).side;
        let through = (amount - self.state.side(side).armor).max(0);
        if through >= self.state.body(hero).left() && self.state.listens & When::Fatal.bit() != 0 {
            self.state.prevented = false;
            let depth = self.state.depth;
            // Who answers may not ask anyone: the answer is complete before the damage is dealt.
            self.tell(When::Fatal, one(hero), NOBODY);
            self.run_above(depth);
            if std::mem::take(&mut self.state.prevented) || self.state.body(hero).has(flag::IMMUNE) {
                return false;
            }
        }
        let of = self.state.side_mut(side);
        of.armor = (of.armor - amount).max(0);
        let body = self.state.body_mut(hero);
        body.damage = body.damage.saturating_add(through);
        true
    }

    /// Gives health back to several at once.
    pub(super) fn mend(&mut self, set: Set, amount: i16) {
        let mut healed = 0;
        for thing in members(set) {
            if !matches!(self.state.body(thing).zone, Zone::Board | Zone::Hero) {
                continue;
            }
            let body = self.state.body_mut(thing);
            let amount = amount.min(body.damage);
            if amount <= 0 {
                continue;
            }
            body.damage -= amount;
            body.hit = amount;
            if body.has(flag::ATTACK_IS_HEALTH) {
                self.touch(thing);
            }
            healed |= one(thing);
            self.log.record(|| Event::Healed { thing, amount });
        }
        if healed != 0 {
            self.stir_a_little();
            self.tell(When::Heal, healed, NOBODY);
        }
    }

    /// A hero gets armour.
    pub(super) fn armor(&mut self, side: u8, amount: i16) {
        if amount <= 0 {
            return;
        }
        let of = self.state.side_mut(side);
        of.armor = of.armor.saturating_add(amount);
        let hero = of.hero;
        self.log.record(|| Event::Armored { side, amount });
        self.tell(When::Armor, one(hero), NOBODY);
    }

    /// Whether something in play has died, or is to be destroyed.
    pub(super) fn somebody_is_dead(&self) -> bool {
        let dead = |thing: Thing| {
            let body = self.state.body(thing);
            body.left() <= 0 || body.is(status::DYING)
        };
        let sides = &self.state.sides;
        sides.iter().any(|side| {
            side.board.as_slice().iter().any(|&thing| dead(thing))
                || (side.weapon != NOBODY && dead(side.weapon))
                || (side.hero != NOBODY && dead(side.hero))
        })
    }

    /// Takes the dead away together, then has their deathrattles done; again until nobody dies any more.
    pub(super) fn bury(&mut self, at: usize) {
        self.settle();
        let dead = members(self.state.minions() | one(self.state.sides[0].weapon) | one(self.state.sides[1].weapon))
            .filter(|&thing| {
                let body = self.state.body(thing);
                body.left() <= 0 || body.is(status::DYING)
            })
            .fold(0, |set, thing| set | one(thing));
        if dead == 0 {
            debug_assert_eq!(at + 1, usize::from(self.state.depth));
            self.pop();
            self.judge();
            return;
        }
        // The places are those before anybody is taken away; each is counted among those that stay.
        for side in 0..2 {
            let row = self.state.side(side).board;
            let mut stay = 0;
            for &thing in row.as_slice() {
                if dead & one(thing) == 0 {
                    stay += 1;
                } else {
                    self.state.body_mut(thing).hit = stay;
                }
            }
        }
        // They go in the order in which they came, and keep it among the dead.
        let mut rest = dead;
        while rest != 0 {
            let thing = self.look().earliest(rest);
            rest &= !one(thing);
            let side = self.state.body(thing).side;
            if self.facts(thing).is(kind::MINION) {
                let of = self.state.side_mut(side);
                of.died = of.died.saturating_add(1);
            }
            let place = self.state.body(thing).hit;
            self.leave(thing);
            self.state.body_mut(thing).attacks = place as u8;
            self.log.record(|| Event::Died { thing, card: self.state.body(thing).card });
        }
        self.hear_again();
        self.state.stale |= self.state.auras != 0;
        self.settle();
        self.state.push(Frame { doing: Doing::Rattles, saved: [dead, dead], ..Frame::default() });
    }

    /// Who waits for what, once somebody has gone.
    pub(super) fn hear_again(&mut self) {
        let active = members(self.state.used).filter(|&thing| self.look().is_active(thing));
        self.state.listens = active.fold(0, |mask, thing| mask | self.state.body(thing).listens);
    }

    /// Ends the game where a hero has died.
    pub(super) fn judge(&mut self) {
        let fallen = |side: u8| {
            let body = self.state.body(self.state.side(side).hero);
            body.left() <= 0 || body.is(status::DYING)
        };
        let outcome = match (fallen(0), fallen(1)) {
            (false, false) => return,
            (true, true) => Outcome::Draw,
            (false, true) => Outcome::First,
            (true, false) => Outcome::Second,
        };
        self.finish(outcome);
    }

    /// The game is over.
    pub fn finish(&mut self, outcome: Outcome) {
        self.state.outcome = outcome;
        let winner = match outcome {
            Outcome::First => Some(0),
            Outcome::Second => Some(1),
            _ => None,
        };
        self.log.record(|| Event::Over { winner });
    }

    /// Does the deathrattles of the next one that has died, and tells of its death.
    pub(super) fn rattle_next(&mut self, at: usize) {
        let [rest, wave] = self.state.frames[at].saved;
        let thing = self.look().earliest(rest);
        if thing == NOBODY || self.quiet {
            self.pop();
            return;
        }
        self.state.frames[at].saved[0] &= !one(thing);
        if self.facts(thing).is(kind::MINION) {
            self.revive_reborn(thing);
            self.tell_wave(When::Die, thing, wave);
        }
        self.rattle(thing);
    }

    /// Begins the deathrattles of a thing, the first one on top.
    pub(super) fn rattle(&mut self, thing: Thing) {
        let mut found: [(Pc, u8); MAX_RATTLES] = [(0, 0); MAX_RATTLES];
        let mut count = 0;
        self.look().each_ability(thing, |_, ability, side| {
            if let (Ability::Deathrattle(pc), true) = (ability, count < MAX_RATTLES) {
                found[count] = (*pc, side);
                count += 1;
            }
        });
        for &(pc, side) in found[..count].iter().rev() {
            let times = 1 + self.look().how_many_have(side, flag::DOUBLES_DEATHRATTLES).min(3);
            for _ in 0..times {
                self.begin_program(pc, Frame { me: thing, side, subject: thing, ..Frame::default() });
            }
        }
    }

    /// A minion with Reborn comes back with 1 health.
    fn revive_reborn(&mut self, thing: Thing) {
        let body = *self.state.body(thing);
        if !body.has(flag::REBORN) {
            return;
        }
        let place = usize::from(body.attacks);
        let again = self.summon_card(body.side, body.card, place);
        if again != NOBODY {
            self.take_flags(again, flag::REBORN);
            let body = self.state.body_mut(again);
            body.damage = (body.health - 1).max(0);
            self.stir_a_little();
        }
    }
}
