//! What is done in a scenario: a line becomes one or several actions of the seat that is to act.

use ludus_cards::machine::Event;
use ludus_cards::machine::state::{Ask, Thing};
use ludus_core::{Dice, Game, Log};

use super::names::{character, longest_in_hand, names};
use crate::Hearthstone;
use crate::actions::Touch;
use crate::state::{Asks, HearthstoneState};

/// What a player says about a card: its option, place and target.
#[derive(Default)]
struct Details {
    option: usize,
    place: Option<usize>,
    target: Option<Thing>,
}

/// Carries out a line.
pub(crate) fn say(
    game: &Hearthstone,
    state: &mut HearthstoneState,
    deed: &str,
    dice: &mut impl Dice,
    log: &mut impl Log<Event>,
) -> Result<(), String> {
    if let Some(rest) = deed.strip_prefix("end turn") {
        let times = match rest.trim().strip_suffix("times").or(rest.trim().strip_suffix("time")) {
            Some(count) => count.trim().parse().map_err(|_| format!("`{rest}` is no number of times"))?,
            None if rest.trim().is_empty() => 1,
            None => return Err(format!("`{deed}` is nothing that is done")),
        };
        for _ in 0..times {
            touch(game, state, Touch::End, dice, log)?;
        }
        return Ok(());
    }
    if let Some(rest) = deed.strip_prefix("play ") {
        return play(game, state, rest, dice, log);
    }
    if deed == "power" || deed.starts_with("power ") {
        let details = details(game, state, deed["power".len()..].trim())?;
        touch(game, state, Touch::Power, dice, log)?;
        return finish(game, state, &details, dice, log);
    }
    if let Some(rest) = deed.strip_prefix("keep ") {
        return keep(game, state, rest, dice, log);
    }
    if let Some(name) = deed.strip_prefix("choose ") {
        return choose(game, state, name.trim(), dice, log);
    }
    if let Some((attacker, defender)) = deed.split_once(" attacks ") {
        let (attacker, defender) = (character(game, state, attacker)?, character(game, state, defender)?);
        let (own, spot) = spot(state, attacker);
        if !own {
            return Err(format!("`{deed}`: it is not its turn"));
        }
        touch(game, state, Touch::Attack(spot), dice, log)?;
        let (own, spot) = self::spot(state, defender);
        return touch(game, state, Touch::Target(own, spot), dice, log);
    }
    Err(format!("`{deed}` is nothing that is done"))
}

fn touch(
    game: &Hearthstone,
    state: &mut HearthstoneState,
    touch: Touch,
    dice: &mut impl Dice,
    log: &mut impl Log<Event>,
) -> Result<(), String> {
    let seat = game.to_act(state).lowest().ok_or("the game is over")?;
    game.apply(state, seat, touch.action(), dice, log).map_err(|refusal| refusal.to_string())
}

/// Where a character stands, as the seat that is to act sees it.
fn spot(state: &HearthstoneState, thing: Thing) -> (bool, usize) {
    let machine = &state.machine;
    let side = machine.body(thing).side;
    let place = machine.side(side).board.place(thing).map_or(0, |place| place + 1);
    (side == machine.active, place)
}

fn play(
    game: &Hearthstone,
    state: &mut HearthstoneState,
    text: &str,
    dice: &mut impl Dice,
    log: &mut impl Log<Event>,
) -> Result<(), String> {
    let active = state.machine.active;
    let Some((place, _, rest)) = longest_in_hand(game, state, active, text) else {
        return Err(format!("there is no card for `{text}` in the hand"));
    };
    let details = details(game, state, rest)?;
    touch(game, state, Touch::Card(place), dice, log)?;
    finish(game, state, &details, dice, log)
}

/// Reads `choosing 2 at 1 on their Wisp`, in any order.
fn details(game: &Hearthstone, state: &HearthstoneState, text: &str) -> Result<Details, String> {
    let mut out = Details::default();
    let mut rest = text;
    while !rest.is_empty() {
        let (word, after) = rest.split_once(' ').ok_or_else(|| format!("`{rest}` is not understood"))?;
        let end =
            [" at ", " choosing ", " on "].iter().filter_map(|next| after.find(next)).min().unwrap_or(after.len());
        let value = after[..end].trim();
        let number = || value.parse::<usize>().ok().filter(|n| *n > 0).ok_or_else(|| format!("`{value}` is no number"));
        match word {
            "at" => out.place = Some(number()? - 1),
            "choosing" => out.option = number()? - 1,
            "on" => out.target = Some(character(game, state, value)?),
            _ => return Err(format!("`{rest}` is not understood")),
        }
        rest = after[end..].trim_start();
    }
    Ok(out)
}

/// Answers what is asked about a card that was begun.
fn finish(
    game: &Hearthstone,
    state: &mut HearthstoneState,
    details: &Details,
    dice: &mut impl Dice,
    log: &mut impl Log<Event>,
) -> Result<(), String> {
    let mut aimed = false;
    loop {
        match state.pending.asks {
            Asks::Option => touch(game, state, Touch::Option(details.option), dice, log)?,
            Asks::Target => {
                let target = details.target.ok_or("a target must be named: `on ...`")?;
                let (own, spot) = spot(state, target);
                touch(game, state, Touch::Target(own, spot), dice, log)?;
                aimed = true;
            }
            Asks::Place => {
                let end = state.machine.side(state.machine.active).board.len();
                touch(game, state, Touch::Place(details.place.unwrap_or(end)), dice, log)?;
            }
            Asks::Defender => return Err("it is asked who is attacked".into()),
            Asks::Nothing if details.target.is_some() && !aimed => return Err("no target is asked for".into()),
            Asks::Nothing => return Ok(()),
        }
    }
}

fn keep(
    game: &Hearthstone,
    state: &mut HearthstoneState,
    text: &str,
    dice: &mut impl Dice,
    log: &mut impl Log<Event>,
) -> Result<(), String> {
    let side = state.opening.asked.ok_or("there is no mulligan now")?;
    let hand = state.machine.side(side).hand;
    let mut stay = names(text);
    for (place, &thing) in hand.as_slice().iter().enumerate() {
        let name = &game.content().card(state.machine.body(thing).card).name;
        if text == "everything" {
            continue;
        }
        match stay.iter().position(|kept| kept == name) {
            Some(found) => {
                stay.swap_remove(found);
            }
            None => touch(game, state, Touch::Replace(place), dice, log)?,
        }
    }
    touch(game, state, Touch::Keep, dice, log)
}

fn choose(
    game: &Hearthstone,
    state: &mut HearthstoneState,
    name: &str,
    dice: &mut impl Dice,
    log: &mut impl Log<Event>,
) -> Result<(), String> {
    if state.machine.offer.ask == Ask::Nothing {
        return Err("nothing is offered".into());
    }
    let offered = state.machine.offer;
    let place = offered.cards().iter().position(|&card| game.content().card(card).name == name);
    let place = place.ok_or_else(|| format!("`{name}` is not offered"))?;
    touch(game, state, Touch::Take(place), dice, log)
}
