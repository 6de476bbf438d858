//! The position of a scenario.

use std::sync::Arc;

use ludus_cards::machine::program::{NONE, Until, flag, kind, mark};
use ludus_cards::machine::state::{
    Change, Link, MAX_BOARD, MAX_DECK, MAX_HAND, MAX_SECRETS, NOBODY, Thing, Zone, status,
};
use ludus_cards::machine::{Content, Event, LAST_TURN, Machine, State};
use ludus_core::dice::Scripted;
use ludus_core::{Dice, Log, Silent};

use super::names::{IN_HAND, card, list, side, split};
use super::{Failed, Line, meaning};
use crate::opening::seat_hero;
use crate::state::{HearthstoneState, Opening, Pending};
use crate::{First, Hearthstone, Options};

/// No number of a minion, weapon or hero is larger in a position.
const MOST_STAT: i16 = 9_999;

/// The mana crystals where nothing is said.
const CRYSTALS: u8 = 10;

/// What the lines of a position describe.
#[derive(Clone, Debug)]
pub(crate) struct Arranged {
    /// The state.
    pub(crate) state: HearthstoneState,
    /// Whether the order of a deck is left to chance.
    pub(crate) shuffled: [bool; 2],
}

/// The game and the state that the lines of a position describe.
pub(super) fn build(
    content: &Arc<Content>,
    lines: &[(usize, String)],
) -> Result<(Hearthstone, HearthstoneState), Failed> {
    let parts = parts(lines);
    let line = lines.first().map_or(0, |line| line.0);
    let hero = |of| heroes(content, &parts, of).map_err(|problem| Failed { line, problem });
    let plain = |class| hero_of(content, class).map_err(|problem| Failed { line, problem });
    let heroes = [hero(0)?.map_or_else(|| plain("Mage"), Ok)?, hero(1)?.map_or_else(|| plain("Mage"), Ok)?];
    let ids = heroes.map(|hero| content.card(hero).id.clone());
    let options = Options { coin: true, mulligan: false, first: First::Seat(0), places: true };
    let game = Hearthstone::new(Arc::clone(content), [(&ids[0], &[]), (&ids[1], &[])], options)
        .map_err(|error| Failed { line, problem: error.to_string() })?;
    let arranged = arrange(&game, lines)?;
    Ok((game, arranged.state))
}

/// What is said in the lines, and where.
fn parts(lines: &[(usize, String)]) -> Vec<(usize, &str, &str)> {
    let mut out = Vec::new();
    for (line, text) in lines {
        if let Ok(Line::Position(what, value)) = meaning(text) {
            out.push((*line, what, value));
        }
    }
    out
}

/// The hero of a side where its class is said.
fn heroes(content: &Content, parts: &[(usize, &str, &str)], of: usize) -> Result<Option<u16>, String> {
    let key = ["my class", "their class"][of];
    parts.iter().find(|(_, what, _)| *what == key).map(|(_, _, class)| hero_of(content, class)).transpose()
}

/// The state that the lines of a position describe, with the heroes and random decks of a game.
pub(crate) fn arrange(game: &Hearthstone, lines: &[(usize, String)]) -> Result<Arranged, Failed> {
    let content = &game.content;
    let mut parts = parts(lines);
    for (place, (line, what, _)) in parts.iter().enumerate() {
        if parts[..place].iter().any(|(_, known, _)| known == what) {
            return Err(Failed { line: *line, problem: format!("`{what}` is said twice") });
        }
    }
    let mut state = HearthstoneState {
        machine: State { turn: 1, ..State::default() },
        pending: Pending::NOTHING,
        opening: Opening { asked: None, replace: 0, first: 0 },
        decisions: 0,
    };
    // Nothing of a position is left to chance.
    let mut dice = Scripted::new(&[]);
    let mut log = Silent;
    let mut machine = Machine::new(content, &mut state.machine, &mut dice, &mut log);
    for of in 0..2 {
        let line = lines.first().map_or(0, |line| line.0);
        let own = heroes(content, &parts, usize::from(of)).map_err(|problem| Failed { line, problem })?;
        seat_hero(&mut machine, of, own.unwrap_or(game.decks[usize::from(of)].hero));
        let side = machine.state.side_mut(of);
        (side.crystals, side.mana) = (CRYSTALS, CRYSTALS);
    }
    let mut from_the_deal = false;
    let mut shuffled = [false; 2];
    // The order of play is that of the sides, minions before secrets; a random deck holds what is nowhere else.
    let rank = |what: &str, value: &str| {
        (is_random(what, value), what.ends_with("secrets"), what.starts_with("their"), what.ends_with("hero"))
    };
    parts.sort_by_key(|(_, what, value)| rank(what, value));
    for (line, what, value) in parts {
        let fail = |problem: String| Failed { line, problem };
        match what {
            "opening" => from_the_deal = value == "yes",
            "turn" => {
                let turn = value.parse().ok().filter(|turn| (1..=LAST_TURN).contains(turn));
                machine.state.turn = turn.ok_or_else(|| fail(format!("`{value}` is no turn from 1 to {LAST_TURN}")))?;
            }
            "to act" => match value {
                "my" => machine.state.active = 0,
                "their" => machine.state.active = 1,
                _ => return Err(fail(format!("`{value}` must be `my` or `their`"))),
            },
            _ => {
                let (of, part_of) = side(what).ok_or_else(|| fail(format!("`{what}` is no part of a position")))?;
                if is_random(what, value) {
                    shuffled[usize::from(of)] = true;
                    rest_of_deck(&mut machine, game, of, value).map_err(fail)?;
                } else {
                    part(&mut machine, of, part_of, value).map_err(fail)?;
                }
            }
        }
    }
    machine.settle();
    if from_the_deal {
        deal(game, &mut state);
    }
    Ok(Arranged { state, shuffled })
}

fn is_random(what: &str, value: &str) -> bool {
    what.ends_with("deck") && value.split(' ').next() == Some("random")
}

/// The deck holds the cards of the game's deck that are nowhere else, without some (`random without 2 Wisp`).
fn rest_of_deck<D: Dice, L: Log<Event>>(
    machine: &mut Machine<'_, D, L>,
    game: &Hearthstone,
    of: u8,
    value: &str,
) -> Result<(), String> {
    let mut rest = game.decks[usize::from(of)].cards.clone();
    let without = match value.strip_prefix("random").map(str::trim) {
        Some("") => Vec::new(),
        Some(text) => list(text.strip_prefix("without ").ok_or_else(|| format!("`{value}` is not understood"))?),
        None => return Err(format!("`{value}` is not understood")),
    };
    for (name, count) in without {
        let gone = card(machine.content, &name, IN_HAND)?;
        for _ in 0..count {
            let place = rest.iter().position(|&card| card == gone);
            let place = place.ok_or_else(|| format!("the deck has not that many copies of `{name}`"))?;
            rest.remove(place);
        }
    }
    let side = machine.state.side(of);
    let elsewhere = [side.hand.as_slice(), side.board.as_slice(), side.secrets.as_slice()].concat();
    for thing in elsewhere.into_iter().chain(std::iter::once(side.weapon).filter(|&weapon| weapon != NOBODY)) {
        let known = machine.state.body(thing).card;
        if let Some(place) = rest.iter().position(|&card| card == known) {
            rest.remove(place);
        }
    }
    for card in rest {
        machine.state.side_mut(of).deck.push(card);
    }
    Ok(())
}

/// The hero of a class: the one with the shortest id.
fn hero_of(content: &Content, class: &str) -> Result<u16, String> {
    let bit = content.classes.iter().position(|known| known.eq_ignore_ascii_case(class));
    let bit = bit.map(|bit| 1_u16 << bit).ok_or_else(|| format!("there is no class `{class}`"))?;
    let heroes = (0..content.cards.len() as u16).filter(|&card| {
        let facts = content.card(card);
        facts.is(kind::HERO) && facts.class & bit != 0 && facts.power != NONE
    });
    let plain = heroes.min_by_key(|&card| {
        let facts = content.card(card);
        (facts.armor, facts.id.len(), facts.id.clone())
    });
    plain.ok_or_else(|| format!("there is no hero of the class `{class}`"))
}

fn part<D: Dice, L: Log<Event>>(
    machine: &mut Machine<'_, D, L>,
    of: u8,
    what: &str,
    value: &str,
) -> Result<(), String> {
    let content = machine.content;
    match what {
        "class" => {}
        "hero" => return hero(machine, of, value),
        "mana" => {
            let (full, all) = value.split_once(" of ").unwrap_or((value, value));
            let number = |text: &str| text.trim().parse::<u8>().ok().filter(|n| *n <= CRYSTALS);
            let (Some(full), Some(all)) = (number(full), number(all)) else {
                return Err(format!("`{value}` is no number of crystals: write 0 to {CRYSTALS}, or `3 of 5`"));
            };
            let side = machine.state.side_mut(of);
            (side.mana, side.crystals) = (full, all);
        }
        "fatigue" => {
            machine.state.side_mut(of).fatigue = value.parse().map_err(|_| format!("`{value}` is no number"))?;
        }
        "hand" => {
            for (name, count) in list(value) {
                let card = card(content, &name, IN_HAND)?;
                for _ in 0..count {
                    room(machine.put(card, of, Zone::Hand), "a hand", MAX_HAND, "cards")?;
                }
            }
        }
        "deck" => {
            let mut cards = Vec::new();
            for (name, count) in list(value) {
                let card = card(content, &name, IN_HAND)?;
                cards.extend(std::iter::repeat_n(card, count));
            }
            if cards.len() > MAX_DECK {
                return Err(format!("a deck holds at most {MAX_DECK} cards, not {}", cards.len()));
            }
            for card in cards.into_iter().rev() {
                machine.state.side_mut(of).deck.push(card);
            }
        }
        "board" => {
            for text in split(value).into_iter().filter(|text| *text != "nothing") {
                let (name, rest) = brackets(text);
                let (name, count) = list(name).pop().unwrap_or_default();
                let card = card(content, &name, kind::MINION)?;
                for _ in 0..count {
                    let thing = machine.put(card, of, Zone::Board);
                    room(thing, "a board", MAX_BOARD, "minions")?;
                    alter(machine, thing, rest)?;
                }
            }
        }
        "weapon" => {
            let several = split(value);
            let &[only] = several.as_slice() else { return Err("a hero holds one weapon".to_owned()) };
            let (name, rest) = brackets(only);
            if name == "nothing" {
                return Ok(());
            }
            let thing = machine.put(card(content, name, kind::WEAPON)?, of, Zone::Weapon);
            alter(machine, thing, rest)?;
        }
        "power" => {
            let card = card(content, value, kind::POWER)?;
            machine.forget(machine.state.side(of).power);
            machine.put(card, of, Zone::Power);
        }
        "secrets" => {
            for (name, _) in list(value) {
                let card = card(content, &name, kind::SPELL)?;
                let facts = content.card(card);
                if facts.marks & mark::SECRET == 0 {
                    return Err(format!("{} is no secret", facts.name));
                }
                let known = machine.state.side(of).secrets;
                if known.as_slice().iter().any(|&other| machine.state.body(other).card == card) {
                    return Err(format!("{} can be there only once", facts.name));
                }
                room(machine.put(card, of, Zone::Secret), "a player", MAX_SECRETS, "secrets")?;
            }
        }
        _ => return Err(format!("`{what}` is no part of a position")),
    }
    Ok(())
}

/// Refuses what has found no room.
fn room(thing: Thing, what: &str, most: usize, noun: &str) -> Result<(), String> {
    if thing == NOBODY { Err(format!("{what} holds at most {most} {noun}")) } else { Ok(()) }
}

/// A name and what stands in brackets behind it.
fn brackets(text: &str) -> (&str, &str) {
    text.split_once('(').map_or((text.trim(), ""), |(name, rest)| (name.trim(), rest.trim_end().trim_end_matches(')')))
}

fn alter<D: Dice, L: Log<Event>>(machine: &mut Machine<'_, D, L>, thing: Thing, text: &str) -> Result<(), String> {
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        if let Some((attack, health)) = word.split_once('/') {
            let number = |text: &str, least: i16| text.parse::<i16>().ok().filter(|n| (least..=MOST_STAT).contains(n));
            let (Some(attack), Some(health)) = (number(attack, 0), number(health, 1)) else {
                return Err(format!("`{word}` must be attack/health: from 0/1 to {MOST_STAT}/{MOST_STAT}"));
            };
            machine.change(thing, Link { change: Change::SetAttack, a: attack, ..Link::default() });
            machine.change(thing, Link { change: Change::SetHealth, a: health, ..Link::default() });
        } else if let Some(damage) = word.strip_prefix("damage ") {
            let damage: i16 = damage.parse().map_err(|_| format!("`{damage}` is no number"))?;
            machine.settle();
            let most = machine.state.body(thing).health - 1;
            if !(0..=most).contains(&damage) {
                return Err(format!("`{word}` must leave it alive: 0 to {most}"));
            }
            machine.state.body_mut(thing).damage = damage;
            machine.state.stale |= machine.state.auras != 0;
        } else if let Some((_, bit)) = flag::WORDS.iter().find(|(known, _)| *known == word) {
            machine.change(thing, Link::of_flags(Change::Flags, *bit));
        } else {
            let status = match word {
                "frozen" => status::FROZEN,
                "exhausted" => status::NEW,
                _ => return Err(format!("`{word}` is nothing that a minion can be")),
            };
            machine.state.body_mut(thing).status |= status;
        }
    }
    Ok(())
}

fn hero<D: Dice, L: Log<Event>>(machine: &mut Machine<'_, D, L>, of: u8, value: &str) -> Result<(), String> {
    let hero = machine.state.side(of).hero;
    let mut health = None;
    for word in value.split(',').map(str::trim) {
        if word == "frozen" {
            machine.state.body_mut(hero).status |= status::FROZEN;
            continue;
        }
        let (number, what) = word.split_once(' ').ok_or_else(|| format!("`{word}` is nothing that a hero can be"))?;
        let least = i16::from(what.ends_with("health"));
        let read = number.parse::<i16>().ok().filter(|number| (least..=MOST_STAT).contains(number));
        let number = read.ok_or_else(|| format!("`{number}` is no number from {least} to {MOST_STAT}"))?;
        match what {
            "health" => health = Some(number),
            "max health" => machine.change(hero, Link { change: Change::SetHealth, a: number, ..Link::default() }),
            "armor" => machine.state.side_mut(of).armor = number,
            "attack" => {
                let link =
                    Link { change: Change::Stats, until: Until::EndOfTurn as u8, by: of, a: number, ..Link::default() };
                machine.change(hero, link);
            }
            _ => return Err(format!("`{word}` is nothing that a hero can be")),
        }
    }
    machine.settle();
    if let Some(left) = health {
        let body = machine.state.body_mut(hero);
        if left > body.health {
            return Err(format!("a hero with {} max health cannot have {left} health", body.health));
        }
        body.damage = body.health - left;
    }
    Ok(())
}

/// The game begins with the deal of the decks as they are written.
fn deal(game: &Hearthstone, state: &mut HearthstoneState) {
    let mut dice = Scripted::new(&[]);
    let mut log = Silent;
    state.machine.turn = 0;
    let mut machine = Machine::new(game.content(), &mut state.machine, &mut dice, &mut log);
    for (of, count) in [(0, 3), (1, 4)] {
        let side = machine.state.side_mut(of);
        (side.crystals, side.mana) = (0, 0);
        for _ in 0..count {
            machine.draw(of);
        }
    }
    state.opening.asked = Some(0);
}
