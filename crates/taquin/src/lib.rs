//! Sliding-tile puzzles, solved with the fewest moves.
//!
//! ```
//! use taquin::{Board, Goal, Outcome, Solver, notation};
//!
//! let board: Board = "8 1 3 / 4 0 2 / 7 6 5".parse()?;
//! let solver = Solver::new(Goal::blank_last(board.size()));
//! match solver.solve(&board)? {
//!     Outcome::Solved(solution) => {
//!         assert!(solution.is_shortest());
//!         println!("{} moves: {}", solution.moves.len(), notation::letters(&solution.moves));
//!     }
//!     Outcome::Unsolvable(why) => println!("{}", why.why),
//!     Outcome::Stopped(at) => println!("at least {} moves: {}", at.lower_bound, at.reason),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | where | what is there |
//! |---|---|
//! | [`Solver`] | the front door: an [`Algorithm`] and all that it takes, and the [`Outcome`] |
//! | [`board`] | the puzzle: [`Board`], [`Goal`], [`Move`], and which boards can be solved ([`Parity`]) |
//! | [`notation`] | boards and solutions as text |
//! | [`Limits`], [`StopFlag`] | when a search is to end: time, nodes, memory, or because another thread says so |
//! | [`Observer`] | who is told what a search plans, how far it has got and what it has found so far |
//! | [`Tables`], [`Store`], [`Partition`] | pattern databases: shared by solvers, kept on the disk, and how they are cut |
//! | [`heuristic`] | other estimates of the moves still needed |
//! | [`search`] | what searches have in common, their figures, and the counting of boards by their distance |
//! | [`verify`](fn@verify) | replays a solution |
//! | [`trace`] | A* and IDA* written down step by step |
//! | [`draw`] | boards by chance, at an exact distance from the goal too |
//! | [`compare`] | searches against each other |
//! | [`accelerator`] | what a device needs that searches in place of the processor |
//!
//! The library never prints, reads no environment, and no text or valid board makes it panic (a few queries
//! document that they do if a board and a goal of different sizes are mixed up). A search can be given a time, node and
//! memory limit and be stopped from another thread; that is an [`Outcome`] with figures in it, not an error.

pub mod accelerator;
mod best;
pub mod board;
pub mod compare;
mod construct;
pub mod draw;
pub mod heuristic;
mod mix;
pub mod notation;
pub mod search;
mod solver;
mod stop;
mod table;
pub mod trace;
mod verify;

pub use board::{
    Board, BoardError, Goal, GoalError, GoalKind, IllegalMove, Move, MoveError, Parity, Size, SizeError,
    random_board,
};
pub use heuristic::{Evaluator, Heuristic};
pub use search::{Layers, Limits, Observer, Solutions, StopFlag, StopReason, Tables};
pub use solver::{Algorithm, Every, Outcome, Solution, SolveError, Solver, Stopped, Unsolvable};
pub use table::{BuildProgress, Partition, PartitionError, Store, StoreError, Stored, TableFault};
pub use verify::{VerifyError, verify};

/// The examples of the README, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadmeExamples;
