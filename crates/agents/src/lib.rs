//! Players for every game: they know the contract of `ludus-core` and no game.
//!
//! An agent is named by a text such as `mcts:iterations=2000` and built by [`build`]. It sees the game through a
//! [`Turn`](ludus_core::Turn) only: where something is hidden from its seat, it deals the hidden part anew and never
//! looks at the true one. An agent with a budget of `iterations` is reproducible: equal turns and equal luck give
//! equal decisions, bit for bit. A budget of `ms` stops by the clock and is not.

mod budget;
mod catalogue;
mod flat;
mod greedy;
mod ismcts;
mod mcts;
mod random;
mod rollout;
mod tree;

use std::sync::Arc;

use ludus_core::{Action, Agent, AgentEntry, BadSpec, Facts, Game, Options, Rng, Spec, Turn, nearest};

pub use catalogue::{NAMES, catalogue};

use flat::Flat;
use greedy::Greedy;
use ismcts::Ismcts;
use mcts::Mcts;
use random::Random;

/// An agent that is ready to play, with what must be known about it.
pub struct Built<G: Game> {
    /// The agent; coerces to `Box<dyn Agent<G>>` where its thoughts are not asked for.
    pub agent: Box<dyn Thinker<G>>,
    /// The canonical spec: every option with its value.
    pub spec: String,
    /// Whether equal turns and equal luck always give equal decisions.
    pub reproducible: bool,
}

/// An agent that can say what it considered.
pub trait Thinker<G: Game>: Agent<G> {
    /// What the last choice considered, best first; empty when there was nothing to weigh.
    fn thoughts(&self) -> &[Thought];
}

/// What an agent thought of one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The action.
    pub action: Action,
    /// How often it was tried.
    pub visits: u32,
    /// What the seat can expect from it, on the scale of the returns; 0 for an action that was never tried.
    pub value: f64,
}

/// Builds the agent that a spec names, for one game; an agent that cannot play this kind of game is refused.
///
/// ```
/// use std::sync::Arc;
/// use ludus_agents::build;
/// use ludus_classic::TicTacToe;
/// use ludus_core::{Game, Position, Rng, Seat, Turn};
///
/// let game = Arc::new(TicTacToe::new());
/// let mut mcts = build(&game, &"mcts:iterations=500".parse().unwrap()).unwrap();
/// let position = Position::from_text(game.position_fields(), "xx./oo./... x").unwrap();
/// let state = game.from_position(&position).unwrap();
/// let action = mcts.agent.choose(&Turn::new(&*game, &state, Seat(0)), &mut Rng::new(1));
/// assert_eq!(game.describe(action), "c1", "it completes the line");
/// ```
pub fn build<G: Game>(game: &Arc<G>, spec: &Spec) -> Result<Built<G>, BadSpec> {
    let facts = game.facts();
    match spec.name.as_str() {
        "random" => construct(facts, spec, |_, _| Ok((Random::default(), true))),
        "greedy" => construct(facts, spec, |facts, options| Ok((Greedy::new(facts, options)?, true))),
        "flat" => construct(facts, spec, Flat::new),
        "mcts" => construct(facts, spec, Mcts::new),
        "ismcts" => construct(facts, spec, Ismcts::new),
        "python" => Err(BadSpec("python agents are built by the Python package only".to_owned())),
        own if game.agents().iter().any(|entry| entry.name == own) => {
            construct(facts, spec, |_, options| Ok((OfGame(game.agent(own, options)?), true)))
        }
        other => Err(unknown(other, game.agents())),
    }
}

/// An agent that a game brings.
struct OfGame<G: Game>(Box<dyn Agent<G>>);

impl<G: Game> Agent<G> for OfGame<G> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Action {
        self.0.choose(turn, rng)
    }
}

impl<G: Game> Thinker<G> for OfGame<G> {
    fn thoughts(&self) -> &[Thought] {
        &[]
    }
}

/// Lets an agent read its options and refuses those that it did not read.
fn construct<G: Game, A: Thinker<G> + 'static>(
    facts: &Facts,
    spec: &Spec,
    new: impl FnOnce(&Facts, &mut Options) -> Result<(A, bool), BadSpec>,
) -> Result<Built<G>, BadSpec> {
    let mut options = spec.options();
    let (agent, reproducible) = new(facts, &mut options)?;
    Ok(Built { agent: Box::new(agent), spec: options.finish()?, reproducible })
}

fn unknown(name: &str, own: &[AgentEntry]) -> BadSpec {
    let known: Vec<&str> = NAMES.into_iter().chain(own.iter().map(|entry| entry.name)).collect();
    BadSpec(match nearest(name, known.iter().copied()) {
        Some(near) => format!("unknown agent `{name}`; did you mean `{near}`?"),
        None => format!("unknown agent `{name}`; the agents are {} and python:module:Class", known.join(", ")),
    })
}

/// Runs the agent of the page on writing one.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/how-to/write-an-agent.md")]
struct WriteAnAgent;
