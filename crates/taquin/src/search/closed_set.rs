//! The states that best-first search has expanded: a hash table of tagged states and nothing else.
//!
//! Linear probing; a state's slot is its hash scaled to the table. A slot is as large as a state: eight bytes for a board
//! of up to 16 cells.

use super::state::State;

pub(super) struct ClosedSet<S> {
    slots: Vec<S>,
    length: usize,
    heap_bytes: usize,
}

impl<S: State> ClosedSet<S> {
    const SMALLEST: usize = 256;

    pub(super) fn new() -> Self {
        Self { slots: vec![S::vacant(); Self::SMALLEST], length: 0, heap_bytes: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<S>() + self.heap_bytes
    }

    /// The bytes that making room for more states would take beside the present ones: none while the table stays under
    /// four fifths full.
    pub(super) fn growth(&self, more: usize) -> usize {
        if (self.length + more) * 5 < self.slots.len() * 4 {
            0
        } else {
            2 * self.slots.len() * size_of::<S>()
        }
    }

    /// Doubles the table if [`growth`](Self::growth) says so. That may take seconds, so `check` is asked in between; if it
    /// says no, the set is of no further use.
    pub(super) fn make_room<X>(&mut self, more: usize, check: impl Fn() -> Result<(), X>) -> Result<(), X> {
        const AT_A_TIME: usize = 1 << 16;
        if self.growth(more) == 0 {
            return Ok(());
        }
        let old = std::mem::take(&mut self.slots);
        self.slots.reserve_exact(2 * old.len());
        while self.slots.len() < 2 * old.len() {
            check()?;
            self.slots.resize((self.slots.len() + AT_A_TIME).min(2 * old.len()), S::vacant());
        }
        for (i, state) in old.into_iter().enumerate() {
            if i % AT_A_TIME == 0 {
                check()?;
            }
            if !state.is_vacant() {
                let slot = self.probe(self.home(&state), &state);
                self.slots[slot] = state;
            }
        }
        Ok(())
    }

    /// The slot where the search for a state begins.
    #[inline]
    pub(super) fn home(&self, state: &S) -> usize {
        ((u128::from(state.hash()) * self.slots.len() as u128) >> 64) as usize
    }

    /// Whether nothing is at a slot. Asking this for many slots in a row, before working on the first, overlaps the time
    /// that the memory takes.
    #[inline]
    pub(super) fn is_vacant(&self, slot: usize) -> bool {
        self.slots[slot].is_vacant()
    }

    /// Inserts a state, given its home; returns false if it was there. The caller has made room.
    #[inline]
    pub(super) fn insert(&mut self, home: usize, state: &S) -> bool {
        let slot = self.probe(home, state);
        if !self.slots[slot].is_vacant() {
            return false;
        }
        self.slots[slot] = state.clone();
        self.length += 1;
        self.heap_bytes += state.heap_bytes();
        true
    }

    /// The tagged state that is the same board as this one.
    pub(super) fn get(&self, state: &S) -> Option<&S> {
        let found = &self.slots[self.probe(self.home(state), state)];
        (!found.is_vacant()).then_some(found)
    }

    /// The slot of a state, or the vacant one where it would be.
    #[inline]
    fn probe(&self, home: usize, state: &S) -> usize {
        let mut slot = home;
        loop {
            let found = &self.slots[slot];
            if found.is_vacant() || found.is_same_board(state) {
                return slot;
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }
}
