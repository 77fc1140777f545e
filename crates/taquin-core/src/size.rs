//! The dimensions of a board.

use std::fmt;
use std::str::FromStr;

/// The number of rows and columns of a board, each from 2 to 127.
///
/// ```
/// use taquin_core::Size;
/// let size: Size = "3x4".parse()?;
/// assert_eq!((size.rows(), size.cols(), size.cells()), (3, 4, 12));
/// assert!(Size::new(1, 9).is_err());
/// # Ok::<(), taquin_core::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    pub(crate) rows: u8,
    pub(crate) cols: u8,
}

impl Size {
    /// The minimum number of rows or columns.
    pub const MIN: usize = 2;
    /// The maximum number of rows or columns.
    pub const MAX: usize = 127;

    /// Creates a size.
    ///
    /// # Errors
    /// If either number is outside [`MIN`](Self::MIN)..=[`MAX`](Self::MAX).
    pub fn new(rows: usize, cols: usize) -> Result<Self, SizeError> {
        let allowed = Self::MIN..=Self::MAX;
        if allowed.contains(&rows) && allowed.contains(&cols) {
            Ok(Self { rows: rows as u8, cols: cols as u8 })
        } else {
            Err(SizeFault::OutOfRange { rows, cols }.into())
        }
    }

    /// Creates the size of a square board: 3 for the 8-puzzle, 4 for the 15-puzzle.
    ///
    /// # Errors
    /// If the number is outside [`MIN`](Self::MIN)..=[`MAX`](Self::MAX).
    pub fn square(n: usize) -> Result<Self, SizeError> {
        Self::new(n, n)
    }

    /// Returns the number of rows.
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Returns the number of columns.
    pub fn cols(self) -> usize {
        usize::from(self.cols)
    }

    /// Returns the number of cells, the blank's included.
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Returns the row and column of a cell. All three are counted from 0; cells are numbered row by row.
    pub fn row_col(self, cell: usize) -> (usize, usize) {
        (cell / self.cols(), cell % self.cols())
    }

    /// Returns the Manhattan distance of two cells.
    pub fn distance(self, a: usize, b: usize) -> usize {
        let (a_row, a_col) = self.row_col(a);
        let (b_row, b_col) = self.row_col(b);
        a_row.abs_diff(b_row) + a_col.abs_diff(b_col)
    }
}

/// Writes `RxC`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// Parses `RxC` (`3x4`), or `N` for a square board.
impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let invalid = || SizeError::from(SizeFault::Invalid(text.to_owned()));
        let number = |part: &str| part.trim().parse::<usize>().map_err(|_| invalid());
        match text.split_once(['x', 'X', '×']) {
            Some((rows, cols)) => Self::new(number(rows)?, number(cols)?),
            None => Self::square(number(text)?),
        }
    }
}

/// The reason why two numbers, or a text, are not a [`Size`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct SizeError(SizeFault);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum SizeFault {
    /// A dimension below 2 or above 127.
    #[error("{rows}x{cols} is out of range: a board has 2 to 127 rows and columns")]
    OutOfRange {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        cols: usize,
    },
    /// A text that is neither `RxC` nor `N`.
    #[error("'{0}' is not a size: write rows x columns, such as 3x4, or one number for a square board")]
    Invalid(String),
}

impl From<SizeFault> for SizeError {
    fn from(fault: SizeFault) -> Self {
        Self(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in ["2x2", "3x4", "127x127"] {
            assert_eq!(text.parse::<Size>().map(|size| size.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("4".parse::<Size>(), Size::square(4));
        for wrong in ["", "x", "1x9", "3x128", "3x4x5", "-3x3"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }
}
