//! What comes of solving a board.

use crate::board::{Board, Goal, Move, Parity, Size};
use crate::heuristic::Heuristic;
use crate::search::{Solutions, Stats, StopReason};
use crate::verify::{VerifyError, verify};

/// How [`Solver::solve`](crate::Solver::solve) ended: with a solution, with the proof that there is none, or at a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution was found and verified. Whether it is the shortest [it tells](Solution::is_shortest).
    Solved(Solution),
    /// The board can't reach the goal, whatever the moves; here is why.
    Unsolvable(Unsolvable),
    /// A limit was reached before there was a solution; here is what is known by then.
    Stopped(Stopped),
}

/// How [`Solver::every`](crate::Solver::every) ended: with all shortest solutions, with the proof that there is none, or at a
/// limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Every {
    /// All shortest solutions were found and verified.
    Solved(Solutions),
    /// The board can't reach the goal, whatever the moves; here is why.
    Unsolvable(Unsolvable),
    /// A limit was reached before all were found; those found until then are not told.
    Stopped(Stopped),
}

/// Moves that take a board to the goal, verified by replaying them: there is no other way to a solution than
/// [`Solution::verified`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The board that the solution begins with.
    pub start: Board,
    /// The moves from that board to the goal, in order; none if it is the goal.
    pub moves: Vec<Move>,
    /// A number of moves that no solution is shorter than; that is proven.
    pub lower_bound: u32,
    /// The nodes, memory and time that it took to find it.
    pub stats: Stats,
}

impl Solution {
    /// A solution that takes a board to a goal, which is found out by replaying it.
    pub fn verified(
        start: Board,
        goal: &Goal,
        moves: Vec<Move>,
        lower_bound: u32,
        stats: Stats,
    ) -> Result<Self, VerifyError> {
        verify(&start, goal, &moves)?;
        Ok(Self { start, moves, lower_bound, stats })
    }

    /// Whether it is proven that no solution has fewer moves.
    pub fn is_shortest(&self) -> bool {
        self.moves.len() <= self.lower_bound as usize
    }

    /// The boards from the first to the goal, both included.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        let mut board = self.start.clone();
        let rest = self.moves.iter().map_while(move |&m| board.slide(m).ok().map(|_| board.clone()));
        std::iter::once(self.start.clone()).chain(rest)
    }

    /// The number on the tile that each move slides, in order.
    pub fn tiles(&self) -> impl Iterator<Item = u16> + '_ {
        let mut board = self.start.clone();
        self.moves.iter().map_while(move |&m| board.slide(m).ok())
    }
}

/// The proof that a board can't reach the goal: its parity is another one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsolvable {
    /// The inversions, and the rows of the blank, of which one is even and one is odd.
    pub why: Parity,
    /// What it took to find out; all 0, if parity alone told.
    pub stats: Stats,
}

/// What is known of a board whose search reached one of its [`Limits`](crate::Limits), or was told to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The limit that was reached.
    pub reason: StopReason,
    /// A number of moves that no solution is shorter than; that is proven.
    pub lower_bound: u32,
    /// The nodes, memory and time that the search took until then.
    pub stats: Stats,
}

/// Why [`Solver::solve`](crate::Solver::solve) or [`Solver::every`](crate::Solver::every) did not try a board, or did not
/// believe its solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The board is not of the size of the solver's goal.
    #[error("the board is {board} and the goal is {goal}: they must have the same size")]
    SizeMismatch {
        /// Rows and columns of the board.
        board: Size,
        /// Rows and columns of the solver's goal.
        goal: Size,
    },
    /// The heuristic needs tables, and for boards of this size they would be too large.
    #[error(
        "the heuristic {} is for boards of up to 2x6, 3x5 or 4x4 and this one is {size}: linear-conflict is for any",
        .heuristic.name()
    )]
    TooLarge {
        /// The heuristic that the solver was given.
        heuristic: Heuristic,
        /// Rows and columns of the board, which the heuristic does not [support](Heuristic::supports).
        size: Size,
    },
    /// Every shortest solution was asked for, of a board with more than 25 cells.
    #[error("all shortest solutions are found for boards of up to 25 cells, and this one is {size}")]
    NotEvery {
        /// Rows and columns of the board.
        size: Size,
    },
    /// The solution found does not solve the board. This is a defect of Taquin; please report it.
    #[error("the solution found is wrong, which is a defect of Taquin (please report it): {0}")]
    Refuted(#[from] VerifyError),
}
