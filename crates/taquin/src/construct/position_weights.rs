//! Weights of the [score](super::score) that depend on the position, for boards of 6×6 and 7×7.
//!
//! The general weights know only the offsets of two tiles' homes, so that they apply to any set of cells. On a whole board of a
//! size that is worth it, a pair has a weight of its own for every pair of cells, and a tile for every cell. They are added
//! to the general score. The same lookups then rank the boards of a level much better: a beam finds solutions as short as
//! those of one that is eight times as wide.
//!
//! The weights hold for a goal with the blank in the last cell; for other corners the board is reflected. The program in `train/`
//! learns them.

use super::general_weights::RELATIONS;
use super::subproblem::Subproblem;
use std::borrow::Cow;
use taquin_core::Goal;

/// The weights for boards of one size.
#[derive(Clone, Debug)]
pub struct PositionWeights {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Little-endian integers of two bytes: by tile and cell, then by [pair of cells](Self::first_pair_index), tile and other tile.
    pub(super) bytes: Cow<'static, [u8]>,
    /// By cell and relation: the index of the pair of cells, for one of each two opposite relations.
    pub(super) pairs: Vec<[Option<u32>; RELATIONS.len()]>,
}

/// The sizes with weights. Without the feature `embedded` there are none, which keeps the download of the page small.
const EMBEDDED: &[(usize, usize, &[u8])] = &[
    #[cfg(feature = "embedded")]
    (6, 6, include_bytes!("weights/6x6.bin")),
    #[cfg(feature = "embedded")]
    (7, 7, include_bytes!("weights/7x7.bin")),
];

impl PositionWeights {
    /// Returns true if there are weights for the whole board with a goal.
    pub(super) fn exist_for(goal: &Goal) -> bool {
        let size = goal.size();
        let is_corner =
            [(size.rows(), goal.blank() / size.cols()), (size.cols(), goal.blank() % size.cols())]
                .iter()
                .all(|(length, at)| *at == 0 || *at == length - 1);
        is_corner && EMBEDDED.iter().any(|(rows, columns, _)| (*rows, *columns) == (size.rows(), size.cols()))
    }

    /// Returns the weights for a subproblem that is a whole board with the blank's home in a corner, if there are any.
    pub(super) fn embedded(subproblem: &Subproblem) -> Option<Self> {
        let (rows, columns) = subproblem.rectangle()?;
        let (.., bytes) = EMBEDDED.iter().find(|(r, c, _)| (*r, *c) == (rows, columns))?;
        Reflection::new(subproblem)?;
        Self::new(rows, columns, Cow::Borrowed(bytes))
    }

    /// Creates weights from their bytes; `None` if there are not as many as necessary.
    pub fn new(rows: usize, columns: usize, bytes: Cow<'static, [u8]>) -> Option<Self> {
        let mut count = 0;
        let mut pair = |cell: usize, (down, right): (isize, isize)| {
            let row = (cell / columns).checked_add_signed(down)?;
            let column = (cell % columns).checked_add_signed(right)?;
            let is_inside = row < rows && column < columns;
            (is_inside && (down, right) > (0, 0)).then(|| {
                count += 1;
                count - 1
            })
        };
        let pairs = (0..rows * columns).map(|cell| RELATIONS.map(|offset| pair(cell, offset))).collect();
        let weights = Self { rows, columns, bytes, pairs };
        (weights.bytes.len() == 2 * weights.first_pair_index(count as usize)).then_some(weights)
    }

    /// Returns a weight.
    pub fn get(&self, index: usize) -> i16 {
        self.bytes.get(2 * index..2 * index + 2).map_or(0, |bytes| i16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// Returns the index of the weight of a tile at a cell.
    #[inline]
    pub fn tile_index(&self, tile: usize, cell: usize) -> usize {
        tile * self.pairs.len() + cell
    }

    /// Returns the index of the weight of a pair of tiles, given the cell of the first, and the
    /// relation of the second to it; `None` if the second would be outside.
    #[inline]
    pub(super) fn pair_index(
        &self,
        cell: usize,
        relation: usize,
        tile: usize,
        other: usize,
    ) -> Option<usize> {
        let (down, right) = RELATIONS[relation];
        let (cell, relation, tile, other) = if (down, right) > (0, 0) {
            (cell, relation, tile, other)
        } else {
            let row = (cell / self.columns).checked_add_signed(down)?;
            let column = (cell % self.columns).checked_add_signed(right)?;
            if row >= self.rows || column >= self.columns {
                return None;
            }
            // Opposite relations are neighbors.
            (row * self.columns + column, relation ^ 1, other, tile)
        };
        let cells = self.pairs.len();
        let pair = self.pairs[cell][relation]? as usize;
        Some(self.first_pair_index(pair) + tile * cells + other)
    }

    /// Returns the index of the first weight of a pair of cells.
    pub(super) fn first_pair_index(&self, pair: usize) -> usize {
        (1 + pair) * self.pairs.len() * self.pairs.len()
    }
}

/// The reflection that takes the blank's home to the last cell.
pub(super) struct Reflection {
    rows: usize,
    columns: usize,
    is_upside_down: bool,
    is_left_right: bool,
}

impl Reflection {
    /// Returns the reflection for a whole board; `None` if the blank's home is not a corner.
    pub(super) fn new(subproblem: &Subproblem) -> Option<Self> {
        let (rows, columns) = subproblem.rectangle()?;
        let (row, column) = subproblem.place(subproblem.blank());
        let is_corner = (row == 0 || row == rows - 1) && (column == 0 || column == columns - 1);
        is_corner.then_some(Self { rows, columns, is_upside_down: row == 0, is_left_right: column == 0 })
    }

    pub(super) fn cell(&self, cell: usize) -> usize {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let row = if self.is_upside_down { self.rows - 1 - row } else { row };
        let column = if self.is_left_right { self.columns - 1 - column } else { column };
        row * self.columns + column
    }

    pub(super) fn relation(&self, relation: usize) -> usize {
        let (down, right) = RELATIONS[relation];
        let down = if self.is_upside_down { -down } else { down };
        let right = if self.is_left_right { -right } else { right };
        RELATIONS.iter().position(|offset| *offset == (down, right)).unwrap_or(relation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construct::score::ScoreFunction;
    use crate::construct::tracked_board::TrackedBoard;
    use rand::SeedableRng;
    use taquin_core::{Board, Size, random_board};

    fn score(board: &Board, goal: &Goal) -> i32 {
        let cells: Vec<usize> = (0..board.size().cells()).collect();
        let subproblem = Subproblem::new(&TrackedBoard::new(board, goal), &cells);
        assert!(PositionWeights::exist_for(goal) && PositionWeights::embedded(&subproblem).is_some());
        ScoreFunction::new(&subproblem).score(subproblem.tiles())
    }

    /// Moves the tile at each cell to its image.
    fn image(board: &Board, image_of: impl Fn(usize, usize) -> (usize, usize)) -> Board {
        let size = board.size();
        let mut tiles = vec![0; size.cells()];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            let (row, column) = size.row_col(cell);
            let (row, column) = image_of(row, column);
            tiles[row * size.cols() + column] = tile;
        }
        let text: Vec<String> = tiles.iter().map(u16::to_string).collect();
        text.join(" ").parse().expect("a board")
    }

    #[test]
    fn reflected_boards_have_the_same_score() {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        for &(rows, columns, _) in EMBEDDED {
            let goal = Goal::blank_last(Size::new(rows, columns).expect("in range"));
            for _ in 0..20 {
                let board = random_board(&goal, true, &mut rng);
                let images: [&dyn Fn(usize, usize) -> (usize, usize); 4] = [
                    &|row, column| (rows - 1 - row, column),
                    &|row, column| (row, columns - 1 - column),
                    &|row, column| (rows - 1 - row, columns - 1 - column),
                    &|row, column| (column, row),
                ];
                for reflect in images {
                    let reflected_goal = Goal::explicit(image(goal.board(), reflect));
                    assert_eq!(score(&image(&board, reflect), &reflected_goal), score(&board, &goal));
                }
            }
        }
    }

    #[test]
    fn other_goals_have_no_weights() {
        let size = Size::square(6).expect("in range");
        assert!(!PositionWeights::exist_for(&Goal::blank_at(size, 7)));
        assert!(!PositionWeights::exist_for(&Goal::blank_last(Size::new(5, 7).expect("in range"))));
        assert!(PositionWeights::new(6, 6, Cow::Borrowed(&[0; 10])).is_none());
    }
}
