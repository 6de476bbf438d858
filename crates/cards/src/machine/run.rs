//! The machine: what is under way is a stack of frames inside the state, and the last frame goes on.
//!
//! A frame that has more to do stays; what it begins is put above it. So everything is done depth first, and whenever a
//! player has to be asked, the stack simply waits in the state.

use ludus_core::{Dice, Log, Luck};

use super::content::{CardFacts, Content};
use super::event::Event;
use super::look::Look;
use super::program::Pc;
use super::state::{Ask, Doing, Frame, MAX_STEPS, NOBODY, Outcome, Set, State, Thing, Zone, members};

/// From this order on the things are counted anew as soon as nothing is under way.
const LATE: u16 = 1 << 15;

/// The machine with everything that it works on.
pub struct Machine<'a, D, L> {
    /// The cards.
    pub content: &'a Content,
    /// The state.
    pub state: &'a mut State,
    /// The luck.
    pub dice: &'a mut D,
    /// The log.
    pub log: &'a mut L,
    /// How many steps were done since the last decision.
    pub(super) steps: u32,
    /// Whether nobody reacts any more: see [`MAX_STEPS`].
    pub(super) quiet: bool,
}

impl<'a, D: Dice, L: Log<Event>> Machine<'a, D, L> {
    /// A machine on a state.
    pub fn new(content: &'a Content, state: &'a mut State, dice: &'a mut D, log: &'a mut L) -> Self {
        Machine { content, state, dice, log, steps: 0, quiet: false }
    }

    /// The state, to be read.
    #[inline]
    pub fn look(&self) -> Look<'_> {
        Look { content: self.content, state: self.state }
    }

    /// The card of a thing.
    #[inline]
    pub fn facts(&self, thing: Thing) -> &'a CardFacts {
        self.content.card(self.state.body(thing).card)
    }

    /// Goes on until everything is done, a player is asked, or the game is over.
    pub fn run(&mut self) {
        self.run_above(0);
        if self.state.outcome != Outcome::Open {
            self.state.depth = 0;
        }
        if self.state.is_at_rest() {
            self.rest();
        }
    }

    /// Goes on until no more is under way than so many frames.
    pub(super) fn run_above(&mut self, depth: u8) {
        while self.state.depth > depth && self.state.offer.ask == Ask::Nothing && self.state.outcome == Outcome::Open {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                self.stop();
                continue;
            }
            let at = usize::from(self.state.depth) - 1;
            match self.state.frames[at].doing {
                Doing::Program => self.step(at),
                Doing::Telling => self.tell_next(at),
                Doing::Deaths => self.bury(at),
                Doing::Rattles => self.rattle_next(at),
                Doing::Playing => self.play_on(at),
                Doing::Power => self.power_on(at),
                Doing::Attacking => self.attack_on(at),
                Doing::Turning => self.turn_on(at),
                Doing::Nothing => self.pop(),
            }
        }
    }

    /// Ends what has gone on for too long: effects and events under way are dropped and nobody reacts to anything any more,
    /// until the next decision.
    fn stop(&mut self) {
        self.log.record(|| Event::Stopped);
        self.quiet = true;
        self.steps = 0;
        let mut kept = 0;
        for at in 0..usize::from(self.state.depth) {
            let frame = self.state.frames[at];
            if !matches!(frame.doing, Doing::Program | Doing::Telling | Doing::Rattles) {
                self.state.frames[kept] = frame;
                kept += 1;
            }
        }
        self.state.depth = kept as u8;
        self.state.frames[kept..].fill(Frame::default());
    }

    /// Drops the last frame.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.state.depth -= 1;
        self.state.frames[usize::from(self.state.depth)] = Frame::default();
    }

    /// Begins something that needs no more than its name.
    pub(super) fn begin(&mut self, doing: Doing) {
        self.state.push(Frame { doing, ..Frame::default() });
    }

    /// Looks for deaths next; costs nothing where nobody can have died.
    #[inline]
    pub(super) fn look_for_deaths(&mut self) {
        self.settle();
        if self.somebody_is_dead() {
            self.begin(Doing::Deaths);
        }
    }

    /// Runs a program next.
    pub(super) fn begin_program(&mut self, pc: Pc, frame: Frame) -> bool {
        self.state.push(Frame { doing: Doing::Program, pc, rounds: 0, step: 0, ..frame })
    }

    /// Cleans up when nothing is under way.
    fn rest(&mut self) {
        self.settle();
        self.state.attacker = NOBODY;
        self.state.defender = NOBODY;
        self.state.aim = NOBODY;
        self.state.countered = false;
        self.state.prevented = false;
        self.state.lost = 0;
        self.state.looked = 0;
        let mut listens = 0;
        for thing in members(self.state.used) {
            match self.state.body(thing).zone {
                Zone::Gone | Zone::Cast => self.free(thing),
                Zone::Hand => self.state.body_mut(thing).hit = 0,
                _ => {
                    self.state.body_mut(thing).hit = 0;
                    listens |= self.state.body(thing).listens;
                }
            }
        }
        self.state.listens = listens;
        if self.state.clock > LATE {
            *self.state = self.state.canonical();
        }
    }

    /// A number below a bound, by chance; not asked where there is no choice.
    pub(super) fn roll(&mut self, luck: Luck, sides: usize) -> usize {
        if sides <= 1 { 0 } else { self.dice.roll(luck, sides as u32) as usize }
    }

    /// One of a set by chance, [`NOBODY`] of an empty one.
    pub(super) fn roll_member(&mut self, luck: Luck, set: Set) -> Thing {
        let count = set.count_ones() as usize;
        if count == 0 {
            return NOBODY;
        }
        let place = self.roll(luck, count);
        members(set).nth(place).unwrap_or(NOBODY)
    }
}
