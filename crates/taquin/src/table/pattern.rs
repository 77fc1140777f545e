//! A group of tiles on a grid, and the geometry that building and using its table need.

use super::index::{Combinations, FACTORIAL};
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

    pub(crate) fn combinations(&self) -> Combinations {
        Combinations::new(self.size.cells(), self.tiles())
    }

    /// In how many ways its tiles can stand on the grid.
    pub(crate) fn entries(&self) -> usize {
        self.combinations().count() * FACTORIAL[self.tiles()] as usize
    }

    /// Its home cells as a mask.
    pub(crate) fn home_mask(&self) -> u32 {
        self.homes.iter().fold(0, |mask, &home| mask | 1 << home)
    }
}

/// The tiles of a grid of up to 16 cells, shared out among two or three patterns whose tables take a moment to build.
pub(crate) fn partition(size: Size, blank: usize) -> Vec<Pattern> {
    let groups: Vec<Vec<u8>> = if size.rows() == 4 && size.cols() == 4 && blank == 0 {
        // PERF: of the usual 6-6-3 partitions this one needs the fewest nodes on Korf's hundred boards.
        vec![vec![1, 4, 5, 8, 9, 12], vec![2, 3, 6, 7, 10, 11], vec![13, 14, 15]]
    } else {
        // Neighbouring columns together; groups of at most six, two of them if that will do.
        let (rows, cols) = (size.rows(), size.cols());
        let by_columns = (0..size.cells()).map(|i| (i % rows * cols + i / rows) as u8);
        let tiles: Vec<u8> = by_columns.filter(|&cell| usize::from(cell) != blank).collect();
        let group = tiles.len().div_ceil(2).min(6);
        tiles.chunks(group).map(<[u8]>::to_vec).collect()
    };
    let pattern = |mut homes: Vec<u8>| {
        homes.sort_unstable();
        Pattern { size, blank, homes }
    };
    groups.into_iter().map(pattern).collect()
}

/// The neighbours of each cell as masks.
pub(crate) fn neighbours(size: Size) -> Vec<u32> {
    let around = |cell| Move::ALL.iter().filter_map(move |m| m.source(size, cell));
    (0..size.cells()).map(|cell| around(cell).fold(0, |mask, next| mask | 1 << next)).collect()
}

/// The cells of `free` that the blank can reach from one of them.
pub(crate) fn flood(from: usize, free: u32, neighbours: &[u32]) -> u32 {
    let mut reached = 1u32 << from;
    let mut fresh = reached;
    while fresh != 0 {
        let cell = fresh.trailing_zeros() as usize;
        let next = neighbours[cell] & free & !reached;
        reached |= next;
        fresh = fresh & (fresh - 1) | next;
    }
    reached
}
