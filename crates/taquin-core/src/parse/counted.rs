//! Boards with their number before them, as judges give them: `2`, then two boards.

use super::board_text::Boards;
use super::lexer::{self, Line, Lookahead};
use super::{BoardFormat, InvisibleGap, Parser, fill_blank_gap};
use crate::board_error::FaultKind;
use crate::{Board, BoardError, Size};

impl Parser {
    /// Parses the number of boards on the first line, and the boards after it.
    pub(super) fn counted(&self, text: &str) -> Result<Vec<Board>, BoardError> {
        lexer::check(text)?;
        let mut rest = Lookahead::new(text);
        let count = rest.lines().first().and_then(Line::only_number).map(|number| number.value);
        let count = count.filter(|&count| count > 0).ok_or(FaultKind::NoCount)?;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        rest.advance(1);
        let (lines, is_rectangle) = rest.count_lines();
        let width = rest.lines().first().map_or(0, |line| line.rows[0].cells.len());
        let rows = lines / count;
        // The rows of all boards, with or without empty lines between the boards.
        let are_rows = is_rectangle && lines.is_multiple_of(count) && (Size::MIN..=Size::MAX).contains(&rows);
        let boards: Result<Vec<Board>, BoardError> = if are_rows {
            (0..count).map(|_| self.next_rows(&mut rest, rows)).collect()
        } else {
            let parser = Self { format: BoardFormat::Auto, ..*self };
            let mut boards = Boards::after(&parser, rest);
            std::iter::from_fn(|| boards.parse().transpose()).collect()
        };
        match boards {
            Ok(boards) if boards.len() == count => Ok(boards),
            Ok(boards) => Err(FaultKind::OtherCount { count, found: boards.len() }.into()),
            Err(error) if is_rectangle => Err(square_count(count, lines, width).unwrap_or(error)),
            Err(error) => Err(error),
        }
    }

    /// Parses the next lines as the rows of a board.
    fn next_rows(&self, rest: &mut Lookahead<'_>, rows: usize) -> Result<Board, BoardError> {
        let lines = rest.lines().get(..rows).unwrap_or_default();
        let board = fill_blank_gap(lines, self.size, InvisibleGap::Rejected).validate()?;
        rest.advance(rows);
        Ok(board)
    }
}

/// Returns the fault of another number of square boards than announced, if the rows are that many.
fn square_count(count: usize, lines: usize, width: usize) -> Option<BoardError> {
    let found = lines.checked_div(width).filter(|_| width > 1)?;
    let is_other = found > 0 && found != count && lines.is_multiple_of(width);
    is_other.then(|| FaultKind::OtherCount { count, found }.into())
}
