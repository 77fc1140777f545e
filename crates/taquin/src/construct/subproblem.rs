//! A subset of the cells of a board, solved by itself.

use super::tracked_board::TrackedBoard;
use taquin_core::Move;

/// A set of cells, renumbered from 0 in row-major order, whose tiles all have their homes among them. Each
/// tile has the number of its home, so the subproblem is solved when every cell holds the tile of the same
/// number.
pub(super) struct Subproblem {
    /// By cell: its row and column on the board.
    places: Vec<(usize, usize)>,
    /// By cell: its tile.
    tiles: Vec<u8>,
    /// The number of the blank as a tile.
    blank: usize,
    /// By cell of the board: the cell of the subproblem.
    numbers: Vec<Option<u8>>,
    columns: usize,
    /// By cell and index in [`Move::ALL`]: the cell whose tile slides there, or [`NO_CELL`].
    sources: Vec<[u8; 4]>,
}

/// The number of a missing cell.
pub(super) const NO_CELL: u8 = u8::MAX;

impl Subproblem {
    pub(super) const MAX_CELLS: usize = NO_CELL as usize;

    /// Takes the given cells, in ascending order, with the homes that the goal assigns.
    pub(super) fn new(board: &TrackedBoard, cells: &[usize]) -> Self {
        Self::with_homes(board, cells, |home| home)
    }

    /// Takes the given cells, in ascending order, with other homes: `new_home` maps the home of a tile to its
    /// new one.
    pub(super) fn with_homes(
        board: &TrackedBoard,
        cells: &[usize],
        new_home: impl Fn(usize) -> usize,
    ) -> Self {
        debug_assert!(cells.len() <= Self::MAX_CELLS && cells.contains(&board.blank()));
        let size = board.size();
        let mut numbers = vec![None; size.cells()];
        for (number, &cell) in cells.iter().enumerate() {
            numbers[cell] = Some(number as u8);
        }
        let tile = |home: usize| numbers[new_home(home)].unwrap_or(0);
        let source = |cell: usize, by: Move| {
            by.source(size, cell).and_then(|source| numbers[source]).unwrap_or(NO_CELL)
        };
        Self {
            places: cells.iter().map(|&cell| size.row_col(cell)).collect(),
            tiles: cells.iter().map(|&cell| tile(board.home_at(cell))).collect(),
            blank: usize::from(tile(board.blank_home())),
            sources: cells.iter().map(|&cell| Move::ALL.map(|by| source(cell, by))).collect(),
            numbers,
            columns: size.cols(),
        }
    }

    /// Returns the number of cells.
    pub(super) fn cells(&self) -> usize {
        self.places.len()
    }

    /// Returns the numbers of rows and columns, if the cells are all those of a rectangle from the first row and column on.
    pub(super) fn rectangle(&self) -> Option<(usize, usize)> {
        let &(row, column) = self.places.last()?;
        let is_full = self.places.len() == (row + 1) * (column + 1)
            && self.places.iter().all(|place| place.1 <= column);
        is_full.then_some((row + 1, column + 1))
    }

    /// Returns the tile at each cell.
    pub(super) fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// Returns the number of the blank as a tile, which is its home.
    pub(super) fn blank(&self) -> usize {
        self.blank
    }

    /// Returns the row and column of a cell, or of a tile's home.
    pub(super) fn place(&self, cell: usize) -> (usize, usize) {
        self.places[cell]
    }

    /// Returns the cell at a row and column of the board.
    pub(super) fn cell_at(&self, (row, column): (usize, usize)) -> Option<usize> {
        let number = (column < self.columns).then(|| self.numbers.get(row * self.columns + column))?;
        number.copied().flatten().map(usize::from)
    }

    /// Returns the cells whose tiles slide to a cell, by index in [`Move::ALL`]; [`NO_CELL`] where there is
    /// none.
    #[inline]
    pub(super) fn sources(&self, cell: usize) -> [u8; 4] {
        self.sources[cell]
    }
}
