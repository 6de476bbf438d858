//! What the tests share: agents by name, whole games, statistics, an exact solver.

use std::collections::HashMap;
use std::sync::Arc;

use ludus_agents::{Built, Thinker, build};
use ludus_core::{Action, Actions, BadSpec, Game, Returns, Rng, Seat, Silent, Spec, Turn};

/// The agent of a spec that is known to be right.
pub(crate) fn agent<G: Game>(game: &Arc<G>, spec: &str) -> Box<dyn Thinker<G>> {
    try_build(game, spec).map(|built| built.agent).expect("the spec is right")
}

pub(crate) fn try_build<G: Game>(game: &Arc<G>, spec: &str) -> Result<Built<G>, BadSpec> {
    build(game, &spec.parse::<Spec>()?)
}

/// Decides for a seat in place of an agent.
pub(crate) type Chooser<'a, G> = &'a mut dyn FnMut(&<G as Game>::State, Seat, &mut Rng) -> Action;

/// An agent as a chooser.
pub(crate) fn by_agent<'a, G: Game>(
    game: &'a G,
    agent: &'a mut dyn Thinker<G>,
) -> impl FnMut(&G::State, Seat, &mut Rng) -> Action + 'a {
    move |state, seat, rng| agent.choose(&Turn::new(game, state, seat), rng)
}

/// Plays from a state to the end; an illegal choice fails the test.
pub(crate) fn finish<G: Game>(game: &G, mut state: G::State, choosers: &mut [Chooser<'_, G>], seed: u64) -> Returns {
    let (mut dice, mut rng) = (Rng::stream(seed, 0), Rng::stream(seed, 1));
    while let Some(seat) = game.to_act(&state).lowest() {
        let action = choosers[seat.index()](&state, seat, &mut rng);
        game.apply(&mut state, seat, action, &mut dice, &mut Silent).expect("agents choose legal actions");
    }
    game.returns(&state)
}

/// Plays a whole game between agents, seat by seat.
pub(crate) fn play<G: Game>(game: &Arc<G>, specs: &[&str], seed: u64) -> Returns {
    let state = game.start(&mut Rng::stream(seed, 2), &mut Silent);
    let mut agents: Vec<_> = specs.iter().map(|spec| agent(game, spec)).collect();
    let mut choosers: Vec<_> = agents.iter_mut().map(|agent| by_agent(&**game, &mut **agent)).collect();
    let mut choosers: Vec<Chooser<'_, G>> = choosers.iter_mut().map(|chooser| chooser as Chooser<'_, G>).collect();
    finish(&**game, state, &mut choosers, seed)
}

/// What the first of two agents gets in games in which they take both seats in turn.
pub(crate) fn duel<G: Game>(game: &Arc<G>, first: &str, second: &str, games: u64) -> Vec<f64> {
    (0..games)
        .map(
            |seed| {
                if seed % 2 == 0 {
                    play(game, &[first, second], seed)[0]
                } else {
                    play(game, &[second, first], seed)[1]
                }
            },
        )
        .collect()
}

/// The mean and its standard error.
pub(crate) fn mean_and_error(results: &[f64]) -> (f64, f64) {
    let count = results.len() as f64;
    let mean = results.iter().sum::<f64>() / count;
    let variance = results.iter().map(|result| (result - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

/// Asserts that the mean is above a bound by more than four standard errors.
pub(crate) fn assert_clearly_above(bound: f64, results: &[f64]) {
    let (mean, error) = mean_and_error(results);
    assert!(mean - 4.0 * error > bound, "{mean:.3} +- {error:.3} is not clearly above {bound}");
}

pub(crate) fn legal<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<Action> {
    let mut actions = Actions::new();
    game.legal_actions(state, seat, &mut actions);
    actions.to_vec()
}

pub(crate) fn after<G: Game>(game: &G, state: &G::State, seat: Seat, action: Action) -> G::State {
    let mut next = state.clone();
    game.apply(&mut next, seat, action, &mut Rng::new(0), &mut Silent).expect("the action is legal");
    next
}

/// The states that random play reaches, one per decision, of several games.
pub(crate) fn random_states<G: Game>(game: &G, games: u64) -> Vec<(G::State, Seat)> {
    let mut states = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::stream(seed, 77);
        let mut state = game.start(&mut rng, &mut Silent);
        while let Some(seat) = game.to_act(&state).lowest() {
            states.push((state.clone(), seat));
            let actions = legal(game, &state, seat);
            let action = actions[rng.below(actions.len() as u32) as usize];
            game.apply(&mut state, seat, action, &mut rng, &mut Silent).expect("the action is legal");
        }
    }
    states
}

/// Exact results of a game of perfect information between two seats whose returns are -1, 0 or 1.
pub(crate) struct Solver<'a, G: Game> {
    game: &'a G,
    /// What the seat to act gets; only looked up.
    values: HashMap<G::State, i32>,
    /// Whether the seat to act can force a win within so many decisions; only looked up.
    wins: HashMap<(G::State, u32), bool>,
}

impl<'a, G: Game> Solver<'a, G> {
    pub(crate) fn new(game: &'a G) -> Self {
        Solver { game, values: HashMap::new(), wins: HashMap::new() }
    }

    /// What the seat to act gets when both play perfectly; looks at the whole game.
    pub(crate) fn value(&mut self, state: &G::State) -> i32 {
        if let Some(&known) = self.values.get(state) {
            return known;
        }
        let seat = self.to_act(state);
        let values = legal(self.game, state, seat).into_iter().map(|action| self.value_after(state, seat, action));
        let best = values.max().expect("somebody is to act");
        self.values.insert(state.clone(), best);
        best
    }

    fn value_after(&mut self, state: &G::State, seat: Seat, action: Action) -> i32 {
        let next = after(self.game, state, seat, action);
        if self.game.to_act(&next).is_empty() { self.returns(&next, seat) } else { -self.value(&next) }
    }

    /// One of the actions that keep the value, by chance.
    pub(crate) fn perfect(&mut self, state: &G::State, rng: &mut Rng) -> Action {
        let (seat, value) = (self.to_act(state), self.value(state));
        let mut actions = legal(self.game, state, seat);
        actions.retain(|&action| self.value_after(state, seat, action) == value);
        actions[rng.below(actions.len() as u32) as usize]
    }

    /// Whether the seat to act can force a win within so many decisions of both seats.
    pub(crate) fn wins(&mut self, state: &G::State, decisions: u32) -> bool {
        if let Some(&known) = self.wins.get(&(state.clone(), decisions)) {
            return known;
        }
        let seat = self.to_act(state);
        let won = legal(self.game, state, seat).into_iter().any(|action| {
            let next = after(self.game, state, seat, action);
            if self.game.to_act(&next).is_empty() {
                self.returns(&next, seat) == 1
            } else {
                decisions > 2 && self.all_lose(&next, decisions - 1)
            }
        });
        self.wins.insert((state.clone(), decisions), won);
        won
    }

    fn all_lose(&mut self, state: &G::State, decisions: u32) -> bool {
        let seat = self.to_act(state);
        legal(self.game, state, seat).into_iter().all(|action| self.loses(state, seat, action, decisions))
    }

    fn loses(&mut self, state: &G::State, seat: Seat, action: Action, decisions: u32) -> bool {
        let next = after(self.game, state, seat, action);
        !self.game.to_act(&next).is_empty() && self.wins(&next, decisions - 1)
    }

    /// One of the actions that lose as late as can be, by chance.
    pub(crate) fn defence(&mut self, state: &G::State, decisions: u32, rng: &mut Rng) -> Action {
        let seat = self.to_act(state);
        let mut actions = legal(self.game, state, seat);
        for horizon in (2..=decisions).rev().step_by(2) {
            let mut safe = actions.clone();
            safe.retain(|&action| !self.loses(state, seat, action, horizon));
            if !safe.is_empty() {
                actions = safe;
                break;
            }
        }
        actions[rng.below(actions.len() as u32) as usize]
    }

    fn to_act(&self, state: &G::State) -> Seat {
        self.game.to_act(state).lowest().expect("somebody is to act")
    }

    fn returns(&self, state: &G::State, seat: Seat) -> i32 {
        self.game.returns(state)[seat.index()] as i32
    }
}
