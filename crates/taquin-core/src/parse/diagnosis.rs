//! Selection of the faults to report for a text that is not a board, among those of all interpretations.

use super::lexer::{Line, Lookahead, block, flatten};
use super::{ReadFailure, compact, n_i};
use crate::BoardError;
use crate::board_error::FaultKind;

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

/// Adds to the error of a text the form that the text looks like, or replaces it. `compact` is the error of reading the text as
/// digits without spaces.
pub(super) fn name_form(failure: ReadFailure, compact: Option<&BoardError>, text: &str) -> BoardError {
    let ReadFailure { error, counted } = failure;
    let is_fault_of_words = error.kinds().any(|fault| matches!(fault, FaultKind::NotATile { .. }));
    if compact::contents(text).any(|content| content.contains('"')) {
        return with_hint(&error, FaultKind::LooksLike(JSON));
    }
    if !is_fault_of_words && n_i::is_n_i(Lookahead::new(text).lines()) {
        return FaultKind::LooksLike(HOMEWORK).into();
    }
    match counted {
        Some(counted) if matches!(counted.single(), Some(FaultKind::OtherCount { found: 2.., .. })) => {
            counted
        }
        _ => compact.and_then(|fault| compact_fault(text, fault)).unwrap_or(error),
    }
}

pub(super) const JSON: &str = "a JSON object: give the array of the board alone, or as the only field, such as {\"puzzle\": [[1,2],[3,0]]}";
const HOMEWORK: &str = "the homework format with the number of tiles and the index of the blank in the goal first: read it with --input n-i";

/// Returns the fault of a text with one word per row, whose digits are not a board.
fn compact_fault(text: &str, fault: &BoardError) -> Option<BoardError> {
    let mut words = compact::contents(text).flat_map(|content| content.split(['/', '|']).map(str::trim));
    let word = words.find(|word| word.chars().count() > 2)?;
    // The positions are those in the text with spaces.
    let reason =
        |kind: &FaultKind| kind.to_string().split(" (first at").next().unwrap_or_default().to_owned();
    let reasons: Vec<String> = fault.kinds().take(3).map(reason).collect();
    Some(FaultKind::Compact { digits: word.to_owned(), reason: reasons.join("; ") }.into())
}

/// Adds a fault to the first one of an error.
fn with_hint(error: &BoardError, hint: FaultKind) -> BoardError {
    let first = error.kinds().next().cloned();
    BoardError::new(first.into_iter().chain([hint]).collect())
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
            faults("1 2 3\n4 five 6\n7 8 -2"),
            "line 2, column 3: 'five' is not a tile: \
             expected a number, or 0, -1, _, ., x, X, ?, *, B or b for the blank\n\
             line 3, column 5: '-2' is not a tile: \
             expected a number, or 0, -1, _, ., x, X, ?, *, B or b for the blank"
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
    fn forms_are_named() {
        for (text, expected) in [
            (
                "867254309",
                "'867254309' looks like digits without spaces, but they are not a board: 9 is out of range",
            ),
            (
                "12345678",
                "looks like digits without spaces, but they are not a board: 8 numbers do not form a square",
            ),
            (
                "123\n456\n789",
                "'123' looks like digits without spaces, but they are not a board: 9 is out of range",
            ),
            (
                "fe169b4c0a73d85f",
                "'fe169b4c0a73d85f' looks like digits without spaces, but they are not a board: 15 occurs",
            ),
            ("{\"name\": \"x\", \"board\": [[1,2],[3,0]]}", "this looks like a JSON object"),
            ("{\n\"start\": [[1,2],[3,0]],\n\"goal\": [[0,1],[2,3]]\n}", "this looks like a JSON object"),
            ("# my puzzle\n123\n456\n789", "'123' looks like digits without spaces"),
            ("8\n-1\n1 2 3\n4 5 6\n0 7 8", "this looks like the homework format"),
            ("8\n4\n1 2 3\n4 5 6\n0 7 8", "this looks like the homework format"),
            ("5\n1 2/3 0\n0 1/2 3", "the first line announces 5 boards, but 2 follow"),
            ("123456788", "not a board: 8 occurs twice; 0 is missing (0 is the blank)"),
            ("3x3:1,2,3,4,5,6,7,8", "expected 9 numbers for a 3x3 board, found 8"),
            ("3x4:1,2,3,4,5,6,7,8,0", "expected 12 numbers for a 3x4 board, found 9"),
            ("2x2: 1 2 3/4 5 0", "expected a 2x2 board, found 2 rows of 3"),
        ] {
            assert!(faults(text).contains(expected), "{text:?}: {}", faults(text));
        }
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
