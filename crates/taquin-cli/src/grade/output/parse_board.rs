//! Assembles printed rows into a board, one of whose rows may have a gap in place of the blank.
//!
//! Empty fields between bars or commas locate the gap, or else the columns and spaces, as in every text with a board.

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
    let column = empty_field(rows, short).or_else(|| gap(rows, size));
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

/// Returns the column of the gap that the parser of boards finds. Where columns and spaces disagree, as in rows that were joined
/// with an empty text for the blank, the spaces decide: numbers of the same length have no columns of their own.
fn gap(rows: &[Row], size: Size) -> Option<usize> {
    let find = |text: fn(&str) -> String| {
        let text: Vec<String> = rows.iter().map(|row| text(&row.text)).collect();
        let boards = read_boards(&text.join("\n"), BoardFormat::Rows, Some(size)).ok()?;
        boards.first().map(|board| board.blank() % size.cols())
    };
    find(str::to_owned).or_else(|| find(pad_numbers))
}

/// Pads all numbers with zeros to the same length.
fn pad_numbers(row: &str) -> String {
    let pieces = row.split_inclusive(|c: char| !c.is_ascii_digit());
    let padded = pieces.map(|piece| {
        let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
        format!("{}{piece}", "0".repeat(if digits > 0 { 5_usize.saturating_sub(digits) } else { 0 }))
    });
    padded.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_padded() {
        assert_eq!(pad_numbers(" 7  12 9|"), " 00007  00012 00009|");
    }
}
