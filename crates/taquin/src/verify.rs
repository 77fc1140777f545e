//! Replays solutions, trusting nothing but the board and its moves.
//!
//! Every solution goes through here before anybody sees it. This file depends on [`board`](crate::board) alone, so that
//! a mistake in a heuristic, a table or a search cannot hide itself.

use crate::board::{Board, Goal, IllegalMove, Move};

/// Replays moves on a board, and checks that each is legal and that they end at the goal. They need not be the fewest. A goal
/// of another size is never reached.
///
/// ```
/// use taquin::{Board, Goal, Move, verify};
/// let board: Board = "1 2 3/4 5 6/7 0 8".parse()?;
/// let goal = Goal::blank_last(board.size());
/// assert!(verify(&board, &goal, &[Move::Left]).is_ok());
/// assert!(verify(&board, &goal, &[Move::Right]).is_err());
/// # Ok::<(), taquin::BoardError>(())
/// ```
pub fn verify(board: &Board, goal: &Goal, moves: &[Move]) -> Result<(), VerifyError> {
    let mut board = board.clone();
    for (index, &m) in moves.iter().enumerate() {
        board.slide(m).map_err(|source| VerifyError::Illegal { number: index + 1, source })?;
    }
    if board.is_goal(goal) { Ok(()) } else { Err(VerifyError::NotTheGoal { moves: moves.len() }) }
}

/// Why [`verify`] does not take some moves for a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// One of the moves has no tile to slide, because the blank is at that border.
    #[error("move {number} is illegal: {source}")]
    Illegal {
        /// The number of that move, counted from 1.
        number: usize,
        /// The move, and where the blank was.
        source: IllegalMove,
    },
    /// All moves are legal, and the board after the last one is not the goal.
    #[error("after all {moves} moves the board is not the goal")]
    NotTheGoal {
        /// How many moves were made: all of them.
        moves: usize,
    },
}
