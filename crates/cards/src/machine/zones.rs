//! Things come, go and move: drawing, summoning, equipping, transforming, returning, changing sides.

use ludus_core::{Dice, DiceExt, Log, Luck};

use super::event::Event;
use super::look::Look;
use super::numbers::{fresh, stands};
use super::program::{Classes, Make, NONE, SelectId, flag, kind};
use super::run::Machine;
use super::state::{
    Change, Doing, Frame, Link, MAX_BOARD, MAX_HAND, MAX_THINGS, NO_CHANGE, NOBODY, Set, Thing, Zone, members, one,
    status,
};

const RANDOM_CARD: Luck = Luck::of("random card");
const DECK_CARD: Luck = Luck::of("card of a deck");
const SHUFFLE_IN: Luck = Luck::of("shuffle in");

impl<D: Dice, L: Log<Event>> Machine<'_, D, L> {
    /// A fresh thing; [`NOBODY`] where there is no place for one more.
    pub fn create(&mut self, card: u16, side: u8, zone: Zone) -> Thing {
        let free = !self.state.used;
        let thing = if free == 0 { self.reclaim() } else { free.trailing_zeros() as Thing };
        if thing == NOBODY || usize::from(thing) >= MAX_THINGS {
            return NOBODY;
        }
        self.state.used |= one(thing);
        *self.state.body_mut(thing) = fresh(self.content, card);
        self.state.body_mut(thing).side = side;
        self.enter(thing, zone);
        thing
    }

    /// Frees what has gone and is not spoken of any more, and gives one such place.
    fn reclaim(&mut self) -> Thing {
        let frames = &self.state.frames[..usize::from(self.state.depth)];
        let spoken = frames.iter().fold(0, |set, frame| {
            let named = [frame.me, frame.chosen, frame.subject, frame.object].into_iter().map(one);
            named.chain(frame.saved).fold(set, |set, more| set | more)
        });
        let state = &*self.state;
        let gone = members(state.used & !spoken).find(|&thing| state.body(thing).zone == Zone::Gone);
        if let Some(thing) = gone {
            self.free(thing);
        }
        gone.unwrap_or(NOBODY)
    }

    /// Frees the place of a thing.
    pub(super) fn free(&mut self, thing: Thing) {
        self.clear_changes(thing);
        self.state.used &= !one(thing);
        self.state.auras &= !one(thing);
        *self.state.body_mut(thing) = super::state::Body::default();
    }

    fn clear_changes(&mut self, thing: Thing) {
        let mut next = std::mem::replace(&mut self.state.body_mut(thing).first, NO_CHANGE);
        while next != NO_CHANGE {
            let after = self.state.changes[usize::from(next)].next;
            self.state.changes[usize::from(next)] = Link { next: self.state.free_change, ..Link::default() };
            self.state.free_change = next;
            next = after;
        }
    }

    /// Notes where a thing is now; what is there by order of rows is the caller's work.
    pub(super) fn enter(&mut self, thing: Thing, zone: Zone) {
        let order = self.state.clock;
        self.state.clock = order.saturating_add(1);
        let body = self.state.body_mut(thing);
        body.zone = zone;
        body.order = order;
        let has_aura = self.facts(thing).has_aura && !self.state.body(thing).is(status::SILENCED);
        if self.look().is_active(thing) {
            self.state.listens |= self.state.body(thing).listens;
            if has_aura {
                self.state.auras |= one(thing);
            }
        } else if self.state.auras & one(thing) != 0 {
            self.state.auras &= !one(thing);
            self.state.stale = true;
        }
        self.stir();
    }

    /// Makes a thing what its card says again.
    fn reset(&mut self, thing: Thing) {
        self.clear_changes(thing);
        let old = *self.state.body(thing);
        let mut body = fresh(self.content, old.card);
        body.side = old.side;
        body.zone = old.zone;
        body.order = old.order;
        body.status = old.status & (status::MADE | status::SHOWN);
        *self.state.body_mut(thing) = body;
        if self.state.auras & one(thing) != 0 {
            self.state.auras &= !one(thing);
            self.state.stale = true;
        }
    }

    /// Takes a thing out of the row that it stands in, and says where it stood.
    pub(super) fn take_out(&mut self, thing: Thing) -> usize {
        let body = *self.state.body(thing);
        let side = self.state.side_mut(body.side);
        let place = match body.zone {
            Zone::Hand => side.hand.remove(thing),
            Zone::Board => side.board.remove(thing),
            Zone::Secret => side.secrets.remove(thing),
            Zone::Weapon => {
                side.weapon = NOBODY;
                None
            }
            _ => None,
        };
        place.unwrap_or(0)
    }

    /// A thing goes, and is remembered until everything is done. Where it stood is kept in `attacks`.
    pub(super) fn leave(&mut self, thing: Thing) {
        let place = self.take_out(thing);
        self.enter(thing, Zone::Gone);
        self.state.body_mut(thing).attacks = place as u8;
    }

    /// Draws the top card. Returns what it is now, [`NOBODY`] where there was none.
    pub fn draw(&mut self, side: u8) -> Thing {
        if let Some(card) = self.state.side_mut(side).deck.pop() {
            return self.take_from_deck(side, card);
        }
        self.tire(side);
        NOBODY
    }

    /// A card that was in the deck comes into the hand, or is burned where there is no room.
    pub(super) fn take_from_deck(&mut self, side: u8, card: u16) -> Thing {
        let full = self.state.side(side).hand.len() == MAX_HAND;
        let thing = self.create(card, side, if full { Zone::Gone } else { Zone::Hand });
        if full || thing == NOBODY {
            self.log.record(|| Event::Burned { side, card });
            return thing;
        }
        self.state.side_mut(side).hand.push(thing);
        self.log.record(|| Event::Drew { side, thing, card });
        self.tell(super::program::When::Draw, one(thing), NOBODY);
        thing
    }

    fn tire(&mut self, side: u8) {
        let of = self.state.side_mut(side);
        of.fatigue = of.fatigue.saturating_add(1);
        let (damage, hero) = (of.fatigue, of.hero);
        self.log.record(|| Event::Tired { side, damage });
        self.deal(NOBODY, one(hero), i16::from(damage));
    }

    /// A new card comes into a hand; nothing happens where there is no room.
    pub(super) fn get(&mut self, side: u8, card: u16) -> Thing {
        if self.state.side(side).hand.len() == MAX_HAND {
            self.log.record(|| Event::Burned { side, card });
            return NOBODY;
        }
        let thing = self.create(card, side, Zone::Hand);
        if thing != NOBODY {
            self.state.body_mut(thing).status |= status::MADE;
            self.state.side_mut(side).hand.push(thing);
            self.log.record(|| Event::Got { side, thing, card });
        }
        thing
    }

    /// A new card for a player, outside of any effect.
    pub fn give_card(&mut self, side: u8, card: u16) -> Thing {
        self.get(side, card)
    }

    /// A card is put where it belongs without anything happening: on the board, into the hand, as a secret or weapon.
    /// Nobody where there is no room.
    pub fn put(&mut self, card: u16, side: u8, zone: Zone) -> Thing {
        let of = self.state.side(side);
        let full = match zone {
            Zone::Board => of.board.is_full(),
            Zone::Hand => of.hand.is_full(),
            Zone::Secret => of.secrets.is_full(),
            _ => false,
        };
        if full {
            return NOBODY;
        }
        let thing = self.create(card, side, zone);
        let of = self.state.side_mut(side);
        match zone {
            Zone::Board => of.board.push(thing),
            Zone::Hand => of.hand.push(thing),
            Zone::Secret => of.secrets.push(thing),
            Zone::Weapon => of.weapon = thing,
            Zone::Hero => of.hero = thing,
            Zone::Power => of.power = thing,
            _ => {}
        }
        thing
    }

    /// A thing is gone as if it had never been there.
    pub fn forget(&mut self, thing: Thing) {
        self.take_out(thing);
        self.free(thing);
    }

    /// A minion comes into play at a place of a board; nothing happens where there is no room.
    pub(super) fn summon_card(&mut self, side: u8, card: u16, place: usize) -> Thing {
        if self.state.side(side).board.is_full() || !stands(self.content, card) {
            return NOBODY;
        }
        let thing = self.create(card, side, Zone::Board);
        if thing == NOBODY {
            return NOBODY;
        }
        self.stand(thing, side, place);
        thing
    }

    /// A thing that is on the board by its zone gets its place there.
    pub(super) fn stand(&mut self, thing: Thing, side: u8, place: usize) {
        let place = place.min(self.state.side(side).board.len());
        self.state.side_mut(side).board.insert(place, thing);
        let body = self.state.body_mut(thing);
        body.side = side;
        body.status |= status::NEW;
        body.attacks = 0;
        self.touch(thing);
        self.stir();
        let card = self.state.body(thing).card;
        self.log.record(|| Event::Entered { side, thing, card, place: place as u8 });
    }

    /// Where something that a thing summons stands: beside it on its own side, else at the right end.
    pub(super) fn place_beside(&self, thing: Thing, side: u8) -> usize {
        let row = self.state.side(side).board;
        if thing == NOBODY || self.state.body(thing).side != side {
            return row.len();
        }
        let body = self.state.body(thing);
        match body.zone {
            Zone::Board => row.place(thing).map_or(row.len(), |place| place + 1),
            Zone::Gone if self.facts(thing).is(kind::MINION) => usize::from(body.attacks).min(row.len()),
            _ => row.len(),
        }
    }

    /// A hero gets a weapon; the old one breaks.
    pub(super) fn equip_card(&mut self, side: u8, card: u16) -> Thing {
        let thing = self.create(card, side, Zone::Weapon);
        if thing != NOBODY {
            self.hold(thing, side);
        }
        thing
    }

    /// A weapon that is one by its zone comes into the hero's hands.
    pub(super) fn hold(&mut self, thing: Thing, side: u8) {
        let old = std::mem::replace(&mut self.state.side_mut(side).weapon, thing);
        if old != NOBODY {
            self.state.body_mut(old).status |= status::DYING;
            self.enter(old, Zone::Gone);
            self.log.record(|| Event::Died { thing: old, card: self.state.body(old).card });
            self.state.push(Frame { doing: Doing::Rattles, saved: [one(old), one(old)], ..Frame::default() });
        }
        self.touch(thing);
        self.stir();
        let card = self.state.body(thing).card;
        self.log.record(|| Event::Equipped { side, thing, card });
    }

    /// A thing turns into another card where it is.
    pub(super) fn transform(&mut self, thing: Thing, card: u16) {
        let old = *self.state.body(thing);
        self.state.body_mut(thing).card = card;
        self.reset(thing);
        let body = self.state.body_mut(thing);
        body.status |= status::MADE | (old.status & status::NEW);
        if old.zone == Zone::Board {
            body.status |= status::NEW;
        }
        self.enter(thing, old.zone);
        self.touch(thing);
        self.log.record(|| Event::Transformed { thing, card });
    }

    /// Gives a thing all that another one has: numbers, changes, damage, what is true of it for a while.
    pub(super) fn copy_onto(&mut self, thing: Thing, of: Thing) {
        let model = *self.state.body(of);
        let mut next = model.first;
        while next != NO_CHANGE {
            let link = self.state.changes[usize::from(next)];
            next = link.next;
            if link.change != Change::Control {
                self.change(thing, link);
            }
        }
        let body = self.state.body_mut(thing);
        body.status |= model.status & (status::FROZEN | status::SILENCED);
        self.listen_again(thing);
        self.touch(thing);
        self.settle();
        let body = self.state.body_mut(thing);
        body.damage = model.damage.min(body.health - 1).max(0);
    }

    /// Puts a thing back into the hand of the side that it belongs to; it is destroyed where there is no room.
    pub(super) fn return_to_hand(&mut self, thing: Thing) {
        let side = self.state.body(thing).side;
        if self.state.side(side).hand.is_full() {
            self.state.body_mut(thing).status |= status::DYING;
            return;
        }
        self.take_out(thing);
        self.reset(thing);
        self.state.body_mut(thing).status |= status::SHOWN;
        self.enter(thing, Zone::Hand);
        self.touch(thing);
        self.state.side_mut(side).hand.push(thing);
        self.log.record(|| Event::Returned { thing, side });
    }

    /// A minion changes sides; it dies where there is no room.
    pub(super) fn hand_over(&mut self, thing: Thing, side: u8) {
        if self.state.body(thing).zone != Zone::Board || self.state.body(thing).side == side {
            return;
        }
        if self.state.side(side).board.is_full() {
            self.state.body_mut(thing).status |= status::DYING;
            return;
        }
        self.take_out(thing);
        self.enter(thing, Zone::Board);
        let end = self.state.side(side).board.len();
        let attacks = self.state.body(thing).attacks;
        self.stand(thing, side, end);
        self.state.body_mut(thing).attacks = attacks;
        self.log.record(|| Event::Taken { thing, side });
    }

    /// Two things change places: one in play, one in a hand.
    pub(super) fn swap(&mut self, on_board: Thing, in_hand: Thing) {
        let (a, b) = (*self.state.body(on_board), *self.state.body(in_hand));
        if a.zone != Zone::Board || b.zone != Zone::Hand || a.side != b.side {
            return;
        }
        let place = self.take_out(on_board);
        self.take_out(in_hand);
        self.reset(on_board);
        self.state.body_mut(on_board).status |= status::SHOWN;
        self.enter(on_board, Zone::Hand);
        self.touch(on_board);
        self.state.side_mut(a.side).hand.push(on_board);
        self.enter(in_hand, Zone::Board);
        self.stand(in_hand, a.side, place);
    }

    /// The cards that something is made of, one for each piece; none where there is nothing to make.
    pub(super) fn made(&mut self, at: usize, make: Make, side: u8) -> Option<(u16, Thing)> {
        match make {
            Make::Card(card) => Some((card, NOBODY)),
            Make::Random(pool) => self.from_pool(pool, side, Classes::All, |_| true).map(|card| (card, NOBODY)),
            Make::RandomNew(pool) => {
                let row = self.state.side(side).board;
                let mut there = [NONE; MAX_BOARD];
                for (card, &thing) in there.iter_mut().zip(row.as_slice()) {
                    *card = self.state.body(thing).card;
                }
                self.from_pool(pool, side, Classes::All, |card| !there.contains(&card)).map(|card| (card, NOBODY))
            }
            Make::Printed(select) | Make::Copy(select) | Make::SizedCopy(select, ..) => {
                let found = self.find(at, select);
                let of = self.look().earliest(found);
                (of != NOBODY).then(|| (self.state.body(of).card, of))
            }
            Make::FromDeck(whose, select) => {
                let owner = Look::sides(whose, self.state.frames[at].side).next().unwrap_or(0);
                let place = self.place_in_deck(owner, select, 0)?;
                Some((self.state.side(owner).deck.as_slice()[place], NOBODY))
            }
            Make::Recruit(select) => {
                let owner = self.state.frames[at].side;
                let place = self.place_in_deck(owner, select, 0)?;
                Some((self.state.side_mut(owner).deck.remove(place), NOBODY))
            }
        }
    }

    /// A card of a deck that fits, by chance; `known` holds the places that are out of the question, one bit each.
    pub(super) fn place_in_deck(&mut self, side: u8, select: SelectId, known: u64) -> Option<usize> {
        let filter = self.content.parts.selects[usize::from(select)].filter;
        let deck = self.state.side(side).deck;
        let fits = |&place: &usize| known >> place & 1 == 0 && self.content.fits_card(&filter, deck.as_slice()[place]);
        let count = (0..deck.len()).filter(fits).count();
        if count == 0 {
            return None;
        }
        let nth = if count == 1 { 0 } else { self.dice.roll(DECK_CARD, count as u32) as usize };
        let fits = |&place: &usize| known >> place & 1 == 0 && self.content.fits_card(&filter, deck.as_slice()[place]);
        (0..deck.len()).filter(fits).nth(nth)
    }

    /// A card of a pool, by chance.
    pub(super) fn from_pool(
        &mut self,
        pool: u16,
        side: u8,
        classes: Classes,
        test: impl Fn(u16) -> bool,
    ) -> Option<u16> {
        let content = self.content;
        let cards = &content.parts.pools[usize::from(pool)];
        let fits = |machine: &Self, card: u16| {
            test(card) && machine.look().is_of_class(side, classes, content.card(card).class)
        };
        let count = cards.iter().filter(|&&card| fits(self, card)).count();
        if count == 0 {
            return None;
        }
        let nth = self.roll(RANDOM_CARD, count);
        cards.iter().copied().filter(|&card| fits(self, card)).nth(nth)
    }

    /// A card comes to a place of a deck that nobody knows.
    pub(super) fn shuffle_in(&mut self, side: u8, card: u16) {
        if self.state.side_mut(side).deck.push(card) {
            let deck = &mut self.state.sides[usize::from(side)].deck;
            let last = deck.len() - 1;
            let place = if last == 0 { 0 } else { self.dice.roll(SHUFFLE_IN, last as u32 + 1) as usize };
            deck.as_mut_slice().swap(place, last);
        }
    }

    /// Puts a deck into a random order.
    pub fn shuffle_deck(&mut self, side: u8, luck: Luck) {
        self.dice.shuffle(luck, self.state.sides[usize::from(side)].deck.as_mut_slice());
    }

    /// Marks things to be destroyed.
    pub(super) fn destroy(&mut self, set: Set) {
        for thing in members(set) {
            if self.look().in_play(thing) {
                self.state.body_mut(thing).status |= status::DYING;
            } else if self.state.body(thing).zone == Zone::Secret {
                self.leave(thing);
            }
        }
    }

    /// Takes away all abilities and changes.
    pub(super) fn silence(&mut self, thing: Thing) {
        if self.state.body(thing).zone != Zone::Board {
            return;
        }
        let back = self.state.changes_of(thing).find(|link| link.change == Change::Control).copied();
        let body = self.state.body_mut(thing);
        body.status |= status::SILENCED;
        body.status &= !status::FROZEN;
        self.drop_changes(thing, |_| true);
        self.listen_again(thing);
        self.touch(thing);
        self.log.record(|| Event::Silenced { thing });
        if let Some(link) = back {
            self.hand_over(thing, link.a as u8);
        }
    }

    /// The things misses their next attack.
    pub(super) fn freeze(&mut self, set: Set) {
        let mut frozen = 0;
        for thing in members(set) {
            if matches!(self.state.body(thing).zone, Zone::Board | Zone::Hero)
                && !self.state.body(thing).has(flag::IMMUNE)
            {
                self.state.body_mut(thing).status |= status::FROZEN;
                frozen |= one(thing);
                self.log.record(|| Event::Frozen { thing });
            }
        }
        self.tell(super::program::When::Freeze, frozen, NOBODY);
    }

    /// Puts a hero in place of another.
    pub(super) fn replace_hero(&mut self, side: u8, card: u16) {
        let hero = self.state.side(side).hero;
        let attacks = self.state.body(hero).attacks;
        self.state.body_mut(hero).card = card;
        self.reset(hero);
        self.enter(hero, Zone::Hero);
        self.touch(hero);
        let facts = self.content.card(card);
        let (armor, power) = (facts.armor, facts.power);
        self.state.body_mut(hero).attacks = attacks;
        self.state.side_mut(side).armor = armor;
        if power != NONE {
            self.replace_power(side, power);
        }
    }

    /// Puts a hero power in place of another; it can be used at once.
    pub(super) fn replace_power(&mut self, side: u8, card: u16) {
        let power = self.state.side(side).power;
        self.state.body_mut(power).card = card;
        self.reset(power);
        self.enter(power, Zone::Power);
        self.state.side_mut(side).power_used = 0;
    }
}
