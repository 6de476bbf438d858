//! The position in one line: the cards of both seats, the public card, the bets of both rounds.

use ludus_core::{BadPosition, Position};

use super::{BETTING, CARDS, LeducPokerState, NO_CARD, Node};

pub(super) const FIELDS: &[&str] = &["cards", "public", "bets"];

pub(super) fn write(state: LeducPokerState) -> Position {
    let cards = state.cards.map(|card| CARDS[usize::from(card)]).concat();
    let public = CARDS.get(usize::from(state.public)).copied().unwrap_or("-");
    let [first, second] = state.nodes.map(|node| bets_text(&BETTING[usize::from(node)]));
    let bets = if state.round() == 0 { first.to_owned() } else { format!("{first}/{second}") };
    Position::new([("cards", cards), ("public", public.to_owned()), ("bets", bets)])
}

pub(super) fn read(position: &Position) -> Result<LeducPokerState, BadPosition> {
    let (cards, public) = read_cards(position)?;
    let text = position.get("bets");
    let nodes = read_bets(text)?;
    let bad = |problem: String| Err(BadPosition::new("bets", problem));
    match (public == NO_CARD, text.contains('/')) {
        (false, false) => bad(format!("is `{text}`, but with a public card there is a second round: `cc/-`")),
        (true, true) => bad(format!("is `{text}`, but there is no second round without a public card")),
        (true, false) if BETTING[usize::from(nodes[0])].is_called() => {
            bad(format!("is `{text}`, which ends the first round: deal the public card and write `{text}/-`"))
        }
        _ => Ok(LeducPokerState { cards, public, nodes }),
    }
}

fn read_card(text: &str) -> Option<u8> {
    CARDS.iter().position(|&card| card == text).map(|card| card as u8)
}

/// The betting of a round as a position writes it.
fn bets_text(node: &Node) -> &'static str {
    if node.bets.is_empty() { "-" } else { node.bets }
}

fn read_cards(position: &Position) -> Result<([u8; 2], u8), BadPosition> {
    let (text, open) = (position.get("cards"), position.get("public"));
    let held = text.split_at_checked(2).and_then(|(first, second)| Some([read_card(first)?, read_card(second)?]));
    let Some(cards) = held.filter(|[first, second]| first != second) else {
        let problem = format!("is `{text}`, but must be two different cards of {}", CARDS.join(", "));
        return Err(BadPosition::new("cards", problem));
    };
    let public = if open == "-" { Some(NO_CARD) } else { read_card(open) };
    let public = public.filter(|public| !cards.contains(public)).ok_or_else(|| {
        let problem = format!("is `{open}`, but must be `-` or a card that nobody holds of {}", CARDS.join(", "));
        BadPosition::new("public", problem)
    })?;
    Ok((cards, public))
}

fn read_bets(text: &str) -> Result<[u8; 2], BadPosition> {
    let bad = |problem: String| BadPosition::new("bets", problem);
    let round = |text: &str| {
        let node = BETTING.iter().position(|node| bets_text(node) == text);
        node.map(|node| node as u8).ok_or_else(|| {
            let all: Vec<&str> = BETTING.iter().map(bets_text).collect();
            bad(format!("has the round `{text}`, but a round is one of {} (f fold, c call, r raise)", all.join(", ")))
        })
    };
    let Some((first, second)) = text.split_once('/') else { return Ok([round(text)?, 0]) };
    let nodes = [round(first)?, round(second)?];
    let ended = &BETTING[usize::from(nodes[0])];
    if !ended.is_called() {
        return Err(bad(format!("has a second round after `{first}`, which does not lead to one")));
    }
    Ok(nodes)
}
