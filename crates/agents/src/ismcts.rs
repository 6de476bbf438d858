use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use ludus_core::dice::mix;
use ludus_core::{Action, Actions, Agent, BadSpec, Facts, Game, Options, Rng, Seat, Silent, Turn};

use crate::budget::Budget;
use crate::mcts::{read_exploration, read_nodes};
use crate::rollout::{Judge, LEGAL, Scale, Values};
use crate::tree::{Marks, upper_bound};
use crate::{Thinker, Thought};

/// Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012, with a tree per seat).
///
/// Each iteration deals what the searching seat cannot know anew and plays through the result; every seat decides by
/// the statistics of its own information set, which is recognised by what the seat observes. Actions that are not
/// always legal are weighed against how often they could have been taken. Seats that act at once decide one after
/// the other, without seeing each other's choice. Every seat maximises its own result.
///
/// Two weaknesses belong to the method. States that a seat observes alike share their statistics, even if the seat
/// could tell them apart by what happened before. And the hidden part is dealt by the rules, not by what the other
/// seats' actions reveal, so bluffs are neither made nor seen through.
#[derive(Debug)]
pub(crate) struct Ismcts {
    budget: Budget,
    exploration: f64,
    judge: Judge,
    scale: Scale,
    most_edges: usize,
    sets: HashMap<u64, Set, BuildHasherDefault<Prehashed>>,
    edges: Vec<Edge>,
    /// The edges of this iteration, with the seats that took them.
    path: Vec<(u32, Seat)>,
    features: Vec<f32>,
    legal: Actions,
    marks: Marks,
    thoughts: Vec<Thought>,
}

/// The actions of one information set: a run of edges.
#[derive(Clone, Copy, Debug, Default)]
struct Set {
    first: u32,
    count: u32,
}

/// An action at an information set, with the results of all iterations that took it.
#[derive(Clone, Copy, Debug)]
struct Edge {
    total: f64,
    visits: u32,
    /// In how many iterations the action was legal here.
    available: u32,
    action: Action,
}

impl Ismcts {
    pub(crate) fn new(facts: &Facts, options: &mut Options) -> Result<(Self, bool), BadSpec> {
        let budget = Budget::read("ismcts", options)?;
        let ismcts = Ismcts {
            budget,
            exploration: read_exploration(options)?,
            judge: Judge::read("ismcts", options)?,
            scale: Scale::new(facts),
            most_edges: read_nodes(options)?,
            sets: HashMap::default(),
            edges: Vec::new(),
            path: Vec::new(),
            features: vec![0.0; facts.feature_count()],
            legal: Actions::new(),
            marks: Marks::default(),
            thoughts: Vec::new(),
        };
        Ok((ismcts, budget.reproducible()))
    }

    fn search<G: Game>(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Set {
        self.sets.clear();
        self.edges.clear();
        turn.observe(&mut self.features);
        let root = self.key(turn.seat());
        self.sets.insert(root, Set::default());
        self.marks.set(&self.legal);
        self.extend(root, true);
        for _ in self.budget.start(1) {
            let mut state = turn.sample(rng);
            let values = self.iterate(turn, &mut state, rng);
            for &(edge, seat) in &self.path {
                let edge = &mut self.edges[edge as usize];
                edge.visits += 1;
                edge.total += values[seat.index()];
            }
        }
        self.sets[&root]
    }

    /// Goes down from the root to the first new information set and judges the state there.
    fn iterate<G: Game>(&mut self, turn: &Turn<'_, G>, state: &mut G::State, rng: &mut Rng) -> Values {
        let game = turn.game();
        self.path.clear();
        // Among seats that act at once the searching one goes first, so that every iteration passes its root.
        let mut next = Some(turn.seat());
        while let Some(seat) = next {
            game.observe(state, seat, &mut self.features);
            let key = self.key(seat);
            let Some(edge) = self.branch(game, state, seat, key, rng) else {
                return self.judge.values(game, self.scale, state, &mut self.legal, rng);
            };
            self.path.push((edge, seat));
            game.apply(state, seat, self.edges[edge as usize].action, rng, &mut Silent).expect(LEGAL);
            next = game.to_act(state).lowest();
        }
        self.scale.returns(game, state)
    }

    /// The edge to follow; none at an information set that is new or for which there is no room.
    fn branch<G: Game>(&mut self, game: &G, state: &G::State, seat: Seat, key: u64, rng: &mut Rng) -> Option<u32> {
        if !self.sets.contains_key(&key) {
            if self.edges.len().max(self.sets.len()) < self.most_edges {
                self.sets.insert(key, Set::default());
            }
            return None;
        }
        self.legal.clear();
        game.legal_actions(state, seat, &mut self.legal);
        self.marks.set(&self.legal);
        let known = self.extend(key, false);
        self.select(known, rng)
    }

    /// Gives an information set an edge for every legal action, as far as there is room.
    ///
    /// Edges of a set stay side by side: where some are missing, all move to the end. An edge that was passed earlier in
    /// this iteration (possible when a seat observes two states of one game alike) then misses this one result.
    fn extend(&mut self, key: u64, always: bool) -> Set {
        let set = self.sets[&key];
        let block = set.block();
        let known = self.edges[block.clone()].iter().filter(|edge| self.marks.has(edge.action)).count();
        let count = block.len() + self.legal.len() - known;
        if known == self.legal.len() || (!always && self.edges.len() + count > self.most_edges) {
            return set;
        }
        let moved = Set { first: self.edges.len() as u32, count: count as u32 };
        self.edges.extend_from_within(block.clone());
        for &action in self.legal.iter() {
            if !self.edges[block.clone()].iter().any(|edge| edge.action == action) {
                self.edges.push(Edge { total: 0.0, visits: 0, available: 0, action });
            }
        }
        self.sets.insert(key, moved);
        moved
    }

    /// The legal edge to try next (UCB1 with availability), counting that all legal ones were available.
    fn select(&mut self, set: Set, rng: &mut Rng) -> Option<u32> {
        let squared = self.exploration * self.exploration;
        let mut untried = 0;
        let mut best = (f64::NEG_INFINITY, None);
        for (index, edge) in (set.first..).zip(&mut self.edges[set.block()]) {
            if !self.marks.has(edge.action) {
                continue;
            }
            edge.available += 1;
            if edge.visits == 0 {
                untried += 1;
                // Each of the untried edges stays chosen with equal chance.
                if rng.below(untried) == 0 {
                    best = (f64::INFINITY, Some(index));
                }
                continue;
            }
            let score = upper_bound(edge.total, edge.visits, squared * f64::from(edge.available).ln());
            if score > best.0 {
                best = (score, Some(index));
            }
        }
        best.1
    }

    /// Names the information set of a seat by the features that it observes now.
    fn key(&self, seat: Seat) -> u64 {
        mix(hash(&self.features), u64::from(seat.0))
    }

    /// The legal actions of the root by visits.
    fn reflect(&mut self, root: Set) {
        self.marks.set(&self.legal);
        let edges = self.edges[root.block()].iter().filter(|edge| self.marks.has(edge.action));
        self.thoughts.extend(edges.map(|edge| Thought {
            action: edge.action,
            visits: edge.visits,
            value: if edge.visits > 0 { self.scale.restore(edge.total / f64::from(edge.visits)) } else { 0.0 },
        }));
        self.thoughts.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    }
}

impl Set {
    fn block(self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

impl<G: Game> Agent<G> for Ismcts {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Action {
        self.thoughts.clear();
        self.legal.clear();
        turn.legal_actions(&mut self.legal);
        if self.legal.len() == 1 {
            return self.legal[0];
        }
        let root = self.search(turn, rng);
        self.legal.clear();
        turn.legal_actions(&mut self.legal);
        self.reflect(root);
        self.thoughts[0].action
    }
}

impl<G: Game> Thinker<G> for Ismcts {
    fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }
}

/// A hash of the exact bits of all features, the same on every machine.
fn hash(features: &[f32]) -> u64 {
    // Folded multiplication: two features per step, every bit of the product kept.
    const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15;
    let bits = |feature: Option<&f32>| u64::from(feature.map_or(0, |feature| feature.to_bits()));
    features.chunks(2).fold(features.len() as u64, |hash, pair| {
        let word = bits(pair.first()) << 32 | bits(pair.get(1));
        let product = u128::from(hash ^ word ^ 0xbf58_476d_1ce4_e5b9) * FACTOR;
        product as u64 ^ (product >> 64) as u64
    })
}

/// Takes a key that is a hash already as it is: fast, and the same in every process.
#[derive(Default)]
struct Prehashed(u64);

impl Hasher for Prehashed {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are u64");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn observations_that_differ_in_one_feature_or_in_order_hash_differently() {
        let mut features = [0.0; 101];
        let empty = hash(&features);
        let mut seen = vec![empty];
        for place in 0..features.len() {
            for value in [1.0, -1.0, 0.5] {
                features[place] = value;
                seen.push(hash(&features));
            }
            features[place] = 0.0;
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 1 + 3 * 101);
        assert_ne!(hash(&[1.0, 2.0, 3.0]), hash(&[3.0, 2.0, 1.0]));
    }
}
