//! Symmetry reduction of goals.
//!
//! A pattern database depends on the grid and on the blank's home, but not on the tiles' numbers. So every
//! goal is rotated, reflected and renumbered into a *canonical frame*: at least as many columns as rows, the
//! blank's home at the lowest cell that a symmetry can bring it to, and each tile identified by its home
//! cell. On 4×4, for example, all goals with the blank in a corner share one frame.
//!
//! A frame may have symmetries that fix the blank's home, such as the reflection in the diagonal on 4×4 with
//! the blank in a corner. A board and its reflection have the same distance to the goal, so a search can take
//! the larger of their heuristic values.

use taquin_core::{Board, Goal, Move, Size};

/// The canonical frame of a goal, and the mapping of the goal's boards into it.
#[derive(Clone, Debug)]
pub struct Frame {
    size: Size,
    blank: usize,
    /// The canonical cell of each cell of the goal.
    canonical_cell: Vec<u8>,
    /// The canonical home cell of each tile.
    canonical_home: Vec<u8>,
    goal_size: Size,
}

impl Frame {
    /// The maximum number of cells, as on 5×5.
    pub(crate) const MAX_CELLS: usize = 25;

    /// Returns the frame of a goal; `None` if the goal has more than 25 cells.
    pub fn new(goal: &Goal) -> Option<Self> {
        let goal_size = goal.size();
        if goal_size.cells() > Self::MAX_CELLS {
            return None;
        }
        let home = |tile: usize| goal.home(tile).unwrap_or_default();
        let (size, canonical_cell) = grid_symmetries(goal_size)
            .into_iter()
            .filter(|(size, _)| size.rows() <= size.cols())
            .min_by_key(|(_, map)| map[goal.blank()])
            .unwrap_or_else(|| (goal_size, (0..goal_size.cells() as u8).collect()));
        let canonical_home = (0..goal_size.cells()).map(|tile| canonical_cell[home(tile)]).collect();
        let blank = usize::from(canonical_cell[goal.blank()]);
        Some(Self { size, blank, canonical_cell, canonical_home, goal_size })
    }

    /// Returns the size of the canonical grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the canonical home cell of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Returns the canonical home cell of a tile.
    pub(crate) fn canonical_home(&self, tile: usize) -> u8 {
        self.canonical_home[tile]
    }

    /// Returns the home cell of the tile at each canonical cell. The blank is represented by its own home.
    ///
    /// # Panics
    /// If the board is not of the goal's size.
    pub fn canonical_board(&self, board: &Board) -> Vec<u8> {
        let mut canonical = vec![0; self.size.cells()];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            canonical[usize::from(self.canonical_cell[cell])] = self.canonical_home[usize::from(tile)];
        }
        canonical
    }

    /// Returns the moves on the goal's boards that take the blank along a path of canonical cells.
    pub fn moves_from_blank_path(&self, path: &[u8]) -> Vec<Move> {
        let mut goal_cell = vec![0; self.canonical_cell.len()];
        for (cell, &canonical) in self.canonical_cell.iter().enumerate() {
            goal_cell[usize::from(canonical)] = cell;
        }
        let move_between = |pair: &[u8]| {
            let blank = goal_cell[usize::from(pair[0])];
            let next = goal_cell[usize::from(pair[1])];
            Move::ALL.into_iter().find(|m| m.source(self.goal_size, blank) == Some(next))
        };
        path.windows(2).filter_map(move_between).collect()
    }

    /// Returns the symmetries of the frame that fix the blank's home, the identity first, as maps of cells.
    pub fn symmetries(&self) -> Vec<Vec<u8>> {
        Self::symmetries_of(self.size, self.blank)
    }

    /// Returns the symmetries of a grid that fix a cell, the identity first, as maps of cells.
    pub fn symmetries_of(grid: Size, fixed: usize) -> Vec<Vec<u8>> {
        let is_symmetry = |(size, map): &(Size, Vec<u8>)| *size == grid && usize::from(map[fixed]) == fixed;
        grid_symmetries(grid).into_iter().filter(is_symmetry).map(|(_, map)| map).collect()
    }
}

/// Returns the eight rotations and reflections of a grid, the identity first: the size of the image, and the
/// image of each cell.
fn grid_symmetries(size: Size) -> Vec<(Size, Vec<u8>)> {
    let rows = size.rows();
    let cols = size.cols();
    let mut symmetries = Vec::with_capacity(8);
    for is_transposed in [false, true] {
        for (flips_rows, flips_cols) in [(false, false), (false, true), (true, false), (true, true)] {
            let map = (0..size.cells()).map(|cell| {
                let (row, col) = size.row_col(cell);
                let row = if flips_rows { rows - 1 - row } else { row };
                let col = if flips_cols { cols - 1 - col } else { col };
                (if is_transposed { col * rows + row } else { row * cols + col }) as u8
            });
            let image = if is_transposed { Size::new(cols, rows) } else { Ok(size) };
            symmetries.extend(image.ok().map(|size| (size, map.collect())));
        }
    }
    symmetries
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use taquin_core::random_board;

    fn frame(goal: &Goal) -> Frame {
        Frame::new(goal).expect("at most 25 cells")
    }

    #[test]
    fn goals_with_the_blank_in_a_corner_share_a_frame() {
        let size = Size::square(4).expect("in range");
        for goal in [Goal::blank_last(size), Goal::blank_first(size)] {
            let frame = frame(&goal);
            assert_eq!((frame.size, frame.blank), (size, 0));
            assert_eq!(frame.canonical_board(goal.board()), (0..16).collect::<Vec<u8>>());
            assert_eq!(frame.symmetries().len(), 2);
        }
    }

    #[test]
    fn frames_are_wide_and_have_the_symmetries_of_the_blank() {
        let snail = frame(&Goal::snail(Size::square(4).expect("in range")));
        assert_eq!((snail.blank, snail.symmetries().len()), (5, 2));
        assert_eq!(frame(&Goal::ring()).symmetries().len(), 8);
        let tall = frame(&Goal::blank_last(Size::new(5, 3).expect("in range")));
        assert_eq!((tall.size.to_string().as_str(), tall.blank), ("3x5", 0));
    }

    #[test]
    fn goals_above_the_maximum_size_have_no_frame() {
        assert!(Frame::new(&Goal::blank_last(Size::square(5).expect("in range"))).is_some());
        assert!(Frame::new(&Goal::blank_last(Size::new(2, 13).expect("in range"))).is_none());
    }

    #[test]
    fn canonical_moves_correspond_to_moves() {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(3);
        for (rows, cols) in [(3, 3), (4, 4), (5, 3), (2, 6), (6, 2)] {
            let size = Size::new(rows, cols).expect("in range");
            for goal in [Goal::blank_last(size), Goal::snail(size)] {
                let frame = frame(&goal);
                let board = random_board(&goal, true, &mut rng);
                let before = frame.canonical_board(&board);
                for (m, next) in board.neighbors() {
                    let after = frame.canonical_board(&next);
                    let blank = |cells: &[u8]| {
                        cells.iter().position(|&c| usize::from(c) == frame.blank).expect("one blank") as u8
                    };
                    assert_eq!(frame.moves_from_blank_path(&[blank(&before), blank(&after)]), [m]);
                    assert_eq!(before.iter().zip(&after).filter(|(a, b)| a != b).count(), 2);
                }
            }
        }
    }
}
