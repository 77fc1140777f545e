//! Splits text into lines, rows and cells, each with its position.
//!
//! A cell takes thirty times as much memory as its character in the text, so lines are split only when the parser
//! needs them: a [`Lookahead`] holds as many as one board can take. [`check`] splits every line once before, and keeps
//! none, so that words that are not tiles are all reported.
//!
//! Links, arrays, grids with borders and the like are [normalized](normalize) first.

use super::normalize::{has_bars, is_rule, normalize, split_size};
use crate::board_error::FaultKind;
use crate::raw_tile::{BLANK_MARKS, MINUS_ONE, RawTile, TextPosition};
use crate::{BoardError, Size};

/// A line with at least one cell.
pub(super) struct Line {
    /// One row, or several with `/` between them.
    pub(super) rows: Vec<Row>,
    /// True if the line before is empty or this is the first.
    pub(super) starts_block: bool,
    /// The number of rows and columns before the board, as in `3x4:1,2,…`.
    pub(super) size: Option<(usize, usize)>,
}

impl Line {
    pub(super) fn is_slashed(&self) -> bool {
        self.rows.len() > 1
    }

    /// Returns true if the lines before this one are complete boards.
    fn ends_block(&self) -> bool {
        self.starts_block || self.is_slashed() || self.size.is_some()
    }

    /// Returns the number on a line that has no other.
    pub(super) fn only_number(&self) -> Option<RawTile> {
        match &self.rows[..] {
            [row] if row.cells.len() == 1 => Some(row.cells[0].tile),
            _ => None,
        }
    }

    fn cells(&self) -> usize {
        self.rows.iter().map(|row| row.cells.len()).sum()
    }
}

/// The cells between two slashes or line ends.
#[derive(Clone, Default)]
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    /// The number of characters before the first cell.
    pub(super) lead: usize,
    /// The number of characters after the last cell.
    pub(super) trail: usize,
    pub(super) has_commas: bool,
    /// True if a comma follows the last cell: the field after it may be the blank.
    pub(super) ends_in_comma: bool,
}

/// A number or mark, with its first and last column in the text.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub(super) tile: RawTile,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Longer numbers are not tiles. The largest tile, 16128, has five digits.
const MAX_DIGITS: usize = 18;

/// Words that are not tiles to report; parsing stops there.
const MAX_FAULTS: usize = 100;

/// Characters to keep of a word that is too long for a tile.
const MAX_WORD: usize = 40;

/// Longer lines are not boards. A board of 127 rows and columns on one line takes about 110 KB.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// The maximum number of numbers of a board and its size.
pub(super) const MAX_NUMBERS: usize = Size::MAX * Size::MAX + 2;

/// Reports all words of a text that are not tiles, and lines with more numbers than a board has.
pub(super) fn check(text: &str) -> Result<(), BoardError> {
    let mut faults = Vec::new();
    let mut cursor = LineCursor::new(text);
    while faults.len() < MAX_FAULTS && cursor.next(&mut faults).is_some() {}
    if faults.is_empty() { Ok(()) } else { Err(BoardError::new(faults)) }
}

/// A position in a text, at the start of a line.
#[derive(Clone)]
struct LineCursor<'a> {
    rest: Option<&'a str>,
    /// The number of the next line, counted from 1.
    number: usize,
    /// True if the line before is empty or there is none.
    starts_block: bool,
    /// True if the last line with cells has bars between them.
    had_bars: bool,
}

impl<'a> LineCursor<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            rest: Some(text.trim_start_matches('\u{feff}')),
            number: 1,
            starts_block: true,
            had_bars: false,
        }
    }

    /// Splits the next line that has a cell. Skips comments and empty lines, and collects faults.
    fn next(&mut self, faults: &mut Vec<FaultKind>) -> Option<Line> {
        while let Some(rest) = self.rest {
            // A carriage return alone ends a line too, as in files of the classic Mac OS.
            let end = rest.find(['\n', '\r']);
            let raw = &rest[..end.unwrap_or(rest.len())];
            self.rest = end.map(|end| rest[end..].strip_prefix("\r\n").unwrap_or(&rest[end + 1..]));
            if raw.len() > MAX_LINE_BYTES {
                let position = TextPosition { line: self.number, column: 1 };
                faults.push(FaultKind::LongLine { position });
                self.number += 1;
                continue;
            }
            let (content, size) = split_size(normalize(raw));
            let rows = rows(&content, self.number, faults);
            self.number += 1;
            if rows.iter().any(|row| !row.cells.is_empty()) {
                self.had_bars = has_bars(raw);
                return Some(Line { rows, starts_block: std::mem::take(&mut self.starts_block), size });
            }
            // An empty line separates boards, and so does a rule, but not a line with just a comment or a bracket.
            let content = raw.split('#').next().unwrap_or_default();
            self.starts_block |= raw.trim().is_empty() || is_rule(content) && !self.had_bars;
        }
        None
    }
}

/// The next lines of a text that [`check`] has accepted.
pub(super) struct Lookahead<'a> {
    /// Lines that are split already. Those before `start` are used up.
    lines: Vec<Line>,
    start: usize,
    /// The number of cells of the lines from `start` on.
    cells: usize,
    /// The lines after these.
    rest: LineCursor<'a>,
    /// True if no line follows.
    is_last: bool,
}

impl<'a> Lookahead<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let rest = LineCursor::new(text);
        let mut lookahead = Self { lines: Vec::new(), start: 0, cells: 0, rest, is_last: false };
        lookahead.fill();
        lookahead
    }

    /// Returns the next lines: all of them, or so many that no board takes more.
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines[self.start..]
    }

    /// Returns true if [`lines`](Self::lines) are all lines of the text.
    pub(super) fn has_all_lines(&self) -> bool {
        self.is_last
    }

    /// Returns the next lines as [`block`] does, or `None` if the block is larger than any board.
    pub(super) fn block(&self) -> Option<&[Line]> {
        let block = block(self.lines());
        (self.is_last || block.len() < self.lines().len()).then_some(block)
    }

    /// Calls a function with each line of the block and returns their number, or the first error.
    pub(super) fn try_for_each_in_block<E>(
        &self,
        mut f: impl FnMut(&Line) -> Result<(), E>,
    ) -> Result<usize, E> {
        let block = block(self.lines());
        block.iter().try_for_each(&mut f)?;
        let mut count = block.len();
        if self.block().is_none() {
            let mut rest = self.rest.clone();
            while let Some(line) = rest.next(&mut Vec::new()).filter(|line| !line.ends_block()) {
                f(&line)?;
                count += 1;
            }
        }
        Ok(count)
    }

    /// Returns the number of all lines from here on, and true if all have as many cells as the first.
    pub(super) fn count_lines(&self) -> (usize, bool) {
        let width = self.lines().first().map(Line::cells);
        let has_width = |line: &Line| Some(line.cells()) == width && !line.is_slashed();
        let mut is_rectangle = self.lines().iter().all(has_width);
        let mut count = self.lines().len();
        let mut rest = self.rest.clone();
        while let Some(line) = rest.next(&mut Vec::new()) {
            is_rectangle &= has_width(&line);
            count += 1;
        }
        (count, is_rectangle)
    }

    /// Moves on by this many lines.
    pub(super) fn advance(&mut self, count: usize) {
        let split = count.min(self.lines().len());
        self.cells -= self.lines()[..split].iter().map(Line::cells).sum::<usize>();
        self.start += split;
        for _ in split..count {
            self.rest.next(&mut Vec::new());
        }
        // Each line is moved once on average.
        if self.start > self.lines.len() / 2 {
            self.lines.drain(..self.start);
            self.start = 0;
        }
        self.fill();
    }

    fn fill(&mut self) {
        while !self.is_last && self.cells <= MAX_NUMBERS {
            match self.rest.next(&mut Vec::new()) {
                Some(line) => {
                    self.cells += line.cells();
                    self.lines.push(line);
                }
                None => self.is_last = true,
            }
        }
    }
}

/// Returns the lines up to the next empty one or the next with slashes, which is a board by itself.
pub(super) fn block(lines: &[Line]) -> &[Line] {
    let length = lines[1..].iter().position(Line::ends_block).map_or(lines.len(), |i| i + 1);
    &lines[..length]
}

/// Returns all tiles of some lines.
pub(super) fn flatten(lines: &[Line]) -> Vec<RawTile> {
    lines.iter().flat_map(|line| &line.rows).flat_map(|row| &row.cells).map(|cell| cell.tile).collect()
}

/// Parses the rows of a line, separated by slashes. Collects words that are not tiles in `faults`.
pub(super) fn rows(content: &str, line: usize, faults: &mut Vec<FaultKind>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut column = 1;
    let mut cells = 0;
    for piece in content.split('/') {
        let row = row(piece, line, column, faults);
        cells += row.cells.len();
        rows.push(row);
        if cells.max(rows.len()) > MAX_NUMBERS {
            faults.push(FaultKind::LongLine { position: TextPosition { line, column: 1 } });
            break;
        }
        column += piece.chars().count() + 1;
    }
    // Slashes at either end of the line are ignored.
    if rows.len() > 1 && rows.last().is_some_and(|row| row.cells.is_empty()) {
        rows.pop();
    }
    if rows.len() > 1 && rows[0].cells.is_empty() {
        rows.remove(0);
    }
    rows
}

fn row(piece: &str, line: usize, first_column: usize, faults: &mut Vec<FaultKind>) -> Row {
    let mut row = Row::default();
    let mut word = String::new();
    // True if no cell has been found since the last comma.
    let mut field_is_empty = true;
    let chars = piece.chars().chain([' ']).zip(first_column..);
    let mut word_length = 0;
    for (c, column) in chars {
        if row.cells.len() > MAX_NUMBERS {
            return row;
        }
        if c != ',' && !c.is_whitespace() {
            if word_length < MAX_WORD {
                word.push(c);
            }
            word_length += 1;
            continue;
        }
        if !word.is_empty() {
            let start = column - std::mem::take(&mut word_length);
            let position = TextPosition { line, column: start };
            match parse_tile(&word, position) {
                Some(tile) => row.cells.push(Cell { tile, start, end: column - 1 }),
                None if faults.len() < MAX_FAULTS => {
                    faults.push(FaultKind::NotATile { text: word.clone(), position });
                }
                None => {}
            }
            word.clear();
            field_is_empty = false;
            row.ends_in_comma = false;
        }
        if c == ',' {
            if field_is_empty {
                let tile =
                    RawTile { value: 0, position: Some(TextPosition { line, column }), mark: Some(',') };
                row.cells.push(Cell { tile, start: column, end: column });
            }
            field_is_empty = true;
            row.ends_in_comma = true;
            row.has_commas = true;
        }
    }
    if let [first, ..] = row.cells[..] {
        let last = row.cells.last().map_or(first.end, |cell| cell.end);
        row.lead = first.start - first_column;
        row.trail = first_column + piece.chars().count() - 1 - last;
    }
    row
}

/// Parses a number or a mark for the blank.
fn parse_tile(word: &str, position: TextPosition) -> Option<RawTile> {
    let mark = blank_mark(word);
    let is_number = word.len() <= MAX_DIGITS && word.bytes().all(|b| b.is_ascii_digit());
    let value = if mark.is_some() { 0 } else { word.parse().ok().filter(|_| is_number)? };
    Some(RawTile { value, position: Some(position), mark })
}

/// Returns the mark if the word is a mark for the blank; `-` for -1.
fn blank_mark(word: &str) -> Option<char> {
    if word == "-1" {
        return Some(MINUS_ONE);
    }
    let mut chars = word.chars();
    chars.next().filter(|mark| chars.next().is_none() && BLANK_MARKS.contains(mark))
}
