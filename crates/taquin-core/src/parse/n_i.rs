//! The format of a homework that is given in many places: the number of tiles, the index of the blank in the goal (-1 for the
//! last cell), and the rows.

use super::lexer::{self, Line, Lookahead, flatten};
use super::list_of_size;
use crate::board_error::FaultKind;
use crate::raw_tile::{MINUS_ONE, RawTile};
use crate::{Board, BoardError, Goal, Size};

/// Parses a board after the number of its tiles and the index of the blank in the goal, counted from 0; -1 is the last cell.
///
/// ```
/// use taquin_core::read_n_i;
/// let (board, goal) = read_n_i("8\n0\n1 2 3\n4 5 6\n0 7 8")?;
/// assert_eq!(board.to_line(), "1 2 3/4 5 6/0 7 8");
/// assert_eq!(goal.board().to_line(), "0 1 2/3 4 5/6 7 8");
/// # Ok::<(), taquin_core::BoardError>(())
/// ```
///
/// # Errors
/// Lists the faults of the two numbers or of the board.
pub fn read_n_i(text: &str) -> Result<(Board, Goal), BoardError> {
    lexer::check(text)?;
    let lookahead = Lookahead::new(text);
    let lines = lookahead.lines();
    let size = lines.first().and_then(Line::only_number).and_then(size_of);
    let size = size.ok_or(FaultKind::Homework("the number of tiles, such as 8 or 15"))?;
    let blank = lines.get(1).and_then(Line::only_number).and_then(|tile| blank_cell(tile, size));
    let blank = blank.ok_or(FaultKind::Homework(
        "the index of the blank in the goal, from 0 to the number of tiles, or -1 for the last cell",
    ))?;
    let board = list_of_size(&flatten(&lines[2..]), size)?;
    Ok((board, Goal::blank_at(size, blank)))
}

/// Returns true if some lines have this format: two numbers on lines of their own, and as many more as they demand.
pub(super) fn is_n_i(lines: &[Line]) -> bool {
    let size = lines.first().and_then(Line::only_number).and_then(size_of);
    size.is_some_and(|size| {
        let has_blank =
            lines.get(1).and_then(Line::only_number).is_some_and(|tile| blank_cell(tile, size).is_some());
        has_blank && flatten(&lines[2..]).len() == size.cells()
    })
}

/// Returns the size of a square board with this many tiles.
fn size_of(tiles: RawTile) -> Option<Size> {
    let cells = usize::try_from(tiles.value).ok()?.checked_add(1)?;
    let side = cells.isqrt();
    if side * side == cells { Size::square(side).ok() } else { None }
}

fn blank_cell(index: RawTile, size: Size) -> Option<usize> {
    let last = size.cells() - 1;
    match index.mark {
        Some(MINUS_ONE) => Some(last),
        Some(_) => None,
        None => usize::try_from(index.value).ok().filter(|&cell| cell <= last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goal_follows_from_the_index() {
        let goal = |index: &str| {
            let text = format!("8\n{index}\n1 2 3\n4 5 6\n0 7 8\n");
            read_n_i(&text).map(|(_, goal)| goal.board().to_line())
        };
        assert_eq!(goal("-1").as_deref(), Ok("1 2 3/4 5 6/7 8 0"));
        assert_eq!(goal("8").as_deref(), Ok("1 2 3/4 5 6/7 8 0"));
        assert_eq!(goal("4").as_deref(), Ok("1 2 3/4 0 5/6 7 8"));
        for wrong in ["9", "-2", "x", "1 2"] {
            assert!(goal(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn faults_name_the_number() {
        let message = |text: &str| read_n_i(text).expect_err("wrong").to_string();
        assert!(
            message("9\n-1\n1 2 3").contains("expected the number of tiles"),
            "{}",
            message("9\n-1\n1 2 3")
        );
        assert!(message("8\n9\n1 2 3").contains("the index of the blank"));
        assert!(message("8\n-1\n1 2 3\n4 5 6\n7 8").contains("expected 9 numbers"));
        assert!(message("").contains("expected the number of tiles"));
    }
}
