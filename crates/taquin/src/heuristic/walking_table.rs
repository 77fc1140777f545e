//! The table of walking distance: the distances of all states of an abstraction that keeps only the line of
//! each tile.
//!
//! A state consists of the number of tiles in each line by home line, and the line of the blank. A move swaps
//! the blank with any tile of an adjacent line. Breadth-first search from the goal generates all states with
//! their distances; moves are reversible, so distances from the goal are distances to it.
//!
//! **Keys.** A state is packed into a word: the counts, with the line of the blank in the highest bits. Tiles
//! at home in the last line are omitted, because the other counts determine theirs. A key is thus a sum, to
//! which each tile contributes a summand that depends on its line and its home line, and the blank one that
//! depends on its line.
//!
//! **Size.** The number of states does not depend on the home line of the blank.
//!
//! | lines × length | 3×3 | 4×3 | 4×4 | 5×2 | 5×3 | 6×2 | 5×4 | 7×2 |
//! |---|---|---|---|---|---|---|---|---|
//! | states | 105 | 4,324 | 24,964 | 11,010 | 352,560 | 367,560 | 5,977,015 | 16,854,390 |

use crate::hash::mix;
use hashbrown::HashTable;

/// The rows or the columns of a board and its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct WalkingShape {
    /// The number of lines.
    pub(super) lines: usize,
    /// The number of cells per line.
    pub(super) length: usize,
    /// The home line of the blank.
    pub(super) blank_home: usize,
}

impl WalkingShape {
    /// Returns the summand of a tile.
    pub(super) fn tile_key(self, line: usize, home: usize) -> u64 {
        if home == self.last() { 0 } else { 1 << self.shift(line, home) }
    }

    /// Returns the summand of the blank.
    pub(super) fn blank_key(self, line: usize) -> u64 {
        (line as u64) << self.shift(self.lines, 0)
    }

    fn goal_key(self) -> u64 {
        let tiles = |line: usize| (self.length - usize::from(line == self.blank_home)) as u64;
        let counts = (0..self.lines).map(|line| tiles(line) * self.tile_key(line, line));
        counts.sum::<u64>() + self.blank_key(self.blank_home)
    }

    /// Returns the line of the blank.
    fn blank(self, key: u64) -> usize {
        (key >> self.shift(self.lines, 0)) as usize
    }

    /// Returns true if a line has a tile with this home line.
    fn has_tile(self, key: u64, line: usize, home: usize) -> bool {
        let count = |home| (key >> self.shift(line, home)) as usize & ((1 << self.bits()) - 1);
        if home != self.last() {
            return count(home) > 0;
        }
        let others: usize = (0..home).map(count).sum();
        others + usize::from(line == self.blank(key)) < self.length
    }

    /// Returns the bit offset of the count of tiles in a line with this home line.
    fn shift(self, line: usize, home: usize) -> u32 {
        self.bits() * (line * self.last() + home) as u32
    }

    /// Returns the width of a count in bits.
    fn bits(self) -> u32 {
        usize::BITS - self.length.leading_zeros()
    }

    fn last(self) -> usize {
        self.lines - 1
    }
}

/// All states, with their distances from the goal and their successors.
pub(crate) struct WalkingTable {
    shape: WalkingShape,
    /// By state, in order of distance.
    keys: Vec<u64>,
    distances: Vec<u8>,
    /// By [`successor_index`](Self::successor_index): the next state, or `u32::MAX` if the line has no such
    /// tile.
    successors: Vec<u32>,
    /// The states, hashed by key.
    by_key: HashTable<u32>,
}

impl WalkingTable {
    /// The number of states expanded between two checks of the limits.
    const CHECK_INTERVAL: usize = 1 << 10;

    /// Builds the table. `check` is called periodically with an upper bound on the bytes allocated until the
    /// next call, and cancels the construction if it fails.
    pub(crate) fn build<X>(shape: WalkingShape, check: &dyn Fn(usize) -> Result<(), X>) -> Result<Self, X> {
        let mut table = Self {
            shape,
            keys: Vec::new(),
            distances: Vec::new(),
            successors: Vec::new(),
            by_key: HashTable::new(),
        };
        table.find_or_add(shape.goal_key(), 0);
        let mut state = 0;
        while state < table.keys.len() {
            if state.is_multiple_of(Self::CHECK_INTERVAL) {
                // While a vector grows, the old buffer and one of twice the size coexist.
                check(3 * table.bytes())?;
            }
            table.expand(state);
            state += 1;
        }
        Ok(table)
    }

    /// Returns the state with the key of a board.
    ///
    /// It exists for every board: solvable boards are reached by the same moves, and an unsolvable board has
    /// the same state as the solvable one with two tiles of one line swapped.
    #[inline]
    pub(super) fn state(&self, key: u64) -> u32 {
        self.find(key).expect("the table has the states of all boards")
    }

    /// Returns the distance of a state from the goal.
    #[inline]
    pub(super) fn distance(&self, state: u32) -> u32 {
        u32::from(self.distances[state as usize])
    }

    /// Returns the state after a tile with this home line moved to an adjacent line.
    #[inline]
    pub(super) fn next_state(&self, state: u32, home: usize, from: usize, to: usize) -> u32 {
        self.successors[self.successor_index(state as usize, home, from, to)]
    }

    #[inline]
    fn successor_index(&self, state: usize, home: usize, from: usize, to: usize) -> usize {
        2 * (state * self.shape.lines + home) + usize::from(from < to)
    }

    fn expand(&mut self, state: usize) {
        let shape = self.shape;
        let key = self.keys[state];
        let distance = self.distances[state] + 1;
        let to = shape.blank(key);
        // The line before the first wraps around and is out of range, too.
        for from in [to.wrapping_sub(1), to + 1].into_iter().filter(|&from| from < shape.lines) {
            for home in (0..shape.lines).filter(|&home| shape.has_tile(key, from, home)) {
                let remaining = key - shape.tile_key(from, home) - shape.blank_key(to);
                let next =
                    self.find_or_add(remaining + shape.tile_key(to, home) + shape.blank_key(from), distance);
                let index = self.successor_index(state, home, from, to);
                self.successors[index] = next;
            }
        }
    }

    fn find(&self, key: u64) -> Option<u32> {
        self.by_key.find(mix(key), |&state| self.keys[state as usize] == key).copied()
    }

    fn find_or_add(&mut self, key: u64, distance: u8) -> u32 {
        if let Some(known) = self.find(key) {
            return known;
        }
        let state = self.keys.len() as u32;
        self.keys.push(key);
        self.distances.push(distance);
        self.successors.resize(self.successors.len() + 2 * self.shape.lines, u32::MAX);
        self.by_key.insert_unique(mix(key), state, |&state| mix(self.keys[state as usize]));
        state
    }

    pub(crate) fn bytes(&self) -> usize {
        let bytes_per_state = size_of::<u64>() + size_of::<u8>() + 2 * self.shape.lines * size_of::<u32>();
        self.keys.capacity() * bytes_per_state + self.by_key.allocation_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn table(lines: usize, length: usize, blank_home: usize) -> WalkingTable {
        let Ok(table) =
            WalkingTable::build(WalkingShape { lines, length, blank_home }, &|_| Ok::<(), Infallible>(()));
        table
    }

    #[test]
    fn table_has_the_known_number_of_states_and_radius() {
        for (lines, length, states, radius) in [
            (2, 2, 4, 3),
            (2, 3, 6, 5),
            (3, 2, 33, 10),
            (3, 3, 105, 14),
            (4, 2, 480, 21),
            (3, 4, 255, 18),
            (4, 3, 4_324, 29),
            (4, 4, 24_964, 35),
        ] {
            for blank_home in 0..lines {
                let table = table(lines, length, blank_home);
                assert_eq!(table.keys.len(), states);
                assert_eq!(table.distances.last(), Some(&radius));
                assert!(table.distances.is_sorted());
            }
        }
    }

    #[test]
    fn largest_supported_tables_have_the_known_number_of_states() {
        for (lines, length, states) in [(5, 2, 11_010), (5, 3, 352_560), (6, 2, 367_560)] {
            assert_eq!(table(lines, length, 1).keys.len(), states);
        }
    }

    #[test]
    fn moves_are_reversible() {
        let table = table(4, 3, 1);
        for state in 0..table.keys.len() as u32 {
            let key = table.keys[state as usize];
            assert_eq!(table.state(key), state);
            let to = table.shape.blank(key);
            let lines = (0..4).filter(|&from: &usize| from.abs_diff(to) == 1);
            for (from, home) in lines.flat_map(|from| (0..4).map(move |home| (from, home))) {
                let next = table.next_state(state, home, from, to);
                assert_eq!(next != u32::MAX, table.shape.has_tile(key, from, home));
                if next != u32::MAX {
                    assert_eq!(table.next_state(next, home, to, from), state);
                    assert_eq!(table.distance(next).abs_diff(table.distance(state)), 1);
                }
            }
        }
    }

    #[test]
    fn construction_is_cancelled_when_the_check_fails() {
        let limit = 100_000;
        let check = |bytes: usize| if bytes > limit { Err(bytes) } else { Ok(()) };
        let shape = WalkingShape { lines: 5, length: 3, blank_home: 0 };
        let refused = WalkingTable::build(shape, &check).err();
        assert!(refused.is_some_and(|bytes| bytes > limit));
    }
}
