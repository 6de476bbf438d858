//! Names in scenarios: cards, sides, characters.

use ludus_cards::machine::Content;
use ludus_cards::machine::program::kind;
use ludus_cards::machine::state::{NOBODY, Thing};
use ludus_core::nearest;

use crate::Hearthstone;
use crate::state::HearthstoneState;

/// The card of this name, or of this id, that is one of these kinds.
pub(super) fn card(content: &Content, name: &str, kinds: u8) -> Result<u16, String> {
    let name = name.trim();
    let called = content.by_name(name).chain(content.by_id(name));
    called.into_iter().find(|&card| content.card(card).is(kinds)).ok_or_else(|| {
        let known = content.cards.iter().filter(|card| card.is(kinds)).map(|card| card.name.as_str());
        let near = nearest(name, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        format!("there is no card `{name}`{near}")
    })
}

/// The cards of a list, copies one by one; `nothing` for an empty one.
pub(super) fn list(text: &str) -> Vec<(String, usize)> {
    if text.trim() == "nothing" {
        return Vec::new();
    }
    let item = |item: &str| {
        let item = item.trim();
        match item.split_once(' ') {
            Some((count, name)) if count.parse::<usize>().is_ok() => (name.to_owned(), count.parse().unwrap_or(1)),
            _ => (item.to_owned(), 1),
        }
    };
    split(text).into_iter().map(item).collect()
}

/// The names of a list, copies one by one.
pub(super) fn names(text: &str) -> Vec<String> {
    list(text).into_iter().flat_map(|(name, count)| std::iter::repeat_n(name, count)).collect()
}

/// The items of a list; commas in brackets do not separate.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                out.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(text[start..].trim());
    out
}

/// The side of which a text speaks, and the rest: `my Wisp`.
pub(super) fn side(text: &str) -> Option<(u8, &str)> {
    text.strip_prefix("my ").map(|rest| (0, rest)).or_else(|| text.strip_prefix("their ").map(|rest| (1, rest)))
}

/// The character that a text names: `my hero`, `their Wisp 2`, `my minion 3`.
pub(super) fn character(game: &Hearthstone, state: &HearthstoneState, text: &str) -> Result<Thing, String> {
    let (of, name) =
        side(text.trim()).ok_or_else(|| format!("`{text}` does not say whose: begin with `my` or `their`"))?;
    let machine = &state.machine;
    if name == "hero" {
        return Ok(machine.side(of).hero);
    }
    let board = machine.side(of).board;
    let nth = |place: usize| board.as_slice().get(place.wrapping_sub(1)).copied();
    if let Some(place) = name.strip_prefix("minion ") {
        let place: usize = place.parse().map_err(|_| format!("`{place}` is no place"))?;
        return nth(place).ok_or_else(|| format!("there is no minion at place {place}"));
    }
    let called = |name: &str| {
        board
            .as_slice()
            .iter()
            .copied()
            .filter(|&thing| game.content.card(machine.body(thing).card).name == name)
            .collect::<Vec<_>>()
    };
    let all = called(name);
    match all.as_slice() {
        [only] => return Ok(*only),
        [_, _, ..] => return Err(format!("there are several `{text}`: say which, `{text} 2`")),
        [] => {}
    }
    let numbered = name.rsplit_once(' ').and_then(|(name, nth)| Some((called(name), nth.parse::<usize>().ok()?)));
    numbered
        .and_then(|(all, nth)| all.get(nth.wrapping_sub(1)).copied())
        .ok_or_else(|| format!("there is no `{text}`; there {}", board_text(game, state, of)))
}

/// What stands on a board, in words.
pub(super) fn board_text(game: &Hearthstone, state: &HearthstoneState, of: u8) -> String {
    format!("is `{}`", texts(game, state, state.machine.side(of).board.as_slice()))
}

/// The names of things.
pub(super) fn texts(game: &Hearthstone, state: &HearthstoneState, things: &[Thing]) -> String {
    let name = |&thing: &Thing| game.content.card(state.machine.body(thing).card).name.clone();
    if things.is_empty() { "nothing".to_owned() } else { things.iter().map(name).collect::<Vec<_>>().join(", ") }
}

/// The first card of the hand with this name.
pub(super) fn in_hand(game: &Hearthstone, state: &HearthstoneState, of: u8, name: &str) -> Option<(usize, Thing)> {
    let hand = state.machine.side(of).hand;
    let found = hand.as_slice().iter().copied().enumerate();
    let named = |thing: Thing| thing != NOBODY && game.content.card(state.machine.body(thing).card).name == name;
    found.into_iter().find(|&(_, thing)| named(thing))
}

/// The longest beginning of a text that is the name of a card of the hand, and the rest.
pub(super) fn longest_in_hand<'a>(
    game: &Hearthstone,
    state: &HearthstoneState,
    of: u8,
    text: &'a str,
) -> Option<(usize, Thing, &'a str)> {
    let mut ends: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).chain([text.len()]).collect();
    ends.reverse();
    ends.into_iter().find_map(|end| {
        let (place, thing) = in_hand(game, state, of, &text[..end])?;
        Some((place, thing, text[end..].trim_start()))
    })
}

/// All kinds of things that can be in a deck or hand.
pub(super) const IN_HAND: u8 = kind::CARD;
