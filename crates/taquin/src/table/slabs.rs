//! Where in a table the patterns on the same cells lie.
//!
//! What a pattern costs to solve depends on where its tiles are, and on which of the regions that they cut the free cells
//! into holds the blank. For each set of occupied cells and each of its regions a table has a *slab*: one bit for each
//! order of the tiles, rounded up to whole words. Slabs are numbered by the rank of the set, then by the region; regions
//! by their size, the largest first, which makes one number do for most cells of most sets.

use super::index::{Combinations, FACTORIAL, masks};
use crate::board::Size;

/// The slabs of all patterns with the same number of tiles on a grid.
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
        let (grid, mut found) = (Regions::new(size), Vec::new());
        let sets = masks(cells, tiles);
        let mut regions = vec![0; sets.len() * cells];
        let mut first = Vec::with_capacity(sets.len() + 1);
        let mut slabs = 0;
        for (&set, numbers) in sets.iter().zip(regions.chunks_exact_mut(cells)) {
            first.push(slabs);
            found.clear();
            found.extend(grid.around(set));
            found.sort_by_key(|region| std::cmp::Reverse(region.count_ones()));
            // The largest is number 0, and that is there already.
            for (number, &region) in (0..).zip(&found).skip(1) {
                let mut rest = region;
                while rest != 0 {
                    numbers[rest.trailing_zeros() as usize] = number;
                    rest &= rest - 1;
                }
            }
            slabs += found.len() as u32;
        }
        first.push(slabs);
        Self { size, tiles, combinations: Combinations::new(cells, tiles), sets, first, regions }
    }

    /// The sets, the first slab of each, and the region of each cell for each set.
    pub(crate) fn into_parts(self) -> (Vec<u32>, Vec<u32>, Vec<u8>) {
        (self.sets, self.first, self.regions)
    }

    /// How many there are for so many tiles on a grid.
    pub(crate) fn count_of(size: Size, tiles: usize) -> usize {
        let grid = Regions::new(size);
        masks(size.cells(), tiles).into_iter().map(|set| grid.around(set).count()).sum()
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

/// The regions of free cells around sets of occupied ones.
///
/// PERF: all cells of a region spread at once, by shifts. Cell by cell, opening the tables of the 15-puzzle took twice as long.
struct Regions {
    cols: usize,
    all: u32,
    /// The cells that are not in the first column, and not in the last.
    not_first: u32,
    not_last: u32,
}

impl Regions {
    fn new(size: Size) -> Self {
        let cells = |is_in: &dyn Fn(usize) -> bool| {
            (0..size.cells()).filter(|&cell| is_in(size.place(cell).1)).fold(0, |mask, cell| mask | 1 << cell)
        };
        Self {
            cols: size.cols(),
            all: cells(&|_| true),
            not_first: cells(&|col| col > 0),
            not_last: cells(&|col| col + 1 < size.cols()),
        }
    }

    /// Those that a set leaves, in the order of their first cells.
    fn around(&self, set: u32) -> impl Iterator<Item = u32> {
        let free = self.all & !set;
        let mut rest = free;
        std::iter::from_fn(move || {
            let mut region = rest & rest.wrapping_neg();
            (rest != 0).then(|| {
                loop {
                    let sideways = (region & self.not_last) << 1 | (region & self.not_first) >> 1;
                    let next = (region | sideways | region << self.cols | region >> self.cols) & free;
                    if next == region {
                        break;
                    }
                    region = next;
                }
                rest &= !region;
                region
            })
        })
    }
}
