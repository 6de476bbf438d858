//! States that are equal as games are made equal as values: things, changes and orders are numbered by where they are.

use std::hash::{Hash, Hasher};

use super::state::{Body, Doing, Frame, Link, MAX_CHANGES, NO_CHANGE, NOBODY, Set, State, Thing, Zone, members, one};

/// The same state, numbered by where things are.
pub(super) fn canonical(state: &State) -> State {
    let order = by_place(state);
    let mut number = [NOBODY; super::state::MAX_THINGS];
    for (new, &old) in order.iter().enumerate() {
        number[usize::from(old)] = new as Thing;
    }
    let mut orders: Vec<u16> = order.iter().map(|&thing| state.body(thing).order).collect();
    orders.sort_unstable();
    let renumber = Renumber { number, orders };
    let mut out = State { frames: state.frames, sides: state.sides, ..State::default() };
    let mut next = 0;
    for (new, &old) in order.iter().enumerate() {
        out.things[new] = *state.body(old);
        out.things[new].order = renumber.order_of(state.body(old).order);
        if state.is_at_rest() {
            out.things[new].hit = 0;
        }
        let links: Vec<Link> = state.changes_of(old).copied().collect();
        out.things[new].first = if links.is_empty() { NO_CHANGE } else { next };
        for (place, link) in links.iter().enumerate() {
            let last = place + 1 == links.len();
            out.changes[usize::from(next)] = Link { next: if last { NO_CHANGE } else { next + 1 }, ..*link };
            next += 1;
        }
    }
    out.free_change = if usize::from(next) == MAX_CHANGES { NO_CHANGE } else { next };
    out.used = if order.len() == 64 { Set::MAX } else { (1 << order.len()) - 1 };
    for side in &mut out.sides {
        for thing in [&mut side.hero, &mut side.power, &mut side.weapon] {
            *thing = renumber.thing(*thing);
        }
        side.hand.each(|thing| renumber.thing(thing));
        side.board.each(|thing| renumber.thing(thing));
        side.secrets.each(|thing| renumber.thing(thing));
    }
    for frame in &mut out.frames {
        renumber.frame(frame);
    }
    out.depth = state.depth;
    out.auras = renumber.set(state.auras);
    out.listens = members(state.used)
        .filter(|&thing| !matches!(state.body(thing).zone, Zone::Hand | Zone::Cast | Zone::Gone))
        .fold(0, |mask, thing| mask | state.body(thing).listens);
    out.stale = state.stale;
    (out.active, out.turn, out.outcome) = (state.active, state.turn, state.outcome);
    out.clock = order.len() as u16 + 1;
    out.attacker = renumber.thing(state.attacker);
    out.defender = renumber.thing(state.defender);
    out.aim = renumber.thing(state.aim);
    (out.countered, out.prevented) = (state.countered, state.prevented);
    (out.lost, out.looked, out.offer) = (state.lost, state.looked, state.offer);
    out
}

/// The things by where they are: side by side, zone by zone, from left to right; then those under way, by age.
fn by_place(state: &State) -> Vec<Thing> {
    let mut out = Vec::new();
    for side in &state.sides {
        out.extend([side.hero, side.power, side.weapon].into_iter().filter(|&thing| thing != NOBODY));
        out.extend_from_slice(side.board.as_slice());
        out.extend_from_slice(side.hand.as_slice());
        out.extend_from_slice(side.secrets.as_slice());
    }
    let placed = out.iter().fold(0, |set, &thing| set | one(thing));
    let mut others: Vec<Thing> = members(state.used & !placed).collect();
    others.sort_by_key(|&thing| state.body(thing).order);
    out.extend(others);
    out
}

struct Renumber {
    number: [Thing; super::state::MAX_THINGS],
    orders: Vec<u16>,
}

impl Renumber {
    fn thing(&self, thing: Thing) -> Thing {
        self.number.get(usize::from(thing)).copied().unwrap_or(NOBODY)
    }

    fn set(&self, set: Set) -> Set {
        members(set).fold(0, |out, thing| out | one(self.thing(thing)))
    }

    /// The rank of an order among those of the things.
    fn order_of(&self, order: u16) -> u16 {
        self.orders.partition_point(|&known| known < order) as u16 + 1
    }

    fn frame(&self, frame: &mut Frame) {
        if frame.doing == Doing::Nothing {
            return;
        }
        for thing in [&mut frame.me, &mut frame.chosen, &mut frame.subject, &mut frame.object] {
            *thing = self.thing(*thing);
        }
        for set in &mut frame.saved {
            *set = self.set(*set);
        }
        if frame.doing == Doing::Telling {
            frame.told = self.orders.partition_point(|&known| known <= frame.told) as u16;
            frame.limit = self.order_of(frame.limit);
        }
    }
}

/// Whether two canonical states are the same.
pub(super) fn same(a: &State, b: &State) -> bool {
    a.things == b.things
        && a.sides == b.sides
        && a.changes == b.changes
        && a.frames == b.frames
        && facts(a) == facts(b)
        && a.offer == b.offer
}

/// The rest of a state, in one value.
fn facts(state: &State) -> impl Hash + PartialEq + use<> {
    (
        (state.depth, state.used, state.active, state.turn, state.outcome),
        (state.attacker, state.defender, state.aim, state.countered, state.prevented),
        (state.lost, state.looked),
    )
}

/// The hash of a canonical state.
pub(super) fn hash<H: Hasher>(state: &State, out: &mut H) {
    let things: &[Body] = &state.things[..state.used.count_ones() as usize];
    things.hash(out);
    state.sides.hash(out);
    state.frames[..usize::from(state.depth)].hash(out);
    facts(state).hash(out);
    state.offer.hash(out);
}
