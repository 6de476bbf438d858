use ludus_core::{
    Action, Actions, BadPosition, Component, Dice, Facts, Game, Illegal, Log, Position, Returns, Seat, Seats,
};

use crate::common::{NO_SUCH_ACTION, OTHERS_TURN, check_turn, describe_unknown, refuse, share};
use crate::grid::{FIELDS, Grid, Stage, StoneEvent};

const CELLS: u32 = 9;
const FULL: u16 = 0b111_111_111;
/// Rows, columns and diagonals; bit `i` is cell `i`, counted row by row from the top left.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];
const GRID: Grid = Grid { name: "Tic-tac-toe", rows: 3, columns: 3, bit: |row, column| (row * 3 + column) as u32 };

/// Tic-tac-toe: x and o take turns to claim one of nine cells, three in a line win.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    facts: Facts,
}

/// The stones of both seats and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToeState {
    stones: [u16; 2],
    stage: Stage,
}

impl TicTacToe {
    /// The game; it has no options.
    pub fn new() -> Self {
        let facts = Facts {
            name: "tic-tac-toe".into(),
            about: "Two seats claim cells of a 3x3 board in turn; three in a line win.".into(),
            content: "tic-tac-toe/1".into(),
            seats: 2,
            seat_counts: 2..=2,
            actions: CELLS as usize,
            features: vec![2, 3, 3],
            max_decisions: CELLS,
            returns: (-1.0, 1.0),
            zero_sum: true,
            hidden: false,
            chance: false,
            simultaneous: false,
        };
        TicTacToe { facts }
    }
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self::new()
    }
}

fn has_line(stones: u16) -> bool {
    LINES.iter().any(|&line| !stones & line == 0)
}

impl TicTacToeState {
    fn occupied(self) -> u16 {
        self.stones[0] | self.stones[1]
    }
}

impl Game for TicTacToe {
    type State = TicTacToeState;
    type Event = StoneEvent;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn start(&self, _dice: &mut impl Dice, _log: &mut impl Log<StoneEvent>) -> TicTacToeState {
        TicTacToeState { stones: [0; 2], stage: Stage::START }
    }

    #[inline]
    fn to_act(&self, state: &TicTacToeState) -> Seats {
        state.stage.to_act()
    }

    #[inline]
    fn legal_actions(&self, state: &TicTacToeState, seat: Seat, out: &mut Actions) {
        if self.to_act(state).has(seat) {
            out.push_bits((!state.occupied() & FULL).into());
        }
    }

    #[inline]
    fn apply(
        &self,
        state: &mut TicTacToeState,
        seat: Seat,
        action: Action,
        _dice: &mut impl Dice,
        log: &mut impl Log<StoneEvent>,
    ) -> Result<(), Illegal> {
        check_turn(self.to_act(state), 2, seat, action, OTHERS_TURN)?;
        if action.0 >= CELLS {
            return Err(refuse(seat, action, NO_SUCH_ACTION));
        }
        if state.occupied() >> action.0 & 1 == 1 {
            return Err(refuse(seat, action, "the cell is taken"));
        }
        state.stones[seat.index()] |= 1 << action.0;
        state.stage = Stage::after(seat.index(), has_line(state.stones[seat.index()]), state.occupied() == FULL);
        log.record(|| StoneEvent::Placed { seat, row: (action.0 / 3) as u8, column: (action.0 % 3) as u8 });
        state.stage.record(log);
        Ok(())
    }

    fn returns(&self, state: &TicTacToeState) -> Returns {
        state.stage.returns()
    }

    /// Two planes of 3x3 cells, row by row from the top left: own stones, then those of the other seat.
    fn observe(&self, state: &TicTacToeState, seat: Seat, out: &mut [f32]) {
        let own = seat.index() & 1;
        for (plane, stones) in [state.stones[own], state.stones[1 - own]].into_iter().enumerate() {
            for cell in 0..CELLS as usize {
                out[plane * CELLS as usize + cell] = f32::from(stones >> cell & 1);
            }
        }
    }

    fn determinize(&self, _state: &mut TicTacToeState, _seat: Seat, _dice: &mut impl Dice) {}

    fn evaluate(&self, state: &TicTacToeState, seat: Seat) -> f64 {
        share(&self.returns(state), seat)
    }

    /// Column letter and row digit as in a spreadsheet: `a1` is the top left cell, `c1` the top right one.
    fn describe(&self, action: Action) -> String {
        if action.0 >= CELLS {
            return describe_unknown(action);
        }
        format!("{}{}", ["a", "b", "c"][action.index() % 3], action.0 / 3 + 1)
    }

    fn position_fields(&self) -> &'static [&'static str] {
        FIELDS
    }

    fn position(&self, state: &TicTacToeState) -> Position {
        GRID.position(state.stones.map(u64::from), state.stage)
    }

    fn from_position(&self, position: &Position) -> Result<TicTacToeState, BadPosition> {
        let stones = GRID.stones(position)?;
        let stage = GRID.stage(stones, |own| has_line(own as u16), position)?;
        Ok(TicTacToeState { stones: stones.map(|own| own as u16), stage })
    }

    fn table(&self, state: &TicTacToeState, _seat: Seat) -> Component {
        GRID.table(state.stones.map(u64::from), state.stage)
    }

    fn touches(&self, _state: &TicTacToeState, _seat: Seat, action: Action) -> Vec<String> {
        if action.0 >= CELLS {
            return Vec::new();
        }
        vec![Grid::cell_id(action.index() / 3, action.index() % 3)]
    }
}
