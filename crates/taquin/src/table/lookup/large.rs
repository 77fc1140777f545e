//! From a packed board of up to 25 cells to a table's entry.
//!
//! As for small boards, with three bits a cell in two words, and the rank of a set of cells from three pieces of its mask.
//! There are too many sets to keep the region of every cell for each. But the ways in which sets cut the grid into regions
//! are few, so a set refers to one of those.

use super::{Lookup, Orders};
use crate::table::bits::Bits;
use crate::table::database::Table;
use crate::table::index::rank_of_set;
use std::collections::HashMap;

/// The small tables that lead to a pattern's entries.
pub(crate) struct Large {
    orders: Orders,
    /// By the lowest nine cells: what they add to the rank of the set.
    low: Box<[u32; 512]>,
    /// By the number of cells below, and the next eight.
    middle: Box<[[u32; 256]; 16]>,
    /// By the number of cells below, and the last eight.
    high: Box<[[u32; 256]; 16]>,
    /// By rank of the set.
    slabs: Vec<First>,
    /// Each way to cut the grid into regions: the region of each cell.
    cuts: Vec<[u8; 32]>,
    /// Bits of a slab.
    slab_bits: u32,
    /// The cells that there are.
    grid: u32,
}

/// A set's first slab, and which of the cuts it makes.
#[derive(Clone, Copy)]
struct First {
    slab: u32,
    cut: u32,
}

/// A board: for each cell three bits for the tile's number within its pattern, and two bits for the pattern. The first word
/// has the numbers of the first cells; the second those of the last cells, and above them the patterns.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Packed([u64; 2]);

/// How many cells the first word has the numbers of.
const IN_FIRST: u32 = 21;
const IN_FIRST_MASK: u32 = (1 << IN_FIRST) - 1;

/// Where the patterns begin in the second word.
const PATTERNS: u32 = 12;

/// The lowest of the three, and of the two bits of each cell.
const LOWEST_OF_THREE: u64 = 0x1249_2492_4924_9249;
const LOWEST_OF_TWO: u64 = 0x1_5555_5555_5555;

impl Lookup for Large {
    const CELLS: usize = 25;
    type Packed = Packed;

    fn new(table: &Table) -> Self {
        let (slabs, cells) = (&table.slabs, table.pattern.size.cells());
        assert!(cells <= Self::CELLS);
        let slab_bits = 64 * slabs.words() as u32;
        assert!(slabs.count() as u64 * u64::from(slab_bits) <= 1 << 32);
        // What cells from `start` on add to the rank, with so many below them.
        let piece = |start: u32| {
            let mut piece = Box::new([[0; 256]; 16]);
            for (below, row) in piece.iter_mut().enumerate().take(9) {
                let filler = (1 << below) - 1;
                for (mask, rank) in (0u32..).zip(row) {
                    *rank = rank_of_set(mask << start | filler) - rank_of_set(filler);
                }
            }
            piece
        };
        let mut numbers: HashMap<[u8; 32], u32> = HashMap::new();
        let mut cuts = Vec::new();
        let first = |set: usize| {
            let mut cut = [0; 32];
            (0..cells).for_each(|cell| cut[cell] = slabs.region(set, cell));
            let number = *numbers.entry(cut).or_insert_with(|| {
                cuts.push(cut);
                cuts.len() as u32 - 1
            });
            First { slab: slabs.of_set(set).start as u32, cut: number }
        };
        let firsts = (0..slabs.sets.len()).map(first).collect();
        Self {
            orders: Orders::new(table.pattern.tiles()),
            low: Box::new(std::array::from_fn(|mask| rank_of_set(mask as u32))),
            middle: piece(9),
            high: piece(17),
            slabs: firsts,
            cuts,
            slab_bits,
            grid: (1 << cells) - 1,
        }
    }

    fn put(packed: &mut Packed, cell: usize, part: usize, number: u8) {
        let change = tile(part, u64::from(number), cell as u8);
        packed.0 = [packed.0[0] | change[0], packed.0[1] | change[1]];
    }

    #[inline(always)]
    fn part(packed: Packed, cell: u8) -> usize {
        (packed.0[1] >> (PATTERNS + 2 * u32::from(cell)) & 3) as usize
    }

    #[inline(always)]
    fn slide(packed: Packed, part: usize, from: u8, to: u8) -> Packed {
        let [first, second] = shifts(from);
        let number = (packed.0[0] >> first | (packed.0[1] & ((1 << PATTERNS) - 1)) >> second) & 7;
        let (old, new) = (tile(part, number, from), tile(part, number, to));
        Packed([packed.0[0] ^ old[0] ^ new[0], packed.0[1] ^ old[1] ^ new[1]])
    }

    #[inline(always)]
    fn entry<B: Bits>(&self, bits: B, packed: Packed, part: usize, blank: u8) -> u32 {
        let differs = (packed.0[1] >> PATTERNS) ^ (part as u64 * LOWEST_OF_TWO);
        let of_part = bits.gather(!(differs | differs >> 1), LOWEST_OF_TWO) as u32;
        let cells = of_part & self.grid & !(1 << blank);
        let gather = |word: usize, cells: u32| {
            bits.gather(packed.0[word], bits.scatter(u64::from(cells), LOWEST_OF_THREE) * 7)
        };
        let in_first = cells & IN_FIRST_MASK;
        let numbers = gather(0, in_first) | gather(1, cells >> IN_FIRST) << (3 * in_first.count_ones());
        let (low, middle, high) = (cells & 0x1ff, cells >> 9 & 0xff, cells >> 17 & 0xff);
        let below_middle = low.count_ones() as usize % 16;
        let below_high = (cells & 0x1_ffff).count_ones() as usize % 16;
        let set = self.low[low as usize]
            + self.middle[below_middle][middle as usize]
            + self.high[below_high][high as usize];
        let first = self.slabs[set as usize];
        let region = self.cuts[first.cut as usize][usize::from(blank) % 32];
        (first.slab + u32::from(region)) * self.slab_bits + self.orders.rank(numbers)
    }
}

/// A single tile on an empty board.
#[inline(always)]
fn tile(part: usize, number: u64, cell: u8) -> [u64; 2] {
    let [first, second] = shifts(cell);
    let patterns = (part as u64) << (PATTERNS + 2 * u32::from(cell));
    [(number << first) & (u64::MAX >> 1), (number << second) & ((1 << PATTERNS) - 1) | patterns]
}

/// Where in each word the number of a tile at a cell is; in one of the two it is beyond all numbers.
#[inline(always)]
fn shifts(cell: u8) -> [u32; 2] {
    let cell = u32::from(cell);
    if cell < IN_FIRST { [3 * cell, 63] } else { [63, 3 * (cell - IN_FIRST)] }
}
