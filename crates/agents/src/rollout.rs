use std::ops::RangeInclusive;

use ludus_core::{Actions, BadSpec, Facts, Game, MAX_SEATS, Options, Rng, Seat, Silent};

/// What each seat can expect, scaled to 0..1.
pub(crate) type Values = [f64; MAX_SEATS];

/// Why applying a listed action cannot fail.
pub(crate) const LEGAL: &str = "a legal action is accepted";

/// Plays to the end with random actions.
#[inline]
pub(crate) fn play_out<G: Game>(game: &G, state: &mut G::State, legal: &mut Actions, rng: &mut Rng) {
    while let Some(seat) = game.to_act(state).lowest() {
        legal.clear();
        game.legal_actions(state, seat, legal);
        let action = legal[rng.below(legal.len() as u32) as usize];
        game.apply(state, seat, action, rng, &mut Silent).expect(LEGAL);
    }
}

/// Between the returns of a game and 0..1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    low: f64,
    span: f64,
    seats: usize,
}

impl Scale {
    pub(crate) fn new(facts: &Facts) -> Self {
        let (low, high) = facts.returns;
        Scale { low, span: high - low, seats: facts.seats }
    }

    fn normalise(self, value: f64) -> f64 {
        // In a game that can only end in one way every result is as good as any other.
        if self.span > 0.0 { ((value - self.low) / self.span).clamp(0.0, 1.0) } else { 0.5 }
    }

    /// Back on the scale of the returns.
    pub(crate) fn restore(self, value: f64) -> f64 {
        self.low + value * self.span
    }

    /// The returns of a game that is over.
    #[inline]
    pub(crate) fn returns<G: Game>(self, game: &G, state: &G::State) -> Values {
        let mut values = game.returns(state);
        for value in &mut values[..self.seats] {
            *value = self.normalise(*value);
        }
        values
    }
}

const MOST_ROLLOUTS: RangeInclusive<u32> = 1..=100_000;

/// How the leaves of a tree are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Judge {
    /// So many random games to the end.
    Rollouts(u32),
    /// What the game itself thinks of the state.
    Evaluate,
}

impl Judge {
    /// Reads `rollout` and, where games are played, `rollouts`.
    pub(crate) fn read(name: &str, options: &mut Options) -> Result<Self, BadSpec> {
        if options.word("rollout", &["random", "evaluate"])? == "random" {
            return Ok(Judge::Rollouts(options.number("rollouts", 1, MOST_ROLLOUTS)?));
        }
        match options.optional("rollouts", MOST_ROLLOUTS)? {
            None => Ok(Judge::Evaluate),
            Some(count) => Err(BadSpec(format!(
                "{name}: rollouts={count} has no meaning with rollout=evaluate; leave one of them out"
            ))),
        }
    }

    /// What the state is worth to each seat; the state is used up.
    #[inline]
    pub(crate) fn values<G: Game>(
        self,
        game: &G,
        scale: Scale,
        state: &mut G::State,
        legal: &mut Actions,
        rng: &mut Rng,
    ) -> Values {
        match self {
            Judge::Rollouts(1) => {
                play_out(game, state, legal, rng);
                scale.returns(game, state)
            }
            Judge::Rollouts(count) => mean_of_games(game, scale, state, legal, rng, count),
            Judge::Evaluate => {
                let mut values = Values::default();
                for (seat, value) in (0..).zip(&mut values[..scale.seats]) {
                    *value = scale.normalise(game.evaluate(state, Seat(seat)));
                }
                values
            }
        }
    }
}

fn mean_of_games<G: Game>(
    game: &G,
    scale: Scale,
    state: &G::State,
    legal: &mut Actions,
    rng: &mut Rng,
    count: u32,
) -> Values {
    let mut mean = Values::default();
    for _ in 0..count {
        let mut copy = state.clone();
        play_out(game, &mut copy, legal, rng);
        let values = scale.returns(game, &copy);
        for (sum, value) in mean.iter_mut().zip(values) {
            *sum += value / f64::from(count);
        }
    }
    mean
}
