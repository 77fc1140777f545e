//! Replays solutions, trusting nothing but boards and moves.
//!
//! Every solution goes through [`verify`] before a user sees it. Nothing here depends on a heuristic, a
//! pattern database or a search, so that a mistake in one of those can't hide itself.

use crate::board_error::count;
use crate::{Board, Goal, IllegalMove, Move};

/// Replays moves on a board and checks that each is legal and that they end at the goal.
///
/// The moves need not be the fewest. A goal of another size is never reached.
///
/// ```
/// use taquin_core::{Board, Goal, Move, verify};
/// let board: Board = "1 2 3/4 5 6/7 0 8".parse()?;
/// let goal = Goal::blank_last(board.size());
/// assert!(verify(&board, &goal, &[Move::Left]).is_ok());
/// assert!(verify(&board, &goal, &[Move::Right]).is_err());
/// # Ok::<(), taquin_core::BoardError>(())
/// ```
pub fn verify(board: &Board, goal: &Goal, moves: &[Move]) -> Result<(), VerifyError> {
    let mut replay = Replay::new(board.clone());
    for (index, &m) in moves.iter().enumerate() {
        replay.play(m).map_err(|source| VerifyError::Illegal { number: index + 1, source })?;
    }
    if replay.board().is_goal(goal) { Ok(()) } else { Err(VerifyError::NotTheGoal { moves: moves.len() }) }
}

/// A board on which moves are played in place, without a copy of the board for each.
#[derive(Clone, Debug)]
pub struct Replay {
    board: Board,
}

impl Replay {
    /// Starts at a board.
    pub fn new(board: Board) -> Self {
        Self { board }
    }

    /// Plays a move and returns the tile that slid. An illegal move changes nothing.
    pub fn play(&mut self, m: Move) -> Result<u16, IllegalMove> {
        self.board.slide(m)
    }

    /// Returns the board after the moves played so far.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

/// The reason why [`verify`] rejects a sequence of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A move is illegal.
    #[error("move {number} is illegal: {source}")]
    Illegal {
        /// The index of the move, counted from 1.
        number: usize,
        /// The move and the position of the blank.
        source: IllegalMove,
    },
    /// All moves are legal, but the last board is not the goal.
    #[error("the board after {} is not the goal", count(*moves, "move"))]
    NotTheGoal {
        /// The number of moves.
        moves: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faulty_solutions_are_rejected() {
        let board: Board = "1 2 3/4 5 6/7 0 8".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        let message = |moves: &[Move]| verify(&board, &goal, moves).expect_err("not a solution").to_string();
        assert_eq!(message(&[]), "the board after 0 moves is not the goal");
        assert_eq!(message(&[Move::Right]), "the board after 1 move is not the goal");
        assert_eq!(
            message(&[Move::Left, Move::Up]),
            "move 2 is illegal: no tile can slide UP: the blank is at row 3, column 3, on that border"
        );
        let other_size = Goal::blank_last("2x2".parse().expect("a size"));
        assert!(verify(&board, &other_size, &[Move::Left]).is_err());
    }

    #[test]
    fn illegal_moves_leave_a_replay_unchanged() {
        let board: Board = "1 2/3 0".parse().expect("a board");
        let mut replay = Replay::new(board.clone());
        assert!(replay.play(Move::Up).is_err());
        assert_eq!(replay.board(), &board);
        assert_eq!(replay.play(Move::Right), Ok(3));
    }
}
