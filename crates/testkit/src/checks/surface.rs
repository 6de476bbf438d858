//! What machines and people see of a game: features, texts and pictures.

use std::collections::{BTreeMap, BTreeSet};

use ludus_core::{Action, Game, Rng, View};

use super::choices::{SMALL_SPACE, name, tried_actions};
use crate::fingerprint::{equal, same_features};
use crate::probe::{Finding, Probe, listed};

pub(super) fn observation_is_whole<G: Game>(probe: &Probe<'_, G>) -> Finding {
    /// Any number that no game writes by chance.
    const OTHER: f32 = 1.234_567e30;
    let count = probe.facts().feature_count();
    probe.moments(|walk, _| {
        probe.seats().try_for_each(|seat| {
            let observed = |fill: f32| {
                let mut features = vec![fill; count];
                probe.game.observe(&walk.state, seat, &mut features);
                features
            };
            let (features, again) = (observed(f32::NAN), observed(OTHER));
            if let Some(place) = features.iter().position(|feature| !feature.is_finite()) {
                let feature = features[place];
                return Err(format!("seat {seat} gets feature {place} of {count} as {feature}, or not written at all"));
            }
            same_features(&features, &again)
                .map_err(|difference| format!("when observed once more, seat {seat} {difference}"))
        })
    })
}

pub(super) fn actions_have_names<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let mut rng = Rng::new(probe.options.seed);
    let mut texts: BTreeMap<String, Action> = BTreeMap::new();
    for action in named_actions(probe, &mut rng) {
        let text = probe.game.describe(action);
        if text.trim() != text || text.is_empty() || text.contains(['\n', '\r']) {
            return Err(format!("the text {text:?} of action {} is not one line", action.0));
        }
        equal(&format!("the text of action {} the second time", action.0), &text, &probe.game.describe(action))?;
        if let Some(other) = texts.insert(text.clone(), action) {
            return Err(format!("the actions {} and {} are both called `{text}`", other.0, action.0));
        }
    }
    for action in tried_actions(probe, &mut rng) {
        match probe.game.parse(&probe.game.describe(action)) {
            Ok(understood) if understood == action => {}
            Ok(other) => return Err(format!("{} is understood as {}", name(probe, action), name(probe, other))),
            Err(unheard) => return Err(format!("{} is not understood: {unheard}", name(probe, action))),
        }
    }
    ["", "no such action 57f1c0de", "\u{1f3b2}\n"].into_iter().try_for_each(|text| nonsense_is_refused(probe, text))
}

/// All actions, or a sample of them where even their texts are too many; ascending.
fn named_actions<G: Game>(probe: &Probe<'_, G>, rng: &mut Rng) -> BTreeSet<Action> {
    const MOST: usize = 10 * SMALL_SPACE;
    let space = probe.facts().actions as u32;
    if space as usize <= MOST {
        (0..space).map(Action).collect()
    } else {
        (0..MOST).map(|_| Action(rng.below(space))).chain([Action(0), Action(space - 1)]).collect()
    }
}

fn nonsense_is_refused<G: Game>(probe: &Probe<'_, G>, text: &str) -> Finding {
    match probe.game.parse(text) {
        // A game may call an action anything.
        Ok(action) if action.index() < probe.facts().actions && probe.game.describe(action) == text.trim() => Ok(()),
        Ok(action) => Err(format!("the text {text:?} is understood as action {}", action.0)),
        Err(unheard) if unheard.hint.trim().is_empty() => Err(format!("the text {text:?} is refused without a hint")),
        Err(_) => Ok(()),
    }
}

pub(super) fn view_can_be_played<G: Game>(probe: &Probe<'_, G>) -> Finding {
    probe.moments(|walk, _| {
        probe.seats().try_for_each(|seat| {
            let view = probe.game.view(&walk.state, seat);
            let offered: Vec<Action> = view.actions.iter().map(|&(action, ..)| Action(action)).collect();
            equal("the list of offered actions", &listed(&**probe.game, &walk.state, seat), &offered)
                .and_then(|()| touchable(probe, &view))
                .map_err(|problem| format!("in the view of seat {seat}, {problem}"))
        })
    })
}

fn touchable<G: Game>(probe: &Probe<'_, G>, view: &View) -> Finding {
    let mut ids = BTreeSet::new();
    for component in view.table.walk() {
        if component.id.is_empty() {
            return Err(format!("a {} has no id", component.kind));
        }
        if !ids.insert(component.id.as_str()) {
            return Err(format!("two components have the id `{}`", component.id));
        }
    }
    for (action, text, touches) in &view.actions {
        let action = Action(*action);
        equal(&format!("the text of action {}", action.0), &probe.game.describe(action), text)?;
        if touches.is_empty() {
            return Err(format!("{} touches nothing", name(probe, action)));
        }
        if let Some(missing) = touches.iter().find(|id| !ids.contains(id.as_str())) {
            return Err(format!("{} touches `{missing}`, which is not there", name(probe, action)));
        }
    }
    Ok(())
}
