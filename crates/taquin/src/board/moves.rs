//! The four moves.

use super::Size;
use std::fmt;
use std::str::FromStr;

/// One slide, named by **the motion of the tile**.
///
/// `Left` means that the tile to the right of the blank slides left into it, and so on. Everything in this crate
/// uses that convention; only [`notation`](crate::notation) can be asked to name the blank's motion instead.
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
    /// All four moves, in the order in which every search tries them.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The move that takes this one back.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The first letter of the tile's motion: `U`, `D`, `L` or `R`.
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// The move with that letter, in either case; `None` for any other than U, D, L and R.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.letter() == letter.to_ascii_uppercase())
    }

    /// The cell whose tile slides, when the blank is at cell `blank`; `None` if the border is in the way.
    pub fn source(self, size: Size, blank: usize) -> Option<usize> {
        let (row, col) = size.place(blank);
        match self {
            Self::Up => (row + 1 < size.rows()).then(|| blank + size.cols()),
            Self::Down => (row > 0).then(|| blank - size.cols()),
            Self::Left => (col + 1 < size.cols()).then(|| blank + 1),
            Self::Right => (col > 0).then(|| blank - 1),
        }
    }
}

/// `UP`, `DOWN`, `LEFT` or `RIGHT`.
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

/// Reads one [letter](Move::letter), in either case.
impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let mut letters = text.chars();
        let m = letters.next().and_then(Self::from_letter).filter(|_| letters.next().is_none());
        m.ok_or_else(|| MoveError(text.to_owned()))
    }
}

/// A text, which is here, that names no [`Move`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no move: write U, D, L or R, whichever way the tile slides")]
pub struct MoveError(pub String);

/// A move that the border forbids; the board it was tried on is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("no tile can slide {wanted}: the blank is at row {row}, column {column}, on that border")]
pub struct IllegalMove {
    /// The move that was tried, for which there is no tile.
    pub wanted: Move,
    /// The blank's row, counted from 1.
    pub row: usize,
    /// The blank's column, counted from 1.
    pub column: usize,
}
