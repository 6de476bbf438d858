//! Random play: the games and the states that all checks look at.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use ludus_core::{Action, Actions, Choice, Dice, Facts, Game, Log, Play, Rng, Seat, Seats, Silent, Start, interrupt};

use crate::Options;

/// What a check found: nothing, or what is wrong in words.
pub(crate) type Finding = Result<(), String>;

// The streams of the seed of a game; the luck of the game is the seed itself.
const CHOICES: u64 = 1;
const SAMPLES: u64 = 2;
const PROBES: u64 = 3;

/// The seeded random game of a [`Failure`](crate::Failure), up to the decision where something was wrong.
///
/// It ends earlier where the game does or where no listed action is accepted.
pub fn play_to<G: Game>(game: &Arc<G>, seed: u64, decision: usize) -> Play<G> {
    let mut walk = PlayWalk::begin(game, seed);
    walk.go_to(decision);
    walk.play
}

/// The game under test, how it is tested, and where the check at work stands.
pub(crate) struct Probe<'a, G: Game> {
    pub(crate) game: &'a Arc<G>,
    pub(crate) options: &'a Options,
    /// Known here and not by the checks alone, so that a panic of the game has a place too.
    place: Cell<(u64, usize)>,
    lengths: RefCell<BTreeMap<u64, usize>>,
}

impl<'a, G: Game> Probe<'a, G> {
    pub(crate) fn new(game: &'a Arc<G>, options: &'a Options) -> Self {
        Probe { game, options, place: Cell::default(), lengths: RefCell::default() }
    }

    pub(crate) fn facts(&self) -> &'a Facts {
        self.game.facts()
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> {
        table(&**self.game).iter()
    }

    /// The seeds of the random games.
    pub(crate) fn seeds(&self) -> impl Iterator<Item = u64> {
        let first = self.options.seed;
        (0..u64::from(self.options.games.max(1))).map(move |index| first.wrapping_add(index))
    }

    /// Notes where the check stands now: what goes wrong from here on went wrong there.
    pub(crate) fn stand(&self, seed: u64, decision: usize) {
        interrupt::checkpoint();
        self.place.set((seed, decision));
    }

    pub(crate) fn place(&self) -> (u64, usize) {
        self.place.get()
    }

    /// The random game of a seed at its start.
    pub(crate) fn walk(&self, seed: u64) -> Walk<'a, G> {
        self.stand(seed, 0);
        Walk::begin(self.game, seed, Rng::new(seed), &mut Silent)
    }

    /// How many decisions the random game of a seed takes.
    pub(crate) fn length(&self, seed: u64) -> usize {
        if let Some(&length) = self.lengths.borrow().get(&seed) {
            return length;
        }
        let mut walk = self.walk(seed);
        while walk.step(&mut Silent) {
            self.stand(seed, walk.decisions);
        }
        self.lengths.borrow_mut().insert(seed, walk.decisions);
        walk.decisions
    }

    /// Visits every random game at its start, at its end and at some places between, with luck for the visitor.
    pub(crate) fn moments(&self, mut visit: impl FnMut(&Walk<'a, G>, &mut Rng) -> Finding) -> Finding {
        for seed in self.seeds() {
            let length = self.length(seed).max(1) as u32;
            let mut sampling = Rng::stream(seed, SAMPLES);
            let mut probes = Rng::stream(seed, PROBES);
            let mut walk = self.walk(seed);
            loop {
                let chosen = sampling.below(length) < self.options.states || walk.decisions == 0;
                if chosen {
                    visit(&walk, &mut Rng::new(probes.next_seed()))?;
                }
                if !walk.step(&mut Silent) {
                    if !chosen {
                        visit(&walk, &mut Rng::new(probes.next_seed()))?;
                    }
                    break;
                }
                self.stand(seed, walk.decisions);
            }
        }
        Ok(())
    }
}

/// A game in which every seat chooses at random.
pub(crate) struct Walk<'a, G: Game, D = Rng> {
    game: &'a G,
    pub(crate) seed: u64,
    pub(crate) state: G::State,
    pub(crate) dice: D,
    choices: Rng,
    pub(crate) decisions: usize,
}

impl<'a, G: Game, D: Dice> Walk<'a, G, D> {
    pub(crate) fn begin(game: &'a G, seed: u64, mut dice: D, log: &mut impl Log<G::Event>) -> Self {
        let state = game.start(&mut dice, log);
        Walk { game, seed, state, dice, choices: Rng::stream(seed, CHOICES), decisions: 0 }
    }

    /// Takes one random decision; false where the game is over, stuck or longer than it may be.
    pub(crate) fn step(&mut self, log: &mut impl Log<G::Event>) -> bool {
        interrupt::checkpoint();
        if self.decisions >= self.game.facts().max_decisions as usize {
            return false;
        }
        let Some(Choice(seat, action)) = random_choice(self.game, &self.state, &mut self.choices) else {
            return false;
        };
        // A refusal of a listed action ends the walk here; that the list is wrong is for one check to say, not for all.
        let went = self.game.apply(&mut self.state, seat, action, &mut self.dice, log).is_ok();
        self.decisions += usize::from(went);
        went
    }

    /// Takes random decisions up to this number of them, or to the end.
    pub(crate) fn go_to(&mut self, decisions: usize) {
        while self.decisions < decisions && self.step(&mut Silent) {}
    }
}

impl<'a, G: Game> Walk<'a, G> {
    /// A game that goes on from a state with luck and choices of its own.
    pub(crate) fn on(game: &'a G, state: G::State, seed: u64) -> Self {
        Walk { game, seed, state, dice: Rng::new(seed), choices: Rng::stream(seed, CHOICES), decisions: 0 }
    }
}

impl<G: Game> Clone for Walk<'_, G> {
    fn clone(&self) -> Self {
        let Walk { game, seed, ref state, ref dice, ref choices, decisions } = *self;
        Walk { game, seed, state: state.clone(), dice: dice.clone(), choices: choices.clone(), decisions }
    }
}

/// The same random games, kept with their record.
pub(crate) struct PlayWalk<G: Game> {
    pub(crate) play: Play<G>,
    choices: Rng,
}

impl<G: Game> PlayWalk<G> {
    pub(crate) fn begin(game: &Arc<G>, seed: u64) -> Self {
        let start = Start { seed, position: None };
        let play = Play::start(game.clone(), start).expect("a start without a position cannot be refused");
        PlayWalk { play, choices: Rng::stream(seed, CHOICES) }
    }

    /// Takes random decisions up to this number of them, or to the end.
    pub(crate) fn go_to(&mut self, decisions: usize) {
        let most = decisions.min(self.play.game().facts().max_decisions as usize);
        while self.play.len() < most {
            match random_choice(&**self.play.game(), self.play.state(), &mut self.choices) {
                Some(Choice(seat, action)) if self.play.apply(seat, action).is_ok() => {}
                _ => break,
            }
        }
    }
}

/// One of the listed actions of one of the seats to act; nothing where the game is over or stuck.
pub(crate) fn random_choice<G: Game>(game: &G, state: &G::State, rng: &mut Rng) -> Option<Choice> {
    let to_act = Seats(game.to_act(state).0 & table(game).0);
    let seat = to_act.iter().nth(rng.below(to_act.len().max(1) as u32) as usize)?;
    let listed = listed(game, state, seat);
    let place = rng.below(listed.len().max(1) as u32) as usize;
    listed.get(place).map(|&action| Choice(seat, action))
}

/// The seats of the game; a game that claims too many is looked at as far as seats exist.
pub(crate) fn table<G: Game>(game: &G) -> Seats {
    Seats::first(game.facts().seats.min(ludus_core::MAX_SEATS))
}

/// The actions that the game lists for a seat.
pub(crate) fn listed<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<Action> {
    let mut actions = Actions::new();
    game.legal_actions(state, seat, &mut actions);
    actions.to_vec()
}
