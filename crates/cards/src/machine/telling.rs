//! Events: what happens is told to everything that waits for it, in the order in which it came into play; secrets last.

use ludus_core::{Dice, Log};

use super::event::Event;
use super::program::{Ability, Trigger, When};
use super::run::Machine;
use super::state::{Change, Doing, Frame, NOBODY, Set, Thing, Zone, members, one};

/// The most abilities of one thing that react to one event.
const MAX_REACTIONS: usize = 12;
/// What `rounds` of a telling frame counts: first those in play, then the secrets.
const SECRETS: u8 = 1;

/// An ability that reacts: what it is, and whom it serves.
#[derive(Clone, Copy)]
struct Reaction {
    ability: u16,
    side: u8,
}

impl<D: Dice, L: Log<Event>> Machine<'_, D, L> {
    /// Tells that something happened to each of a set, with somebody.
    #[inline]
    pub(super) fn tell(&mut self, when: When, subjects: Set, object: Thing) {
        if self.state.listens & when.bit() != 0 && subjects != 0 && !self.quiet {
            let limit = self.state.clock;
            self.state.push(Frame {
                doing: Doing::Telling,
                step: when as u8,
                object,
                limit,
                saved: [subjects, 0],
                ..Frame::default()
            });
        }
    }

    /// Tells that one has died; those who have died with it hear of it, too.
    pub(super) fn tell_wave(&mut self, when: When, subject: Thing, wave: Set) {
        let hear = members(wave).fold(self.state.listens, |mask, thing| mask | self.state.body(thing).listens);
        if hear & when.bit() != 0 && !self.quiet {
            let limit = self.state.clock;
            self.state.push(Frame {
                doing: Doing::Telling,
                step: when as u8,
                limit,
                saved: [one(subject), wave & !one(subject)],
                ..Frame::default()
            });
        }
    }

    /// Tells the next one.
    pub(super) fn tell_next(&mut self, at: usize) {
        self.settle();
        loop {
            let frame = self.state.frames[at];
            if frame.subject == NOBODY {
                let subject = self.look().earliest(frame.saved[0]);
                if subject == NOBODY {
                    self.pop();
                    return;
                }
                let n = self.state.body(subject).hit;
                let frame = &mut self.state.frames[at];
                frame.saved[0] &= !one(subject);
                (frame.subject, frame.told, frame.rounds, frame.n) = (subject, 0, 0, n);
                continue;
            }
            let Some(listener) = self.next_listener(&frame) else {
                let frame = &mut self.state.frames[at];
                if frame.rounds < SECRETS {
                    frame.rounds = SECRETS;
                    frame.told = 0;
                } else {
                    frame.subject = NOBODY;
                }
                continue;
            };
            self.state.frames[at].told = self.state.body(listener).order;
            if self.react(at, listener) {
                return;
            }
        }
    }

    /// The one that came into play next among those who wait for the event.
    fn next_listener(&self, frame: &Frame) -> Option<Thing> {
        let bit = 1_u32 << frame.step;
        members(self.state.used)
            .filter(|&thing| {
                let body = self.state.body(thing);
                let hears = match body.zone {
                    Zone::Board | Zone::Hero | Zone::Weapon | Zone::Power | Zone::Hand => frame.rounds < SECRETS,
                    Zone::Secret => frame.rounds == SECRETS && body.side != self.state.active,
                    Zone::Gone => frame.rounds < SECRETS && frame.saved[1] & one(thing) != 0,
                    Zone::Free | Zone::Cast => false,
                };
                // Those who have died with the subject came to where they are after the event.
                let in_time = body.order < frame.limit || body.zone == Zone::Gone;
                hears && body.listens & bit != 0 && body.order > frame.told && in_time
            })
            .min_by_key(|&thing| self.state.body(thing).order)
    }

    /// Lets a thing react with all its abilities that fit, the first one on top. Whether there was one.
    fn react(&mut self, at: usize, listener: Thing) -> bool {
        let frame = self.state.frames[at];
        let is_attack = frame.step == When::Attack as u8;
        if is_attack && !self.attack_goes_on() {
            return false;
        }
        let object = if is_attack { self.state.defender } else { frame.object };
        let mut found = [Reaction { ability: 0, side: 0 }; MAX_REACTIONS];
        let mut count = 0;
        self.each_reaction(listener, |machine, reaction, trigger| {
            let context = Frame {
                me: listener,
                side: reaction.side,
                subject: frame.subject,
                object,
                n: frame.n,
                ..Frame::default()
            };
            if trigger.when as u8 == frame.step
                && count < MAX_REACTIONS
                && (machine.state.body(listener).zone != Zone::Hand || trigger.in_hand)
                && machine.look().fits(&context, &trigger.subject, frame.subject)
                && trigger
                    .object
                    .is_none_or(|filter| object != NOBODY && machine.look().fits(&context, &filter, object))
                && machine.look().is_so_for(&context, trigger.condition)
            {
                found[count] = reaction;
                count += 1;
            }
        });
        let is_secret = self.state.body(listener).zone == Zone::Secret;
        if is_secret && count > 0 {
            self.reveal(listener);
        }
        for &reaction in found[..count].iter().rev() {
            let Ability::Trigger(trigger) = *self.content.ability(reaction.ability) else { continue };
            if trigger.once {
                self.drop_changes(listener, |link| {
                    link.change == Change::Ability && link.a as u16 == reaction.ability && link.by == reaction.side
                });
            }
            self.begin_program(
                trigger.run,
                Frame {
                    me: listener,
                    side: reaction.side,
                    subject: frame.subject,
                    object,
                    n: frame.n,
                    ..Frame::default()
                },
            );
        }
        count > 0
    }

    /// Calls for each ability of a thing that waits for something.
    fn each_reaction(&self, thing: Thing, mut call: impl FnMut(&Self, Reaction, &Trigger)) {
        let body = self.state.body(thing);
        if !body.is(super::state::status::SILENCED) {
            let (first, end) = self.facts(thing).abilities;
            for ability in first..end {
                if let Ability::Trigger(trigger) = self.content.ability(ability) {
                    call(self, Reaction { ability, side: body.side }, trigger);
                }
            }
        }
        for link in self.state.changes_of(thing).filter(|link| link.change == Change::Ability) {
            if let Ability::Trigger(trigger) = self.content.ability(link.a as u16) {
                call(self, Reaction { ability: link.a as u16, side: link.by }, trigger);
            }
        }
    }

    /// A secret is turned up: it goes, and what it does comes before those who wait for that hear of it.
    fn reveal(&mut self, secret: Thing) {
        let body = *self.state.body(secret);
        self.leave(secret);
        self.hear_again();
        self.log.record(|| Event::Revealed { side: body.side, card: body.card });
        self.tell(When::Reveal, one(secret), NOBODY);
    }
}
