//! The set of states that a search has reached: a hash table of tagged states and nothing else.
//!
//! The tag of a state is the move that led to it, so that the path to it can be reconstructed without parent links.
//!
//! Linear probing; the home slot of a state is its hash scaled to the table size. A slot is as large as a
//! state: eight bytes for a board of up to 16 cells.

use super::state::State;
use taquin_core::{Budget, Move, Size, StopReason};

/// The tag of the root; the tag of any other state is the move that led to it.
pub(in crate::search) const ROOT_TAG: u8 = 4;

pub(in crate::search) struct ClosedSet<S> {
    slots: Vec<S>,
    length: usize,
}

impl<S: State> ClosedSet<S> {
    const INITIAL_SLOTS: usize = 256;

    pub(in crate::search) fn new() -> Self {
        Self { slots: vec![S::vacant(); Self::INITIAL_SLOTS], length: 0 }
    }

    pub(in crate::search) fn len(&self) -> usize {
        self.length
    }

    pub(in crate::search) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<S>()
    }

    /// Returns the additional bytes needed to make room for `more` states: 0 while the load factor stays
    /// below 4/5.
    pub(in crate::search) fn growth(&self, more: usize) -> usize {
        if (self.length + more) * 5 < self.slots.len() * 4 {
            0
        } else {
            2 * self.slots.len() * size_of::<S>()
        }
    }

    /// Doubles the table if [`growth`](Self::growth) is not 0. Doubling a large table takes seconds, so
    /// the limits are checked regularly; if it fails, the set must not be used any more.
    pub(in crate::search) fn make_room(
        &mut self,
        more: usize,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        const CHECK_INTERVAL: usize = 1 << 16;
        if self.growth(more) == 0 {
            return Ok(());
        }
        let old = std::mem::take(&mut self.slots);
        self.slots.reserve_exact(2 * old.len());
        while self.slots.len() < 2 * old.len() {
            budget.check()?;
            self.slots.resize((self.slots.len() + CHECK_INTERVAL).min(2 * old.len()), S::vacant());
        }
        for (i, state) in old.into_iter().enumerate() {
            if i % 256 == 0 {
                budget.check()?;
            }
            if !state.is_vacant() {
                let slot = self.probe(self.home(&state), &state);
                self.slots[slot] = state;
            }
        }
        Ok(())
    }

    /// Returns the slot where probing for a state starts.
    #[inline]
    pub(in crate::search) fn home(&self, state: &S) -> usize {
        ((u128::from(state.hash()) * self.slots.len() as u128) >> 64) as usize
    }

    /// Returns true if a slot is empty. Calling this for a batch of slots before working on the first one
    /// overlaps their cache misses.
    #[inline]
    pub(in crate::search) fn is_vacant(&self, slot: usize) -> bool {
        self.slots[slot].is_vacant()
    }

    /// Inserts a state, given its home slot; returns false if its board is present already. The caller must
    /// have made room.
    #[inline]
    pub(in crate::search) fn insert(&mut self, home: usize, state: &S) -> bool {
        let slot = self.probe(home, state);
        if !self.slots[slot].is_vacant() {
            return false;
        }
        self.slots[slot] = *state;
        self.length += 1;
        true
    }

    /// Returns the moves from the root to a state of the set, by following the tags back.
    pub(in crate::search) fn path_to(&self, mut state: S, size: Size, memory: S::Memory) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(by) = self.move_to(&state) {
            moves.push(by);
            let blank = state.blank();
            let Some(from) = by.opposite().source(size, blank) else { break };
            state = state.slide(from, blank, state.tile(from), memory);
        }
        moves.reverse();
        moves
    }

    /// Returns the move that led to a state of the set; `None` for the root.
    fn move_to(&self, state: &S) -> Option<Move> {
        let found = self.slots[self.probe(self.home(state), state)];
        if found.is_vacant() { None } else { last_move(found.untagged().1) }
    }

    /// Returns the slot of a state, or the vacant slot where it would be inserted.
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

/// Returns the move of a tag; `None` for the root.
pub(in crate::search) fn last_move(tag: u8) -> Option<Move> {
    Move::ALL.get(usize::from(tag)).copied()
}
