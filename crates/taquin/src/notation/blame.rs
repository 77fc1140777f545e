//! What to say of a text that is no board: of several readings, each with its faults, that which helps most.

use super::lexer::{Cell, Line, Row, block, flatten};
use crate::board::{Board, BoardError, Fault, Size};

/// Of the faults of several readings those to report: that of a reading that lacks nothing but the blank's place, or the
/// first's if its header is clear, and if not those of the reading nearest to a board.
pub(super) fn most_helpful(mut errors: Vec<BoardError>, lines: &[Line]) -> BoardError {
    let lacks_a_place = |error: &BoardError| matches!(error.faults[..], [Fault::UnclearBlank { .. }]);
    let nearest = if let Some(found) = errors.iter().position(lacks_a_place) {
        Some(errors.swap_remove(found))
    } else if has_clear_header(lines) {
        errors.into_iter().next()
    } else {
        errors.into_iter().min_by_key(unlikeliness)
    };
    nearest.unwrap_or_else(|| Fault::NoBoard.into())
}

/// What is wrong with the lines behind some boards: that there is one too many, or what was found.
pub(super) fn or_stray(error: BoardError, lines: &[Line], boards: usize) -> BoardError {
    let is_alone = block(lines).len() == 1 && !lines[0].is_slashed();
    if boards > 0 && is_alone && error.faults.iter().any(is_of_shape) {
        let place = lines[0].rows[0].cells.first().and_then(|cell| cell.entry.place);
        return Fault::NotAnother { boards, place }.into();
    }
    error
}

/// What is wrong with lines that are no board: that they have digits without spaces between them, or what was found.
pub(super) fn or_unspaced(error: BoardError, lines: &[Line], size: Option<Size>) -> BoardError {
    let rows: Vec<&Row> = lines.iter().flat_map(|line| &line.rows).take(MOST_DIGITS + 1).collect();
    let behind_size = rows.get(1..).unwrap_or_default();
    unspaced(&rows, size).or_else(|| unspaced(behind_size, size)).map_or(error, BoardError::from)
}

fn unspaced(rows: &[&Row], size: Option<Size>) -> Option<Fault> {
    let digits = |row: &&Row| match row.cells[..] {
        [Cell { entry, start, end }] if end - start < MOST_DIGITS && entry.mark.is_none() => {
            Some(format!("{:0width$}", entry.value, width = end + 1 - start))
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
    is_board.then(|| Fault::Unspaced { digits: first.clone(), place: rows[0].cells[0].entry.place })
}

/// The fault of rows behind a size, with all of them counted and not just as many as the size asks for.
pub(super) fn with_all_rows(error: BoardError, lines: &[Line]) -> BoardError {
    match error.faults[..] {
        [Fault::OtherShape { size, cols, place, .. }] => {
            let is_row = |line: &&Line| flatten(std::slice::from_ref(line)).len() + 1 >= cols;
            let rows = block(lines).iter().take_while(is_row).count().max(1);
            Fault::OtherShape { size, rows, cols, place }.into()
        }
        _ => error,
    }
}

/// Whether it is not even clear which cells there are.
pub(super) fn is_of_shape(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::Dimensions { .. }
            | Fault::UnknownShape { .. }
            | Fault::OtherShape { .. }
            | Fault::WrongCount { .. }
    )
}

/// Whether the first line can hardly be anything but a size.
fn has_clear_header(lines: &[Line]) -> bool {
    let width = |line: &Line| line.rows[0].cells.len();
    match lines {
        [first, ..] if width(first) == 1 => true,
        [first, second, ..] if width(first) == 2 => {
            width(second) != 2 && first.rows[0].cells[1].entry.value == width(second) as u64
        }
        _ => false,
    }
}

/// How far a text is from being a board: a wrong shape says more than some wrong tiles.
fn unlikeliness(error: &BoardError) -> usize {
    error.faults.iter().map(|fault| if is_of_shape(fault) { 100 } else { 1 }).sum()
}

/// The most digits that can make a board: beyond ten cells, tiles have two.
const MOST_DIGITS: usize = 10;

#[cfg(test)]
mod tests {
    use crate::board::Size;
    use crate::notation::{Format, read_boards};

    fn faults(text: &str) -> String {
        read_boards(text, Format::Auto, None).expect_err("no board").to_string()
    }

    #[test]
    fn faults_with_their_places() {
        assert_eq!(faults(""), faults(" \n# nothing\n"));
        assert!(faults("").contains("no board here"));
        assert_eq!(
            faults("1 2 3\n4 five 6\n7 8 -1"),
            "line 2, column 3: 'five' is not a tile: expected a number, or 0, _, ., x, X, ? or * for the blank\n\
             line 3, column 5: '-1' is not a tile: expected a number, or 0, _, ., x, X, ? or * for the blank"
        );
        assert_eq!(
            faults("3\n1 2 3\n4 5 6\n7 7 9"),
            "line 4, column 3: 7 occurs again (first at line 4, column 1)\n\
             line 4, column 5: 9 is out of range: a 3x3 board has the tiles 1 to 8 and 0 for the blank\n\
             0, 8 are missing (0 is the blank)"
        );
        assert_eq!(
            faults("3\n1 2 3\n4 5 6"),
            "line 2, column 1: a 3x3 board has 9 numbers and here are 6\n0, 7, 8 are missing (0 is the blank)"
        );
        let told = read_boards("1 2/3 4/5 0", Format::Auto, Size::new(2, 3).ok()).expect_err("another shape");
        assert_eq!(told.to_string(), "line 1, column 1: a 2x3 board was expected and here are 3 rows of 2");
        assert!(read_boards("3\n0 1 3\n4 2 5\n7 8 6", Format::Auto, Size::square(4).ok()).is_err());
        let long = format!("1 2 3\n4 5 6\n7 8 {}", "z".repeat(10_000));
        assert!(faults(&long).len() < 150);
        assert!(faults(&"z ".repeat(10_000)).ends_with("… and 88 more faults"));
        assert!(faults("3").contains("a 3x3 board has 9 numbers and here are 0"));
        assert!(faults("128\n1 2 3").contains("128 rows of 128 are not a board"));
        assert!(faults("1\n0").contains("1 row of 1 is not a board"));
        assert_eq!(
            faults("2\n1 2 3\n4 5 6\n7 8 0"),
            "line 2, column 1: a 2x2 board was expected and here are 3 rows of 3"
        );
        assert_eq!(
            faults("3\n\n1 2 3\n4 5 6\n7 8 8"),
            "line 5, column 5: 8 occurs again (first at line 5, column 3)\n0 is missing (0 is the blank)"
        );
        assert!(faults("0 1 3\n4 2 5\n7").contains("row 3 has 1 tile and the others have 3"));
        assert_eq!(
            faults("[[1,2],\n [3,3]]"),
            "line 2, column 5: 3 occurs again (first at line 2, column 3)\n0 is missing (0 is the blank)"
        );
        assert!(
            faults("http://localhost/#b=1.2_3.3&g=ring").starts_with("line 1, column 27: 3 occurs again")
        );
        assert!(faults("3 1 2 3 4 5 6 7 8 8").starts_with("line 1, column 19: 8 occurs again"));
    }

    #[test]
    fn two_blanks() {
        assert_eq!(
            faults("4\n1 2 3 4\n5 x 6 7\n8 9 0 10\n11 12 13 14"),
            "two blanks: 'x' at line 3, column 3 and 0 at line 4, column 5\n15 is missing"
        );
        assert!(faults("1,,3\n4,0,5\n7,8,6").starts_with("two blanks: nothing before the comma at line 1"));
    }

    #[test]
    fn digits_without_spaces() {
        for text in ["123/456/780", "123\n456\n780", "3\n123\n456\n780", "012\n345", "10\n32"] {
            assert!(faults(text).ends_with("is one number: put spaces between the digits"), "{text:?}");
        }
        assert_eq!(
            faults("867254301"),
            "line 1, column 1: '867254301' is one number: put spaces between the digits"
        );
        assert!(faults("123\n456\n789").contains("a 123x123 board"));
    }

    #[test]
    fn what_is_left_over() {
        let stray = "this would begin another board, but it is not one: remove it if the first board is all";
        for text in [
            "3\n1 2 3\n4 5 6\n7 8 0\n9",
            "3\n1 2 3\n4 5 6\n7 8 0\n9 10 11",
            "3\n1 2 3\n4 5 6\n7 8 0\n9\n\n1 2/3 0",
            "1 2/3 0\n\n\n\n9",
        ] {
            assert_eq!(faults(text), format!("line 5, column 1: {stray}"), "{text:?}");
        }
        assert!(faults("1 2/3 0\n1 2/0 3\n7").contains("if the 2 boards before it are all"));
        // Another board indeed, with a fault of its own.
        assert!(faults("1 2/3 0\n1 2/3 3").starts_with("line 2, column 7: 3 occurs again"));
        assert!(faults("1 2 3 0\n\n1 2 3 3").starts_with("line 3, column 7: 3 occurs again"));
    }
}
