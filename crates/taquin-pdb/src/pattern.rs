//! Patterns: subsets of a puzzle's tiles.

use crate::slabs::{self, Slabs};
use taquin_core::Size;

/// A subset of the tiles of a puzzle in a canonical [frame](crate::Frame), where a tile is identified by its
/// home cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    size: Size,
    blank: usize,
    homes: Vec<u8>,
}

impl Pattern {
    /// Creates a pattern from the home cell of the blank and the home cells of its 1 to 8 tiles, in
    /// increasing order.
    pub fn new(size: Size, blank: usize, homes: Vec<u8>) -> Self {
        Self { size, blank, homes }
    }

    /// Returns the size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the home cell of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Returns the home cells of the tiles, in increasing order. A tile's position in this list is its
    /// *index* within the pattern.
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }

    /// Returns the number of tiles.
    pub fn tile_count(&self) -> usize {
        self.homes.len()
    }

    /// Returns the length of the database in bytes.
    pub(crate) fn pdb_bytes(&self) -> usize {
        8 * Slabs::count_for(self.size, self.tile_count()) * slabs::words_per_slab(self.tile_count())
    }
}
