//! Which actions are legal, and what they do.

use ludus_cards::machine::program::{Filter, Mode, NONE, flag, kind, mark};
use ludus_cards::machine::state::{Ask, Frame, NOBODY, Thing, Zone, one, status};
use ludus_cards::machine::{Event, Look, Machine};
use ludus_core::{Actions, Dice, Illegal, Log, Seat};

use crate::actions::{SPOTS, Touch};
use crate::opening;
use crate::state::{Asks, HearthstoneState, Pending};
use crate::{Hearthstone, MOST_DECISIONS_A_TURN};

impl Hearthstone {
    /// The state of the machine, to be read.
    pub fn look<'a>(&'a self, state: &'a HearthstoneState) -> Look<'a> {
        Look { content: &self.content, state: &state.machine }
    }

    /// Appends the legal actions of the seat that is to act.
    pub(crate) fn list_actions(&self, state: &HearthstoneState, out: &mut Actions) {
        let machine = &state.machine;
        if let Some(side) = state.opening.asked {
            out.push(Touch::Keep.action());
            let count = machine.side(side).hand.len();
            let rest = (0..count).filter(|place| state.opening.replace >> place & 1 == 0);
            rest.for_each(|place| out.push(Touch::Replace(place).action()));
            return;
        }
        if machine.offer.ask != Ask::Nothing {
            (0..machine.offer.cards().len()).for_each(|card| out.push(Touch::Take(card).action()));
            return;
        }
        match state.pending.asks {
            Asks::Nothing => self.list_beginnings(state, out),
            Asks::Option => {
                let look = self.look(state);
                for option in 0..look.facts(state.pending.thing).modes.len() {
                    if self.mode_is_open(look, state.pending.thing, option) {
                        out.push(Touch::Option(option).action());
                    }
                }
            }
            Asks::Target => {
                let Some(filter) = mode(self.look(state), state.pending).target else { return };
                self.each_spot(state, |own, spot, thing| {
                    if self.is_target(self.look(state), state.pending.thing, &filter, thing) {
                        out.push(Touch::Target(own, spot).action());
                    }
                });
            }
            Asks::Defender => {
                let look = self.look(state);
                let attacker = state.pending.thing;
                let reach = AttackWays::of(look, machine.active).reach(look, attacker);
                for (spot, thing) in own_characters(look, 1 - machine.active) {
                    if reach & one(thing) != 0 && can_strike(look, attacker) {
                        out.push(Touch::Target(false, spot).action());
                    }
                }
            }
            Asks::Place => {
                let count = machine.side(machine.active).board.len();
                (0..=count).for_each(|place| out.push(Touch::Place(place).action()));
            }
        }
    }

    /// What a turn can go on with.
    fn list_beginnings(&self, state: &HearthstoneState, out: &mut Actions) {
        let look = self.look(state);
        let side = state.machine.side(state.machine.active);
        out.push(Touch::End.action());
        if state.decisions >= MOST_DECISIONS_A_TURN {
            return;
        }
        for (place, &thing) in side.hand.as_slice().iter().enumerate() {
            if self.can_play(look, thing) {
                out.push(Touch::Card(place).action());
            }
        }
        if self.can_use_power(look, state.machine.active) {
            out.push(Touch::Power.action());
        }
        let ways = AttackWays::of(look, state.machine.active);
        for (spot, thing) in own_characters(look, state.machine.active) {
            if ways.open_for(look, thing) {
                out.push(Touch::Attack(spot).action());
            }
        }
    }

    /// Calls for every character in play as the seat that is to act sees it.
    fn each_spot(&self, state: &HearthstoneState, mut call: impl FnMut(bool, usize, Thing)) {
        let side = state.machine.active;
        for own in [true, false] {
            let of = if own { side } else { 1 - side };
            for (spot, thing) in own_characters(self.look(state), of) {
                call(own, spot, thing);
            }
        }
    }

    /// Whether an option of a card can be chosen.
    fn mode_is_open(&self, look: Look<'_>, thing: Thing, option: usize) -> bool {
        if look.facts(thing).is(kind::MINION | kind::WEAPON) {
            return true;
        }
        let mode = mode_of(look, thing, option);
        let frame = Frame { me: thing, side: look.state.body(thing).side, ..Frame::default() };
        look.is_so_for(&frame, mode.needs)
            && mode.target.as_ref().is_none_or(|filter| self.has_target(look, thing, filter))
    }

    /// Whether a card of the hand can be played.
    pub fn can_play(&self, look: Look<'_>, thing: Thing) -> bool {
        let body = look.state.body(thing);
        let side = look.state.side(body.side);
        let facts = look.facts(thing);
        if look.cost_of(thing) > i16::from(side.mana) {
            return false;
        }
        match facts.kind {
            kind::MINION => !side.board.is_full(),
            kind::WEAPON => true,
            kind::SPELL if facts.marks & mark::SECRET != 0 => {
                let same = |&secret: &Thing| look.state.body(secret).card == body.card;
                !side.secrets.is_full() && !side.secrets.as_slice().iter().any(same)
            }
            kind::SPELL => (0..facts.modes.len().max(1)).any(|option| self.mode_is_open(look, thing, option)),
            _ => false,
        }
    }

    /// Whether the hero power can be used.
    pub fn can_use_power(&self, look: Look<'_>, seat: u8) -> bool {
        let side = look.state.side(seat);
        side.power != NOBODY
            && side.power_used == 0
            && look.cost_of(side.power) <= i16::from(side.mana)
            && !look.facts(side.power).modes.is_empty()
            && self.mode_is_open(look, side.power, 0)
    }

    fn has_target(&self, look: Look<'_>, thing: Thing, filter: &Filter) -> bool {
        let sides = [0, 1].into_iter();
        sides.flat_map(|side| own_characters(look, side)).any(|(_, target)| self.is_target(look, thing, filter, target))
    }

    /// Whether something may be the target of a card or power.
    pub fn is_target(&self, look: Look<'_>, thing: Thing, filter: &Filter, target: Thing) -> bool {
        let side = look.state.body(thing).side;
        let body = look.state.body(target);
        let frame = Frame { me: thing, side, ..Frame::default() };
        if body.side != side && body.has(flag::STEALTH | flag::IMMUNE) {
            return false;
        }
        if body.has(flag::ELUSIVE) && look.facts(thing).is(kind::SPELL | kind::POWER) {
            return false;
        }
        look.fits(&frame, filter, target)
    }

    /// Whether a character may attack another one.
    pub fn may_attack(&self, look: Look<'_>, side: u8, attacker: Thing, defender: Thing) -> bool {
        let ways = AttackWays::of(look, side);
        can_strike(look, attacker) && ways.reaches(look, attacker, defender)
    }

    /// Carries out an action of the seat that is to act.
    pub(crate) fn act<D: Dice, L: Log<Event>>(
        &self,
        state: &mut HearthstoneState,
        seat: Seat,
        touch: Touch,
        dice: &mut D,
        log: &mut L,
    ) -> Result<(), Illegal> {
        let refuse = |reason: &'static str| Err(Illegal { seat, action: touch.action(), reason });
        if state.opening.asked.is_some() {
            return opening::act(self, state, seat, touch, dice, log);
        }
        if state.machine.offer.ask != Ask::Nothing {
            let Touch::Take(card) = touch else { return refuse("a card must be taken first") };
            if card >= state.machine.offer.cards().len() {
                return refuse("there is no such card among those that are offered");
            }
            let mut machine = Machine::new(&self.content, &mut state.machine, dice, log);
            machine.take(card);
            machine.run();
            return Ok(());
        }
        let next = match self.next_pending(state, touch) {
            Ok(next) => next,
            Err(reason) => return refuse(reason),
        };
        state.decisions = state.decisions.saturating_add(1);
        if next.asks == Asks::Nothing {
            state.pending = Pending::NOTHING;
            self.carry_out(state, next, touch, dice, log);
        } else {
            state.pending = next;
        }
        Ok(())
    }

    /// What has been said after an action, and what is asked next: nothing where it can be carried out.
    fn next_pending(&self, state: &HearthstoneState, touch: Touch) -> Result<Pending, &'static str> {
        let look = self.look(state);
        let active = state.machine.active;
        let side = state.machine.side(active);
        let pending = state.pending;
        match (pending.asks, touch) {
            (Asks::Nothing, Touch::End) => Ok(Pending::NOTHING),
            (Asks::Nothing, _) if state.decisions >= MOST_DECISIONS_A_TURN => {
                Err("the turn has lasted too long, and must end")
            }
            (Asks::Nothing, Touch::Card(place)) => {
                let Some(&thing) = side.hand.as_slice().get(place) else {
                    return Err("there is no such card in the hand");
                };
                if !self.can_play(look, thing) {
                    return Err(why_not(look, thing));
                }
                Ok(self.ask_on(state, Pending { thing, ..Pending::NOTHING }))
            }
            (Asks::Nothing, Touch::Power) => {
                if !self.can_use_power(look, active) {
                    return Err("the hero power cannot be used now");
                }
                Ok(self.ask_on(state, Pending { thing: side.power, ..Pending::NOTHING }))
            }
            (Asks::Nothing, Touch::Attack(spot)) => {
                let thing = at_spot(state, true, spot).ok_or("nobody is there to attack")?;
                if !AttackWays::of(look, active).open_for(look, thing) {
                    return Err("it cannot attack now");
                }
                Ok(Pending { asks: Asks::Defender, thing, ..Pending::NOTHING })
            }
            (Asks::Option, Touch::Option(option)) => {
                if !self.mode_is_open(look, pending.thing, option) || option >= look.facts(pending.thing).modes.len() {
                    return Err("this option cannot be chosen now");
                }
                Ok(self.ask_after_option(state, Pending { mode: option as u8, ..pending }))
            }
            (Asks::Target, Touch::Target(own, spot)) => {
                let target = at_spot(state, own, spot).ok_or("nobody is there")?;
                let filter = mode(look, pending).target.unwrap_or(Filter::of(0));
                if !self.is_target(look, pending.thing, &filter, target) {
                    return Err("this cannot be the target");
                }
                Ok(self.ask_place(state, Pending { chosen: target, ..pending }))
            }
            (Asks::Defender, Touch::Target(own, spot)) => {
                let target = at_spot(state, own, spot).ok_or("nobody is there")?;
                if own || !self.may_attack(look, active, pending.thing, target) {
                    return Err("this cannot be attacked");
                }
                Ok(Pending { asks: Asks::Nothing, chosen: target, ..pending })
            }
            (Asks::Place, Touch::Place(place)) if place <= side.board.len() => {
                Ok(Pending { asks: Asks::Nothing, ..pending })
            }
            (asks, _) => Err(match asks {
                Asks::Nothing => "nothing has been begun that this could belong to",
                Asks::Option => "one of the options must be chosen first",
                Asks::Target => "a target must be chosen first",
                Asks::Place => "a place on the board must be chosen first",
                Asks::Defender => "it must be said who is attacked",
            }),
        }
    }

    fn ask_on(&self, state: &HearthstoneState, pending: Pending) -> Pending {
        let facts = self.look(state).facts(pending.thing);
        if facts.modes.len() > 1 {
            return Pending { asks: Asks::Option, ..pending };
        }
        self.ask_after_option(state, pending)
    }

    fn ask_after_option(&self, state: &HearthstoneState, pending: Pending) -> Pending {
        let look = self.look(state);
        let mode = mode(look, pending);
        if let Some(filter) = mode.target {
            // The card counts as played by then, for what asks for the cards played before.
            let frame = Frame { me: pending.thing, side: state.machine.active, ..Frame::default() };
            if look.is_so_for(&frame, mode.asks_if) && self.has_target(look, pending.thing, &filter) {
                return Pending { asks: Asks::Target, ..pending };
            }
        }
        self.ask_place(state, pending)
    }

    fn ask_place(&self, state: &HearthstoneState, pending: Pending) -> Pending {
        let is_minion = self.look(state).facts(pending.thing).is(kind::MINION);
        let crowded = !state.machine.side(state.machine.active).board.is_empty();
        let asks = if is_minion && crowded && self.options.places { Asks::Place } else { Asks::Nothing };
        Pending { asks, ..pending }
    }

    /// Carries out what has been said completely.
    fn carry_out<D: Dice, L: Log<Event>>(
        &self,
        state: &mut HearthstoneState,
        said: Pending,
        touch: Touch,
        dice: &mut D,
        log: &mut L,
    ) {
        let active = state.machine.active;
        let turn = state.machine.turn;
        let thing = said.thing;
        let mut machine = Machine::new(&self.content, &mut state.machine, dice, log);
        if thing == NOBODY {
            machine.end_turn();
        } else if matches!(machine.state.body(thing).zone, Zone::Board | Zone::Hero) {
            machine.attack(thing, said.chosen);
        } else {
            let cost = machine.look().cost_of(thing);
            let side = machine.state.side_mut(active);
            side.mana = side.mana.saturating_sub(cost.clamp(0, 255) as u8);
            if machine.state.body(thing).zone == Zone::Power {
                machine.use_power(active, said.mode, said.chosen);
            } else {
                let end = machine.state.side(active).board.len();
                let place = if let Touch::Place(place) = touch { place } else { end };
                machine.play(thing, said.mode, said.chosen, place as u8);
            }
        }
        machine.run();
        if state.machine.turn != turn {
            state.decisions = 0;
        }
    }
}

/// The character at a spot.
fn at_spot(state: &HearthstoneState, own: bool, spot: usize) -> Option<Thing> {
    let active = state.machine.active;
    let side = state.machine.side(if own { active } else { 1 - active });
    if spot == 0 { Some(side.hero) } else { side.board.as_slice().get(spot - 1).copied() }
}

/// The way in which a card or power is to be used as it was said so far.
fn mode(look: Look<'_>, pending: Pending) -> &Mode {
    mode_of(look, pending.thing, usize::from(pending.mode))
}

/// The way in which a card or power is used with an option.
fn mode_of(look: Look<'_>, thing: Thing, option: usize) -> &Mode {
    const NOTHING: Mode = Mode { run: NONE, target: None, asks_if: NONE, needs: NONE };
    let facts = look.facts(thing);
    let played = look.state.side(look.state.body(thing).side).played;
    match facts.combo {
        Some(ref combo) if played > 0 && look.state.body(thing).zone == Zone::Hand => combo,
        _ => facts.modes.get(option).unwrap_or(&NOTHING),
    }
}

/// Why a card of the hand cannot be played.
fn why_not(look: Look<'_>, thing: Thing) -> &'static str {
    let side = look.state.side(look.state.body(thing).side);
    if look.cost_of(thing) > i16::from(side.mana) {
        "there is not enough mana for the card"
    } else if look.facts(thing).is(kind::MINION) {
        "there is no room on the board"
    } else {
        "the card cannot be played now"
    }
}

/// The hero and minions of a side, with the number of their spot.
pub(crate) fn own_characters(look: Look<'_>, side: u8) -> impl Iterator<Item = (usize, Thing)> {
    let side = look.state.side(side);
    std::iter::once(side.hero).chain(side.board.as_slice().iter().copied()).enumerate().take(SPOTS as usize)
}

/// Whom a side may attack now: taunts come first.
#[derive(Clone, Copy)]
pub(crate) struct AttackWays {
    /// The enemy minions that may be attacked.
    minions: u64,
    /// The enemy hero, where it may be attacked.
    hero: u64,
}

impl AttackWays {
    pub(crate) fn of(look: Look<'_>, side: u8) -> AttackWays {
        let other = look.state.side(1 - side);
        let mut open = 0;
        let mut taunts = 0;
        for &thing in other.board.as_slice() {
            let body = look.state.body(thing);
            if !body.has(flag::STEALTH | flag::IMMUNE) {
                open |= one(thing);
                if body.has(flag::TAUNT) {
                    taunts |= one(thing);
                }
            }
        }
        let hero = if look.state.body(other.hero).has(flag::IMMUNE) { 0 } else { one(other.hero) };
        if taunts == 0 { AttackWays { minions: open, hero } } else { AttackWays { minions: taunts, hero: 0 } }
    }

    /// Whether a character may attack this one.
    fn reaches(self, look: Look<'_>, attacker: Thing, defender: Thing) -> bool {
        self.reach(look, attacker) & one(defender) != 0
    }

    fn reach(self, look: Look<'_>, attacker: Thing) -> u64 {
        let body = look.state.body(attacker);
        let rushes = body.zone == Zone::Board && body.is(status::NEW) && !body.has(flag::CHARGE);
        if rushes || body.has(flag::CANNOT_ATTACK_HEROES) { self.minions } else { self.minions | self.hero }
    }

    /// Whether a character can attack somebody now.
    pub(crate) fn open_for(self, look: Look<'_>, attacker: Thing) -> bool {
        can_strike(look, attacker) && self.reach(look, attacker) != 0
    }
}

/// Whether a character can attack at all now.
fn can_strike(look: Look<'_>, attacker: Thing) -> bool {
    let body = look.state.body(attacker);
    let waits = body.zone == Zone::Board && body.is(status::NEW) && !body.has(flag::CHARGE | flag::RUSH);
    !waits
        && !body.is(status::FROZEN)
        && !body.has(flag::CANNOT_ATTACK)
        && body.attacks < look.attacks_a_turn(attacker)
        && look.attack_of(attacker) > 0
}
