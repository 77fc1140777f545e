//! From a packed board to a table's entry, with no branch on the way.
//!
//! The board has four bits a cell. Which cells a pattern's tiles occupy is kept beside it, a bit a cell. Gathering the
//! labels of just those cells gives the tiles in the order of their cells, packed into 24 bits or fewer. The lower and the
//! upper twelve index two small tables: the rank of the first few tiles' order, and the rank of the others' among
//! themselves. Together with the rank of the set of cells that is the entry.
//!
//! PERF: following the rank of the order move by move, by exchanges of neighbours in its Lehmer code, is fewer
//! instructions, but their number depends on the move; the wrong guesses of the processor cost more than they save
//! (15 million nodes a second against 21).

#![expect(
    clippy::inline_always,
    reason = "what is inlined into a function with processor features is compiled with them"
)]

use super::bits::{Bits, prefetch};
use super::index::{FACTORIAL, Order, rank_of_set};
use super::pattern::Pattern;

/// A pattern, its values, and the small tables that lead to them.
pub(crate) struct Lookup {
    /// Half of what each value exceeds the Manhattan distance by, two a byte, the lower four bits first.
    values: Vec<u8>,
    /// The bits of a label that tell the pattern's tiles apart.
    label_mask: u64,
    /// By the lower twelve bits of the labels: what the first tiles add to the rank of the order.
    first: Box<[u16; 4096]>,
    /// By the upper twelve bits: what the others add.
    rest: Box<[u16; 4096]>,
    /// How many orders there are.
    orders: u32,
    /// By the lower half of the set of cells: what it adds to the rank of the set.
    low: Box<[u16; 256]>,
    /// By the number of cells in the lower half, and the upper half.
    high: Box<[[u16; 256]; 9]>,
}

impl Lookup {
    /// The most cells of a board.
    pub(crate) const CELLS: usize = 16;

    /// The lookup of a pattern whose tiles have these labels, in the order of their homes; `bits` of a label tell them apart.
    pub(crate) fn new(pattern: &Pattern, values: Vec<u8>, labels: &[u8], bits: u32) -> Self {
        assert!(pattern.size.cells() <= Self::CELLS && values.len() == pattern.entries().div_ceil(2));
        let tiles = labels.len();
        let in_first = tiles.min(12 / bits as usize);
        let label_mask = (1u64 << bits) - 1;
        // The numbers of so many tiles whose labels are packed, if that is what they are.
        let unpack = |packed: usize, count: usize| -> Option<Vec<u8>> {
            let label = |i: usize| packed as u64 >> (i as u32 * bits) & label_mask;
            let number = |label: u64| labels.iter().position(|&l| u64::from(l) & label_mask == label);
            let numbers: Option<Vec<u8>> = (0..count).map(|i| number(label(i)).map(|n| n as u8)).collect();
            numbers.filter(|n| (1..count).all(|i| !n[..i].contains(&n[i])))
        };
        let (mut first, mut rest) = (Box::new([0; 4096]), Box::new([0; 4096]));
        for packed in 0..4096 {
            if let Some(mut numbers) = unpack(packed, in_first) {
                // With the others behind them in increasing order, the rank is what the first ones make it.
                let others = (0..tiles as u8).filter(|n| !numbers.contains(n)).collect::<Vec<_>>();
                numbers.extend(others);
                first[packed] = Order::new(&numbers).rank() as u16;
            }
            if let Some(numbers) = unpack(packed, tiles - in_first) {
                rest[packed] = Order::new(&numbers).rank() as u16;
            }
        }
        let mut high = Box::new([[0; 256]; 9]);
        for (below, row) in high.iter_mut().enumerate() {
            let filler = (1 << below) - 1;
            for (upper, rank) in (0u32..).zip(row) {
                *rank = (rank_of_set(upper << 8 | filler) - rank_of_set(filler)) as u16;
            }
        }
        let low = Box::new(std::array::from_fn(|lower| rank_of_set(lower as u32) as u16));
        Self { values, label_mask, first, rest, orders: FACTORIAL[tiles], low, high }
    }

    /// The number of the entry for the tiles on these cells of a board.
    #[inline(always)]
    pub(crate) fn entry<B: Bits>(&self, bits: B, board: u64, cells: u16) -> u32 {
        let labels =
            bits.gather(board, bits.scatter(u64::from(cells), 0x1111_1111_1111_1111) * self.label_mask);
        let order = self.first[labels as usize % 4096] + self.rest[(labels >> 12) as usize % 4096];
        let (low, high) = (usize::from(cells & 0xff), usize::from(cells >> 8));
        let set = self.low[low] + self.high[low.count_ones() as usize][high];
        u32::from(set) * self.orders + u32::from(order)
    }

    /// Asks the memory for an entry that will be read soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, entry: u32) {
        prefetch(&self.values, entry as usize / 2);
    }

    /// Half of what the value exceeds the Manhattan distance by.
    #[inline(always)]
    pub(crate) fn excess(&self, entry: u32) -> u8 {
        self.values[entry as usize / 2] >> (entry % 2 * 4) & 15
    }

    pub(crate) fn bytes(&self) -> usize {
        self.values.len()
    }
}
