//! From a packed board of up to 16 cells to a table's entry, with no branch on the way.
//!
//! The board has four bits a cell: the number of the tile within its pattern. Which cells a pattern's tiles occupy is kept
//! beside it, a bit a cell. Gathering the numbers of just those cells gives the tiles in the order of their cells, packed
//! into 24 bits or fewer. The lower and the upper twelve index two small tables: the rank of the first four tiles' order,
//! and the rank of the others' among themselves. The rank of the set of cells leads to its first slab, and to the region
//! of each free cell.
//!
//! PERF: following the rank of the order move by move, by exchanges of neighbours in its Lehmer code, is fewer
//! instructions, but their number depends on the move; the wrong guesses of the processor cost more than they save
//! (15 million nodes a second against 21).

use super::{Lookup, Orders};
use crate::table::bits::Bits;
use crate::table::database::Table;
use crate::table::index::rank_of_set;

/// The small tables that lead to a pattern's entries.
pub(crate) struct Small {
    orders: Orders,
    /// By the lower half of the set of cells: what it adds to the rank of the set.
    low: Box<[u16; 256]>,
    /// By the number of cells in the lower half, and the upper half.
    high: Box<[[u16; 256]; 9]>,
    /// By rank of the set: its first slab in the lowest 16 bits, then three bits for each cell's region.
    slabs: Vec<u64>,
    /// Bits of a slab.
    slab_bits: u32,
}

/// A board as four bits a cell, and the cells of each pattern's tiles as 16 bits.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Packed {
    board: u64,
    cells: u64,
}

impl Lookup for Small {
    const CELLS: usize = 16;
    type Packed = Packed;

    fn new(table: &Table) -> Self {
        let (slabs, cells) = (&table.slabs, table.pattern.size.cells());
        assert!(cells <= Self::CELLS && slabs.count() <= 1 << 16);
        let mut high = Box::new([[0; 256]; 9]);
        for (below, row) in high.iter_mut().enumerate() {
            let filler = (1 << below) - 1;
            for (upper, rank) in (0u32..).zip(row) {
                *rank = (rank_of_set(upper << 8 | filler) - rank_of_set(filler)) as u16;
            }
        }
        let low = Box::new(std::array::from_fn(|lower| rank_of_set(lower as u32) as u16));
        let regions =
            |set| (0..cells).fold(0, |all, cell| all | u64::from(slabs.region(set, cell)) << (16 + 3 * cell));
        let slabs_of =
            (0..slabs.sets.len()).map(|set| slabs.of_set(set).start as u64 | regions(set)).collect();
        Self {
            orders: Orders::new(table.pattern.tiles()),
            low,
            high,
            slabs: slabs_of,
            slab_bits: 64 * slabs.words() as u32,
        }
    }

    fn put(packed: &mut Packed, cell: usize, part: usize, number: u8) {
        packed.board |= u64::from(number) << (4 * cell);
        packed.cells |= 1 << (16 * part + cell);
    }

    #[inline(always)]
    fn part(packed: Packed, cell: u8) -> usize {
        (packed.cells >> cell & 0x0001_0001_0001_0001).trailing_zeros() as usize / 16
    }

    #[inline(always)]
    fn slide(packed: Packed, part: usize, from: u8, to: u8) -> Packed {
        let number = packed.board >> (4 * from) & 7;
        let board = packed.board ^ number << (4 * from) ^ number << (4 * to);
        Packed { board, cells: packed.cells ^ (1 << from ^ 1 << to) << (16 * part) }
    }

    #[inline(always)]
    fn entry<B: Bits>(&self, bits: B, packed: Packed, part: usize, blank: u8) -> u32 {
        let cells = (packed.cells >> (16 * part)) as u16;
        let numbers = bits.gather(packed.board, bits.scatter(u64::from(cells), 0x1111_1111_1111_1111) * 7);
        let (low, high) = (usize::from(cells & 0xff), usize::from(cells >> 8));
        let set = self.low[low] + self.high[low.count_ones() as usize][high];
        let slabs = self.slabs[usize::from(set)];
        let slab = u32::from(slabs as u16) + (slabs >> (16 + 3 * blank) & 7) as u32;
        slab * self.slab_bits + self.orders.rank(numbers)
    }
}
