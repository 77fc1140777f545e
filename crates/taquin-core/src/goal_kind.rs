//! Choices of a goal, by name or as a board.

use crate::{Board, BoardError, Goal, Size, read_board};
use std::fmt;
use std::str::FromStr;

/// A choice of goal, independent of the board's size.
///
/// ```
/// use taquin_core::{GoalKind, Size};
/// let kind: GoalKind = "snail".parse()?;
/// let goal = kind.for_size("3x4".parse()?)?;
/// assert_eq!(goal.board().tiles(), [1, 2, 3, 4, 10, 11, 0, 5, 9, 8, 7, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GoalKind {
    /// [`Goal::blank_last`].
    #[default]
    BlankLast,
    /// [`Goal::blank_first`].
    BlankFirst,
    /// [`Goal::ring`], for 3×3 only.
    Ring,
    /// [`Goal::snail`].
    Snail,
    /// [`Goal::explicit`], for boards of the same size only.
    Explicit(Board),
}

impl GoalKind {
    /// Returns the goal for boards of a size.
    ///
    /// # Errors
    /// If there is none: the ring exists only for 3×3, and an explicit board only for its size.
    pub fn for_size(&self, size: Size) -> Result<Goal, GoalError> {
        match self {
            Self::BlankLast => Ok(Goal::blank_last(size)),
            Self::BlankFirst => Ok(Goal::blank_first(size)),
            Self::Snail => Ok(Goal::snail(size)),
            Self::Ring if Goal::ring().size() == size => Ok(Goal::ring()),
            Self::Ring => Err(GoalFault::RingSize { size }.into()),
            Self::Explicit(board) if board.size() == size => Ok(Goal::explicit(board.clone())),
            Self::Explicit(board) => Err(GoalFault::OtherSize { board: size, goal: board.size() }.into()),
        }
    }
}

/// The reason why a text is not a [`GoalKind`], or a goal does not exist for a size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct GoalError(GoalFault);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum GoalFault {
    /// The ring exists for 3×3 only.
    #[error(
        "the goal 'ring' exists for 3x3 boards only, but this board is {size}: use 'snail', which \
         generalizes it"
    )]
    RingSize {
        /// The requested size.
        size: Size,
    },
    /// The explicit goal and the board differ in size.
    #[error("the board is {board} and the goal is {goal}: they must have the same size")]
    OtherSize {
        /// The size of the board.
        board: Size,
        /// The size of the goal.
        goal: Size,
    },
    /// The text is neither a known name nor a board.
    #[error(
        "'{0}' is not a goal: choose blank-last, blank-first, ring or snail, \
         or write a board such as '1 2 3/8 0 4/7 6 5'"
    )]
    Unknown(String),
    /// The explicit goal is not a valid board.
    #[error("the goal is not a valid board: {0}")]
    InvalidBoard(#[source] BoardError),
}

impl From<GoalFault> for GoalError {
    fn from(fault: GoalFault) -> Self {
        Self(fault)
    }
}

/// Writes the name, or the rows of an explicit board.
impl fmt::Display for GoalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankLast => f.write_str("blank-last"),
            Self::BlankFirst => f.write_str("blank-first"),
            Self::Ring => f.write_str("ring"),
            Self::Snail => f.write_str("snail"),
            Self::Explicit(board) => f.write_str(&board.to_line()),
        }
    }
}

impl GoalKind {
    /// Parses `blank-last`, `blank-first`, `ring`, `snail`, or a board in any format of
    /// [`read_boards`](crate::read_boards). `size` gives the shape of a list of numbers
    /// without row separators.
    ///
    /// # Errors
    /// If the text is neither a name nor a valid board.
    pub fn read(text: &str, size: Option<Size>) -> Result<Self, GoalError> {
        match text.trim() {
            "blank-last" => Ok(Self::BlankLast),
            "blank-first" => Ok(Self::BlankFirst),
            "ring" => Ok(Self::Ring),
            "snail" => Ok(Self::Snail),
            name => match read_board(text, size).or_else(|_| read_board(text, None)) {
                Ok(board) => Ok(Self::Explicit(board)),
                // A text without a digit is a misspelled name, not a board.
                Err(error)
                    if name.contains(|c: char| c.is_ascii_digit())
                        && name.contains(|c: char| c.is_whitespace() || "/,_[".contains(c)) =>
                {
                    Err(GoalFault::InvalidBoard(error).into())
                }
                Err(_) => Err(GoalFault::Unknown(name.chars().take(MAX_SHOWN).collect()).into()),
            },
        }
    }
}

/// Characters of an unknown name to repeat in the message.
const MAX_SHOWN: usize = 40;

/// Parses as [`GoalKind::read`] does, without a size.
impl FromStr for GoalKind {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<Self, GoalError> {
        Self::read(text, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(kind: &str, size: &str) -> Vec<u16> {
        let kind: GoalKind = kind.parse().expect("a known goal");
        kind.for_size(size.parse().expect("a size")).expect("fits").board().tiles().to_vec()
    }

    #[test]
    fn named_goals() {
        assert_eq!(tiles("blank-last", "2x3"), [1, 2, 3, 4, 5, 0]);
        assert_eq!(tiles("blank-first", "2x3"), [0, 1, 2, 3, 4, 5]);
        assert_eq!(tiles("ring", "3x3"), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
        assert_eq!(tiles("ring", "3x3"), tiles("snail", "3x3"));
        assert_eq!(tiles("snail", "2x2"), [1, 2, 0, 3]);
        assert_eq!(tiles("snail", "4x4"), [1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7]);
        assert_eq!(tiles("snail", "5x2"), [1, 2, 0, 3, 9, 4, 8, 5, 7, 6]);
        assert_eq!(tiles("3 2/1 0", "2x2"), [3, 2, 1, 0]);
    }

    #[test]
    fn size_gives_the_shape_of_a_list() {
        let read = |text, rows, cols| {
            let kind = GoalKind::read(text, Size::new(rows, cols).ok());
            kind.map(|kind| kind.to_string()).map_err(|error| error.to_string())
        };
        assert_eq!(read("5 4 3 2 1 0", 2, 3).as_deref(), Ok("5 4 3/2 1 0"));
        assert_eq!(
            read("15 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0", 2, 8).map(|text| text.matches('/').count()),
            Ok(1)
        );
        // A size mismatch is reported later, with the board.
        assert_eq!(read("1 2/3 0", 3, 3).as_deref(), Ok("1 2/3 0"));
        // The leading spaces are the blank.
        assert_eq!(read("  3\n1 2", 2, 2).as_deref(), Ok("0 3/1 2"));
        assert!(read("5 4 3 2 1 0", 3, 3).is_err_and(|error| error.contains("do not form a square")));
        assert!(read(&"z".repeat(9999), 3, 3).is_err_and(|error| error.len() < 200));
    }

    #[test]
    fn goals_of_other_sizes_are_errors() {
        let size = Size::square(4).expect("in range");
        assert_eq!(GoalKind::Ring.for_size(size), Err(GoalError(GoalFault::RingSize { size })));
        let small: GoalKind = "1 2/3 0".parse().expect("a board");
        assert!(matches!(small.for_size(size), Err(GoalError(GoalFault::OtherSize { .. }))));
        assert!(matches!("upside-down".parse::<GoalKind>(), Err(GoalError(GoalFault::Unknown(_)))));
        assert!(matches!("blank_last".parse::<GoalKind>(), Err(GoalError(GoalFault::Unknown(_)))));
        assert!(matches!("1 2/3 3".parse::<GoalKind>(), Err(GoalError(GoalFault::InvalidBoard(_)))));
    }
}
