//! The contract without type parameters, so that Python can hold any game: one blanket implementation serves them all.

use std::any::Any;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use ludus_agents::{Thinker, Thought, build};
use ludus_batch::{
    Batch, BrokenGame, Buffers, Entrant, GameRow, Plan, Refused, Restart, Standing, Tournament, play_one,
};
use ludus_core::dice::{Exhaustive, Rng, TooManyOutcomes};
use ludus_core::{
    Action, Actions, Agent, AgentEntry, BadPosition, BadReplay, BadSpec, Event, Facts, Game, Illegal, Luck, Play,
    Position, Ratio, Replay, Returns, Seat, Seats, Silent, Spec, Start, Turn, Unheard, View,
};
use ludus_testkit::{Options, Report, check};
use pyo3::prelude::*;
use serde_json::Value;

use crate::py_agent::PyAgent;

/// Where an agent comes from: a spec, or something in Python that makes one when it is called.
pub(crate) enum Source {
    Spec(Spec),
    Python { label: String, make: Py<PyAny>, game: Py<PyAny> },
}

impl Source {
    pub(crate) fn is_python(&self) -> bool {
        matches!(self, Source::Python { .. })
    }
}

/// The settings of a batch.
pub(crate) struct BatchSettings {
    pub(crate) states: usize,
    pub(crate) seed: u64,
    pub(crate) restart: Restart,
    pub(crate) limit: Option<u32>,
    pub(crate) threads: Option<usize>,
}

pub(crate) type OpenTournament = (Box<dyn AnyTournament>, Vec<AgentFacts>);
pub(crate) type Outcomes = Result<Vec<(Ratio, Box<dyn AnyPlay>)>, TooManyOutcomes>;

pub(crate) trait AnyGame: Send + Sync {
    fn facts(&self) -> &Facts;
    /// The agents that the game brings.
    fn agents(&self) -> &'static [AgentEntry];
    /// What the game can count.
    fn counters(&self) -> Vec<String>;
    fn spec(&self) -> &str;
    fn describe(&self, action: Action) -> String;
    fn parse(&self, text: &str) -> Result<Action, Unheard>;
    fn position_text(&self, json: &Value) -> Result<String, BadPosition>;
    fn start(&self, start: Start) -> Result<Box<dyn AnyPlay>, BadPosition>;
    fn starts(&self, limit: usize) -> Outcomes;
    fn replay(&self, replay: &Replay) -> Result<Box<dyn AnyPlay>, BadReplay>;
    fn agent(&self, source: &Source) -> Result<(Box<dyn AnyAgent>, AgentFacts), BadSpec>;
    fn batch(&self, settings: BatchSettings) -> Result<Box<dyn AnyBatch>, Refused>;
    fn tournament(
        &self,
        sources: Vec<Source>,
        plan: Plan,
        seed: u64,
        threads: Option<usize>,
        counting: bool,
    ) -> Result<OpenTournament, BadSpec>;
    fn play_again(
        &self,
        sources: Vec<Source>,
        seed: u64,
        agent_seed: u64,
    ) -> Result<Result<Box<dyn AnyPlay>, BrokenGame>, BadSpec>;
    fn check(&self, options: &Options) -> Report;
    /// Whether the rules are hooks in Python.
    fn has_hooks(&self) -> bool;
    fn state_bytes(&self) -> usize;
    /// The mean seconds that a copy of a state takes; `None` where a copy is not equal to its state.
    fn copy_seconds(&self, copies: u32) -> Option<f64>;
    fn random_play(&self, games: u32, seed: u64) -> u64;
}

pub(crate) trait AnyPlay: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn to_act(&self) -> Seats;
    fn legal_actions(&self, seat: Seat, out: &mut Actions);
    fn apply(&mut self, seat: Seat, action: Action) -> Result<(), Illegal>;
    fn returns(&self) -> Returns;
    fn observe(&self, seat: Seat, out: &mut [f32]);
    fn evaluate(&self, seat: Seat) -> f64;
    fn view(&self, seat: Seat) -> View;
    fn position(&self) -> Position;
    fn len(&self) -> usize;
    fn rewind(&mut self, length: usize) -> bool;
    fn replay(&self, spec: &str) -> Replay;
    fn events(&self, seat: Option<Seat>) -> Vec<Value>;
    fn outcomes(&self, seat: Seat, action: Action, limit: usize) -> Result<Outcomes, Illegal>;
    fn sample(&self, seat: Seat, seed: u64) -> Box<dyn AnyPlay>;
    fn copy(&self) -> Box<dyn AnyPlay>;
    fn branch(&self, seed: u64) -> Box<dyn AnyPlay>;
    fn same(&self, other: &dyn AnyPlay) -> bool;
    fn value(&self) -> &dyn Any;
}

/// Agents that look no further than one decision.
const QUICK: [&str; 2] = ["random", "greedy"];

/// What must be known of an agent beside its choices.
#[derive(Clone)]
pub(crate) struct AgentFacts {
    pub(crate) spec: String,
    pub(crate) reproducible: bool,
    /// Whether a choice takes so little time that nobody needs to interrupt it.
    pub(crate) quick: bool,
    /// Whether its choices call hooks in Python.
    pub(crate) hooks: bool,
}

pub(crate) trait AnyAgent: Send {
    /// Chooses for a seat of a play of its own game; `None` when the play is of another game.
    fn choose(&mut self, play: &dyn AnyPlay, seat: Seat, rng: &mut Rng) -> Option<Action>;
    fn thoughts(&self) -> &[Thought];
}

pub(crate) trait AnyBatch: Send + Sync {
    fn len(&self) -> usize;
    fn position(&self, index: usize) -> Option<String>;
    fn reset(&mut self, seed: Option<u64>, buffers: Buffers<'_>) -> Result<(), Refused>;
    fn apply(&mut self, actions: &[u32], buffers: Buffers<'_>) -> Result<(), Refused>;
    fn apply_random(&mut self, count: usize, buffers: Buffers<'_>) -> Result<(), Refused>;
}

pub(crate) trait AnyTournament: Send + Sync {
    fn run(&mut self, count: u64) -> Result<Vec<GameRow>, BrokenGame>;
    fn plan(&self) -> &Plan;
    fn played(&self) -> u64;
    fn standings(&self, round: usize) -> &[Standing];
    fn widest(&self) -> f64;
}

/// Samples get a stream of their own: the seed that dealt the cards must not deal the same cards again.
const SAMPLE_LUCK: Luck = Luck::of("sample");

/// How many states are copied in turn: so few that they stay in the caches, so many that none stays in a register.
const STATES_TO_COPY: u32 = 64;

/// A game with the text that selects and configures it.
pub(crate) struct Named<G: Game> {
    pub(crate) game: Arc<G>,
    pub(crate) spec: String,
}

impl<G: Game> Named<G> {
    fn build(&self, source: &Source) -> Result<(Box<dyn Thinker<G>>, AgentFacts), BadSpec> {
        match source {
            Source::Spec(spec) => {
                let built = build(&self.game, spec)?;
                let quick = QUICK.contains(&spec.name.as_str())
                    || self.game.agents().iter().any(|entry| entry.name == spec.name);
                let (spec, reproducible, hooks) = (built.spec, built.reproducible, self.has_hooks());
                Ok((built.agent, AgentFacts { spec, reproducible, quick, hooks }))
            }
            Source::Python { label, make, game } => {
                let agent = PyAgent::new(self.game.clone(), make, game);
                let (spec, reproducible) = (label.clone(), agent.is_reproducible());
                Ok((Box::new(agent), AgentFacts { spec, reproducible, quick: true, hooks: true }))
            }
        }
    }

    fn entrant(&self, source: Source) -> Result<(Entrant<G>, AgentFacts), BadSpec> {
        let (_, facts) = self.build(&source)?;
        let again = Named { game: self.game.clone(), spec: String::new() };
        let make = move || -> Box<dyn Agent<G>> { again.build(&source).expect("what was built once is built again").0 };
        Ok((Entrant { label: facts.spec.clone(), make: Box::new(make) }, facts))
    }

    /// Plays a random game, shows every state of it, and returns the number of decisions.
    #[inline]
    fn random_game(&self, seed: u64, index: u32, legal: &mut Actions, mut show: impl FnMut(&G::State)) -> u64 {
        let mut dice = Rng::stream(seed, u64::from(index));
        let mut state = self.game.start(&mut dice, &mut Silent);
        let mut decisions = 0;
        show(&state);
        while let Some(seat) = self.game.to_act(&state).lowest() {
            legal.clear();
            self.game.legal_actions(&state, seat, legal);
            let action = legal[dice.below(legal.len() as u32) as usize];
            self.game.apply(&mut state, seat, action, &mut dice, &mut Silent).expect("a legal action is accepted");
            decisions += 1;
            show(&state);
        }
        decisions
    }

    fn middle_of_a_random_game(&self, index: u32) -> G::State {
        let mut states = Vec::new();
        self.random_game(0, index, &mut Actions::new(), |state| states.push(state.clone()));
        states.swap_remove(states.len() / 2)
    }
}

impl<G: Game> AnyGame for Named<G> {
    fn facts(&self) -> &Facts {
        self.game.facts()
    }
    fn agents(&self) -> &'static [AgentEntry] {
        self.game.agents()
    }
    fn counters(&self) -> Vec<String> {
        self.game.counters()
    }
    fn spec(&self) -> &str {
        &self.spec
    }
    fn describe(&self, action: Action) -> String {
        self.game.describe(action)
    }
    fn parse(&self, text: &str) -> Result<Action, Unheard> {
        self.game.parse(text)
    }
    fn position_text(&self, json: &Value) -> Result<String, BadPosition> {
        Ok(Position::from_json(self.game.position_fields(), json)?.to_string())
    }
    fn start(&self, start: Start) -> Result<Box<dyn AnyPlay>, BadPosition> {
        Ok(Box::new(Play::start(self.game.clone(), start)?))
    }
    fn starts(&self, limit: usize) -> Outcomes {
        let states = Exhaustive::distribution(limit, |dice| self.game.start(dice, &mut Silent))?;
        let play = |state| boxed(Play::from_state(self.game.clone(), state, 0));
        Ok(states.into_iter().map(|(state, weight)| (weight, play(state))).collect())
    }
    fn replay(&self, replay: &Replay) -> Result<Box<dyn AnyPlay>, BadReplay> {
        Ok(Box::new(replay.play(self.game.clone())?))
    }
    fn agent(&self, source: &Source) -> Result<(Box<dyn AnyAgent>, AgentFacts), BadSpec> {
        let (agent, facts) = self.build(source)?;
        Ok((Box::new(Seated { game: self.game.clone(), agent }), facts))
    }
    fn batch(&self, settings: BatchSettings) -> Result<Box<dyn AnyBatch>, Refused> {
        let BatchSettings { states, seed, restart, limit, threads } = settings;
        Ok(Box::new(Batch::new(self.game.clone(), states, seed, restart, limit, threads)?))
    }
    fn tournament(
        &self,
        sources: Vec<Source>,
        plan: Plan,
        seed: u64,
        threads: Option<usize>,
        counting: bool,
    ) -> Result<OpenTournament, BadSpec> {
        // Python runs one thread at a time; more of them would only wait for each other.
        let python = self.has_hooks() || sources.iter().any(Source::is_python);
        let threads = if python { Some(1) } else { threads };
        let entrants: Vec<_> = sources.into_iter().map(|source| self.entrant(source)).collect::<Result<_, _>>()?;
        let (entrants, facts) = entrants.into_iter().unzip();
        let tournament = Tournament::new(self.game.clone(), entrants, plan, seed, threads);
        Ok((Box::new(if counting { tournament.counting() } else { tournament }), facts))
    }
    fn play_again(
        &self,
        sources: Vec<Source>,
        seed: u64,
        agent_seed: u64,
    ) -> Result<Result<Box<dyn AnyPlay>, BrokenGame>, BadSpec> {
        let built: Vec<_> = sources.iter().map(|source| self.build(source)).collect::<Result<_, _>>()?;
        let (mut agents, facts): (Vec<Box<dyn Agent<G>>>, Vec<_>) =
            built.into_iter().map(|(agent, facts)| (agent as Box<dyn Agent<G>>, facts)).unzip();
        let label = |seat: usize| facts[seat].spec.clone();
        let mut play =
            Play::start(self.game.clone(), Start { seed, position: None }).expect("the game's own start can be made");
        let played = play_one(&*self.game, &mut agents, (seed, agent_seed), &label, &mut Silent, |choice| {
            play.apply(choice.0, choice.1).expect("the same choices are legal again");
        });
        Ok(played.map(|_| boxed(play)))
    }
    fn check(&self, options: &Options) -> Report {
        check(&self.game, options)
    }
    fn has_hooks(&self) -> bool {
        !self.game.parallel()
    }
    fn state_bytes(&self) -> usize {
        size_of::<G::State>()
    }
    fn copy_seconds(&self, copies: u32) -> Option<f64> {
        let states: Vec<G::State> = (0..STATES_TO_COPY).map(|index| self.middle_of_a_random_game(index)).collect();
        let mut places = states.clone();
        places.rotate_left(1);
        let rounds = copies.div_ceil(STATES_TO_COPY);
        let begin = Instant::now();
        for _ in 0..rounds {
            for (place, state) in places.iter_mut().zip(&states) {
                // The compiler must neither know what is copied nor leave out a copy that the next one covers.
                *place = black_box(state).clone();
                black_box(place);
            }
        }
        let seconds = begin.elapsed().as_secs_f64();
        (places == states).then_some(seconds / f64::from(rounds * STATES_TO_COPY))
    }
    fn random_play(&self, games: u32, seed: u64) -> u64 {
        let mut legal = Actions::new();
        (0..games).map(|index| self.random_game(seed, index, &mut legal, |_| ())).sum()
    }
}

fn boxed<G: Game>(play: Play<G>) -> Box<dyn AnyPlay> {
    Box::new(play)
}

impl<G: Game> AnyPlay for Play<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }
    #[inline]
    fn to_act(&self) -> Seats {
        self.game().to_act(self.state())
    }
    #[inline]
    fn legal_actions(&self, seat: Seat, out: &mut Actions) {
        self.game().legal_actions(self.state(), seat, out);
    }
    #[inline]
    fn apply(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        Play::apply(self, seat, action)
    }
    fn returns(&self) -> Returns {
        self.game().returns(self.state())
    }
    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.game().observe(self.state(), seat, out);
    }
    fn evaluate(&self, seat: Seat) -> f64 {
        self.game().evaluate(self.state(), seat)
    }
    fn view(&self, seat: Seat) -> View {
        self.game().view(self.state(), seat)
    }
    fn position(&self) -> Position {
        Play::position(self)
    }
    fn len(&self) -> usize {
        Play::len(self)
    }
    fn rewind(&mut self, length: usize) -> bool {
        Play::rewind(self, length)
    }
    fn replay(&self, spec: &str) -> Replay {
        Play::replay(self, spec)
    }
    fn events(&self, seat: Option<Seat>) -> Vec<Value> {
        let events = Play::events(self);
        let seen = events.iter().filter(|event| seat.is_none_or(|seat| event.audience().has(seat)));
        seen.map(|event| serde_json::to_value(event).expect("an event is plain data")).collect()
    }
    fn outcomes(&self, seat: Seat, action: Action, limit: usize) -> Result<Outcomes, Illegal> {
        let mut illegal = None;
        let next = Exhaustive::distribution(limit, |dice| {
            let mut state = self.state().clone();
            illegal = self.game().apply(&mut state, seat, action, dice, &mut Silent).err();
            state
        });
        match illegal {
            Some(illegal) => Err(illegal),
            None => Ok(next.map(|states| {
                let play = |state| boxed(Play::from_state(self.game().clone(), state, 0));
                states.into_iter().map(|(state, weight)| (weight, play(state))).collect()
            })),
        }
    }
    fn sample(&self, seat: Seat, seed: u64) -> Box<dyn AnyPlay> {
        let mut rng = Rng::stream(seed, SAMPLE_LUCK.0);
        let state = Turn::new(&**self.game(), self.state(), seat).sample(&mut rng);
        boxed(Play::from_state(self.game().clone(), state, rng.next_seed()))
    }
    fn copy(&self) -> Box<dyn AnyPlay> {
        boxed(self.clone())
    }
    fn branch(&self, seed: u64) -> Box<dyn AnyPlay> {
        boxed(Play::from_state(self.game().clone(), self.state().clone(), seed))
    }
    fn same(&self, other: &dyn AnyPlay) -> bool {
        other.as_any().downcast_ref::<Play<G>>().is_some_and(|other| {
            self.state() == other.state() && self.game().facts().content == other.game().facts().content
        })
    }
    fn value(&self) -> &dyn Any {
        self.state()
    }
}

/// An agent with the game that it was made for.
struct Seated<G: Game> {
    game: Arc<G>,
    agent: Box<dyn Thinker<G>>,
}

impl<G: Game> AnyAgent for Seated<G> {
    fn choose(&mut self, play: &dyn AnyPlay, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let play = play.as_any().downcast_ref::<Play<G>>()?;
        if play.game().facts() != self.game.facts() {
            return None;
        }
        Some(self.agent.choose(&Turn::new(&**play.game(), play.state(), seat), rng))
    }
    fn thoughts(&self) -> &[Thought] {
        self.agent.thoughts()
    }
}

impl<G: Game> AnyBatch for Batch<G> {
    fn len(&self) -> usize {
        Batch::len(self)
    }
    fn position(&self, index: usize) -> Option<String> {
        self.state(index).map(|state| self.game().position(state).to_string())
    }
    fn reset(&mut self, seed: Option<u64>, buffers: Buffers<'_>) -> Result<(), Refused> {
        Batch::reset(self, seed, buffers)
    }
    fn apply(&mut self, actions: &[u32], buffers: Buffers<'_>) -> Result<(), Refused> {
        Batch::apply(self, actions, buffers)
    }
    fn apply_random(&mut self, count: usize, buffers: Buffers<'_>) -> Result<(), Refused> {
        Batch::apply_random(self, count, buffers)
    }
}

impl<G: Game> AnyTournament for Tournament<G> {
    fn run(&mut self, count: u64) -> Result<Vec<GameRow>, BrokenGame> {
        Tournament::run(self, count)
    }
    fn plan(&self) -> &Plan {
        Tournament::plan(self)
    }
    fn played(&self) -> u64 {
        Tournament::played(self)
    }
    fn standings(&self, round: usize) -> &[Standing] {
        Tournament::standings(self, round)
    }
    fn widest(&self) -> f64 {
        Tournament::widest(self)
    }
}
