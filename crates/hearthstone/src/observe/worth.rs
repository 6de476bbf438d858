//! How good a state looks: what both sides have on the board, in the hand and as health.

use ludus_cards::machine::program::{flag, kind};
use ludus_cards::machine::state::{NOBODY, Outcome, Thing, status};
use ludus_core::{Actions, Game, Rng, Seat, Silent};

use crate::Hearthstone;
use crate::state::{Asks, HearthstoneState};

/// A lead of so much is worth about three quarters of a win.
const SCALE: f64 = 30.0;
/// What an open card of the hand is worth.
const HAND_CARD: f64 = 2.5;
/// What one health of a hero is worth; twice as much where few are left.
const HEALTH: f64 = 0.4;
/// Below so much a hero is in danger.
const DANGER: f64 = 12.0;
/// What a mana crystal is worth.
const CRYSTAL: f64 = 0.6;
/// What a secret is worth.
const SECRET: f64 = 2.0;

/// What keywords are worth, besides the numbers.
const KEYWORDS: &[(u32, f64)] = &[
    (flag::TAUNT, 0.6),
    (flag::DIVINE_SHIELD, 1.2),
    (flag::WINDFURY, 1.0),
    (flag::STEALTH, 0.5),
    (flag::ELUSIVE, 0.5),
    (flag::IMMUNE, 0.5),
    (flag::LIFESTEAL, 0.6),
    (flag::REBORN, 0.8),
    (flag::POISONOUS, 1.2),
    (flag::CANNOT_ATTACK, -1.5),
];

/// How good the state looks for the seat, from -1 to 1.
///
/// What was begun is worth its best end: a card without its target says nothing yet. Luck on the way is that of one seed.
pub(crate) fn evaluate(game: &Hearthstone, state: &HearthstoneState, seat: Seat) -> f64 {
    match state.machine.outcome {
        Outcome::Open => {}
        _ => return game.returns(state).get(seat.index()).copied().unwrap_or_default(),
    }
    if state.pending.asks == Asks::Nothing || seat.index() > 1 {
        return standing(game, state, seat.0 & 1);
    }
    let actor = Seat(state.machine.active);
    let mut legal = Actions::new();
    game.list_actions(state, &mut legal);
    let ends = legal.iter().map(|&action| {
        let mut end = state.clone();
        let done = game.apply(&mut end, actor, action, &mut Rng::new(0), &mut Silent);
        debug_assert!(done.is_ok());
        // A place is as good as another one here: the first is enough.
        evaluate(game, &end, actor)
    });
    let only_first = state.pending.asks == Asks::Place;
    let best = ends.take(if only_first { 1 } else { usize::MAX }).fold(f64::NEG_INFINITY, f64::max);
    if seat == actor { best } else { -best }
}

/// The lead of a side, as it stands.
fn standing(game: &Hearthstone, state: &HearthstoneState, side: u8) -> f64 {
    let lead = side_worth(game, state, side) - side_worth(game, state, 1 - side);
    (lead / SCALE).tanh()
}

fn side_worth(game: &Hearthstone, state: &HearthstoneState, of: u8) -> f64 {
    let machine = &state.machine;
    let side = machine.side(of);
    let minions: f64 = side.board.as_slice().iter().map(|&thing| minion_worth(game, state, thing)).sum();
    let left = f64::from(machine.body(side.hero).left()) + f64::from(side.armor);
    let danger = (DANGER - left).max(0.0);
    let weapon = if side.weapon == NOBODY {
        0.0
    } else {
        let body = machine.body(side.weapon);
        f64::from(body.attack) * f64::from(body.left()) * 0.6
    };
    minions
        + weapon
        + HEALTH * (left - danger)
        + HAND_CARD * side.hand.len() as f64
        + CRYSTAL * f64::from(side.crystals)
        + SECRET * side.secrets.len() as f64
        - f64::from(side.fatigue)
}

fn minion_worth(game: &Hearthstone, state: &HearthstoneState, thing: Thing) -> f64 {
    let look = game.look(state);
    let body = state.machine.body(thing);
    let (attack, health) = (f64::from(look.attack_of(thing)), f64::from(body.left().max(0)));
    let keywords: f64 = KEYWORDS.iter().filter(|(bit, _)| body.has(*bit)).map(|(_, worth)| worth).sum();
    let text = if look.has_deathrattle(thing) || (body.listens != 0 && look.facts(thing).is(kind::MINION)) {
        0.5
    } else {
        0.0
    };
    let frozen = if body.is(status::FROZEN) { -0.3 * attack } else { 0.0 };
    1.3 * attack + health + keywords + text + frozen + f64::from(body.spell_power)
}
