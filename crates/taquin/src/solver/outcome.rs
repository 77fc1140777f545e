//! What comes of solving a board.

use crate::board::{Board, Goal, Move, Parity, Size};
use crate::heuristic::Heuristic;
use crate::search::{Solutions, Stats, StopReason};
use crate::verify::{VerifyError, verify};

/// What came of solving a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution was found and verified.
    Solved(Solution),
    /// The board can't reach the goal.
    Unsolvable(Unsolvable),
    /// A limit was reached first.
    Stopped(Stopped),
}

/// What came of looking for every shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Every {
    /// All of them.
    Solved(Solutions),
    /// The board can't reach the goal.
    Unsolvable(Unsolvable),
    /// A limit was reached first.
    Stopped(Stopped),
}

/// A verified solution: there is no other way to one than [`Solution::verified`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The board it solves.
    pub start: Board,
    /// The moves.
    pub moves: Vec<Move>,
    /// No solution is shorter than this; that is proven.
    pub lower_bound: u32,
    /// What it took to find it.
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

    /// Whether it is proven that no solution is shorter.
    pub fn is_shortest(&self) -> bool {
        self.moves.len() <= self.lower_bound as usize
    }

    /// The boards from the first to the goal, both included.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        let mut board = self.start.clone();
        let rest = self.moves.iter().map_while(move |&m| board.slide(m).ok().map(|_| board.clone()));
        std::iter::once(self.start.clone()).chain(rest)
    }

    /// The tiles that slide, in order.
    pub fn tiles(&self) -> impl Iterator<Item = u16> + '_ {
        let mut board = self.start.clone();
        self.moves.iter().map_while(move |&m| board.slide(m).ok())
    }
}

/// A board that can't reach the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolvable {
    /// The parity that says so.
    pub why: Parity,
    /// What it took to find out; nothing, if parity alone told.
    pub stats: Stats,
}

/// A search that ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Which limit it reached.
    pub reason: StopReason,
    /// No solution is shorter than this; that is proven.
    pub lower_bound: u32,
    /// What it did until then.
    pub stats: Stats,
}

/// Why a board was not even tried, or its solution not believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The solver's goal is of another size.
    #[error("the board is {board} and the goal is {goal}: they must have the same size")]
    SizeMismatch {
        /// The board's size.
        board: Size,
        /// The goal's size.
        goal: Size,
    },
    /// The heuristic needs tables, and they would be too large.
    #[error(
        "the heuristic {} is for boards of up to 2x6, 3x5 or 4x4 and this one is {size}: linear-conflict is for any",
        .heuristic.name()
    )]
    TooLarge {
        /// The heuristic.
        heuristic: Heuristic,
        /// The board's size.
        size: Size,
    },
    /// Every solution was asked for, of a board that is too large.
    #[error("all shortest solutions are found for boards of up to 25 cells, and this one is {size}")]
    NotEvery {
        /// The board's size.
        size: Size,
    },
    /// The solution found does not solve the board. This is a defect of Taquin; please report it.
    #[error("the solution found is wrong, which is a defect of Taquin (please report it): {0}")]
    Refuted(#[from] VerifyError),
}
