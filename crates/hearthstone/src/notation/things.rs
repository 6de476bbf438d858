//! Things: `card-id`, or `card-id(words)` where there is more to say than what is printed.

use ludus_cards::machine::program::Until;
use ludus_cards::machine::state::{Body, Change, Link, MAX_CHANGES, NO_CHANGE, Thing, Zone, status};
use ludus_cards::machine::{Content, State};
use ludus_core::BadPosition;

use super::words::{Reading, Words, card_named, card_text};

/// The words for what is true of a thing for a while.
const STATUS: &[(&str, u8)] = &[
    ("new", status::NEW),
    ("frozen", status::FROZEN),
    ("silenced", status::SILENCED),
    ("dying", status::DYING),
    ("made", status::MADE),
    ("shown", status::SHOWN),
    ("counted", status::REBORN_USED),
];

/// The words for changes.
const CHANGES: &[(&str, Change)] = &[
    ("stats", Change::Stats),
    ("gives", Change::Flags),
    ("takes", Change::NoFlags),
    ("attack", Change::SetAttack),
    ("health", Change::SetHealth),
    ("spells", Change::SpellPower),
    ("dearer", Change::Dearer),
    ("costs", Change::Costs),
    ("ability", Change::Ability),
    ("control", Change::Control),
];

/// The words for zones that a thing is in without a place.
const ZONES: &[(&str, Zone)] = &[
    ("hand", Zone::Hand),
    ("board", Zone::Board),
    ("hero", Zone::Hero),
    ("power", Zone::Power),
    ("weapon", Zone::Weapon),
    ("secret", Zone::Secret),
    ("cast", Zone::Cast),
    ("gone", Zone::Gone),
];

/// What stands before a change.
const CHANGE: char = '~';

/// A thing; `place` is the zone and side that its place says, `derived` the same state with all numbers worked out anew.
pub(super) fn write(
    content: &Content,
    state: &State,
    derived: &State,
    thing: Thing,
    place: Option<(Zone, u8)>,
) -> String {
    let Body {
        card,
        order: _,
        attack,
        health,
        damage,
        hit,
        flags,
        listens,
        zone,
        side,
        status,
        attacks,
        first: _,
        spell_power,
        dearer,
        costs,
    } = *state.body(thing);
    let usual = derived.body(thing);
    let mut words = Words::default();
    if place.is_none_or(|(implied, _)| implied != zone) {
        let word = ZONES.iter().find(|(_, known)| *known == zone).map_or("free", |(word, _)| word);
        words.flag(&format!("in-{word}"), true);
    }
    words.number("side", side, place.map_or(0, |(_, side)| side));
    words.number("damage", damage, 0);
    words.number("hit", hit, 0);
    words.number("attacks", attacks, 0);
    for (word, bit) in STATUS {
        words.flag(word, status & bit != 0);
    }
    words.number("now-attack", attack, usual.attack);
    words.number("now-health", health, usual.health);
    words.number("now-flags", flags, usual.flags);
    words.number("now-listens", listens, usual.listens);
    words.number("now-spells", spell_power, usual.spell_power);
    words.number("now-dearer", dearer, usual.dearer);
    words.number("now-costs", costs, usual.costs);
    for link in state.changes_of(thing) {
        words.push(change_text(*link));
    }
    let name = card_text(content, card);
    if words.is_empty() { name } else { format!("{name}({})", words.text()) }
}

/// A change: its word and its numbers, those at the end left out that are 0.
pub(crate) fn change_text(link: Link) -> String {
    let Link { next: _, change, until, by, a, b } = link;
    let word = CHANGES.iter().find(|(_, known)| *known == change).map_or("", |(word, _)| word);
    let mut numbers = vec![i32::from(a), i32::from(b), i32::from(until), i32::from(by)];
    while numbers.last() == Some(&0) {
        numbers.pop();
    }
    numbers.iter().fold(format!("{CHANGE}{word}"), |text, number| format!("{text}/{number}"))
}

/// What a thing has by its own now, where it is not what follows from its card and changes.
#[derive(Clone, Copy)]
pub(super) struct Own {
    attack: Option<i16>,
    health: Option<i16>,
    flags: Option<u32>,
    listens: Option<u32>,
    spell_power: Option<i8>,
    dearer: Option<i8>,
    costs: Option<i8>,
}

impl Own {
    /// Gives a body what it has by its own.
    pub(super) fn give(&self, body: &mut Body) {
        let give = |to: &mut i16, own: Option<i16>| *to = own.unwrap_or(*to);
        give(&mut body.attack, self.attack);
        give(&mut body.health, self.health);
        body.flags = self.flags.unwrap_or(body.flags);
        body.listens = self.listens.unwrap_or(body.listens);
        body.spell_power = self.spell_power.unwrap_or(body.spell_power);
        body.dearer = self.dearer.unwrap_or(body.dearer);
        body.costs = self.costs.unwrap_or(body.costs);
    }
}

/// A thing as it was read: its numbers are still to be worked out.
pub(super) struct Written {
    /// Where it is, how it is.
    pub(super) body: Body,
    /// Its changes.
    pub(super) changes: Vec<Link>,
    /// What does not follow from them.
    pub(super) own: Own,
}

/// Reads a thing of a field; `place` is the zone and side that its place says.
pub(super) fn read(
    content: &Content,
    field: &'static str,
    text: &str,
    place: Option<(Zone, u8)>,
) -> Result<Written, BadPosition> {
    let bad = |problem: String| BadPosition::new(field, problem);
    let (name, rest) = match text.split_once('(') {
        None => (text, ""),
        Some((name, rest)) => {
            let inside = rest.strip_suffix(')').filter(|inside| !inside.is_empty());
            (name, inside.ok_or_else(|| bad(format!("has `{text}`, in which `(...)` is not closed or empty")))?)
        }
    };
    let card = card_named(content, field, name)?;
    let (changes, plain): (Vec<&str>, Vec<&str>) =
        rest.split(';').filter(|_| !rest.is_empty()).partition(|word| word.starts_with(CHANGE));
    let changes = changes.into_iter().map(|text| read_change(content, field, text)).collect::<Result<Vec<_>, _>>()?;
    let plain = plain.join(";");
    let mut words = Reading::of(field, if plain.is_empty() { super::words::NOTHING } else { &plain })?;
    let (mut zone, implied) = place.unwrap_or((Zone::Free, 0));
    for (word, known) in ZONES {
        if words.flag(&format!("in-{word}")) {
            zone = *known;
        }
    }
    if zone == Zone::Free {
        return Err(bad(format!("has `{text}`, but does not say where it is: `in-cast` or `in-gone`")));
    }
    let mut bits = 0;
    for (word, bit) in STATUS {
        bits |= if words.flag(word) { *bit } else { 0 };
    }
    let body = Body {
        card,
        zone,
        side: words.number("side", implied, 0, 1)?,
        damage: words.number("damage", 0, 0, 32_767)?,
        hit: words.number("hit", 0, -32_768, 32_767)?,
        attacks: words.number("attacks", 0, 0, 255)?,
        status: bits,
        first: NO_CHANGE,
        ..Body::default()
    };
    let own = Own {
        attack: words.optional("now-attack", -32_768, 32_767)?,
        health: words.optional("now-health", -32_768, 32_767)?,
        flags: words.optional("now-flags", 0, i128::from(u32::MAX))?,
        listens: words.optional("now-listens", 0, i128::from(u32::MAX))?,
        spell_power: words.optional("now-spells", -128, 127)?,
        dearer: words.optional("now-dearer", -128, 127)?,
        costs: words.optional("now-costs", -128, 127)?,
    };
    words.finish()?;
    Ok(Written { body, changes, own })
}

fn read_change(content: &Content, field: &'static str, text: &str) -> Result<Link, BadPosition> {
    let bad = |problem: &str| BadPosition::new(field, format!("has the change `{text}`, {problem}"));
    let mut parts = text.trim_start_matches(CHANGE).split('/');
    let word = parts.next().unwrap_or_default();
    let change = CHANGES.iter().find(|(known, _)| *known == word).map(|(_, change)| *change);
    let change = change.ok_or_else(|| bad("which is not known"))?;
    let numbers: Option<Vec<i16>> = parts.map(|part| part.parse().ok()).collect();
    let mut numbers = numbers.filter(|numbers| numbers.len() <= 4).ok_or_else(|| bad("whose numbers are wrong"))?;
    numbers.resize(4, 0);
    let (until, by) = (numbers[2], numbers[3]);
    if !(0..=Until::TheirNextTurn as i16).contains(&until) || !(0..=1).contains(&by) {
        return Err(bad("which says wrongly how long it lasts (0 to 3) or who made it (0 or 1)"));
    }
    let (a, b) = (numbers[0], numbers[1]);
    if change == Change::Ability && usize::from(a as u16) >= content.parts.abilities.len() {
        return Err(bad("but there is no such ability among the cards"));
    }
    if change == Change::Control && !(0..=1).contains(&a) {
        return Err(bad("but it must say whose it was: 0 or 1"));
    }
    Ok(Link { next: NO_CHANGE, change, until: until as u8, by: by as u8, a, b })
}

/// Hangs the changes of a thing behind each other; false where there is no room for so many.
pub(super) fn hang(state: &mut State, thing: Thing, changes: &[Link], next: &mut u8) -> bool {
    if usize::from(*next) + changes.len() > MAX_CHANGES {
        return false;
    }
    for (place, link) in changes.iter().enumerate() {
        let last = place + 1 == changes.len();
        state.changes[usize::from(*next)] = Link { next: if last { NO_CHANGE } else { *next + 1 }, ..*link };
        if place == 0 {
            state.body_mut(thing).first = *next;
        }
        *next += 1;
    }
    true
}
