//! Random legal play with random decks: what must hold after every decision, and texts that are no positions.

mod support;

use std::collections::BTreeSet;

use ludus_cards::machine::state::{
    MAX_BOARD, MAX_CHANGES, MAX_DECK, MAX_HAND, MAX_SECRETS, NO_CHANGE, NOBODY, Outcome, Thing, Zone, members,
};
use ludus_cards::machine::{LAST_TURN, MAX_CRYSTALS, State};
use ludus_core::{Actions, Game, Position, Rng, Seat, Silent};
use ludus_hearthstone::{Hearthstone, HearthstoneState};
use proptest::prelude::*;
use support::{Starter, all_options};

/// Every how many decisions hidden things are dealt anew.
const DEALS_EVERY: u32 = 16;

/// Plays a game, and gives the number of its decisions.
fn play_through(game: &Hearthstone, seed: u64) -> u32 {
    let mut rng = Rng::new(seed);
    let mut state = game.start(&mut rng, &mut Silent);
    let mut legal = Actions::new();
    for decision in 0.. {
        holds(game, &state).unwrap_or_else(|problem| {
            panic!("seed {seed}, decision {decision}: {problem} in `{}`", game.position(&state));
        });
        let Some(seat) = game.to_act(&state).lowest() else { return decision };
        assert!(decision < game.facts().max_decisions, "seed {seed}: the game does not end");
        if decision % DEALS_EVERY == 0 {
            (0..2).for_each(|seat| deal(game, &state, Seat(seat), &mut rng));
        }
        legal.clear();
        game.legal_actions(&state, seat, &mut legal);
        let action = legal[rng.below(legal.len() as u32) as usize];
        game.apply(&mut state, seat, action, &mut rng, &mut Silent).expect("a listed action is taken");
    }
    unreachable!("a loop without end ends only where it returns")
}

/// Random decks under random options, for some games.
fn play_some(starter: &Starter, seed: u64, sizes: [usize; 2]) -> u32 {
    let mut rng = Rng::new(seed);
    let decks = sizes.map(|size| starter.random_deck(size, &mut rng));
    let options = all_options()[rng.below(24) as usize];
    let game = starter.game([&decks[0], &decks[1]], options);
    (0..8).map(|index| play_through(&game, seed.wrapping_add(index))).sum()
}

#[test]
#[ignore = "ten million decisions take minutes"]
fn ten_million_decisions_keep_all_that_must_hold() {
    let starter = Starter::read();
    let mut decisions = 0;
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        decisions += play_some(&starter, seed, [61, 61].map(|most| rng.below(most) as usize));
        if decisions >= 10_000_000 {
            break;
        }
    }
}

/// What must hold of every state that waits for a decision.
fn holds(game: &Hearthstone, state: &HearthstoneState) -> Result<(), String> {
    let machine = &state.machine;
    let must = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
    must(machine.turn <= LAST_TURN, "the turn is beyond the last")?;
    let mut placed = 0_u64;
    for side in &machine.sides {
        must(side.hand.len() <= MAX_HAND && side.board.len() <= MAX_BOARD, "a hand or board is too full")?;
        must(side.secrets.len() <= MAX_SECRETS && side.deck.len() <= MAX_DECK, "there are too many secrets or cards")?;
        must(side.mana <= MAX_CRYSTALS && side.crystals <= MAX_CRYSTALS, "there is too much mana")?;
        must(side.armor >= 0 && side.locked <= MAX_CRYSTALS, "armor or locked crystals are out of bounds")?;
        let rows = [
            (vec![side.hero], Zone::Hero),
            (vec![side.power], Zone::Power),
            (vec![side.weapon], Zone::Weapon),
            (side.board.as_slice().to_vec(), Zone::Board),
            (side.hand.as_slice().to_vec(), Zone::Hand),
            (side.secrets.as_slice().to_vec(), Zone::Secret),
        ];
        for (row, zone) in rows {
            for thing in row.into_iter().filter(|&thing| thing != NOBODY) {
                must(machine.used >> thing & 1 == 1, "a place names a thing that is not there")?;
                must(machine.body(thing).zone == zone, "a thing is not where its place says")?;
                must(placed >> thing & 1 == 0, "a thing is at two places")?;
                placed |= 1 << thing;
            }
        }
    }
    changes_hang_together(machine)?;
    let look = game.look(state);
    let in_play = members(machine.characters()).map(|thing| (thing, machine.body(thing)));
    for (thing, body) in in_play {
        must(look.attack_of(thing) >= 0 && body.damage >= 0, "a number of a character is below 0")?;
        let must_live = machine.is_at_rest() && machine.outcome == Outcome::Open;
        must(!must_live || look.is_alive(thing), "something dead is in play")?;
    }
    must(!machine.is_at_rest() || placed == machine.used, "something is nowhere while nothing is under way")
}

/// Every change belongs to one thing or is free.
fn changes_hang_together(machine: &State) -> Result<(), String> {
    let mut met = BTreeSet::new();
    let firsts = members(machine.used).map(|thing: Thing| machine.body(thing).first);
    for first in firsts.chain([machine.free_change]) {
        let mut next = first;
        while next != NO_CHANGE {
            if !met.insert(next) {
                return Err("a change hangs at two places".to_owned());
            }
            next = machine.changes[usize::from(next)].next;
        }
    }
    if met.len() == MAX_CHANGES { Ok(()) } else { Err("a change is lost".to_owned()) }
}

/// A deal leaves what the seat sees, and holds what every state holds.
fn deal(game: &Hearthstone, state: &HearthstoneState, seat: Seat, rng: &mut Rng) {
    let seen = |state: &HearthstoneState| {
        let mut features = vec![0.0; game.facts().feature_count()];
        game.observe(state, seat, &mut features);
        (features, game.view(state, seat))
    };
    let mut dealt = state.clone();
    game.determinize(&mut dealt, seat, rng);
    assert!(seen(state) == seen(&dealt), "a deal for seat {seat} changes what it sees: {}", game.position(state));
    holds(game, &dealt).unwrap_or_else(|problem| panic!("a deal for seat {seat}: {problem}"));
    for side in 0..2 {
        let (was, is) = (state.machine.side(side), dealt.machine.side(side));
        assert_eq!((was.deck.len(), was.hand, was.secrets), (is.deck.len(), is.hand, is.secrets));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_play_with_random_decks_keeps_all_that_must_hold(seed: u64, sizes in [0_usize..=60, 0_usize..=60]) {
        play_some(&Starter::read(), seed, sizes);
    }

    #[test]
    fn no_text_makes_the_reader_of_positions_panic(text in ".{0,200}", field in 0_usize..22) {
        let starter = Starter::read();
        let game = starter.game([&starter.decks[0], &starter.decks[1]], ludus_hearthstone::Options::default());
        let state = game.start(&mut Rng::new(1), &mut Silent);
        let fields = game.position_fields();
        let written = game.position(&state);
        let changed = fields.iter().enumerate().map(|(place, &name)| {
            (name, if place == field { text.clone() } else { written.get(name).to_owned() })
        });
        if let Ok(read) = game.from_position(&Position::new(changed)) {
            play_on(&game, read);
        }
    }
}

/// Plays a while from a state that was read.
fn play_on(game: &Hearthstone, mut state: HearthstoneState) {
    let mut rng = Rng::new(0);
    for _ in 0..40 {
        let Some(seat) = game.to_act(&state).lowest() else { break };
        let mut legal = Actions::new();
        game.legal_actions(&state, seat, &mut legal);
        let action = legal[rng.below(legal.len() as u32) as usize];
        game.apply(&mut state, seat, action, &mut rng, &mut Silent).expect("a listed action is taken");
    }
}
