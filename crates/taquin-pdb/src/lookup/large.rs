//! Entry lookup on up to 25 cells.
//!
//! As on [small boards](super::small), but with three bits per cell in two words, and with the rank of a set
//! of cells as the sum of three contributions. There are too many sets to store the region of every cell for
//! each; but few distinct divisions of the grid into regions occur, so each set refers to one of them.

use super::{Lookup, PermutationRanks};
use crate::intrinsics::BitExtract;
use crate::pdb::Pdb;
use crate::rank::rank_combination;
use std::collections::HashMap;

/// The lookup for boards of up to 25 cells.
pub struct LargeLookup {
    permutations: PermutationRanks,
    /// The contribution of the lowest nine cells to the rank of the set.
    low: Box<[u32; 512]>,
    /// The contribution of the next eight cells, by the number of occupied cells below.
    middle: Box<[[u32; 256]; 16]>,
    /// The contribution of the last eight cells, by the number of occupied cells below.
    high: Box<[[u32; 256]; 16]>,
    /// By rank of the set.
    sets: Vec<SetSlabs>,
    /// The distinct divisions into regions: the region of each cell.
    divisions: Vec<[u8; 32]>,
    bits_per_slab: u32,
    /// The mask of all cells.
    grid: u32,
}

/// The first slab of a set, and the position of its division into regions.
#[derive(Clone, Copy)]
struct SetSlabs {
    first: u32,
    division: u32,
}

/// A board of up to 25 cells: three bits per cell for the index of the tile within its pattern, and two bits
/// per cell for the pattern.
///
/// The first word has the indices of the first 21 cells. The second has those of the other cells, and the
/// patterns above them.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Hash)]
pub struct PackedLargeBoard([u64; 2]);

/// The number of cells whose indices are in the first word.
const FIRST_WORD_CELLS: u32 = 21;
const FIRST_WORD_MASK: u32 = (1 << FIRST_WORD_CELLS) - 1;

/// The position of the patterns in the second word.
const PATTERN_SHIFT: u32 = 12;

/// The lowest of every two bits.
const EVERY_SECOND_BIT: u64 = 0x1_5555_5555_5555;

impl Lookup for LargeLookup {
    const MAX_CELLS: usize = 25;
    type Packed = PackedLargeBoard;

    fn new(pdb: &Pdb) -> Self {
        let slabs = pdb.slabs();
        let cells = pdb.pattern().size().cells();
        assert!(cells <= Self::MAX_CELLS);
        let bits_per_slab = 64 * slabs.words_per_slab() as u32;
        assert!(slabs.count() as u64 * u64::from(bits_per_slab) <= 1 << 32);
        // The contribution of eight cells from `start`, by the number of occupied cells below and by mask.
        let contributions = |start: u32| {
            let mut ranks = Box::new([[0; 256]; 16]);
            for (below, row) in ranks.iter_mut().enumerate().take(9) {
                let filler = (1 << below) - 1;
                for (mask, rank) in (0u32..).zip(row) {
                    *rank = rank_combination(mask << start | filler) - rank_combination(filler);
                }
            }
            ranks
        };
        let mut numbers: HashMap<[u8; 32], u32> = HashMap::new();
        let mut divisions = Vec::new();
        let set_slabs = |set: usize| {
            let mut division = [0; 32];
            (0..cells).for_each(|cell| division[cell] = slabs.region(set, cell));
            let number = *numbers.entry(division).or_insert_with(|| {
                divisions.push(division);
                divisions.len() as u32 - 1
            });
            SetSlabs { first: slabs.slabs_of(set).start as u32, division: number }
        };
        let sets = (0..slabs.sets().len()).map(set_slabs).collect();
        Self {
            permutations: PermutationRanks::new(pdb.pattern().tile_count()),
            low: Box::new(std::array::from_fn(|mask| rank_combination(mask as u32))),
            middle: contributions(9),
            high: contributions(17),
            sets,
            divisions,
            bits_per_slab,
            grid: (1 << cells) - 1,
        }
    }

    fn place_tile(packed: &mut PackedLargeBoard, cell: usize, part: usize, index: u8) {
        let tile = single_tile(part, u64::from(index), cell as u8);
        packed.0 = [packed.0[0] | tile[0], packed.0[1] | tile[1]];
    }

    #[inline(always)]
    fn part_at(packed: PackedLargeBoard, cell: u8) -> usize {
        (packed.0[1] >> (PATTERN_SHIFT + 2 * u32::from(cell)) & 3) as usize
    }

    #[inline(always)]
    fn slide(packed: PackedLargeBoard, part: usize, from: u8, to: u8) -> PackedLargeBoard {
        let [first, second] = shifts(from);
        let index = (packed.0[0] >> first | (packed.0[1] & ((1 << PATTERN_SHIFT) - 1)) >> second) & 7;
        let old = single_tile(part, index, from);
        let new = single_tile(part, index, to);
        PackedLargeBoard([packed.0[0] ^ old[0] ^ new[0], packed.0[1] ^ old[1] ^ new[1]])
    }

    #[inline(always)]
    fn entry_index<B: BitExtract>(&self, bits: B, packed: PackedLargeBoard, part: usize, blank: u8) -> u32 {
        let differs = (packed.0[1] >> PATTERN_SHIFT) ^ (part as u64 * EVERY_SECOND_BIT);
        let of_part = bits.pext(!(differs | differs >> 1), EVERY_SECOND_BIT) as u32;
        let cells = of_part & self.grid & !(1 << blank);
        let indices_in = |word: usize, cells: u32| bits.gather::<3>(packed.0[word], cells);
        let first = cells & FIRST_WORD_MASK;
        let indices =
            indices_in(0, first) | indices_in(1, cells >> FIRST_WORD_CELLS) << (3 * first.count_ones());
        let low = cells & 0x1ff;
        let middle = cells >> 9 & 0xff;
        let high = cells >> 17 & 0xff;
        let below_middle = low.count_ones() as usize % 16;
        let below_high = (cells & 0x1_ffff).count_ones() as usize % 16;
        let set = self.low[low as usize]
            + self.middle[below_middle][middle as usize]
            + self.high[below_high][high as usize];
        let slabs = self.sets[set as usize];
        let region = self.divisions[slabs.division as usize][usize::from(blank) % 32];
        (slabs.first + u32::from(region)) * self.bits_per_slab + self.permutations.rank(indices)
    }
}

/// Returns the words of a board with a single tile.
#[inline(always)]
fn single_tile(part: usize, index: u64, cell: u8) -> [u64; 2] {
    let [first, second] = shifts(cell);
    let pattern = (part as u64) << (PATTERN_SHIFT + 2 * u32::from(cell));
    [(index << first) & (u64::MAX >> 1), (index << second) & ((1 << PATTERN_SHIFT) - 1) | pattern]
}

/// Returns the position of a cell's index in each word. In the word that does not hold it, the position is
/// 63, beyond all indices.
#[inline(always)]
fn shifts(cell: u8) -> [u32; 2] {
    let cell = u32::from(cell);
    if cell < FIRST_WORD_CELLS { [3 * cell, 63] } else { [63, 3 * (cell - FIRST_WORD_CELLS)] }
}
