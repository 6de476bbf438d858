//! A state is a value: a copy is independent, and equal states are equal games.

use ludus_core::{Game, Rng};

use crate::fingerprint::{Fingerprint, hash_of};
use crate::probe::{Finding, Probe, Walk};

pub(super) fn copy_is_independent<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let game = &**probe.game;
    // A copy is kept from each moment to the next, while the original is played on.
    let mut kept: Option<(Walk<'_, G>, Fingerprint)> = None;
    probe.moments(|walk, _| {
        let print = Fingerprint::of(game, &walk.state);
        let earlier = kept.take().filter(|(copy, _)| copy.seed == walk.seed);
        if let Some((mut copy, before)) = earlier {
            before
                .same(&Fingerprint::of(game, &copy.state))
                .map_err(|difference| format!("playing the original on changed its copy: {difference}"))?;
            copy.go_to(walk.decisions);
            print
                .same(&Fingerprint::of(game, &walk.state))
                .map_err(|difference| format!("playing a copy on changed its original: {difference}"))?;
            print
                .same(&Fingerprint::of(game, &copy.state))
                .map_err(|difference| format!("a copy has another future than its original: {difference}"))?;
            if copy.state != walk.state || copy.dice != walk.dice {
                return Err("a copy has another future than its original".to_owned());
            }
        }
        let copy = walk.clone();
        if copy.state != walk.state {
            return Err("a copy is not equal to its original".to_owned());
        }
        let copied = Fingerprint::of(game, &copy.state);
        print.same(&copied).map_err(|difference| format!("a copy is not like its original: {difference}"))?;
        kept = Some((copy, copied));
        Ok(())
    })
}

/// How many states are compared with each other at most: the work grows with the square.
const POOL: usize = 600;

struct Met<S> {
    state: S,
    print: Fingerprint,
    position: String,
    hash: u64,
}

pub(super) fn equal_means_equal<G: Game>(probe: &Probe<'_, G>) -> Finding {
    let game = &**probe.game;
    let mut pool: Vec<Met<G::State>> = Vec::new();
    probe.moments(|walk, rng| {
        for state in variants(game, walk, rng) {
            let met = Met {
                print: Fingerprint::of(game, &state),
                position: game.position(&state).to_string(),
                hash: hash_of(&state),
                state,
            };
            agree(&met, &met)?;
            pool.iter().try_for_each(|other| agree(other, &met))?;
            if pool.len() < POOL {
                pool.push(met);
            }
        }
        Ok(())
    })
}

/// The state of the moment, the same state by another road, and its neighbours: states that are equal or nearly so.
fn variants<G: Game>(game: &G, walk: &Walk<'_, G>, rng: &mut Rng) -> Vec<G::State> {
    let mut states = vec![walk.state.clone()];
    states.extend(game.from_position(&game.position(&walk.state)).ok());
    let mut neighbour = Walk::on(game, walk.state.clone(), rng.next_seed());
    neighbour.go_to(1);
    states.push(neighbour.state);
    states
}

fn agree<S: Eq>(a: &Met<S>, b: &Met<S>) -> Finding {
    let equal = a.state == b.state;
    if equal != (b.state == a.state) {
        return Err(format!("of `{}` and `{}` only one is equal to the other", a.position, b.position));
    }
    if !equal && a.position == b.position {
        return Err(format!("two different states have the position `{}`", a.position));
    }
    if equal && a.hash != b.hash {
        return Err(format!("two equal states with the position `{}` have different hashes", a.position));
    }
    if equal {
        a.print.same(&b.print).map_err(|difference| format!("two equal states differ: {difference}"))?;
    }
    Ok(())
}
