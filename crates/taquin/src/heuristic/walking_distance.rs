//! Walking distance: the moves up and down that bring all tiles to their home rows, and those sideways that bring them to
//! their home columns.
//!
//! Forget in which column a tile stands. Then a board is a table of counts, how many tiles of each home row are in each
//! row, and the row of the blank; and a tile goes up or down by changing places with a blank in the next row. The fewest
//! such moves to the goal are worked out for all tables of counts beforehand ([`walking_table`](super::walking_table)).
//! The same is done for columns and moves sideways, and the two are added. Manhattan distance is what remains if one forgets
//! about the blank too, so walking distance is never less.
//!
//! *Consistent:* a move up or down is a move among those counts by rows, where it changes the distance by one, and leaves
//! the counts by columns as they are; a move sideways the reverse. *Admissible,* because it is consistent and 0 at the goal.
//!
//! It was found by Ken'ichiro Takahashi, for the 15-puzzle: 24,964 states, the farthest 35 moves from the goal, and the same
//! table for rows and columns if the blank is at home on the diagonal. On 4×5 there are six million states already, and
//! on 5×5 some 65 million; there linear conflict is the one to use.

use super::definition::{Definition, WalkingTables};
use super::walking_table::{Shape, WalkingTable};
use super::{Estimate, Slide};
use crate::board::{Goal, Size};
use crate::stop::StopReason;
use std::sync::Arc;

/// Walking distance for one goal.
pub(crate) struct WalkingDistance {
    cells: usize,
    /// Rows, and columns.
    axes: [Axis; 2],
}

impl Definition for WalkingDistance {
    const NAME: &'static str = "walking-distance";
    const IN_WORDS: &'static str = "walking distance";
    const NEEDS_TABLES: bool = true;

    /// Whether the tables for a size are small enough: at most 367,560 states.
    fn supports(size: Size) -> bool {
        let (short, long) = (size.rows().min(size.cols()), size.rows().max(size.cols()));
        matches!((short, long), (2, ..=6) | (3, ..=5) | (4, 4))
    }

    fn new(goal: &Goal, tables: &mut WalkingTables<'_>) -> Result<Self, StopReason> {
        let size = goal.size();
        let (rows, columns) = (size.rows(), size.cols());
        let mut along = |lines, length, line: fn(Size, usize) -> usize| {
            let shape = Shape { lines, length, blank_home: line(size, goal.home(0)) };
            tables(shape).map(|table| Axis::new(goal, shape, table, |cell| line(size, cell)))
        };
        let axes = [
            along(rows, columns, |size, cell| size.place(cell).0)?,
            along(columns, rows, |size, cell| size.place(cell).1)?,
        ];
        Ok(Self { cells: size.cells(), axes })
    }
}

impl Estimate for WalkingDistance {
    /// The states of rows and columns.
    type Memo = [u32; 2];

    fn by_tiles(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        self.axes.iter().zip(self.memo(tile_at)).map(|(axis, state)| axis.table.distance(state)).sum()
    }

    #[inline]
    fn memo(&self, tile_at: impl Fn(usize) -> usize) -> [u32; 2] {
        let mut keys = [0u64; 2];
        for cell in 0..self.cells {
            let tile = tile_at(cell);
            for (key, axis) in keys.iter_mut().zip(&self.axes) {
                *key += axis.keys[cell % CELLS][tile % CELLS];
            }
        }
        [self.axes[0].table.state(keys[0]), self.axes[1].table.state(keys[1])]
    }

    #[inline]
    fn after(
        &self,
        before: u32,
        mut memo: [u32; 2],
        Slide { tile, from, to }: Slide,
        _tile_at: impl Fn(usize) -> usize,
    ) -> (u32, [u32; 2]) {
        let rows = &self.axes[0];
        let changed = usize::from(rows.line(from) == rows.line(to));
        let (axis, state) = (&self.axes[changed], memo[changed]);
        let home = usize::from(axis.homes[tile % CELLS]);
        let next = axis.table.after(state, home, axis.line(from), axis.line(to));
        memo[changed] = next;
        (before + axis.table.distance(next) - axis.table.distance(state), memo)
    }
}

/// The most cells of a board whose tables are small enough.
const CELLS: usize = 16;

/// The rows, or the columns.
struct Axis {
    table: Arc<WalkingTable>,
    /// By cell: its line.
    lines: [u8; CELLS],
    /// By tile: its home line.
    homes: [u8; CELLS],
    /// By cell and tile: what is added to the key.
    keys: [[u64; CELLS]; CELLS],
}

impl Axis {
    fn new(goal: &Goal, shape: Shape, table: Arc<WalkingTable>, line: impl Fn(usize) -> usize) -> Self {
        let cells = goal.size().cells();
        let mut axis = Self { table, lines: [0; CELLS], homes: [0; CELLS], keys: [[0; CELLS]; CELLS] };
        for tile in 0..cells {
            axis.homes[tile] = line(goal.home(tile)) as u8;
        }
        for cell in 0..cells {
            axis.lines[cell] = line(cell) as u8;
            axis.keys[cell][0] = shape.blank_key(line(cell));
            for tile in 1..cells {
                axis.keys[cell][tile] = shape.tile_key(line(cell), line(goal.home(tile)));
            }
        }
        axis
    }

    #[inline]
    fn line(&self, cell: usize) -> usize {
        usize::from(self.lines[cell % CELLS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::heuristic::tests::{a_few_goals, follows_moves, set_up};
    use crate::search::state::Word;

    fn estimate(board: &str, goal: fn(Size) -> Goal) -> u32 {
        let board: Board = board.parse().expect("a board");
        set_up::<WalkingDistance>(&goal(board.size())).estimate(&board)
    }

    #[test]
    fn some_boards() {
        assert_eq!(estimate("8 6 7/2 5 4/3 0 1", Goal::blank_last), 12 + 13);
        assert_eq!(estimate("7 13 10 4/6 3 14 2/11 12 15 8/1 0 5 9", Goal::blank_last), 18 + 20);
        assert_eq!(estimate("7 13 10 4/6 3 14 2/11 12 15 8/1 0 5 9", Goal::blank_first), 19 + 23);
        assert_eq!(estimate("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", Goal::blank_last), 33 + 33);
    }

    #[test]
    fn what_fits_fits_into_a_word() {
        let sides = (2..=40).flat_map(|rows| (2..=40).map(move |cols| (rows, cols)));
        let all = sides.map(|(rows, cols)| Size::new(rows, cols).expect("in range"));
        let fitting: Vec<Size> = all.filter(|size| WalkingDistance::supports(*size)).collect();
        assert_eq!(fitting.len(), 5 + 3 + 1 + 4 + 2);
        assert!(fitting.iter().all(|size| size.cells() <= CELLS.min(Word::CELLS)));
    }

    #[test]
    fn followed_along_moves_it_is_what_it_is_from_scratch() {
        for goal in a_few_goals(&[(2, 2), (2, 4), (3, 3), (5, 2), (3, 4), (4, 4)]) {
            follows_moves(&goal, &set_up::<WalkingDistance>(&goal));
        }
    }

    #[test]
    fn it_is_never_less_than_manhattan_distance() {
        for goal in a_few_goals(&[(3, 3), (4, 4)]) {
            let walking_distance = set_up::<WalkingDistance>(&goal);
            for start in a_few_goals(&[(3, 3), (4, 4)]) {
                let board = start.board();
                if board.size() == goal.size() {
                    assert!(walking_distance.estimate(board) >= board.manhattan(&goal));
                }
            }
        }
    }
}
