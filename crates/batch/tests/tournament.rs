//! Tournaments are fair, reproducible, and say who broke the rules.

use std::sync::Arc;

use ludus_batch::{BrokenGame, Entrant, Format, Plan, Tournament};
use ludus_classic::{Goofspiel, KuhnPoker, TicTacToe};
use ludus_core::dice::Rng;
use ludus_core::{Action, Actions, Agent, Game, Turn};

/// Takes the legal action at a place: the first, the last, or a random one.
#[derive(Clone, Copy)]
enum Simple {
    First,
    Last,
    Random,
    Cheat,
}

impl<G: Game> Agent<G> for Simple {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Action {
        let mut legal = Actions::new();
        turn.legal_actions(&mut legal);
        match self {
            Simple::First => legal[0],
            Simple::Last => legal[legal.len() - 1],
            Simple::Random => legal[rng.below(legal.len() as u32) as usize],
            Simple::Cheat => Action(99),
        }
    }
}

fn tournament<G: Game>(game: G, agents: &[Simple], format: Format, threads: usize) -> Tournament<G> {
    let plan = Plan::new(format, agents.len(), game.facts().seats, true);
    let entrant = |(place, &agent): (usize, &Simple)| Entrant {
        label: format!("agent {place}"),
        make: Box::new(move || Box::new(agent) as Box<dyn Agent<G>>),
    };
    let entrants = agents.iter().enumerate().map(entrant).collect();
    Tournament::new(Arc::new(game), entrants, plan, 3, Some(threads))
}

#[test]
fn the_number_of_threads_and_the_size_of_chunks_change_nothing() {
    let run = |threads, chunks: &[u64]| {
        let mut all = tournament(KuhnPoker::new(), &[Simple::Random; 3], Format::RoundRobin, threads);
        let mut rows: Vec<_> = chunks.iter().flat_map(|&count| all.run(count).unwrap()).collect();
        rows.sort_by_key(|row| (row.round, row.seed, row.rotation));
        rows
    };
    let reference = run(1, &[200]);
    assert_eq!(reference, run(8, &[200]));
    assert_eq!(reference, run(2, &[1, 99, 60, 40]));
}

#[test]
fn both_orders_of_seats_and_all_matches_play_the_same_deals() {
    let mut all = tournament(KuhnPoker::new(), &[Simple::First, Simple::Last, Simple::Random], Format::RoundRobin, 2);
    let rows = all.run(40).unwrap();
    for round in rows.chunks(40) {
        for pair in round.chunks(2) {
            assert_eq!((pair[0].rotation, pair[1].rotation), (0, 1));
            assert_eq!(pair[0].seed, pair[1].seed);
        }
    }
    assert!(rows[..40].iter().zip(&rows[40..80]).all(|(a, b)| a.seed == b.seed && a.agent_seed != b.agent_seed));
}

#[test]
fn standings_count_every_game_once_for_each_entrant() {
    let mut all = tournament(Goofspiel::new(4, 3), &[Simple::Last, Simple::First], Format::Gauntlet, 2);
    all.run(300).unwrap();
    let [last, first] = all.standings(0) else { panic!("two entrants meet") };
    assert_eq!((last.games, first.games), (300, 300));
    // The two seats of `first` count with their average; what one side wins the other loses.
    assert!((last.mean + 2.0 * first.mean).abs() < 1e-6);
}

#[test]
fn swapping_seats_cancels_the_advantage_of_the_first_seat() {
    let mut all = tournament(TicTacToe::new(), &[Simple::Random; 2], Format::RoundRobin, 2);
    all.run(20_000).unwrap();
    let [a, b] = all.standings(0) else { panic!("two entrants meet") };
    // The first seat wins 58.5 % of random games; with swapped seats four standard errors are 1.4 %.
    assert!((a.win_rate().value - b.win_rate().value).abs() < 0.02, "{a:?} {b:?}");
}

#[test]
fn an_illegal_choice_names_the_agent_and_the_game() {
    let error = tournament(TicTacToe::new(), &[Simple::Random, Simple::Cheat], Format::Fixed, 1).run(1).unwrap_err();
    let BrokenGame::Agent { decision, agent, .. } = &error else { panic!("{error}") };
    assert_eq!((*decision, agent.as_str()), (2, "agent 1"));
    assert!(error.to_string().contains("agent 1 chose an illegal action: seat 1 may not take action 99"), "{error}");
}
