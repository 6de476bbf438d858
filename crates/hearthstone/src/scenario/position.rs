//! The position of a scenario.

use std::sync::Arc;

use ludus_cards::machine::program::{NONE, Until, flag, kind};
use ludus_cards::machine::state::{Change, Link, Thing, Zone, status};
use ludus_cards::machine::{Content, Event, Machine, State};
use ludus_core::dice::Scripted;
use ludus_core::{Dice, Log, Silent};

use super::names::{IN_HAND, card, list, side, split};
use super::{Failed, Line, meaning};
use crate::opening::seat_hero;
use crate::state::{HearthstoneState, Opening, Pending};
use crate::{First, Hearthstone, Options};

/// The mana crystals where nothing is said.
const CRYSTALS: u8 = 10;

/// The game and the state that the lines of a position describe.
pub(super) fn build(
    content: &Arc<Content>,
    lines: &[(usize, String)],
) -> Result<(Hearthstone, HearthstoneState), Failed> {
    let mut parts = Vec::new();
    for (line, text) in lines {
        let Ok(Line::Position(what, value)) = meaning(text) else { continue };
        parts.push((*line, what, value));
    }
    let classes = [class_of(&parts, "my class"), class_of(&parts, "their class")];
    let mut heroes = Vec::new();
    for class in classes {
        heroes.push(
            hero_of(content, class).map_err(|problem| Failed { line: lines.first().map_or(0, |l| l.0), problem })?,
        );
    }
    let ids = [&heroes[0], &heroes[1]].map(|&hero| content.card(hero).id.clone());
    let options = Options { coin: true, mulligan: false, first: First::Seat(0), places: true };
    let game = Hearthstone::new(Arc::clone(content), [(&ids[0], &[]), (&ids[1], &[])], options)
        .map_err(|error| Failed { line: 0, problem: error.to_string() })?;
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
        seat_hero(&mut machine, of, heroes[usize::from(of)]);
        let side = machine.state.side_mut(of);
        (side.crystals, side.mana) = (CRYSTALS, CRYSTALS);
    }
    let mut from_the_deal = false;
    // The order of play is that of the sides, minions before secrets.
    let rank = |what: &str| (what.ends_with("secrets"), what.starts_with("their"), what.ends_with("hero"));
    parts.sort_by_key(|(_, what, _)| rank(what));
    for (line, what, value) in parts {
        let fail = |problem: String| Failed { line, problem };
        match what {
            "opening" => from_the_deal = value == "yes",
            "turn" => machine.state.turn = value.parse().map_err(|_| fail(format!("`{value}` is no turn")))?,
            _ => {
                let (of, what) = side(what).ok_or_else(|| fail(format!("`{what}` is no part of a position")))?;
                part(&mut machine, of, what, value).map_err(fail)?;
            }
        }
    }
    machine.settle();
    if from_the_deal {
        deal(&game, &mut state);
    }
    Ok((game, state))
}

fn class_of<'a>(parts: &[(usize, &str, &'a str)], key: &str) -> &'a str {
    parts.iter().find(|(_, what, _)| *what == key).map_or("Mage", |(_, _, value)| value)
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
                return Err(format!("`{value}` is no number of crystals"));
            };
            let side = machine.state.side_mut(of);
            (side.mana, side.crystals) = (full, all);
        }
        "fatigue" => {
            machine.state.side_mut(of).fatigue = value.parse().map_err(|_| format!("`{value}` is no number"))?;
        }
        "hand" => {
            for (name, count) in list(value) {
                for _ in 0..count {
                    machine.put(card(content, &name, IN_HAND)?, of, Zone::Hand);
                }
            }
        }
        "deck" => {
            let mut cards = Vec::new();
            for (name, count) in list(value) {
                let card = card(content, &name, IN_HAND)?;
                cards.extend(std::iter::repeat_n(card, count));
            }
            for card in cards.into_iter().rev() {
                machine.state.side_mut(of).deck.push(card);
            }
        }
        "board" => {
            for text in split(value).into_iter().filter(|text| *text != "nothing") {
                let (name, rest) = brackets(text);
                let (name, count) = list(name).pop().unwrap_or_default();
                for _ in 0..count {
                    let thing = machine.put(card(content, &name, kind::MINION)?, of, Zone::Board);
                    alter(machine, thing, rest)?;
                }
            }
        }
        "weapon" => {
            let (name, rest) = brackets(value);
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
                machine.put(card(content, &name, kind::SPELL)?, of, Zone::Secret);
            }
        }
        _ => return Err(format!("`{what}` is no part of a position")),
    }
    Ok(())
}

/// A name and what stands in brackets behind it.
fn brackets(text: &str) -> (&str, &str) {
    text.split_once('(').map_or((text.trim(), ""), |(name, rest)| (name.trim(), rest.trim_end().trim_end_matches(')')))
}

fn alter<D: Dice, L: Log<Event>>(machine: &mut Machine<'_, D, L>, thing: Thing, text: &str) -> Result<(), String> {
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        if let Some((attack, health)) = word.split_once('/') {
            let (Ok(attack), Ok(health)) = (attack.parse::<i16>(), health.parse::<i16>()) else {
                return Err(format!("`{word}` are no numbers of a minion"));
            };
            machine.change(thing, Link { change: Change::SetAttack, a: attack, ..Link::default() });
            machine.change(thing, Link { change: Change::SetHealth, a: health, ..Link::default() });
        } else if let Some(damage) = word.strip_prefix("damage ") {
            let damage = damage.parse().map_err(|_| format!("`{damage}` is no number"))?;
            machine.settle();
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
        let number: i16 = number.parse().map_err(|_| format!("`{number}` is no number"))?;
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
