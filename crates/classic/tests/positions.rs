//! Positions are complete, and what cannot occur is refused with the field and what would be right.

mod support;

use ludus_classic::{ConnectFour, Goofspiel, KuhnPoker, LeducPoker, TicTacToe};
use ludus_core::{Game, Position, Rng};
use proptest::prelude::*;
use support::{Check, every_game, play_on, random_game};

struct RoundTrip;

impl Check for RoundTrip {
    fn check<G: Game>(&mut self, name: &str, game: &G) {
        for seed in 0..100 {
            random_game(game, seed, |state| {
                let position = game.position(state);
                let again = Position::from_text(game.position_fields(), &position.to_string()).unwrap();
                assert_eq!(again, position, "{name}: one line holds everything");
                assert_eq!(Position::from_json(game.position_fields(), &position.to_json()), Ok(position.clone()));
                assert_eq!(game.from_position(&again).as_ref(), Ok(state), "{name}: {position}");
            });
        }
    }
}

#[test]
fn every_position_of_random_games_round_trips() {
    every_game(&mut RoundTrip);
}

/// Feeds a text to every game; what is accepted must be written the same again and can be played to its end.
struct Feed<'a>(&'a str);

impl Check for Feed<'_> {
    fn check<G: Game>(&mut self, name: &str, game: &G) {
        let Ok(position) = Position::from_text(game.position_fields(), self.0) else { return };
        if let Ok(state) = game.from_position(&position) {
            assert_eq!(game.position(&state), position, "{name}");
            play_on(game, state, &mut Rng::new(1), |_| {});
        }
    }
}

/// Spoils one character of a position of a random game.
struct Spoil {
    seed: u64,
    place: usize,
    with: char,
}

impl Check for Spoil {
    fn check<G: Game>(&mut self, name: &str, game: &G) {
        let mut texts = Vec::new();
        random_game(game, self.seed, |state| texts.push(game.position(state).to_string()));
        let mut text: Vec<char> = texts[self.place % texts.len()].chars().collect();
        let place = self.place % text.len();
        text[place] = self.with;
        Feed(&text.into_iter().collect::<String>()).check(name, game);
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in ".*") {
        every_game(&mut Feed(&text));
    }

    #[test]
    fn no_text_of_the_right_letters_makes_the_reader_panic(text in "[-xo./0-9, JQKshpbfcr]{0,60}") {
        every_game(&mut Feed(&text));
    }

    #[test]
    fn a_spoilt_position_is_refused_or_can_be_played(seed: u64, place: usize, with in "[-xo./0-9, JQKshpbfcrü]") {
        every_game(&mut Spoil { seed, place, with: with.chars().next().unwrap_or('x') });
    }
}

fn refusal<G: Game>(game: &G, text: &str) -> String {
    let position = Position::from_text(game.position_fields(), text);
    match position.and_then(|position| game.from_position(&position)) {
        Ok(state) => panic!("`{text}` was accepted as {state:?}"),
        Err(error) => error.to_string().trim_start_matches("position: ").to_owned(),
    }
}

#[test]
fn boards_that_cannot_occur_are_refused() {
    let game = TicTacToe::new();
    for (text, reason) in [
        ("x.o/.x. x", "board has 2 rows, but must have 3, separated by `/`"),
        ("x.o/.x/... x", "board has 2 cells in row 2, but must have 3"),
        ("x.o/.X./... o", "board holds `X` in row 2; a cell is `x`, `o` or `.`"),
        ("xxx/.../... -", "board has 3 x and 0 o, but x begins: there must be as many x as o, or one more"),
        ("o../.../... x", "board has 0 x and 1 o, but x begins: there must be as many x as o, or one more"),
        ("xxx/oo./o.. -", "board has a line of x although o has placed last; the game ends with a line"),
        ("xxx/ooo/x.. -", "board has a line of o although x has placed last; the game ends with a line"),
        ("x.o/.x./... x", "turn is `x`, but must be `o` on this board"),
        ("xxx/oo./... o", "turn is `o`, but must be `-` on this board"),
        ("x.o/.x./...", "turn is missing; write: board turn"),
    ] {
        assert_eq!(refusal(&game, text), reason);
    }
}

#[test]
fn piles_that_cannot_occur_are_refused() {
    let game = ConnectFour::new();
    let board = |rows: [&str; 3]| format!("......./......./......./{}", rows.join("/"));
    let cannot =
        "board cannot come about: no order of turns piles up these stones and stops at the first line".to_owned();
    assert_eq!(
        refusal(&game, &(board([".......", "..x....", "......."]) + " o")),
        "board has a stone above an empty cell in column 3; stones pile up from the bottom"
    );
    assert_eq!(refusal(&game, &(board([".......", "x......", "o......"]) + " x")), cannot, "x places first");
    let two_lines = "......./......./......x/o...o.x/oo.oo.x/xxxxo.x -";
    assert_eq!(refusal(&game, two_lines), cannot, "one stone cannot have made both lines");
    let one_stone = "......./......./......./......./ooo.ooo/xxxxxxx";
    assert_eq!(refusal(&game, &format!("{one_stone} o")), "turn is `o`, but must be `-` on this board");
}

#[test]
fn hands_that_cannot_occur_are_refused() {
    let kuhn = KuhnPoker::new();
    let kuhn_cards =
        |text| format!("cards is `{text}`, but must be two different cards of J, Q, K, the first seat's first");
    assert_eq!(refusal(&kuhn, "QQ -"), kuhn_cards("QQ"));
    assert_eq!(refusal(&kuhn, "QA -"), kuhn_cards("QA"));
    assert_eq!(
        refusal(&kuhn, "QK ppb"),
        "bets is `ppb`, but must be `-` for none, or p, b, pp, pb, bp, bb, pbp, pbb (p pass, b bet)"
    );
    let leduc = LeducPoker::new();
    let all = "Js, Jh, Qs, Qh, Ks, Kh";
    assert_eq!(refusal(&leduc, "JsJs - -"), format!("cards is `JsJs`, but must be two different cards of {all}"));
    assert_eq!(refusal(&leduc, "üüü - -"), format!("cards is `üüü`, but must be two different cards of {all}"));
    let public = |text| format!("public is `{text}`, but must be `-` or a card that nobody holds of {all}");
    assert_eq!(refusal(&leduc, "JsQs Js cc/-"), public("Js"));
    assert_eq!(refusal(&leduc, "JsQs ? cc/-"), public("?"));
    let rounds = "-, c, r, cr, rr, crr, cc, rc, crc, rrc, crrc, rf, crf, rrf, crrf (f fold, c call, r raise)";
    for (text, reason) in [
        ("JsQs - rrr", format!("bets has the round `rrr`, but a round is one of {rounds}")),
        ("JsQs - f", format!("bets has the round `f`, but a round is one of {rounds}")),
        ("JsQs - cc/-", "bets is `cc/-`, but there is no second round without a public card".to_owned()),
        ("JsQs - cc", "bets is `cc`, which ends the first round: deal the public card and write `cc/-`".to_owned()),
        ("JsQs Ks c", "bets is `c`, but with a public card there is a second round: `cc/-`".to_owned()),
        ("JsQs Ks rf/-", "bets has a second round after `rf`, which does not lead to one".to_owned()),
        ("JsQs Ks c/-", "bets has a second round after `c`, which does not lead to one".to_owned()),
    ] {
        assert_eq!(refusal(&leduc, text), reason);
    }
}

#[test]
fn bids_that_cannot_occur_are_refused() {
    let game = Goofspiel::new(3, 2);
    for (text, reason) in [
        ("0 1,2,3/1,2,3 1,3 2 -/-", "scores has 1 parts, but must have 2, one per seat, separated by `/`"),
        ("0/7 1,2,3/1,2,3 1,3 2 -/-", "scores has `7`, but a score is a whole number from 0 to 6"),
        ("0/+1 1,2,3/1,2,3 1,3 2 -/-", "scores has `+1`, but a score is a whole number from 0 to 6"),
        ("0/1 1,2,3/1,2,3 1,3 2 -/-", "scores cannot be made of the prizes that are gone: -"),
        ("2/1 1,2/1,2 1 3 -/-", "scores cannot be made of the prizes that are gone: 2"),
        ("2/0 2,3/1,2 1 3 -/-", "scores cannot have been won with the cards that have been played"),
        ("0/0 3,2,1/1,2,3 1,3 2 -/-", "hands has `3,2,1`, but cards are `-` or ascending numbers from 1 to 3: `1,3`"),
        ("0/0 1,2,4/1,2,3 1,3 2 -/-", "hands has `1,2,4`, but cards are `-` or ascending numbers from 1 to 3: `1,3`"),
        ("0/0 1,2/1,2,3 1,3 2 -/-", "hands of seat 0 has 2 cards, but must have 3: as many as prizes left"),
        ("0/0 1,2,3/1,2,3 1,3 4 -/-", "prize has `4`, but must have `-` or a card from 1 to 3"),
        ("0/0 1,2,3/1,2,3 1,3 3 -/-", "prize is 3, which is also among the prizes to come"),
        ("0/0 1,2,3/1,2,3 1,2,3 - -/-", "prize must be open while there are prizes to come"),
        ("0/2 1,2/1,2 1 3 3/-", "bids has 3 for seat 0, but a bid must be a card of the hand"),
        ("0/0 1,2,3/1,2,3 1,3 2 1/1", "bids are complete, so the round is over: write the position after it"),
        ("0/2 1/2 - 3 -/-", "prizes leave one round, which plays itself: write the position after it"),
    ] {
        assert_eq!(refusal(&game, text), reason);
    }
}
