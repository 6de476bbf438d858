use std::sync::Arc;
use std::time::{Duration, Instant};

use ludus_agents::Thought;
use ludus_classic::{ConnectFour, Goofspiel, KuhnPoker, LeducPoker, TicTacToe};
use ludus_core::{Action, Game, Rng, Seat, Silent, Turn};

use crate::dice_race::DiceRace;
use crate::support::{agent, legal, random_states, try_build};

const SPECS: [&str; 14] = [
    "random",
    "greedy",
    "greedy:samples=3",
    "flat:iterations=40",
    "flat:iterations=1",
    "mcts:iterations=40",
    "mcts:iterations=1",
    "mcts:iterations=200,nodes=20",
    "mcts:iterations=40,rollout=evaluate,solver=off",
    "mcts:iterations=20,rollouts=3,exploration=0",
    "ismcts:iterations=40",
    "ismcts:iterations=1",
    "ismcts:iterations=200,nodes=20",
    "ismcts:iterations=20,rollout=evaluate,exploration=0",
];

/// Every decision of a game that one kind of agent plays alone, with what it thought.
fn decisions<G: Game>(game: &Arc<G>, spec: &str, seed: u64) -> Vec<(Seat, Action, Vec<Thought>)> {
    let (mut dice, mut rng) = (Rng::stream(seed, 0), Rng::stream(seed, 1));
    let mut state = game.start(&mut dice, &mut Silent);
    let mut agent = agent(game, spec);
    let mut taken = Vec::new();
    while let Some(seat) = game.to_act(&state).lowest() {
        let action = agent.choose(&Turn::new(&**game, &state, seat), &mut rng);
        game.apply(&mut state, seat, action, &mut dice, &mut Silent).expect("agents choose legal actions");
        taken.push((seat, action, agent.thoughts().to_vec()));
    }
    taken
}

fn for_accepted_specs<G: Game>(game: &Arc<G>, check: impl Fn(&str)) {
    let accepted = SPECS.iter().filter(|spec| try_build(game, spec).is_ok()).inspect(|spec| check(spec)).count();
    let facts = game.facts();
    assert_eq!(accepted, if facts.hidden || facts.simultaneous { 9 } else { 14 }, "{}", facts.name);
}

fn assert_legal_and_reproducible<G: Game>(game: G) {
    let game = Arc::new(game);
    for_accepted_specs(&game, |spec| {
        for seed in 0..20 {
            assert_eq!(decisions(&game, spec, seed), decisions(&game, spec, seed), "{spec}, seed {seed}");
        }
    });
}

#[test]
fn every_agent_plays_every_game_legally_and_alike_with_the_same_seed() {
    assert_legal_and_reproducible(TicTacToe::new());
    assert_legal_and_reproducible(ConnectFour::new());
    assert_legal_and_reproducible(KuhnPoker::new());
    assert_legal_and_reproducible(LeducPoker::new());
    assert_legal_and_reproducible(Goofspiel::new(5, 2));
    assert_legal_and_reproducible(Goofspiel::new(4, 3));
    assert_legal_and_reproducible(DiceRace::new());
}

/// An agent that has played before decides like a fresh one, and its thoughts cover the legal actions.
fn assert_no_memory_and_whole_thoughts<G: Game>(game: G) {
    let game = Arc::new(game);
    for_accepted_specs(&game, |spec| {
        let mut old = agent(&game, spec);
        for (state, seat) in random_states(&*game, 4) {
            let turn = Turn::new(&*game, &state, seat);
            let chosen = old.choose(&turn, &mut Rng::new(3));
            assert_eq!(agent(&game, spec).choose(&turn, &mut Rng::new(3)), chosen, "{spec}");
            let mut actions: Vec<Action> = old.thoughts().iter().map(|thought| thought.action).collect();
            actions.sort_unstable();
            let expected = legal(&*game, &state, seat);
            assert_eq!(actions, if spec == "random" || expected.len() == 1 { Vec::new() } else { expected }, "{spec}");
            let (low, high) = game.facts().returns;
            assert!(old.thoughts().iter().all(|thought| (low..=high).contains(&thought.value) || thought.visits == 0));
        }
    });
}

#[test]
fn an_agent_remembers_nothing_and_weighs_every_legal_action() {
    assert_no_memory_and_whole_thoughts(ConnectFour::new());
    assert_no_memory_and_whole_thoughts(LeducPoker::new());
    assert_no_memory_and_whole_thoughts(Goofspiel::new(4, 3));
    assert_no_memory_and_whole_thoughts(DiceRace::new());
}

#[test]
fn the_visits_of_a_search_add_up_to_its_iterations() {
    let game = Arc::new(ConnectFour::new());
    let state = game.start(&mut Rng::new(0), &mut Silent);
    for name in ["flat", "mcts", "ismcts"] {
        let mut agent = agent(&game, &format!("{name}:iterations=1234"));
        let chosen = agent.choose(&Turn::new(&*game, &state, Seat(0)), &mut Rng::new(1));
        assert_eq!(agent.thoughts().iter().map(|thought| thought.visits).sum::<u32>(), 1234, "{name}");
        assert_eq!(agent.thoughts()[0].action, chosen, "{name}");
    }
}

#[test]
fn a_budget_in_milliseconds_ends_soon_after_them_with_a_legal_action() {
    let game = Arc::new(ConnectFour::new());
    let state = game.start(&mut Rng::new(0), &mut Silent);
    for name in ["flat", "mcts", "ismcts"] {
        let mut agent = agent(&game, &format!("{name}:ms=30"));
        let begun = Instant::now();
        let chosen = agent.choose(&Turn::new(&*game, &state, Seat(0)), &mut Rng::new(1));
        let taken = begun.elapsed();
        assert!(legal(&*game, &state, Seat(0)).contains(&chosen));
        // A second is generous: other tests may have taken the cores.
        assert!(taken >= Duration::from_millis(30) && taken < Duration::from_millis(1030), "{name}: {taken:?}");
    }
}
