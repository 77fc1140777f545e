//! The vocabulary of sliding-tile puzzles: boards, goals, moves, solvability, parsing, and limits on
//! long-running operations.
//!
//! This crate contains no search. The crate `taquin` re-exports what a program needs.
//!
//! A [`Board`] is always valid: loose input goes through a private validator that reports every fault at
//! once. [`verify`] depends on nothing but boards and moves, so that a mistake in a search can't hide itself.

mod board;
mod board_error;
mod goal;
mod goal_kind;
mod grid;
mod limits;
mod metric;
mod move_order;
mod moves;
mod named;
mod parity;
mod parse;
pub mod permutation;
mod random_board;
mod raw_tile;
mod size;
mod stop_reason;
mod verify;

pub use board::Board;
pub use board_error::{BoardError, Fault};
pub use goal::Goal;
pub use goal_kind::{GoalError, GoalKind};
pub use grid::neighbor_masks;
pub use limits::{Budget, CancelToken, Clock, Limits};
pub use metric::Metric;
pub use move_order::{MoveOrder, ParseOrderError};
pub use moves::{IllegalMove, Move, ParseMoveError};
pub use named::UnknownName;
pub use parity::Parity;
pub use parse::{BoardFormat, BoardText, read_board, read_boards, read_n_i};
pub use random_board::random_board;
pub use raw_tile::{BLANK_MARKS, TextPosition};
pub use size::{Size, SizeError};
pub use stop_reason::StopReason;
pub use verify::{Replay, VerifyError, verify};
