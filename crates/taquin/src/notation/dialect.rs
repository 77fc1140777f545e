//! The dialects of courses and judges: how a board is given and a solution is expected.
//!
//! A dialect is an output [`Style`](super::Style) with a form of input, a goal and an algorithm. Its file has all of it.

use super::{Assignment, BoardFormat};
use crate::algorithm::Algorithm;
use taquin_core::{Board, BoardError, Goal, GoalKind, Size, read_boards, read_n_i};

/// The way in which a course or a judge gives boards, with its goal, and the algorithm that it asks for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Dialect {
    /// The course or judge, and its assignment.
    pub title: &'static str,
    /// The form of its boards.
    pub input: InputForm,
    /// Its goal, unless the input has another.
    pub goal: GoalKind,
    /// Its algorithm, unless another is chosen.
    pub algorithm: Algorithm,
    /// A sample of the input, and of the output that it asks for.
    pub sample: (&'static str, &'static str),
    /// Its other requirements.
    pub assignment: Assignment,
    pub(super) write_board: fn(&Board, &Goal) -> String,
}

impl Dialect {
    /// Formats a board as the dialect gives it.
    pub fn format_board(&self, board: &Board, goal: &Goal) -> String {
        (self.write_board)(board, goal)
    }
}

/// A form of boards as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputForm {
    /// Boards in a format of [`read_boards`].
    Boards(BoardFormat),
    /// A board with its goal, as [`read_n_i`] reads them.
    NI,
}

impl InputForm {
    /// Parses boards, and their goal if the text gives it.
    ///
    /// # Errors
    /// Lists every fault of the first board that is not valid.
    pub fn read(self, text: &str, size: Option<Size>) -> Result<(Vec<Board>, Option<Goal>), BoardError> {
        match self {
            Self::Boards(format) => read_boards(text, format, size).map(|boards| (boards, None)),
            Self::NI => read_n_i(text).map(|(board, goal)| (vec![board], Some(goal))),
        }
    }
}
