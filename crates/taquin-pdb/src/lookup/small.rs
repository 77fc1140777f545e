//! Entry lookup on up to 16 cells, without branches.
//!
//! A packed board has four bits per cell for the index of the tile within its pattern, and one bit per cell
//! and pattern for the cells that the pattern occupies. `pext` collects the indices on these cells in cell
//! order, in at most 24 bits. The lower and the upper twelve bits select the two contributions to the rank of
//! the permutation. The rank of the set of cells leads to its first slab and to the region of each free cell.
//!
//! PERF: updating the rank of the permutation move by move, by exchanging neighbors in its Lehmer code, takes
//! fewer instructions, but their number depends on the move; the branch mispredictions cost 30 % of the
//! speed.

use super::{Lookup, PermutationRanks};
use crate::intrinsics::BitExtract;
use crate::pdb::Pdb;
use crate::rank::rank_combination;

/// The lookup for boards of up to 16 cells.
pub struct SmallLookup {
    permutations: PermutationRanks,
    /// The contribution of the lower eight cells to the rank of the set.
    low: Box<[u16; 256]>,
    /// The contribution of the upper eight cells, by the number of occupied lower cells.
    high: Box<[[u16; 256]; 9]>,
    /// By rank of the set: its first slab in the lowest 16 bits, then three bits for the region of each cell.
    sets: Vec<u64>,
    bits_per_slab: u32,
}

/// A board of up to 16 cells.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Hash)]
pub struct PackedSmallBoard {
    /// The index of the tile at each cell, four bits per cell.
    tiles: u64,
    /// The cells of each pattern's tiles, 16 bits per pattern.
    cells: u64,
}

impl Lookup for SmallLookup {
    const MAX_CELLS: usize = 16;
    type Packed = PackedSmallBoard;

    fn new(pdb: &Pdb) -> Self {
        let slabs = pdb.slabs();
        let cells = pdb.pattern().size().cells();
        assert!(cells <= Self::MAX_CELLS && slabs.count() <= 1 << 16);
        let mut high = Box::new([[0; 256]; 9]);
        for (below, row) in high.iter_mut().enumerate() {
            let filler = (1 << below) - 1;
            for (upper, rank) in (0u32..).zip(row) {
                *rank = (rank_combination(upper << 8 | filler) - rank_combination(filler)) as u16;
            }
        }
        let low = Box::new(std::array::from_fn(|lower| rank_combination(lower as u32) as u16));
        let regions =
            |set| (0..cells).fold(0, |all, cell| all | u64::from(slabs.region(set, cell)) << (16 + 3 * cell));
        let sets =
            (0..slabs.sets().len()).map(|set| slabs.slabs_of(set).start as u64 | regions(set)).collect();
        Self {
            permutations: PermutationRanks::new(pdb.pattern().tile_count()),
            low,
            high,
            sets,
            bits_per_slab: 64 * slabs.words_per_slab() as u32,
        }
    }

    fn place_tile(packed: &mut PackedSmallBoard, cell: usize, part: usize, index: u8) {
        packed.tiles |= u64::from(index) << (4 * cell);
        packed.cells |= 1 << (16 * part + cell);
    }

    #[inline(always)]
    fn part_at(packed: PackedSmallBoard, cell: u8) -> usize {
        (packed.cells >> cell & 0x0001_0001_0001_0001).trailing_zeros() as usize / 16
    }

    #[inline(always)]
    fn slide(packed: PackedSmallBoard, part: usize, from: u8, to: u8) -> PackedSmallBoard {
        let index = packed.tiles >> (4 * from) & 7;
        let tiles = packed.tiles ^ index << (4 * from) ^ index << (4 * to);
        PackedSmallBoard { tiles, cells: packed.cells ^ (1 << from ^ 1 << to) << (16 * part) }
    }

    #[inline(always)]
    fn entry_index<B: BitExtract>(&self, bits: B, packed: PackedSmallBoard, part: usize, blank: u8) -> u32 {
        let cells = (packed.cells >> (16 * part)) as u16;
        let indices = bits.gather::<4>(packed.tiles, u32::from(cells));
        let low = usize::from(cells & 0xff);
        let high = usize::from(cells >> 8);
        let set = self.low[low] + self.high[low.count_ones() as usize][high];
        let slabs = self.sets[usize::from(set)];
        let slab = u32::from(slabs as u16) + (slabs >> (16 + 3 * blank) & 7) as u32;
        slab * self.bits_per_slab + self.permutations.rank(indices)
    }
}
