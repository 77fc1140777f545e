//! Assembles printed rows into a board, one of whose rows may have a gap in place of the blank.
//!
//! Three clues locate the gap: empty fields between bars or commas, the columns of the other rows, and, where
//! numbers are separated by single spaces, a wider space.

use super::classify_line::Row;
use super::replay::{AtLine, ParsedBoard};
use taquin::notation::{BoardFormat, read_boards};
use taquin::{Board, Size};

/// Parses the board that begins with the first row. Returns `None` if the rows are not a board even with the
/// blank added. The line is that of the first row, or of the row whose gap is ambiguous.
pub(super) fn parse_board(rows: &[Row], size: Size) -> Option<AtLine<ParsedBoard>> {
    let rows = rows.get(..size.rows())?;
    if rows.iter().any(|row| row.parts > 1 || row.numbers.len() > size.cols()) {
        return None;
    }
    if let Some((row, mark)) = rows.iter().find_map(|row| Some((row, row.odd_mark.clone()?))) {
        let tiles: Vec<u16> = rows.iter().flat_map(|row| &row.numbers).copied().collect();
        Board::from_tiles(size, &tiles).ok()?;
        return Some((ParsedBoard::OddBlank(mark), row.line));
    }
    let mut tiles: Vec<u16> = rows.iter().flat_map(|row| &row.numbers).copied().collect();
    let Some(short) = rows.iter().position(|row| row.numbers.len() < size.cols()) else {
        let board = Board::from_tiles(size, &tiles).ok()?;
        return Some((ParsedBoard::Valid(board), rows[0].line));
    };
    if tiles.len() + 1 != size.cells() {
        return None;
    }
    let column =
        empty_field(rows, short).or_else(|| missing_column(rows, size)).or_else(|| wider_space(rows, short));
    tiles.insert(short * size.cols() + column.unwrap_or(0), 0);
    let board = Board::from_tiles(size, &tiles).ok()?;
    Some(match column {
        Some(_) => (ParsedBoard::Gapped(board), rows[0].line),
        None => (ParsedBoard::NoBlank(rows[short].text.clone()), rows[short].line),
    })
}

/// Returns the empty field of the short row. A full row shows which field is the first column.
fn empty_field(rows: &[Row], short: usize) -> Option<usize> {
    let (_, full) = rows.iter().enumerate().find(|&(index, _)| index != short)?;
    let start = full.fields.iter().position(Option::is_some)?;
    let cells = rows[short].fields.get(start..start + full.numbers.len())?;
    cells.iter().position(Option::is_none)
}

/// Returns the column in which the short row has no number.
fn missing_column(rows: &[Row], size: Size) -> Option<usize> {
    let text: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    let boards = read_boards(&text.join("\n"), BoardFormat::Rows, Some(size)).ok()?;
    boards.first().map(|board| board.blank() % size.cols())
}

/// Returns the only place of the short row, between two numbers or at an end, with more space than in the
/// full rows.
fn wider_space(rows: &[Row], short: usize) -> Option<usize> {
    let widths: Vec<Vec<usize>> = rows.iter().map(|row| space_widths(&row.text)).collect();
    let mut full = widths.iter().enumerate().filter(|&(index, _)| index != short).map(|(_, row)| row);
    let usual = full.next()?;
    let (_, inner) = usual.split_first()?;
    let is_uniform = inner.iter().rev().skip(1).all(|&width| width == 1) && full.all(|row| row == usual);
    if !is_uniform {
        return None;
    }
    let (end, found) = widths[short].split_last()?;
    let mut different = found.iter().zip(usual).enumerate().filter(|(_, (found, usual))| found != usual);
    match (different.next(), different.next()) {
        (Some((place, (found, usual))), None) if found > usual => Some(place),
        (None, _) if Some(end) > usual.last() => Some(found.len()),
        _ => None,
    }
}

/// Returns the widths of the spaces before the first number, between numbers, and after the last.
fn space_widths(text: &str) -> Vec<usize> {
    let pieces: Vec<&str> = text.split(|c: char| !c.is_whitespace()).collect();
    let last = pieces.len() - 1;
    // The digits of a number have empty pieces between them.
    let is_space = |&(i, piece): &(usize, &&str)| i == 0 || i == last || !piece.is_empty();
    pieces.iter().enumerate().filter(is_space).map(|(_, piece)| piece.chars().count()).collect()
}
