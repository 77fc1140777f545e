//! The dimensions of a board.

use std::fmt;
use std::str::FromStr;

/// A board's number of rows and columns, each from 2 to 127.
///
/// ```
/// use taquin::Size;
/// let size: Size = "3x4".parse()?;
/// assert_eq!((size.rows(), size.cols(), size.cells()), (3, 4, 12));
/// assert!(Size::new(1, 9).is_err());
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    pub(super) rows: u8,
    pub(super) cols: u8,
}

impl Size {
    /// The fewest rows or columns that a board may have: 2.
    pub const MIN: usize = 2;
    /// The most rows or columns that a board may have: 127.
    pub const MAX: usize = 127;

    /// The size of boards with so many rows and columns.
    ///
    /// # Errors
    /// If either is not from [`MIN`](Self::MIN) to [`MAX`](Self::MAX).
    pub fn new(rows: usize, cols: usize) -> Result<Self, SizeError> {
        let allowed = Self::MIN..=Self::MAX;
        if allowed.contains(&rows) && allowed.contains(&cols) {
            Ok(Self { rows: rows as u8, cols: cols as u8 })
        } else {
            Err(SizeError::OutOfRange { rows, cols })
        }
    }

    /// The size of boards with as many rows as columns: 3 for the 8-puzzle, 4 for the 15-puzzle.
    ///
    /// # Errors
    /// If it is not from [`MIN`](Self::MIN) to [`MAX`](Self::MAX).
    pub fn square(n: usize) -> Result<Self, SizeError> {
        Self::new(n, n)
    }

    /// How many rows a board has, 2 to 127.
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// How many columns a board has, 2 to 127.
    pub fn cols(self) -> usize {
        usize::from(self.cols)
    }

    /// How many cells a board has, the blank's included: one more than there are tiles.
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The row and the column of a cell, all three counted from 0, the cell row by row.
    pub fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.cols(), cell % self.cols())
    }

    /// How many slides apart two cells are: the sum of their distances by row and by column.
    pub fn distance(self, a: usize, b: usize) -> usize {
        let ((ar, ac), (br, bc)) = (self.place(a), self.place(b));
        ar.abs_diff(br) + ac.abs_diff(bc)
    }
}

/// `RxC`, as the command line takes it.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// Reads `RxC` (`3x4`), or `N` for a square board.
impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let unreadable = || SizeError::Unreadable(text.to_owned());
        let number = |part: &str| part.trim().parse::<usize>().map_err(|_| unreadable());
        match text.split_once(['x', 'X', '×']) {
            Some((rows, cols)) => Self::new(number(rows)?, number(cols)?),
            None => Self::square(number(text)?),
        }
    }
}

/// Why two numbers, or a text, are not the [`Size`] of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// A dimension under 2 or over 127.
    #[error("a board of {rows} by {cols} is out of range: rows and columns go from 2 to 127")]
    OutOfRange {
        /// How many rows were asked for.
        rows: usize,
        /// How many columns were asked for.
        cols: usize,
    },
    /// A text, which is here, that is neither `RxC` nor `N`.
    #[error("'{0}' is not a size: write rows x columns, such as 3x4, or one number for a square board")]
    Unreadable(String),
}
