//! Loose input, and what can be wrong with it.
//!
//! A [`Setup`] is whatever somebody wrote down; [`Setup::board`] either makes a [`Board`] of it or reports *every*
//! fault, each with its place in the text if it came from text.

use super::{Board, Size};
use std::fmt;

/// A place in a text, both numbers counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The number of the character in its line, counted from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// One number of a [`Setup`], and where it was read: what may become a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The tile's number, or 0 for the blank; not yet checked.
    pub value: u64,
    /// Where it was read; `None` if it is not from a text.
    pub place: Option<Place>,
    /// What stands for the blank, if not 0: one of the [`MARKS`](Self::MARKS), or the comma behind an empty field.
    pub mark: Option<char>,
}

impl Entry {
    /// The signs that mean the blank, as 0 does.
    pub const MARKS: [char; 6] = ['_', '.', 'x', 'X', '?', '*'];

    /// The mark that a word is, if it is one.
    pub fn mark_of(word: &str) -> Option<char> {
        let mut signs = word.chars();
        signs.next().filter(|sign| signs.next().is_none() && Self::MARKS.contains(sign))
    }
}

impl From<u16> for Entry {
    fn from(value: u16) -> Self {
        Self { value: u64::from(value), place: None, mark: None }
    }
}

/// The entry as it was written, and where.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mark {
            None => write!(f, "{}", self.value)?,
            Some(',') => write!(f, "nothing before the comma")?,
            Some(mark) => write!(f, "'{mark}'")?,
        }
        self.place.map_or(Ok(()), |place| write!(f, " at {place}"))
    }
}

/// Rows of numbers that may or may not be a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The numbers of each row, top to bottom. Rows may differ in length, which is a fault.
    pub rows: Vec<Vec<Entry>>,
    /// The size that the board should have; `None` if it follows from the rows.
    pub size: Option<Size>,
}

impl Setup {
    /// Makes a board of the rows. Without a size, they are judged by the commonest width.
    ///
    /// # Errors
    /// All that is wrong with them.
    pub fn board(&self) -> Result<Board, BoardError> {
        let (rows, cols) = (self.rows.len(), self.commonest_width());
        let size = match self.size {
            Some(size) => size,
            None => Size::new(rows, cols).map_err(|_| Fault::Dimensions { rows, cols })?,
        };
        let mut faults = Vec::new();
        if rows == size.rows() && cols == size.cols() {
            faults.extend(self.ragged_rows(cols));
        } else if cols == size.cols() {
            faults.push(self.wrong_count(size));
        } else {
            let place = self.rows.iter().flatten().find_map(|entry| entry.place);
            return Err(Fault::OtherShape { size, rows, cols, place }.into());
        }
        let mut seen: Vec<Option<Entry>> = vec![None; size.cells()];
        for entry in self.rows.iter().flatten() {
            match seen.get_mut(usize::try_from(entry.value).unwrap_or(usize::MAX)) {
                None => faults.push(Fault::OutOfRange { entry: *entry, size }),
                Some(Some(first)) if entry.value == 0 => {
                    faults.push(Fault::TwoBlanks { first: *first, second: *entry });
                }
                Some(Some(first)) => faults.push(Fault::Duplicate { entry: *entry, first: first.place }),
                Some(slot) => *slot = Some(*entry),
            }
        }
        let blank_is_told_of = matches!(faults.first(), Some(Fault::UnclearBlank { .. }));
        let missing: Vec<u16> = (0..)
            .zip(&seen)
            .skip(usize::from(blank_is_told_of))
            .filter(|(_, entry)| entry.is_none())
            .map(|(tile, _)| tile)
            .collect();
        if !missing.is_empty() {
            faults.push(Fault::Missing(missing));
        }
        if !faults.is_empty() {
            return Err(BoardError { faults });
        }
        let tiles = self.rows.iter().flatten().map(|entry| entry.value as u16).collect();
        Ok(Board::from_permutation(size, tiles))
    }

    fn commonest_width(&self) -> usize {
        let mut widths: Vec<usize> = self.rows.iter().map(Vec::len).collect();
        widths.sort_unstable();
        widths.chunk_by(|a, b| a == b).max_by_key(|run| run.len()).map_or(0, |run| run[0])
    }

    fn wrong_count(&self, size: Size) -> Fault {
        let found = self.rows.iter().map(Vec::len).sum();
        Fault::WrongCount { size, found, place: self.rows.iter().flatten().find_map(|entry| entry.place) }
    }

    /// The rows of another width; if there is but one and the blank may be what it lacks, that is the fault.
    fn ragged_rows(&self, width: usize) -> Vec<Fault> {
        let ragged = self.rows.iter().zip(1..).filter(|(row, _)| row.len() != width);
        let ragged: Vec<(&Vec<Entry>, usize)> = ragged.collect();
        let place = |row: &[Entry]| row.first().and_then(|entry| entry.place);
        let has_blank = self.rows.iter().flatten().any(|entry| entry.value == 0);
        match ragged[..] {
            [(entries, row)] if !has_blank && entries.len() + 1 == width => {
                vec![Fault::UnclearBlank { row, expected: width, place: place(entries) }]
            }
            _ => ragged
                .into_iter()
                .map(|(entries, row)| Fault::Ragged {
                    row,
                    found: entries.len(),
                    expected: width,
                    place: place(entries),
                })
                .collect(),
        }
    }
}

/// One thing that is wrong with what should have been a board. Its text says what, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A text without any number: there is nothing to read.
    NoBoard,
    /// Something that is neither a number nor a sign for the blank.
    NotATile {
        /// The word that stands there.
        text: String,
        /// Where that word begins.
        place: Place,
    },
    /// Fewer than two rows or columns, or more than 127.
    Dimensions {
        /// How many rows were found.
        rows: usize,
        /// How many columns were found.
        cols: usize,
    },
    /// A list of numbers from which no size follows.
    UnknownShape {
        /// How many numbers the list has.
        count: usize,
        /// Where the list begins.
        place: Place,
    },
    /// Rows that do not make a board of the size asked for.
    OtherShape {
        /// Rows and columns that the board should have.
        size: Size,
        /// How many rows were found.
        rows: usize,
        /// The commonest width of a row.
        cols: usize,
        /// Where the board begins; `None` if it is not from a text.
        place: Option<Place>,
    },
    /// Not as many numbers as the size asks for.
    WrongCount {
        /// Rows and columns that the board should have.
        size: Size,
        /// How many numbers were found.
        found: usize,
        /// Where the board begins; `None` if it is not from a text.
        place: Option<Place>,
    },
    /// A row of another width than the others.
    Ragged {
        /// The number of the row, counted from 1.
        row: usize,
        /// How many numbers the row has.
        found: usize,
        /// How many numbers the other rows have.
        expected: usize,
        /// Where the row begins; `None` if it is not from a text.
        place: Option<Place>,
    },
    /// A row that is one number short, with nothing to tell where in it the blank is.
    UnclearBlank {
        /// The row, counted from 1.
        row: usize,
        /// The width of the others.
        expected: usize,
        /// Where it begins.
        place: Option<Place>,
    },
    /// Digits without spaces between them that would make a board.
    Unspaced {
        /// The first row of digits.
        digits: String,
        /// Where it is.
        place: Option<Place>,
    },
    /// A number that no board of this size has.
    OutOfRange {
        /// The number, and where it is.
        entry: Entry,
        /// Rows and columns of the board.
        size: Size,
    },
    /// A number that stands in two cells.
    Duplicate {
        /// The number, and where it occurs again.
        entry: Entry,
        /// Where the number occurs first; `None` if it is not from a text.
        first: Option<Place>,
    },
    /// Two cells that are both blank.
    TwoBlanks {
        /// The blank that comes first.
        first: Entry,
        /// The blank that comes later.
        second: Entry,
    },
    /// Tiles (or, for 0, the blank) that do not occur, in increasing order.
    Missing(Vec<u16>),
    /// A line behind a board that is not the beginning of another.
    NotAnother {
        /// How many boards are before it.
        boards: usize,
        /// Where it is.
        place: Option<Place>,
    },
    /// A text with several boards where one was wanted.
    MoreThanOne {
        /// How many boards the text has.
        boards: usize,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |place: &Option<Place>| place.map_or(String::new(), |p| format!("{p}: "));
        match self {
            Self::NoBoard => {
                write!(f, "no board here: expected rows of numbers, such as '1 2 3/4 5 6/7 8 0'")
            }
            Self::NotATile { text, place } => {
                let shown: String = text.chars().take(20).collect();
                let more = if text.chars().count() > 20 { "…" } else { "" };
                let shown = shown.escape_debug();
                let [marks @ .., last] = Entry::MARKS;
                let marks = marks.map(String::from).join(", ");
                write!(
                    f,
                    "{place}: '{shown}{more}' is not a tile: expected a number, or 0, {marks} or {last} for the blank"
                )
            }
            Self::Dimensions { rows, cols } => {
                let are = if *rows == 1 { "is" } else { "are" };
                let rows = counted(*rows, "row");
                write!(f, "{rows} of {cols} {are} not a board: rows and columns go from 2 to 127")
            }
            Self::UnknownShape { count, place } => write!(
                f,
                "{place}: {} in a row do not tell the board's shape: separate the rows by '/', or give the size",
                counted(*count, "number")
            ),
            Self::OtherShape { size, rows, cols, place } => {
                let are = if *rows == 1 { "is" } else { "are" };
                let rows = counted(*rows, "row");
                write!(f, "{}a {size} board was expected and here {are} {rows} of {cols}", at(place))
            }
            Self::WrongCount { size, found, place } => {
                let are = if *found == 1 { "is" } else { "are" };
                write!(f, "{}a {size} board has {} numbers and here {are} {found}", at(place), size.cells())
            }
            Self::Ragged { row, found, expected, place } => {
                let tiles = counted(*found, "tile");
                write!(f, "{}row {row} has {tiles} and the others have {expected}", at(place))
            }
            Self::UnclearBlank { row, expected, place } => write!(
                f,
                "{}can't tell where the blank is: row {row} has {} and the others have {expected}: write 0 for it",
                at(place),
                counted(expected - 1, "tile")
            ),
            Self::Unspaced { digits, place } => {
                write!(f, "{}'{digits}' is one number: put spaces between the digits", at(place))
            }
            Self::OutOfRange { entry, size } => write!(
                f,
                "{}{} is out of range: a {size} board has the tiles 1 to {} and 0 for the blank",
                at(&entry.place),
                entry.value,
                size.cells() - 1
            ),
            Self::Duplicate { entry, first } => {
                write!(f, "{}{} occurs again", at(&entry.place), entry.value)?;
                first.map_or(Ok(()), |place| write!(f, " (first at {place})"))
            }
            Self::TwoBlanks { first, second } => write!(f, "two blanks: {first} and {second}"),
            Self::Missing(tiles) if tiles.is_empty() => write!(f, "no tile is missing"),
            Self::Missing(tiles) => {
                let what = if tiles.len() == 1 { "is" } else { "are" };
                write!(f, "{} {what} missing", ranges(tiles))?;
                if tiles[0] == 0 { write!(f, " (0 is the blank)") } else { Ok(()) }
            }
            Self::NotAnother { boards, place } => {
                let before = match boards {
                    1 => "first board is".to_owned(),
                    _ => format!("{boards} boards before it are"),
                };
                write!(
                    f,
                    "{}this would begin another board, but it is not one: remove it if the {before} all",
                    at(place)
                )
            }
            Self::MoreThanOne { boards } => write!(f, "one board was expected and here are {boards}"),
        }
    }
}

/// `1 row`, `2 rows`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// `3, 5 to 9, 12` for an increasing list.
fn ranges(tiles: &[u16]) -> String {
    let runs = tiles.chunk_by(|a, b| a.checked_add(1) == Some(*b)).map(|run| match run {
        [one] => one.to_string(),
        [first, second] => format!("{first}, {second}"),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// Everything that is wrong with what should have been a board; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct BoardError {
    /// The faults: of the shape first, then of the tiles in reading order.
    pub faults: Vec<Fault>,
}

impl From<Fault> for BoardError {
    fn from(fault: Fault) -> Self {
        Self { faults: vec![fault] }
    }
}

/// How many faults are worth spelling out in a message.
const SHOWN: usize = 12;

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<String> = self.faults.iter().take(SHOWN).map(Fault::to_string).collect();
        f.write_str(&shown.join("\n"))?;
        let hidden = self.faults.len().saturating_sub(SHOWN);
        match hidden {
            0 => Ok(()),
            1 => write!(f, "\n… and 1 more fault"),
            _ => write!(f, "\n… and {hidden} more faults"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(rows: &[&[u16]]) -> String {
        Board::from_rows(rows).expect_err("not a board").to_string()
    }

    #[test]
    fn every_fault_is_named() {
        let message = faults(&[&[1, 2, 3], &[4, 9, 2], &[7, 8]]);
        assert_eq!(
            message,
            "can't tell where the blank is: row 3 has 2 tiles and the others have 3: write 0 for it\n\
             9 is out of range: a 3x3 board has the tiles 1 to 8 and 0 for the blank\n\
             2 occurs again\n\
             5, 6 are missing"
        );
        assert_eq!(
            faults(&[&[1, 0, 3], &[4, 5, 0], &[7]]),
            "row 3 has 1 tile and the others have 3\ntwo blanks: 0 and 0\n2, 6, 8 are missing"
        );
    }

    #[test]
    fn dimensions_and_counts() {
        assert!(faults(&[&[1, 2, 3]]).contains("1 row of 3 is not a board"));
        assert!(faults(&[]).contains("0 rows of 0 are not"));
        assert!(Board::from_rows(vec![vec![0u16; 128]; 128]).is_err());
        let size = Size::square(3).expect("in range");
        let error = Board::from_tiles(size, &[1, 2, 3]).expect_err("too few");
        assert_eq!(error.to_string(), "a 3x3 board has 9 numbers and here are 3");
    }

    #[test]
    fn long_lists_are_cut() {
        let message = Board::from_rows(vec![[7u16; 10]; 10]).expect_err("all the same").to_string();
        assert!(message.ends_with("… and 88 more faults"), "{message}");
        assert_eq!(ranges(&[0, 2, 3, 5, 6, 7, 8]), "0, 2, 3, 5 to 8");
        assert_eq!(Fault::Missing(vec![u16::MAX, 0]).to_string(), "65535, 0 are missing");
        assert_eq!(Fault::Missing(Vec::new()).to_string(), "no tile is missing");
    }
}
