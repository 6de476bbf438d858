//! What each step of a program does.

use ludus_core::{Dice, Log, Luck};

use super::event::Event;
use super::look::Look;
use super::offers::OFFER;
use super::program::{
    Gains, Make, NO_REGISTER, NONE, SelectId, Step, To, Until, Value, ValueId, When, Whose, flag, kind,
};
use super::run::Machine;
use super::state::{Ask, Change, Link, MAX_DECK, MAX_OFFER, NOBODY, Set, Thing, Zone, members, one, status};

const SPLIT: Luck = Luck::of("split");
const CHANCE: Luck = Luck::of("chance");
const ONE_OF: Luck = Luck::of("one keyword of several");
/// The most rounds of a loop.
const MAX_ROUNDS: i16 = 60;
/// How many cards are offered.
const OFFERED: usize = 3;

impl<D: Dice, L: Log<Event>> Machine<'_, D, L> {
    /// Does the next step of the program on top.
    pub(super) fn step(&mut self, at: usize) {
        let pc = self.state.frames[at].pc;
        let step = self.content.parts.steps[usize::from(pc)];
        self.state.frames[at].pc = pc + 1;
        self.settle();
        self.do_step(at, step);
    }

    fn do_step(&mut self, at: usize, step: Step) {
        match step {
            Step::End | Step::Jump(_) | Step::Unless(..) | Step::Chance(..) | Step::Repeat(..) | Step::Again(_) => {
                self.flow(at, step);
            }
            Step::Damage(..)
            | Step::DamageBy(..)
            | Step::Split(..)
            | Step::Restore(..)
            | Step::SplitRestore(..)
            | Step::RestoreAll(_)
            | Step::Armor(..)
            | Step::Destroy(_)
            | Step::Attack(..)
            | Step::Deathrattles(_) => self.harm(at, step),
            Step::Give(..)
            | Step::SetAttack(..)
            | Step::SetHealth(..)
            | Step::SetRemaining(..)
            | Step::DoubleAttack(_)
            | Step::DoubleHealth(_)
            | Step::SwapStats(_)
            | Step::LoseDurability(..)
            | Step::LoseFlags(..)
            | Step::ChangeCost(..)
            | Step::Silence(_)
            | Step::Freeze(_) => self.alter(at, step),
            Step::Draw(..)
            | Step::DrawSuch(..)
            | Step::LookTop(_)
            | Step::TakeLooked
            | Step::DropLooked
            | Step::Discard(_)
            | Step::Get(..)
            | Step::GetOther(..)
            | Step::ShuffleIn(..)
            | Step::Discover(..)
            | Step::DiscoverFromDeck(_) => self.deal_cards(at, step),
            Step::Summon(..)
            | Step::Fill(..)
            | Step::SummonTarget(_)
            | Step::Equip(..)
            | Step::Transform(..)
            | Step::ReplaceHero(..)
            | Step::ReplacePower(..)
            | Step::Remove(_)
            | Step::TakeControl(..)
            | Step::Return(..)
            | Step::Revive(..)
            | Step::Swap(..) => self.shift(at, step),
            Step::Find(select) => {
                self.find(at, select);
            }
            Step::Redirect(select) => {
                let found = self.find(at, select);
                if found != 0 {
                    self.state.defender = self.look().earliest(found);
                }
            }
            Step::Counter => self.state.countered = true,
            Step::Prevent => self.state.prevented = true,
            Step::Crystals(whose, n, full) => self.crystals(at, whose, n, full),
            Step::Mana(whose, n) => {
                for side in Look::sides(whose, self.state.frames[at].side) {
                    let of = self.state.side_mut(side);
                    of.mana = of.mana.saturating_add_signed(n).min(super::sequence::MAX_CRYSTALS);
                }
            }
        }
    }

    fn flow(&mut self, at: usize, step: Step) {
        match step {
            Step::Jump(pc) => self.state.frames[at].pc = pc,
            Step::Unless(condition, pc) if !self.holds(at, condition) => self.state.frames[at].pc = pc,
            Step::Chance(percent, pc) if self.dice.roll(CHANCE, 100) >= u32::from(percent) => {
                self.state.frames[at].pc = pc;
            }
            Step::Repeat(value, pc) => {
                let rounds = self.value(at, value).min(MAX_ROUNDS);
                let frame = &mut self.state.frames[at];
                if rounds <= 0 {
                    frame.pc = pc;
                } else {
                    frame.rounds = rounds as u8;
                }
            }
            Step::Again(pc) => {
                let frame = &mut self.state.frames[at];
                frame.rounds = frame.rounds.saturating_sub(1);
                if frame.rounds > 0 {
                    frame.pc = pc;
                }
            }
            Step::End => self.pop(),
            _ => {}
        }
    }

    /// Whether a number has to be worked out for each one that it is for.
    fn varies(&self, value: ValueId) -> bool {
        matches!(self.content.parts.values[usize::from(value)], Value::Between(..))
    }

    fn harm(&mut self, at: usize, step: Step) {
        let me = self.state.frames[at].me;
        let side = self.state.frames[at].side;
        match step {
            Step::Damage(to, amount) => {
                let found = self.find(at, to);
                self.damage_each(at, me, found, amount);
            }
            Step::DamageBy(to, amount, by) => {
                let found = self.find(at, to);
                let by = self.find(at, by);
                let source = self.look().earliest(by);
                self.damage_each(at, source, found, amount);
            }
            Step::Split(to, amount) => {
                let points = self.value(at, amount);
                self.split(at, to, points, me, false);
            }
            Step::SplitRestore(to, amount) => {
                let points = self.value(at, amount);
                self.split(at, to, points, me, true);
            }
            Step::Restore(to, amount) => {
                let found = self.find(at, to);
                let amount = self.value(at, amount);
                if self.look().how_many_have(side, flag::HEALING_HURTS) > 0 {
                    self.deal(me, found, amount);
                } else {
                    self.mend(found, amount);
                }
            }
            Step::RestoreAll(to) => {
                let found = self.find(at, to);
                self.mend(found, i16::MAX);
            }
            Step::Armor(whose, amount) => {
                let amount = self.value(at, amount);
                for side in Look::sides(whose, side) {
                    self.armor(side, amount);
                }
            }
            Step::Destroy(what) => {
                let found = self.find(at, what);
                self.destroy(found);
            }
            Step::Attack(who, whom) => {
                let (who, whom) = (self.find(at, who), self.find(at, whom));
                let (attacker, defender) = (self.look().earliest(who), self.look().earliest(whom));
                if attacker != NOBODY
                    && defender != NOBODY
                    && self.look().is_alive(attacker)
                    && self.look().is_alive(defender)
                {
                    self.attack(attacker, defender);
                }
            }
            Step::Deathrattles(of) => {
                for thing in members(self.find(at, of)) {
                    self.rattle(thing);
                }
            }
            _ => {}
        }
    }

    fn damage_each(&mut self, at: usize, source: Thing, found: Set, amount: ValueId) {
        if !self.varies(amount) {
            let amount = self.value(at, amount);
            self.deal(source, found, amount);
            return;
        }
        let mut hit = 0;
        for thing in members(found) {
            let amount = self.value(at, amount);
            if self.hit(source, thing, amount) {
                hit |= one(thing);
            }
        }
        self.tell_damage(source, hit);
    }

    /// Point by point, each to one of those who still live.
    fn split(&mut self, at: usize, to: SelectId, points: i16, source: Thing, heals: bool) {
        let frame = self.state.frames[at];
        let select = self.content.parts.selects[usize::from(to)];
        let mut hits = [NOBODY; MAX_ROUNDS as usize];
        let mut count = 0;
        for _ in 0..points.clamp(0, MAX_ROUNDS) {
            let all = self.look().all_of(&frame, &select);
            let fit = members(all)
                .filter(|&thing| self.look().is_alive(thing) && (!heals || self.state.body(thing).damage > 0));
            let living = fit.fold(0, |set, thing| set | one(thing));
            let thing = self.roll_member(SPLIT, living);
            if thing == NOBODY {
                break;
            }
            if heals {
                self.mend(one(thing), 1);
            } else if self.hit(source, thing, 1) {
                hits[count] = thing;
                count += 1;
            }
        }
        // Each point is told by itself, the first one on top.
        if self.state.listens & When::Damage.bit() != 0 {
            for &thing in hits[..count].iter().rev() {
                self.tell_damage(source, one(thing));
            }
        }
        self.stir_a_little();
    }

    fn alter(&mut self, at: usize, step: Step) {
        match step {
            Step::Give(to, gains, until) => {
                let found = self.find(at, to);
                let gains = self.content.parts.gains[usize::from(gains)];
                self.give(at, found, &gains, until);
            }
            Step::SetAttack(to, value) => self.set_stat(at, to, value, Change::SetAttack),
            Step::SetHealth(to, value) => self.set_stat(at, to, value, Change::SetHealth),
            Step::SetRemaining(to, value) => {
                let found = self.find(at, to);
                let left = self.value(at, value);
                for thing in members(found) {
                    let body = self.state.body_mut(thing);
                    body.health = body.health.max(left);
                    body.damage = body.health - left;
                }
                self.stir();
            }
            Step::DoubleAttack(to) => {
                for thing in members(self.find(at, to)) {
                    let attack = self.state.body(thing).attack;
                    self.add_stats(at, thing, attack, 0);
                }
            }
            Step::DoubleHealth(to) => {
                for thing in members(self.find(at, to)) {
                    let left = self.state.body(thing).left();
                    self.add_stats(at, thing, 0, left);
                }
            }
            Step::SwapStats(to) => {
                for thing in members(self.find(at, to)) {
                    let (attack, left) = (self.look().attack_of(thing), self.state.body(thing).left());
                    self.change(thing, Link { change: Change::SetAttack, a: left, ..Link::default() });
                    self.set_health(thing, attack);
                }
            }
            Step::LoseDurability(of, n) => {
                let found = self.find(at, of);
                let n = self.value(at, n);
                for thing in members(found) {
                    if self.state.body(thing).zone == Zone::Weapon {
                        self.state.body_mut(thing).damage += n;
                    } else {
                        self.change(thing, Link { change: Change::Stats, b: -n, ..Link::default() });
                    }
                }
            }
            Step::LoseFlags(of, flags) => {
                let found = self.find(at, of);
                self.state.lost = 0;
                for thing in members(found) {
                    if self.state.body(thing).has(flags) {
                        self.state.lost = self.state.lost.saturating_add(1);
                        self.take_flags(thing, flags);
                    }
                }
            }
            Step::ChangeCost(of, by, set) => {
                for thing in members(self.find(at, of)) {
                    let change = if set { Change::Costs } else { Change::Dearer };
                    self.change(thing, Link { change, a: i16::from(by), ..Link::default() });
                    self.listen_again(thing);
                }
            }
            Step::Silence(what) => {
                for thing in members(self.find(at, what)) {
                    self.silence(thing);
                }
            }
            Step::Freeze(what) => {
                let found = self.find(at, what);
                self.freeze(found);
            }
            _ => {}
        }
    }

    fn add_stats(&mut self, at: usize, thing: Thing, attack: i16, health: i16) {
        let by = self.state.frames[at].side;
        self.change(thing, Link { change: Change::Stats, by, a: attack, b: health, ..Link::default() });
    }

    fn set_stat(&mut self, at: usize, to: SelectId, value: ValueId, change: Change) {
        let found = self.find(at, to);
        for thing in members(found) {
            let n = self.value(at, value);
            if change == Change::SetHealth {
                self.set_health(thing, n);
            } else {
                self.change(thing, Link { change, a: n, ..Link::default() });
            }
        }
    }

    /// The health becomes so much, without damage.
    fn set_health(&mut self, thing: Thing, health: i16) {
        self.state.body_mut(thing).damage = 0;
        self.change(thing, Link { change: Change::SetHealth, a: health, ..Link::default() });
        self.settle();
        self.state.body_mut(thing).damage = 0;
    }

    /// Gives things what they get.
    fn give(&mut self, at: usize, found: Set, gains: &Gains, until: Until) {
        let by = self.state.frames[at].side;
        let me = self.state.frames[at].me;
        let until = until as u8;
        for thing in members(found) {
            if matches!(self.state.body(thing).zone, Zone::Gone | Zone::Free | Zone::Cast) {
                continue;
            }
            let attack = if gains.attack == NONE { 0 } else { self.value(at, gains.attack) };
            let health = if gains.health == NONE { 0 } else { self.value(at, gains.health) };
            if attack != 0 || health != 0 {
                self.change(thing, Link { change: Change::Stats, until, by, a: attack, b: health, ..Link::default() });
            }
            let flags = if gains.one_of { self.one_flag(gains.flags) } else { gains.flags };
            if flags != 0 {
                self.change(thing, Link { until, by, ..Link::of_flags(Change::Flags, flags) });
            }
            if gains.spell_power != 0 {
                let a = i16::from(gains.spell_power);
                self.change(thing, Link { change: Change::SpellPower, until, by, a, ..Link::default() });
            }
            if gains.ability != NONE {
                let card = if me == NOBODY { NONE } else { self.state.body(me).card };
                let a = gains.ability.cast_signed();
                self.change(
                    thing,
                    Link { change: Change::Ability, until, by, a, b: card.cast_signed(), ..Link::default() },
                );
            }
        }
    }

    fn one_flag(&mut self, flags: u32) -> u32 {
        let nth = self.roll(ONE_OF, flags.count_ones() as usize);
        (0..32).map(|bit| 1 << bit).filter(|bit| flags & bit != 0).nth(nth).unwrap_or(0)
    }

    pub(super) fn deal_cards(&mut self, at: usize, step: Step) {
        let side = self.state.frames[at].side;
        match step {
            Step::Draw(whose, count, save) => {
                let mut drawn = 0;
                for side in Look::sides(whose, side) {
                    let count = self.value(at, count);
                    for _ in 0..count.clamp(0, MAX_ROUNDS) {
                        drawn |= one(self.draw(side));
                    }
                }
                self.keep(at, save, drawn);
            }
            Step::DrawSuch(select, count, save) => {
                let mut drawn = 0;
                for _ in 0..self.value(at, count) {
                    let Some(place) = self.place_in_deck(side, select, 0) else { break };
                    let card = self.state.side_mut(side).deck.remove(place);
                    drawn |= one(self.take_from_deck(side, card));
                }
                self.keep(at, save, drawn);
            }
            Step::LookTop(count) => {
                let deck = self.state.side(side).deck;
                let seen = usize::from(count).min(deck.len()).min(MAX_OFFER);
                self.state.looked = seen as u8;
                if seen > 0 {
                    let cards = deck.as_slice().iter().rev().take(seen).copied();
                    self.offer(Ask::Look, side, cards);
                }
            }
            Step::TakeLooked => self.take_looked(side),
            Step::DropLooked => {
                for _ in 0..std::mem::take(&mut self.state.looked) {
                    if let Some(card) = self.state.side_mut(side).deck.pop() {
                        self.log.record(|| Event::Discarded { side, card });
                    }
                }
            }
            Step::Discard(what) => {
                for thing in members(self.find(at, what)) {
                    if self.state.body(thing).zone == Zone::Hand {
                        let card = self.state.body(thing).card;
                        self.leave(thing);
                        self.log.record(|| Event::Discarded { side, card });
                        self.tell(When::Discard, one(thing), NOBODY);
                    }
                }
                self.stir_a_little();
            }
            Step::Get(whose, make, count) => self.get_made(at, whose, side, make, count),
            Step::GetOther(make, count) => {
                let subject = self.state.frames[at].subject;
                if subject != NOBODY {
                    let doer = self.state.body(subject).side;
                    self.get_made(at, Whose::Theirs, doer, make, count);
                }
            }
            Step::ShuffleIn(whose, make, count) => {
                let count = self.value(at, count);
                for side in Look::sides(whose, side) {
                    for _ in 0..count {
                        if let Some((card, _)) = self.made(at, make, side) {
                            self.shuffle_in(side, card);
                        }
                    }
                }
            }
            Step::Discover(pool, classes) => {
                let mut found: [u16; OFFERED] = [NONE; OFFERED];
                let mut count = 0;
                while count < OFFERED {
                    let known = found;
                    let Some(card) = self.from_pool(pool, side, classes, |card| !known.contains(&card)) else { break };
                    found[count] = card;
                    count += 1;
                }
                self.ask(side, &found[..count]);
            }
            Step::DiscoverFromDeck(select) => {
                let filter = self.content.parts.selects[usize::from(select)].filter;
                let mut kinds = [NONE; MAX_DECK];
                let mut left = 0;
                for &card in self.state.side(side).deck.as_slice() {
                    if self.content.fits_card(&filter, card) && !kinds[..left].contains(&card) {
                        kinds[left] = card;
                        left += 1;
                    }
                }
                let mut found: [u16; OFFERED] = [NONE; OFFERED];
                let count = left.min(OFFERED);
                for place in &mut found[..count] {
                    let nth = self.roll(OFFER, left);
                    left -= 1;
                    *place = kinds[nth];
                    kinds[nth] = kinds[left];
                }
                self.ask(side, &found[..count]);
            }
            _ => {}
        }
    }

    fn keep(&mut self, at: usize, save: u8, set: Set) {
        if save != NO_REGISTER {
            self.state.frames[at].saved[usize::from(save)] = set;
        }
    }

    fn get_made(&mut self, at: usize, whose: Whose, side: u8, make: Make, count: ValueId) {
        // A copy for each of a group, not only for its first.
        if let Make::Printed(select) | Make::Copy(select) = make {
            let found = self.find(at, select);
            let count = self.value(at, count);
            for side in Look::sides(whose, side) {
                for of in members(found) {
                    for _ in 0..count {
                        self.get(side, self.state.body(of).card);
                    }
                }
            }
            return;
        }
        let count = self.value(at, count);
        for side in Look::sides(whose, side) {
            // Several copies out of a deck are copies of several cards.
            if let Make::FromDeck(owner, select) = make {
                let owner = Look::sides(owner, self.state.frames[at].side).next().unwrap_or(side);
                let mut known = 0;
                for _ in 0..count {
                    let Some(place) = self.place_in_deck(owner, select, known) else { break };
                    known |= 1 << place;
                    self.get(side, self.state.side(owner).deck.as_slice()[place]);
                }
                continue;
            }
            for _ in 0..count {
                if let Some((card, _)) = self.made(at, make, side) {
                    self.get(side, card);
                }
            }
        }
    }

    fn crystals(&mut self, at: usize, whose: Whose, n: i8, full: bool) {
        for side in Look::sides(whose, self.state.frames[at].side) {
            let of = self.state.side_mut(side);
            let before = of.crystals;
            of.crystals = of.crystals.saturating_add_signed(n).min(super::sequence::MAX_CRYSTALS);
            if full {
                of.mana += of.crystals.saturating_sub(before);
            }
            of.mana = of.mana.min(if n < 0 { of.crystals } else { super::sequence::MAX_CRYSTALS });
        }
    }

    fn shift(&mut self, at: usize, step: Step) {
        let frame = self.state.frames[at];
        match step {
            Step::Summon(whose, make, count, save) => {
                let count = self.value(at, count);
                let mut summoned = 0;
                for side in Look::sides(whose, frame.side) {
                    summoned |= self.summon(at, side, make, count);
                }
                self.keep(at, save, summoned);
            }
            Step::Fill(whose, make) => {
                for side in Look::sides(whose, frame.side) {
                    self.summon(at, side, make, MAX_ROUNDS);
                }
            }
            Step::SummonTarget(make) => {
                let summoned = self.summon(at, frame.side, make, 1);
                let target = self.look().earliest(summoned);
                if target != NOBODY {
                    if self.state.attacker == NOBODY {
                        self.state.aim = target;
                    } else {
                        self.state.defender = target;
                    }
                }
            }
            Step::Equip(whose, make) => {
                for side in Look::sides(whose, frame.side) {
                    if let Some((card, _)) = self.made(at, make, side)
                        && self.content.card(card).is(kind::WEAPON)
                    {
                        self.equip_card(side, card);
                    }
                }
            }
            Step::Transform(what, into) => {
                let found = self.find(at, what);
                for thing in members(found) {
                    if !matches!(self.state.body(thing).zone, Zone::Board | Zone::Hand) {
                        continue;
                    }
                    let side = self.state.body(thing).side;
                    if let Some((card, of)) = self.made(at, into, side) {
                        self.transform(thing, card);
                        if matches!(into, Make::Copy(_)) && of != NOBODY && of != thing {
                            self.copy_onto(thing, of);
                        }
                    }
                }
            }
            Step::ReplaceHero(whose, card) => {
                for side in Look::sides(whose, frame.side) {
                    self.replace_hero(side, card);
                    // The minion that becomes the hero leaves the board.
                    if self.state.body(frame.me).zone == Zone::Board {
                        self.leave(frame.me);
                    }
                }
            }
            Step::ReplacePower(whose, card) => {
                for side in Look::sides(whose, frame.side) {
                    let power = self.state.side(side).power;
                    if self.state.body(power).card != card {
                        self.replace_power(side, card);
                    }
                }
            }
            Step::Remove(what) => {
                for thing in members(self.find(at, what)) {
                    self.leave(thing);
                }
                self.hear_again();
            }
            Step::TakeControl(what, until) => {
                for thing in members(self.find(at, what)) {
                    self.take_control(thing, frame.side, until);
                }
            }
            Step::Return(what, to) => self.put_back(at, what, to),
            Step::Revive(what, health) => {
                for thing in members(self.find(at, what)) {
                    self.bring_back(thing, health);
                }
            }
            Step::Swap(one_group, other) => {
                let (a, b) = (self.find(at, one_group), self.find(at, other));
                let (a, b) = (self.look().earliest(a), self.look().earliest(b));
                if a != NOBODY && b != NOBODY {
                    self.swap(a, b);
                }
            }
            _ => {}
        }
    }

    fn put_back(&mut self, at: usize, what: SelectId, to: To) {
        let mut rest = self.find(at, what);
        // In the order in which they came into play.
        while rest != 0 {
            let thing = self.look().earliest(rest);
            rest &= !one(thing);
            let body = *self.state.body(thing);
            if body.zone != Zone::Board {
                continue;
            }
            match to {
                To::Hand => self.return_to_hand(thing),
                To::Deck => {
                    self.leave(thing);
                    self.shuffle_in(body.side, body.card);
                }
            }
        }
        self.hear_again();
    }

    /// Minions come into play one by one, each beside the one before it.
    fn summon(&mut self, at: usize, side: u8, make: Make, count: i16) -> Set {
        let me = self.state.frames[at].me;
        let first = self.place_beside(me, side);
        let mut entered = 0;
        for place in (first..).take(usize::from(count.clamp(0, MAX_ROUNDS).unsigned_abs())) {
            if self.state.side(side).board.is_full() {
                break;
            }
            let Some((card, of)) = self.made(at, make, side) else { break };
            let thing = self.summon_card(side, card, place);
            if thing == NOBODY {
                break;
            }
            self.state.body_mut(thing).status |= status::MADE;
            match make {
                Make::Copy(_) if of != NOBODY => self.copy_onto(thing, of),
                Make::SizedCopy(_, attack, health) => {
                    let link = |change, n: i8| Link { change, a: i16::from(n), ..Link::default() };
                    self.change(thing, link(Change::SetAttack, attack));
                    self.change(thing, link(Change::SetHealth, health));
                }
                _ => {}
            }
            entered |= one(thing);
        }
        // Told in reverse, so that the first one is on top; first that they enter, then that they have.
        if entered != 0 {
            self.tell(When::AfterSummon, entered, NOBODY);
            self.tell(When::Summon, entered, NOBODY);
        }
        entered
    }

    fn take_control(&mut self, thing: Thing, side: u8, until: Until) {
        let body = *self.state.body(thing);
        if body.zone != Zone::Board || body.side == side {
            return;
        }
        if until != Until::Always {
            let link = Link {
                change: Change::Control,
                until: until as u8,
                by: side,
                a: i16::from(body.side),
                ..Link::default()
            };
            self.change(thing, link);
            // It is taken for its attack: it need not wait for the next turn.
        }
        self.hand_over(thing, side);
        if until != Until::Always {
            let body = self.state.body_mut(thing);
            body.status &= !status::NEW;
            body.attacks = 0;
        }
    }

    /// A dead minion comes back as it is printed.
    fn bring_back(&mut self, thing: Thing, health: i8) {
        let body = *self.state.body(thing);
        let place = self.place_beside(thing, body.side);
        let again = self.summon_card(body.side, body.card, place);
        if again == NOBODY {
            return;
        }
        let now = self.state.body_mut(again);
        now.status |= status::MADE;
        if health > 0 {
            now.damage = (now.health - i16::from(health)).max(0);
        }
        self.tell(When::AfterSummon, one(again), NOBODY);
        self.tell(When::Summon, one(again), NOBODY);
    }
}
