//! The number of boards at each distance from a goal, for up to 12 cells.
//!
//! Breadth-first search on bit arrays: for each cell of the blank, one bit for each permutation of the tiles,
//! read row by row. Moving the blank along a row does not change the permutation, so a whole array is *or*ed
//! into another. Moving it along a column takes one tile past `columns − 1` others. In the Lehmer code of the
//! permutation only the digits of these tiles change, and the change depends on nothing else: a table of a
//! few thousand numbers. The digits before them stay the same, and the digits after them select a bit within
//! a block of consecutive bits that moves as a whole.
//!
//! The search keeps three such arrays: the boards of the current level, those of the next one, and all boards
//! reached. On 3×4 they take 180 MB. Half of the bits, those of unsolvable boards, remain 0.

use crate::event::{Event, Observer, Progress};
use crate::search::Meter;
#[cfg(feature = "threads")]
use rayon::prelude::*;
use std::fmt;
use taquin_core::permutation::{rank_partial, unrank, unrank_partial};
use taquin_core::{Board, Goal, Move, Size};
use taquin_core::{Budget, Limits, StopReason};

/// The number of boards at each distance from a goal of up to 12 cells.
///
/// ```
/// use taquin::state_space::Census;
/// use taquin::{Goal, Limits, Size};
/// let census = Census::new(&Goal::blank_last(Size::new(2, 3)?), &Limits::default(), &mut ())?;
/// assert_eq!((census.boards(), census.radius(), census.hardest().len()), (360, 21, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    goal: Goal,
    counts: Vec<u64>,
    hardest: Vec<Board>,
}

/// An error of a [`Census`], or of sampling boards at a distance.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The goal has more than [`Census::MAX_CELLS`] cells.
    #[error(
        "a census is limited to 12 cells: {size} has {boards:.1e} solvable boards, which would take \
         {memory:.1e} bytes of memory"
    )]
    TooManyBoards {
        /// Rows and columns of the goal.
        size: Size,
        /// The number of solvable boards of that size.
        boards: f64,
        /// The memory needed to count them, in bytes.
        memory: f64,
    },
    /// The distance exceeds the radius of the state space.
    #[error("no {size} board is {distance} moves from this goal: the farthest are {radius} moves away")]
    TooFar {
        /// Rows and columns of the goal.
        size: Size,
        /// The requested distance, in moves.
        distance: u32,
        /// The largest distance of any board from the goal, in moves.
        radius: u32,
    },
    /// A limit was reached before all boards were counted.
    #[error("stopped: {reason}")]
    Stopped {
        /// The limit that was reached.
        reason: StopReason,
        /// The number of boards at each distance counted so far.
        counts: Vec<u64>,
    },
}

impl Census {
    /// The maximum number of cells of a board: 239,500,800 boards of 12 cells are solvable.
    pub const MAX_CELLS: usize = 12;

    /// Counts all boards that can reach a goal, on all cores. A 3×4 goal takes 180 MB.
    ///
    /// # Errors
    /// If there are too many boards, or a limit is reached first.
    pub fn new(goal: &Goal, limits: &Limits, observer: &mut dyn Observer) -> Result<Self, CensusError> {
        let layout = BitLayout::new(goal.size())?;
        let (search, counts) = BitSearch::run(&layout, goal, None, limits, observer)?;
        let last = Level::new(layout, goal, search.current);
        let hardest = (0..last.count()).filter_map(|index| last.board(index)).collect();
        Ok(Self { goal: goal.clone(), counts, hardest })
    }

    /// Enumerates all boards at a distance from a goal, for uniform sampling.
    ///
    /// # Errors
    /// If there are too many boards, if the distance exceeds the radius, or if a limit is reached first.
    pub fn level(
        goal: &Goal,
        distance: u32,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Level, CensusError> {
        let layout = BitLayout::new(goal.size())?;
        let (search, counts) = BitSearch::run(&layout, goal, Some(distance), limits, observer)?;
        let radius = counts.len() as u32 - 1;
        if radius < distance {
            return Err(CensusError::TooFar { size: goal.size(), distance, radius });
        }
        Ok(Level::new(layout, goal, search.current))
    }

    /// The goal that distances are measured from.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The number of boards at each distance from 0 to the [radius](Self::radius).
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The largest distance of any board from the goal, in moves.
    pub fn radius(&self) -> u32 {
        self.counts.len() as u32 - 1
    }

    /// The boards farthest from the goal, at the [radius](Self::radius).
    pub fn hardest(&self) -> &[Board] {
        &self.hardest
    }

    /// The number of boards that can reach the goal, itself included: half of all permutations.
    pub fn boards(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean distance of all boards from the goal, in moves.
    #[expect(clippy::cast_precision_loss, reason = "a mean needs no more precision")]
    pub fn mean(&self) -> f64 {
        let sum: u64 = self.counts.iter().zip(0..).map(|(count, distance)| count * distance).sum();
        sum as f64 / self.boards() as f64
    }
}

/// All boards at one distance from a goal, indexed from 0.
pub struct Level {
    layout: BitLayout,
    /// The tiles of the goal, row by row.
    labels: Vec<u16>,
    bits: Vec<u64>,
    /// The number of bits set before each block of words, and in total.
    before: Vec<u64>,
}

/// The number of words of a block.
const BLOCK: usize = 1024;

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Level")
            .field("size", &self.layout.size)
            .field("count", &self.count())
            .finish_non_exhaustive()
    }
}

impl Level {
    fn new(layout: BitLayout, goal: &Goal, bits: Vec<u64>) -> Self {
        let labels = goal.board().tiles().iter().copied().filter(|&tile| tile != 0).collect();
        let mut before = vec![0];
        for block in bits.chunks(BLOCK) {
            let ones: u64 = block.iter().map(|word| u64::from(word.count_ones())).sum();
            before.push(before[before.len() - 1] + ones);
        }
        Self { layout, labels, bits, before }
    }

    /// The number of boards at this distance: at least one.
    pub fn count(&self) -> u64 {
        self.before[self.before.len() - 1]
    }

    /// Returns the board with this index; `None` if it is not below the [count](Self::count).
    pub fn board(&self, index: u64) -> Option<Board> {
        let block = self.before.partition_point(|&before| before <= index) - 1;
        let mut remaining = index - self.before[block];
        for (i, &word) in self.bits.iter().enumerate().skip(block * BLOCK).take(BLOCK) {
            let ones_here = u64::from(word.count_ones());
            if remaining < ones_here {
                let bit = ones(word).nth(remaining as usize)?;
                let blank = i / self.layout.words;
                let permutation = unrank(64 * (i % self.layout.words) + bit, self.layout.tiles);
                let mut tiles: Vec<u16> =
                    permutation.into_iter().map(|element| self.labels[usize::from(element)]).collect();
                tiles.insert(blank, 0);
                return Board::from_tiles(self.layout.size, &tiles).ok();
            }
            remaining -= ones_here;
        }
        None
    }
}

/// The number of bit arrays: current level, next level, all boards reached.
const ARRAYS: usize = 3;

/// The layout of the bit arrays for a size.
struct BitLayout {
    size: Size,
    tiles: usize,
    /// The number of words for the permutations of the tiles, for one cell of the blank.
    words: usize,
    /// The number of words of a chunk: the work unit of a thread.
    chunk: usize,
    boards: u64,
    /// The effect of vertical moves, by the upper cell: of the tile there moving down, and of the tile below
    /// moving up.
    rotations: Vec<[Rotation; 2]>,
}

/// The effect on the permutation of one tile moving past some others.
struct Rotation {
    /// The new digits of these tiles as one number, indexed by their old digits.
    map: Vec<u32>,
    /// The number of permutations of the tiles behind them: that many bits move together.
    block: usize,
}

impl BitLayout {
    fn new(size: Size) -> Result<Self, CensusError> {
        if size.cells() > Census::MAX_CELLS {
            let all = (1..=size.cells()).map(|n| n as u32).map(f64::from).product::<f64>();
            return Err(CensusError::TooManyBoards { size, boards: all / 2.0, memory: 3.0 * all / 8.0 });
        }
        let tiles = size.cells() - 1;
        let permutations: usize = (1..=tiles).product();
        // The permutations with the same first tile form a chunk, if they fill whole words.
        let same_first = permutations / tiles;
        let words = permutations.div_ceil(64);
        let chunk = if same_first.is_multiple_of(64) { same_first / 64 } else { words };
        let rotation = |upper: usize, is_down: bool| Rotation::new(tiles, upper, size.cols(), is_down);
        let rotations =
            (0..size.cells() - size.cols()).map(|upper| [rotation(upper, true), rotation(upper, false)]);
        let boards = (permutations * size.cells()) as u64 / 2;
        Ok(Self { size, tiles, words, chunk, boards, rotations: rotations.collect() })
    }
}

impl Rotation {
    /// Creates the rotation of `cols` tiles from an index: the first becomes the last, or the last the first.
    fn new(tiles: usize, index: usize, cols: usize, is_down: bool) -> Self {
        let remaining = tiles - index;
        let block: usize = (1..=remaining - cols).product();
        let count: usize = (remaining - cols + 1..=remaining).product();
        let rotated = |digits: usize| {
            let mut sequence = unrank_partial(digits, cols, remaining);
            if is_down {
                sequence.rotate_left(1);
            } else {
                sequence.rotate_right(1);
            }
            rank_partial(&sequence, remaining) as u32
        };
        Self { map: (0..count).map(rotated).collect(), block }
    }
}

/// Returns the indices of the bits that are set.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

/// The breadth-first search. Each array holds the bits of all cells of the blank, one cell after the other.
struct BitSearch {
    current: Vec<u64>,
    next: Vec<u64>,
    reached: Vec<u64>,
}

impl BitSearch {
    fn new(layout: &BitLayout, goal: &Goal) -> Self {
        let words = layout.words * layout.size.cells();
        let mut search = Self { current: vec![0; words], next: vec![0; words], reached: vec![0; words] };
        // The goal is the identity permutation.
        let start = goal.blank() * layout.words;
        search.current[start] = 1;
        search.reached[start] = 1;
        search
    }

    /// Searches up to a distance, or the whole space; returns the number of boards at each distance.
    fn run(
        layout: &BitLayout,
        goal: &Goal,
        max_distance: Option<u32>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(Self, Vec<u64>), CensusError> {
        let mut meter = Meter::new(limits, observer);
        let mut counts = vec![1];
        let memory = ARRAYS * 8 * layout.words * layout.size.cells();
        if let Err(reason) = meter.afford(memory) {
            return Err(CensusError::Stopped { reason, counts });
        }
        let mut search = Self::new(layout, goal);
        while max_distance.is_none_or(|max| counts.len() <= max as usize) {
            let generated = counts.iter().sum::<u64>();
            let progress = Progress {
                generated,
                lower_bound: counts.len() as u32 - 1,
                memory,
                thousandths: Some((generated * 1000 / layout.boards) as u32),
                elapsed: meter.elapsed(),
                ..Progress::default()
            };
            meter.emit(&Event::Progress(progress));
            match search.advance(layout, &meter.budget()) {
                Ok(0) => break,
                Ok(fresh) => counts.push(fresh),
                Err(reason) => return Err(CensusError::Stopped { reason, counts }),
            }
        }
        Ok((search, counts))
    }

    /// Advances by one level; returns the number of its boards. If there are none, the current level stays.
    fn advance(&mut self, layout: &BitLayout, budget: &Budget<'_>) -> Result<u64, StopReason> {
        let current = &self.current;
        let expand = |(i, (next, reached)): (usize, (&mut [u64], &mut [u64]))| {
            budget.check()?;
            let start = i * layout.chunk;
            pull(layout, current, start / layout.words, start % layout.words, next);
            let mut fresh = 0;
            for (next, reached) in next.iter_mut().zip(reached) {
                *next &= !*reached;
                *reached |= *next;
                fresh += u64::from(next.count_ones());
            }
            Ok(fresh)
        };
        #[cfg(feature = "threads")]
        let fresh = self
            .next
            .par_chunks_mut(layout.chunk)
            .zip(self.reached.par_chunks_mut(layout.chunk))
            .enumerate()
            .map(expand)
            .try_reduce(|| 0, |a, b| Ok(a + b))?;
        #[cfg(not(feature = "threads"))]
        let fresh = self
            .next
            .chunks_mut(layout.chunk)
            .zip(self.reached.chunks_mut(layout.chunk))
            .enumerate()
            .map(expand)
            .sum::<Result<u64, StopReason>>()?;
        if fresh > 0 {
            std::mem::swap(&mut self.current, &mut self.next);
        }
        Ok(fresh)
    }
}

/// Computes the boards of a chunk, with the blank at a cell, that are one move from the current level.
fn pull(layout: &BitLayout, current: &[u64], blank: usize, start: usize, next: &mut [u64]) {
    next.fill(0);
    for by in Move::ALL {
        let Some(from) = by.source(layout.size, blank) else { continue };
        let source = &current[from * layout.words..][..layout.words];
        let chunk = start..start + next.len();
        match by {
            // The blank was in the same row.
            Move::Left | Move::Right => {
                for (next, word) in next.iter_mut().zip(&source[chunk]) {
                    *next |= word;
                }
            }
            // The blank was below this cell, so a tile moved down from here.
            Move::Up => rotate(layout, blank, 0, source, chunk, next),
            Move::Down => rotate(layout, from, 1, source, chunk, next),
        }
    }
}

/// Adds the permutations of an array to a chunk of another, rotated by a vertical move below an upper cell.
fn rotate(
    layout: &BitLayout,
    upper: usize,
    direction: usize,
    source: &[u64],
    chunk: std::ops::Range<usize>,
    next: &mut [u64],
) {
    let Rotation { map, block } = &layout.rotations[upper][direction];
    let is_only_chunk = chunk.len() == layout.words;
    if upper == 0 && !is_only_chunk {
        // The first tile changes, so the bits come from other chunks, in large blocks.
        let back = &layout.rotations[upper][1 - direction].map;
        let first = 64 * chunk.start / block;
        for to in 0..64 * chunk.len() / block {
            or_bits(source, back[first + to] as usize * block, next, to * block, *block);
        }
        return;
    }
    let group = map.len() * block;
    let from = &source[chunk];
    if *block >= 24 {
        for start in (0..64 * from.len()).step_by(group).filter(|start| start + group <= 64 * from.len()) {
            for (digits, &to) in map.iter().enumerate() {
                or_bits(from, start + digits * block, next, start + to as usize * block, *block);
            }
        }
        return;
    }
    let mut start = 0;
    for (word, &bits) in from.iter().enumerate() {
        for bit in ones(bits) {
            let at = 64 * word + bit;
            while at >= start + group {
                start += group;
            }
            let to = start + map[(at - start) / block] as usize * block + (at - start) % block;
            next[to / 64] |= 1 << (to % 64);
        }
    }
}

/// *Or*s consecutive bits of one array into another.
fn or_bits(from: &[u64], at: usize, into: &mut [u64], to: usize, count: usize) {
    let mut done = 0;
    while done < count {
        let from_at = at + done;
        let into_at = to + done;
        let step = (64 - from_at % 64).min(64 - into_at % 64).min(count - done);
        let bits = from[from_at / 64] >> (from_at % 64) & (u64::MAX >> (64 - step));
        into[into_at / 64] |= bits << (into_at % 64);
        done += step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_space::StateSpace;
    use std::collections::HashSet;

    fn census(goal: &Goal) -> Census {
        Census::new(goal, &Limits::default(), &mut ()).expect("small")
    }

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).expect("in range")
    }

    #[test]
    fn counts_and_levels_match_the_enumeration() {
        let mut goals = vec![Goal::ring(), Goal::explicit("7 3 1/0 8 2/5 4 6".parse().expect("a board"))];
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2)] {
            goals.extend([Goal::blank_last(size(rows, cols)), Goal::snail(size(rows, cols))]);
        }
        for goal in goals {
            let census = census(&goal);
            let space = StateSpace::enumerate(&goal).expect("small");
            let counts: Vec<u64> = space.counts().into_iter().map(|count| count as u64).collect();
            assert_eq!(census.counts(), counts);
            assert_eq!(census.hardest().len() as u64, counts[counts.len() - 1]);
            assert!(census.hardest().iter().all(|board| space.distance(board) == Some(census.radius())));
            let middle = census.radius() / 2;
            let level = Census::level(&goal, middle, &Limits::default(), &mut ()).expect("small");
            let boards: Vec<Board> = (0..level.count()).filter_map(|index| level.board(index)).collect();
            let all: HashSet<Board> = space.boards_at(middle).collect();
            assert_eq!((boards.len() as u64, boards.into_iter().collect()), (counts[middle as usize], all));
            assert!(level.board(level.count()).is_none());
        }
    }

    #[test]
    fn counts_and_radii_match_published_values() {
        let radius = |rows, cols| census(&Goal::blank_last(size(rows, cols))).radius();
        assert_eq!([radius(2, 2), radius(2, 3), radius(2, 4), radius(2, 5)], [6, 21, 36, 55]);
        let eight = census(&Goal::blank_last(size(3, 3)));
        let by_depth = [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
            16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ];
        assert_eq!(eight.counts(), by_depth);
        assert_eq!((eight.boards(), eight.radius()), (181_440, 31));
        assert!((eight.mean() - 21.97).abs() < 0.01);
        let ring = census(&Goal::ring());
        assert_eq!((ring.radius(), ring.hardest().len()), (30, 148));
        #[expect(clippy::disallowed_methods, reason = "an environment variable enables slow tests")]
        if std::env::var_os("TAQUIN_SLOW_TESTS").is_some() {
            let wide = census(&Goal::blank_last(size(3, 4)));
            assert_eq!((wide.boards(), wide.radius(), wide.hardest().len()), (239_500_800, 53, 18));
            assert_eq!(radius(2, 6), 80);
        }
    }

    #[test]
    fn level_rejects_distances_beyond_the_radius() {
        let level =
            |distance| Census::level(&Goal::blank_last(size(3, 3)), distance, &Limits::default(), &mut ());
        assert_eq!((level(0).map(|l| l.count()), level(31).map(|l| l.count())), (Ok(1), Ok(2)));
        let error = level(32).map(|l| l.count());
        assert!(matches!(error, Err(CensusError::TooFar { distance: 32, radius: 31, .. })));
    }

    #[test]
    fn memory_limit_cancellation_and_size_limit_are_enforced() {
        let goal = Goal::blank_last(size(2, 5));
        let starved = Limits { memory: 1 << 20, ..Limits::default() };
        let outcome = Census::new(&goal, &starved, &mut ());
        assert!(matches!(outcome, Err(CensusError::Stopped { reason: StopReason::Memory, .. })));
        let limits = Limits::default();
        limits.cancel.cancel();
        let outcome = Census::new(&goal, &limits, &mut ());
        assert!(matches!(outcome, Err(CensusError::Stopped { reason: StopReason::Cancelled, .. })));
        let outcome = Census::new(&Goal::blank_last(size(4, 4)), &Limits::default(), &mut ());
        assert_eq!(
            outcome.map_err(|error| error.to_string()),
            Err("a census is limited to 12 cells: 4x4 has 1.0e13 solvable boards, which would take 7.8e12 \
                 bytes of memory"
                .to_owned())
        );
    }
}
