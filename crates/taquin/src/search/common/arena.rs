//! Memory for the cells of large boards.
//!
//! A search of a large board stores millions of states. Allocated one by one, they would take seconds to release, while a
//! time limit passes. An [`Arena`] allocates them in chunks, which are released at once, and reuses the states that the
//! search gives back. A state is a slice of the arena, and therefore as easy to copy as a packed word.

use std::cell::{Cell, OnceCell, RefCell};

/// The memory that states of one kind are allocated from.
pub(crate) trait StateMemory: Copy {
    /// Returns the memory in use, in bytes.
    fn bytes(self) -> usize;
    /// Returns an upper bound on the additional bytes for this many states.
    fn growth(self, states: usize) -> usize;
}

/// Packed words need no memory besides their own.
impl StateMemory for () {
    fn bytes(self) -> usize {
        0
    }

    fn growth(self, _states: usize) -> usize {
        0
    }
}

/// An allocator of slices of equal length.
pub(crate) struct Arena {
    /// The numbers of a state and of its [`LOCATION`].
    slice_length: usize,
    chunks: Vec<OnceCell<Box<[Cell<u16>]>>>,
    /// The chunk to allocate from, and the number of its slices in use.
    current: Cell<(usize, usize)>,
    /// The slices to reuse: chunk and index.
    released: RefCell<Vec<(u16, u32)>>,
    bytes: Cell<usize>,
}

/// The numbers at the end of a slice: its chunk, and its index there in two halves.
const LOCATION: usize = 3;

/// Chunks of equal size, before the size doubles. At most this fraction of the memory is unused.
const CHUNKS_PER_SIZE: usize = 64;
const FIRST_CHUNK_BYTES: usize = 1 << 20;
/// The chunks together have 4 TiB.
const MAX_CHUNKS: usize = 16 * CHUNKS_PER_SIZE;

impl Arena {
    /// Creates an arena for slices of this many numbers.
    pub(crate) fn new(length: usize) -> Self {
        Self {
            slice_length: length + LOCATION,
            chunks: (0..MAX_CHUNKS).map(|_| OnceCell::new()).collect(),
            current: Cell::new((0, 0)),
            released: RefCell::default(),
            bytes: Cell::new(0),
        }
    }

    /// Allocates a slice with these numbers.
    pub(super) fn allocate(&self, numbers: impl Iterator<Item = u16>) -> &[Cell<u16>] {
        let (chunk, index) = self.released.borrow_mut().pop().unwrap_or_else(|| self.next_slice());
        let slices = self.chunks[usize::from(chunk)].get_or_init(|| {
            let length = self.slices_in(chunk.into()) * self.slice_length;
            self.bytes.set(self.bytes.get() + length * size_of::<u16>());
            vec![Cell::new(0); length].into_boxed_slice()
        });
        let slice = &slices[index as usize * self.slice_length..][..self.slice_length];
        let (content, location) = slice.split_at(self.slice_length - LOCATION);
        content.iter().zip(numbers).for_each(|(cell, number)| cell.set(number));
        let numbers = [chunk, index as u16, (index >> 16) as u16];
        location.iter().zip(numbers).for_each(|(cell, number)| cell.set(number));
        slice
    }

    /// Takes back a slice that is not needed any more.
    pub(super) fn release(&self, slice: &[Cell<u16>]) {
        if let [.., chunk, low, high] = slice {
            self.released
                .borrow_mut()
                .push((chunk.get(), u32::from(high.get()) << 16 | u32::from(low.get())));
        }
    }

    fn next_slice(&self) -> (u16, u32) {
        let (mut chunk, mut index) = self.current.get();
        if index == self.slices_in(chunk) {
            (chunk, index) = (chunk + 1, 0);
        }
        self.current.set((chunk, index + 1));
        (chunk as u16, index as u32)
    }

    fn slices_in(&self, chunk: usize) -> usize {
        let bytes = FIRST_CHUNK_BYTES << (chunk / CHUNKS_PER_SIZE);
        (bytes / (self.slice_length * size_of::<u16>())).max(1)
    }
}

impl StateMemory for &Arena {
    /// Returns a number above every limit if the chunks are almost used up.
    fn bytes(self) -> usize {
        if self.current.get().0 + CHUNKS_PER_SIZE > MAX_CHUNKS {
            return usize::MAX / 4;
        }
        self.bytes.get() + self.released.borrow().capacity() * size_of::<(u16, u32)>()
    }

    fn growth(self, states: usize) -> usize {
        let (chunk, index) = self.current.get();
        let released = self.released.borrow();
        let available = released.len() + self.slices_in(chunk) - index;
        let slice_bytes = self.slice_length * size_of::<u16>();
        // The list of released slices doubles when it is full.
        let list = if released.len() == released.capacity() { released.capacity() * 8 } else { 0 };
        let is_new = chunk == 0 && index == 0;
        match states.checked_sub(available) {
            None if !is_new => list,
            missing => list + missing.unwrap_or(0) * slice_bytes + self.slices_in(chunk + 1) * slice_bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_distinct_and_reused() {
        let arena = Arena::new(36);
        let count = 40_000_u32;
        let write = |n: u32| arena.allocate([n as u16, (n >> 16) as u16].into_iter());
        let read = |slice: &[Cell<u16>]| u32::from(slice[0].get()) | u32::from(slice[1].get()) << 16;
        let slices: Vec<&[Cell<u16>]> = (0..count).map(write).collect();
        assert!(slices.iter().zip(0..).all(|(slice, n)| read(slice) == n));
        let bytes = (&arena).bytes();
        assert!((count as usize * 78..count as usize * 78 + (2 << 20)).contains(&bytes), "{bytes}");
        slices.iter().step_by(2).for_each(|slice| arena.release(slice));
        let reused: Vec<&[Cell<u16>]> = (0..count / 2).map(|n| write(n + count)).collect();
        assert!(reused.iter().zip(count..).all(|(slice, n)| read(slice) == n));
        assert!(slices.iter().zip(0..).skip(1).step_by(2).all(|(slice, n)| read(slice) == n));
    }

    #[test]
    fn growth_bounds_the_next_allocations() {
        let arena = Arena::new(3600);
        for batch in [1, 3, 100, 1000, 2, 1, 5000] {
            let bound = (&arena).bytes() + (&arena).growth(batch);
            for _ in 0..batch {
                arena.allocate([1].into_iter());
            }
            assert!((&arena).bytes() <= bound);
        }
    }
}
