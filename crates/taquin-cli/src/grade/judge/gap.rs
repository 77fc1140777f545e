//! The rows of a board, one of which may have a gap for the blank.
//!
//! Three things tell where the gap is: the bars or commas between the cells, the columns of the other rows, and, where the
//! numbers are not in columns, that every two of them are one space apart but for two.

use super::answer::Shown;
use super::line::Row;
use taquin::notation::{Format, read_boards};
use taquin::{Board, Size};

/// The board of some rows, and the line that it is on: its first, or that of the row whose gap is not clear. None if
/// the rows are no board even with the blank.
pub(super) fn board_of(rows: &[Row], size: Size) -> Option<(Shown, usize)> {
    let rows = rows.get(..size.rows())?;
    if rows.iter().any(|row| row.parts > 1 || row.numbers.len() > size.cols()) {
        return None;
    }
    let board_with = |gap: Option<usize>| {
        let mut tiles: Vec<u16> = rows.iter().flat_map(|row| &row.numbers).copied().collect();
        if let Some(cell) = gap {
            tiles.insert(cell, 0);
        }
        Board::from_tiles(size, &tiles).ok()
    };
    let Some(short) = rows.iter().position(|row| row.numbers.len() < size.cols()) else {
        return board_with(None).map(|board| (Shown::Board(board), rows[0].line));
    };
    let first = short * size.cols();
    let numbers: usize = rows.iter().map(|row| row.numbers.len()).sum();
    if numbers + 1 != size.cells() {
        return None;
    }
    board_with(Some(first))?;
    let column = by_fields(rows, short).or_else(|| by_columns(rows, size)).or_else(|| by_spaces(rows, short));
    let board = column.and_then(|column| board_with(Some(first + column)));
    Some(match board {
        Some(board) => (Shown::Board(board), rows[0].line),
        None => (Shown::NoBlank(rows[short].text.clone()), rows[short].line),
    })
}

/// The empty field among the fields of a row. Where the first of them begins is told by a row that has all its numbers.
fn by_fields(rows: &[Row], short: usize) -> Option<usize> {
    let full = rows.iter().enumerate().find(|&(index, _)| index != short)?.1;
    let start = full.fields.iter().position(Option::is_some)?;
    let cells = rows[short].fields.get(start..start + full.numbers.len())?;
    cells.iter().position(Option::is_none)
}

/// The column that the row lacks.
fn by_columns(rows: &[Row], size: Size) -> Option<usize> {
    let text: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    let boards = read_boards(&text.join("\n"), Format::Rows, Some(size)).ok()?;
    boards.first().map(|board| board.blank() % size.cols())
}

/// The place with more spaces than the others: between two numbers, or at an end.
fn by_spaces(rows: &[Row], short: usize) -> Option<usize> {
    let all: Vec<Vec<usize>> = rows.iter().map(|row| spaces(&row.text)).collect();
    let mut full = all.iter().enumerate().filter(|&(index, _)| index != short).map(|(_, spaces)| spaces);
    let usual = full.next()?;
    let (_, between) = usual.split_first()?;
    let are_alike = between.iter().rev().skip(1).all(|&spaces| spaces == 1) && full.all(|row| row == usual);
    let (end, found) = all[short].split_last()?;
    let mut wider = found.iter().zip(usual).enumerate().filter(|(_, (found, usual))| found != usual);
    match (wider.next(), wider.next()) {
        _ if !are_alike => None,
        (Some((place, (found, usual))), None) if found > usual => Some(place),
        (None, _) if Some(end) > usual.last() => Some(found.len()),
        _ => None,
    }
}

/// The numbers of spaces before the first number, between every two, and behind the last.
fn spaces(text: &str) -> Vec<usize> {
    let mut spaces = vec![0];
    let mut in_number = false;
    for c in text.chars() {
        if !c.is_whitespace() {
            in_number = true;
            continue;
        }
        if in_number {
            spaces.push(0);
        }
        in_number = false;
        if let Some(last) = spaces.last_mut() {
            *last += 1;
        }
    }
    if in_number {
        spaces.push(0);
    }
    spaces
}
