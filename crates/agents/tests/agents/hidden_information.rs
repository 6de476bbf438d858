use std::sync::Arc;

use ludus_classic::{Goofspiel, KuhnPoker, LeducPoker};
use ludus_core::{Action, Game, Position, Rng, Seat, Turn};

use crate::support::{agent, assert_clearly_above, duel, play, random_states};

const AGENTS: [&str; 5] =
    ["random", "greedy", "flat:iterations=60", "ismcts:iterations=60", "ismcts:iterations=60,rollout=evaluate"];

#[test]
fn ismcts_beats_random_in_leduc_poker() {
    assert_clearly_above(0.5, &duel(&Arc::new(LeducPoker::new()), "ismcts", "random", 2000));
}

#[test]
fn ismcts_beats_random_in_goofspiel() {
    assert_clearly_above(0.3, &duel(&Arc::new(Goofspiel::new(5, 2)), "ismcts", "random", 400));
}

#[test]
fn ismcts_beats_two_random_seats_in_goofspiel() {
    let game = Arc::new(Goofspiel::new(4, 3));
    let results: Vec<f64> = (0..600)
        .map(|seed| {
            let mut specs = ["random"; 3];
            let seat = seed as usize % 3;
            specs[seat] = "ismcts:iterations=500";
            play(&game, &specs, seed)[seat]
        })
        .collect();
    assert_clearly_above(0.2, &results);
}

/// What an agent chooses in a state.
fn choice<G: Game>(game: &Arc<G>, spec: &str, state: &G::State, seat: Seat, seed: u64) -> Action {
    agent(game, spec).choose(&Turn::new(&**game, state, seat), &mut Rng::new(seed))
}

fn assert_secrets_change_no_choice<G: Game>(game: &Arc<G>, games: u64) {
    let mut swapped = 0;
    for (place, (state, seat)) in (0..).zip(random_states(&**game, games)) {
        let mut other = state.clone();
        game.determinize(&mut other, seat, &mut Rng::stream(place, 9));
        swapped += u32::from(other != state);
        for spec in AGENTS {
            let [one, two] = [&state, &other].map(|state| choice(game, spec, state, seat, place));
            assert_eq!(one, two, "{spec} in `{}` and `{}`", game.position(&state), game.position(&other));
        }
    }
    assert!(swapped > 50, "only {swapped} states had another hidden part");
}

#[test]
fn no_agent_notices_that_hidden_cards_or_pending_bids_are_others() {
    assert_secrets_change_no_choice(&Arc::new(KuhnPoker::new()), 200);
    assert_secrets_change_no_choice(&Arc::new(LeducPoker::new()), 60);
    assert_secrets_change_no_choice(&Arc::new(Goofspiel::new(5, 2)), 30);
    assert_secrets_change_no_choice(&Arc::new(Goofspiel::new(4, 3)), 30);
}

#[test]
fn no_agent_notices_which_card_the_other_seat_was_dealt_in_leduc_poker() {
    const CARDS: [&str; 6] = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"];
    let game = Arc::new(LeducPoker::new());
    let mut compared = 0;
    for (place, (state, seat)) in (0..).zip(random_states(&*game, 40)) {
        let position = game.position(&state);
        let expected = AGENTS.map(|spec| choice(&game, spec, &state, seat, place));
        for card in CARDS {
            let own = &position.get("cards")[2 * seat.index()..][..2];
            let cards = if seat == Seat(0) { format!("{own}{card}") } else { format!("{card}{own}") };
            let [public, bets] = ["public", "bets"].map(|field| (field, position.get(field).to_owned()));
            let Ok(other) = game.from_position(&Position::new([("cards", cards), public, bets])) else { continue };
            assert_eq!(AGENTS.map(|spec| choice(&game, spec, &other, seat, place)), expected, "{position}, {card}");
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared}");
}
