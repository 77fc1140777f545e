//! Entry lookup for packed boards: the hottest code of the search.

mod large;
mod small;

pub use large::LargeLookup;
pub use small::SmallLookup;

use crate::intrinsics::BitExtract;
use crate::pdb::Pdb;
use std::hash::Hash;
use taquin_core::permutation;

/// A representation of boards, and the lookup tables from there to the entries of one pattern's database.
///
/// A tile is identified by its part (the position of its pattern in the partition) and its index within the
/// pattern.
pub trait Lookup: Send + Sync {
    /// The maximum number of cells.
    const MAX_CELLS: usize;
    /// A packed board.
    type Packed: Copy + Default + Eq + Hash + Send + Sync;

    /// Computes the lookup tables for a database. Databases with the same number of tiles on the same grid
    /// can share them.
    fn new(pdb: &Pdb) -> Self;
    /// Places a tile on a cell that is empty.
    fn place_tile(packed: &mut Self::Packed, cell: usize, part: usize, index: u8);
    /// Returns the part of the tile at a cell.
    fn part_at(packed: Self::Packed, cell: u8) -> usize;
    /// Returns the board after a tile of a part has moved.
    fn slide(packed: Self::Packed, part: usize, from: u8, to: u8) -> Self::Packed;
    /// Returns the index of a part's entry in its database, given the cell of the blank.
    fn entry_index<B: BitExtract>(&self, bits: B, packed: Self::Packed, part: usize, blank: u8) -> u32;
}

/// Lookup tables for the rank of a permutation of up to eight tiles, packed in three bits each.
struct PermutationRanks {
    /// The contribution of the first four tiles, by the lower twelve bits.
    low: Box<[u16; 4096]>,
    /// The contribution of the other tiles, by the upper twelve bits.
    high: Box<[u16; 4096]>,
}

impl PermutationRanks {
    fn new(tiles: usize) -> Self {
        let low_count = tiles.min(4);
        let mut low = Box::new([0; 4096]);
        let mut high = Box::new([0; 4096]);
        for packed in 0..4096 {
            if let Some(prefix) = unpack(packed, low_count, tiles) {
                // If the other tiles follow in increasing order, they contribute nothing to the rank.
                let mut permutation = [0; 8];
                permutation[..low_count].copy_from_slice(&prefix[..low_count]);
                let others = (0..tiles as u8).filter(|index| !prefix[..low_count].contains(index));
                for (slot, index) in permutation[low_count..tiles].iter_mut().zip(others) {
                    *slot = index;
                }
                low[packed] = permutation::rank(&permutation[..tiles]) as u16;
            }
            if let Some(suffix) = unpack(packed, tiles - low_count, tiles) {
                high[packed] = permutation::rank(&suffix[..tiles - low_count]) as u16;
            }
        }
        Self { low, high }
    }

    #[inline(always)]
    fn rank(&self, packed: u64) -> u32 {
        u32::from(self.low[packed as usize % 4096] + self.high[(packed >> 12) as usize % 4096])
    }
}

/// Unpacks `count` tile indices of three bits each; `None` unless they are distinct and below `tiles`.
fn unpack(packed: usize, count: usize, tiles: usize) -> Option<[u8; 4]> {
    let indices: [u8; 4] = std::array::from_fn(|i| (packed >> (3 * i) & 7) as u8);
    let is_valid = |i: usize| usize::from(indices[i]) < tiles && !indices[..i].contains(&indices[i]);
    (0..count).all(is_valid).then_some(indices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Frame, Partition, Portable, build};
    use rand::SeedableRng;
    use taquin_core::{Budget, Goal, Limits, random_board};

    /// Walks at random through canonical boards and compares each part's bit with its value.
    fn check_entries<L: Lookup, B: BitExtract>(partition: &str, bits: B) {
        let partition: Partition = partition.parse().expect("valid");
        let goal = Goal::blank_first(partition.size());
        let frame = Frame::new(&goal).expect("at most 25 cells");
        let pdbs = build(&partition, &Budget::new(&Limits::default()), &mut |_| ()).expect("no limit");
        let lookups: Vec<L> = pdbs.iter().map(L::new).collect();
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(5);
        for _ in 0..20 {
            let mut board = random_board(&goal, true, &mut rng);
            let mut packed = L::Packed::default();
            for (cell, &home) in frame.canonical_board(&board).iter().enumerate() {
                for (part, pdb) in pdbs.iter().enumerate() {
                    if let Some(index) = pdb.pattern().homes().iter().position(|&other| other == home) {
                        L::place_tile(&mut packed, cell, part, index as u8);
                    }
                }
            }
            for step in 0..20 {
                let blank = board.blank();
                let cells = frame.canonical_board(&board);
                for (part, (pdb, lookup)) in pdbs.iter().zip(&lookups).enumerate() {
                    let cell =
                        |home: &u8| cells.iter().position(|other| other == home).expect("placed") as u8;
                    let tiles: Vec<u8> = pdb.pattern().homes().iter().map(cell).collect();
                    let entry = lookup.entry_index(bits, packed, part, blank as u8) as usize;
                    let bit = u32::from(pdb.bits()[entry / 8] >> (entry % 8) & 1);
                    assert_eq!(bit, pdb.value(&tiles, blank) >> 1 & 1, "{board:?}");
                }
                let moves: Vec<_> = board.legal_moves().collect();
                let m = moves[step * 7 % moves.len()];
                let from = m.source(board.size(), blank).expect("legal") as u8;
                packed = L::slide(packed, L::part_at(packed, from), from, blank as u8);
                board = board.after(m).expect("legal");
            }
        }
    }

    #[test]
    fn lookups_find_the_entries_of_the_database() {
        check_entries::<SmallLookup, _>("8:4-4", Portable);
        check_entries::<SmallLookup, _>("3x4:2-6-3", Portable);
        check_entries::<LargeLookup, _>("3x4:2-6-3", Portable);
        check_entries::<LargeLookup, _>("3x6:4-5-4-4", Portable);
        #[cfg(target_arch = "x86_64")]
        if let Some(bmi2) = crate::Bmi2::detect() {
            check_entries::<SmallLookup, _>("3x4:2-6-3", bmi2);
            check_entries::<LargeLookup, _>("3x6:4-5-4-4", bmi2);
        }
    }
}
