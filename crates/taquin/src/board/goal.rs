//! What "solved" means.

use super::{Board, Size};

/// The board to reach, with the home cell of every tile.
///
/// Solvability, Hamming, Manhattan and every other estimate are relative to one of these.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    board: Board,
    /// `home[tile]` is the cell where the goal has that tile.
    home: Box<[u16]>,
}

impl Goal {
    /// `1 2 3 …`, row by row, with the blank in the last cell: the goal of Princeton's course, and the default.
    pub fn blank_last(size: Size) -> Self {
        let cells = size.cells() as u16;
        Self::new(Board::from_permutation(size, (1..cells).chain([0]).collect()))
    }

    /// The blank in the first cell, then `1 2 3 …`: the goal of most research papers.
    pub fn blank_first(size: Size) -> Self {
        Self::new(Board::from_permutation(size, (0..size.cells() as u16).collect()))
    }

    /// `1 2 3 / 8 _ 4 / 7 6 5`: the goal of Iowa State's course. It is the snail of 3×3.
    pub fn ring() -> Self {
        Self::new(Board::from_permutation(Size { rows: 3, cols: 3 }, Box::new([1, 2, 3, 8, 0, 4, 7, 6, 5])))
    }

    /// A clockwise spiral from the upper left corner inwards, that ends in the blank.
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

    /// Any board as the goal. Boards of the other parity can't reach it.
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

    /// The board that is to be reached.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Rows and columns of the goal, and of the boards that it is for.
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// The cell where the goal has a tile (or, for 0, the blank), counted row by row from 0.
    ///
    /// # Panics
    /// If the goal has no such tile.
    pub fn home(&self, tile: usize) -> usize {
        usize::from(self.home[tile])
    }

    /// How many slides a tile at a cell is away from home, if nothing stood in its way: by rows and columns.
    ///
    /// # Panics
    /// If the goal has no such tile. A cell that it has not is counted on in further rows.
    pub fn distance(&self, tile: usize, cell: usize) -> u32 {
        self.size().distance(self.home(tile), cell) as u32
    }
}

/// A choice of goal, before the size of the board is known.
///
/// ```
/// use taquin::{GoalKind, Size};
/// let kind: GoalKind = "snail".parse()?;
/// let goal = kind.for_size("3x4".parse()?)?;
/// assert_eq!(goal.board().tiles(), [1, 2, 3, 4, 10, 11, 0, 5, 9, 8, 7, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GoalKind {
    /// Tiles in order with the blank in the last cell: [`Goal::blank_last`].
    #[default]
    BlankLast,
    /// The blank in the first cell, then tiles in order: [`Goal::blank_first`].
    BlankFirst,
    /// Tiles in order around the blank: [`Goal::ring`], for 3×3 alone.
    Ring,
    /// A spiral inwards that ends in the blank: [`Goal::snail`].
    Snail,
    /// A board that was written out: [`Goal::explicit`], for its own size alone.
    Explicit(Board),
}

impl GoalKind {
    /// The goal of this kind for boards of a size.
    ///
    /// # Errors
    /// If there is none: the ring is for 3×3, and an explicit board for its own size.
    pub fn for_size(&self, size: Size) -> Result<Goal, GoalError> {
        match self {
            Self::BlankLast => Ok(Goal::blank_last(size)),
            Self::BlankFirst => Ok(Goal::blank_first(size)),
            Self::Snail => Ok(Goal::snail(size)),
            Self::Ring if Goal::ring().size() == size => Ok(Goal::ring()),
            Self::Ring => Err(GoalError::RingSize { size }),
            Self::Explicit(board) if board.size() == size => Ok(Goal::explicit(board.clone())),
            Self::Explicit(board) => Err(GoalError::OtherSize { board: size, goal: board.size() }),
        }
    }
}

/// Why a [`GoalKind`] can't be read, or is not for boards of some size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GoalError {
    /// The ring exists for 3×3 alone.
    #[error(
        "the ring goal is for 3x3 boards and this one is {size}: use 'snail', the same idea for any size"
    )]
    RingSize {
        /// The size that was asked for.
        size: Size,
    },
    /// An explicit goal of another size than the board.
    #[error("the board is {board} and the goal is {goal}: they must have the same size")]
    OtherSize {
        /// Rows and columns of the boards that the goal was to be for.
        board: Size,
        /// Rows and columns of the explicit goal.
        goal: Size,
    },
    /// A text, which is here, that is neither a known name nor something like a board.
    #[error(
        "'{0}' is not a goal: choose blank-last, blank-first, ring or snail, or write a board such as '1 2 3/8 0 4/7 6 5'"
    )]
    UnknownName(String),
    /// An explicit goal that is not a valid board, and what is wrong with it.
    #[error("the goal is not a valid board: {0}")]
    BadBoard(super::BoardError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snails_of_every_size_are_boards() {
        for rows in 2..=12 {
            for cols in 2..=12 {
                let goal = Goal::snail(Size::new(rows, cols).expect("in range"));
                let checked = Board::from_tiles(goal.size(), goal.board().tiles());
                assert_eq!(checked.as_ref(), Ok(goal.board()));
            }
        }
    }
}
