//! What a game says of itself, and whether it keeps to it.

use ludus_core::{Game, MAX_SEATS, Seat, Silent};

use crate::probe::{Finding, Probe, table};

/// How far sums of floating-point returns may be off.
const ROUNDING: f64 = 1e-9;

pub(super) fn facts<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let facts = probe.facts();
    let (least, most) = facts.returns;
    let counts = &facts.seat_counts;
    let range = || format!("{} to {}", counts.start(), counts.end());
    let rules = [
        (!facts.name.trim().is_empty(), "the game has no name".to_owned()),
        (!facts.about.trim().is_empty(), "nothing is said about the game".to_owned()),
        (!facts.content.trim().is_empty(), "the content has no name".to_owned()),
        (
            (1..=MAX_SEATS).contains(counts.start()) && counts.end() <= &MAX_SEATS && counts.start() <= counts.end(),
            format!("the seat counts {} are not within 1 to {MAX_SEATS}", range()),
        ),
        (counts.contains(&facts.seats), format!("{} seats are not among the seat counts {}", facts.seats, range())),
        (facts.actions > 0, "the action space is empty".to_owned()),
        (
            u32::try_from(facts.actions).is_ok(),
            format!("an action space of {} is more than an action can number", facts.actions),
        ),
        (facts.max_decisions > 0, "no game may take a single decision".to_owned()),
        (least.is_finite() && most.is_finite(), format!("the returns {least} to {most} are not finite")),
        (least <= most, format!("the returns {least} to {most} are in the wrong order")),
    ];
    rules.into_iter().find(|(holds, _)| !holds).map_or(Ok(()), |(_, problem)| Err(problem))
}

pub(super) fn ends_in_time<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let most = probe.facts().max_decisions;
    for seed in probe.seeds() {
        let mut walk = probe.walk(seed);
        while walk.step(&mut Silent) {
            probe.stand(seed, walk.decisions);
        }
        if !probe.game.to_act(&walk.state).is_empty() {
            return Err(if walk.decisions < most as usize {
                format!("the game is not over but cannot go on after {} decisions", walk.decisions)
            } else {
                format!("the game is not over after the {most} decisions that it may take")
            });
        }
    }
    Ok(())
}

pub(super) fn returns_in_range<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let game = &**probe.game;
    probe.moments(|walk, _| {
        let returns = game.returns(&walk.state);
        if returns.iter().any(|value| !value.is_finite()) {
            return Err(format!("the returns {returns:?} are not finite"));
        }
        if returns[probe.seats().count()..].iter().any(|&value| value != 0.0) {
            return Err(format!("the returns {returns:?} give something to seats that do not exist"));
        }
        probe.seats().try_for_each(|seat| estimate(game, &walk.state, seat))?;
        if game.to_act(&walk.state).is_empty() { final_returns(game, &walk.state) } else { Ok(()) }
    })
}

fn estimate<G: Game>(game: &G, state: &G::State, seat: Seat) -> Finding {
    /// Estimates are weighted sums of many terms.
    const ROUNDING: f64 = 1e-6;
    let (value, (least, most)) = (game.evaluate(state, seat), game.facts().returns);
    // NaN is in no range.
    if (least - ROUNDING..=most + ROUNDING).contains(&value) {
        return Ok(());
    }
    Err(format!("the state is worth {value} to seat {seat}, outside of the returns {least} to {most}"))
}

/// Whether the returns of a game that is over are among those declared.
pub(super) fn final_returns<G: Game>(game: &G, state: &G::State) -> Finding {
    let (returns, facts) = (game.returns(state), game.facts());
    let (least, most) = facts.returns;
    for seat in table(game).iter() {
        let value = returns[seat.index()];
        if !(least - ROUNDING..=most + ROUNDING).contains(&value) {
            return Err(format!("seat {seat} gets {value}, outside of the returns {least} to {most}"));
        }
    }
    let sum: f64 = returns.iter().sum();
    if facts.zero_sum && sum.abs() > ROUNDING {
        return Err(format!("the returns {returns:?} of a zero-sum game add up to {sum}"));
    }
    Ok(())
}
