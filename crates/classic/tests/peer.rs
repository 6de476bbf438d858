//! Games that another program has played are legal here, offer the same actions and bring the same returns.

use ludus_classic::{ConnectFour, Goofspiel, KuhnPoker, LeducPoker, TicTacToe};
use ludus_core::dice::Scripted;
use ludus_core::{Action, Actions, Game, Seat, Silent, Spec};

/// Written by `pyspiel_games.py` beside it, which also says what a line holds.
const GAMES: &str = include_str!("../../../golden/classic/pyspiel_games.txt");

fn replay<G: Game>(game: &G, line: &str) {
    let [_, rolls, choices, returns] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("four words: {line}") };
    let rolls: Vec<u32> = rolls.split(',').filter_map(|roll| roll.parse().ok()).collect();
    let mut dice = Scripted::new(&rolls);
    let mut state = game.start(&mut dice, &mut Silent);
    let mut legal = Actions::new();
    for choice in choices.split(',') {
        let numbers: Vec<u32> = choice.split([':', '/']).map(|number| number.parse().unwrap()).collect();
        let seat = Seat(numbers[0] as u8);
        legal.clear();
        game.legal_actions(&state, seat, &mut legal);
        assert_eq!(legal.iter().fold(0, |mask, action| mask | 1 << action.0), numbers[2], "{choice} in {line}");
        game.apply(&mut state, seat, Action(numbers[1]), &mut dice, &mut Silent).unwrap();
    }
    dice.finish();
    assert!(game.to_act(&state).is_empty(), "{line}");
    let returns: Vec<f64> = returns.split(',').map(|share| share.parse().unwrap()).collect();
    assert_eq!(game.returns(&state)[..game.facts().seats], returns, "{line}");
}

#[test]
fn games_of_openspiel_are_played_alike() {
    for line in GAMES.lines() {
        // The name is a spec; its options hold commas but no spaces.
        let spec: Spec = line.split(' ').next().unwrap_or("").parse().unwrap();
        match spec.name.as_str() {
            "tic-tac-toe" => replay(&TicTacToe::new(), line),
            "connect-four" => replay(&ConnectFour::new(), line),
            "kuhn-poker" => replay(&KuhnPoker::new(), line),
            "leduc-poker" => replay(&LeducPoker::new(), line),
            "goofspiel" => {
                let mut options = spec.options();
                let cards = options.number("cards", 13, Goofspiel::CARDS).unwrap();
                let seats = options.number("seats", 2, 2..=8).unwrap();
                replay(&Goofspiel::new(cards, seats as usize), line);
            }
            other => panic!("{other} is none of the games"),
        }
    }
    assert_eq!(GAMES.lines().count(), 570);
}
