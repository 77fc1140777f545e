//! The same puzzle seen from the side that tables are made for.
//!
//! A table belongs to a grid and to the home of the blank; which number a tile bears does not matter. So any goal is
//! turned, mirrored and renumbered into a *frame*: as many columns as rows or more, the blank's home as near to the first
//! cell as turning can bring it, and each tile named after its home cell. On 4×4, for instance, the goals with the blank
//! first, last or in any other corner all share one frame.
//!
//! A frame may have further symmetries that keep the blank's home where it is (on 4×4 with the blank in a corner, the
//! reflection in the diagonal). The distance of a board equals that of its mirror image, so tables can be consulted for
//! both.

use super::partition::{Partition, PartitionError};
use crate::board::{Board, Goal, Move, Size};

/// A way to look at the boards of one goal.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The grid as seen.
    pub(crate) size: Size,
    /// The home cell of the blank as seen.
    pub(crate) blank: usize,
    /// By cell: where it is seen.
    seen_at: Vec<u8>,
    /// By tile: its home cell as seen.
    name: Vec<u8>,
    /// The grid as it is.
    real: Size,
}

impl Frame {
    /// The frame of a goal, if it is small enough for tables.
    pub(crate) fn of(goal: &Goal) -> Result<Self, PartitionError> {
        if goal.size().cells() > Partition::MOST_CELLS {
            return Err(PartitionError::TooManyCells(goal.size()));
        }
        Ok(Self::new(goal))
    }

    pub(crate) fn new(goal: &Goal) -> Self {
        let real = goal.size();
        let views = symmetries(real).into_iter().filter(|(size, _)| size.rows() <= size.cols());
        let best = views.min_by_key(|(_, seen_at)| seen_at[goal.home(0)]);
        let (size, seen_at) = best.unwrap_or_else(|| (real, (0..real.cells() as u8).collect()));
        let name = (0..real.cells()).map(|tile| seen_at[goal.home(tile)]).collect();
        Self { size, blank: usize::from(seen_at[goal.home(0)]), seen_at, name, real }
    }

    /// The name of a tile: its home cell as seen.
    pub(crate) fn name(&self, tile: usize) -> u8 {
        self.name[tile]
    }

    /// A board as seen: the name of the tile at each cell; the blank has the name of its own home.
    pub(crate) fn see(&self, board: &Board) -> Vec<u8> {
        let mut seen = vec![0; self.size.cells()];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            seen[usize::from(self.seen_at[cell])] = self.name[usize::from(tile)];
        }
        seen
    }

    /// The moves that take the blank along some cells as seen.
    pub(crate) fn moves(&self, blank_cells: &[u8]) -> Vec<Move> {
        let mut real_cell = vec![0; self.seen_at.len()];
        for (cell, &seen) in self.seen_at.iter().enumerate() {
            real_cell[usize::from(seen)] = cell;
        }
        let step = |pair: &[u8]| {
            let (blank, next) = (real_cell[usize::from(pair[0])], real_cell[usize::from(pair[1])]);
            Move::ALL.into_iter().find(|m| m.source(self.real, blank) == Some(next))
        };
        blank_cells.windows(2).filter_map(step).collect()
    }

    /// The symmetries of the frame that keep the blank's home, the identity first: where each cell goes.
    pub(crate) fn mirrors(&self) -> Vec<Vec<u8>> {
        Self::mirrors_of(self.size, self.blank)
    }

    /// The symmetries of a grid that keep a cell.
    pub(crate) fn mirrors_of(grid: Size, blank: usize) -> Vec<Vec<u8>> {
        let keeps = |(size, map): &(Size, Vec<u8>)| *size == grid && usize::from(map[blank]) == blank;
        symmetries(grid).into_iter().filter(keeps).map(|(_, map)| map).collect()
    }
}

/// The eight ways to turn and mirror a grid, the identity first: the new size, and where each cell goes.
fn symmetries(size: Size) -> Vec<(Size, Vec<u8>)> {
    let (rows, cols) = (size.rows(), size.cols());
    let mut all = Vec::with_capacity(8);
    for transposed in [false, true] {
        for (flip_row, flip_col) in [(false, false), (false, true), (true, false), (true, true)] {
            let map = (0..size.cells()).map(|cell| {
                let (row, col) = size.place(cell);
                let row = if flip_row { rows - 1 - row } else { row };
                let col = if flip_col { cols - 1 - col } else { col };
                (if transposed { col * rows + row } else { row * cols + col }) as u8
            });
            let seen = if transposed { Size::new(cols, rows) } else { Ok(size) };
            all.extend(seen.ok().map(|size| (size, map.collect())));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::random_board;
    use rand::SeedableRng;

    #[test]
    fn corners_share_a_frame() {
        let size = Size::square(4).expect("in range");
        for goal in [Goal::blank_last(size), Goal::blank_first(size)] {
            let frame = Frame::new(&goal);
            assert_eq!((frame.size, frame.blank), (size, 0));
            assert_eq!(frame.see(goal.board()), (0..16).collect::<Vec<u8>>());
            assert_eq!(frame.mirrors().len(), 2);
        }
        let inside = Frame::new(&Goal::snail(size));
        assert_eq!((inside.blank, inside.mirrors().len()), (5, 2));
        assert_eq!(Frame::new(&Goal::ring()).mirrors().len(), 8);
        let tall = Frame::new(&Goal::blank_last(Size::new(5, 3).expect("in range")));
        assert_eq!((tall.size.to_string().as_str(), tall.blank), ("3x5", 0));
    }

    #[test]
    fn moves_are_seen_as_moves() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(3);
        for (rows, cols) in [(3, 3), (4, 4), (5, 3), (2, 6), (6, 2)] {
            let size = Size::new(rows, cols).expect("in range");
            for goal in [Goal::blank_last(size), Goal::snail(size)] {
                let frame = Frame::new(&goal);
                let board = random_board(&goal, true, &mut rng);
                let seen = frame.see(&board);
                for (m, next) in board.neighbors() {
                    let next = frame.see(&next);
                    let blank = |cells: &[u8]| {
                        cells.iter().position(|&c| usize::from(c) == frame.blank).expect("one") as u8
                    };
                    assert_eq!(frame.moves(&[blank(&seen), blank(&next)]), [m]);
                    assert_eq!(seen.iter().zip(&next).filter(|(a, b)| a != b).count(), 2);
                }
            }
        }
    }
}
