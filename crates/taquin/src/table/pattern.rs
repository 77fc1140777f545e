//! A group of tiles on a grid, and the geometry that building and using its table need.

use super::slabs::{self, Slabs};
use crate::board::{Move, Size};

/// Some tiles of a puzzle whose tiles are named by their home cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The grid.
    pub(crate) size: Size,
    /// The home cell of the blank.
    pub(crate) blank: usize,
    /// The home cells of the tiles, increasing.
    pub(crate) homes: Vec<u8>,
}

impl Pattern {
    /// How many tiles it has.
    pub(crate) fn tiles(&self) -> usize {
        self.homes.len()
    }

    /// Bytes of its table.
    pub(crate) fn bytes(&self) -> usize {
        8 * Slabs::count_of(self.size, self.tiles()) * slabs::words(self.tiles())
    }

    /// Its home cells as a mask.
    pub(crate) fn home_mask(&self) -> u32 {
        self.homes.iter().fold(0, |mask, &home| mask | 1 << home)
    }
}

/// The neighbours of each cell as masks.
pub(crate) fn neighbours(size: Size) -> Vec<u32> {
    let around = |cell| Move::ALL.iter().filter_map(move |m| m.source(size, cell));
    (0..size.cells()).map(|cell| around(cell).fold(0, |mask, next| mask | 1 << next)).collect()
}
