use crate::dice::{Dice, Rng};
use crate::{Action, Actions, Game, Seat, View};

/// Somebody who decides for a seat.
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal actions. Two agents built alike choose alike from equal turns with equal luck.
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Action;
}

/// What a person needs to know to choose an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentEntry {
    /// The name that a spec begins with.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Its options, each with what it sets.
    pub options: &'static [(&'static str, &'static str)],
}

/// All that an agent gets to know: the rules, its seat, and the state as far as the seat may know it.
///
/// The true state is inside but cannot be reached; [`Turn::sample`] deals what is hidden anew.
#[derive(Debug)]
pub struct Turn<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
}

impl<'a, G: Game> Turn<'a, G> {
    /// The turn of a seat that is to act.
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        Turn { game, state, seat }
    }

    /// The rules.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The seat to decide for.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat may do.
    pub fn legal_actions(&self, out: &mut Actions) {
        self.game.legal_actions(self.state, self.seat, out);
    }

    /// What the seat knows, as features.
    pub fn observe(&self, out: &mut [f32]) {
        self.game.observe(self.state, self.seat, out);
    }

    /// What the seat knows, as a picture.
    pub fn view(&self) -> View {
        self.game.view(self.state, self.seat)
    }

    /// A state that could be the true one as far as the seat knows.
    pub fn sample(&self, dice: &mut impl Dice) -> G::State {
        let mut state = self.state.clone();
        self.game.determinize(&mut state, self.seat, dice);
        state
    }
}
