//! What the games of stones on a grid share: the stage of the game, the notation and the picture of the board.

use std::fmt::Write;

use ludus_core::{BadPosition, Component, Event, Log, Position, Returns, Seat, Seats};
use serde::Serialize;

use crate::common::{status, transfer};

/// What can happen in a game of stones on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum StoneEvent {
    /// A seat has placed a stone; row 0 is the top row, column 0 the left one.
    Placed {
        /// Who placed it.
        seat: Seat,
        /// The row it lies in.
        row: u8,
        /// The column it lies in.
        column: u8,
    },
    /// A seat has made a line and won.
    Won {
        /// Who won.
        seat: Seat,
    },
    /// The board is full without a line.
    Drawn,
}

impl Event for StoneEvent {}

/// Whose turn it is or how the game ended, in one byte: the hot questions need no look at the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stage(u8);

impl Stage {
    /// The first seat (x) is to act.
    pub(crate) const START: Stage = Stage(0);
    /// Over without a winner.
    pub(crate) const DRAWN: Stage = Stage(4);

    /// Over, won by this seat.
    #[inline]
    pub(crate) fn won(seat: usize) -> Stage {
        Stage(2 + seat as u8)
    }

    /// The stage after one of the two seats has placed a stone.
    #[inline]
    pub(crate) fn after(seat: usize, line: bool, full: bool) -> Stage {
        if line {
            Stage::won(seat)
        } else if full {
            Stage::DRAWN
        } else {
            Stage(1 - seat as u8)
        }
    }

    #[inline]
    pub(crate) fn to_act(self) -> Seats {
        if self.0 < 2 { Seats::one(Seat(self.0)) } else { Seats::NONE }
    }

    #[inline]
    pub(crate) fn returns(self) -> Returns {
        match self.0 {
            2 | 3 => transfer(usize::from(self.0 - 2), 1.0),
            _ => Returns::default(),
        }
    }

    /// Notes the end of the game where there is one.
    #[inline]
    pub(crate) fn record(self, log: &mut impl Log<StoneEvent>) {
        match self.0 {
            2 | 3 => log.record(|| StoneEvent::Won { seat: Seat(self.0 - 2) }),
            4 => log.record(|| StoneEvent::Drawn),
            _ => {}
        }
    }

    /// The field `turn` of a position: a dash when nobody is to act.
    fn letter(self) -> &'static str {
        ["x", "o", "-", "-", "-"][usize::from(self.0)]
    }

    fn words(self) -> &'static str {
        ["X is to act", "O is to act", "X has won", "O has won", "Drawn"][usize::from(self.0)]
    }
}

/// The fields of a position.
pub(crate) const FIELDS: &[&str] = &["board", "turn"];

/// A board: its size and the bit that stands for each cell, rows counted from the top.
pub(crate) struct Grid {
    pub(crate) name: &'static str,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) bit: fn(usize, usize) -> u32,
}

impl Grid {
    fn cells(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        (0..self.rows * self.columns).map(|cell| {
            let (row, column) = (cell / self.columns, cell % self.columns);
            (row, column, 1 << (self.bit)(row, column))
        })
    }

    /// The id of the component for a cell.
    pub(crate) fn cell_id(row: usize, column: usize) -> String {
        format!("cell:{row},{column}")
    }

    pub(crate) fn position(&self, stones: [u64; 2], stage: Stage) -> Position {
        let mut board = String::with_capacity(self.rows * (self.columns + 1));
        for (row, column, bit) in self.cells() {
            if row > 0 && column == 0 {
                board.push('/');
            }
            board.push(match stones.map(|own| own & bit != 0) {
                [true, _] => 'x',
                [_, true] => 'o',
                _ => '.',
            });
        }
        Position::new([("board", board), ("turn", stage.letter().to_owned())])
    }

    /// The stones of a position; what lies where has not been judged yet.
    pub(crate) fn stones(&self, position: &Position) -> Result<[u64; 2], BadPosition> {
        let bad = |problem: String| Err(BadPosition::new("board", problem));
        let rows: Vec<&str> = position.get("board").split('/').collect();
        if rows.len() != self.rows {
            return bad(format!("has {} rows, but must have {}, separated by `/`", rows.len(), self.rows));
        }
        let mut stones = [0; 2];
        for (row, text) in rows.iter().enumerate() {
            let length = text.chars().count();
            if length != self.columns {
                return bad(format!("has {length} cells in row {}, but must have {}", row + 1, self.columns));
            }
            for (column, cell) in text.chars().enumerate() {
                let bit = 1u64 << (self.bit)(row, column);
                match cell {
                    'x' => stones[0] |= bit,
                    'o' => stones[1] |= bit,
                    '.' => {}
                    _ => return bad(format!("holds `{cell}` in row {}; a cell is `x`, `o` or `.`", row + 1)),
                }
            }
        }
        Ok(stones)
    }

    /// The stage that the stones tell, which the field `turn` must repeat.
    pub(crate) fn stage(
        &self,
        stones: [u64; 2],
        line: impl Fn(u64) -> bool,
        position: &Position,
    ) -> Result<Stage, BadPosition> {
        let [x, o] = stones.map(u64::count_ones);
        if x != o && x != o + 1 {
            let problem = format!("has {x} x and {o} o, but x begins: there must be as many x as o, or one more");
            return Err(BadPosition::new("board", problem));
        }
        let last = usize::from(x == o);
        let lines = stones.map(line);
        if lines[1 - last] {
            let [who, other] = if last == 0 { ["o", "x"] } else { ["x", "o"] };
            let problem = format!("has a line of {who} although {other} has placed last; the game ends with a line");
            return Err(BadPosition::new("board", problem));
        }
        let stage = Stage::after(last, lines[last], (x + o) as usize == self.rows * self.columns);
        let (turn, right) = (position.get("turn"), stage.letter());
        if turn != right {
            return Err(BadPosition::new("turn", format!("is `{turn}`, but must be `{right}` on this board")));
        }
        Ok(stage)
    }

    pub(crate) fn table(&self, stones: [u64; 2], stage: Stage) -> Component {
        let mut grid =
            Component::new("grid", "board", "").with("rows", self.rows as u64).with("columns", self.columns as u64);
        let mut place = String::new();
        for (row, column, bit) in self.cells() {
            let label = match stones.map(|own| own & bit != 0) {
                [true, _] => "X",
                [_, true] => "O",
                _ => "",
            };
            place.clear();
            write!(place, "{row},{column}").expect("a string takes all text");
            grid = grid.at(place.clone(), Component::new("cell", Self::cell_id(row, column), label));
        }
        Component::new("table", "table", self.name).at("status", status(stage.words())).at("board", grid)
    }
}
