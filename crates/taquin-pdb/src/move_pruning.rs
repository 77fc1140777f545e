//! Move pruning: a finite-state machine that rejects redundant operator sequences (Taylor and Korf 1993).
//!
//! Depth-first search reaches the same board along many paths. The shortest cycles are always the same: a
//! move and its inverse, or six moves around a 2×2 square, which have the same effect as the six moves around
//! it the other way. A finite-state machine that reads the moves as they are made prunes such paths at the
//! cost of a table lookup.
//!
//! **Redundant sequences.** All sequences up to a maximum length are enumerated, shorter ones first and those
//! of the same length in lexicographic order of their [directions](MovePruning::DIRECTIONS). A sequence is
//! *pruned* if an earlier sequence that was kept
//!
//! - has the same effect on the tiles and the blank, and
//! - stays within the bounding box of the sequence itself, so that it is legal wherever that one is.
//!
//! The machine rejects every path that contains a pruned sequence (Aho and Corasick 1975).
//!
//! **One shortest solution remains.** Take the first, in the same order, of all shortest solutions of a
//! board. If it contained a pruned sequence, substituting the earlier sequence would give a solution that is
//! shorter, or equally long and earlier: a contradiction. So the machine accepts it. The cost bound does not
//! prune it either, since an admissible heuristic never prunes a prefix of a shortest solution.
//!
//! **The others can be derived.** If a shortest solution contains a pruned sequence, the earlier sequence is
//! equally long (or the solution would not be shortest), and substituting it gives an earlier shortest
//! solution. Applied backwards and repeatedly, these [substitutions](Substitution) lead from the solutions
//! that the machine accepts to all others.

use std::collections::{HashMap, HashSet, VecDeque};
use taquin_core::{Move, Size};

/// A finite-state machine that reads moves and rejects redundant sequences.
#[derive(Debug, PartialEq, Eq)]
pub struct MovePruning {
    states: Vec<PruningState>,
    substitutions: Vec<Substitution>,
}

/// A pruned sequence, and the equally long sequence with the same effect that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Substitution {
    /// The sequence that is kept.
    pub kept: MoveSequence,
    /// The sequence that is pruned.
    pub pruned: MoveSequence,
}

/// A state of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PruningState {
    /// The accepted moves, one bit per [direction](MovePruning::DIRECTIONS).
    pub allowed: u8,
    /// The next state for each direction.
    pub next: [u16; 4],
}

impl MovePruning {
    /// The move for each direction, in the order in which sequences are enumerated. It is the order of Korf's
    /// program of 1985, so that a search in this order generates no more nodes than he published.
    pub const DIRECTIONS: [Move; 4] = [Move::Down, Move::Right, Move::Left, Move::Up];

    /// The state before the first move.
    pub const START: u16 = 0;

    /// The maximum sequence length of the machines that the build script embeds in the library.
    ///
    /// PERF: on our hardest board, length 8 leaves 56 % of the nodes, 10 leaves 42 %, 12 leaves 33 % and 14
    /// leaves 28 %. But the machine for 14 exceeds the cache and is no faster. The results for 5×5 are
    /// similar.
    pub const EMBEDDED_LENGTH: usize = 12;

    /// Computes the machine for all sequences of up to `max_length` moves on a grid. It stops at a smaller
    /// length if the number of states could exceed 16 bits.
    pub fn new(size: Size, max_length: usize) -> Self {
        let mut sequences = Sequences::new(size);
        while sequences.length < max_length && sequences.pruned.len() < MAX_STATES / max_length {
            sequences.extend();
        }
        sequences.substitutions.sort_unstable();
        Self { states: rejecting_states(&sequences.pruned), substitutions: sequences.substitutions }
    }

    /// Reads a machine that [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Panics
    /// If the bytes are truncated.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let (count, rest) = bytes.split_at(4);
        let (states, substitutions) = rest.split_at(STATE_BYTES * number(count) as usize);
        let state = |bytes: &[u8]| PruningState {
            allowed: bytes[0],
            next: std::array::from_fn(|i| u16::from_le_bytes([bytes[1 + 2 * i], bytes[2 + 2 * i]])),
        };
        let substitution = |bytes: &[u8]| {
            let sequence = |moves| MoveSequence { moves: number(moves), length: usize::from(bytes[0]) };
            Substitution { kept: sequence(&bytes[1..9]), pruned: sequence(&bytes[9..]) }
        };
        Self {
            states: states.chunks_exact(STATE_BYTES).map(state).collect(),
            substitutions: substitutions.chunks_exact(SUBSTITUTION_BYTES).map(substitution).collect(),
        }
    }

    /// Serializes the machine: the number of states (four bytes, little-endian), then nine bytes per state
    /// and 17 bytes per substitution.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.states.len() as u32).to_le_bytes().to_vec();
        for state in &self.states {
            bytes.push(state.allowed);
            bytes.extend(state.next.into_iter().flat_map(u16::to_le_bytes));
        }
        for Substitution { kept, pruned } in &self.substitutions {
            bytes.push(kept.length as u8);
            bytes.extend([kept.moves, pruned.moves].into_iter().flat_map(u64::to_le_bytes));
        }
        bytes
    }

    /// Returns all states; the first is [`START`](Self::START).
    #[inline]
    pub fn states(&self) -> &[PruningState] {
        &self.states
    }

    /// Returns the state with a number.
    ///
    /// # Panics
    /// If there is no such state.
    #[inline]
    pub fn state(&self, number: u16) -> PruningState {
        self.states[usize::from(number)]
    }

    /// Returns the pruned sequences for which an equally long one is kept, in increasing order.
    pub fn substitutions(&self) -> &[Substitution] {
        &self.substitutions
    }
}

/// States are numbered with 16 bits.
const MAX_STATES: usize = 1 << 16;

const STATE_BYTES: usize = 9;
const SUBSTITUTION_BYTES: usize = 17;

/// A sequence of up to 32 moves.
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoveSequence {
    /// The directions, two bits each, the first in the lowest bits.
    moves: u64,
    length: usize,
}

impl MoveSequence {
    /// The empty sequence.
    pub const EMPTY: Self = Self { moves: 0, length: 0 };

    /// Returns the [directions](MovePruning::DIRECTIONS) of the moves.
    pub fn directions(self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.length).map(move |i| (self.moves >> (2 * i) & 3) as usize)
    }

    /// Returns the sequence followed by a move in a direction.
    #[must_use]
    pub fn then(self, direction: usize) -> Self {
        Self { moves: self.moves | (direction as u64) << (2 * self.length), length: self.length + 1 }
    }

    /// Returns the sequence without its first `count` moves.
    fn skip(self, count: usize) -> Self {
        Self { moves: self.moves >> (2 * count), length: self.length - count }
    }
}

/// The enumeration of sequences, one length after the other.
struct Sequences {
    size: Size,
    length: usize,
    /// The kept sequences of the current length, in lexicographic order.
    kept: Vec<MoveSequence>,
    pruned: HashSet<MoveSequence>,
    substitutions: Vec<Substitution>,
    /// The kept sequences of all lengths by effect, the earliest first.
    by_effect: HashMap<Effect, Vec<(MoveSequence, BoundingBox)>>,
}

/// The effect of a sequence: the new and the old cell (row and column each) of every tile that moved, sorted,
/// and then the new cell of the blank if it moved. Cells are relative to the first cell of the blank.
type Effect = Vec<(i8, i8, i8, i8)>;

/// The cells that the blank visits lie in this rectangle.
#[derive(Clone, Copy)]
struct BoundingBox {
    top: i8,
    bottom: i8,
    left: i8,
    right: i8,
}

impl BoundingBox {
    const START: Self = Self { top: 0, bottom: 0, left: 0, right: 0 };

    fn including(self, (row, col): (i8, i8)) -> Self {
        Self {
            top: self.top.min(row),
            bottom: self.bottom.max(row),
            left: self.left.min(col),
            right: self.right.max(col),
        }
    }

    fn is_within(self, other: Self) -> bool {
        other.top <= self.top
            && self.bottom <= other.bottom
            && other.left <= self.left
            && self.right <= other.right
    }

    fn fits(self, size: Size) -> bool {
        usize::from(self.bottom.abs_diff(self.top)) < size.rows()
            && usize::from(self.right.abs_diff(self.left)) < size.cols()
    }
}

impl Sequences {
    fn new(size: Size) -> Self {
        Self {
            size,
            length: 0,
            kept: vec![MoveSequence::EMPTY],
            pruned: HashSet::new(),
            substitutions: Vec::new(),
            by_effect: HashMap::from([(Effect::new(), vec![(MoveSequence::EMPTY, BoundingBox::START)])]),
        }
    }

    /// Enumerates the sequences that are one move longer.
    fn extend(&mut self) {
        let mut kept = Vec::with_capacity(3 * self.kept.len());
        for prefix in std::mem::take(&mut self.kept) {
            for direction in 0..4 {
                let sequence = prefix.then(direction);
                let has_pruned_suffix =
                    (1..sequence.length).any(|count| self.pruned.contains(&sequence.skip(count)));
                if has_pruned_suffix {
                    continue;
                }
                let (effect, bounds) = play(sequence);
                if !bounds.fits(self.size) {
                    continue;
                }
                let others = self.by_effect.entry(effect).or_default();
                if let Some(&(earlier, _)) = others.iter().find(|(_, other)| other.is_within(bounds)) {
                    self.pruned.insert(sequence);
                    if earlier.length == sequence.length {
                        self.substitutions.push(Substitution { kept: earlier, pruned: sequence });
                    }
                } else {
                    others.push((sequence, bounds));
                    kept.push(sequence);
                }
            }
        }
        self.kept = kept;
        self.length += 1;
    }
}

/// Plays a sequence on an infinite grid.
fn play(sequence: MoveSequence) -> (Effect, BoundingBox) {
    let mut blank = (0i8, 0i8);
    let mut tiles: Effect = Vec::new();
    let mut bounds = BoundingBox::START;
    for direction in sequence.directions() {
        // The blank moves opposite to the tile.
        let (down, right) = match MovePruning::DIRECTIONS[direction] {
            Move::Up => (1, 0),
            Move::Down => (-1, 0),
            Move::Left => (0, 1),
            Move::Right => (0, -1),
        };
        let from = (blank.0 + down, blank.1 + right);
        match tiles.iter().position(|tile| (tile.0, tile.1) == from) {
            Some(i) => (tiles[i].0, tiles[i].1) = blank,
            None => tiles.push((blank.0, blank.1, from.0, from.1)),
        }
        blank = from;
        bounds = bounds.including(blank);
    }
    tiles.retain(|&(row, col, from_row, from_col)| (row, col) != (from_row, from_col));
    tiles.sort_unstable();
    if blank != (0, 0) {
        tiles.push((blank.0, blank.1, 0, 0));
    }
    (tiles, bounds)
}

/// Builds the Aho–Corasick machine that rejects every path containing one of the sequences. No sequence may
/// contain another.
fn rejecting_states(sequences: &HashSet<MoveSequence>) -> Vec<PruningState> {
    const NONE: u16 = u16::MAX;
    const REJECT: u16 = u16::MAX - 1;
    // The trie of the sequences without their last moves, which lead to REJECT.
    let mut sorted: Vec<MoveSequence> = sequences.iter().copied().collect();
    sorted.sort_unstable_by_key(|sequence| (sequence.length, sequence.moves));
    let mut trie = vec![[NONE; 4]];
    for sequence in sorted {
        let mut node = 0;
        for direction in sequence.directions().take(sequence.length - 1) {
            if trie[node][direction] == NONE {
                assert!(trie.len() < usize::from(REJECT));
                trie[node][direction] = trie.len() as u16;
                trie.push([NONE; 4]);
            }
            node = usize::from(trie[node][direction]);
        }
        if let Some(last) = sequence.directions().next_back() {
            trie[node][last] = REJECT;
        }
    }
    // Breadth-first, with each node's failure link: the state for its longest proper suffix in the trie.
    let mut states = vec![PruningState { allowed: 0, next: [0; 4] }; trie.len()];
    let mut queue = VecDeque::from([(0usize, 0usize)]);
    while let Some((node, failure)) = queue.pop_front() {
        for (direction, &child) in trie[node].iter().enumerate() {
            let fallback =
                if node == 0 { PruningState { allowed: 0b1111, next: [0; 4] } } else { states[failure] };
            let is_rejected = child == REJECT || fallback.allowed >> direction & 1 == 0;
            states[node].allowed |= u8::from(!is_rejected) << direction;
            if child < REJECT {
                states[node].next[direction] = child;
                queue.push_back((usize::from(child), usize::from(fallback.next[direction])));
            } else {
                states[node].next[direction] = fallback.next[direction];
            }
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_core::{Board, Goal};

    #[test]
    fn every_board_is_reached_by_an_accepted_shortest_path() {
        for (rows, cols, blank) in [(3, 3, 4), (3, 3, 0), (2, 4, 1), (3, 4, 5)] {
            let size = Size::new(rows, cols).expect("in range");
            let mut tiles: Vec<u16> = (1..size.cells() as u16).collect();
            tiles.insert(blank, 0);
            let goal = Goal::explicit(Board::from_tiles(size, &tiles).expect("valid"));
            let pruning = MovePruning::new(size, 12);
            let mut visited = HashSet::from([goal.board().clone()]);
            let mut level = vec![goal.board().clone()];
            let mut accepted = HashSet::from([(goal.board().clone(), MovePruning::START)]);
            for depth in 1..=16 {
                let neighbors = level.iter().flat_map(Board::neighbors).map(|(_, next)| next);
                level = neighbors.filter(|next| visited.insert(next.clone())).collect();
                let successors = accepted.iter().flat_map(|(board, state)| {
                    let state = pruning.state(*state);
                    board.neighbors().filter_map(move |(m, next)| {
                        let direction = MovePruning::DIRECTIONS.iter().position(|&other| other == m)?;
                        (state.allowed >> direction & 1 == 1).then_some((next, state.next[direction]))
                    })
                });
                accepted = successors.collect();
                let reached: HashSet<&Board> = accepted.iter().map(|(board, _)| board).collect();
                assert!(level.iter().all(|board| reached.contains(board)), "{size} at depth {depth}");
            }
        }
    }

    #[test]
    fn inverse_moves_and_one_way_around_a_square_are_rejected() {
        let pruning = MovePruning::new(Size::new(4, 4).expect("in range"), 6);
        let is_accepted = |moves: &str| {
            let mut state = MovePruning::START;
            moves.chars().all(|letter| {
                let direction = "DRLU".find(letter).expect("a move");
                let here = pruning.state(state);
                state = here.next[direction];
                here.allowed >> direction & 1 == 1
            })
        };
        assert!(!is_accepted("UD") && !is_accepted("LR") && is_accepted("UL") && is_accepted("UUU"));
        // Six moves around a square have the same effect either way.
        assert!(is_accepted("ULDRUL") != is_accepted("LURDLU"));
        assert!(is_accepted("ULDRU") && is_accepted("LURDL"));
    }

    #[test]
    fn serialization_round_trips() {
        let pruning = MovePruning::new(Size::new(3, 4).expect("in range"), 8);
        assert!(!pruning.substitutions().is_empty());
        assert_eq!(MovePruning::from_bytes(&pruning.to_bytes()), pruning);
    }
}
