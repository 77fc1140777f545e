//! The layout of a pattern database.
//!
//! An entry depends on the placement of the pattern's tiles and on the region of free cells that contains the
//! blank. A *slab* holds the entries of all permutations of the tiles on one set of cells with the blank in
//! one region, one bit per permutation, padded to whole 64-bit words. (Clausecker calls the permutations on
//! one set of cells a cohort.)
//!
//! Slabs are ordered by the rank of their set, then by region. The regions of a set are numbered by size, the
//! largest first, so that most cells of most sets are in region 0.

use crate::rank::{CombinationRanks, FACTORIAL, combinations};
use taquin_core::Size;

/// The slabs of all patterns with the same number of tiles on one grid.
#[derive(Debug)]
pub struct Slabs {
    size: Size,
    tiles: usize,
    ranks: CombinationRanks,
    /// The sets of occupied cells, by rank.
    sets: Vec<u32>,
    /// The first slab of each set, and the total number of slabs at the end.
    first: Vec<u32>,
    /// The region of each cell, by set and cell.
    regions: Vec<u8>,
}

impl Slabs {
    /// Computes the slabs of the patterns with a number of tiles.
    pub fn new(size: Size, tiles: usize) -> Self {
        let cells = size.cells();
        let finder = RegionFinder::new(size);
        let sets = combinations(cells, tiles);
        let mut regions = vec![0; sets.len() * cells];
        let mut first = Vec::with_capacity(sets.len() + 1);
        let mut slabs = 0;
        let mut found = Vec::new();
        for (&set, region_of) in sets.iter().zip(regions.chunks_exact_mut(cells)) {
            first.push(slabs);
            found.clear();
            found.extend(finder.regions(set));
            found.sort_by_key(|region| std::cmp::Reverse(region.count_ones()));
            // The cells of region 0 are zero already.
            for (number, &region) in (0..).zip(&found).skip(1) {
                let mut rest = region;
                while rest != 0 {
                    region_of[rest.trailing_zeros() as usize] = number;
                    rest &= rest - 1;
                }
            }
            slabs += found.len() as u32;
        }
        first.push(slabs);
        Self { size, tiles, ranks: CombinationRanks::new(cells, tiles), sets, first, regions }
    }

    /// Returns the number of slabs of patterns with a number of tiles, without computing their layout.
    pub(crate) fn count_for(size: Size, tiles: usize) -> usize {
        let finder = RegionFinder::new(size);
        combinations(size.cells(), tiles).into_iter().map(|set| finder.regions(set).count()).sum()
    }

    /// Returns the sets of occupied cells as bit masks, by rank.
    #[inline]
    pub fn sets(&self) -> &[u32] {
        &self.sets
    }

    /// Returns the first slab of each set, followed by the total number of slabs.
    pub fn first_slabs(&self) -> &[u32] {
        &self.first
    }

    /// Returns the region of each cell for each set: the element for a set and a cell is at
    /// `set * cells + cell`. Occupied cells have the value 0.
    pub fn cell_regions(&self) -> &[u8] {
        &self.regions
    }

    /// Returns the number of 64-bit words of a slab.
    #[inline]
    pub fn words_per_slab(&self) -> usize {
        words_per_slab(self.tiles)
    }

    #[inline]
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    #[inline]
    pub(crate) fn tile_count(&self) -> usize {
        self.tiles
    }

    /// Returns the number of slabs.
    pub(crate) fn count(&self) -> usize {
        self.first[self.sets.len()] as usize
    }

    /// Returns the rank of a set of cells.
    #[inline]
    pub(crate) fn rank(&self, set: u32) -> usize {
        self.ranks.rank(set)
    }

    /// Returns the slabs of a set, one per region.
    pub(crate) fn slabs_of(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set] as usize..self.first[set + 1] as usize
    }

    /// Returns the region of a free cell.
    #[inline]
    pub(crate) fn region(&self, set: usize, cell: usize) -> u8 {
        self.regions[set * self.size.cells() + cell]
    }

    /// Returns the slab of a set with the blank at a cell.
    #[inline]
    pub(crate) fn slab(&self, set: usize, blank: usize) -> usize {
        self.first[set] as usize + usize::from(self.region(set, blank))
    }
}

/// Returns the number of 64-bit words of a slab for a number of tiles.
pub(crate) fn words_per_slab(tiles: usize) -> usize {
    (FACTORIAL[tiles] as usize).div_ceil(64)
}

/// Flood fill of the free cells around sets of occupied cells.
///
/// PERF: shifts extend a region in all directions at once. Filling cell by cell doubled the time to open the
/// databases of the 15-puzzle.
struct RegionFinder {
    cols: usize,
    grid: u32,
    not_first_col: u32,
    not_last_col: u32,
}

impl RegionFinder {
    fn new(size: Size) -> Self {
        let cells_where = |is_included: &dyn Fn(usize) -> bool| {
            (0..size.cells())
                .filter(|&cell| is_included(size.row_col(cell).1))
                .fold(0, |mask, cell| mask | 1 << cell)
        };
        Self {
            cols: size.cols(),
            grid: cells_where(&|_| true),
            not_first_col: cells_where(&|col| col > 0),
            not_last_col: cells_where(&|col| col + 1 < size.cols()),
        }
    }

    /// Returns the regions of the cells outside a set, by their lowest cells.
    fn regions(&self, set: u32) -> impl Iterator<Item = u32> {
        let free = self.grid & !set;
        let mut rest = free;
        std::iter::from_fn(move || {
            let mut region = rest & rest.wrapping_neg();
            (rest != 0).then(|| {
                loop {
                    let sideways = (region & self.not_last_col) << 1 | (region & self.not_first_col) >> 1;
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
