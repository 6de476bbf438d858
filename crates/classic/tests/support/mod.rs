//! Every game of the crate in several configurations, and random games of each.

use ludus_classic::{ConnectFour, Goofspiel, KuhnPoker, LeducPoker, TicTacToe};
use ludus_core::{Actions, Game, Rng, Seat, Silent};

/// Something that must hold for every game.
pub(crate) trait Check {
    fn check<G: Game>(&mut self, name: &str, game: &G);
}

pub(crate) fn every_game(check: &mut impl Check) {
    check.check("tic-tac-toe", &TicTacToe::new());
    check.check("connect-four", &ConnectFour::new());
    check.check("kuhn-poker", &KuhnPoker::new());
    check.check("leduc-poker", &LeducPoker::new());
    for (cards, seats) in [(1, 2), (2, 2), (3, 3), (5, 3), (4, 8), (13, 2)] {
        check.check(&format!("goofspiel:cards={cards},seats={seats}"), &Goofspiel::new(cards, seats));
    }
}

/// Plays a game at random from a state, with seats that act at once in random order; shows every state.
pub(crate) fn play_on<G: Game>(game: &G, mut state: G::State, rng: &mut Rng, mut show: impl FnMut(&G::State)) {
    let mut legal = Actions::new();
    for decision in 0.. {
        show(&state);
        let acting: Vec<Seat> = game.to_act(&state).iter().collect();
        if acting.is_empty() {
            return;
        }
        assert!(decision < game.facts().max_decisions, "a game ends within its bound");
        let seat = acting[rng.below(acting.len() as u32) as usize];
        legal.clear();
        game.legal_actions(&state, seat, &mut legal);
        let action = legal[rng.below(legal.len() as u32) as usize];
        game.apply(&mut state, seat, action, rng, &mut Silent).expect("legal actions can be taken");
    }
}

/// Plays a whole game at random.
pub(crate) fn random_game<G: Game>(game: &G, seed: u64, show: impl FnMut(&G::State)) {
    let mut rng = Rng::new(seed);
    let start = game.start(&mut rng, &mut Silent);
    play_on(game, start, &mut rng, show);
}
