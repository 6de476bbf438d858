//! A position in one line: what people look at first, what only the machine needs last.
//!
//! The README says what each field holds.

mod check;
mod flow;
mod things;
mod words;

use ludus_cards::machine::state::{
    Ask, MAX_BOARD, MAX_DECK, MAX_HAND, MAX_OFFER, MAX_SECRETS, MAX_THINGS, NOBODY, Offer, Outcome, Side, Thing, Zone,
    members, one,
};
use ludus_cards::machine::{Content, Machine, State};
use ludus_core::dice::Scripted;
use ludus_core::{BadPosition, Position, Silent};

use crate::Hearthstone;
use crate::state::{Asks, HearthstoneState, Opening, Pending};
use things::Written;
pub(crate) use things::change_text;
use words::{NOTHING, Reading, Words, card_named, card_text, row, row_text};

pub(crate) const FIELDS: &[&str] = &[
    "turn", "hero0", "power0", "weapon0", "side0", "board0", "hand0", "secrets0", "deck0", "hero1", "power1",
    "weapon1", "side1", "board1", "hand1", "secrets1", "deck1", "said", "offer", "others", "numbers", "flow",
];

/// The fields of a side: hero, power, weapon, numbers, board, hand, secrets, deck.
const SIDES: [[&str; 8]; 2] = [
    ["hero0", "power0", "weapon0", "side0", "board0", "hand0", "secrets0", "deck0"],
    ["hero1", "power1", "weapon1", "side1", "board1", "hand1", "secrets1", "deck1"],
];

/// The words for how a game stands.
const OUTCOMES: [(&str, Outcome); 4] =
    [("open", Outcome::Open), ("won-by-0", Outcome::First), ("won-by-1", Outcome::Second), ("drawn", Outcome::Draw)];

/// The words for what is asked next.
const ASKS: [(&str, Asks); 4] =
    [("option", Asks::Option), ("target", Asks::Target), ("place", Asks::Place), ("defender", Asks::Defender)];

/// Writes a state down.
pub(crate) fn write(game: &Hearthstone, state: &HearthstoneState) -> Position {
    let content = game.content();
    let machine = state.machine.canonical();
    let derived = worked_out(content, machine.clone());
    let order = by_place(&machine);
    let thing = |thing: Thing, place: Option<(Zone, u8)>| things::write(content, &machine, &derived, thing, place);
    let mut fields = Vec::with_capacity(FIELDS.len());
    let outcome = OUTCOMES.iter().find(|(_, known)| *known == machine.outcome).map_or("open", |(word, _)| word);
    fields.push(("turn", format!("{}/{}/{outcome}", machine.turn, machine.active)));
    for (of, names) in (0_u8..).zip(SIDES) {
        let side = machine.side(of);
        let single = |of_it: Thing, zone: Zone| {
            if of_it == NOBODY { NOTHING.to_owned() } else { thing(of_it, Some((zone, of))) }
        };
        let many = |row: &[Thing], zone: Zone| row_text(row.iter().map(|&of_it| thing(of_it, Some((zone, of)))));
        let texts = [
            single(side.hero, Zone::Hero),
            single(side.power, Zone::Power),
            single(side.weapon, Zone::Weapon),
            side_text(side),
            many(side.board.as_slice(), Zone::Board),
            many(side.hand.as_slice(), Zone::Hand),
            many(side.secrets.as_slice(), Zone::Secret),
            row_text(side.deck.as_slice().iter().rev().map(|&card| card_text(content, card))),
        ];
        fields.extend(names.into_iter().zip(texts));
    }
    fields.push(("said", said_text(state)));
    fields.push(("offer", offer_text(content, &machine.offer)));
    let placed = placed(&machine);
    fields.push(("others", row_text(members(machine.used & !placed).map(|other| thing(other, None)))));
    fields.push(("numbers", numbers_text(&machine, &order)));
    let rest = joined(&fields);
    fields.push(("flow", flow::write(&machine, &derived, &rest)));
    Position::new(fields)
}

/// All fields but the last, as the seal of the last one knows them.
fn joined(fields: &[(&'static str, String)]) -> String {
    fields.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" ")
}

/// The same state with all numbers that follow from others worked out.
fn worked_out(content: &Content, mut state: State) -> State {
    // Nothing of it is left to chance.
    Machine::new(content, &mut state, &mut Scripted::new(&[]), &mut Silent).work_out_anew();
    state
}

/// The things by where they are: side by side, zone by zone, from left to right; then those without a place.
fn by_place(state: &State) -> Vec<Thing> {
    let mut out = Vec::new();
    for side in &state.sides {
        out.extend([side.hero, side.power, side.weapon].into_iter().filter(|&thing| thing != NOBODY));
        out.extend_from_slice(side.board.as_slice());
        out.extend_from_slice(side.hand.as_slice());
        out.extend_from_slice(side.secrets.as_slice());
    }
    out.extend(members(state.used & !placed(state)));
    out
}

/// The things that have a place.
fn placed(state: &State) -> u64 {
    state.sides.iter().fold(0, |set, side| {
        set | one(side.hero)
            | one(side.power)
            | one(side.weapon)
            | side.board.set()
            | side.hand.set()
            | side.secrets.set()
    })
}

fn side_text(side: &Side) -> String {
    let Side {
        hero: _,
        power: _,
        weapon: _,
        hand: _,
        board: _,
        secrets: _,
        deck: _,
        armor,
        crystals,
        mana,
        locked,
        overload,
        fatigue,
        played,
        minions_played,
        spells_played,
        died,
        power_used,
    } = *side;
    let mut words = Words::default();
    words.number("mana", mana, 0);
    words.number("crystals", crystals, 0);
    words.number("locked", locked, 0);
    words.number("overload", overload, 0);
    words.number("armor", armor, 0);
    words.number("fatigue", fatigue, 0);
    words.number("played", played, 0);
    words.number("minions-played", minions_played, 0);
    words.number("spells-played", spells_played, 0);
    words.number("died", died, 0);
    words.number("power-used", power_used, 0);
    words.text()
}

fn read_side(field: &'static str, text: &str, side: &mut Side) -> Result<(), BadPosition> {
    let most = i128::from(ludus_cards::machine::MAX_CRYSTALS);
    let mut words = Reading::of(field, text)?;
    side.mana = words.number("mana", 0, 0, most)?;
    side.crystals = words.number("crystals", 0, 0, most)?;
    side.locked = words.number("locked", 0, 0, most)?;
    side.overload = words.number("overload", 0, 0, 255)?;
    side.armor = words.number("armor", 0, 0, 32_767)?;
    side.fatigue = words.number("fatigue", 0, 0, 255)?;
    side.played = words.number("played", 0, 0, 255)?;
    side.minions_played = words.number("minions-played", 0, 0, 255)?;
    side.spells_played = words.number("spells-played", 0, 0, 255)?;
    side.died = words.number("died", 0, 0, 255)?;
    side.power_used = words.number("power-used", 0, 0, 255)?;
    words.finish()
}

fn said_text(state: &HearthstoneState) -> String {
    let HearthstoneState { machine: _, pending, opening, decisions } = *state;
    let Pending { asks, thing, mode, chosen } = pending;
    let Opening { asked, replace, first } = opening;
    let mut words = Words::default();
    words.number("first", first, 0);
    words.number("mulligan", asked.map_or(-1, i128::from), -1);
    words.number("replace", replace, 0);
    words.number("decisions", decisions, 0);
    if let Some((word, _)) = ASKS.iter().find(|(_, known)| *known == asks) {
        words.flag(word, true);
    }
    words.number("thing", thing, NOBODY);
    words.number("mode", mode, 0);
    words.number("chosen", chosen, NOBODY);
    words.text()
}

fn read_said(text: &str, machine: State) -> Result<HearthstoneState, BadPosition> {
    let mut words = Reading::of("said", text)?;
    let asks = ASKS.iter().find(|(word, _)| words.flag(word)).map_or(Asks::Nothing, |(_, asks)| *asks);
    let pending = Pending {
        asks,
        thing: words.number("thing", NOBODY, 0, 63)?,
        mode: words.number("mode", 0, 0, 255)?,
        chosen: words.number("chosen", NOBODY, 0, 63)?,
    };
    let opening = Opening {
        asked: words.optional("mulligan", 0, 1)?,
        replace: words.number("replace", 0, 0, 255)?,
        first: words.number("first", 0, 0, 1)?,
    };
    let decisions = words.number("decisions", 0, 0, 255)?;
    words.finish()?;
    Ok(HearthstoneState { machine, pending, opening, decisions })
}

fn offer_text(content: &Content, offer: &Offer) -> String {
    let word = match offer.ask {
        Ask::Nothing => return NOTHING.to_owned(),
        Ask::Discover => "discover",
        Ask::Look => "look",
    };
    format!("{word}/{}/{}", offer.side, row_text(offer.cards().iter().map(|&card| card_text(content, card))))
}

fn read_offer(content: &Content, text: &str) -> Result<Offer, BadPosition> {
    let mut offer = Offer::default();
    if text == NOTHING {
        return Ok(offer);
    }
    let parts: Vec<&str> = text.split('/').collect();
    let wrong = || {
        let problem = format!("is `{text}`, but must be `-` or WHAT/SIDE/CARDS, where WHAT is `discover` or `look`");
        BadPosition::new("offer", problem)
    };
    let [word, side, cards] = parts[..] else { return Err(wrong()) };
    offer.ask = match word {
        "discover" => Ask::Discover,
        "look" => Ask::Look,
        _ => return Err(wrong()),
    };
    offer.side = side.parse().ok().filter(|side| *side < 2).ok_or_else(wrong)?;
    for card in row(cards) {
        if usize::from(offer.count) == MAX_OFFER {
            return Err(BadPosition::new("offer", format!("has more than {MAX_OFFER} cards")));
        }
        offer.cards[usize::from(offer.count)] = card_named(content, "offer", card)?;
        offer.count += 1;
    }
    Ok(offer)
}

/// The numbers of the things and the ranks of their orders, where they are not those of their places.
fn numbers_text(state: &State, order: &[Thing]) -> String {
    let plain =
        (0..).zip(order).all(|(place, &thing)| thing == place && state.body(thing).order == u16::from(place) + 1);
    if plain {
        return NOTHING.to_owned();
    }
    let list = |numbers: Vec<String>| numbers.join(".");
    let numbers = list(order.iter().map(ToString::to_string).collect());
    let ranks = list(order.iter().map(|&thing| state.body(thing).order.to_string()).collect());
    format!("{numbers}/{ranks}")
}

/// The number and the rank of each of so many things.
fn read_numbers(text: &str, count: usize) -> Result<Vec<(Thing, u16)>, BadPosition> {
    let bad = |problem: String| BadPosition::new("numbers", problem);
    if count > MAX_THINGS {
        return Err(bad(format!("cannot be given to {count} things; the most is {MAX_THINGS}")));
    }
    if text == NOTHING {
        return Ok((0..count as u8).map(|place| (place, u16::from(place) + 1)).collect());
    }
    let wrong = || {
        bad(format!("is `{text}`, but must be `-` or NUMBERS/RANKS with {count} different numbers from 0 to 63 each"))
    };
    let (numbers, ranks) = text.split_once('/').ok_or_else(wrong)?;
    let numbers: Option<Vec<u8>> = numbers.split('.').map(|part| part.parse().ok()).collect();
    let ranks: Option<Vec<u16>> = ranks.split('.').map(|part| part.parse().ok()).collect();
    let (numbers, ranks) = (numbers.ok_or_else(wrong)?, ranks.ok_or_else(wrong)?);
    let mut seen = 0_u64;
    for &number in &numbers {
        if usize::from(number) >= MAX_THINGS || seen & one(number) != 0 {
            return Err(wrong());
        }
        seen |= one(number);
    }
    if numbers.len() != count || ranks.len() != count {
        return Err(wrong());
    }
    Ok(numbers.into_iter().zip(ranks).collect())
}

/// Reads a state.
pub(crate) fn read(game: &Hearthstone, position: &Position) -> Result<HearthstoneState, BadPosition> {
    let content = game.content();
    let mut state = State::default();
    read_turn(position.get("turn"), &mut state)?;
    let (rows, others) = read_rows(content, position, &mut state)?;
    let count = rows.iter().map(|(_, row)| row.len()).sum::<usize>() + others.len();
    let numbers = read_numbers(position.get("numbers"), count)?;
    let mut numbers = numbers.into_iter();
    let mut own = Vec::new();
    for (place, row) in rows {
        for written in row {
            let thing = settle_in(&mut state, written, &mut numbers, &mut own);
            let side = state.side_mut(place.1);
            match place.0 {
                Zone::Hero => side.hero = thing,
                Zone::Power => side.power = thing,
                Zone::Weapon => side.weapon = thing,
                Zone::Board => side.board.push(thing),
                Zone::Hand => side.hand.push(thing),
                _ => side.secrets.push(thing),
            }
        }
    }
    for written in others {
        settle_in(&mut state, written, &mut numbers, &mut own);
    }
    state.offer = read_offer(content, position.get("offer"))?;
    hang_changes(&mut state, &mut own)?;
    state.clock = u16::MAX;
    let mut state = worked_out(content, state.canonical());
    for (thing, written) in &own {
        written.own.give(state.body_mut(*thing));
    }
    let fields: Vec<_> = FIELDS[..FIELDS.len() - 1].iter().map(|&name| (name, position.get(name).to_owned())).collect();
    flow::read(&mut state, position.get("flow"), &joined(&fields))?;
    let state = read_said(position.get("said"), state)?;
    check::check(game, &state)?;
    Ok(state)
}

fn read_turn(text: &str, state: &mut State) -> Result<(), BadPosition> {
    let last = ludus_cards::machine::LAST_TURN;
    let wrong = || {
        let problem = format!(
            "is `{text}`, but must be TURN/SIDE/open with a turn up to {last} and whose it is, such as `5/0/open`"
        );
        BadPosition::new("turn", problem)
    };
    let [turn, active, outcome] = text.split('/').collect::<Vec<_>>()[..] else { return Err(wrong()) };
    state.turn = turn.parse().ok().filter(|turn| *turn <= last).ok_or_else(wrong)?;
    state.active = active.parse().ok().filter(|side| *side < 2).ok_or_else(wrong)?;
    state.outcome = OUTCOMES.iter().find(|(word, _)| *word == outcome).map(|(_, known)| *known).ok_or_else(wrong)?;
    Ok(())
}

/// A place of the table: a zone of a side.
type Place = (Zone, u8);

/// What stands at each place, and what has none.
type Rows = (Vec<(Place, Vec<Written>)>, Vec<Written>);

/// Reads the things and decks of both sides.
fn read_rows(content: &Content, position: &Position, state: &mut State) -> Result<Rows, BadPosition> {
    let mut rows = Vec::new();
    for (of, [hero, power, weapon, numbers, board, hand, secrets, deck]) in (0_u8..).zip(SIDES) {
        let zones = [
            (hero, Zone::Hero, 1),
            (power, Zone::Power, 1),
            (weapon, Zone::Weapon, 1),
            (board, Zone::Board, MAX_BOARD),
            (hand, Zone::Hand, MAX_HAND),
            (secrets, Zone::Secret, MAX_SECRETS),
        ];
        for (field, zone, most) in zones {
            let texts: Vec<&str> = row(position.get(field)).collect();
            check::count(field, texts.len(), most)?;
            let read = |text: &&str| things::read(content, field, text, Some((zone, of)));
            rows.push(((zone, of), texts.iter().map(read).collect::<Result<Vec<_>, _>>()?));
        }
        read_side(numbers, position.get(numbers), state.side_mut(of))?;
        let cards: Vec<&str> = row(position.get(deck)).collect();
        check::count(deck, cards.len(), MAX_DECK)?;
        for card in cards.into_iter().rev() {
            state.side_mut(of).deck.push(card_named(content, deck, card)?);
        }
    }
    let others = row(position.get("others")).map(|text| things::read(content, "others", text, None));
    Ok((rows, others.collect::<Result<Vec<_>, _>>()?))
}

/// Gives a thing its number and its order.
fn settle_in(
    state: &mut State,
    written: Written,
    numbers: &mut impl Iterator<Item = (Thing, u16)>,
    own: &mut Vec<(Thing, Written)>,
) -> Thing {
    let (thing, order) = numbers.next().expect("there is a number for each");
    *state.body_mut(thing) = written.body;
    state.body_mut(thing).order = order;
    state.used |= one(thing);
    own.push((thing, written));
    thing
}

fn hang_changes(state: &mut State, own: &mut [(Thing, Written)]) -> Result<(), BadPosition> {
    own.sort_by_key(|(thing, _)| *thing);
    let mut next = 0;
    for (thing, written) in own.iter() {
        if !things::hang(state, *thing, &written.changes, &mut next) {
            let most = ludus_cards::machine::state::MAX_CHANGES;
            return Err(BadPosition::new("board0", format!("and the other fields have more than {most} changes")));
        }
    }
    Ok(())
}
