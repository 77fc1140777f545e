//! Which moves are worth making after which.
//!
//! Depth-first search comes to the same board by many ways. The shortest detours are always the same: forth and back; or
//! six moves around a square of four cells, which do what six moves around it the other way do. A finite automaton that
//! reads the moves as they are made can leave such ways out, at the price of a table lookup (Taylor and Korf 1993).
//!
//! **What is left out.** All words of up to so many moves are gone through, shorter ones first and those of the same
//! length in the order of the alphabet. A word is *left out* if an earlier word that was kept
//!
//! - moves the same tiles to the same places and the blank too, and
//! - stays within the smallest rectangle that the word itself needs, so that it can be played wherever that can.
//!
//! The automaton refuses every way that contains a word left out (Aho and Corasick 1975).
//!
//! **One shortest solution remains.** Take the first, in the same order, of all shortest solutions of a board. If it
//! contained a word left out, the earlier word in its place would make a solution that is shorter, or as long and
//! earlier: a contradiction. So the automaton lets it pass; and no bound cuts it off, since an admissible estimate never
//! does that to a part of a shortest solution.
//!
//! **The others follow from those that remain.** If a shortest solution contains a word left out, the earlier word is as
//! long (or the solution would not be shortest), and in its place makes an earlier shortest solution. Such pairs of words are
//! the [exchanges](Exchange): made backwards, again and again, they lead from the solutions that the automaton lets pass to
//! all others.

use crate::board::{Move, Size};
use std::collections::{HashMap, HashSet, VecDeque};

/// An automaton that reads moves.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Automaton {
    states: Vec<State>,
    exchanges: Vec<Exchange>,
}

/// A word that is left out, and the one as long that is kept instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Exchange {
    pub(crate) kept: Word,
    pub(crate) left_out: Word,
}

/// A state of it: which moves it lets pass, and where they lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// A bit for each of the [alphabet](Automaton::ALPHABET).
    pub(crate) allowed: u8,
    pub(crate) next: [u16; 4],
}

impl Automaton {
    /// The moves in the order in which words are gone through. It is the order in which Korf's program of 1985 tried them,
    /// so that searches in this order make no more nodes than he published.
    pub(crate) const ALPHABET: [Move; 4] = [Move::Down, Move::Right, Move::Left, Move::Up];

    /// The state before the first move.
    pub(crate) const START: u16 = 0;

    /// One that was written by [`to_bytes`](Self::to_bytes).
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let (count, rest) = bytes.split_at(4);
        let (states, exchanges) = rest.split_at(9 * number(count) as usize);
        let state = |bytes: &[u8]| State {
            allowed: bytes[0],
            next: std::array::from_fn(|way| u16::from_le_bytes([bytes[1 + 2 * way], bytes[2 + 2 * way]])),
        };
        let exchange = |bytes: &[u8]| {
            let word = |moves| Word { moves: number(moves), length: usize::from(bytes[0]) };
            Exchange { kept: word(&bytes[1..9]), left_out: word(&bytes[9..]) }
        };
        Self {
            states: states.chunks_exact(9).map(state).collect(),
            exchanges: exchanges.chunks_exact(17).map(exchange).collect(),
        }
    }

    /// The number of states, nine bytes a state, and 17 an exchange.
    #[allow(dead_code, reason = "the build script and a test use it")]
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.states.len() as u32).to_le_bytes().to_vec();
        for state in &self.states {
            bytes.push(state.allowed);
            bytes.extend(state.next.into_iter().flat_map(u16::to_le_bytes));
        }
        for Exchange { kept, left_out } in &self.exchanges {
            bytes.push(kept.length as u8);
            bytes.extend([kept.moves, left_out.moves].into_iter().flat_map(u64::to_le_bytes));
        }
        bytes
    }

    /// One that knows all words of up to so many moves that can be made on a grid.
    pub(crate) fn new(size: Size, longest: usize) -> Self {
        let mut words = Words::new(size);
        while words.length < longest && words.left_out.len() < MOST_STATES / longest {
            words.lengthen();
        }
        words.exchanges.sort_unstable();
        Self { states: recognizer(&words.left_out), exchanges: words.exchanges }
    }

    pub(crate) fn states(&self) -> &[State] {
        &self.states
    }

    /// The words that were left out for another as long.
    pub(crate) fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// The state with a number.
    #[inline]
    pub(crate) fn state(&self, number: u16) -> State {
        self.states[usize::from(number)]
    }
}

/// The longest words that an automaton is made for.
///
/// PERF: on the hardest board known to us, 740 million nodes become 415 million with words of up to 8 moves, 307 with 10,
/// 241 with 12 and 208 with 14; but the automaton for 14 no longer fits the cache, and is no faster. On 5×5 it is much
/// the same.
#[allow(dead_code, reason = "the build script uses it")]
pub(crate) const LONGEST: usize = 12;

/// States are numbered by 16 bits.
const MOST_STATES: usize = 1 << 16;

/// A sequence of up to 32 moves, two bits each, the first one lowest.
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Word {
    moves: u64,
    length: usize,
}

impl Word {
    pub(crate) const EMPTY: Self = Self { moves: 0, length: 0 };

    /// The numbers of its moves in the [alphabet](Automaton::ALPHABET).
    pub(crate) fn letters(self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.length).map(move |i| (self.moves >> (2 * i) & 3) as usize)
    }

    /// It with another move.
    pub(crate) fn then(self, way: u64) -> Self {
        Self { moves: self.moves | way << (2 * self.length), length: self.length + 1 }
    }

    /// It without its first moves.
    fn without(self, first: usize) -> Self {
        Self { moves: self.moves >> (2 * first), length: self.length - first }
    }
}

/// The words of one length that are kept, and all that were left out.
struct Words {
    size: Size,
    length: usize,
    /// In the order of the alphabet.
    kept: Vec<Word>,
    left_out: HashSet<Word>,
    exchanges: Vec<Exchange>,
    /// By what they do: the words kept, with their rectangles.
    known: HashMap<Effect, Vec<(Word, Rectangle)>>,
}

/// What a word does: where the blank ends, and which cell's tile is where, for all that are not where they were; relative
/// to the cell that the blank starts from.
type Effect = Vec<(i8, i8, i8, i8)>;

/// The rectangle that a word's blank keeps to: least and greatest row and column.
#[derive(Clone, Copy)]
struct Rectangle([i8; 4]);

impl Rectangle {
    fn is_within(self, other: Self) -> bool {
        let (Self([top, bottom, left, right]), Self(o)) = (self, other);
        o[0] <= top && bottom <= o[1] && o[2] <= left && right <= o[3]
    }
}

impl Words {
    fn new(size: Size) -> Self {
        let known = HashMap::from([(Effect::new(), vec![(Word::EMPTY, Rectangle([0; 4]))])]);
        let (left_out, exchanges) = (HashSet::new(), Vec::new());
        Self { size, length: 0, kept: vec![Word::EMPTY], left_out, exchanges, known }
    }

    /// Goes on to words one move longer.
    fn lengthen(&mut self) {
        let mut kept = Vec::with_capacity(3 * self.kept.len());
        for word in std::mem::take(&mut self.kept) {
            for way in 0..4 {
                let word = word.then(way);
                let contains = (1..word.length).any(|first| self.left_out.contains(&word.without(first)));
                if contains {
                    continue;
                }
                let (effect, rectangle) = play(word);
                let [top, bottom, left, right] = rectangle.0;
                let (height, width) = (bottom.abs_diff(top), right.abs_diff(left));
                if usize::from(height) >= self.size.rows() || usize::from(width) >= self.size.cols() {
                    continue;
                }
                let others = self.known.entry(effect).or_default();
                // The first is the shortest.
                if let Some(&(earlier, _)) = others.iter().find(|(_, other)| other.is_within(rectangle)) {
                    self.left_out.insert(word);
                    if earlier.length == word.length {
                        self.exchanges.push(Exchange { kept: earlier, left_out: word });
                    }
                } else {
                    others.push((word, rectangle));
                    kept.push(word);
                }
            }
        }
        self.kept = kept;
        self.length += 1;
    }
}

/// Plays a word on a grid without end.
fn play(word: Word) -> (Effect, Rectangle) {
    let mut blank = (0i8, 0i8);
    let mut moved: Effect = Vec::new();
    let mut rectangle = [0; 4];
    for letter in word.letters() {
        // A tile that moves up leaves the blank one row further down.
        let (down, right) = match Automaton::ALPHABET[letter] {
            Move::Up => (1, 0),
            Move::Down => (-1, 0),
            Move::Left => (0, 1),
            Move::Right => (0, -1),
        };
        let from = (blank.0 + down, blank.1 + right);
        match moved.iter().position(|tile| (tile.0, tile.1) == from) {
            Some(i) => (moved[i].0, moved[i].1) = blank,
            None => moved.push((blank.0, blank.1, from.0, from.1)),
        }
        blank = from;
        let [top, bottom, least, most] = rectangle;
        rectangle = [top.min(blank.0), bottom.max(blank.0), least.min(blank.1), most.max(blank.1)];
    }
    moved.retain(|&(row, col, from_row, from_col)| (row, col) != (from_row, from_col));
    moved.sort_unstable();
    if blank != (0, 0) {
        moved.push((blank.0, blank.1, 0, 0));
    }
    (moved, Rectangle(rectangle))
}

/// The automaton that refuses what contains one of the words. None of them contains another.
fn recognizer(words: &HashSet<Word>) -> Vec<State> {
    const NONE: u16 = u16::MAX;
    const END: u16 = u16::MAX - 1;
    // A tree of the words' beginnings.
    let mut sorted: Vec<Word> = words.iter().copied().collect();
    sorted.sort_unstable_by_key(|word| (word.length, word.moves));
    let mut tree = vec![[NONE; 4]];
    for word in sorted {
        let mut at = 0;
        for letter in word.letters().take(word.length - 1) {
            if tree[at][letter] == NONE {
                assert!(tree.len() < usize::from(END));
                tree[at][letter] = tree.len() as u16;
                tree.push([NONE; 4]);
            }
            at = usize::from(tree[at][letter]);
        }
        word.letters().last().into_iter().for_each(|letter| tree[at][letter] = END);
    }
    // Where no beginning goes on, the longest of its ends that is a beginning does.
    let mut states = vec![State { allowed: 0, next: [0; 4] }; tree.len()];
    let mut queue = VecDeque::from([(0usize, 0usize)]);
    while let Some((at, fallback)) = queue.pop_front() {
        for (letter, &goes_on) in tree[at].iter().enumerate() {
            let beyond = if at == 0 { State { allowed: 0b1111, next: [0; 4] } } else { states[fallback] };
            let refused = goes_on == END || beyond.allowed >> letter & 1 == 0;
            states[at].allowed |= u8::from(!refused) << letter;
            if goes_on < END {
                states[at].next[letter] = goes_on;
                queue.push_back((usize::from(goes_on), usize::from(beyond.next[letter])));
            } else {
                states[at].next[letter] = beyond.next[letter];
            }
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Goal};

    /// Every board at a distance is reached by a way of that many moves that the automaton lets pass.
    #[test]
    fn one_shortest_way_is_left_to_every_board() {
        for (rows, cols, blank) in [(3, 3, 4), (3, 3, 0), (2, 4, 1), (3, 4, 5)] {
            let size = Size::new(rows, cols).expect("in range");
            let mut tiles: Vec<u16> = (1..size.cells() as u16).collect();
            tiles.insert(blank, 0);
            let goal = Goal::explicit(Board::from_tiles(size, &tiles).expect("valid"));
            let automaton = Automaton::new(size, 12);
            let mut seen: HashMap<Board, u32> = HashMap::from([(goal.board().clone(), 0)]);
            let mut all = vec![goal.board().clone()];
            let mut allowed = HashSet::from([(goal.board().clone(), Automaton::START)]);
            for depth in 1..=16 {
                let mut next = Vec::new();
                for board in &all {
                    for (_, after) in board.neighbors() {
                        if !seen.contains_key(&after) {
                            seen.insert(after.clone(), depth);
                            next.push(after);
                        }
                    }
                }
                all = next;
                let ways = allowed.iter().flat_map(|(board, state)| {
                    let state = automaton.state(*state);
                    board.neighbors().filter_map(move |(m, after)| {
                        let letter = Automaton::ALPHABET.iter().position(|&other| other == m)?;
                        (state.allowed >> letter & 1 == 1).then_some((after, state.next[letter]))
                    })
                });
                allowed = ways.collect();
                let reached: HashSet<&Board> = allowed.iter().map(|(board, _)| board).collect();
                assert!(all.iter().all(|board| reached.contains(board)), "{size} at {depth}");
            }
        }
    }

    #[test]
    fn the_shortest_detours_are_refused() {
        let automaton = Automaton::new(Size::new(4, 4).expect("in range"), 6);
        let passes = |word: &str| {
            let mut state = Automaton::START;
            word.chars().all(|letter| {
                let way = "DRLU".find(letter).expect("a move");
                let here = automaton.state(state);
                state = here.next[way];
                here.allowed >> way & 1 == 1
            })
        };
        assert!(!passes("UD") && !passes("LR") && passes("UL") && passes("UUU"));
        // Around a square by either way is the same after six moves.
        assert!(passes("ULDRUL") != passes("LURDLU"));
        assert!(passes("ULDRU") && passes("LURDL"));
    }
}
