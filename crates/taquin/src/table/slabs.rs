//! Where in a table the patterns on the same cells lie.
//!
//! What a pattern costs to solve depends on where its tiles are, and on which of the regions that they cut the free cells
//! into holds the blank. For each set of occupied cells and each of its regions a table has a *slab*: one bit for each
//! order of the tiles, rounded up to whole words. Slabs are numbered by the rank of the set, then by the region; regions
//! by their size, the largest first, which makes one number do for most cells of most sets.

use super::index::{Combinations, FACTORIAL, masks};
use super::pattern::{flood, neighbours};
use crate::board::Size;

/// The slabs of all patterns with as many tiles on a grid.
pub(crate) struct Slabs {
    pub(super) size: Size,
    pub(super) tiles: usize,
    pub(super) combinations: Combinations,
    /// The sets of occupied cells, by rank.
    pub(super) sets: Vec<u32>,
    /// By rank of the set: the number of its first slab; one more at the end.
    first: Vec<u32>,
    /// By rank of the set and cell: which region the cell is in.
    regions: Vec<u8>,
}

impl Slabs {
    pub(crate) fn new(size: Size, tiles: usize) -> Self {
        let cells = size.cells();
        let neighbours = neighbours(size);
        let sets = masks(cells, tiles);
        let mut regions = vec![0; sets.len() * cells];
        let mut first = Vec::with_capacity(sets.len() + 1);
        let mut slabs = 0;
        for (&set, numbers) in sets.iter().zip(regions.chunks_exact_mut(cells)) {
            first.push(slabs);
            let mut found = regions_around(set, cells, &neighbours);
            found.sort_by_key(|region| std::cmp::Reverse(region.count_ones()));
            for (number, region) in (0..).zip(&found) {
                (0..cells).filter(|cell| region >> cell & 1 == 1).for_each(|cell| numbers[cell] = number);
            }
            slabs += found.len() as u32;
        }
        first.push(slabs);
        Self { size, tiles, combinations: Combinations::new(cells, tiles), sets, first, regions }
    }

    /// How many there are for so many tiles on a grid.
    pub(crate) fn count_of(size: Size, tiles: usize) -> usize {
        let (cells, neighbours) = (size.cells(), neighbours(size));
        masks(cells, tiles).into_iter().map(|set| regions_around(set, cells, &neighbours).len()).sum()
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.first[self.sets.len()] as usize
    }

    /// The 64-bit words of each.
    pub(crate) fn words(&self) -> usize {
        words(self.tiles)
    }

    /// The slabs of a set.
    pub(super) fn of_set(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set] as usize..self.first[set + 1] as usize
    }

    /// The region of a free cell.
    pub(super) fn region(&self, set: usize, cell: usize) -> u8 {
        self.regions[set * self.size.cells() + cell]
    }

    /// The slab of a set with the blank at a cell.
    pub(crate) fn slab(&self, set: usize, blank: usize) -> usize {
        self.first[set] as usize + usize::from(self.region(set, blank))
    }
}

/// The 64-bit words of a slab for so many tiles.
pub(crate) fn words(tiles: usize) -> usize {
    (FACTORIAL[tiles] as usize).div_ceil(64)
}

/// The regions that a set of occupied cells leaves free.
fn regions_around(set: u32, cells: usize, neighbours: &[u32]) -> Vec<u32> {
    let free = ((1u64 << cells) - 1) as u32 & !set;
    let (mut rest, mut found) = (free, Vec::new());
    while rest != 0 {
        let region = flood(rest.trailing_zeros() as usize, free, neighbours);
        found.push(region);
        rest &= !region;
    }
    found
}
