//! Text into lines, rows and cells, each with its place.

use crate::board::{BoardError, Entry, Fault, Place};

/// A line that holds something.
pub(super) struct Line {
    /// The rows on it: one, or several if `/` separates them.
    pub(super) rows: Vec<Row>,
    /// Whether the line before it was blank, or there was none.
    pub(super) starts_block: bool,
}

impl Line {
    pub(super) fn is_slashed(&self) -> bool {
        self.rows.len() > 1
    }
}

/// The cells between two row separators.
#[derive(Clone, Default)]
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    /// Whether the last thing on it was a comma: a gap after it may be the blank.
    pub(super) ends_in_comma: bool,
}

/// A number with the columns it covers.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub(super) entry: Entry,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The longest number worth reading; the largest tile is 16128.
const MAX_DIGITS: usize = 18;

/// How many things that are no tiles are worth reporting.
const MOST_FAULTS: usize = 100;

/// Cuts a text into lines; reports everything on it that can't be part of a board.
pub(super) fn lines(text: &str) -> Result<Vec<Line>, BoardError> {
    let (mut lines, mut faults, mut starts_block) = (Vec::new(), Vec::new(), true);
    // Some old files end their lines with a carriage return alone.
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    for (i, raw) in text.split(['\n', '\r']).enumerate() {
        if faults.len() >= MOST_FAULTS {
            break;
        }
        let content = raw.split('#').next().unwrap_or_default();
        if content.trim().is_empty() {
            // A line with a comment alone separates nothing.
            starts_block |= raw.trim().is_empty();
            continue;
        }
        lines.push(Line { rows: rows(content, i + 1, &mut faults), starts_block });
        starts_block = false;
    }
    if faults.is_empty() { Ok(lines) } else { Err(BoardError { faults }) }
}

fn rows(content: &str, line: usize, faults: &mut Vec<Fault>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut column = 1;
    for piece in content.split('/') {
        rows.push(row(piece, line, column, faults));
        column += piece.chars().count() + 1;
    }
    // A separator at either end of the line separates nothing.
    if rows.len() > 1 && rows.last().is_some_and(|row| row.cells.is_empty()) {
        rows.pop();
    }
    if rows.len() > 1 && rows[0].cells.is_empty() {
        rows.remove(0);
    }
    rows
}

fn row(piece: &str, line: usize, first_column: usize, faults: &mut Vec<Fault>) -> Row {
    let mut row = Row::default();
    let mut word = String::new();
    // Whether a comma that comes next would leave an empty field before it.
    let mut field_is_empty = true;
    let chars = piece.chars().chain([' ']).zip(first_column..);
    for (c, column) in chars {
        if c != ',' && !c.is_whitespace() {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            let start = column - word.chars().count();
            match value(&word) {
                Some(value) => row.push(value, line, start, column - 1),
                None if faults.len() < MOST_FAULTS => {
                    faults.push(Fault::NotATile { text: word.clone(), place: Place { line, column: start } });
                }
                None => {}
            }
            word.clear();
            field_is_empty = false;
            row.ends_in_comma = false;
        }
        if c == ',' {
            if field_is_empty {
                row.push(0, line, column, column);
            }
            field_is_empty = true;
            row.ends_in_comma = true;
        }
    }
    row
}

impl Row {
    fn push(&mut self, value: u64, line: usize, start: usize, end: usize) {
        let entry = Entry { value, place: Some(Place { line, column: start }) };
        self.cells.push(Cell { entry, start, end });
    }
}

fn value(word: &str) -> Option<u64> {
    match word {
        "_" | "." | "x" | "X" => Some(0),
        _ if word.len() <= MAX_DIGITS && word.bytes().all(|b| b.is_ascii_digit()) => word.parse().ok(),
        _ => None,
    }
}
