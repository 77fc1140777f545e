//! Boards with their number before them, as judges give them: `2`, then two boards.

use super::lexer::{self, Lookahead};
use super::{InvisibleGap, Parser, fill_blank_gap};
use crate::board_error::FaultKind;
use crate::{Board, BoardError, Size};

impl Parser {
    /// Parses the number of boards on the first line, and the boards after it.
    pub(super) fn counted(&self, text: &str) -> Result<Vec<Board>, BoardError> {
        lexer::check(text)?;
        let mut rest = Lookahead::new(text);
        let count = match rest.lines().first().map(|line| &line.rows[..]) {
            Some([row]) if row.cells.len() == 1 && row.cells[0].tile.value > 0 => row.cells[0].tile.value,
            _ => return Err(FaultKind::NoCount.into()),
        };
        rest.advance(1);
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let (lines, is_rectangle) = rest.count_lines();
        let rows = lines / count;
        // The rows of all boards, with or without empty lines between the boards.
        if is_rectangle && lines.is_multiple_of(count) && (Size::MIN..=Size::MAX).contains(&rows) {
            return (0..count).map(|_| self.next_rows(&mut rest, rows)).collect();
        }
        let boards = Self { format: super::BoardFormat::Auto, ..*self }.all(rest)?;
        if boards.len() == count {
            Ok(boards)
        } else {
            Err(FaultKind::OtherCount { count, found: boards.len() }.into())
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
