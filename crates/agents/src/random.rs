use ludus_core::{Action, Actions, Agent, Game, Rng, Turn};

use crate::{Thinker, Thought};

/// Takes any legal action, each equally likely.
#[derive(Debug, Default)]
pub(crate) struct Random {
    legal: Actions,
}

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Action {
        self.legal.clear();
        turn.legal_actions(&mut self.legal);
        self.legal[rng.below(self.legal.len() as u32) as usize]
    }
}

impl<G: Game> Thinker<G> for Random {
    fn thoughts(&self) -> &[Thought] {
        &[]
    }
}
