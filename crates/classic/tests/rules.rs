//! Scenarios: deals, rounds, ends and refusals of each game.

use ludus_classic::{
    ConnectFour, Goofspiel, GoofspielEvent, KuhnPoker, KuhnPokerEvent, LeducPoker, LeducPokerEvent, StoneEvent,
    TicTacToe,
};
use ludus_core::dice::{Dice, Scripted};
use ludus_core::{Action, Game, Log, Position, Returns, Seat, Seats, Silent};

fn state_of<G: Game>(game: &G, text: &str) -> G::State {
    game.from_position(&Position::from_text(game.position_fields(), text).unwrap()).unwrap()
}

/// Lets the seats act in turn, each choice by its text; seats that act at once go in ascending order.
fn act<G: Game>(game: &G, state: &mut G::State, texts: &[&str], dice: &mut impl Dice, log: &mut impl Log<G::Event>) {
    for text in texts {
        let seat = game.to_act(state).lowest().expect("somebody is to act");
        game.apply(state, seat, game.parse(text).unwrap(), dice, log).unwrap();
    }
}

/// The position after some choices without luck.
fn after<G: Game>(game: &G, text: &str, texts: &[&str]) -> String {
    let mut state = state_of(game, text);
    act(game, &mut state, texts, &mut Scripted::new(&[]), &mut Silent);
    game.position(&state).to_string()
}

/// Why an action is refused; the state must be untouched and no luck used.
fn refusal<G: Game>(game: &G, text: &str, seat: u8, action: u32) -> &'static str {
    let mut state = state_of(game, text);
    let before = state.clone();
    let illegal = game.apply(&mut state, Seat(seat), Action(action), &mut Scripted::new(&[]), &mut Silent).unwrap_err();
    assert_eq!(state, before);
    assert_eq!((illegal.seat, illegal.action), (Seat(seat), Action(action)));
    illegal.reason
}

fn two(first: f64, second: f64) -> Returns {
    let mut returns = Returns::default();
    returns[..2].copy_from_slice(&[first, second]);
    returns
}

#[test]
fn tic_tac_toe_refuses_with_a_reason() {
    let game = TicTacToe::new();
    assert_eq!(refusal(&game, "xxx/oo./... -", 1, 5), "the game is over");
    assert_eq!(refusal(&game, ".../.../... x", 2, 0), "there is no such seat");
    assert_eq!(refusal(&game, ".../.../... x", 255, 0), "there is no such seat");
    assert_eq!(refusal(&game, ".../.../... x", 1, 0), "it is the other seat's turn");
    assert_eq!(refusal(&game, ".../.../... x", 0, 9), "the game has no such action");
    assert_eq!(refusal(&game, ".../.../... x", 0, u32::MAX), "the game has no such action");
    assert_eq!(refusal(&game, "x../.../... o", 1, 0), "the cell is taken");
}

#[test]
fn cells_are_named_by_column_letter_and_row_digit() {
    let game = TicTacToe::new();
    assert_eq!(after(&game, ".../.../... x", &["a1", "c1", "b3"]), "x.o/.../.x. o");
}

#[test]
fn three_in_a_line_win_and_a_full_board_without_a_line_is_drawn() {
    let game = TicTacToe::new();
    let mut log = Vec::new();
    let mut state = state_of(&game, "xx./oo./... x");
    act(&game, &mut state, &["c1"], &mut Scripted::new(&[]), &mut log);
    assert_eq!(log, [StoneEvent::Placed { seat: Seat(0), row: 0, column: 2 }, StoneEvent::Won { seat: Seat(0) }]);
    assert_eq!(game.returns(&state), two(1.0, -1.0));
    let drawn = after(&game, "xox/xxo/o.o x", &["b3"]);
    assert_eq!(drawn, "xox/xxo/oxo -");
    assert_eq!(game.returns(&state_of(&game, &drawn)), two(0.0, 0.0));
}

#[test]
fn connect_four_refuses_with_a_reason() {
    let game = ConnectFour::new();
    let pile = "o....../x....../o....../x....../o....../x...... x";
    assert_eq!(refusal(&game, pile, 0, 0), "the column is full");
    assert_eq!(refusal(&game, pile, 0, 7), "the game has no such action");
    assert_eq!(refusal(&game, pile, 0, u32::MAX), "the game has no such action");
    assert_eq!(refusal(&game, pile, 1, 1), "it is the other seat's turn");
    assert_eq!(refusal(&game, pile, 3, 1), "there is no such seat");
    let won = "......./......./......./......./ooo..../xxxx... -";
    assert_eq!(refusal(&game, won, 1, 6), "the game is over");
    assert_eq!(refusal(&game, won, 3, 6), "the game is over");
}

#[test]
fn four_win_in_every_direction_and_no_line_runs_over_the_edge() {
    let game = ConnectFour::new();
    let plays = |columns: &str| {
        let mut state = game.start(&mut Scripted::new(&[]), &mut Silent);
        let columns: Vec<String> = columns.chars().map(String::from).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        act(&game, &mut state, &columns, &mut Scripted::new(&[]), &mut Silent);
        (game.to_act(&state).is_empty(), game.returns(&state)[0])
    };
    assert_eq!(plays("1122334"), (true, 1.0), "along the row");
    assert_eq!(plays("7172737"), (true, 1.0), "up the column");
    assert_eq!(plays("12233434464"), (true, 1.0), "up to the right");
    assert_eq!(plays("76655454424"), (true, 1.0), "up to the left");
    assert_eq!(plays("716253"), (false, 0.0), "not yet a line");
    assert_eq!(plays("15264"), (false, 0.0), "three and a gap");
    assert_eq!(plays("5162731"), (false, 0.0), "5, 6, 7 and the next row's 1");
}

#[test]
fn the_last_stone_can_win_or_fill_the_board() {
    let game = ConnectFour::new();
    let full = ".ooxxox/xxooxxo/ooxxoox/xxooxxo/ooxxoox/xxooxxo";
    let stones = |stone| full.matches(stone).count();
    assert_eq!((stones('x'), stones('o')), (21, 20));
    assert_eq!(after(&game, &format!("{full} o"), &["1"]), format!("{} -", full.replace('.', "o")));
}

#[test]
fn an_observation_shows_own_stones_first_from_the_top_row_down() {
    let game = ConnectFour::new();
    let state = state_of(&game, "......./......./......./......./o....../x.....x o");
    let mut features = [f32::NAN; 84];
    game.observe(&state, Seat(0), &mut features);
    let ones = |features: &[f32; 84]| (0..84).filter(|&place| features[place] == 1.0).collect::<Vec<_>>();
    assert_eq!(ones(&features), [35, 41, 42 + 28]);
    game.observe(&state, Seat(1), &mut features);
    assert_eq!(ones(&features), [28, 42 + 35, 42 + 41]);
    assert_eq!(features.iter().sum::<f32>(), 3.0);
}

#[test]
fn a_better_board_is_valued_higher() {
    let game = ConnectFour::new();
    let state = state_of(&game, "......./......./......./......./oo...../xxx.... o");
    assert!(game.evaluate(&state, Seat(0)) > 0.0);
    assert_eq!(game.evaluate(&state, Seat(0)), -game.evaluate(&state, Seat(1)));
    let empty = game.start(&mut Scripted::new(&[]), &mut Silent);
    assert_eq!(game.evaluate(&empty, Seat(0)), 0.0);
}

#[test]
fn kuhn_cards_are_dealt_by_two_rolls() {
    let game = KuhnPoker::new();
    for (rolls, cards) in [([0, 0], "JQ"), ([0, 1], "JK"), ([1, 0], "QJ"), ([2, 1], "KQ")] {
        let mut dice = Scripted::new(&rolls);
        let state = game.start(&mut dice, &mut Silent);
        dice.finish();
        assert_eq!(game.position(&state).to_string(), format!("{cards} -"));
    }
}

#[test]
fn kuhn_bets_end_in_a_showdown_or_a_fold() {
    let game = KuhnPoker::new();
    for (cards, bets, first) in [
        ("KQ", &["pass", "pass"][..], 1.0),
        ("JQ", &["pass", "pass"], -1.0),
        ("JQ", &["bet", "pass"], 1.0),
        ("JQ", &["bet", "bet"], -2.0),
        ("KQ", &["pass", "bet", "pass"], -1.0),
        ("KQ", &["pass", "bet", "bet"], 2.0),
    ] {
        let end = after(&game, &format!("{cards} -"), bets);
        assert_eq!(game.returns(&state_of(&game, &end)), two(first, -first), "{end}");
    }
    let (mut log, mut state) = (Vec::new(), state_of(&game, "KQ p"));
    act(&game, &mut state, &["bet", "bet"], &mut Scripted::new(&[]), &mut log);
    assert_eq!(
        log,
        [
            KuhnPokerEvent::Bet { seat: Seat(1) },
            KuhnPokerEvent::Bet { seat: Seat(0) },
            KuhnPokerEvent::Shown { cards: [2, 1] },
            KuhnPokerEvent::Won { seat: Seat(0), chips: 2 },
        ]
    );
}

#[test]
fn kuhn_poker_refuses_with_a_reason() {
    let game = KuhnPoker::new();
    assert_eq!(refusal(&game, "KQ pp", 0, 0), "the game is over");
    assert_eq!(refusal(&game, "KQ p", 0, 0), "it is the other seat's turn");
    assert_eq!(refusal(&game, "KQ p", 9, 0), "there is no such seat");
    assert_eq!(refusal(&game, "KQ p", 1, 2), "the game has no such action");
    assert_eq!(refusal(&game, "KQ p", 1, u32::MAX), "the game has no such action");
}

#[test]
fn leduc_cards_are_dealt_by_two_rolls_and_the_public_one_by_a_third() {
    let game = LeducPoker::new();
    let mut dice = Scripted::new(&[5, 0, 3]);
    let mut log = Vec::new();
    let mut state = game.start(&mut dice, &mut log);
    assert_eq!(game.position(&state).to_string(), "KhJs - -");
    act(&game, &mut state, &["raise", "call"], &mut dice, &mut log);
    assert_eq!(game.position(&state).to_string(), "KhJs Ks rc/-");
    act(&game, &mut state, &["call", "raise", "raise", "call"], &mut dice, &mut log);
    dice.finish();
    assert_eq!(game.position(&state).to_string(), "KhJs Ks rc/crrc");
    assert_eq!(game.returns(&state), two(11.0, -11.0));
    assert!(log.contains(&LeducPokerEvent::Revealed { card: 4 }));
    assert_eq!(log.last(), Some(&LeducPokerEvent::Won { seat: Seat(0), chips: 11 }));
}

#[test]
fn a_pair_beats_the_higher_rank_and_equal_ranks_split() {
    let game = LeducPoker::new();
    for (end, first) in [
        ("JsKs Jh rrc/rrc", 13.0),
        ("JsKs Qh cc/cc", -1.0),
        ("KsKh Qh rc/rc", 0.0),
        ("JsKs - rf", 1.0),
        ("JsKs - crf", -1.0),
        ("JsKs Qh rrc/rf", 5.0),
        ("JsKs Qh rrc/crrf", 9.0),
        ("JsKs Qh rrc/rrf", -9.0),
    ] {
        assert_eq!(game.returns(&state_of(&game, end)), two(first, -first), "{end}");
    }
}

#[test]
fn leduc_poker_refuses_with_a_reason() {
    let game = LeducPoker::new();
    assert_eq!(refusal(&game, "JsKs - -", 0, 0), "there is no raise to fold to");
    assert_eq!(refusal(&game, "JsKs - c", 1, 0), "there is no raise to fold to");
    assert_eq!(refusal(&game, "JsKs Qs cc/-", 0, 0), "there is no raise to fold to");
    assert_eq!(refusal(&game, "JsKs - rr", 0, 2), "both raises of this round have been made");
    assert_eq!(refusal(&game, "JsKs - rf", 0, 1), "the game is over");
    assert_eq!(refusal(&game, "JsKs - r", 0, 1), "it is the other seat's turn");
    assert_eq!(refusal(&game, "JsKs - r", 2, 1), "there is no such seat");
    assert_eq!(refusal(&game, "JsKs - r", 1, 3), "the game has no such action");
}

#[test]
fn leduc_hands_are_valued_by_the_public_cards_that_may_come() {
    let game = LeducPoker::new();
    let value = |text, seat| game.evaluate(&state_of(&game, text), Seat(seat));
    assert_eq!(value("JsKs Jh cc/-", 0), 1.0);
    assert_eq!(value("JsKs - -", 1), 0.5, "three of the four public cards leave the king ahead");
    assert_eq!(value("JsKs - -", 0), -0.5);
}

#[test]
fn goofspiel_prizes_are_revealed_one_by_one_and_the_last_cards_play_themselves() {
    let game = Goofspiel::new(3, 2);
    let mut dice = Scripted::new(&[1, 1]);
    let mut log = Vec::new();
    let mut state = game.start(&mut dice, &mut log);
    assert_eq!(game.position(&state).to_string(), "0/0 1,2,3/1,2,3 1,3 2 -/-");
    act(&game, &mut state, &["bid 3"], &mut dice, &mut log);
    assert_eq!(game.position(&state).to_string(), "0/0 1,2,3/1,2,3 1,3 2 3/-");
    assert_eq!(game.to_act(&state), Seats::one(Seat(1)));
    act(&game, &mut state, &["bid 1"], &mut dice, &mut log);
    assert_eq!(game.position(&state).to_string(), "2/0 1,2/2,3 1 3 -/-");
    log.clear();
    act(&game, &mut state, &["bid 2", "bid 2"], &mut dice, &mut log);
    dice.finish();
    assert_eq!(game.position(&state).to_string(), "2/1 -/- - - -/-");
    assert_eq!(game.returns(&state), two(1.0, -1.0));
    let turned = |first, second| GoofspielEvent::Turned { bids: [first, second, 0, 0, 0, 0, 0, 0] };
    assert_eq!(
        log,
        [
            GoofspielEvent::Bid { seat: Seat(0), card: 2 },
            GoofspielEvent::Bid { seat: Seat(1), card: 2 },
            turned(2, 2),
            GoofspielEvent::Discarded { prize: 3 },
            GoofspielEvent::Revealed { prize: 1 },
            turned(1, 3),
            GoofspielEvent::Taken { seat: Seat(1), prize: 1 },
            GoofspielEvent::Won { seats: Seats::one(Seat(0)) },
        ]
    );
}

#[test]
fn equal_highest_bids_discard_the_prize_even_when_a_lower_bid_stands_alone() {
    let game = Goofspiel::new(4, 3);
    let mut dice = Scripted::new(&[3, 0]);
    let mut state = game.start(&mut dice, &mut Silent);
    act(&game, &mut state, &["bid 4", "bid 4", "bid 3"], &mut dice, &mut Silent);
    dice.finish();
    assert_eq!(game.position(&state).to_string(), "0/0/0 1,2,3/1,2,3/1,2,4 2,3 1 -/-/-");
}

#[test]
fn bids_of_a_round_may_come_in_any_order() {
    let game = Goofspiel::new(4, 3);
    let play = |order: [u8; 3]| {
        let mut dice = Scripted::new(&[0, 0]);
        let mut state = game.start(&mut dice, &mut Silent);
        for seat in order {
            game.apply(&mut state, Seat(seat), Action(seat.into()), &mut dice, &mut Silent).unwrap();
        }
        state
    };
    assert_eq!(play([0, 1, 2]), play([2, 0, 1]));
}

#[test]
fn winners_share_the_win_and_losers_the_loss() {
    let returns = |position: &str, seats: usize| {
        let game = Goofspiel::new(6, seats);
        let state = state_of(&game, position);
        game.returns(&state)[..seats].to_vec()
    };
    assert_eq!(returns("7/7/7 -/-/- - - -/-/-", 3), [0.0, 0.0, 0.0]);
    assert_eq!(returns("9/1/9 -/-/- - - -/-/-", 3), [0.5, -1.0, 0.5]);
    assert_eq!(returns("5/1/9 -/-/- - - -/-/-", 3), [-0.5, -0.5, 1.0]);
    assert_eq!(returns("0/0 -/- - - -/-", 2), [0.0, 0.0]);
}

#[test]
fn a_single_card_is_bid_by_hand() {
    let game = Goofspiel::new(1, 2);
    let mut dice = Scripted::new(&[0]);
    let mut state = game.start(&mut dice, &mut Silent);
    dice.finish();
    assert_eq!(game.to_act(&state), Seats::first(2));
    act(&game, &mut state, &["bid 1", "bid 1"], &mut Scripted::new(&[]), &mut Silent);
    assert_eq!(game.position(&state).to_string(), "0/0 -/- - - -/-");
}

#[test]
fn goofspiel_refuses_with_a_reason() {
    let game = Goofspiel::new(3, 2);
    let open = "0/0 1,2,3/1,2,3 1,3 2 3/-";
    assert_eq!(refusal(&game, open, 0, 0), "the seat has already bid in this round");
    assert_eq!(refusal(&game, open, 2, 0), "there is no such seat");
    assert_eq!(refusal(&game, open, 1, 3), "the game has no such action");
    assert_eq!(refusal(&game, open, 1, u32::MAX), "the game has no such action");
    assert_eq!(refusal(&game, "2/0 1,2/2,3 1 3 -/-", 0, 2), "the card has already been played");
    assert_eq!(refusal(&game, "2/1 -/- - - -/-", 0, 0), "the game is over");
}

#[test]
#[should_panic(expected = "goofspiel is played with 1 to 13 cards, not 14")]
fn goofspiel_has_no_more_cards_than_a_suit() {
    Goofspiel::new(14, 2);
}

#[test]
#[should_panic(expected = "goofspiel is played by 2 to 8 seats, not 9")]
fn goofspiel_has_no_more_seats_than_any_game() {
    Goofspiel::new(5, 9);
}
