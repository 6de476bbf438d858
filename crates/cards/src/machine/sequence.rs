//! What players do, step by step: playing a card, using the hero power, attacking, ending the turn.

use ludus_core::{Dice, Log};

use super::event::Event;
use super::look::Look;
use super::program::{Mode, NONE, Until, When, flag, kind};
use super::run::Machine;
use super::state::{Doing, Frame, NOBODY, Outcome, Thing, Zone, members, one, status};

/// No turn beyond this one is played: then the game is a draw.
pub const LAST_TURN: u16 = 89;
/// The most mana crystals.
pub const MAX_CRYSTALS: u8 = 10;

impl<D: Dice, L: Log<Event>> Machine<'_, D, L> {
    /// Begins to play a card of the hand that has been paid for: `mode` is the option that was chosen, `place` where a
    /// minion stands.
    pub fn play(&mut self, thing: Thing, mode: u8, chosen: Thing, place: u8) {
        let side = self.state.body(thing).side;
        self.state.push(Frame {
            doing: Doing::Playing,
            me: thing,
            side,
            chosen,
            rounds: mode,
            n: i16::from(place),
            ..Frame::default()
        });
    }

    /// The way in which a card is played that turned out so.
    fn mode_of(&self, frame: &Frame) -> Option<Mode> {
        let facts = self.facts(frame.me);
        match facts.combo {
            Some(combo) if self.state.side(frame.side).played > 1 => Some(combo),
            _ => facts.modes.get(usize::from(frame.rounds)).copied(),
        }
    }

    pub(super) fn play_on(&mut self, at: usize) {
        let frame = self.state.frames[at];
        self.state.frames[at].step += 1;
        if frame.step == 0 {
            self.begin_play(&frame);
            return;
        }
        if self.facts(frame.me).is(kind::SPELL) {
            self.cast_on(at, &frame);
        } else {
            self.enter_on(&frame);
        }
    }

    /// The card leaves the hand, and those who wait for cards being played hear of it.
    fn begin_play(&mut self, frame: &Frame) {
        let (thing, side) = (frame.me, frame.side);
        let facts = self.facts(thing);
        self.use_up_costs(side, thing);
        self.take_out(thing);
        let of = self.state.side_mut(side);
        of.played = of.played.saturating_add(1);
        if facts.is(kind::MINION) {
            of.minions_played = of.minions_played.saturating_add(1);
        } else if facts.is(kind::SPELL) {
            of.spells_played = of.spells_played.saturating_add(1);
        }
        let card = self.state.body(thing).card;
        self.stir_a_little();
        if facts.marks & super::program::mark::SECRET != 0 {
            self.log.record(|| Event::Hid { side });
        } else {
            self.log.record(|| Event::Played { side, thing, card, target: frame.chosen });
        }
        match facts.kind {
            kind::MINION => {
                self.enter(thing, Zone::Board);
                self.stand(thing, side, usize::from(frame.n.unsigned_abs()));
            }
            kind::WEAPON => {
                self.enter(thing, Zone::Weapon);
                self.hold(thing, side);
            }
            _ => {
                self.enter(thing, Zone::Cast);
                self.state.aim = frame.chosen;
                self.state.countered = false;
            }
        }
        if !facts.is(kind::SPELL) {
            self.lock(side, facts.overload);
        }
        self.tell(When::Play, one(thing), NOBODY);
    }

    fn lock(&mut self, side: u8, crystals: u8) {
        let of = self.state.side_mut(side);
        of.overload = of.overload.saturating_add(crystals);
    }

    /// A minion or weapon that is being played: summoned, battlecry, afterwards.
    fn enter_on(&mut self, frame: &Frame) {
        let (thing, side) = (frame.me, frame.side);
        let is_minion = self.facts(thing).is(kind::MINION);
        match frame.step {
            1 if is_minion => self.tell(When::Summon, one(thing), NOBODY),
            2 | 4 | 7 => self.look_for_deaths(),
            3 => {
                let Some(mode) = self.mode_of(frame) else { return };
                // A battlecry that asks for a target does nothing at all where nobody can be one.
                let lacks_target = mode.target.is_some() && frame.chosen == NOBODY && mode.asks_if == NONE;
                if mode.run != NONE && !lacks_target && self.state.body(thing).zone != Zone::Hand {
                    let times = if is_minion {
                        1 + self.look().how_many_have(side, flag::DOUBLES_BATTLECRIES).min(1)
                    } else {
                        1
                    };
                    for _ in 0..times {
                        self.begin_program(
                            mode.run,
                            Frame { me: thing, side, chosen: frame.chosen, ..Frame::default() },
                        );
                    }
                }
            }
            5 => self.tell(When::AfterPlay, one(thing), NOBODY),
            6 if is_minion && self.look().in_play(thing) => self.tell(When::AfterSummon, one(thing), NOBODY),
            8 => self.pop(),
            _ => {}
        }
    }

    /// A spell that is being played: cast, aimed, done, afterwards.
    fn cast_on(&mut self, at: usize, frame: &Frame) {
        let thing = frame.me;
        match frame.step {
            1 => self.tell(When::Cast, one(thing), NOBODY),
            2 if !self.state.countered && frame.chosen != NOBODY => {
                self.tell(When::Aim, one(frame.chosen), thing);
            }
            3 | 5 | 8 => self.look_for_deaths(),
            4 => self.do_spell(at, frame),
            6 if !self.state.countered => self.tell(When::AfterCast, one(thing), NOBODY),
            7 if !self.state.countered => self.tell(When::AfterPlay, one(thing), NOBODY),
            9 => {
                if self.state.body(thing).zone == Zone::Cast {
                    self.enter(thing, Zone::Gone);
                }
                self.pop();
            }
            _ => {}
        }
    }

    fn do_spell(&mut self, at: usize, frame: &Frame) {
        if self.state.countered {
            return;
        }
        let (thing, side) = (frame.me, frame.side);
        let facts = self.facts(thing);
        self.lock(side, facts.overload);
        if facts.marks & super::program::mark::SECRET != 0 {
            if !self.state.side(side).secrets.is_full() {
                self.enter(thing, Zone::Secret);
                self.state.side_mut(side).secrets.push(thing);
            }
            return;
        }
        let chosen = self.state.aim;
        self.state.frames[at].chosen = chosen;
        let Some(mode) = self.mode_of(frame) else { return };
        if mode.run != NONE {
            self.begin_program(mode.run, Frame { me: thing, side, chosen, ..Frame::default() });
        }
    }

    /// Begins to use the hero power, which has been paid for.
    pub fn use_power(&mut self, side: u8, mode: u8, chosen: Thing) {
        let me = self.state.side(side).power;
        let of = self.state.side_mut(side);
        of.power_used = of.power_used.saturating_add(1);
        self.use_up_costs(side, me);
        let card = self.state.body(me).card;
        self.log.record(|| Event::UsedPower { side, card, target: chosen });
        self.state.push(Frame { doing: Doing::Power, me, side, chosen, rounds: mode, ..Frame::default() });
    }

    pub(super) fn power_on(&mut self, at: usize) {
        let frame = self.state.frames[at];
        self.state.frames[at].step += 1;
        match frame.step {
            0 => {
                let mode = self.facts(frame.me).modes.get(usize::from(frame.rounds)).copied();
                if let Some(mode) = mode.filter(|mode| mode.run != NONE) {
                    self.begin_program(mode.run, Frame { doing: Doing::Program, step: 0, ..frame });
                }
            }
            1 | 3 => self.look_for_deaths(),
            2 => self.tell(When::Power, one(frame.me), NOBODY),
            _ => self.pop(),
        }
    }

    /// Begins an attack.
    pub fn attack(&mut self, attacker: Thing, defender: Thing) {
        let side = self.state.body(attacker).side;
        self.state.push(Frame {
            doing: Doing::Attacking,
            me: attacker,
            side,
            subject: self.state.attacker,
            object: self.state.defender,
            chosen: defender,
            ..Frame::default()
        });
    }

    /// Whether the attack that is under way can still be carried out.
    pub(super) fn attack_goes_on(&self) -> bool {
        let (attacker, defender) = (self.state.attacker, self.state.defender);
        attacker != NOBODY && defender != NOBODY && self.look().in_play(attacker) && self.look().in_play(defender)
    }

    pub(super) fn attack_on(&mut self, at: usize) {
        let frame = self.state.frames[at];
        self.state.frames[at].step += 1;
        match frame.step {
            0 => {
                let (attacker, defender) = (frame.me, frame.chosen);
                self.state.attacker = attacker;
                self.state.defender = defender;
                let body = self.state.body_mut(attacker);
                body.attacks = body.attacks.saturating_add(1);
                self.log.record(|| Event::Attacks { attacker, defender });
                self.tell(When::Attack, one(attacker), defender);
            }
            1 => self.look_for_deaths(),
            2 => self.clash(),
            3 => {
                if self.attack_goes_on() {
                    self.tell(When::AfterAttack, one(frame.me), self.state.defender);
                }
            }
            4 => {
                // An attack inside another one leaves the outer one as it was.
                (self.state.attacker, self.state.defender) = (frame.subject, frame.object);
                self.look_for_deaths();
            }
            _ => self.pop(),
        }
    }

    /// Both deal their damage at once.
    fn clash(&mut self) {
        self.settle();
        let (attacker, defender) = (self.state.attacker, self.state.defender);
        if !self.attack_goes_on() || !self.look().is_alive(attacker) || !self.look().is_alive(defender) {
            self.state.defender = NOBODY;
            return;
        }
        if self.state.body(attacker).has(flag::STEALTH) {
            self.take_flags(attacker, flag::STEALTH);
        }
        let strike = self.look().attack_of(attacker);
        let back = if self.facts(defender).is(kind::HERO) { 0 } else { self.look().attack_of(defender) };
        let beside = if self.state.body(attacker).has(flag::CLEAVE) { self.look().neighbors(defender) } else { 0 };
        let mut hit = 0;
        for thing in members(one(defender) | beside) {
            if self.hit(attacker, thing, strike) {
                hit |= one(thing);
            }
        }
        let hurt = self.hit(defender, attacker, back);
        // The one that was attacked is told of first.
        if hurt {
            self.tell_damage(defender, one(attacker));
        }
        self.tell_damage(attacker, hit);
        self.wear(attacker, defender);
    }

    /// An attack of a hero uses up its weapon.
    fn wear(&mut self, attacker: Thing, defender: Thing) {
        let body = *self.state.body(attacker);
        if body.zone != Zone::Hero {
            return;
        }
        let weapon = self.state.side(body.side).weapon;
        if weapon == NOBODY {
            return;
        }
        if self.state.body(weapon).has(flag::PAYS_ATTACK) && self.facts(defender).is(kind::MINION) {
            let link = super::state::Link { change: super::state::Change::Stats, a: -1, ..Default::default() };
            self.change(weapon, link);
            self.settle();
            if self.state.body(weapon).attack <= 0 {
                self.state.body_mut(weapon).status |= status::DYING;
            }
        } else {
            self.state.body_mut(weapon).damage += 1;
            self.stir_a_little();
        }
    }

    /// Begins the end of the turn, and the next turn.
    pub fn end_turn(&mut self) {
        self.state.push(Frame { doing: Doing::Turning, ..Frame::default() });
    }

    /// Begins the first turn of a game.
    pub fn first_turn(&mut self, side: u8) {
        self.state.active = Look::other(side);
        self.state.push(Frame { doing: Doing::Turning, step: 4, ..Frame::default() });
    }

    pub(super) fn turn_on(&mut self, at: usize) {
        self.state.frames[at].step += 1;
        let active = self.state.active;
        match self.state.frames[at].step - 1 {
            0 => self.tell(When::TurnEnd, one(self.state.side(active).hero), NOBODY),
            1 | 3 | 6 | 8 => self.look_for_deaths(),
            2 => self.close_turn(),
            4 => self.open_turn(),
            5 => self.tell(When::TurnStart, one(self.state.side(active).hero), NOBODY),
            7 => {
                self.draw(active);
            }
            _ => self.pop(),
        }
    }

    /// What lasts to the end of the turn ends; what was frozen and missed an attack thaws.
    fn close_turn(&mut self) {
        let active = self.state.active;
        let side = self.state.side(active);
        for thing in members(side.board.set() | one(side.hero)) {
            let body = self.state.body(thing);
            let could = body.zone == Zone::Hero || !body.is(status::NEW) || body.has(flag::CHARGE);
            if body.is(status::FROZEN) && could && body.attacks < self.look().attacks_a_turn(thing) {
                self.state.body_mut(thing).status &= !status::FROZEN;
            }
        }
        self.end_changes(|link| {
            link.until == Until::EndOfTurn as u8 || (link.until == Until::TheirNextTurn as u8 && link.by != active)
        });
    }

    /// The other player's turn begins: crystals, powers, attacks.
    fn open_turn(&mut self) {
        if self.state.turn == LAST_TURN {
            self.finish(Outcome::Draw);
            return;
        }
        let side = Look::other(self.state.active);
        self.state.active = side;
        self.state.turn += 1;
        let turn = self.state.turn;
        self.log.record(|| Event::TurnBegan { side, turn });
        for of in &mut self.state.sides {
            (of.played, of.minions_played, of.spells_played, of.died, of.power_used) = (0, 0, 0, 0, 0);
        }
        let of = self.state.side_mut(side);
        of.crystals = (of.crystals + 1).min(MAX_CRYSTALS);
        of.locked = std::mem::take(&mut of.overload).min(of.crystals);
        of.mana = of.crystals - of.locked;
        let board = of.board;
        let hero = of.hero;
        let other = self.state.side(Look::other(side));
        let theirs = (other.board, other.hero);
        for &thing in board.as_slice().iter().chain(theirs.0.as_slice()).chain(&[hero, theirs.1]) {
            let body = self.state.body_mut(thing);
            body.attacks = 0;
            if body.side == side {
                body.status &= !status::NEW;
            }
        }
        self.stir_a_little();
        self.end_changes(|link| link.until == Until::YourNextTurn as u8 && link.by == side);
    }
}

impl Look<'_> {
    /// How often a character may attack in a turn; a hero with a weapon as often as the weapon says.
    pub fn attacks_a_turn(&self, thing: Thing) -> u8 {
        let body = self.state.body(thing);
        let weapon = self.state.side(body.side).weapon;
        let held = if body.zone == Zone::Hero && weapon != NOBODY { self.state.body(weapon).flags } else { 0 };
        if (body.flags | held) & flag::WINDFURY == 0 { 1 } else { 2 }
    }
}
