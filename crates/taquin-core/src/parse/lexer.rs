//! Splits text into lines, rows and cells, each with its position.
//!
//! Links to Taquin's page (`…#b=1.2_3.0`) and arrays (`[[1,2],[3,0]]`) are rewritten character by character
//! first, so that columns in error messages stay right.

use crate::board_error::{FaultKind, TextPosition};
use crate::raw_board::RawTile;
use crate::{BLANK_MARKS, BoardError};
use std::borrow::Cow;

/// A line with at least one cell.
pub(super) struct Line {
    /// One row, or several with `/` between them.
    pub(super) rows: Vec<Row>,
    /// True if the line before is empty or this is the first.
    pub(super) starts_block: bool,
}

impl Line {
    pub(super) fn is_slashed(&self) -> bool {
        self.rows.len() > 1
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

/// Splits a text into lines without comments and empty lines, or reports the words that are not tiles.
pub(super) fn lines(text: &str) -> Result<Vec<Line>, BoardError> {
    let mut lines = Vec::new();
    let mut faults = Vec::new();
    let mut starts_block = true;
    // A carriage return alone ends a line too, as in files of the classic Mac OS.
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    for (i, raw) in text.split(['\n', '\r']).enumerate() {
        if faults.len() >= MAX_FAULTS {
            break;
        }
        let line = normalize(raw);
        let content = line.split('#').next().unwrap_or_default();
        let rows = rows(content, i + 1, &mut faults);
        if rows.iter().all(|row| row.cells.is_empty()) {
            // Only an empty line separates boards, not one with just a comment or a bracket.
            starts_block |= raw.trim().is_empty();
            continue;
        }
        lines.push(Line { rows, starts_block });
        starts_block = false;
    }
    if faults.is_empty() { Ok(lines) } else { Err(BoardError::new(faults)) }
}

/// Returns the lines up to the next empty one or the next with slashes, which is a board by itself.
pub(super) fn block(lines: &[Line]) -> &[Line] {
    let ends = |line: &Line| line.starts_block || line.is_slashed();
    let length = lines[1..].iter().position(ends).map_or(lines.len(), |i| i + 1);
    &lines[..length]
}

/// Returns all tiles of some lines.
pub(super) fn flatten(lines: &[Line]) -> Vec<RawTile> {
    lines.iter().flat_map(|line| &line.rows).flat_map(|row| &row.cells).map(|cell| cell.tile).collect()
}

/// Rewrites links and arrays as rows with slashes between them. Each character keeps its column.
fn normalize(line: &str) -> Cow<'_, str> {
    if let Some(text) = normalize_link(line) {
        Cow::Owned(text)
    } else if line.contains(['[', ']']) {
        Cow::Owned(normalize_array(line))
    } else {
        Cow::Borrowed(line)
    }
}

/// Replaces brackets by spaces, and each comma after a closing bracket by a slash.
fn normalize_array(line: &str) -> String {
    let mut is_after_bracket = false;
    let replace = |c: char| match c {
        '[' | ']' => {
            is_after_bracket = c == ']';
            ' '
        }
        ',' if is_after_bracket => {
            is_after_bracket = false;
            '/'
        }
        _ => {
            is_after_bracket &= c.is_whitespace();
            c
        }
    };
    line.chars().map(replace).collect()
}

/// Rewrites a line that starts with a link to a board, or with just the board of one (`1.2_3.0`).
fn normalize_link(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?;
    let fragment = word.find('#').filter(|&at| word[at..].starts_with("#b="));
    let start = fragment.map_or(0, |at| at + "#b=".len());
    let board = word[start..].split('&').next()?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !(board.contains('_') && board.contains('.') && board.split(['_', '.']).all(is_number)) {
        return None;
    }
    let spaces = |text: &str| " ".repeat(text.chars().count());
    let (indent, rest) = line.split_at(line.find(word)?);
    let mut text = spaces(indent) + &spaces(&word[..start]);
    text += &board.replace('_', "/").replace('.', " ");
    text += &spaces(&word[start + board.len()..]);
    text += &rest[word.len()..];
    Some(text)
}

/// Parses the rows of a line, separated by slashes. Collects words that are not tiles in `faults`.
pub(super) fn rows(content: &str, line: usize, faults: &mut Vec<FaultKind>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut column = 1;
    for piece in content.split('/') {
        rows.push(row(piece, line, column, faults));
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
    for (c, column) in chars {
        if c != ',' && !c.is_whitespace() {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            let start = column - word.chars().count();
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

/// Returns the mark if the word is a mark for the blank.
fn blank_mark(word: &str) -> Option<char> {
    let mut chars = word.chars();
    chars.next().filter(|mark| chars.next().is_none() && BLANK_MARKS.contains(mark))
}
