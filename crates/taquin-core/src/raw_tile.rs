//! Numbers of unvalidated input, with their position in the text.

use std::fmt;

/// The characters that mark the blank, besides 0.
pub const BLANK_MARKS: [char; 8] = ['_', '.', 'x', 'X', '?', '*', 'B', 'b'];

/// A position in a text. Columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPosition {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The [mark](RawTile::mark) of -1, which stands for the blank.
pub(crate) const MINUS_ONE: char = '-';

/// One number of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawTile {
    /// The number, 0 for the blank.
    pub(crate) value: u64,
    /// Its position; `None` if the input is not text.
    pub(crate) position: Option<TextPosition>,
    /// The character that stands for the blank, if not 0: one of [`BLANK_MARKS`], [`MINUS_ONE`], or
    /// the comma after an empty field.
    pub(crate) mark: Option<char>,
}

impl From<u16> for RawTile {
    fn from(value: u16) -> Self {
        Self { value: u64::from(value), position: None, mark: None }
    }
}

impl fmt::Display for RawTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mark {
            None => write!(f, "{}", self.value)?,
            Some(',') => write!(f, "an empty field")?,
            Some(MINUS_ONE) => write!(f, "-1")?,
            Some(mark) => write!(f, "'{mark}'")?,
        }
        self.position.map_or(Ok(()), |position| write!(f, " at {position}"))
    }
}
