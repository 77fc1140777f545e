//! Boards. [`raw_board`] validates input.

mod raw_board;

pub(crate) use raw_board::RawBoard;

use crate::board_error::FaultKind;
use crate::raw_tile::RawTile;
use crate::{BoardError, IllegalMove, Move, Size};
use std::fmt;

/// A valid board: each of the tiles `1..R·C` exactly once, and one blank, written 0.
///
/// Boards are equal if they have the same size and the same tiles in the same cells. They are ordered by
/// their tile sequence, row by row.
///
/// ```
/// use taquin_core::{Board, Goal, Move};
/// let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse()?;
/// let goal = Goal::blank_last(board.size());
/// assert_eq!((board.hamming(&goal), board.manhattan(&goal)), (4, 4));
/// let solved = board.after(Move::Left)?.after(Move::Up)?.after(Move::Left)?.after(Move::Up)?;
/// assert!(solved.is_goal(&goal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    // The derived order compares the tiles first.
    tiles: Box<[u16]>,
    size: Size,
    blank: u16,
}

impl Board {
    /// Creates a board from its rows, top to bottom, with 0 for the blank.
    ///
    /// # Errors
    /// Lists every fault of the input.
    ///
    /// ```
    /// let board = taquin_core::Board::from_rows([[1, 2, 3], [4, 0, 5]])?;
    /// assert_eq!(board.size().to_string(), "2x3");
    /// # Ok::<(), taquin_core::BoardError>(())
    /// ```
    pub fn from_rows<R: AsRef<[u16]>>(rows: impl IntoIterator<Item = R>) -> Result<Self, BoardError> {
        let tiles = |row: R| row.as_ref().iter().map(|&tile| RawTile::from(tile)).collect();
        RawBoard { rows: rows.into_iter().map(tiles).collect(), size: None }.validate()
    }

    /// Creates a board from its tiles in row-major order, with 0 for the blank.
    ///
    /// # Errors
    /// Lists every fault of the input.
    pub fn from_tiles(size: Size, tiles: &[u16]) -> Result<Self, BoardError> {
        if tiles.len() != size.cells() {
            return Err(FaultKind::WrongCount { size, found: tiles.len(), position: None }.into());
        }
        let mut seen = vec![false; tiles.len()];
        let is_new =
            |&tile: &u16| seen.get_mut(usize::from(tile)).is_some_and(|seen| !std::mem::replace(seen, true));
        if tiles.iter().all(is_new) {
            return Ok(Self::from_permutation(size, tiles.into()));
        }
        // Some tile is wrong: report all faults.
        Self::from_rows(tiles.chunks(size.cols()))
    }

    /// Creates a board from a permutation of `0..cells`.
    pub(crate) fn from_permutation(size: Size, tiles: Box<[u16]>) -> Self {
        debug_assert_eq!(tiles.len(), size.cells());
        let blank = tiles.iter().position(|&t| t == 0).expect("a permutation of 0..cells holds 0") as u16;
        Self { tiles, size, blank }
    }

    /// Returns the number of rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns all tiles in row-major order, 0 for the blank.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// Returns the rows, top to bottom.
    pub fn rows(&self) -> std::slice::ChunksExact<'_, u16> {
        self.tiles.chunks_exact(self.size.cols())
    }

    /// Returns the cell of the blank, in row-major order.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// Returns the legal moves, in the order of [`Move::ALL`].
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let (size, blank) = (self.size, self.blank());
        Move::ALL.into_iter().filter(move |m| m.source(size, blank).is_some())
    }

    /// Returns the board after a move.
    ///
    /// # Errors
    /// If no tile can make that move because the blank is at the border.
    pub fn after(&self, m: Move) -> Result<Self, IllegalMove> {
        let mut next = self.clone();
        next.slide(m).map(|_| next)
    }

    /// Slides a tile into the blank and returns its number. An illegal move changes nothing.
    pub(crate) fn slide(&mut self, m: Move) -> Result<u16, IllegalMove> {
        let blank = self.blank();
        let Some(source) = m.source(self.size, blank) else {
            let (row, column) = self.size.row_col(blank);
            return Err(IllegalMove { attempted: m, row: row + 1, column: column + 1 });
        };
        self.tiles.swap(source, blank);
        self.blank = source as u16;
        Ok(self.tiles[blank])
    }

    /// Returns the two, three or four boards one move away, each with its move.
    pub fn neighbors(&self) -> impl Iterator<Item = (Move, Self)> + '_ {
        self.legal_moves().filter_map(|m| self.after(m).ok().map(|next| (m, next)))
    }

    /// Returns this board with its first two tiles swapped.
    ///
    /// Exactly one of a board and its twin can reach a given goal.
    #[must_use]
    pub fn twin(&self) -> Self {
        let mut cells = (0..self.tiles.len()).filter(|&cell| cell != self.blank());
        let mut twin = self.clone();
        if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
            twin.tiles.swap(a, b);
        }
        twin
    }

    /// Formats the board on one line, with slashes between its rows: `0 1 3/4 2 5/7 8 6`.
    pub fn to_line(&self) -> String {
        let row = |row: &[u16]| row.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
        self.rows().map(row).collect::<Vec<_>>().join("/")
    }

    /// Formats the rows, one per line, with each tile in `width` columns, a gap for the blank, and no
    /// trailing spaces.
    pub fn to_gapped_rows(&self, width: usize) -> String {
        let cell = |&tile: &u16| if tile == 0 { " ".repeat(width) } else { format!("{tile:width$}") };
        let row =
            |row: &[u16]| row.iter().map(cell).collect::<Vec<_>>().join(" ").trim_end().to_owned() + "\n";
        self.rows().map(row).collect()
    }

    /// Returns the number of digits of the largest tile.
    pub fn tile_width(&self) -> usize {
        (self.size.cells() - 1).to_string().len()
    }
}

/// Formats the board as the courses' `toString()` does: a line with the size (`n`, or `R C` if the board is
/// not square), then one line per row with each tile in two columns and a space.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.size.rows() == self.size.cols() {
            writeln!(f, "{}", self.size.rows())?;
        } else {
            writeln!(f, "{} {}", self.size.rows(), self.size.cols())?;
        }
        for row in self.rows() {
            for tile in row {
                write!(f, "{tile:2} ")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;

    fn board(text: &str) -> Board {
        text.parse().expect("a valid board")
    }

    #[test]
    fn display_matches_the_courses() {
        assert_eq!(board("0 1 3/4 2 5/7 8 6").to_string(), "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n");
        assert_eq!(board("1 2 3/4 5 0").to_string(), "2 3\n 1  2  3 \n 4  5  0 \n");
    }

    #[test]
    fn number_of_neighbors_by_blank_position() {
        for (text, count) in [("0 1 3/4 2 5/7 8 6", 2), ("1 0 3/4 2 5/7 8 6", 3), ("1 2 3/4 0 5/7 8 6", 4)] {
            let b = board(text);
            let neighbors: Vec<_> = b.neighbors().collect();
            assert_eq!(neighbors.len(), count);
            for (m, next) in neighbors {
                assert_ne!(next, b);
                assert_eq!(next.after(m.opposite()), Ok(b.clone()));
            }
        }
    }

    #[test]
    fn illegal_moves_are_errors() {
        let error = board("0 1 3/4 2 5/7 8 6").after(Move::Down).expect_err("nothing is above the blank");
        assert_eq!((error.attempted, error.row, error.column), (Move::Down, 1, 1));
    }

    #[test]
    fn boards_are_ordered_by_tiles() {
        let mut boards = [board("1 2/3 0"), board("0 1/2 3"), board("0 1 2/3 4 5"), board("1 0/2 3")];
        boards.sort();
        assert_eq!(boards, [board("0 1/2 3"), board("0 1 2/3 4 5"), board("1 0/2 3"), board("1 2/3 0")]);
        assert_ne!(board("0 1 2/3 4 5"), board("0 1/2 3/4 5"));
    }

    #[test]
    fn twin_swaps_two_tiles_and_keeps_the_blank() {
        for text in ["0 1 3/4 2 5/7 8 6", "1 0/2 3", "2 1/0 3"] {
            let (b, twin) = (board(text), board(text).twin());
            assert_eq!(b.blank(), twin.blank());
            assert_eq!(b.tiles().iter().zip(twin.tiles()).filter(|(x, y)| x != y).count(), 2);
            assert_eq!(twin.twin(), b);
        }
    }

    #[test]
    fn the_largest_board_takes_two_bytes_per_cell() {
        let goal = Goal::blank_last(Size::square(127).expect("in range"));
        let bytes = size_of::<Board>() + size_of_val(goal.board().tiles());
        assert!(bytes <= 2 * 127 * 127 + 256, "{bytes} bytes");
    }
}
