//! The outcome of solving a board.

use crate::gpu::GpuError;
use crate::heuristic::Heuristic;
use crate::request::OptionError;
use crate::search::AllSolutions;
use crate::solution::Solution;
use crate::stats::Stats;
use taquin_core::{Parity, Size, StopReason, VerifyError};
use taquin_pdb::Partition;

/// The outcome of [`Solver::solve`](crate::Solver::solve).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A verified solution. [`Solution::is_shortest`] returns true if it is proven shortest.
    Solved(Solution),
    /// The board can't reach the goal.
    Unsolvable(Unsolvable),
    /// A limit was reached first.
    Stopped(Stopped),
}

impl Outcome {
    /// Returns the statistics of the search.
    pub fn stats(&self) -> &Stats {
        match self {
            Self::Solved(solution) => solution.stats(),
            Self::Unsolvable(unsolvable) => &unsolvable.stats,
            Self::Stopped(stopped) => &stopped.stats,
        }
    }

    /// Returns the solution, or the best one found before a limit was reached.
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Solved(solution) => Some(solution),
            Self::Unsolvable(_) => None,
            Self::Stopped(stopped) => stopped.best.as_ref(),
        }
    }

    /// Returns the proven lower bound on the number of moves; `None` if the board is unsolvable.
    pub fn lower_bound(&self) -> Option<u32> {
        match self {
            Self::Solved(solution) => Some(solution.lower_bound()),
            Self::Unsolvable(_) => None,
            Self::Stopped(stopped) => Some(stopped.lower_bound),
        }
    }
}

/// The outcome of [`Solver::solve_all`](crate::Solver::solve_all).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllSolutionsOutcome {
    /// All shortest solutions, verified.
    Solved(AllSolutions),
    /// The board can't reach the goal.
    Unsolvable(Unsolvable),
    /// A limit was reached first.
    Stopped(Stopped),
}

/// A board that can't reach the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsolvable {
    /// The proof.
    pub parity: Parity,
    /// The statistics of the search; all 0 if the parity was enough.
    pub stats: Stats,
}

/// The state of a search that reached one of its [`Limits`](crate::Limits).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stopped {
    /// The limit.
    pub reason: StopReason,
    /// The proven lower bound on the number of moves.
    pub lower_bound: u32,
    /// The best solution found, if any.
    pub best: Option<Solution>,
    /// The statistics of the search.
    pub stats: Stats,
}

/// The reason why [`Solver`](crate::Solver) did not try a board, or rejected its own solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The board and the goal differ in size.
    #[error("the board is {board} and the goal is {goal}: they must have the same size")]
    SizeMismatch {
        /// The size of the board.
        board: Size,
        /// The size of the goal.
        goal: Size,
    },
    /// The heuristic is not available for this size.
    #[error(
        "the heuristic {heuristic} supports boards up to 2x6, 3x5 and 4x4, but this board is {size}: use linear-conflict, which supports all sizes"
    )]
    UnsupportedSize {
        /// The heuristic.
        heuristic: Heuristic,
        /// The size of the board.
        size: Size,
    },
    /// The chosen partition is for another size or goal.
    #[error("the partition {partition} does not fit this {size} board and its goal")]
    PartitionMismatch {
        /// The partition.
        partition: Partition,
        /// The size of the board.
        size: Size,
    },
    /// The board is too large for what is asked.
    #[error("{what} can be found for boards of up to {max_cells} cells, and this board is {size}")]
    TooManyCells {
        /// What is asked for.
        what: &'static str,
        /// The maximum number of cells.
        max_cells: usize,
        /// The size of the board.
        size: Size,
    },
    /// The solution to improve does not solve the board.
    #[error("the solution to improve is wrong: {0}")]
    WrongSolution(#[source] VerifyError),
    /// The options contradict each other.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A GPU that was [required](crate::Solver::require_gpu) failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The solution is wrong. This is a bug in Taquin.
    #[error("the solution found is wrong, which is a bug in Taquin (please report it): {0}")]
    Refuted(#[from] VerifyError),
}
