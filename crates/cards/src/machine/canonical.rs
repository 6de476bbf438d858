//! States that go on in the same way are equal as values: only the ranks of orders count, and where a change is kept does
//! not.

use std::hash::{Hash, Hasher};

use super::state::{Body, Doing, Frame, Link, MAX_CHANGES, NO_CHANGE, State, members};

/// The same state with orders counted from 1 without gaps, and changes kept side by side, thing by thing.
pub(super) fn canonical(state: &State) -> State {
    let mut orders: Vec<u16> = members(state.used).map(|thing| state.body(thing).order).collect();
    orders.sort_unstable();
    let rank = |order: u16| orders.partition_point(|&known| known < order) as u16 + 1;
    let mut out = State { changes: State::default().changes, ..state.clone() };
    let mut next = 0;
    for thing in members(state.used) {
        let body = out.body_mut(thing);
        body.order = rank(body.order);
        if body.first == NO_CHANGE {
            continue;
        }
        body.first = next;
        for link in state.changes_of(thing) {
            out.changes[usize::from(next)] = Link { next: next + 1, ..*link };
            next += 1;
        }
        out.changes[usize::from(next) - 1].next = NO_CHANGE;
    }
    out.free_change = if usize::from(next) == MAX_CHANGES { NO_CHANGE } else { next };
    let depth = usize::from(state.depth);
    for frame in out.frames[..depth].iter_mut().filter(|frame| frame.doing == Doing::Telling) {
        frame.told = orders.partition_point(|&known| known <= frame.told) as u16;
        frame.limit = rank(frame.limit);
    }
    out.frames[depth..].fill(Frame::default());
    out.clock = orders.len() as u16 + 1;
    out
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
        (state.auras, state.listens, state.stale),
        (state.attacker, state.defender, state.aim, state.countered, state.prevented),
        (state.lost, state.looked),
    )
}

/// The hash of a canonical state.
pub(super) fn hash<H: Hasher>(state: &State, out: &mut H) {
    members(state.used).map(|thing| state.body(thing)).for_each(|body: &Body| body.hash(out));
    state.sides.hash(out);
    state.frames[..usize::from(state.depth)].hash(out);
    facts(state).hash(out);
    state.offer.hash(out);
}
