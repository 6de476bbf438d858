use std::sync::Arc;

use ludus_classic::{ConnectFour, TicTacToe};
use ludus_core::{Game, Rng, Seat, Silent, Turn};

use crate::support::{Solver, agent, by_agent, duel, finish, play, random_states};

#[test]
fn mcts_never_loses_tic_tac_toe_against_random() {
    let game = Arc::new(TicTacToe::new());
    for seed in 0..400 {
        assert!(play(&game, &["mcts", "random"], seed)[0] >= 0.0, "seed {seed}, first");
        assert!(play(&game, &["random", "mcts"], seed)[1] >= 0.0, "seed {seed}, second");
    }
}

#[test]
fn mcts_never_loses_tic_tac_toe_against_a_perfect_player() {
    let game = Arc::new(TicTacToe::new());
    let start = game.start(&mut Rng::new(0), &mut Silent);
    let mut solver = Solver::new(&*game);
    for spec in ["mcts", "mcts:iterations=5000,solver=off"] {
        for seed in 0..200 {
            for seat in [0, 1] {
                let mut mcts = agent(&game, spec);
                let mut mcts = by_agent(&*game, &mut *mcts);
                let mut perfect = |state: &_, _: Seat, rng: &mut Rng| solver.perfect(state, rng);
                let returns = if seat == 0 {
                    finish(&*game, start, &mut [&mut mcts, &mut perfect], seed)
                } else {
                    finish(&*game, start, &mut [&mut perfect, &mut mcts], seed)
                };
                assert_eq!(returns[seat], 0.0, "{spec}, seed {seed}, seat {seat}: perfect play is a draw");
            }
        }
    }
}

const EMPTY: &str = ".../.../...";

#[test]
fn mcts_proves_results_that_are_exact() {
    let game = Arc::new(TicTacToe::new());
    let mut solver = Solver::new(&*game);
    let mut mcts = agent(&game, "mcts:iterations=100000");
    // The empty board takes longer.
    let states = random_states(&*game, 60).into_iter().filter(|(state, _)| game.position(state).get("board") != EMPTY);
    for (state, seat) in states {
        mcts.choose(&Turn::new(&*game, &state, seat), &mut Rng::new(1));
        if let Some(best) = mcts.thoughts().first() {
            assert_eq!(best.value, f64::from(solver.value(&state)), "{}", game.position(&state));
        }
    }
}

#[test]
fn mcts_beats_random_in_connect_four_in_99_of_100_games() {
    let won = wins(&duel(&Arc::new(ConnectFour::new()), "mcts", "random", 400));
    assert!(won >= 396, "{won} of 400");
}

#[test]
fn greedy_and_flat_beat_random_in_connect_four() {
    let game = Arc::new(ConnectFour::new());
    let greedy = wins(&duel(&game, "greedy", "random", 400));
    assert!(greedy >= 320, "greedy: {greedy} of 400");
    let flat = wins(&duel(&game, "flat", "random", 400));
    assert!(flat >= 380, "flat: {flat} of 400");
}

#[test]
fn more_iterations_are_stronger_in_connect_four() {
    let won = wins(&duel(&Arc::new(ConnectFour::new()), "mcts:iterations=2000", "mcts:iterations=100", 200));
    assert!(won >= 150, "{won} of 200");
}

#[test]
fn mcts_wins_won_positions_of_connect_four_against_the_best_defence() {
    const DECISIONS: u32 = 7;
    let game = Arc::new(ConnectFour::new());
    let mut solver = Solver::new(&*game);
    // A win within three decisions would be too easy.
    let won: Vec<_> = random_states(&*game, 4000)
        .into_iter()
        .filter(|(state, _)| !solver.wins(state, 3) && solver.wins(state, DECISIONS))
        .take(200)
        .collect();
    assert_eq!(won.len(), 200);
    let mut failed = 0;
    for (seed, &(state, seat)) in (0..).zip(&won) {
        let mut mcts = agent(&game, "mcts");
        let mut mcts = by_agent(&*game, &mut *mcts);
        let mut defence = |state: &_, _: Seat, rng: &mut Rng| solver.defence(state, DECISIONS - 1, rng);
        let returns = if seat == Seat(0) {
            finish(&*game, state, &mut [&mut mcts, &mut defence], seed)
        } else {
            finish(&*game, state, &mut [&mut defence, &mut mcts], seed)
        };
        failed += u32::from(returns[seat.index()] < 1.0);
    }
    assert!(failed < 10, "{failed} of 200 won positions were not won");
}

fn wins(results: &[f64]) -> usize {
    results.iter().filter(|&&result| result > 0.0).count()
}
