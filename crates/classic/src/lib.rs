//! Five tiny games whose exact answers are known: they prove that the contract, the agents and the batches work.
//!
//! The rules, the action numbers and the returns are those of `OpenSpiel`; the README of this crate maps them.

mod common;
mod connect_four;
mod goofspiel;
mod grid;
mod kuhn_poker;
mod leduc_poker;
mod tic_tac_toe;

pub use connect_four::{ConnectFour, ConnectFourState};
pub use goofspiel::{Goofspiel, GoofspielEvent, GoofspielState};
pub use grid::StoneEvent;
pub use kuhn_poker::{KuhnPoker, KuhnPokerEvent, KuhnPokerState};
pub use leduc_poker::{LeducPoker, LeducPokerEvent, LeducPokerState};
pub use tic_tac_toe::{TicTacToe, TicTacToeState};
