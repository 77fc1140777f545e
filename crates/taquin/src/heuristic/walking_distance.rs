//! Walking distance: the fewest vertical moves that bring all tiles to their home rows, plus the fewest
//! horizontal moves that bring them to their home columns.
//!
//! Ignore the column of every tile. The board becomes a matrix of counts, the number of tiles with home row
//! *j* in row *i*, together with the row of the blank; a move swaps the blank with any tile of an adjacent
//! row. The distances of all such states from the goal are precomputed
//! ([`walking_table`](super::walking_table)). Columns and horizontal moves are analogous, and the two
//! distances are added. Ignoring the blank too gives Manhattan distance, so walking distance is never less.
//!
//! *Consistent:* a vertical move is a move in the row abstraction, where it changes the distance by one, and
//! leaves the column abstraction unchanged; a horizontal move is the reverse. *Admissible,* because it is
//! consistent and 0 at the goal.
//!
//! Ken'ichiro Takahashi invented it for the 15-puzzle, whose table has 24,964 states, at most 35 moves from
//! the goal, and serves rows and columns alike if the home of the blank is on the diagonal. 4×5 has six
//! million states and 5×5 about 65 million: for these boards, use linear conflict.

use super::evaluate::{Evaluate, NamedHeuristic, Slide, WalkingTableSource};
use super::walking_table::{WalkingShape, WalkingTable};
use std::sync::Arc;
use taquin_core::StopReason;
use taquin_core::{Goal, Size};

/// Walking distance for one goal.
pub(crate) struct WalkingDistance {
    cells: usize,
    /// The rows, then the columns.
    axes: [Axis; 2],
}

impl NamedHeuristic for WalkingDistance {
    const NAME: &'static str = "walking-distance";
    const DESCRIPTION: &'static str = "walking distance";
    const NEEDS_TABLES: bool = true;

    /// Returns true if the tables for a size are small: at most 367,560 states each.
    fn supports(size: Size) -> bool {
        let short = size.rows().min(size.cols());
        let long = size.rows().max(size.cols());
        matches!((short, long), (2, ..=6) | (3, ..=5) | (4, 4))
    }

    fn build(goal: &Goal, tables: &mut WalkingTableSource<'_>) -> Result<Self, StopReason> {
        let size = goal.size();
        let mut axis = |lines, length, line: fn(Size, usize) -> usize| {
            let shape = WalkingShape { lines, length, blank_home: line(size, goal.blank()) };
            tables(shape).map(|table| Axis::new(goal, shape, table, |cell| line(size, cell)))
        };
        let rows = axis(size.rows(), size.cols(), |size, cell| size.row_col(cell).0)?;
        let columns = axis(size.cols(), size.rows(), |size, cell| size.row_col(cell).1)?;
        Ok(Self { cells: size.cells(), axes: [rows, columns] })
    }
}

impl Evaluate for WalkingDistance {
    /// The states of the rows and of the columns.
    type Memo = [u32; 2];

    fn evaluate(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        self.axes.iter().zip(self.memo(tile_at)).map(|(axis, state)| axis.table.distance(state)).sum()
    }

    #[inline]
    fn memo(&self, tile_at: impl Fn(usize) -> usize) -> [u32; 2] {
        let mut keys = [0u64; 2];
        for cell in 0..self.cells {
            let tile = tile_at(cell);
            for (key, axis) in keys.iter_mut().zip(&self.axes) {
                *key += axis.keys[cell % MAX_CELLS][tile % MAX_CELLS];
            }
        }
        [self.axes[0].table.state(keys[0]), self.axes[1].table.state(keys[1])]
    }

    #[inline]
    fn update(
        &self,
        value: u32,
        mut memo: [u32; 2],
        Slide { tile, from, to }: Slide,
        _tile_at: impl Fn(usize) -> usize,
    ) -> (u32, [u32; 2]) {
        let rows = &self.axes[0];
        let crossed = usize::from(rows.line(from) == rows.line(to));
        let axis = &self.axes[crossed];
        let state = memo[crossed];
        let home = usize::from(axis.homes[tile % MAX_CELLS]);
        let next = axis.table.next_state(state, home, axis.line(from), axis.line(to));
        memo[crossed] = next;
        (value + axis.table.distance(next) - axis.table.distance(state), memo)
    }
}

/// The maximum number of cells of a [supported](WalkingDistance::supports) board.
const MAX_CELLS: usize = 16;

/// The rows or the columns.
struct Axis {
    table: Arc<WalkingTable>,
    /// By cell: its line.
    lines: [u8; MAX_CELLS],
    /// By tile: its home line.
    homes: [u8; MAX_CELLS],
    /// By cell and tile: the summand of the key.
    keys: [[u64; MAX_CELLS]; MAX_CELLS],
}

impl Axis {
    fn new(
        goal: &Goal,
        shape: WalkingShape,
        table: Arc<WalkingTable>,
        line: impl Fn(usize) -> usize,
    ) -> Self {
        let cells = goal.size().cells();
        let mut axis =
            Self { table, lines: [0; MAX_CELLS], homes: [0; MAX_CELLS], keys: [[0; MAX_CELLS]; MAX_CELLS] };
        for tile in 0..cells {
            axis.homes[tile] = line(usize::from(goal.homes()[tile])) as u8;
        }
        for cell in 0..cells {
            axis.lines[cell] = line(cell) as u8;
            axis.keys[cell][0] = shape.blank_key(line(cell));
            for tile in 1..cells {
                axis.keys[cell][tile] = shape.tile_key(line(cell), line(usize::from(goal.homes()[tile])));
            }
        }
        axis
    }

    #[inline]
    fn line(&self, cell: usize) -> usize {
        usize::from(self.lines[cell % MAX_CELLS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::tests::{assert_incremental_matches_full, build, sample_goals};
    use crate::search::common::Packed64;
    use taquin_core::Board;

    fn estimate(board: &str, goal: fn(Size) -> Goal) -> u32 {
        let board: Board = board.parse().expect("a board");
        build::<WalkingDistance>(&goal(board.size())).estimate(&board)
    }

    #[test]
    fn known_values_are_reproduced() {
        assert_eq!(estimate("8 6 7/2 5 4/3 0 1", Goal::blank_last), 12 + 13);
        assert_eq!(estimate("7 13 10 4/6 3 14 2/11 12 15 8/1 0 5 9", Goal::blank_last), 18 + 20);
        assert_eq!(estimate("7 13 10 4/6 3 14 2/11 12 15 8/1 0 5 9", Goal::blank_first), 19 + 23);
        assert_eq!(estimate("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", Goal::blank_last), 33 + 33);
    }

    #[test]
    fn supported_boards_fit_into_a_word() {
        let sides = (2..=40).flat_map(|rows| (2..=40).map(move |cols| (rows, cols)));
        let all = sides.map(|(rows, cols)| Size::new(rows, cols).expect("in range"));
        let supported: Vec<Size> = all.filter(|size| WalkingDistance::supports(*size)).collect();
        assert_eq!(supported.len(), 5 + 3 + 1 + 4 + 2);
        assert!(supported.iter().all(|size| size.cells() <= MAX_CELLS.min(Packed64::CELLS)));
    }

    #[test]
    fn incremental_value_matches_full_evaluation() {
        for goal in sample_goals(&[(2, 2), (2, 4), (3, 3), (5, 2), (3, 4), (4, 4)]) {
            assert_incremental_matches_full(&goal, &build::<WalkingDistance>(&goal));
        }
    }

    #[test]
    fn value_is_at_least_manhattan_distance() {
        for goal in sample_goals(&[(3, 3), (4, 4)]) {
            let walking_distance = build::<WalkingDistance>(&goal);
            for start in sample_goals(&[(3, 3), (4, 4)]) {
                let board = start.board();
                if board.size() == goal.size() {
                    assert!(walking_distance.estimate(board) >= board.manhattan(&goal));
                }
            }
        }
    }
}
