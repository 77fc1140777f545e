//! Sliding-tile puzzles, solved in the fewest moves.
//!
//! ```
//! use taquin::{Board, Goal, Outcome, Solver, notation};
//!
//! let board: Board = "8 1 3 / 4 0 2 / 7 6 5".parse()?;
//! let solver = Solver::new(Goal::blank_last(board.size()));
//! match solver.solve(&board)? {
//!     Outcome::Solved(solution) => {
//!         assert!(solution.is_shortest());
//!         println!("{} moves: {}", solution.len(), notation::letters(solution.moves()));
//!     }
//!     Outcome::Unsolvable(unsolvable) => println!("{}", unsolvable.parity),
//!     Outcome::Stopped(stopped) => println!("at least {} moves: {}", stopped.lower_bound, stopped.reason),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The root has what a program needs to solve boards. The modules have the rest: [`notation`] (boards and solutions as text),
//! [`pdb`] (pattern databases on disk and in memory), [`state_space`] (all boards of a small size), [`random`] (boards at an
//! exact distance), [`heuristic`] (linear conflicts explained) and [`gpu`].
//!
//! The library never prints, reads no environment variable, and no text or board makes it panic. Every search can be limited
//! and cancelled ([`Limits`], [`CancelToken`]) and observed ([`Observer`], [`Event`]). Reaching a limit is an [`Outcome`]
//! with figures, not an error.
//!
//! # Features
//!
//! All are on by default.
//!
//! | feature | gives |
//! |---|---|
//! | `embedded` | pattern databases for the 15-puzzle inside the program; the build takes a second or two longer |
//! | `embedded-pruning` | longer duplicate move sequences are pruned on 4×4 and 5×5; part of `embedded` |
//! | `mmap` | pattern-database files mapped into memory instead of read |
//! | `serde` | statistics that can be serialized, and solutions as JSON |
//! | `threads` | searches and builds with several threads |

mod algorithm;
mod analysis;
mod batch;
#[doc(hidden)] // for the command and the page; may change in any release
pub mod compare;
mod construct;
mod embedded;
mod engines;
mod event;
pub mod gpu;
mod hash;
pub mod heuristic;
mod multi_tile;
pub mod notation;
pub mod ordered_list;
mod outcome;
mod parallel;
mod progress;
pub mod random;
mod request;
mod search;
mod solution;
mod solver;
pub mod state_space;
mod stats;
#[doc(hidden)] // for the command and the page; may change in any release
pub mod trace;
#[cfg(feature = "training")]
#[doc(hidden)] // for the program in train/; may change in any release
pub use construct::training;

pub use algorithm::{Algorithm, OpenListKind, ParseWeightError, Weight};
pub use analysis::{Analysis, AnalysisError, AnalyzedMove};
pub use batch::{BatchStats, map_ordered};
pub use engines::Engines;
pub use event::{Event, Improved, Observer, PdbSource};
pub use heuristic::{Evaluator, Heuristic};
pub use outcome::{AllSolutionsOutcome, Outcome, SolveError, Stopped, Unsolvable};
pub use progress::Progress;
pub use request::{NamedSearch, Optimality, OptionError, Request, SearchOptions};
pub use search::AllSolutions;
pub use solution::Solution;
pub use solver::{PROVABLE_CELLS, Plan, PlanStep, Solver};
pub use stats::{Iteration, QueueStats, Stats};
pub use taquin_core::{
    Board, BoardError, CancelToken, Clock, Fault, Goal, GoalError, GoalKind, IllegalMove, Limits, Metric,
    Move, MoveOrder, Parity, ParseMoveError, ParseOrderError, Size, SizeError, StopReason, TextPosition,
    UnknownName, VerifyError, verify,
};

/// Pattern databases.
pub mod pdb {
    pub use taquin_pdb::{
        BuildProgress, Partition, PartitionError, PdbFileError, PdbStore, StoreError, StoredPdb,
    };
}

/// The examples of the README, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadmeExamples;
