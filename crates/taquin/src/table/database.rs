//! A pattern and its table.

use super::bytes::Bytes;
use super::index::rank_of_order;
use super::partition::Partition;
use super::pattern::{Pattern, neighbours};
use super::slabs::Slabs;
use std::sync::Arc;

/// A pattern and, for each place of its tiles and region of the blank, the second lowest bit of the fewest moves of those
/// tiles that take them home.
pub(crate) struct Table {
    pub(crate) pattern: Pattern,
    pub(crate) slabs: Arc<Slabs>,
    bits: Bytes,
}

impl Table {
    /// The tables of a partition from their bits, if those have the right length.
    pub(crate) fn all(partition: &Partition, bits: impl Iterator<Item = Bytes>) -> Option<Vec<Self>> {
        // Patterns with the same number of tiles share their slabs.
        let mut known: Vec<Arc<Slabs>> = Vec::new();
        let table = |(pattern, bits): (Pattern, Bytes)| {
            let same = known.iter().find(|slabs| slabs.tiles == pattern.tiles()).cloned();
            let slabs = same.unwrap_or_else(|| {
                known.push(Arc::new(Slabs::new(pattern.size, pattern.tiles())));
                Arc::clone(&known[known.len() - 1])
            });
            (bits.len() == 8 * slabs.words() * slabs.count()).then_some(Self { pattern, slabs, bits })
        };
        partition.patterns().zip(bits).map(table).collect()
    }

    /// Eight entries a byte, the lowest bit first.
    pub(crate) fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// The fewest moves of the tiles that take them home, given their cells, and the blank's. Follows a shortest way there.
    pub(crate) fn value(&self, cells: &[u8], blank: usize) -> u32 {
        let (size, homes) = (self.pattern.size, &self.pattern.homes);
        let around = neighbours(size);
        let distance = |tile: usize, cell: usize| size.distance(usize::from(homes[tile]), cell);
        let (mut cells, mut blank) = (cells.to_vec(), blank);
        let mut parity =
            (0..cells.len()).map(|tile| distance(tile, cells[tile].into())).sum::<usize>() as u8 & 1;
        let goal = self.place(homes, self.pattern.blank);
        let mut moves = 0;
        loop {
            let here = self.place(&cells, blank);
            if here == goal {
                return moves;
            }
            let sought = (2 * self.bit(here) + parity).wrapping_sub(1) & 3;
            parity ^= 1;
            let occupied = mask(&cells);
            let set = self.slabs.combinations.rank(occupied);
            let can_reach =
                |cell: usize| occupied >> cell & 1 == 0 && self.slabs.slab(set, cell) == here.slab;
            let steps = |tile: usize| {
                let near = around[usize::from(cells[tile])];
                (0..size.cells())
                    .filter(move |&to| near >> to & 1 == 1 && can_reach(to))
                    .map(move |to| (tile, to))
            };
            let is_nearer =
                |&(tile, to): &(usize, usize)| distance(tile, to) < distance(tile, cells[tile].into());
            let leads_on = |&(tile, to): &(usize, usize)| {
                let mut next = cells.clone();
                next[tile] = to as u8;
                2 * self.bit(self.place(&next, cells[tile].into())) + parity == sought
            };
            // The move is mostly one that brings its tile nearer.
            let all = || (0..cells.len()).flat_map(steps);
            let likely = all().filter(is_nearer).find(leads_on);
            // A table that is right always knows a way.
            let Some((tile, to)) = likely.or_else(|| all().find(leads_on)) else { return moves };
            blank = cells[tile].into();
            cells[tile] = to as u8;
            moves += 1;
        }
    }

    fn place(&self, cells: &[u8], blank: usize) -> Place {
        let mut tiles: [(u8, u8); 8] = [(u8::MAX, 0); 8];
        for (number, (tile, &cell)) in (0..).zip(tiles.iter_mut().zip(cells)) {
            *tile = (cell, number);
        }
        tiles.sort_unstable();
        let order = tiles.map(|(_, number)| number);
        let set = self.slabs.combinations.rank(mask(cells));
        Place { slab: self.slabs.slab(set, blank), order: rank_of_order(&order[..cells.len()]) }
    }

    fn bit(&self, place: Place) -> u8 {
        let at = place.slab * self.slabs.words() * 64 + place.order;
        self.bits[at / 8] >> (at % 8) & 1
    }
}

/// A slab, and the rank of an order in it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    slab: usize,
    order: usize,
}

fn mask(cells: &[u8]) -> u32 {
    cells.iter().fold(0, |mask, &cell| mask | 1 << cell)
}
