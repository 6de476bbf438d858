//! What things are worth: printed numbers, changes in the order in which they were made, auras on top.

use ludus_core::{Dice, Log};

use super::content::{ASKED_AT_ANY_CHANGE, Content};
use super::event::Event;
use super::program::{Ability, Aura, NONE, Until, flag, kind};
use super::run::Machine;
use super::state::{Body, Change, Frame, Link, NO_CHANGE, Thing, members, one, status};

/// Numbers of a thing while they are worked out.
#[derive(Clone, Copy)]
struct Worth {
    attack: i16,
    health: i16,
    flags: u32,
    spell_power: i8,
}

impl<D: Dice, L: Log<Event>> Machine<'_, D, L> {
    /// Notes that a thing has changed.
    #[inline]
    pub(super) fn touch(&mut self, thing: Thing) {
        // Auras change only what is in play.
        if self.state.auras == 0 || !self.look().in_play(thing) {
            let worth = self.own_worth(thing);
            self.set_worth(thing, worth);
        } else {
            self.state.stale = true;
        }
    }

    /// Notes that things have come, gone or moved, which all auras look at.
    #[inline]
    pub(super) fn stir(&mut self) {
        self.state.stale |= self.state.auras != 0;
    }

    /// Notes that something else has changed, such as damage, which some auras look at.
    #[inline]
    pub(super) fn stir_a_little(&mut self) {
        self.state.stale |= self.state.listens & ASKED_AT_ANY_CHANGE != 0;
    }

    /// Works out all numbers again where something has changed.
    #[inline]
    pub fn settle(&mut self) {
        if self.state.stale {
            self.work_out_all();
        }
    }

    #[cold]
    fn work_out_all(&mut self) {
        self.state.stale = false;
        let all =
            self.state.minions() | self.state.sides.iter().fold(0, |set, side| set | one(side.hero) | one(side.weapon));
        let mut worth = [Worth { attack: 0, health: 0, flags: 0, spell_power: 0 }; super::state::MAX_THINGS];
        for thing in members(all) {
            worth[usize::from(thing)] = self.own_worth(thing);
        }
        let mut sources = self.state.auras;
        while sources != 0 {
            let source = self.look().earliest(sources);
            sources &= !one(source);
            self.look().each_ability(source, |machine, ability, side| {
                if let Ability::Aura(Aura::Have(filter, gains), condition) = *ability {
                    let frame = Frame { me: source, side, ..Frame::default() };
                    if machine.is_so_for(&frame, condition) {
                        let gains = machine.content.parts.gains[usize::from(gains)];
                        for thing in members(all).filter(|&thing| machine.fits(&frame, &filter, thing)) {
                            let worth = &mut worth[usize::from(thing)];
                            worth.attack = worth.attack.saturating_add(machine.plain_value(&frame, gains.attack));
                            worth.health = worth.health.saturating_add(machine.plain_value(&frame, gains.health));
                            worth.flags |= gains.flags;
                            worth.spell_power = worth.spell_power.saturating_add(gains.spell_power);
                        }
                    }
                }
            });
        }
        for thing in members(all) {
            self.set_worth(thing, worth[usize::from(thing)]);
        }
    }

    /// Works out anew all that follows from cards, changes and places, for a state that was put together by hand.
    pub fn work_out_anew(&mut self) {
        self.state.auras = 0;
        let damage = self.state.things.map(|body| body.damage);
        for thing in members(self.state.used) {
            self.derive(thing);
        }
        self.state.stale = true;
        self.settle();
        for thing in members(self.state.used) {
            let body = self.state.body_mut(thing);
            body.damage = damage[usize::from(thing)];
            if body.has(flag::ATTACK_IS_HEALTH) {
                body.attack = body.left();
            }
        }
        self.hear_again();
    }

    /// Puts another card where a card is that nobody sees: what was done to the place stays.
    pub fn disguise(&mut self, thing: Thing, card: u16) {
        self.state.body_mut(thing).card = card;
        self.derive(thing);
        if self.look().is_active(thing) {
            self.hear_again();
        }
    }

    /// What a thing is by its card and its changes alone.
    fn derive(&mut self, thing: Thing) {
        let old = *self.state.body(thing);
        let printed = fresh(self.content, old.card);
        *self.state.body_mut(thing) = Body {
            card: old.card,
            order: old.order,
            damage: old.damage,
            hit: old.hit,
            zone: old.zone,
            side: old.side,
            status: old.status,
            attacks: old.attacks,
            first: old.first,
            ..printed
        };
        self.listen_again(thing);
        let worth = self.own_worth(thing);
        self.set_worth(thing, worth);
        self.state.body_mut(thing).damage = old.damage;
    }

    /// What a thing is worth without auras.
    fn own_worth(&self, thing: Thing) -> Worth {
        let body = self.state.body(thing);
        let facts = self.facts(thing);
        let mut worth =
            Worth { attack: facts.attack, health: facts.health, flags: facts.flags, spell_power: facts.spell_power };
        if body.is(status::SILENCED) {
            worth.flags = 0;
            worth.spell_power = 0;
        }
        for link in self.state.changes_of(thing) {
            let bits = u32::from(link.a as u16) | u32::from(link.b as u16) << 16;
            match link.change {
                Change::Stats => {
                    worth.attack = worth.attack.saturating_add(link.a);
                    worth.health = worth.health.saturating_add(link.b);
                }
                Change::Flags => worth.flags |= bits,
                Change::NoFlags => worth.flags &= !bits,
                Change::SetAttack => worth.attack = link.a,
                Change::SetHealth => worth.health = link.a,
                Change::SpellPower => worth.spell_power = worth.spell_power.saturating_add(link.a as i8),
                _ => {}
            }
        }
        worth
    }

    /// Gives a thing its numbers: less health takes damage away first.
    fn set_worth(&mut self, thing: Thing, worth: Worth) {
        let body = self.state.body_mut(thing);
        let health = worth.health;
        if health < body.health {
            let left = body.left().min(health);
            body.damage = health - left;
        }
        body.health = health;
        body.flags = worth.flags;
        body.spell_power = worth.spell_power;
        body.attack = if body.has(flag::ATTACK_IS_HEALTH) { body.left() } else { worth.attack };
    }

    /// Makes a change of a thing. Like changes that last are added up.
    pub fn change(&mut self, thing: Thing, link: Link) {
        if self.add_up(thing, link) {
            self.touch(thing);
            return;
        }
        let place = self.state.free_change;
        if place == NO_CHANGE {
            return;
        }
        self.state.free_change = self.state.changes[usize::from(place)].next;
        self.state.changes[usize::from(place)] = Link { next: NO_CHANGE, ..link };
        let mut last = NO_CHANGE;
        let mut next = self.state.body(thing).first;
        while next != NO_CHANGE {
            last = next;
            next = self.state.changes[usize::from(next)].next;
        }
        if last == NO_CHANGE {
            self.state.body_mut(thing).first = place;
        } else {
            self.state.changes[usize::from(last)].next = place;
        }
        if link.change == Change::Ability {
            self.note_ability(thing, link.a as u16);
        }
        self.touch(thing);
    }

    /// Adds a change to the last one of a thing where both are alike.
    fn add_up(&mut self, thing: Thing, link: Link) -> bool {
        let mut last = NO_CHANGE;
        let mut next = self.state.body(thing).first;
        while next != NO_CHANGE {
            last = next;
            next = self.state.changes[usize::from(next)].next;
        }
        if last == NO_CHANGE || link.change != Change::Stats {
            return false;
        }
        let known = &mut self.state.changes[usize::from(last)];
        let alike = known.change == link.change
            && known.until == link.until
            && (known.by == link.by || link.until == Until::Always as u8);
        if alike {
            known.a = known.a.saturating_add(link.a);
            known.b = known.b.saturating_add(link.b);
        }
        alike
    }

    /// A thing waits for what a given ability waits for.
    fn note_ability(&mut self, thing: Thing, ability: u16) {
        let ability = self.content.ability(ability);
        let listens = self.content.listens(ability);
        self.state.body_mut(thing).listens |= listens;
        if self.look().is_active(thing) {
            self.state.listens |= listens;
            if Content::is_aura(ability) {
                self.state.auras |= one(thing);
                self.state.stale = true;
            }
        }
    }

    /// Takes away the changes for which a test holds. Gives those that belonged to somebody else back.
    pub(super) fn drop_changes(&mut self, thing: Thing, test: impl Fn(&Link) -> bool) {
        let mut before = NO_CHANGE;
        let mut next = self.state.body(thing).first;
        let mut dropped = false;
        while next != NO_CHANGE {
            let link = self.state.changes[usize::from(next)];
            if test(&link) {
                dropped = true;
                if before == NO_CHANGE {
                    self.state.body_mut(thing).first = link.next;
                } else {
                    self.state.changes[usize::from(before)].next = link.next;
                }
                self.state.changes[usize::from(next)] = Link { next: self.state.free_change, ..Link::default() };
                self.state.free_change = next;
            } else {
                before = next;
            }
            next = link.next;
        }
        if dropped {
            self.listen_again(thing);
            self.touch(thing);
        }
    }

    /// Works out again for what a thing waits, and what it costs.
    pub(super) fn listen_again(&mut self, thing: Thing) {
        let mut listens = 0;
        let mut aura = false;
        self.look().each_ability(thing, |look, ability, _| {
            listens |= look.content.listens(ability);
            aura |= Content::is_aura(ability);
        });
        let (mut dearer, mut costs) = (0_i8, -1_i8);
        for link in self.state.changes_of(thing) {
            match link.change {
                Change::Dearer => dearer = dearer.saturating_add(link.a as i8),
                Change::Costs => (dearer, costs) = (0, link.a as i8),
                _ => {}
            }
        }
        let active = self.look().is_active(thing);
        let body = self.state.body_mut(thing);
        (body.listens, body.dearer, body.costs) = (listens, dearer, costs);
        if active {
            self.state.listens |= listens;
        }
        let was = self.state.auras & one(thing) != 0;
        let is = aura && active;
        if was != is {
            self.state.auras ^= one(thing);
            self.state.stale = true;
        }
    }

    /// Puts the things that a player's turn has used up back into order, and ends what lasts only so long.
    pub(super) fn end_changes(&mut self, ends: impl Fn(&Link) -> bool + Copy) {
        for thing in members(self.state.used) {
            if self.state.body(thing).first == NO_CHANGE {
                continue;
            }
            let back = self.state.changes_of(thing).find(|link| link.change == Change::Control && ends(link)).copied();
            self.drop_changes(thing, ends);
            if let Some(link) = back {
                self.hand_over(thing, link.a as u8);
            }
        }
        self.settle();
    }

    /// Takes keywords from a thing.
    pub(super) fn take_flags(&mut self, thing: Thing, flags: u32) {
        self.change(thing, Link::of_flags(Change::NoFlags, flags));
        // What an aura gives back at once is lost all the same: the change stands before the aura.
        self.settle();
    }

    /// Uses up what makes the next card of a kind cheaper.
    pub(super) fn use_up_costs(&mut self, side: u8, card: Thing) {
        if self.state.auras == 0 {
            return;
        }
        for source in members(self.state.auras) {
            let frame_of = |by: u8| Frame { me: source, side: by, ..Frame::default() };
            let mut used: [u16; 4] = [NONE; 4];
            let mut count = 0;
            for link in self.state.changes_of(source).filter(|link| link.change == Change::Ability && link.by == side) {
                if let Ability::Aura(Aura::Cost { cards, once: true, .. }, _) = self.content.ability(link.a as u16)
                    && self.look().fits(&frame_of(link.by), cards, card)
                    && count < used.len()
                {
                    used[count] = link.a as u16;
                    count += 1;
                }
            }
            if count > 0 {
                self.drop_changes(source, |link| {
                    link.change == Change::Ability && link.by == side && used[..count].contains(&(link.a as u16))
                });
            }
        }
    }
}

/// What a fresh thing is worth: what is printed on the card.
pub(super) fn fresh(content: &Content, card: u16) -> Body {
    let facts = content.card(card);
    Body {
        card,
        attack: facts.attack,
        health: facts.health,
        flags: facts.flags,
        spell_power: facts.spell_power,
        listens: facts.listens,
        first: NO_CHANGE,
        costs: -1,
        ..Body::default()
    }
}

/// Whether a card can stand on a board.
pub(super) fn stands(content: &Content, card: u16) -> bool {
    content.card(card).is(kind::MINION)
}
