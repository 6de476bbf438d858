use std::sync::Arc;
use std::time::Instant;

use ludus_core::dice::Rng;
use ludus_core::{Action, Actions, Game, Illegal, Seat, Silent};
use thiserror::Error;

use crate::buffers::Widths;
use crate::{Buffers, Threads};

/// What becomes of a state whose game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restart {
    /// It stays as it is; actions for it are ignored.
    Never,
    /// The next game begins within the same call: its rewards are of the old game, its observation is of the new one.
    Same,
    /// The last observation is shown; the next call ignores the action, begins the next game and gives no reward.
    Next,
}

/// A call that was refused; no state of the batch has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// There are more states than fit into memory.
    #[error("{states} states do not fit into memory")]
    Memory {
        /// How many were asked for.
        states: usize,
    },
    /// A buffer has the wrong size.
    #[error("the buffer `{name}` must have {right} elements")]
    Buffer {
        /// Which one.
        name: &'static str,
        /// How many elements it must have.
        right: usize,
    },
    /// The list of actions has the wrong length.
    #[error("{right} actions are needed, one per state, not {found}")]
    Actions {
        /// How many were given.
        found: usize,
        /// How many there must be.
        right: usize,
    },
    /// A state was given an action that it does not allow.
    #[error("state {index}: {illegal}")]
    Illegal {
        /// The place of the state in the batch.
        index: usize,
        /// What is wrong.
        illegal: Illegal,
    },
}

/// Many states of one game that take their decisions together.
///
/// Seats that decide at the same time take their decisions one call after the other, lowest seat first; what they see does
/// not show what the others have already decided.
#[derive(Debug)]
pub struct Batch<G: Game> {
    game: Arc<G>,
    lanes: Vec<Lane<G::State>>,
    widths: Widths,
    rules: Rules,
    threads: Threads,
    /// How long one state takes, about: a batch that is done before other threads wake up is done by the caller's.
    nanoseconds_per_state: f64,
}

/// Less work than this is not worth waking other threads for.
const NANOSECONDS_WORTH_SPREADING: f64 = 60_000.0;

#[derive(Clone, Copy, Debug)]
struct Rules {
    seed: u64,
    restart: Restart,
    limit: u32,
}

/// One state of a batch with luck of its own.
#[derive(Clone, Debug)]
struct Lane<S> {
    state: S,
    /// The luck of the game.
    dice: Rng,
    /// The choices of random play; apart from the luck, so that choosing oneself does not change the luck.
    chooser: Rng,
    /// The seat that is to act; nobody when the game has ended.
    seat: Option<Seat>,
    /// What random play would do next.
    next: Action,
    decisions: u32,
}

impl<G: Game> Batch<G> {
    /// A batch of games, all at their start. A game is broken off after `limit` decisions. Refused where there is not
    /// enough memory for the states.
    pub fn new(
        game: Arc<G>,
        states: usize,
        seed: u64,
        restart: Restart,
        limit: Option<u32>,
        threads: Option<usize>,
    ) -> Result<Self, Refused> {
        let facts = game.facts();
        let widths = Widths { features: facts.feature_count(), actions: facts.actions, seats: facts.seats };
        let rules = Rules { seed, restart, limit: limit.unwrap_or(u32::MAX) };
        let threads = Threads::new(if game.parallel() { threads } else { Some(1) });
        let mut lanes = Vec::new();
        lanes.try_reserve_exact(states).map_err(|_| Refused::Memory { states })?;
        lanes.extend((0..states).map(|index| Lane::new(&*game, seed, index)));
        Ok(Batch { game, lanes, widths, rules, threads, nanoseconds_per_state: 0.0 })
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether there are no states at all.
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// One of the states.
    pub fn state(&self, index: usize) -> Option<&G::State> {
        self.lanes.get(index).map(|lane| &lane.state)
    }

    /// Begins every game anew, with the streams of another seed where one is given.
    pub fn reset(&mut self, seed: Option<u64>, buffers: Buffers<'_>) -> Result<(), Refused> {
        self.fit(&buffers)?;
        self.rules.seed = seed.unwrap_or(self.rules.seed);
        let rules = self.rules;
        self.each(buffers, &|game, index, lane, row, legal| {
            *lane = Lane::new(game, rules.seed, index);
            row.clear();
            lane.show(game, row, legal);
        });
        Ok(())
    }

    /// Takes one decision in every state.
    pub fn apply(&mut self, actions: &[u32], buffers: Buffers<'_>) -> Result<(), Refused> {
        self.fit(&buffers)?;
        self.check(actions)?;
        let rules = self.rules;
        self.each(buffers, &|game, index, lane, row, legal| {
            lane.step(game, Action(actions[index]), rules, row, legal);
        });
        Ok(())
    }

    /// Takes `count` random legal decisions in every state, writing the buffers after each.
    pub fn apply_random(&mut self, count: usize, buffers: Buffers<'_>) -> Result<(), Refused> {
        self.fit(&buffers)?;
        let rules = self.rules;
        self.each(buffers, &|game, _, lane, row, legal| {
            for _ in 0..count {
                lane.step(game, lane.next, rules, row, legal);
            }
        });
        Ok(())
    }

    fn fit(&self, buffers: &Buffers<'_>) -> Result<(), Refused> {
        match buffers.misfit(self.lanes.len(), self.widths) {
            Some((name, right)) => Err(Refused::Buffer { name, right }),
            None => Ok(()),
        }
    }

    /// Looks at all actions before the first one is taken, so that a refused call changes nothing.
    fn check(&self, actions: &[u32]) -> Result<(), Refused> {
        if actions.len() != self.lanes.len() {
            return Err(Refused::Actions { found: actions.len(), right: self.lanes.len() });
        }
        let mut legal = Actions::new();
        for (index, (lane, &action)) in self.lanes.iter().zip(actions).enumerate() {
            let Some(seat) = lane.seat else { continue };
            legal.clear();
            self.game.legal_actions(&lane.state, seat, &mut legal);
            if !legal.contains(&Action(action)) {
                let illegal = Illegal { seat, action: Action(action), reason: "it is not a legal action here" };
                return Err(Refused::Illegal { index, illegal });
            }
        }
        Ok(())
    }

    fn each(&mut self, buffers: Buffers<'_>, work: &impl Work<G>) {
        let Batch { game, lanes, widths, threads, nanoseconds_per_state, .. } = self;
        let states = lanes.len();
        let begin = Instant::now();
        let helpers = if *nanoseconds_per_state * (states as f64) < NANOSECONDS_WORTH_SPREADING {
            spread(&**game, lanes, 0, buffers, *widths, usize::MAX, work);
            1
        } else {
            // A few pieces per thread even out their speed.
            let grain = if threads.count() == 1 { states } else { states.div_ceil(threads.count() * 4) };
            threads.run(|| spread(&**game, lanes, 0, buffers, *widths, grain, work));
            threads.count()
        };
        if states > 0 {
            *nanoseconds_per_state = begin.elapsed().as_nanos() as f64 * helpers as f64 / states as f64;
        }
    }
}

/// What is done with each state: the game, the index of the state, the state, its row of the buffers, memory for actions.
trait Work<G: Game>: Fn(&G, usize, &mut Lane<G::State>, &mut Row<'_>, &mut Actions) + Sync {}

impl<G: Game, F: Fn(&G, usize, &mut Lane<G::State>, &mut Row<'_>, &mut Actions) + Sync> Work<G> for F {}

/// Does the work for every lane, the halves of a long list on two threads.
fn spread<G: Game>(
    game: &G,
    lanes: &mut [Lane<G::State>],
    first: usize,
    buffers: Buffers<'_>,
    widths: Widths,
    grain: usize,
    work: &impl Work<G>,
) {
    if lanes.len() > grain {
        let half = lanes.len() / 2;
        let (left, right) = lanes.split_at_mut(half);
        let (low, high) = buffers.split(half, widths);
        rayon::join(
            || spread(game, left, first, low, widths, grain, work),
            || spread(game, right, first + half, high, widths, grain, work),
        );
        return;
    }
    let mut legal = Actions::new();
    for (place, lane) in lanes.iter_mut().enumerate() {
        let mut row = Row {
            observation: &mut buffers.observations[place * widths.features..][..widths.features],
            mask: &mut buffers.masks[place * widths.actions..][..widths.actions],
            rewards: &mut buffers.rewards[place * widths.seats..][..widths.seats],
            terminated: &mut buffers.terminated[place],
            truncated: &mut buffers.truncated[place],
            seat: &mut buffers.seats[place],
        };
        work(game, first + place, lane, &mut row, &mut legal);
    }
}

/// The part of the buffers that belongs to one state.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [u8],
    rewards: &'a mut [f32],
    terminated: &'a mut u8,
    truncated: &'a mut u8,
    seat: &'a mut i8,
}

impl Row<'_> {
    #[inline]
    fn clear(&mut self) {
        self.rewards.fill(0.0);
        *self.terminated = 0;
        *self.truncated = 0;
    }
}

impl<S: Clone> Lane<S> {
    fn new<G: Game<State = S>>(game: &G, seed: u64, index: usize) -> Self {
        let mut dice = Rng::stream(seed, 2 * index as u64);
        let chooser = Rng::stream(seed, 2 * index as u64 + 1);
        let state = game.start(&mut dice, &mut Silent);
        let seat = game.to_act(&state).lowest();
        let mut lane = Lane { state, dice, chooser, seat, next: Action(0), decisions: 0 };
        let mut legal = Actions::new();
        lane.look(game, &mut legal);
        lane
    }

    #[inline]
    fn step<G: Game<State = S>>(
        &mut self,
        game: &G,
        action: Action,
        rules: Rules,
        row: &mut Row<'_>,
        legal: &mut Actions,
    ) {
        row.clear();
        match self.seat {
            Some(seat) => {
                game.apply(&mut self.state, seat, action, &mut self.dice, &mut Silent)
                    .expect("the action has been looked at");
                self.decisions += 1;
                if self.ended(game, rules.limit, row) {
                    match rules.restart {
                        Restart::Same => self.restart(game),
                        Restart::Never | Restart::Next => return self.show_end(game, seat, row),
                    }
                }
                self.show(game, row, legal);
            }
            None if rules.restart == Restart::Next => {
                self.restart(game);
                self.show(game, row, legal);
            }
            None => {}
        }
    }

    /// Whether the game is over or broken off; notes it and what each seat got.
    #[inline]
    fn ended<G: Game<State = S>>(&mut self, game: &G, limit: u32, row: &mut Row<'_>) -> bool {
        self.seat = game.to_act(&self.state).lowest();
        let over = self.seat.is_none();
        if over {
            let returns = game.returns(&self.state);
            for (reward, value) in row.rewards.iter_mut().zip(returns) {
                *reward = value as f32;
            }
            *row.terminated = 1;
        } else if self.decisions >= limit {
            *row.truncated = 1;
            self.seat = None;
        }
        self.seat.is_none()
    }

    fn restart<G: Game<State = S>>(&mut self, game: &G) {
        self.state = game.start(&mut self.dice, &mut Silent);
        self.seat = game.to_act(&self.state).lowest();
        self.decisions = 0;
    }

    /// Finds out what may be done and what random play would do.
    #[inline]
    fn look<G: Game<State = S>>(&mut self, game: &G, legal: &mut Actions) {
        legal.clear();
        if let Some(seat) = self.seat {
            game.legal_actions(&self.state, seat, legal);
            self.next = legal[self.chooser.below(legal.len() as u32) as usize];
        }
    }

    #[inline]
    fn show<G: Game<State = S>>(&mut self, game: &G, row: &mut Row<'_>, legal: &mut Actions) {
        self.look(game, legal);
        legal.write_mask(row.mask);
        let seat = self.seat.unwrap_or(Seat(0));
        *row.seat = self.seat.map_or(-1, |seat| seat.0.cast_signed());
        game.observe(&self.state, seat, row.observation);
    }

    /// Shows a game that has ended to the seat that ended it.
    fn show_end<G: Game<State = S>>(&mut self, game: &G, seat: Seat, row: &mut Row<'_>) {
        row.mask.fill(0);
        *row.seat = -1;
        game.observe(&self.state, seat, row.observation);
    }
}
