//! Goals: the boards that count as solved.

use crate::{Board, Size};

/// A goal board, with the home cell of every tile.
///
/// Solvability and all heuristics are relative to a goal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    board: Board,
    /// The goal cell of each tile.
    home: Box<[u16]>,
}

impl Goal {
    /// Returns `1 2 3 …` with the blank in the last cell: the goal of Princeton's course, and the default.
    pub fn blank_last(size: Size) -> Self {
        let cells = size.cells() as u16;
        Self::new(Board::from_permutation(size, (1..cells).chain([0]).collect()))
    }

    /// Returns the blank in the first cell, then `1 2 3 …`: the goal of most research papers.
    pub fn blank_first(size: Size) -> Self {
        Self::new(Board::from_permutation(size, (0..size.cells() as u16).collect()))
    }

    /// Returns `1 2 3 …` with the blank in a given cell, in row-major order; the last cell if there is no such cell.
    pub fn blank_at(size: Size, cell: usize) -> Self {
        let mut tiles: Vec<u16> = (1..size.cells() as u16).collect();
        tiles.insert(cell.min(tiles.len()), 0);
        Self::new(Board::from_permutation(size, tiles.into_boxed_slice()))
    }

    /// Returns `1 2 3 / 8 _ 4 / 7 6 5`, the goal of Iowa State's course and the snail of 3×3.
    pub fn ring() -> Self {
        Self::new(Board::from_permutation(Size { rows: 3, cols: 3 }, Box::new([1, 2, 3, 8, 0, 4, 7, 6, 5])))
    }

    /// Returns a clockwise spiral from the upper left corner inwards that ends in the blank.
    pub fn snail(size: Size) -> Self {
        let mut tiles = vec![0u16; size.cells()].into_boxed_slice();
        let (mut top, mut left, mut bottom, mut right) = (0, 0, size.rows(), size.cols());
        let mut spiral = Vec::with_capacity(size.cells());
        while top < bottom && left < right {
            spiral.extend((left..right).map(|c| (top, c)));
            spiral.extend((top + 1..bottom).map(|r| (r, right - 1)));
            if bottom - top > 1 {
                spiral.extend((left..right - 1).rev().map(|c| (bottom - 1, c)));
            }
            if right - left > 1 {
                spiral.extend((top + 1..bottom - 1).rev().map(|r| (r, left)));
            }
            (top, left, bottom, right) = (top + 1, left + 1, bottom - 1, right - 1);
        }
        for (tile, (row, col)) in (1..size.cells() as u16).zip(spiral) {
            tiles[row * size.cols() + col] = tile;
        }
        Self::new(Board::from_permutation(size, tiles))
    }

    /// Returns a goal with any board. Boards of the other parity can't reach it.
    pub fn explicit(board: Board) -> Self {
        Self::new(board)
    }

    fn new(board: Board) -> Self {
        let mut home = vec![0; board.size().cells()].into_boxed_slice();
        for (cell, &tile) in board.tiles().iter().enumerate() {
            home[usize::from(tile)] = cell as u16;
        }
        Self { board, home }
    }

    /// Returns the goal board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the size of the goal and of its boards.
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// Returns the goal cell of a tile (0 is the blank), in row-major order; `None` if there is no such tile.
    pub fn home(&self, tile: usize) -> Option<usize> {
        self.home.get(tile).map(|&cell| usize::from(cell))
    }

    /// Returns the goal cells by tile; that of the blank is first.
    pub fn homes(&self) -> &[u16] {
        &self.home
    }

    /// Returns the Manhattan distance of a cell from a tile's goal cell; 0 if there is no such tile.
    pub fn distance(&self, tile: usize, cell: usize) -> u32 {
        self.home(tile).map_or(0, |home| self.size().distance(home, cell) as u32)
    }

    /// Returns the goal cell of the blank.
    pub fn blank(&self) -> usize {
        self.board.blank()
    }
}

/// Comparisons with a goal.
impl Board {
    /// Returns the number of misplaced tiles. The blank is not a tile.
    ///
    /// The goal should have the size of the board. Otherwise rows and columns are compared, and a tile that
    /// the goal lacks counts as misplaced.
    pub fn hamming(&self, goal: &Goal) -> u32 {
        let misplaced = |(cell, tile)| {
            let home = goal.home(tile).map(|home| goal.size().row_col(home));
            u32::from(home != Some(self.size().row_col(cell)))
        };
        self.tiles_by_cell().map(misplaced).sum()
    }

    /// Returns the sum of the Manhattan distances of the tiles from their goal cells. The blank is not a
    /// tile.
    ///
    /// The goal should have the size of the board. Otherwise rows and columns are compared, and a tile that
    /// the goal lacks adds nothing.
    pub fn manhattan(&self, goal: &Goal) -> u32 {
        let distance = |(cell, tile)| {
            let (row, col) = self.size().row_col(cell);
            let home = goal.home(tile).map(|home| goal.size().row_col(home));
            home.map_or(0, |(home_row, home_col)| (row.abs_diff(home_row) + col.abs_diff(home_col)) as u32)
        };
        self.tiles_by_cell().map(distance).sum()
    }

    /// Returns true if this is the goal board.
    pub fn is_goal(&self, goal: &Goal) -> bool {
        self == goal.board()
    }

    /// Returns each cell with its tile, without the blank.
    fn tiles_by_cell(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.tiles()
            .iter()
            .enumerate()
            .filter(|(_, tile)| **tile != 0)
            .map(|(cell, &tile)| (cell, usize::from(tile)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().expect("a valid board")
    }

    #[test]
    fn snails_are_valid_boards() {
        for rows in 2..=12 {
            for cols in 2..=12 {
                let goal = Goal::snail(Size::new(rows, cols).expect("in range"));
                let checked = Board::from_tiles(goal.size(), goal.board().tiles());
                assert_eq!(checked.as_ref(), Ok(goal.board()));
            }
        }
    }

    #[test]
    fn heuristics_of_the_2010_example() {
        let b = board("8 1 3/4 0 2/7 6 5");
        let goal = Goal::blank_last(b.size());
        assert_eq!((b.hamming(&goal), b.manhattan(&goal)), (5, 10));
    }

    #[test]
    fn heuristics_of_the_iowa_example() {
        let goal = Goal::ring();
        // The three successors A, B, C of `2 _ 3 / 1 8 4 / 7 6 5`.
        let values = ["0 2 3/1 8 4/7 6 5", "2 3 0/1 8 4/7 6 5", "2 8 3/1 0 4/7 6 5"]
            .map(|b| (board(b).hamming(&goal), board(b).manhattan(&goal)));
        assert_eq!(values, [(2, 2), (4, 4), (3, 4)]);
    }

    #[test]
    fn heuristics_are_total() {
        let small = board("1 2/3 0");
        let large = board("1 2 3/4 5 6/7 8 0");
        let (small_goal, large_goal) = (Goal::blank_last(small.size()), Goal::blank_last(large.size()));
        assert_eq!((large.hamming(&small_goal), large.manhattan(&small_goal)), (6, 3));
        assert_eq!((small.hamming(&large_goal), small.manhattan(&large_goal)), (1, 3));
        assert!(!small.is_goal(&large_goal));
    }
}
