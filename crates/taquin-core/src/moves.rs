//! The four moves.

use crate::Size;
use std::fmt;
use std::str::FromStr;

/// A move, named by **the motion of the tile**.
///
/// `Left` means that the tile to the right of the blank slides left into it. Only output
/// notation can name the blank's motion instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The tile below the blank slides up.
    Up,
    /// The tile above the blank slides down.
    Down,
    /// The tile to the right of the blank slides left.
    Left,
    /// The tile to the left of the blank slides right.
    Right,
}

impl Move {
    /// All four moves, in the order in which the searches generate them.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Returns the move that undoes this one.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Returns `U`, `D`, `L` or `R`.
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// Returns the move with a letter, in either case; `None` for any letter but U, D, L and R.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.letter() == letter.to_ascii_uppercase())
    }

    /// Returns the cell of the tile that slides into the blank; `None` if the border is in the way.
    pub fn source(self, size: Size, blank: usize) -> Option<usize> {
        let (row, col) = size.row_col(blank);
        match self {
            Self::Up => (row + 1 < size.rows()).then(|| blank + size.cols()),
            Self::Down => (row > 0).then(|| blank - size.cols()),
            Self::Left => (col + 1 < size.cols()).then(|| blank + 1),
            Self::Right => (col > 0).then(|| blank - 1),
        }
    }
}

/// Writes `UP`, `DOWN`, `LEFT` or `RIGHT`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Up => "UP",
            Self::Down => "DOWN",
            Self::Left => "LEFT",
            Self::Right => "RIGHT",
        })
    }
}

/// Parses a letter or a word, in either case: `U` or `UP`.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let named = |m: &Self| {
            text.eq_ignore_ascii_case(&m.to_string()) || text.eq_ignore_ascii_case(&m.letter().to_string())
        };
        Self::ALL.into_iter().find(named).ok_or_else(|| ParseMoveError(text.to_owned()))
    }
}

/// A text that is not a [`Move`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a move: write U, D, L or R for the direction in which the tile slides")]
pub struct ParseMoveError(pub(crate) String);

impl ParseMoveError {
    /// Creates the error for a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// A move with no tile to slide, because the blank is at that border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("no tile can slide {attempted}: the blank is at row {row}, column {column}, on that border")]
pub struct IllegalMove {
    /// The move.
    pub attempted: Move,
    /// The row of the blank, counted from 1.
    pub row: usize,
    /// The column of the blank, counted from 1.
    pub column: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for m in Move::ALL {
            assert_eq!(m.to_string().parse(), Ok(m));
            assert_eq!(m.letter().to_string().parse(), Ok(m));
            assert_eq!(Move::from_letter(m.letter().to_ascii_lowercase()), Some(m));
        }
        assert_eq!("X".parse::<Move>(), Err(ParseMoveError::new("X")));
    }
}
