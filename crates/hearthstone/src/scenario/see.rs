//! What is expected in a scenario.

use ludus_cards::machine::program::flag;
use ludus_cards::machine::state::{NOBODY, Outcome, Thing, status};
use ludus_core::Silent;
use ludus_core::dice::Exhaustive;

use super::names::{character, in_hand, names, side, texts};
use super::say;
use crate::Hearthstone;
use crate::rules::{AttackWays, own_characters};
use crate::state::HearthstoneState;

/// What is found where a claim does not hold; `None` where it holds.
type Seen = Result<Option<String>, String>;

fn is(found: &str, wanted: &str) -> Option<String> {
    (found != wanted).then(|| format!("it is {found}"))
}

/// Looks whether a claim holds.
pub(super) fn see(game: &Hearthstone, state: &HearthstoneState, claim: &str) -> Seen {
    let outcome = state.machine.outcome;
    let wanted = match claim {
        "I win" => Some(Outcome::First),
        "they win" => Some(Outcome::Second),
        "draw" => Some(Outcome::Draw),
        "not over" => Some(Outcome::Open),
        _ => None,
    };
    if let Some(wanted) = wanted {
        return Ok((outcome != wanted).then(|| format!("the game is {outcome:?}")));
    }
    if let Some(rest) = claim.strip_prefix("can play ") {
        return Ok(if can_play(game, state, rest) { None } else { Some("it cannot be played".into()) });
    }
    if let Some(rest) = claim.strip_prefix("cannot play ") {
        return Ok(if can_play(game, state, rest) { Some("it can be played".into()) } else { None });
    }
    if let Some((name, rest)) = claim.split_once(" in my hand ") {
        return card_in_hand(game, state, 0, name, rest);
    }
    if let Some((name, rest)) = claim.split_once(" in their hand ") {
        return card_in_hand(game, state, 1, name, rest);
    }
    let Some((of, rest)) = side(claim) else { return Err(format!("`{claim}` is nothing that can be looked at")) };
    if let Some(found) = row(game, state, of, rest) {
        return Ok(found.0);
    }
    if let Some(found) = numbers(game, state, of, rest) {
        return Ok(found.0);
    }
    let (who, what) = subject(claim)?;
    let thing = character(game, state, who)?;
    thing_is(game, state, thing, what)
}

/// Whether something can be done, tried out on a copy.
fn can_play(game: &Hearthstone, state: &HearthstoneState, text: &str) -> bool {
    let name = text.split(" on ").next().unwrap_or(text);
    let active = state.machine.active;
    if text == name {
        let Some((_, thing)) = in_hand(game, state, active, name) else { return false };
        return game.can_play(game.look(state), thing);
    }
    let mut copy = state.clone();
    say::say(game, &mut copy, &format!("play {text}"), &mut Exhaustive::default(), &mut Silent).is_ok()
}

fn card_in_hand(game: &Hearthstone, state: &HearthstoneState, of: u8, name: &str, what: &str) -> Seen {
    let Some((_, thing)) = in_hand(game, state, of, name) else {
        return Ok(Some(format!("the hand is {}", texts(game, state, state.machine.side(of).hand.as_slice()))));
    };
    if let Some(cost) = what.strip_prefix("costs ") {
        return Ok(is(&game.look(state).cost_of(thing).to_string(), cost));
    }
    let body = state.machine.body(thing);
    match what.strip_prefix("is ") {
        Some(numbers) => Ok(is(&format!("{}/{}", body.attack, body.left()), numbers)),
        None => Err(format!("`{what}` is nothing that a card of a hand can be")),
    }
}

/// Rows of cards: board, hand, deck, secrets, weapon.
fn row(game: &Hearthstone, state: &HearthstoneState, of: u8, rest: &str) -> Option<Answer> {
    let side = state.machine.side(of);
    let deck: Vec<String> =
        side.deck.as_slice().iter().rev().map(|&card| game.content().card(card).name.clone()).collect();
    let listed = |list: &[Thing]| -> Vec<String> {
        list.iter().map(|&thing| game.content().card(state.machine.body(thing).card).name.clone()).collect()
    };
    let (name, cards) = if rest.starts_with("board") {
        ("board", listed(side.board.as_slice()))
    } else if rest.starts_with("hand") {
        ("hand", listed(side.hand.as_slice()))
    } else if rest.starts_with("deck") {
        ("deck", deck)
    } else if rest.starts_with("secrets") {
        ("secrets", listed(side.secrets.as_slice()))
    } else {
        return None;
    };
    let rest = rest.strip_prefix(name)?;
    let found = if cards.is_empty() { "nothing".to_owned() } else { cards.join(", ") };
    if let Some(list) = rest.strip_prefix(':') {
        return Some(Answer((names(list) != cards).then(|| format!("it is {found}"))));
    }
    let what = rest.strip_prefix(" has ")?;
    let counted = what.split_once(' ').and_then(|(count, noun)| Some((count.parse::<usize>().ok()?, noun)));
    Some(Answer(match counted {
        Some((count, "cards" | "card" | "minions" | "minion")) => {
            (cards.len() != count).then(|| format!("it has {}: {found}", cards.len()))
        }
        _ => (!cards.iter().any(|card| card == what)).then(|| format!("it is {found}")),
    }))
}

/// A found answer in a box of its own, so that "nothing is wrong" and "not spoken of" differ.
struct Answer(Option<String>);

/// Numbers of a side: mana, crystals, power, weapon, spell damage.
fn numbers(game: &Hearthstone, state: &HearthstoneState, of: u8, rest: &str) -> Option<Answer> {
    let side = state.machine.side(of);
    let look = game.look(state);
    let name_of = |thing: Thing| game.content().card(state.machine.body(thing).card).name.clone();
    let found = match rest {
        "power can be used" | "power cannot be used" => {
            let can = of == state.machine.active && game.can_use_power(look, of);
            let wanted = rest == "power can be used";
            return Some(Answer((can != wanted).then(|| "it is the other way round".to_owned())));
        }
        _ => rest.split_once(" is "),
    };
    let (what, wanted) = found?;
    let number = match what {
        "mana" => i16::from(side.mana),
        "crystals" => i16::from(side.crystals),
        "locked" => i16::from(side.locked),
        "overload" => i16::from(side.overload),
        "fatigue" => i16::from(side.fatigue),
        "spell damage" => look.spell_power(of),
        "power" => return Some(Answer(is(&name_of(side.power), wanted))),
        "weapon" => {
            if side.weapon == NOBODY {
                return Some(Answer(is("nothing", wanted)));
            }
            let body = state.machine.body(side.weapon);
            let short = format!("{}/{}", body.attack, body.left());
            let full = format!("{} {short}", name_of(side.weapon));
            return Some(Answer((wanted != full && wanted != short).then(|| format!("it is {full}"))));
        }
        _ => return None,
    };
    Some(Answer(is(&number.to_string(), wanted)))
}

/// The character of a claim, and what is said of it.
fn subject(claim: &str) -> Result<(&str, &str), String> {
    let verbs = [" is ", " has ", " can attack", " cannot attack"];
    let at = verbs.iter().filter_map(|verb| claim.find(verb)).min();
    let at = at.ok_or_else(|| format!("`{claim}` is nothing that can be looked at"))?;
    Ok((&claim[..at], claim[at..].trim_start()))
}

fn thing_is(game: &Hearthstone, state: &HearthstoneState, thing: Thing, what: &str) -> Seen {
    let look = game.look(state);
    let body = state.machine.body(thing);
    if let Some(stats) = what.strip_prefix("is ") {
        return Ok(is(&format!("{}/{}", look.attack_of(thing), body.left()), stats));
    }
    if let Some(rest) = what
        .strip_prefix("can attack")
        .map(|rest| (rest, true))
        .or(what.strip_prefix("cannot attack").map(|rest| (rest, false)))
    {
        return can_attack(game, state, thing, rest.0.trim(), rest.1);
    }
    let Some(list) = what.strip_prefix("has ") else {
        return Err(format!("`{what}` is nothing that can be looked at"));
    };
    for word in list.split(',').map(str::trim) {
        if let Some(found) = has(game, state, thing, word)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn has(game: &Hearthstone, state: &HearthstoneState, thing: Thing, word: &str) -> Seen {
    let body = state.machine.body(thing);
    if let Some((number, what)) = word.split_once(' ')
        && number.parse::<i16>().is_ok()
    {
        let found = match what {
            "health" => body.left(),
            "max health" => body.health,
            "armor" => state.machine.side(body.side).armor,
            "attack" => game.look(state).attack_of(thing),
            _ => return Err(format!("`{word}` is nothing that can be had")),
        };
        return Ok(is(&found.to_string(), number));
    }
    let (word, wanted) = word.strip_prefix("no ").map_or((word, true), |word| (word, false));
    let found = match word {
        "frozen" => body.is(status::FROZEN),
        "silenced" => body.is(status::SILENCED),
        _ => {
            let known = flag::WORDS.iter().find(|(known, _)| *known == word);
            let (_, bit) = known.ok_or_else(|| format!("`{word}` is nothing that can be had"))?;
            body.has(*bit)
        }
    };
    Ok((found != wanted).then(|| if found { format!("it has {word}") } else { format!("it has no {word}") }))
}

fn can_attack(game: &Hearthstone, state: &HearthstoneState, thing: Thing, whom: &str, wanted: bool) -> Seen {
    let look = game.look(state);
    let side = state.machine.body(thing).side;
    let own_turn = side == state.machine.active;
    let can = if whom.is_empty() {
        own_turn && AttackWays::of(look, side).open_for(look, thing)
    } else {
        let target = character(game, state, whom)?;
        let there = own_characters(look, 1 - side).any(|(_, thing)| thing == target);
        own_turn && there && game.may_attack(look, side, thing, target)
    };
    Ok((can != wanted).then(|| if can { "it can".to_owned() } else { "it cannot".to_owned() }))
}
