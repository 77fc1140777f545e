//! Boards as the searches store them: packed into as few words as possible.
//!
//! A board of up to 16 cells takes one 64-bit word (four bits per cell), one of up to 25 cells a 128-bit word
//! (five bits per cell), and a larger one a slice of an [`Arena`]. Searches are generic over [`State`] and compiled for each
//! of the three.
//!
//! A state can carry a *tag*, a number below 8, without extra memory: A* stores in it the move that led to
//! the state. The tag occupies the topmost bits. In a full 64-bit word these belong to the sixteenth cell,
//! but its tile follows from the other fifteen: the exclusive or of 0..=15 is 0, so it is the exclusive or of
//! the others. To make this hold on smaller boards, each missing cell holds its own number, like a tile that
//! never moves.

use super::arena::{Arena, StateMemory};
use crate::hash::mix;
use std::cell::Cell;
use taquin_core::Board;

/// A packed board.
pub(crate) trait State: Copy + Eq {
    /// The memory that states are allocated from.
    type Memory: StateMemory;

    /// Packs a board. The caller must ensure that it fits.
    fn pack(board: &Board, memory: Self::Memory) -> Self;
    /// Returns the cell of the blank.
    fn blank(&self) -> usize;
    /// Returns the tile at a cell.
    fn tile(&self, cell: usize) -> usize;
    /// Returns the state after the tile at `from`, whose number is `tile`, slides into the blank.
    #[must_use]
    fn slide(&self, from: usize, blank: usize, tile: usize, memory: Self::Memory) -> Self;
    /// Gives the memory of a state back. No copy of the state may be used afterwards.
    fn release(self, _memory: Self::Memory) {}

    /// Returns the state with a tag below 8.
    fn tagged(self, tag: u8) -> Self;
    /// Splits a tagged state into the state and the tag. Copies of a state may share the tag.
    fn untagged(self) -> (Self, u8);
    /// Returns true if two states, tagged or not, are the same board.
    fn is_same_board(&self, other: &Self) -> bool;
    /// Returns a hash of the board; the tag does not affect it.
    fn hash(&self) -> u64;
    /// Returns a value that differs from every tagged state, for empty slots.
    fn vacant() -> Self;
    /// Returns true if this is [`vacant`](Self::vacant).
    fn is_vacant(&self) -> bool;
}

/// A board of up to 16 cells, four bits per cell, the first cell in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed64(u64);

impl Packed64 {
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    pub(crate) const CELLS: usize = 16;
    const TAG_SHIFT: u32 = 60;
    const UNTAGGED: u64 = (1 << Self::TAG_SHIFT) - 1;
    const LOWEST_BITS: u64 = 0x1111_1111_1111_1111;
}

impl State for Packed64 {
    type Memory = ();

    fn pack(board: &Board, (): ()) -> Self {
        let tiles = board.tiles();
        let cell = |i: usize| tiles.get(i).map_or(i as u64, |&tile| u64::from(tile));
        Self((0..Self::CELLS).rev().fold(0, |word, i| word << 4 | cell(i)))
    }

    #[inline]
    fn blank(&self) -> usize {
        let pairs = self.0 | self.0 >> 1;
        let occupied = pairs | pairs >> 2;
        ((!occupied & Self::LOWEST_BITS).trailing_zeros() / 4) as usize
    }

    #[inline]
    fn tile(&self, cell: usize) -> usize {
        (self.0 >> (4 * cell) & 15) as usize
    }

    #[inline]
    fn slide(&self, from: usize, blank: usize, tile: usize, (): ()) -> Self {
        let tile = tile as u64;
        Self(self.0 ^ tile << (4 * from) ^ tile << (4 * blank))
    }

    #[inline]
    fn tagged(self, tag: u8) -> Self {
        Self(self.0 & Self::UNTAGGED | u64::from(tag) << Self::TAG_SHIFT)
    }

    #[inline]
    fn untagged(self) -> (Self, u8) {
        let rest = self.0 & Self::UNTAGGED;
        let mut last = rest ^ rest >> 32;
        last ^= last >> 16;
        last ^= last >> 8;
        last ^= last >> 4;
        (Self(rest | last << Self::TAG_SHIFT), (self.0 >> Self::TAG_SHIFT) as u8)
    }

    #[inline]
    fn is_same_board(&self, other: &Self) -> bool {
        (self.0 ^ other.0) & Self::UNTAGGED == 0
    }

    #[inline]
    fn hash(&self) -> u64 {
        mix(self.0 & Self::UNTAGGED)
    }

    fn vacant() -> Self {
        Self(u64::MAX)
    }

    #[inline]
    fn is_vacant(&self) -> bool {
        self.0 == u64::MAX
    }
}

/// A board of up to 25 cells, five bits per cell, the first cell in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed128(u128);

impl Packed128 {
    pub(crate) const CELLS: usize = 25;
    const TAG_SHIFT: u32 = 125;
    const UNTAGGED: u128 = (1 << Self::TAG_SHIFT) - 1;
    /// The lowest bit of each cell.
    const LOWEST_BITS: u128 = Self::UNTAGGED / 31;
}

impl State for Packed128 {
    type Memory = ();

    fn pack(board: &Board, (): ()) -> Self {
        Self(board.tiles().iter().rev().fold(0, |word, &tile| word << 5 | u128::from(tile)))
    }

    #[inline]
    fn blank(&self) -> usize {
        // Missing cells are 0 too, but lie above all others.
        let pairs = self.0 | self.0 >> 1;
        let occupied = pairs | pairs >> 2 | self.0 >> 4;
        ((!occupied & Self::LOWEST_BITS).trailing_zeros() / 5) as usize
    }

    #[inline]
    fn tile(&self, cell: usize) -> usize {
        (self.0 >> (5 * cell) & 31) as usize
    }

    #[inline]
    fn slide(&self, from: usize, blank: usize, tile: usize, (): ()) -> Self {
        let tile = tile as u128;
        Self(self.0 ^ tile << (5 * from) ^ tile << (5 * blank))
    }

    #[inline]
    fn tagged(self, tag: u8) -> Self {
        Self(self.0 & Self::UNTAGGED | u128::from(tag) << Self::TAG_SHIFT)
    }

    #[inline]
    fn untagged(self) -> (Self, u8) {
        (Self(self.0 & Self::UNTAGGED), (self.0 >> Self::TAG_SHIFT) as u8)
    }

    #[inline]
    fn is_same_board(&self, other: &Self) -> bool {
        (self.0 ^ other.0) & Self::UNTAGGED == 0
    }

    #[inline]
    fn hash(&self) -> u64 {
        let word = self.0 & Self::UNTAGGED;
        mix(word as u64 ^ mix((word >> 64) as u64))
    }

    fn vacant() -> Self {
        Self(u128::MAX)
    }

    #[inline]
    fn is_vacant(&self) -> bool {
        self.0 == u128::MAX
    }
}

/// A board of any size: its cells, [`EXTRA`](Self::EXTRA) numbers, and what the arena adds.
///
/// PERF: hash and blank are stored, because computing them took most of the time: on 10×10, A* generates 1.7, BAE* 2.8
/// times as many nodes per second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedSlice<'a> {
    slice: &'a [Cell<u16>],
    cells: usize,
}

impl<'a> PackedSlice<'a> {
    /// The numbers after the cells: tag, blank, and four for the hash.
    const EXTRA: usize = 6;

    /// Returns the length of the slices of boards with this many cells.
    pub(crate) fn length(cells: usize) -> usize {
        cells + Self::EXTRA
    }

    fn cells(&self) -> &'a [Cell<u16>] {
        &self.slice[..self.cells]
    }

    fn tag(&self) -> &'a Cell<u16> {
        &self.slice[self.cells]
    }

    /// Stores the cell of the blank and the hash.
    fn update(&self, blank: usize, hash: u64) {
        self.slice[self.cells + 1].set(blank as u16);
        for (i, cell) in self.slice[self.cells + 2..self.cells + Self::EXTRA].iter().enumerate() {
            cell.set((hash >> (16 * i)) as u16);
        }
    }
}

/// Returns the contribution of a tile to the hash of its board, which is the exclusive or of all (Zobrist 1970).
fn tile_hash(tile: u16, cell: usize) -> u64 {
    mix(u64::from(tile) << 32 | cell as u64)
}

/// Compares the boards; the tags may differ.
impl PartialEq for PackedSlice<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cells() == other.cells()
    }
}

impl Eq for PackedSlice<'_> {}

impl<'a> State for PackedSlice<'a> {
    type Memory = &'a Arena;

    fn pack(board: &Board, arena: &'a Arena) -> Self {
        let tiles = board.tiles();
        let state = Self { slice: arena.allocate(tiles.iter().copied()), cells: tiles.len() };
        let is_tile = |(_, tile): &(usize, &u16)| **tile > 0;
        let tiles = tiles.iter().enumerate().filter(is_tile);
        state.update(board.blank(), tiles.fold(0, |hash, (cell, &tile)| hash ^ tile_hash(tile, cell)));
        state
    }

    fn blank(&self) -> usize {
        usize::from(self.slice[self.cells + 1].get())
    }

    fn tile(&self, cell: usize) -> usize {
        usize::from(self.slice[cell].get())
    }

    fn slide(&self, from: usize, blank: usize, tile: usize, arena: &'a Arena) -> Self {
        let next = Self { slice: arena.allocate(self.cells().iter().map(Cell::get)), ..*self };
        next.slice[from].swap(&next.slice[blank]);
        let tile = tile as u16;
        next.update(from, self.hash() ^ tile_hash(tile, from) ^ tile_hash(tile, blank));
        next
    }

    fn release(self, arena: &'a Arena) {
        arena.release(self.slice);
    }

    fn tagged(self, tag: u8) -> Self {
        self.tag().set(u16::from(tag));
        self
    }

    fn untagged(self) -> (Self, u8) {
        (self, self.tag().get() as u8)
    }

    fn is_same_board(&self, other: &Self) -> bool {
        self == other
    }

    fn hash(&self) -> u64 {
        let stored = &self.slice[self.cells + 2..self.cells + Self::EXTRA];
        stored.iter().rev().fold(0, |hash, part| hash << 16 | u64::from(part.get()))
    }

    fn vacant() -> Self {
        Self { slice: &[], cells: 0 }
    }

    fn is_vacant(&self) -> bool {
        self.slice.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use taquin_core::{Goal, Move, Size, random_board};

    /// Compares every operation with [`Board`] on random boards and their neighbors.
    fn agrees_with_board<S: State + std::fmt::Debug>(size: Size, memory: S::Memory) {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(7);
        for _ in 0..200 {
            let board = random_board(&Goal::blank_last(size), true, &mut rng);
            let state = S::pack(&board, memory);
            assert_eq!(state.blank(), board.blank());
            assert!((0..size.cells()).all(|cell| state.tile(cell) == usize::from(board.tiles()[cell])));
            for (m, next) in board.neighbors() {
                let from = Move::source(m, size, board.blank()).expect("legal");
                let slid = state.slide(from, board.blank(), state.tile(from), memory);
                assert_eq!(slid, S::pack(&next, memory));
                assert!(!slid.is_same_board(&state));
                for tag in 0..8 {
                    let tagged = slid.tagged(tag);
                    assert!(!tagged.is_vacant() && tagged.is_same_board(&slid));
                    assert_eq!(tagged.hash(), slid.hash());
                    assert_eq!(tagged.untagged(), (slid, tag));
                }
            }
        }
        assert!(S::vacant().is_vacant());
    }

    #[test]
    fn packed_states_agree_with_boards() {
        let size = |rows, cols| Size::new(rows, cols).expect("in range");
        for (rows, cols) in [(2, 2), (3, 3), (3, 5), (4, 4)] {
            agrees_with_board::<Packed64>(size(rows, cols), ());
        }
        for (rows, cols) in [(3, 6), (5, 5)] {
            agrees_with_board::<Packed128>(size(rows, cols), ());
        }
        for size in [size(2, 13), size(6, 6)] {
            agrees_with_board::<PackedSlice<'_>>(size, &Arena::new(PackedSlice::length(size.cells())));
        }
    }
}
