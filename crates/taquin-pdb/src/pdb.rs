//! Pattern databases in memory.

use crate::bytes::Bytes;
use crate::partition::Partition;
use crate::pattern::Pattern;
use crate::slabs::Slabs;
use std::sync::Arc;
use taquin_core::{neighbor_masks, permutation};

/// A pattern database: for each placement of a pattern's tiles and each region of the blank, the
/// second-lowest bit of the minimum number of moves of these tiles that brings them home.
pub struct Pdb {
    pattern: Pattern,
    slabs: Arc<Slabs>,
    bits: Bytes,
}

impl Pdb {
    /// Creates the databases of a partition from their bits; `None` if a length is wrong.
    pub(crate) fn from_bits(partition: &Partition, bits: impl Iterator<Item = Bytes>) -> Option<Vec<Self>> {
        // Patterns with the same number of tiles share their slabs.
        let mut shared: Vec<Arc<Slabs>> = Vec::new();
        let pdb = |(pattern, bits): (Pattern, Bytes)| {
            let known = shared.iter().find(|slabs| slabs.tile_count() == pattern.tile_count()).cloned();
            let slabs = known.unwrap_or_else(|| {
                shared.push(Arc::new(Slabs::new(pattern.size(), pattern.tile_count())));
                Arc::clone(&shared[shared.len() - 1])
            });
            let expected = 8 * slabs.words_per_slab() * slabs.count();
            (bits.len() == expected).then_some(Self { pattern, slabs, bits })
        };
        partition.patterns().zip(bits).map(pdb).collect()
    }

    /// Returns the pattern.
    #[inline]
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    pub(crate) fn slabs(&self) -> &Slabs {
        &self.slabs
    }

    /// Returns the entries, eight per byte, the first in the lowest bit.
    #[inline]
    pub fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// Returns the minimum number of moves of the pattern's tiles that brings them home, given the cells of
    /// the tiles, by index, and the cell of the blank.
    ///
    /// Walks a shortest path home: the bits alone give a value only modulo 4.
    pub fn value(&self, cells: &[u8], blank: usize) -> u32 {
        let size = self.pattern.size();
        let homes = self.pattern.homes();
        let neighbors = neighbor_masks(size);
        let distance = |tile: usize, cell: usize| size.distance(usize::from(homes[tile]), cell);
        let mut cells = cells.to_vec();
        let mut blank = blank;
        let mut parity =
            (0..cells.len()).map(|tile| distance(tile, cells[tile].into())).sum::<usize>() as u8 & 1;
        let goal = self.entry(homes, self.pattern.blank());
        let mut moves = 0;
        loop {
            let here = self.entry(&cells, blank);
            if here == goal {
                return moves;
            }
            let target = (2 * self.bit(here) + parity).wrapping_sub(1) & 3;
            parity ^= 1;
            let occupied = mask(&cells);
            let set = self.slabs.rank(occupied);
            let is_reachable =
                |cell: usize| occupied >> cell & 1 == 0 && self.slabs.slab(set, cell) == here.slab;
            let moves_of = |tile: usize| {
                let adjacent = neighbors[usize::from(cells[tile])];
                (0..size.cells())
                    .filter(move |&to| adjacent >> to & 1 == 1 && is_reachable(to))
                    .map(move |to| (tile, to))
            };
            let approaches =
                |&(tile, to): &(usize, usize)| distance(tile, to) < distance(tile, cells[tile].into());
            let decreases = |&(tile, to): &(usize, usize)| {
                let mut next = cells.clone();
                next[tile] = to as u8;
                2 * self.bit(self.entry(&next, cells[tile].into())) + parity == target
            };
            // Try the moves that bring a tile closer to its home first: one of them usually decreases the
            // value.
            let all_moves = || (0..cells.len()).flat_map(moves_of);
            let likely = all_moves().filter(approaches).find(decreases);
            // In a correct database some move always does.
            let Some((tile, to)) = likely.or_else(|| all_moves().find(decreases)) else { return moves };
            blank = cells[tile].into();
            cells[tile] = to as u8;
            moves += 1;
        }
    }

    fn entry(&self, cells: &[u8], blank: usize) -> Entry {
        let mut tiles: [(u8, u8); 8] = [(u8::MAX, 0); 8];
        for (index, (tile, &cell)) in (0..).zip(tiles.iter_mut().zip(cells)) {
            *tile = (cell, index);
        }
        tiles.sort_unstable();
        let permutation = tiles.map(|(_, index)| index);
        let set = self.slabs.rank(mask(cells));
        Entry { slab: self.slabs.slab(set, blank), rank: permutation::rank(&permutation[..cells.len()]) }
    }

    fn bit(&self, entry: Entry) -> u8 {
        let index = entry.slab * self.slabs.words_per_slab() * 64 + entry.rank;
        self.bits[index / 8] >> (index % 8) & 1
    }
}

/// The position of an entry: its slab, and the rank of the permutation within it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    slab: usize,
    rank: usize,
}

fn mask(cells: &[u8]) -> u32 {
    cells.iter().fold(0, |mask, &cell| mask | 1 << cell)
}
