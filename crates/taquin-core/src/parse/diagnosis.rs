//! Selection of the faults to report for a text that is not a board, among those of all interpretations.

use super::lexer::{Cell, Line, Row, block, flatten};
use crate::board_error::FaultKind;
use crate::{Board, BoardError, Size};

/// Selects the error to report. `errors` has one for each interpretation, in order of likelihood.
///
/// Prefers an interpretation whose only fault is an unclear blank. Otherwise selects the first if the text
/// has a clear header, and the one with the least severe faults if not.
pub(super) fn most_helpful(mut errors: Vec<BoardError>, lines: &[Line]) -> BoardError {
    let lacks_only_the_blank =
        |error: &BoardError| matches!(error.single(), Some(FaultKind::UnclearBlank { .. }));
    let selected = if let Some(found) = errors.iter().position(lacks_only_the_blank) {
        Some(errors.swap_remove(found))
    } else if has_clear_header(lines) {
        errors.into_iter().next()
    } else {
        errors.into_iter().min_by_key(severity)
    };
    selected.unwrap_or_else(|| FaultKind::NoBoard.into())
}

/// Replaces the error by [`FaultKind::TrailingText`] if a single line after some boards has the wrong shape.
pub(super) fn diagnose_trailing_text(error: BoardError, lines: &[Line], boards: usize) -> BoardError {
    let is_single = block(lines).len() == 1 && !lines[0].is_slashed();
    if boards > 0 && is_single && error.kinds().any(is_shape_fault) {
        let position = lines[0].rows[0].cells.first().and_then(|cell| cell.tile.position);
        return FaultKind::TrailingText { boards, position }.into();
    }
    error
}

/// Replaces the error by [`FaultKind::Unspaced`] if spaces between the digits would make the lines a board.
pub(super) fn diagnose_unspaced_digits(error: BoardError, lines: &[Line], size: Option<Size>) -> BoardError {
    let rows: Vec<&Row> = lines.iter().flat_map(|line| &line.rows).take(MAX_ONE_DIGIT_CELLS + 1).collect();
    let after_header = rows.get(1..).unwrap_or_default();
    unspaced(&rows, size).or_else(|| unspaced(after_header, size)).map_or(error, BoardError::from)
}

fn unspaced(rows: &[&Row], size: Option<Size>) -> Option<FaultKind> {
    let digits = |row: &&Row| match row.cells[..] {
        [Cell { tile, start, end }] if end - start < MAX_ONE_DIGIT_CELLS && tile.mark.is_none() => {
            Some(format!("{:0width$}", tile.value, width = end + 1 - start))
        }
        _ => None,
    };
    let words: Vec<String> = rows.iter().map(digits).collect::<Option<_>>()?;
    let first = words.first()?;
    let width = first.len();
    let size = match words.len() {
        1 => size.or_else(|| Size::square(width.isqrt()).ok()),
        rows => Size::new(rows, width).ok(),
    };
    let tiles: Vec<u16> = words.concat().bytes().map(|digit| u16::from(digit - b'0')).collect();
    let is_board = words.iter().all(|word| word.len() == width) && Board::from_tiles(size?, &tiles).is_ok();
    is_board.then(|| FaultKind::Unspaced { digits: first.clone(), position: rows[0].cells[0].tile.position })
}

/// Corrects the number of rows found after a header, of which only as many as expected were parsed.
pub(super) fn recount_rows(error: BoardError, lines: &[Line]) -> BoardError {
    match error.single() {
        Some(&FaultKind::OtherShape { size, cols, position, .. }) => {
            let is_row = |line: &&Line| flatten(std::slice::from_ref(line)).len() + 1 >= cols;
            let rows = block(lines).iter().take_while(is_row).count().max(1);
            FaultKind::OtherShape { size, rows, cols, position }.into()
        }
        _ => error,
    }
}

/// Returns true for faults of the shape, which leave the cells of the tiles unknown.
pub(super) fn is_shape_fault(fault: &FaultKind) -> bool {
    matches!(
        fault,
        FaultKind::Dimensions { .. }
            | FaultKind::UnknownShape { .. }
            | FaultKind::OtherShape { .. }
            | FaultKind::WrongCount { .. }
    )
}

/// Returns true if the first line is almost certainly a size.
fn has_clear_header(lines: &[Line]) -> bool {
    let width = |line: &Line| line.rows[0].cells.len();
    match lines {
        [first, ..] if width(first) == 1 => true,
        [first, second, ..] if width(first) == 2 => {
            width(second) != 2 && first.rows[0].cells[1].tile.value == width(second) as u64
        }
        _ => false,
    }
}

/// Weighs the faults: a wrong shape is worse than many wrong tiles.
fn severity(error: &BoardError) -> usize {
    error.kinds().map(|fault| if is_shape_fault(fault) { 100 } else { 1 }).sum()
}

/// The maximum number of cells of a board on which every tile has one digit.
const MAX_ONE_DIGIT_CELLS: usize = 10;

#[cfg(test)]
mod tests {
    use crate::{BoardFormat, Size, read_boards};

    fn faults(text: &str) -> String {
        read_boards(text, BoardFormat::Auto, None).expect_err("not a board").to_string()
    }

    #[test]
    fn faults_have_positions_and_remedies() {
        assert_eq!(faults(""), faults(" \n# nothing\n"));
        assert!(faults("").contains("no board found"));
        assert_eq!(
            faults("1 2 3\n4 five 6\n7 8 -1"),
            "line 2, column 3: 'five' is not a tile: \
             expected a number, or 0, _, ., x, X, ? or * for the blank\n\
             line 3, column 5: '-1' is not a tile: \
             expected a number, or 0, _, ., x, X, ? or * for the blank"
        );
        assert_eq!(
            faults("3\n1 2 3\n4 5 6\n7 7 9"),
            "line 4, column 3: 7 occurs twice (first at line 4, column 1)\n\
             line 4, column 5: 9 is out of range: a 3x3 board has tiles 1 to 8 and a blank, 0\n\
             0, 8 are missing (0 is the blank)"
        );
        assert_eq!(
            faults("3\n1 2 3\n4 5 6"),
            "line 2, column 1: expected 9 numbers for a 3x3 board, found 6\n\
             0, 7, 8 are missing (0 is the blank)"
        );
        let error =
            read_boards("1 2/3 4/5 0", BoardFormat::Auto, Size::new(2, 3).ok()).expect_err("another shape");
        assert_eq!(error.to_string(), "line 1, column 1: expected a 2x3 board, found 3 rows of 2");
        assert!(read_boards("3\n0 1 3\n4 2 5\n7 8 6", BoardFormat::Auto, Size::square(4).ok()).is_err());
        let long = format!("1 2 3\n4 5 6\n7 8 {}", "z".repeat(10_000));
        assert!(faults(&long).len() < 150);
        assert!(faults(&"z ".repeat(10_000)).ends_with("… and 88 more faults"));
        assert!(faults("3").contains("expected 9 numbers for a 3x3 board, found 0"));
        assert!(faults("128\n1 2 3").contains("128x128 is too large"));
        assert!(faults("1\n0").contains("1x1 is too small"));
        assert_eq!(
            faults("2\n1 2 3\n4 5 6\n7 8 0"),
            "line 2, column 1: expected a 2x2 board, found 3 rows of 3"
        );
        assert_eq!(
            faults("3\n\n1 2 3\n4 5 6\n7 8 8"),
            "line 5, column 5: 8 occurs twice (first at line 5, column 3)\n0 is missing (0 is the blank)"
        );
        assert!(faults("0 1 3\n4 2 5\n7").contains("row 3 has 1 number, but the others have 3"));
        assert_eq!(
            faults("[[1,2],\n [3,3]]"),
            "line 2, column 5: 3 occurs twice (first at line 2, column 3)\n0 is missing (0 is the blank)"
        );
        assert!(
            faults("http://localhost/#b=1.2_3.3&g=ring").starts_with("line 1, column 27: 3 occurs twice")
        );
        assert!(faults("3 1 2 3 4 5 6 7 8 8").starts_with("line 1, column 19: 8 occurs twice"));
    }

    #[test]
    fn two_blanks_are_reported_with_both_positions() {
        assert_eq!(
            faults("4\n1 2 3 4\n5 x 6 7\n8 9 0 10\n11 12 13 14"),
            "two blanks: 'x' at line 3, column 3 and 0 at line 4, column 5\n15 is missing"
        );
        assert!(
            faults("1,,3\n4,0,5\n7,8,6")
                .starts_with("two blanks: an empty field at line 1, column 3 and 0 at")
        );
    }

    #[test]
    fn unspaced_digits() {
        for text in ["123/456/780", "123\n456\n780", "3\n123\n456\n780", "012\n345", "10\n32"] {
            assert!(faults(text).ends_with("is one number: put spaces between the digits"), "{text:?}");
        }
        assert_eq!(
            faults("867254301"),
            "line 1, column 1: '867254301' is one number: put spaces between the digits"
        );
        assert!(faults("123\n456\n789").contains("123x123 board"));
    }

    #[test]
    fn trailing_text() {
        let trailing = "expected another board or the end of the input after 1 board: \
                        remove this line, or complete the board";
        for text in [
            "3\n1 2 3\n4 5 6\n7 8 0\n9",
            "3\n1 2 3\n4 5 6\n7 8 0\n9 10 11",
            "3\n1 2 3\n4 5 6\n7 8 0\n9\n\n1 2/3 0",
            "1 2/3 0\n\n\n\n9",
        ] {
            assert_eq!(faults(text), format!("line 5, column 1: {trailing}"), "{text:?}");
        }
        assert!(faults("1 2/3 0\n1 2/0 3\n7").contains("after 2 boards"));
        // These lines start another board, which has a fault.
        assert!(faults("1 2/3 0\n1 2/3 3").starts_with("line 2, column 7: 3 occurs twice"));
        assert!(faults("1 2 3 0\n\n1 2 3 3").starts_with("line 3, column 7: 3 occurs twice"));
    }
}
