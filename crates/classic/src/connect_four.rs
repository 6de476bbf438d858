use std::collections::HashSet;

use ludus_core::{
    Action, Actions, BadPosition, Component, Dice, Facts, Game, Illegal, Log, Position, Returns, Seat, Seats,
};

use crate::common::{NO_SUCH_ACTION, OTHERS_TURN, check_turn, describe_unknown, refuse, share};
use crate::grid::{FIELDS, Grid, Stage, StoneEvent};

const ROWS: usize = 6;
const COLUMNS: usize = 7;
const PLANE: usize = ROWS * COLUMNS;

// A cell is bit `height * 8 + column`, height 0 at the bottom. The eighth bit of each row is always empty, so that no
// line runs from the right edge on to the left one.
const BOTTOM_ROW: u64 = 0x7f;
const BOARD: u64 = 0x0000_7f7f_7f7f_7f7f;
const COLUMN: u64 = 0x0000_0101_0101_0101;
const TOP_ROW_SHIFT: u32 = 8 * (ROWS as u32 - 1);
/// Along the row, up the column and along both diagonals.
const DIRECTIONS: [u32; 4] = [1, 8, 7, 9];

const GRID: Grid = Grid {
    name: "Connect four",
    rows: ROWS,
    columns: COLUMNS,
    bit: |row, column| ((ROWS - 1 - row) * 8 + column) as u32,
};

/// The features of each way a row can be filled; a copy is faster than seven tests of bits.
static ROW_FEATURES: [[f32; 8]; 128] = row_features();

const fn row_features() -> [[f32; 8]; 128] {
    let mut features = [[0.0; 8]; 128];
    let mut row = 0;
    while row < 128 {
        let mut column = 0;
        while column < COLUMNS {
            if row >> column & 1 == 1 {
                features[row][column] = 1.0;
            }
            column += 1;
        }
        row += 1;
    }
    features
}

/// Connect four: x and o drop stones into seven columns of six cells in turn, four in a line win.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    facts: Facts,
}

/// The stones of both seats and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectFourState {
    stones: [u64; 2],
    stage: Stage,
}

impl ConnectFour {
    /// The game; it has no options.
    pub fn new() -> Self {
        let facts = Facts {
            name: "connect-four".into(),
            about: "Two seats drop stones into seven columns in turn; four in a line win.".into(),
            content: "connect-four/1".into(),
            seats: 2,
            seat_counts: 2..=2,
            actions: COLUMNS,
            features: vec![2, ROWS, COLUMNS],
            max_decisions: PLANE as u32,
            returns: (-1.0, 1.0),
            zero_sum: true,
            hidden: false,
            chance: false,
            simultaneous: false,
        };
        ConnectFour { facts }
    }
}

impl Default for ConnectFour {
    fn default() -> Self {
        Self::new()
    }
}

impl ConnectFourState {
    #[inline]
    fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The cell in which a stone dropped into the column comes to rest: one bit, or none when the column is full.
    #[inline]
    fn landing(&self, column: u32) -> u64 {
        let occupied = self.occupied();
        (occupied << 8 | BOTTOM_ROW) & !occupied & (COLUMN << column)
    }
}

#[inline]
fn has_line(stones: u64) -> bool {
    DIRECTIONS.iter().fold(0, |lines, &step| {
        let pairs = stones & stones >> step;
        lines | pairs & pairs >> (2 * step)
    }) != 0
}

/// How promising stones are: those that stand in a still possible line count 1, lines that lack one stone 4 more.
fn promise(own: u64, other: u64) -> u32 {
    let free = BOARD & !other;
    DIRECTIONS.iter().fold(0, |sum, &step| {
        let open = (0..4).fold(u64::MAX, |open, place| open & free >> (place * step));
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| open & own >> (place * step));
        let stones = a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones();
        let threes = (a & b & (c | d) | c & d & (a | b)).count_ones();
        sum + stones + 4 * threes
    })
}

/// Whether two seats that place in turn, `last` at the end, can have piled up these stones without going on after a line.
fn can_be_built(stones: [u64; 2], last: usize) -> bool {
    // Taking the last stone away must leave no line; then no earlier stone can have made one.
    let mut seen = HashSet::new();
    stones[last] == 0
        || top_stones(stones, last).any(|top| {
            let before = without(stones, last, top);
            !has_line(before[last]) && can_be_emptied(before, 1 - last, &mut seen)
        })
}

/// Whether stones can be taken from the top in turn until none is left. How high the columns are says which stones are left,
/// so the search ends after 7^7 steps at most.
fn can_be_emptied(stones: [u64; 2], last: usize, seen: &mut HashSet<u64>) -> bool {
    let occupied = stones[0] | stones[1];
    occupied == 0
        || (seen.insert(occupied)
            && top_stones(stones, last).any(|top| can_be_emptied(without(stones, last, top), 1 - last, seen)))
}

fn top_stones(stones: [u64; 2], seat: usize) -> impl Iterator<Item = u64> {
    let tops = stones[seat] & !((stones[0] | stones[1]) >> 8);
    (0..COLUMNS).map(move |column| tops & COLUMN << column).filter(|&top| top != 0)
}

fn without(mut stones: [u64; 2], seat: usize, stone: u64) -> [u64; 2] {
    stones[seat] &= !stone;
    stones
}

impl Game for ConnectFour {
    type State = ConnectFourState;
    type Event = StoneEvent;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    #[inline]
    fn start(&self, _dice: &mut impl Dice, _log: &mut impl Log<StoneEvent>) -> ConnectFourState {
        ConnectFourState { stones: [0; 2], stage: Stage::START }
    }

    #[inline]
    fn to_act(&self, state: &ConnectFourState) -> Seats {
        state.stage.to_act()
    }

    #[inline]
    fn legal_actions(&self, state: &ConnectFourState, seat: Seat, out: &mut Actions) {
        if self.to_act(state).has(seat) {
            out.push_bits(!(state.occupied() >> TOP_ROW_SHIFT) & BOTTOM_ROW);
        }
    }

    #[inline]
    fn apply(
        &self,
        state: &mut ConnectFourState,
        seat: Seat,
        action: Action,
        _dice: &mut impl Dice,
        log: &mut impl Log<StoneEvent>,
    ) -> Result<(), Illegal> {
        check_turn(self.to_act(state), 2, seat, action, OTHERS_TURN)?;
        if action.index() >= COLUMNS {
            return Err(refuse(seat, action, NO_SUCH_ACTION));
        }
        let stone = state.landing(action.0);
        if stone == 0 {
            return Err(refuse(seat, action, "the column is full"));
        }
        let own = seat.index() & 1;
        state.stones[own] |= stone;
        state.stage = Stage::after(own, has_line(state.stones[own]), state.occupied() == BOARD);
        log.record(|| {
            let row = (ROWS - 1) as u8 - (stone.trailing_zeros() / 8) as u8;
            StoneEvent::Placed { seat, row, column: action.0 as u8 }
        });
        state.stage.record(log);
        Ok(())
    }

    #[inline]
    fn returns(&self, state: &ConnectFourState) -> Returns {
        state.stage.returns()
    }

    /// Two planes of 6x7 cells, row by row from the top left: own stones, then those of the other seat.
    #[inline]
    fn observe(&self, state: &ConnectFourState, seat: Seat, out: &mut [f32]) {
        let own = seat.index() & 1;
        let (rows, _) = out.as_chunks_mut::<COLUMNS>();
        let rows: &mut [[f32; COLUMNS]; 2 * ROWS] =
            rows.first_chunk_mut().expect("an observation of connect four has 84 features");
        for (plane, stones) in [state.stones[own], state.stones[1 - own]].into_iter().enumerate() {
            for row in 0..ROWS {
                let filled = stones >> (8 * (ROWS - 1 - row)) & BOTTOM_ROW;
                let [features @ .., _] = &ROW_FEATURES[filled as usize];
                rows[plane * ROWS + row] = *features;
            }
        }
    }

    fn determinize(&self, _state: &mut ConnectFourState, _seat: Seat, _dice: &mut impl Dice) {}

    fn evaluate(&self, state: &ConnectFourState, seat: Seat) -> f64 {
        if self.to_act(state).is_empty() {
            return share(&self.returns(state), seat);
        }
        let own = seat.index() & 1;
        let [own, other] = [state.stones[own], state.stones[1 - own]];
        let lead = f64::from(promise(own, other)) - f64::from(promise(other, own));
        // Never as sure as a game that is over.
        0.9 * lead / (lead.abs() + 24.0)
    }

    /// The column, counted from 1 at the left.
    fn describe(&self, action: Action) -> String {
        if action.index() >= COLUMNS {
            return describe_unknown(action);
        }
        (action.0 + 1).to_string()
    }

    fn position_fields(&self) -> &'static [&'static str] {
        FIELDS
    }

    fn position(&self, state: &ConnectFourState) -> Position {
        GRID.position(state.stones, state.stage)
    }

    fn from_position(&self, position: &Position) -> Result<ConnectFourState, BadPosition> {
        let stones = GRID.stones(position)?;
        let occupied = stones[0] | stones[1];
        let floating = occupied & !(occupied << 8 | BOTTOM_ROW);
        if floating != 0 {
            let column = floating.trailing_zeros() % 8 + 1;
            let problem = format!("has a stone above an empty cell in column {column}; stones pile up from the bottom");
            return Err(BadPosition::new("board", problem));
        }
        let stage = GRID.stage(stones, has_line, position)?;
        let last = usize::from(stones[0].count_ones() == stones[1].count_ones());
        if !can_be_built(stones, last) {
            let problem = "cannot come about: no order of turns piles up these stones and stops at the first line";
            return Err(BadPosition::new("board", problem));
        }
        Ok(ConnectFourState { stones, stage })
    }

    fn table(&self, state: &ConnectFourState, _seat: Seat) -> Component {
        GRID.table(state.stones, state.stage)
    }

    /// The cell in which the stone would come to rest.
    fn touches(&self, state: &ConnectFourState, _seat: Seat, action: Action) -> Vec<String> {
        let stone = if action.index() < COLUMNS { state.landing(action.0) } else { 0 };
        if stone == 0 {
            return Vec::new();
        }
        let height = stone.trailing_zeros() as usize / 8;
        vec![Grid::cell_id(ROWS - 1 - height, action.index())]
    }
}
