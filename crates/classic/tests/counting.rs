//! Numbers of positions, games and information sets that are known, and exact values.

use std::collections::{HashMap, HashSet};

use ludus_classic::{ConnectFour, ConnectFourState, Goofspiel, KuhnPoker, LeducPoker, TicTacToe, TicTacToeState};
use ludus_core::dice::{Exhaustive, Scripted};
use ludus_core::{Action, Actions, Game, Position, Ratio, Seat, Silent};

fn start<G: Game>(game: &G) -> G::State {
    game.start(&mut Scripted::new(&[]), &mut Silent)
}

/// The states after each legal action of a game without luck.
fn successors<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let Some(seat) = game.to_act(state).lowest() else { return Vec::new() };
    let mut legal = Actions::new();
    game.legal_actions(state, seat, &mut legal);
    let after = |&action: &Action| {
        let mut next = state.clone();
        game.apply(&mut next, seat, action, &mut Scripted::new(&[]), &mut Silent).unwrap();
        next
    };
    legal.iter().map(after).collect()
}

fn count_games(game: &TicTacToe, state: TicTacToeState, seen: &mut HashSet<TicTacToeState>, ends: &mut [u32; 3]) {
    seen.insert(state);
    let next = successors(game, &state);
    if next.is_empty() {
        ends[(game.returns(&state)[0] + 1.0) as usize] += 1;
    }
    for state in next {
        count_games(game, state, seen, ends);
    }
}

#[test]
fn tic_tac_toe_has_5478_positions_and_255168_games() {
    let game = TicTacToe::new();
    let (mut seen, mut ends) = (HashSet::new(), [0; 3]);
    count_games(&game, start(&game), &mut seen, &mut ends);
    assert_eq!(seen.len(), 5478);
    assert_eq!(ends, [77_904, 46_080, 131_184], "won by o, drawn, won by x");
    assert_eq!(ends.iter().sum::<u32>(), 255_168);
}

#[test]
fn exactly_the_5478_reachable_tic_tac_toe_positions_are_accepted() {
    let game = TicTacToe::new();
    let accepted = (0..3_u32.pow(9)).flat_map(|code| {
        let cells: String = (0..9).map(|cell| ['.', 'x', 'o'][(code / 3_u32.pow(cell) % 3) as usize]).collect();
        let board = [&cells[0..3], &cells[3..6], &cells[6..9]].join("/");
        ["x", "o", "-"].map(|turn| Position::new([("board", board.clone()), ("turn", turn.to_owned())]))
    });
    assert_eq!(accepted.filter(|position| game.from_position(position).is_ok()).count(), 5478);
}

fn solve(game: &TicTacToe, state: TicTacToeState, known: &mut HashMap<TicTacToeState, i32>) -> i32 {
    if let Some(&value) = known.get(&state) {
        return value;
    }
    let next: Vec<i32> = successors(game, &state).into_iter().map(|next| solve(game, next, known)).collect();
    let value = match game.to_act(&state).lowest() {
        None => game.returns(&state)[0] as i32,
        Some(Seat(0)) => next.into_iter().max().unwrap(),
        Some(_) => next.into_iter().min().unwrap(),
    };
    known.insert(state, value);
    value
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let game = TicTacToe::new();
    assert_eq!(solve(&game, start(&game), &mut HashMap::new()), 0);
}

/// Positions and sequences of actions after each number of plies; counted with pyspiel 2.0.2 by merging equal `str(state)` of
/// all children layer by layer and adding up their numbers of sequences. Games that are over have no children.
const CONNECT_FOUR_PLIES: [(usize, u64); 9] = [
    (1, 1),
    (7, 7),
    (49, 49),
    (238, 343),
    (1120, 2401),
    (4263, 16_807),
    (16_422, 117_649),
    (54_859, 823_536),
    (184_275, 5_673_234),
];

#[test]
fn connect_four_has_the_known_numbers_of_positions_and_sequences_per_ply() {
    let game = ConnectFour::new();
    let mut layer = vec![(start(&game), 1)];
    for (ply, expected) in CONNECT_FOUR_PLIES.into_iter().enumerate() {
        assert_eq!((layer.len(), layer.iter().map(|(_, sequences)| sequences).sum()), expected, "after {ply} plies");
        let mut places: HashMap<ConnectFourState, usize> = HashMap::new();
        let mut next = Vec::new();
        for (state, sequences) in &layer {
            for child in successors(&game, state) {
                let place = *places.entry(child).or_insert(next.len());
                if place == next.len() {
                    next.push((child, 0));
                }
                next[place].1 += sequences;
            }
        }
        layer = next;
    }
}

/// All ways to pile up stones of both colours in the columns from `column` on.
fn piles(columns: &mut Vec<String>, left: usize, all: &mut Vec<String>) {
    if columns.len() == 7 {
        if left == 0 {
            let row = |row: usize| -> String {
                columns.iter().map(|pile| char::from(*pile.as_bytes().get(row).unwrap_or(&b'.'))).collect()
            };
            all.push((0..6).rev().map(row).collect::<Vec<_>>().join("/"));
        }
        return;
    }
    for height in 0..=left.min(6) {
        for colours in 0..1_u32 << height {
            columns.push((0..height).map(|stone| if colours >> stone & 1 == 1 { 'x' } else { 'o' }).collect());
            piles(columns, left - height, all);
            columns.pop();
        }
    }
}

#[test]
fn exactly_the_reachable_connect_four_positions_of_seven_stones_are_accepted() {
    let game = ConnectFour::new();
    let mut boards = Vec::new();
    piles(&mut Vec::new(), 7, &mut boards);
    let accepted = boards
        .iter()
        .flat_map(|board| ["o", "-"].map(|turn| Position::new([("board", board.clone()), ("turn", turn.to_owned())])));
    assert_eq!(accepted.filter(|position| game.from_position(position).is_ok()).count(), CONNECT_FOUR_PLIES[7].0);
}

/// What a walk through the whole tree of a game with luck has met.
#[derive(Default)]
struct Tree {
    decisions: usize,
    ends: usize,
    information_sets: HashSet<(Seat, Vec<u32>)>,
    /// How often the first seat got what, in whole chips from -13.
    returns: [usize; 27],
}

fn walk<G: Game>(game: &G, outcomes: Vec<(G::State, Ratio)>, tree: &mut Tree) {
    for (state, _) in outcomes {
        let Some(seat) = game.to_act(&state).lowest() else {
            tree.ends += 1;
            tree.returns[(game.returns(&state)[0] + 13.0) as usize] += 1;
            continue;
        };
        let mut features = vec![0.0; game.facts().feature_count()];
        game.observe(&state, seat, &mut features);
        tree.decisions += 1;
        tree.information_sets.insert((seat, features.into_iter().map(f32::to_bits).collect()));
        let mut legal = Actions::new();
        game.legal_actions(&state, seat, &mut legal);
        for &action in legal.iter() {
            let after = Exhaustive::walk(100, |dice| {
                let mut next = state.clone();
                game.apply(&mut next, seat, action, dice, &mut Silent).unwrap();
                next
            });
            walk(game, after.unwrap(), tree);
        }
    }
}

fn tree<G: Game>(game: &G) -> Tree {
    let mut tree = Tree::default();
    walk(game, Exhaustive::walk(100, |dice| game.start(dice, &mut Silent)).unwrap(), &mut tree);
    tree
}

#[test]
fn kuhn_poker_has_12_information_sets_and_30_terminal_histories() {
    let tree = tree(&KuhnPoker::new());
    assert_eq!((tree.information_sets.len(), tree.decisions, tree.ends), (12, 24, 30));
    assert_eq!(tree.returns[11..=15], [6, 9, 0, 9, 6]);
}

/// Counted with pyspiel 2.0.2 by walking `child` of all legal actions, `information_state_string` per seat to act.
#[test]
fn leduc_poker_has_936_information_sets_and_5520_terminal_histories() {
    let tree = tree(&LeducPoker::new());
    assert_eq!((tree.information_sets.len(), tree.decisions, tree.ends), (936, 3780, 5520));
    let won = [0, 198, 0, 366, 0, 552, 0, 432, 0, 528, 0, 192, 0, 192];
    assert_eq!(tree.returns[14..], won[1..]);
    assert_eq!(tree.returns[13], 600, "split pots");
}

/// Counted with pyspiel 2.0.2 (`points_order=random`) over all joint actions and chance outcomes: terminal histories, and
/// those in which the first seat has won alone.
#[test]
fn goofspiel_has_as_many_terminal_histories_as_openspiel_counts() {
    for (cards, seats, ends, won) in
        [(1, 2, 1, 0), (2, 2, 8, 2), (3, 2, 216, 78), (4, 2, 13_824, 5568), (3, 3, 1296, 420), (3, 4, 7776, 1584)]
    {
        let tree = tree(&Goofspiel::new(cards, seats));
        assert_eq!((tree.ends, tree.returns[14]), (ends, won), "{cards} cards, {seats} seats");
    }
}

/// All texts of card sets of a hand of so many cards.
fn card_sets(cards: u32) -> Vec<String> {
    let set = |bits: u32| {
        let held: Vec<String> =
            (0..cards).filter(|card| bits >> card & 1 == 1).map(|card| (card + 1).to_string()).collect();
        if held.is_empty() { "-".to_owned() } else { held.join(",") }
    };
    (0..1 << cards).map(set).collect()
}

/// All ways to write one of the texts for each seat.
fn for_seats(texts: &[String], seats: usize) -> Vec<String> {
    (1..seats).fold(texts.to_vec(), |some, _| {
        some.iter().flat_map(|first| texts.iter().map(move |next| format!("{first}/{next}"))).collect()
    })
}

fn reachable_from<G: Game>(game: &G, outcomes: Vec<(G::State, Ratio)>, seen: &mut HashSet<G::State>) {
    for (state, _) in outcomes {
        if !seen.insert(state.clone()) {
            continue;
        }
        for seat in game.to_act(&state).iter() {
            let mut legal = Actions::new();
            game.legal_actions(&state, seat, &mut legal);
            for &action in legal.iter() {
                let after = Exhaustive::walk(100, |dice| {
                    let mut next = state.clone();
                    game.apply(&mut next, seat, action, dice, &mut Silent).unwrap();
                    next
                });
                reachable_from(game, after.unwrap(), seen);
            }
        }
    }
}

#[test]
fn exactly_the_reachable_positions_of_small_goofspiels_are_accepted() {
    for (cards, seats) in [(1, 2), (2, 2), (3, 2), (2, 3)] {
        let game = Goofspiel::new(cards, seats);
        let mut seen = HashSet::new();
        reachable_from(&game, Exhaustive::walk(100, |dice| game.start(dice, &mut Silent)).unwrap(), &mut seen);
        let sets = card_sets(cards);
        let single: Vec<String> = sets.iter().filter(|set| !set.contains(',')).cloned().collect();
        let points: Vec<String> = (0..=cards * (cards + 1) / 2).map(|points| points.to_string()).collect();
        let fields =
            [for_seats(&points, seats), for_seats(&sets, seats), sets, single.clone(), for_seats(&single, seats)];
        let all: usize = fields.iter().map(Vec::len).product();
        let position = |mut code: usize| {
            let texts = fields.iter().map(|texts| {
                let text = texts[code % texts.len()].clone();
                code /= texts.len();
                text
            });
            Position::new(game.position_fields().iter().copied().zip(texts))
        };
        let accepted = (0..all).filter(|&code| game.from_position(&position(code)).is_ok()).count();
        assert_eq!(accepted, seen.len(), "{cards} cards, {seats} seats");
    }
}
