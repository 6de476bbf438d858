//! What a seat knows, as features: the README says which feature stands where.
//!
//! Numbers are divided by what they usually reach at the most. The identity of a card is its number in the content, counted
//! from 1 and divided by [`CARD_SCALE`]; 0 where there is no card, or one that the seat does not know.

mod worth;

use ludus_cards::machine::program::{flag, kind};
use ludus_cards::machine::state::{Ask, MAX_BOARD, MAX_HAND, MAX_SECRETS, NOBODY, Outcome, Thing, status};
use ludus_cards::machine::{LAST_TURN, Look};
use ludus_core::Seat;

use crate::actions::SPOTS;
use crate::hidden::{is_open, unseen};
use crate::rules::AttackWays;
use crate::state::{Asks, HearthstoneState};
use crate::{Hearthstone, MOST_DECISIONS_A_TURN};
pub(crate) use worth::evaluate;

/// A card's number is divided by this: a power of two, so that nothing of it is lost.
const CARD_SCALE: f32 = 1024.0;
/// How many features tell classes apart.
const CLASSES: usize = 16;
/// How many marks of a card are shown.
const MARKS: usize = 9;
/// How many offered cards are shown.
const OFFERED: usize = 3;
/// How many costs are told apart among the unseen cards; the last one stands for all above.
const COSTS: usize = 8;

const GLOBAL: usize = 17;
const NUMBERS: usize = 17;
const HERO: usize = 10 + CLASSES;
const POWER: usize = 4;
const WEAPON: usize = 3 + flag::WORDS.len();
const SECRETS: usize = 1 + MAX_SECRETS;
const UNSEEN: usize = COSTS + 3;
const CARD: usize = 3 + 3 + 3 + flag::WORDS.len() + MARKS + 3;
const MINION: usize = 12 + flag::WORDS.len();
const SIDE: usize = NUMBERS + HERO + POWER + WEAPON + SECRETS + UNSEEN + MAX_HAND * CARD + MAX_BOARD * MINION;

/// The number of features.
pub(crate) const FEATURES: usize = GLOBAL + OFFERED + 2 * SIDE;

/// Writes what the seat knows: the game, the offer, its own side, the other side.
pub(crate) fn observe(game: &Hearthstone, state: &HearthstoneState, seat: Seat, out: &mut [f32]) {
    let look = game.look(state);
    let ways = AttackWays::of(look, state.machine.active);
    let mut writer = Writer { game, state, look, ways, own: seat.0 & 1, out, at: 0 };
    writer.global();
    writer.offer();
    for side in [writer.own, 1 - writer.own] {
        writer.side(side);
    }
    debug_assert_eq!(writer.at, FEATURES);
}

/// Writes feature after feature.
struct Writer<'a> {
    game: &'a Hearthstone,
    state: &'a HearthstoneState,
    look: Look<'a>,
    /// Whom the active side may attack.
    ways: AttackWays,
    /// The side of the seat that observes.
    own: u8,
    out: &'a mut [f32],
    at: usize,
}

impl Writer<'_> {
    #[inline]
    fn put(&mut self, feature: f32) {
        self.out[self.at] = feature;
        self.at += 1;
    }

    #[inline]
    fn part(&mut self, number: impl Into<f32>, most: f32) {
        self.put(number.into() / most);
    }

    #[inline]
    fn is(&mut self, holds: bool) {
        self.put(f32::from(u8::from(holds)));
    }

    fn card_number(&mut self, card: u16) {
        self.put((f32::from(card) + 1.0) / CARD_SCALE);
    }

    fn none(&mut self, features: usize) {
        self.out[self.at..self.at + features].fill(0.0);
        self.at += features;
    }

    fn keywords(&mut self, flags: u32) {
        self.bits(flag::WORDS.len(), |place| flags & flag::WORDS[place].1 != 0);
    }

    /// So many features that are 1 where something is so.
    #[inline]
    fn bits(&mut self, count: usize, is: impl Fn(usize) -> bool) {
        for (place, feature) in self.out[self.at..self.at + count].iter_mut().enumerate() {
            *feature = f32::from(u8::from(is(place)));
        }
        self.at += count;
    }

    fn global(&mut self) {
        let (state, machine) = (self.state, &self.state.machine);
        self.part(machine.turn, LAST_TURN.into());
        let own_turn = machine.active == self.own;
        self.is(own_turn && machine.turn > 0);
        self.is(state.opening.first == self.own);
        self.is(state.opening.asked == Some(self.own));
        self.is(state.opening.asked == Some(1 - self.own));
        self.is(machine.outcome != Outcome::Open);
        self.part(state.decisions, MOST_DECISIONS_A_TURN.into());
        let pending = state.pending;
        for asks in [Asks::Option, Asks::Target, Asks::Place, Asks::Defender] {
            self.is(pending.asks == asks);
        }
        if pending.thing == NOBODY {
            self.none(2);
        } else {
            self.card_number(machine.body(pending.thing).card);
            self.part(pending.mode + 1, 2.0);
        }
        let target = self.spot(pending.chosen);
        self.put(target);
        let attacker = if pending.asks == Asks::Defender { self.spot(pending.thing) } else { 0.0 };
        self.put(attacker);
        let offered = machine.offer.ask != Ask::Nothing;
        self.is(offered && machine.offer.side == self.own);
        self.is(offered && machine.offer.side != self.own);
    }

    /// Where a character stands, from the own hero to the last enemy minion; 0 for nobody.
    fn spot(&self, thing: Thing) -> f32 {
        if thing == NOBODY {
            return 0.0;
        }
        let body = self.state.machine.body(thing);
        let place = self.state.machine.side(body.side).board.place(thing).map_or(0, |place| place + 1);
        let side = if body.side == self.own { 0 } else { SPOTS as usize };
        (side + place + 1) as f32 / (2 * SPOTS) as f32
    }

    fn offer(&mut self) {
        let offer = &self.state.machine.offer;
        let cards = if offer.side == self.own { offer.cards() } else { &[] };
        for place in 0..OFFERED {
            match cards.get(place) {
                Some(&card) => self.card_number(card),
                None => self.none(1),
            }
        }
    }

    fn side(&mut self, of: u8) {
        self.numbers(of);
        self.hero(of);
        self.power(of);
        self.weapon(of);
        self.secrets(of);
        self.unseen(of);
        let side = self.state.machine.side(of);
        for place in 0..MAX_HAND {
            match side.hand.as_slice().get(place) {
                Some(&thing) => self.card(of, place, thing),
                None => self.none(CARD),
            }
        }
        for place in 0..MAX_BOARD {
            match side.board.as_slice().get(place) {
                Some(&thing) => self.minion(thing),
                None => self.none(MINION),
            }
        }
    }

    fn numbers(&mut self, of: u8) {
        let side = self.state.machine.side(of);
        self.part(side.mana, 10.0);
        self.part(side.crystals, 10.0);
        self.part(side.locked, 10.0);
        self.part(side.overload, 10.0);
        self.part(side.fatigue, 10.0);
        self.part(side.armor, 30.0);
        self.part(side.deck.len() as u8, 30.0);
        self.part(side.hand.len() as u8, 10.0);
        self.part(side.board.len() as u8, 7.0);
        self.part(side.played, 10.0);
        self.part(side.minions_played, 10.0);
        self.part(side.spells_played, 10.0);
        self.part(side.died, 10.0);
        self.part(side.power_used, 1.0);
        self.part(self.look.spell_power(of), 10.0);
        self.is(self.state.machine.active == of && self.game.can_use_power(self.look, of));
        self.is(self.look.how_many_have(of, flag::TAUNT) > 0);
    }

    fn hero(&mut self, of: u8) {
        let hero = self.state.machine.side(of).hero;
        let body = self.state.machine.body(hero);
        self.card_number(body.card);
        self.part(body.left(), 30.0);
        self.part(body.health, 30.0);
        self.part(self.look.attack_of(hero), 10.0);
        self.part(body.attacks, 2.0);
        self.is(body.is(status::FROZEN));
        self.is(body.has(flag::IMMUNE));
        self.is(body.has(flag::WINDFURY));
        self.is(body.has(flag::STEALTH));
        self.can_attack(hero);
        let class = self.look.facts(hero).class;
        self.bits(CLASSES, |bit| class >> bit & 1 == 1);
    }

    fn can_attack(&mut self, thing: Thing) {
        let own_turn = self.state.machine.body(thing).side == self.state.machine.active;
        self.is(own_turn && self.ways.open_for(self.look, thing));
    }

    fn power(&mut self, of: u8) {
        let power = self.state.machine.side(of).power;
        if power == NOBODY {
            return self.none(POWER);
        }
        self.is(true);
        self.card_number(self.state.machine.body(power).card);
        self.part(self.look.cost_of(power), 10.0);
        self.is(self.state.machine.side(of).power_used > 0);
    }

    fn weapon(&mut self, of: u8) {
        let weapon = self.state.machine.side(of).weapon;
        if weapon == NOBODY {
            return self.none(WEAPON);
        }
        let body = self.state.machine.body(weapon);
        self.card_number(body.card);
        self.part(body.attack, 10.0);
        self.part(body.left(), 10.0);
        self.keywords(body.flags);
    }

    /// How many secrets there are; which, for the own ones.
    fn secrets(&mut self, of: u8) {
        let secrets = self.state.machine.side(of).secrets;
        self.part(secrets.len() as u8, MAX_SECRETS as f32);
        for place in 0..MAX_SECRETS {
            match secrets.as_slice().get(place) {
                Some(&secret) if of == self.own => self.card_number(self.state.machine.body(secret).card),
                _ => self.none(1),
            }
        }
    }

    /// Costs and kinds of the cards that the seat has not seen of a side: of the own one those in the deck.
    fn unseen(&mut self, of: u8) {
        let start = self.at;
        self.none(UNSEEN);
        let state = self.state;
        if of == self.own {
            state.machine.side(of).deck.as_slice().iter().for_each(|&card| self.count(start, card));
        } else {
            unseen(state, of).for_each(|card| self.count(start, card));
        }
    }

    fn count(&mut self, start: usize, card: u16) {
        let facts = self.game.content().card(card);
        let cost = usize::from(facts.cost.unsigned_abs()).min(COSTS - 1);
        let kind = match facts.kind {
            kind::MINION => 0,
            kind::SPELL => 1,
            _ => 2,
        };
        self.out[start + cost] += 0.1;
        self.out[start + COSTS + kind] += 0.1;
    }

    fn card(&mut self, of: u8, place: usize, thing: Thing) {
        let shown = is_open(self.state, thing);
        self.is(true);
        if of != self.own && !shown {
            return self.none(CARD - 1);
        }
        let state = self.state;
        let body = state.machine.body(thing);
        let facts = self.look.facts(thing);
        self.is(shown);
        self.card_number(body.card);
        for kind in [kind::MINION, kind::SPELL, kind::WEAPON] {
            self.is(facts.is(kind));
        }
        self.part(self.look.cost_of(thing), 10.0);
        self.part(body.attack, 10.0);
        self.part(body.left(), 10.0);
        self.keywords(body.flags);
        self.bits(MARKS, |bit| facts.marks >> bit & 1 == 1);
        self.is(body.is(status::MADE));
        self.is(of == self.own && state.opening.asked == Some(of) && state.opening.replace >> place & 1 == 1);
        let can = state.machine.active == of && state.opening.asked.is_none() && self.game.can_play(self.look, thing);
        self.is(can);
    }

    fn minion(&mut self, thing: Thing) {
        let body = self.state.machine.body(thing);
        self.is(true);
        self.card_number(body.card);
        self.part(self.look.attack_of(thing), 10.0);
        self.part(body.left(), 10.0);
        self.part(body.health, 10.0);
        self.is(body.is(status::FROZEN));
        self.is(body.is(status::SILENCED));
        self.is(body.is(status::NEW));
        self.part(body.attacks, 2.0);
        self.part(body.spell_power, 5.0);
        self.is(self.look.has_deathrattle(thing));
        self.can_attack(thing);
        self.keywords(body.flags);
    }
}
