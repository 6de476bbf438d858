use std::sync::Arc;

use ludus_core::dice::{Rng, mix};
use ludus_core::{Agent, Choice, Game, Illegal, Log, Returns, Silent, Turn, interrupt};
use thiserror::Error;

use crate::{Plan, Standing, Threads};

/// Makes a fresh agent for each game, so that nothing is carried over from one to the next.
pub type AgentFactory<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// One participant of a tournament.
pub struct Entrant<G: Game> {
    /// The text that its agent is made from.
    pub label: String,
    /// Makes the agent.
    pub make: AgentFactory<G>,
}

/// How one game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// The match that the game belongs to.
    pub round: u32,
    /// The rotation of seats in that match.
    pub rotation: u32,
    /// The seed of the game's luck; games of one number in all rotations and matches share it.
    pub seed: u64,
    /// The seed of the agents' own random choices.
    pub agent_seed: u64,
    /// What each seat got.
    pub returns: Returns,
    /// How many decisions were taken.
    pub decisions: u32,
    /// What the game has counted, in the order of its counters; empty where nothing was to be counted.
    pub counts: Vec<u32>,
}

/// A game that could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BrokenGame {
    /// An agent chose what is not allowed.
    #[error("game with seed {seed}, decision {decision}: {agent} chose an illegal action: {illegal}")]
    Agent {
        /// The seed of the game.
        seed: u64,
        /// The number of the decision.
        decision: u32,
        /// The agent.
        agent: String,
        /// What it did.
        illegal: Illegal,
    },
    /// The game did not stop where its rules say that it does.
    #[error("game with seed {seed} is not over after {limit} decisions, the most that its rules allow")]
    Endless {
        /// The seed of the game.
        seed: u64,
        /// The limit of the game.
        limit: u32,
    },
}

/// Agents that play each other by a plan, a chunk of games at a time.
pub struct Tournament<G: Game> {
    game: Arc<G>,
    entrants: Vec<Entrant<G>>,
    plan: Plan,
    seed: u64,
    threads: Threads,
    standings: Vec<Vec<Standing>>,
    /// What is counted in each game; nothing where nobody asks.
    counters: usize,
    /// Games already played in each match.
    played: u64,
}

impl<G: Game> Tournament<G> {
    /// A tournament in which no game has been played.
    pub fn new(game: Arc<G>, entrants: Vec<Entrant<G>>, plan: Plan, seed: u64, threads: Option<usize>) -> Self {
        let standings = plan.matches.iter().map(|one| vec![Standing::default(); one.entrants().len()]).collect();
        Tournament { game, entrants, plan, seed, threads: Threads::new(threads), standings, counters: 0, played: 0 }
    }

    /// Counts in every game what the game can count.
    #[must_use]
    pub fn counting(self) -> Self {
        Tournament { counters: self.game.counters().len(), ..self }
    }

    /// The matches.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many games have been played in each match.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// How the entrants of a match have done, in the order of [`crate::Match::entrants`].
    pub fn standings(&self, round: usize) -> &[Standing] {
        &self.standings[round]
    }

    /// Half the width of the widest interval of all win rates.
    pub fn widest(&self) -> f64 {
        let rates = self.standings.iter().flatten().map(Standing::win_rate);
        rates.map(|rate| (rate.high - rate.low) / 2.0).fold(0.0, f64::max)
    }

    /// Plays the next `count` games of every match.
    pub fn run(&mut self, count: u64) -> Result<Vec<GameRow>, BrokenGame> {
        let numbers = self.played..self.played + count;
        let tasks: Vec<(usize, u64)> =
            (0..self.plan.matches.len()).flat_map(|round| numbers.clone().map(move |number| (round, number))).collect();
        let rows = self.threads.map(&tasks, |&(round, number)| self.play(round, number))?;
        self.played += count;
        for row in &rows {
            let one = &self.plan.matches[row.round as usize];
            let table = &one.rotations[row.rotation as usize];
            for (standing, entrant) in self.standings[row.round as usize].iter_mut().zip(one.entrants()) {
                standing.add(&row.returns, table, entrant);
            }
        }
        Ok(rows)
    }

    /// Plays game `number` of a match: its luck depends on the number of full turns of the seats only.
    fn play(&self, round: usize, number: u64) -> Result<GameRow, BrokenGame> {
        let rotations = &self.plan.matches[round].rotations;
        let rotation = (number % rotations.len() as u64) as usize;
        let seed = mix(self.seed, number / rotations.len() as u64);
        let agent_seed = mix(mix(!self.seed, round as u64), number);
        let table = &rotations[rotation];
        let mut agents: Vec<_> = table.iter().map(|&entrant| (self.entrants[entrant].make)()).collect();
        let label = |seat: usize| self.entrants[table[seat]].label.clone();
        let (game, mut counts) = (&*self.game, vec![0; self.counters]);
        let (returns, decisions) = if counts.is_empty() {
            play_one(game, &mut agents, (seed, agent_seed), &label, &mut Silent, |_| {})?
        } else {
            let mut log = Counting { game, counts: &mut counts };
            play_one(game, &mut agents, (seed, agent_seed), &label, &mut log, |_| {})?
        };
        Ok(GameRow { round: round as u32, rotation: rotation as u32, seed, agent_seed, returns, decisions, counts })
    }
}

/// The log that only counts.
struct Counting<'a, G> {
    game: &'a G,
    counts: &'a mut [u32],
}

impl<G: Game> Log<G::Event> for Counting<'_, G> {
    fn record(&mut self, event: impl FnOnce() -> G::Event) {
        self.game.count(&event(), self.counts);
    }
}

/// Plays one game between agents, one per seat, and shows every choice to `visit`. The seeds are those of the game's luck
/// and of the agents' own.
pub fn play_one<G: Game>(
    game: &G,
    agents: &mut [Box<dyn Agent<G>>],
    (seed, agent_seed): (u64, u64),
    label: &dyn Fn(usize) -> String,
    log: &mut impl Log<G::Event>,
    mut visit: impl FnMut(Choice),
) -> Result<(Returns, u32), BrokenGame> {
    let mut dice = Rng::new(seed);
    let mut minds: Vec<Rng> = (0..agents.len()).map(|seat| Rng::stream(agent_seed, seat as u64)).collect();
    let mut state = game.start(&mut dice, log);
    let limit = game.facts().max_decisions;
    let mut decisions = 0;
    while let Some(seat) = game.to_act(&state).lowest() {
        interrupt::checkpoint();
        if decisions == limit {
            return Err(BrokenGame::Endless { seed, limit });
        }
        decisions += 1;
        let action = agents[seat.index()].choose(&Turn::new(game, &state, seat), &mut minds[seat.index()]);
        game.apply(&mut state, seat, action, &mut dice, log).map_err(|illegal| BrokenGame::Agent {
            seed,
            decision: decisions,
            agent: label(seat.index()),
            illegal,
        })?;
        visit(Choice(seat, action));
    }
    Ok((game.returns(&state), decisions))
}
