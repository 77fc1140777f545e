//! The table behind walking distance: the puzzle that is left when only the lines matter that tiles stand in.
//!
//! A state of that puzzle tells, for each line and each home line, how many tiles stand in the one that are at home in the
//! other, and which line the blank is in. In a move, any tile of a line next to the blank's changes places with the blank.
//! Breadth-first search from the goal finds all states and their distances. Every move can be taken back, so that
//! distances from the goal are distances to it.
//!
//! **Keys.** The counts of a state are packed into a word, with the blank's line on top. Those of tiles that are at home in
//! the last line are left out: they are what the others leave of a full line. A key is thus a sum, to which each tile adds
//! something that depends on its line and its home alone, and the blank something that depends on its line.
//!
//! **Size.** Which line the blank is at home in does not matter for the number of states.
//!
//! | lines × length | 3×3 | 4×3 | 4×4 | 5×2 | 5×3 | 6×2 | 5×4 | 7×2 |
//! |---|---|---|---|---|---|---|---|---|
//! | states | 105 | 4,324 | 24,964 | 11,010 | 352,560 | 367,560 | 5,977,015 | 16,854,390 |

use crate::mix::mix;
use hashbrown::HashTable;

/// The rows of a board, or its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    /// How many lines there are.
    pub(super) lines: usize,
    /// The cells of a line.
    pub(super) length: usize,
    /// The line that the blank is at home in.
    pub(super) blank_home: usize,
}

impl Shape {
    /// What a tile adds to the key.
    pub(super) fn tile_key(self, line: usize, home: usize) -> u64 {
        if home == self.last() { 0 } else { 1 << self.shift(line, home) }
    }

    /// What the blank adds to the key.
    pub(super) fn blank_key(self, line: usize) -> u64 {
        (line as u64) << self.shift(self.lines, 0)
    }

    fn goal_key(self) -> u64 {
        let tiles = |line: usize| (self.length - usize::from(line == self.blank_home)) as u64;
        let counts = (0..self.lines).map(|line| tiles(line) * self.tile_key(line, line));
        counts.sum::<u64>() + self.blank_key(self.blank_home)
    }

    /// The line that the blank is in.
    fn blank(self, key: u64) -> usize {
        (key >> self.shift(self.lines, 0)) as usize
    }

    /// Whether a tile with that home stands in a line.
    fn has(self, key: u64, line: usize, home: usize) -> bool {
        let count = |home| (key >> self.shift(line, home)) as usize & ((1 << self.bits()) - 1);
        if home != self.last() {
            return count(home) > 0;
        }
        let others: usize = (0..home).map(count).sum();
        others + usize::from(line == self.blank(key)) < self.length
    }

    /// Where the count of tiles in a line with that home lies in a key.
    fn shift(self, line: usize, home: usize) -> u32 {
        self.bits() * (line * self.last() + home) as u32
    }

    /// The bits that a count takes.
    fn bits(self) -> u32 {
        usize::BITS - self.length.leading_zeros()
    }

    fn last(self) -> usize {
        self.lines - 1
    }
}

/// All states of that puzzle, each with its distance from the goal and the states around it.
pub(crate) struct WalkingTable {
    shape: Shape,
    /// By state, in the order of their distances.
    keys: Vec<u64>,
    distances: Vec<u8>,
    /// By state and [`way`](Self::way). Where a tile is wanted that isn't there, it is never asked for.
    next: Vec<u32>,
    /// All states, to be found by their keys.
    by_key: HashTable<u32>,
}

impl WalkingTable {
    /// States between two looks at the limits: less than a millisecond.
    const PAUSE: usize = 1 << 10;

    /// Builds the table. Every so often it tells how many bytes it may take until next time, and can be stopped.
    pub(crate) fn build<X>(shape: Shape, check: &dyn Fn(usize) -> Result<(), X>) -> Result<Self, X> {
        let mut table = Self {
            shape,
            keys: Vec::new(),
            distances: Vec::new(),
            next: Vec::new(),
            by_key: HashTable::new(),
        };
        table.find_or_add(shape.goal_key(), 0);
        let mut state = 0;
        while state < table.keys.len() {
            if state.is_multiple_of(Self::PAUSE) {
                // What grows is there twice for a moment, once at twice the size.
                check(3 * table.bytes())?;
            }
            table.expand(state);
            state += 1;
        }
        Ok(table)
    }

    /// The state with a key that is some board's.
    ///
    /// There always is one: boards that can reach the goal are found by the same moves, and the others have the same tiles
    /// in each line as some that can, because two tiles of one line may be exchanged.
    #[inline]
    pub(super) fn state(&self, key: u64) -> u32 {
        self.find(key).expect("every board's lines are in the table")
    }

    /// Its distance from the goal.
    #[inline]
    pub(super) fn distance(&self, state: u32) -> u32 {
        u32::from(self.distances[state as usize])
    }

    /// The state after a tile with that home went from one line to the next.
    #[inline]
    pub(super) fn after(&self, state: u32, home: usize, from: usize, to: usize) -> u32 {
        self.next[self.way(state as usize, home, from, to)]
    }

    #[inline]
    fn way(&self, state: usize, home: usize, from: usize, to: usize) -> usize {
        2 * (state * self.shape.lines + home) + usize::from(from < to)
    }

    fn expand(&mut self, state: usize) {
        let (shape, key, distance) = (self.shape, self.keys[state], self.distances[state] + 1);
        let to = shape.blank(key);
        // Below the first line is none: it wraps around, and is out of range as well.
        for from in [to.wrapping_sub(1), to + 1].into_iter().filter(|&from| from < shape.lines) {
            for home in (0..shape.lines).filter(|&home| shape.has(key, from, home)) {
                let without = key - shape.tile_key(from, home) - shape.blank_key(to);
                let next =
                    self.find_or_add(without + shape.tile_key(to, home) + shape.blank_key(from), distance);
                let way = self.way(state, home, from, to);
                self.next[way] = next;
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
        self.next.resize(self.next.len() + 2 * self.shape.lines, u32::MAX);
        self.by_key.insert_unique(mix(key), state, |&state| mix(self.keys[state as usize]));
        state
    }

    fn bytes(&self) -> usize {
        let a_state = size_of::<u64>() + size_of::<u8>() + 2 * self.shape.lines * size_of::<u32>();
        self.keys.capacity() * a_state + self.by_key.allocation_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn table(lines: usize, length: usize, blank_home: usize) -> WalkingTable {
        let Ok(table) =
            WalkingTable::build(Shape { lines, length, blank_home }, &|_| Ok::<(), Infallible>(()));
        table
    }

    #[test]
    fn states_and_radius() {
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
    fn the_largest_that_are_used() {
        for (lines, length, states) in [(5, 2, 11_010), (5, 3, 352_560), (6, 2, 367_560)] {
            assert_eq!(table(lines, length, 1).keys.len(), states);
        }
    }

    #[test]
    fn every_move_can_be_taken_back() {
        let table = table(4, 3, 1);
        for state in 0..table.keys.len() as u32 {
            let key = table.keys[state as usize];
            assert_eq!(table.state(key), state);
            let to = table.shape.blank(key);
            let lines = (0..4).filter(|&from: &usize| from.abs_diff(to) == 1);
            for (from, home) in lines.flat_map(|from| (0..4).map(move |home| (from, home))) {
                let next = table.after(state, home, from, to);
                assert_eq!(next != u32::MAX, table.shape.has(key, from, home));
                if next != u32::MAX {
                    assert_eq!(table.after(next, home, to, from), state);
                    assert_eq!(table.distance(next).abs_diff(table.distance(state)), 1);
                }
            }
        }
    }

    #[test]
    fn a_table_that_does_not_fit_is_given_up() {
        let limit = 100_000;
        let check = |bytes: usize| if bytes > limit { Err(bytes) } else { Ok(()) };
        let shape = Shape { lines: 5, length: 3, blank_home: 0 };
        let refused = WalkingTable::build(shape, &check).err();
        assert!(refused.is_some_and(|bytes| bytes > limit));
    }
}
