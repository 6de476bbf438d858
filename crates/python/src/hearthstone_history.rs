//! A game of Hearthstone told moment by moment, as plain data: what exporters of other formats need.

use ludus_cards::machine::State as Machine;
use ludus_cards::machine::program::flag;
use ludus_cards::machine::state::{Body, NOBODY, Outcome, Side, Zone, members, status};
use ludus_core::{Choice, Game, Play};
use ludus_hearthstone::{Hearthstone, HearthstoneState};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

use crate::errors::guard;
use crate::state::State;

/// The moments of a game of Hearthstone as JSON lines: the choice, what happened, and the state after it.
///
/// The first line holds the cards by number; each further one a moment, the beginning first.
#[pyfunction]
pub(crate) fn hearthstone_history(state: PyRef<'_, State>) -> PyResult<Vec<String>> {
    let Some(play) = state.play()?.as_any().downcast_ref::<Play<Hearthstone>>() else {
        return Err(PyTypeError::new_err("this is no game of hearthstone"));
    };
    guard(|| {
        let game = play.game();
        let mut out = vec![cards(game).to_string()];
        play.walk(|choice, events, state| {
            let choice = choice.map(|Choice(seat, action)| json!({"seat": seat.0, "text": game.describe(action)}));
            let events: Vec<Json> = events.iter().map(|event| json!(event)).collect();
            out.push(json!({"choice": choice, "events": events, "state": told(game, state)}).to_string());
        });
        out
    })
}

fn cards(game: &Hearthstone) -> Json {
    let card = |card: &ludus_cards::machine::CardFacts| json!({"id": card.id, "name": card.name, "cost": card.cost, "attack": card.attack, "health": card.health});
    game.content().cards.iter().map(card).collect()
}

fn told(game: &Hearthstone, state: &HearthstoneState) -> Json {
    let machine = &state.machine;
    let things: Vec<Json> = members(machine.used)
        .filter(|&thing| !matches!(machine.body(thing).zone, Zone::Free | Zone::Gone))
        .map(|thing| body(game, machine, thing))
        .collect();
    json!({
        "turn": machine.turn,
        "active": machine.active,
        "first": state.opening.first,
        "asked": state.opening.asked,
        "winner": match machine.outcome {
            Outcome::Open => Json::Null,
            Outcome::First => json!(0),
            Outcome::Second => json!(1),
            Outcome::Draw => json!("draw"),
        },
        "sides": machine.sides.iter().map(side).collect::<Vec<_>>(),
        "things": things,
    })
}

fn body(game: &Hearthstone, machine: &Machine, thing: u8) -> Json {
    let body: &Body = machine.body(thing);
    let keywords: Vec<&str> = flag::WORDS.iter().filter(|(_, bit)| body.has(*bit)).map(|(word, _)| *word).collect();
    let zone = match body.zone {
        Zone::Hand => "hand",
        Zone::Board => "board",
        Zone::Hero => "hero",
        Zone::Power => "power",
        Zone::Weapon => "weapon",
        Zone::Secret => "secret",
        Zone::Cast => "cast",
        Zone::Free | Zone::Gone => "gone",
    };
    json!({
        "thing": thing,
        "card": game.content().card(body.card).id,
        "zone": zone,
        "side": body.side,
        "attack": body.attack,
        "health": body.health,
        "damage": body.damage,
        "attacks": body.attacks,
        "new": body.is(status::NEW),
        "frozen": body.is(status::FROZEN),
        "silenced": body.is(status::SILENCED),
        "keywords": keywords,
    })
}

fn side(side: &Side) -> Json {
    let there = |thing: u8| (thing != NOBODY).then_some(thing);
    json!({
        "hero": there(side.hero), "power": there(side.power), "weapon": there(side.weapon),
        "hand": side.hand.as_slice(), "board": side.board.as_slice(), "secrets": side.secrets.as_slice(),
        "deck": side.deck.len(), "armor": side.armor, "crystals": side.crystals, "mana": side.mana,
        "locked": side.locked, "overload": side.overload, "fatigue": side.fatigue, "played": side.played,
        "power_used": side.power_used,
    })
}
