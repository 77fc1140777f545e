//! A part of a field that is worked on by itself.

use super::field::Field;
use crate::board::Move;

/// Some cells of a field, numbered from 0 row by row, with tiles that are all at home in them. Each tile has the number of its
/// home, so that the window is solved when each stands at its own number.
pub(super) struct Window {
    /// By cell: its row and column in the field.
    places: Vec<(usize, usize)>,
    /// By cell: the tile there.
    board: Vec<u8>,
    blank: usize,
    /// By row and column: the cell, plus one.
    numbers: Vec<u16>,
    columns: usize,
    /// By cell and way: the cell whose tile slides there.
    sources: Vec<[u8; 4]>,
}

/// No cell.
pub(super) const NONE: u8 = u8::MAX;

impl Window {
    /// The most cells of a window.
    pub(super) const MOST_CELLS: usize = 255;

    /// A window of these cells, given row by row: the tiles there and the blank are at home in them.
    pub(super) fn new(field: &Field, cells: &[usize]) -> Self {
        Self::with_homes(field, cells, |name| name)
    }

    /// The same, with the tiles at home in other cells of the window than their names tell.
    pub(super) fn with_homes(field: &Field, cells: &[usize], home: impl Fn(usize) -> usize) -> Self {
        debug_assert!(cells.len() <= Self::MOST_CELLS && cells.contains(&field.blank()));
        let (size, columns) = (field.size(), field.size().cols());
        let number = |name: usize| cells.binary_search(&home(name)).unwrap_or(0);
        let mut numbers = vec![0; size.cells()];
        for (number, &cell) in cells.iter().enumerate() {
            numbers[cell] = number as u16 + 1;
        }
        let source = |cell: usize, by: Move| {
            let source = by.source(size, cell).map_or(0, |source| numbers[source]);
            source.checked_sub(1).map_or(NONE, |number| number as u8)
        };
        Self {
            places: cells.iter().map(|&cell| size.place(cell)).collect(),
            board: cells.iter().map(|&cell| number(field.name(cell)) as u8).collect(),
            blank: number(field.blank_home()),
            sources: cells.iter().map(|&cell| Move::ALL.map(|by| source(cell, by))).collect(),
            numbers,
            columns,
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.places.len()
    }

    /// The tile at each cell.
    pub(super) fn board(&self) -> &[u8] {
        &self.board
    }

    /// The number of the blank, as a tile.
    pub(super) fn blank(&self) -> usize {
        self.blank
    }

    /// The row and column of a cell, or of a tile's home.
    pub(super) fn place(&self, cell: usize) -> (usize, usize) {
        self.places[cell]
    }

    /// The cell in a row and column.
    pub(super) fn cell_at(&self, (row, column): (usize, usize)) -> Option<usize> {
        let number = (column < self.columns).then(|| self.numbers.get(row * self.columns + column)).flatten();
        number.and_then(|&number| usize::from(number).checked_sub(1))
    }

    /// By [`Move::ALL`]: the cells whose tiles slide to a cell, or [`NONE`].
    #[inline]
    pub(super) fn sources(&self, cell: usize) -> [u8; 4] {
        self.sources[cell]
    }
}
