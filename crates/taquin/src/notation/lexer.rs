//! Text into lines, rows and cells, each with its place.
//!
//! Two other notations are translated on the way, sign by sign, so that every column stays where it is: the page's
//! addresses (`…#b=1.2_3.0`) and arrays (`[[1,2],[3,0]]`).

use crate::board::{BoardError, Entry, Fault, Place};
use std::borrow::Cow;

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
    /// The spaces before the first cell.
    pub(super) lead: usize,
    /// The spaces behind the last cell.
    pub(super) trail: usize,
    pub(super) has_commas: bool,
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
        let line = translated(raw);
        let content = line.split('#').next().unwrap_or_default();
        let rows = rows(content, i + 1, &mut faults);
        if rows.iter().all(|row| row.cells.is_empty()) {
            // A line with a comment or a bracket alone separates nothing.
            starts_block |= raw.trim().is_empty();
            continue;
        }
        lines.push(Line { rows, starts_block });
        starts_block = false;
    }
    if faults.is_empty() { Ok(lines) } else { Err(BoardError { faults }) }
}

/// The lines up to the next blank one, or the next with a board of its own.
pub(super) fn block(lines: &[Line]) -> &[Line] {
    let ends = |line: &Line| line.starts_block || line.is_slashed();
    let length = lines[1..].iter().position(ends).map_or(lines.len(), |i| i + 1);
    &lines[..length]
}

/// All entries of some lines.
pub(super) fn flatten(lines: &[Line]) -> Vec<Entry> {
    lines.iter().flat_map(|line| &line.rows).flat_map(|row| &row.cells).map(|cell| cell.entry).collect()
}

/// A line with the signs of other notations replaced by ours.
fn translated(line: &str) -> Cow<'_, str> {
    if let Some(text) = without_address(line) {
        return Cow::Owned(text);
    }
    if !line.contains(['[', ']']) {
        return Cow::Borrowed(line);
    }
    let mut closed = false;
    let sign = |sign: char| match sign {
        '[' | ']' => {
            closed = sign == ']';
            ' '
        }
        ',' if closed => {
            closed = false;
            '/'
        }
        _ => {
            closed &= sign.is_whitespace();
            sign
        }
    };
    Cow::Owned(line.chars().map(sign).collect())
}

/// A line that begins with a board as the page's addresses have it, with or without the address around it.
fn without_address(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?;
    let hash = word.find('#').filter(|&at| word[at..].starts_with("#b="));
    let start = hash.map_or(0, |at| at + "#b=".len());
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
            let place = Place { line, column: start };
            match entry(&word, place) {
                Some(entry) => row.cells.push(Cell { entry, start, end: column - 1 }),
                None if faults.len() < MOST_FAULTS => {
                    faults.push(Fault::NotATile { text: word.clone(), place });
                }
                None => {}
            }
            word.clear();
            field_is_empty = false;
            row.ends_in_comma = false;
        }
        if c == ',' {
            if field_is_empty {
                let entry = Entry { value: 0, place: Some(Place { line, column }), mark: Some(',') };
                row.cells.push(Cell { entry, start: column, end: column });
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

/// The tile or the blank that a word stands for.
fn entry(word: &str, place: Place) -> Option<Entry> {
    let mark = Entry::mark_of(word);
    let is_number = word.len() <= MAX_DIGITS && word.bytes().all(|b| b.is_ascii_digit());
    let value = if mark.is_some() { 0 } else { word.parse().ok().filter(|_| is_number)? };
    Some(Entry { value, place: Some(place), mark })
}
