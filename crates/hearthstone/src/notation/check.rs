//! What cannot occur is refused, with one sentence.

use ludus_cards::machine::program::{kind, mark};
use ludus_cards::machine::state::{Ask, NOBODY, Outcome, Thing, Zone};
use ludus_core::{Actions, BadPosition};

use super::SIDES;
use crate::Hearthstone;
use crate::actions::MAX_OPENING;
use crate::state::{Asks, HearthstoneState};

/// Whether a field holds no more than it may.
pub(super) fn count(field: &'static str, found: usize, most: usize) -> Result<(), BadPosition> {
    if found <= most {
        return Ok(());
    }
    let what = match &field[..field.len() - 1] {
        "hero" => "heroes",
        "power" => "hero powers",
        "weapon" => "weapons",
        "board" => "minions",
        "secrets" => "secrets",
        _ => "cards",
    };
    Err(BadPosition::new(field, format!("has {found} {what}; the most is {most}")))
}

/// Whether a state that was read can occur, as far as this can be decided.
pub(super) fn check(game: &Hearthstone, state: &HearthstoneState) -> Result<(), BadPosition> {
    for of in 0..2 {
        kinds(game, state, of)?;
        lives(game, state, of)?;
    }
    turn(state)?;
    said(game, state)?;
    let acting = state.actor();
    let mut legal = Actions::new();
    if !acting.is_empty() {
        game.list_actions(state, &mut legal);
        if legal.is_empty() {
            return Err(BadPosition::new("said", "leaves the seat that is to act without any action"));
        }
    }
    Ok(())
}

/// Whether everything is of the kind that its place asks for.
fn kinds(game: &Hearthstone, state: &HearthstoneState, of: u8) -> Result<(), BadPosition> {
    let [hero, power, weapon, _, board, hand, secrets, deck] = SIDES[usize::from(of)];
    let machine = &state.machine;
    let side = machine.side(of);
    if side.hero == NOBODY {
        return Err(BadPosition::new(hero, "is missing"));
    }
    let single = |thing: Thing| if thing == NOBODY { Vec::new() } else { vec![thing] };
    let rows = [
        (hero, single(side.hero), kind::HERO, "hero"),
        (power, single(side.power), kind::POWER, "hero power"),
        (weapon, single(side.weapon), kind::WEAPON, "weapon"),
        (board, side.board.as_slice().to_vec(), kind::MINION, "minion"),
        (hand, side.hand.as_slice().to_vec(), kind::CARD, "card for a hand"),
        (secrets, side.secrets.as_slice().to_vec(), kind::SPELL, "secret"),
    ];
    let content = game.content();
    for (field, row, kinds, what) in rows {
        for thing in row {
            let facts = content.card(machine.body(thing).card);
            let is_wrong = !facts.is(kinds) || (what == "secret" && facts.marks & mark::SECRET == 0);
            if is_wrong {
                return Err(BadPosition::new(field, format!("has `{}`, which is no {what}", facts.id)));
            }
            let body = machine.body(thing);
            if body.side != of || matches!(body.zone, Zone::Gone | Zone::Cast) {
                return Err(BadPosition::new(field, format!("has `{}`, which says that it is elsewhere", facts.id)));
            }
        }
    }
    if let Some(&card) = side.deck.as_slice().iter().find(|&&card| !content.card(card).is(kind::CARD)) {
        return Err(BadPosition::new(deck, format!("has `{}`, which is no card for a deck", content.card(card).id)));
    }
    Ok(())
}

/// Whether everybody lives who is in play while nothing is under way.
fn lives(game: &Hearthstone, state: &HearthstoneState, of: u8) -> Result<(), BadPosition> {
    let machine = &state.machine;
    if machine.outcome != Outcome::Open || !machine.is_at_rest() {
        return Ok(());
    }
    let [hero, _, weapon, _, board, ..] = SIDES[usize::from(of)];
    let side = machine.side(of);
    let rows = [(hero, vec![side.hero]), (board, side.board.as_slice().to_vec()), (weapon, vec![side.weapon])];
    let look = game.look(state);
    for (field, row) in rows {
        if let Some(&dead) = row.iter().find(|&&thing| thing != NOBODY && !look.is_alive(thing)) {
            let problem = format!("has `{}` with {} health", look.facts(dead).id, machine.body(dead).left());
            return Err(BadPosition::new(field, format!("{problem}, but what is in play must have 1 at least")));
        }
    }
    Ok(())
}

/// Whether the turn, the opening and what is under way belong together.
fn turn(state: &HearthstoneState) -> Result<(), BadPosition> {
    let machine = &state.machine;
    let bad = |field: &'static str, problem: &str| Err(BadPosition::new(field, problem.to_owned()));
    let opening = state.opening;
    if opening.asked.is_some() != (machine.turn == 0) && machine.outcome == Outcome::Open {
        return bad("turn", "is 0 only during the mulligan: write a turn from 1, or `mulligan=` in `said`");
    }
    if let Some(side) = opening.asked {
        let held = machine.side(side).hand.len();
        if held > MAX_OPENING {
            return bad("said", "asks for a mulligan, but a first hand has 4 cards at the most");
        }
        if usize::from(opening.replace) >> held != 0 || !machine.is_at_rest() {
            return bad("said", "replaces cards that the first hand does not have");
        }
    } else if opening.replace != 0 {
        return bad("said", "replaces cards, but nobody is asked for a mulligan");
    }
    let offered = machine.offer.ask != Ask::Nothing;
    if offered && machine.offer.cards().is_empty() {
        return bad("offer", "has no cards");
    }
    if offered == machine.is_at_rest() && machine.outcome == Outcome::Open {
        return bad("offer", "stands only in the middle of an effect, which is the field `flow`");
    }
    let looks = machine.offer.ask == Ask::Look;
    if looks && machine.offer.cards().len() > machine.side(machine.offer.side).deck.len() {
        return bad("offer", "looks at more cards than the deck has");
    }
    Ok(())
}

/// Whether what was begun can have been begun.
fn said(game: &Hearthstone, state: &HearthstoneState) -> Result<(), BadPosition> {
    let bad = |problem: &str| Err(BadPosition::new("said", problem.to_owned()));
    let machine = &state.machine;
    let pending = state.pending;
    if pending.asks == Asks::Nothing {
        let nothing = pending.thing == NOBODY && pending.chosen == NOBODY && pending.mode == 0;
        return if nothing { Ok(()) } else { bad("names a card, but does not say what is asked about it") };
    }
    if machine.outcome != Outcome::Open || state.opening.asked.is_some() || !machine.is_at_rest() {
        return bad("asks something of a turn, but no turn is being played");
    }
    let there = |thing: Thing| thing != NOBODY && machine.used >> thing & 1 == 1;
    if !there(pending.thing) || (pending.chosen != NOBODY && !there(pending.chosen)) {
        return bad("names a thing that is not there: things have the numbers of the field `numbers`");
    }
    let body = machine.body(pending.thing);
    let zone_fits = match pending.asks {
        Asks::Defender => matches!(body.zone, Zone::Board | Zone::Hero),
        Asks::Place => body.zone == Zone::Hand,
        _ => matches!(body.zone, Zone::Hand | Zone::Power),
    };
    if body.side != machine.active || !zone_fits {
        return bad("names a thing about which this cannot be asked");
    }
    if pending.chosen != NOBODY && !matches!(machine.body(pending.chosen).zone, Zone::Board | Zone::Hero) {
        return bad("has a target that is not in play");
    }
    if usize::from(pending.mode) >= game.content().card(body.card).modes.len().max(1) {
        return bad("has an option that the card does not have");
    }
    Ok(())
}
