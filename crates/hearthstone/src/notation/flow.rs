//! What is under way in the middle of an effect. It is the machine's own and no text for people: it fits only the position
//! that it was written with, and a seal says which one that is.

use ludus_cards::machine::State;
use ludus_cards::machine::state::{Doing, Frame, MAX_FRAMES, NOBODY};
use ludus_core::{BadPosition, Luck};

use super::words::{NOTHING, Reading, Words};

const FIELD: &str = "flow";
const SEAL: &str = "|seal=";

/// The words for what can be under way.
const DOING: &[(&str, Doing)] = &[
    ("program", Doing::Program),
    ("telling", Doing::Telling),
    ("deaths", Doing::Deaths),
    ("rattles", Doing::Rattles),
    ("playing", Doing::Playing),
    ("power", Doing::Power),
    ("attacking", Doing::Attacking),
    ("turning", Doing::Turning),
];

/// Writes what is under way; `rest` is what the other fields hold.
pub(super) fn write(state: &State, derived: &State, rest: &str) -> String {
    let mut words = Words::default();
    words.number("attacker", state.attacker, NOBODY);
    words.number("defender", state.defender, NOBODY);
    words.number("aim", state.aim, NOBODY);
    words.flag("countered", state.countered);
    words.flag("prevented", state.prevented);
    words.flag("stale", state.stale);
    words.number("lost", state.lost, 0);
    words.number("looked", state.looked, 0);
    words.number("auras", state.auras, derived.auras);
    words.number("listens", state.listens, derived.listens);
    let frames = &state.frames[..usize::from(state.depth)];
    if words.is_empty() && frames.is_empty() {
        return NOTHING.to_owned();
    }
    let mut text = words.text();
    for frame in frames {
        text = format!("{text}|{}", frame_text(frame));
    }
    let seal = seal(&text, rest);
    format!("{text}{SEAL}{seal:016x}")
}

fn seal(text: &str, rest: &str) -> u64 {
    Luck::of(&format!("{text} {rest}")).0
}

fn frame_text(frame: &Frame) -> String {
    let Frame { doing, step, me, side, chosen, subject, object, rounds, pc, n, told, limit, saved } = *frame;
    let usual = Frame::default();
    let mut words = Words::default();
    let word = DOING.iter().find(|(_, known)| *known == doing).map_or("nothing", |(word, _)| word);
    words.flag(word, true);
    words.number("step", step, usual.step);
    words.number("me", me, usual.me);
    words.number("side", side, usual.side);
    words.number("chosen", chosen, usual.chosen);
    words.number("subject", subject, usual.subject);
    words.number("object", object, usual.object);
    words.number("rounds", rounds, usual.rounds);
    words.number("pc", pc, usual.pc);
    words.number("n", n, usual.n);
    words.number("told", told, usual.told);
    words.number("limit", limit, usual.limit);
    for (register, (set, usual)) in saved.into_iter().zip(usual.saved).enumerate() {
        words.number(&format!("saved{register}"), set, usual);
    }
    words.text()
}

/// Reads what is under way into a state whose numbers have been worked out.
pub(super) fn read(state: &mut State, text: &str, rest: &str) -> Result<(), BadPosition> {
    if text == NOTHING {
        return Ok(());
    }
    let (text, sealed) = text.rsplit_once(SEAL).unwrap_or((text, ""));
    if u64::from_str_radix(sealed, 16).ok() != Some(seal(text, rest)) {
        let problem =
            "does not belong to the other fields; it can only be copied with all of them: write `-` for nothing";
        return Err(BadPosition::new(FIELD, problem));
    }
    let mut parts = text.split('|');
    let mut words = Reading::of(FIELD, parts.next().unwrap_or_default())?;
    let thing = 255;
    state.attacker = words.number("attacker", NOBODY, 0, thing)?;
    state.defender = words.number("defender", NOBODY, 0, thing)?;
    state.aim = words.number("aim", NOBODY, 0, thing)?;
    state.countered = words.flag("countered");
    state.prevented = words.flag("prevented");
    state.stale = words.flag("stale");
    state.lost = words.number("lost", 0, 0, 255)?;
    state.looked = words.number("looked", 0, 0, 255)?;
    state.auras = words.number("auras", state.auras, 0, u64::MAX.into())?;
    state.listens = words.number("listens", state.listens, 0, u32::MAX.into())?;
    words.finish()?;
    for part in parts {
        if !state.push(read_frame(part)?) {
            return Err(BadPosition::new(FIELD, format!("has more than {MAX_FRAMES} parts")));
        }
    }
    Ok(())
}

fn read_frame(text: &str) -> Result<Frame, BadPosition> {
    let mut words = Reading::of(FIELD, text)?;
    let usual = Frame::default();
    let doing = DOING.iter().find(|(word, _)| words.flag(word)).map_or(Doing::Nothing, |(_, doing)| *doing);
    if doing == Doing::Nothing {
        words.flag("nothing");
    }
    let mut frame = Frame {
        doing,
        step: words.number("step", usual.step, 0, 255)?,
        me: words.number("me", usual.me, 0, 255)?,
        side: words.number("side", usual.side, 0, 1)?,
        chosen: words.number("chosen", usual.chosen, 0, 255)?,
        subject: words.number("subject", usual.subject, 0, 255)?,
        object: words.number("object", usual.object, 0, 255)?,
        rounds: words.number("rounds", usual.rounds, 0, 255)?,
        pc: words.number("pc", usual.pc, 0, 65_535)?,
        n: words.number("n", usual.n, -32_768, 32_767)?,
        told: words.number("told", usual.told, 0, 65_535)?,
        limit: words.number("limit", usual.limit, 0, 65_535)?,
        saved: usual.saved,
    };
    for (register, set) in frame.saved.iter_mut().enumerate() {
        *set = words.number(&format!("saved{register}"), 0, 0, u64::MAX.into())?;
    }
    words.finish()?;
    Ok(frame)
}
