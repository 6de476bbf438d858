//! A batch plays like single games do, on any number of threads, and writes what happened.

use std::sync::Arc;

use ludus_batch::{Batch, Buffers, Refused, Restart};
use ludus_classic::{ConnectFour, Goofspiel, LeducPoker, TicTacToe};
use ludus_core::{Actions, Game, Seat};

/// The arrays of a caller.
#[derive(Clone, Debug, PartialEq)]
struct Arrays {
    observations: Vec<f32>,
    masks: Vec<u8>,
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
    seats: Vec<i8>,
}

impl Arrays {
    fn new(game: &impl Game, states: usize) -> Self {
        let facts = game.facts();
        Arrays {
            observations: vec![-9.0; states * facts.feature_count()],
            masks: vec![9; states * facts.actions],
            rewards: vec![-9.0; states * facts.seats],
            terminated: vec![9; states],
            truncated: vec![9; states],
            seats: vec![9; states],
        }
    }

    fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            seats: &mut self.seats,
        }
    }
}

fn open<G: Game>(game: G, states: usize, restart: Restart, threads: usize) -> (Batch<G>, Arrays) {
    let mut arrays = Arrays::new(&game, states);
    let mut batch = Batch::new(Arc::new(game), states, 7, restart, None, Some(threads)).unwrap();
    batch.reset(None, arrays.buffers()).unwrap();
    (batch, arrays)
}

/// The first legal action of every state.
fn first_legal(arrays: &Arrays) -> Vec<u32> {
    let width = arrays.masks.len() / arrays.seats.len();
    let first = |mask: &[u8]| mask.iter().position(|&legal| legal == 1).unwrap_or(0) as u32;
    arrays.masks.chunks(width).map(first).collect()
}

/// Even the quickest game takes several times as long for so many states as is worth waking other threads for.
const SPREAD: usize = 20_000;

#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |threads| {
        let (mut batch, mut arrays) = open(LeducPoker::new(), SPREAD, Restart::Same, threads);
        let mut seen = vec![arrays.clone()];
        for round in 0..12 {
            if round % 3 == 0 {
                batch.apply(&first_legal(&arrays), arrays.buffers()).unwrap();
            } else {
                batch.apply_random(1, arrays.buffers()).unwrap();
            }
            seen.push(arrays.clone());
        }
        seen
    };
    let one = run(1);
    assert!(run(2) == one && run(8) == one);
}

#[test]
fn rows_show_what_the_state_says() {
    let (mut batch, mut arrays) = open(Goofspiel::new(5, 3), 64, Restart::Never, 2);
    let game = Goofspiel::new(5, 3);
    let features = game.facts().feature_count();
    for _ in 0..12 {
        batch.apply_random(1, arrays.buffers()).unwrap();
        for index in 0..64 {
            let state = batch.state(index).unwrap();
            let Some(seat) = game.to_act(state).lowest() else {
                assert_eq!((arrays.seats[index], arrays.masks[index * 5..][..5].iter().sum::<u8>()), (-1, 0));
                continue;
            };
            let mut observation = vec![0.0; features];
            game.observe(state, seat, &mut observation);
            let (mut legal, mut mask) = (Actions::new(), vec![0; 5]);
            game.legal_actions(state, seat, &mut legal);
            legal.write_mask(&mut mask);
            assert_eq!(arrays.seats[index], seat.0.cast_signed());
            assert_eq!(arrays.observations[index * features..][..features], observation);
            assert_eq!(arrays.masks[index * 5..][..5], mask);
        }
    }
}

#[test]
fn the_last_reward_is_shown_and_the_next_game_begins_as_asked() {
    for restart in [Restart::Never, Restart::Same, Restart::Next] {
        let (mut batch, mut arrays) = open(TicTacToe::new(), 200, restart, 1);
        let mut ended = 0;
        for _ in 0..9 {
            let before = arrays.seats.clone();
            batch.apply_random(1, arrays.buffers()).unwrap();
            for (index, &seat_before) in before.iter().enumerate() {
                let rewards = &arrays.rewards[index * 2..][..2];
                if arrays.terminated[index] == 0 {
                    assert_eq!(rewards, [0.0, 0.0]);
                    continue;
                }
                ended += 1;
                assert_eq!(rewards[0] + rewards[1], 0.0);
                let over = TicTacToe::new().to_act(batch.state(index).unwrap()).is_empty();
                assert_eq!(over, restart != Restart::Same);
                assert_eq!(arrays.seats[index] == -1, over);
                // Only the seat that has just decided can have won.
                assert!(rewards[1 - seat_before as usize] <= 0.0);
            }
        }
        assert!(ended >= 200, "every game of tic-tac-toe ends within nine decisions");
        if restart == Restart::Next {
            assert!(arrays.seats.iter().any(|&seat| seat >= 0), "new games have begun");
        }
    }
}

#[test]
fn a_game_is_broken_off_at_the_limit_of_decisions() {
    let game = ConnectFour::new();
    let mut arrays = Arrays::new(&game, 10);
    let mut batch = Batch::new(Arc::new(game), 10, 1, Restart::Same, Some(5), Some(1)).unwrap();
    batch.reset(None, arrays.buffers()).unwrap();
    for _ in 0..4 {
        batch.apply_random(1, arrays.buffers()).unwrap();
        assert_eq!(arrays.truncated, [0; 10]);
    }
    batch.apply_random(1, arrays.buffers()).unwrap();
    assert_eq!((arrays.truncated, arrays.terminated, arrays.seats), (vec![1; 10], vec![0; 10], vec![0; 10]));
}

#[test]
fn a_refused_call_changes_no_state() {
    let (mut batch, mut arrays) = open(TicTacToe::new(), 3, Restart::Same, 1);
    batch.apply(&[0, 1, 2], arrays.buffers()).unwrap();
    let before = (0..3).map(|index| *batch.state(index).unwrap()).collect::<Vec<_>>();
    let refused = batch.apply(&[4, 4, 2], arrays.buffers()).unwrap_err();
    assert!(matches!(refused, Refused::Illegal { index: 2, illegal } if illegal.seat == Seat(1)), "{refused}");
    assert_eq!(batch.apply(&[1], arrays.buffers()), Err(Refused::Actions { found: 1, right: 3 }));
    let mut short = Arrays::new(&TicTacToe::new(), 2);
    let refused = batch.apply_random(1, short.buffers()).unwrap_err();
    assert_eq!(refused, Refused::Buffer { name: "observations", right: 3 * TicTacToe::new().facts().feature_count() });
    let after = (0..3).map(|index| *batch.state(index).unwrap()).collect::<Vec<_>>();
    assert_eq!(before, after);
}

#[test]
fn states_have_luck_of_their_own_and_a_reset_repeats_it() {
    let (mut batch, mut arrays) = open(LeducPoker::new(), 100, Restart::Same, 2);
    let first = arrays.clone();
    assert_ne!(batch.state(0), batch.state(1), "two states with equal cards for a start");
    batch.apply_random(30, arrays.buffers()).unwrap();
    batch.reset(None, arrays.buffers()).unwrap();
    assert_eq!(arrays, first);
    batch.reset(Some(8), arrays.buffers()).unwrap();
    assert_ne!(arrays, first);
}

#[test]
fn more_states_than_memory_holds_are_refused() {
    let refused = Batch::new(Arc::new(TicTacToe::new()), usize::MAX / 64, 1, Restart::Same, None, Some(1)).unwrap_err();
    assert_eq!(refused, Refused::Memory { states: usize::MAX / 64 });
}
