//! The puzzle itself: boards, goals, moves, and which boards can be solved.
//!
//! This layer depends on nothing else in the crate. A [`Board`] is always valid: everything that could be wrong with
//! one is found while it is made, by [`Setup`], which reports every fault at once.

mod goal;
mod moves;
mod parity;
mod random;
mod setup;
mod size;

pub use goal::{Goal, GoalError, GoalKind};
pub use moves::{IllegalMove, Move, MoveError};
pub use parity::Parity;
pub use random::random_board;
pub use setup::{BoardError, Entry, Fault, Place, Setup};
pub use size::{Size, SizeError};

use std::fmt;

/// A valid board: each of the tiles `1..R·C` exactly once, and one blank, written 0.
///
/// Boards are equal when they have the same shape and the same tiles in the same places; they are ordered by their
/// tile sequence, row by row. A 127×127 board takes 2·127² + 24 bytes.
///
/// ```
/// use taquin::{Board, Goal, Move};
/// let mut board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse()?;
/// let goal = Goal::blank_last(board.size());
/// assert_eq!((board.hamming(&goal), board.manhattan(&goal)), (4, 4));
/// for m in [Move::Left, Move::Up, Move::Left, Move::Up] {
///     board.slide(m)?;
/// }
/// assert!(board.is_goal(&goal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    // The order of the fields gives the order of boards: by tiles first.
    tiles: Box<[u16]>,
    size: Size,
    blank: u16,
}

impl Board {
    /// A board from its rows, top to bottom, with 0 for the blank.
    ///
    /// # Errors
    /// All that is wrong with them.
    ///
    /// ```
    /// let board = taquin::Board::from_rows([[1, 2, 3], [4, 0, 5]])?;
    /// assert_eq!(board.size().to_string(), "2x3");
    /// # Ok::<(), taquin::BoardError>(())
    /// ```
    pub fn from_rows<R: AsRef<[u16]>>(rows: impl IntoIterator<Item = R>) -> Result<Self, BoardError> {
        let entries = |row: R| row.as_ref().iter().map(|&v| Entry::from(v)).collect();
        Setup { rows: rows.into_iter().map(entries).collect(), size: None }.board()
    }

    /// A board of a size from all its tiles in row-major order, with 0 for the blank.
    ///
    /// # Errors
    /// All that is wrong with them.
    pub fn from_tiles(size: Size, tiles: &[u16]) -> Result<Self, BoardError> {
        if tiles.len() != size.cells() {
            return Err(Fault::WrongCount { size, found: tiles.len(), place: None }.into());
        }
        Self::from_rows(tiles.chunks(size.cols()))
    }

    /// A board from tiles that are known to be a permutation of `0..cells`.
    pub(crate) fn from_permutation(size: Size, tiles: Box<[u16]>) -> Self {
        debug_assert_eq!(tiles.len(), size.cells());
        let blank = tiles.iter().position(|&t| t == 0).expect("a permutation of 0..cells holds 0") as u16;
        Self { tiles, size, blank }
    }

    /// How many rows and columns the board has.
    pub fn size(&self) -> Size {
        self.size
    }

    /// All tiles in row-major order, 0 for the blank.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The rows of the board, top to bottom: each a slice of its tiles, 0 for the blank.
    pub fn rows(&self) -> std::slice::ChunksExact<'_, u16> {
        self.tiles.chunks_exact(self.size.cols())
    }

    /// The cell of the blank, in row-major order.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The number of tiles that are not where the goal has them. The blank is not a tile.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn hamming(&self, goal: &Goal) -> u32 {
        self.sum_over_tiles(goal, |tile, cell| u32::from(goal.home(tile) != cell))
    }

    /// The sum over the tiles of how far each is from its place in the goal, by rows and columns.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn manhattan(&self, goal: &Goal) -> u32 {
        self.sum_over_tiles(goal, |tile, cell| goal.distance(tile, cell))
    }

    fn sum_over_tiles(&self, goal: &Goal, cost: impl Fn(usize, usize) -> u32) -> u32 {
        assert_eq!(self.size, goal.size(), "a board and its goal must have the same size");
        let tiles = self.tiles.iter().enumerate().filter(|(_, tile)| **tile != 0);
        tiles.map(|(cell, &tile)| cost(usize::from(tile), cell)).sum()
    }

    /// Whether every tile is where the goal has it; never, if the goal is of another size.
    pub fn is_goal(&self, goal: &Goal) -> bool {
        self == goal.board()
    }

    /// The moves that the border allows, in the order of [`Move::ALL`].
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let (size, blank) = (self.size, self.blank());
        Move::ALL.into_iter().filter(move |m| m.source(size, blank).is_some())
    }

    /// Slides a tile into the blank and returns its number. An illegal move is an error and changes nothing.
    pub fn slide(&mut self, m: Move) -> Result<u16, IllegalMove> {
        let blank = self.blank();
        let Some(source) = m.source(self.size, blank) else {
            let (row, column) = self.size.place(blank);
            return Err(IllegalMove { wanted: m, row: row + 1, column: column + 1 });
        };
        self.tiles.swap(source, blank);
        self.blank = source as u16;
        Ok(self.tiles[blank])
    }

    /// The two, three or four boards that are one move away, each with its move.
    pub fn neighbors(&self) -> impl Iterator<Item = (Move, Self)> + '_ {
        self.legal_moves().filter_map(|m| {
            let mut next = self.clone();
            next.slide(m).ok().map(|_| (m, next))
        })
    }

    /// This board with its first two tiles exchanged (the blank is not a tile). Exactly one of a board and its twin
    /// can reach a given goal.
    #[must_use]
    pub fn twin(&self) -> Self {
        let mut cells = (0..self.tiles.len()).filter(|&cell| cell != self.blank());
        let mut twin = self.clone();
        if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
            twin.tiles.swap(a, b);
        }
        twin
    }
}

/// The courses' `toString()`: a line with the size (`n`, or `R C` when the board is not square), then a line a row with
/// each tile in two columns and a space.
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

    fn board(text: &str) -> Board {
        text.parse().expect("a valid board")
    }

    #[test]
    fn prints_as_the_courses_define() {
        assert_eq!(board("0 1 3/4 2 5/7 8 6").to_string(), "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n");
        assert_eq!(board("1 2 3/4 5 0").to_string(), "2 3\n 1  2  3 \n 4  5  0 \n");
    }

    #[test]
    fn the_2010_example_has_hamming_5_and_manhattan_10() {
        let b = board("8 1 3/4 0 2/7 6 5");
        let goal = Goal::blank_last(b.size());
        assert_eq!((b.hamming(&goal), b.manhattan(&goal)), (5, 10));
    }

    #[test]
    fn the_iowa_example_estimates() {
        let goal = Goal::ring();
        // The three successors A, B, C of `2 _ 3 / 1 8 4 / 7 6 5`.
        let estimates = ["0 2 3/1 8 4/7 6 5", "2 3 0/1 8 4/7 6 5", "2 8 3/1 0 4/7 6 5"]
            .map(|b| (board(b).hamming(&goal), board(b).manhattan(&goal)));
        assert_eq!(estimates, [(2, 2), (4, 4), (3, 4)]);
    }

    #[test]
    fn neighbors_by_position_of_the_blank() {
        for (text, count) in [("0 1 3/4 2 5/7 8 6", 2), ("1 0 3/4 2 5/7 8 6", 3), ("1 2 3/4 0 5/7 8 6", 4)] {
            let b = board(text);
            let neighbors: Vec<_> = b.neighbors().collect();
            assert_eq!(neighbors.len(), count);
            for (m, mut next) in neighbors {
                assert_ne!(next, b);
                next.slide(m.opposite()).expect("the way back is open");
                assert_eq!(next, b);
            }
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut b = board("0 1 3/4 2 5/7 8 6");
        let before = b.clone();
        let error = b.slide(Move::Down).expect_err("nothing is above the blank");
        assert_eq!((error.wanted, error.row, error.column), (Move::Down, 1, 1));
        assert_eq!(b, before);
    }

    #[test]
    fn order_is_by_tiles() {
        let mut boards = [board("1 2/3 0"), board("0 1/2 3"), board("0 1 2/3 4 5"), board("1 0/2 3")];
        boards.sort();
        assert_eq!(boards, [board("0 1/2 3"), board("0 1 2/3 4 5"), board("1 0/2 3"), board("1 2/3 0")]);
        assert_ne!(board("0 1 2/3 4 5"), board("0 1/2 3/4 5"));
    }

    #[test]
    fn the_twin_exchanges_two_tiles_and_keeps_the_blank() {
        for text in ["0 1 3/4 2 5/7 8 6", "1 0/2 3", "2 1/0 3"] {
            let (b, twin) = (board(text), board(text).twin());
            assert_eq!(b.blank(), twin.blank());
            assert_eq!(b.tiles().iter().zip(twin.tiles()).filter(|(x, y)| x != y).count(), 2);
            assert_eq!(twin.twin(), b);
        }
    }

    #[test]
    fn the_largest_board_is_small_in_memory() {
        let size = Size::square(127).expect("in range");
        let goal = Goal::blank_last(size);
        let bytes = size_of::<Board>() + size_of_val(goal.board().tiles());
        assert!(bytes <= 2 * 127 * 127 + 256, "{bytes} bytes");
    }
}
