//! Faults of input that is not a board.

use crate::Size;
use crate::raw_tile::{BLANK_MARKS, RawTile, TextPosition};
use std::fmt;

/// All faults of input that is not a board; at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct BoardError {
    faults: Vec<Fault>,
}

impl BoardError {
    pub(crate) fn new(faults: Vec<FaultKind>) -> Self {
        Self { faults: faults.into_iter().map(Fault).collect() }
    }

    /// Returns the faults: those of the shape first, then those of tiles in reading order.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    pub(crate) fn kinds(&self) -> impl Iterator<Item = &FaultKind> {
        self.faults.iter().map(|fault| &fault.0)
    }

    /// Returns the only fault, if there is just one.
    pub(crate) fn single(&self) -> Option<&FaultKind> {
        if let [fault] = &self.faults[..] { Some(&fault.0) } else { None }
    }
}

impl From<FaultKind> for BoardError {
    fn from(kind: FaultKind) -> Self {
        Self::new(vec![kind])
    }
}

/// Faults to spell out in a message.
const MAX_SHOWN: usize = 12;

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<String> = self.faults.iter().take(MAX_SHOWN).map(Fault::to_string).collect();
        f.write_str(&shown.join("\n"))?;
        match self.faults.len().saturating_sub(MAX_SHOWN) {
            0 => Ok(()),
            hidden => write!(f, "\n… and {}", count(hidden, "more fault")),
        }
    }
}

/// One fault. Its text says what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(FaultKind);

impl Fault {
    /// Returns the position of the fault; `None` if the input is not text or the fault has no single
    /// position.
    pub fn position(&self) -> Option<TextPosition> {
        match &self.0 {
            FaultKind::NotATile { position, .. }
            | FaultKind::LongLine { position }
            | FaultKind::UnknownShape { position, .. } => Some(*position),
            FaultKind::OtherShape { position, .. }
            | FaultKind::WrongCount { position, .. }
            | FaultKind::Ragged { position, .. }
            | FaultKind::UnclearBlank { position, .. }
            | FaultKind::TrailingText { position, .. } => *position,
            FaultKind::OutOfRange { tile, .. } | FaultKind::Duplicate { tile, .. } => tile.position,
            FaultKind::TwoBlanks { second, .. } => second.position,
            FaultKind::NoBoard
            | FaultKind::NoSize
            | FaultKind::NoCount
            | FaultKind::OtherCount { .. }
            | FaultKind::Homework(_)
            | FaultKind::LooksLike(_)
            | FaultKind::Compact { .. }
            | FaultKind::Dimensions { .. }
            | FaultKind::Missing(_)
            | FaultKind::MoreThanOne { .. } => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// No number in the text.
    NoBoard,
    /// A word that is neither a number nor a mark for the blank.
    NotATile { text: String, position: TextPosition },
    /// A line with more numbers than any board has.
    LongLine { position: TextPosition },
    /// Fewer than two or more than 127 rows or columns.
    Dimensions { rows: usize, cols: usize },
    /// A list of numbers whose length does not imply a size.
    UnknownShape { count: usize, position: TextPosition },
    /// Rows that do not form a board of the expected size.
    OtherShape { size: Size, rows: usize, cols: usize, position: Option<TextPosition> },
    /// A wrong number of numbers.
    WrongCount { size: Size, found: usize, position: Option<TextPosition> },
    /// A row of another width than the others.
    Ragged { row: usize, found: usize, expected: usize, position: Option<TextPosition> },
    /// A row that is one number short, with no hint where its blank is.
    UnclearBlank { row: usize, expected: usize, position: Option<TextPosition> },
    /// Digits without spaces that do not form a board, for a reason.
    Compact { digits: String, reason: String },
    /// No size before the rows.
    NoSize,
    /// No number of boards before them.
    NoCount,
    /// Another number of boards than the first line announces.
    OtherCount { count: usize, found: usize },
    /// A missing number of the homework's form.
    Homework(&'static str),
    /// Text that looks like a form of input that has to be named.
    LooksLike(&'static str),
    /// A number that no board of this size has.
    OutOfRange { tile: RawTile, size: Size },
    /// A number in two cells.
    Duplicate { tile: RawTile, first: Option<TextPosition> },
    /// Two blanks.
    TwoBlanks { first: RawTile, second: RawTile },
    /// Tiles (or, for 0, the blank) that do not occur, in increasing order.
    Missing(Vec<u16>),
    /// A line after the last board that does not start another.
    TrailingText { boards: usize, position: Option<TextPosition> },
    /// Several boards where one was expected.
    MoreThanOne { boards: usize },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = self.position().filter(|_| !matches!(self.0, FaultKind::TwoBlanks { .. })) {
            write!(f, "{position}: ")?;
        }
        self.0.fmt(f)
    }
}

/// Writes the message, without the position of the fault.
impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::NoBoard => {
                write!(f, "no board found: expected rows of numbers, such as '1 2 3/4 5 6/7 8 0'")
            }
            FaultKind::NotATile { text, .. } => {
                let shown: String = text.chars().take(20).collect();
                let more = if text.chars().count() > 20 { "…" } else { "" };
                let shown = shown.escape_debug();
                let [marks @ .., last] = BLANK_MARKS;
                let marks = marks.map(String::from).join(", ");
                write!(
                    f,
                    "'{shown}{more}' is not a tile: expected a number, or 0, -1, {marks} or {last} for the blank"
                )
            }
            FaultKind::LongLine { .. } => {
                let cells = Size::MAX * Size::MAX;
                write!(f, "this line is too long: the largest board, 127x127, has {cells} numbers")
            }
            FaultKind::Dimensions { rows, cols } => {
                let problem = if (*rows).min(*cols) < Size::MIN { "small" } else { "large" };
                write!(f, "{rows}x{cols} is too {problem}: a board has 2 to 127 rows and columns")
            }
            FaultKind::UnknownShape { count: numbers, .. } => {
                let numbers = count(*numbers, "number");
                write!(f, "{numbers} do not form a square: separate the rows with '/', or give the size")
            }
            FaultKind::OtherShape { size, rows, cols, .. } => {
                write!(f, "expected a {size} board, found {} of {cols}", count(*rows, "row"))
            }
            FaultKind::WrongCount { size, found, .. } => {
                write!(f, "expected {} numbers for a {size} board, found {found}", size.cells())
            }
            FaultKind::Ragged { row, found, expected, .. } => {
                write!(f, "row {row} has {}, but the others have {expected}", count(*found, "number"))
            }
            FaultKind::UnclearBlank { row, expected, .. } => {
                let found = count(expected - 1, "number");
                write!(f, "row {row} has {found}, but the others have {expected}, and no blank is marked: ")?;
                write!(f, "write 0 for the blank")
            }
            FaultKind::Compact { digits, reason } => {
                write!(f, "'{digits}' looks like digits without spaces, but they are not a board: {reason}")
            }
            FaultKind::NoSize => write!(f, "expected the size on the first line, such as 3 or '3 4'"),
            FaultKind::NoCount => write!(f, "expected the number of boards on the first line"),
            FaultKind::OtherCount { count: announced, found } => {
                let announced = count(*announced, "board");
                write!(f, "the first line announces {announced}, but {found} follow")
            }
            FaultKind::Homework(number) => {
                write!(
                    f,
                    "expected {number}: the format is the number of tiles, the index of the blank in the goal, then the rows"
                )
            }
            FaultKind::LooksLike(form) => write!(f, "this looks like {form}"),
            FaultKind::OutOfRange { tile, size } => write!(
                f,
                "{} is out of range: a {size} board has tiles 1 to {} and a blank, 0",
                tile.value,
                size.cells() - 1
            ),
            FaultKind::Duplicate { tile, first } => {
                write!(f, "{} occurs twice", tile.value)?;
                first.map_or(Ok(()), |position| write!(f, " (first at {position})"))
            }
            FaultKind::TwoBlanks { first, second } => write!(f, "two blanks: {first} and {second}"),
            FaultKind::Missing(tiles) => {
                let verb = if tiles.len() == 1 { "is" } else { "are" };
                write!(f, "{} {verb} missing", ranges(tiles))?;
                if tiles.first() == Some(&0) { write!(f, " (0 is the blank)") } else { Ok(()) }
            }
            FaultKind::TrailingText { boards, .. } => {
                let boards = count(*boards, "board");
                write!(f, "expected another board or the end of the input after {boards}: ")?;
                write!(f, "remove this line, or complete the board")
            }
            FaultKind::MoreThanOne { boards } => write!(f, "expected one board, found {boards}"),
        }
    }
}

/// Formats `1 row`, `2 rows`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Formats an increasing list as `3, 5 to 9, 12`.
fn ranges(tiles: &[u16]) -> String {
    let runs = tiles.chunk_by(|a, b| a.checked_add(1) == Some(*b)).map(|run| match run {
        [one] => one.to_string(),
        [first, second] => format!("{first}, {second}"),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_tiles_are_ranges() {
        assert_eq!(ranges(&[0, 2, 3, 5, 6, 7, 8]), "0, 2, 3, 5 to 8");
    }
}
