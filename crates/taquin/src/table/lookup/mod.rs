//! From a packed board to the entries of tables: what the inner loop of a search does most.

mod large;
mod small;

pub(crate) use large::Large;
pub(crate) use small::Small;

use super::bits::Bits;
use super::database::Table;
use super::index::rank_of_order;
use std::hash::Hash;

/// The most patterns that share out the tiles of a board.
pub(crate) const PARTS: usize = 4;

/// A way to pack boards, and the way from there to the entries of one pattern's table.
pub(crate) trait Lookup: Send + Sync {
    /// The most cells of a board.
    const CELLS: usize;
    /// A board: where the tiles of each pattern are.
    type Packed: Copy + Default + Eq + Hash + Send + Sync;

    fn new(table: &Table) -> Self;
    /// Puts a tile, by its number within a pattern, on a cell of a board that was empty there.
    fn put(packed: &mut Self::Packed, cell: usize, part: usize, number: u8);
    /// The pattern of the tile at a cell.
    fn part(packed: Self::Packed, cell: u8) -> usize;
    /// The board after a tile of a pattern slid.
    fn slide(packed: Self::Packed, part: usize, from: u8, to: u8) -> Self::Packed;
    /// The number of the entry of this pattern, with the blank at that cell.
    fn entry<B: Bits>(&self, bits: B, packed: Self::Packed, part: usize, blank: u8) -> u32;
}

/// The rank of the order of up to eight tiles, three bits each.
struct Orders {
    /// By the lower twelve bits: what the first four tiles add to the rank.
    first: Box<[u16; 4096]>,
    /// By the upper twelve bits: what the others add.
    rest: Box<[u16; 4096]>,
}

impl Orders {
    fn new(tiles: usize) -> Self {
        let in_first = tiles.min(4);
        let (mut first, mut rest) = (Box::new([0; 4096]), Box::new([0; 4096]));
        for packed in 0..4096 {
            if let Some(numbers) = unpack(packed, in_first, tiles) {
                // With the others behind them in increasing order, the rank is what the first ones make it.
                let mut all = [0; 8];
                all[..in_first].copy_from_slice(&numbers[..in_first]);
                let others = (0..tiles as u8).filter(|number| !numbers[..in_first].contains(number));
                all[in_first..tiles].iter_mut().zip(others).for_each(|(place, number)| *place = number);
                first[packed] = rank_of_order(&all[..tiles]) as u16;
            }
            if let Some(numbers) = unpack(packed, tiles - in_first, tiles) {
                rest[packed] = rank_of_order(&numbers[..tiles - in_first]) as u16;
            }
        }
        Self { first, rest }
    }

    #[inline(always)]
    fn rank(&self, numbers: u64) -> u32 {
        u32::from(self.first[numbers as usize % 4096] + self.rest[(numbers >> 12) as usize % 4096])
    }
}

/// So many different tiles below a number from three bits each, if that is what they are.
fn unpack(packed: usize, count: usize, below: usize) -> Option<[u8; 4]> {
    let numbers: [u8; 4] = std::array::from_fn(|i| (packed >> (3 * i) & 7) as u8);
    let is_tile = |i: usize| usize::from(numbers[i]) < below && !numbers[..i].contains(&numbers[i]);
    (0..count).all(is_tile).then_some(numbers)
}
