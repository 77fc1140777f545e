//! Breadth-first search on bit arrays: for each cell of the blank, one bit for each permutation of the tiles,
//! read row by row. Moving the blank along a row does not change the permutation, so a whole array is *or*ed
//! into another. Moving it along a column takes one tile past `columns − 1` others. In the Lehmer code of the
//! permutation only the digits of these tiles change, and the change depends on nothing else: a table of a
//! few thousand numbers. The digits before them stay the same, and the digits after them select a bit within
//! a block of consecutive bits that moves as a whole.
//!
//! The search keeps three such arrays: the boards of the current level, those of the next one, and all boards
//! reached. On 3×4 they take 180 MB. Half of the bits, those of unsolvable boards, remain 0.

use super::{Census, CensusError};
use crate::event::{Event, Observer};
use crate::parallel;
use crate::progress::Progress;
use crate::search::Meter;
use taquin_core::permutation::{rank_partial, unrank_partial};
use taquin_core::{Budget, Goal, Limits, Metric, Move, Size, StopReason};
use taquin_pdb::BuildPool;

/// The number of bit arrays: current level, next level, all boards reached.
const ARRAYS: usize = 3;
/// The arrays for one cell of the blank that a level in the multi-tile metric needs besides.
const SCRATCH_ARRAYS: usize = 2;

/// The layout of the bit arrays for a size.
pub(super) struct BitLayout {
    pub(super) size: Size,
    pub(super) tiles: usize,
    /// The number of words for the permutations of the tiles, for one cell of the blank.
    pub(super) words: usize,
    /// The number of words of a chunk: the work unit of a thread.
    chunk: usize,
    boards: u64,
    /// The effect of vertical moves, by the upper cell: of the tile there moving down, and of the tile below
    /// moving up.
    rotations: Vec<[Rotation; 2]>,
    pool: BuildPool,
}

/// The effect on the permutation of one tile moving past some others.
struct Rotation {
    /// The new digits of these tiles as one number, indexed by their old digits.
    map: Vec<u32>,
    /// The number of permutations of the tiles behind them: that many bits move together.
    block: usize,
}

impl BitLayout {
    pub(super) fn new(size: Size) -> Result<Self, CensusError> {
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
        let boards = (permutations * size.cells()) as u64 / 2;
        let pool = BuildPool::start();
        // On 2×6, most of the work is in the first.
        let directions = (0..size.cells() - size.cols()).flat_map(|upper| [(upper, true), (upper, false)]);
        let rotation = |(upper, is_down)| Rotation::new(tiles, upper, size.cols(), is_down);
        let mut rotations = pool.run(|| parallel::map(directions, rotation)).into_iter();
        let pairs = std::iter::from_fn(|| Some([rotations.next()?, rotations.next()?]));
        let rotations = pairs.collect();
        Ok(Self { size, tiles, words, chunk, boards, rotations, pool })
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
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

/// The breadth-first search. Each array holds the bits of all cells of the blank, one cell after the other.
pub(super) struct BitSearch {
    pub(super) current: Vec<u64>,
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
    pub(super) fn run(
        layout: &BitLayout,
        goal: &Goal,
        metric: Metric,
        max_distance: Option<u32>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(Self, Vec<u64>), CensusError> {
        let mut meter = Meter::new(limits, observer);
        let mut counts = vec![1];
        let scratch = if metric == Metric::Multi { SCRATCH_ARRAYS } else { 0 };
        let memory = 8 * layout.words * (ARRAYS * layout.size.cells() + scratch);
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
            let fresh = match metric {
                Metric::Single => search.advance(layout, &meter.budget()),
                Metric::Multi => search.advance_multi_tile(layout, &meter.budget()),
            };
            match fresh {
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
        for_chunks(layout, &mut self.next, budget, |start, next| {
            pull(layout, current, start / layout.words, start % layout.words, next);
        })?;
        self.end_level(layout, budget)
    }

    /// Advances by one level in the multi-tile metric. The blank goes to every cell of its row, by which the permutation does
    /// not change, and step by step to every cell of its column.
    fn advance_multi_tile(&mut self, layout: &BitLayout, budget: &Budget<'_>) -> Result<u64, StopReason> {
        let (words, cols) = (layout.words, layout.size.cols());
        let current = &self.current;
        for_chunks(layout, &mut self.next, budget, |start, next| {
            next.fill(0);
            let (blank, start) = (start / words, start % words);
            let row = blank - blank % cols;
            for cell in row..row + cols {
                or_words(next, &current[cell * words + start..]);
            }
        })?;
        let cells = layout.size.cells();
        let mut source = vec![0; words];
        let mut moved = vec![0; words];
        for col in 0..cols {
            let down: Vec<usize> = (col..cells).step_by(cols).collect();
            let up: Vec<usize> = down.iter().rev().copied().collect();
            for (column, direction) in [(down, 1), (up, 0)] {
                moved.fill(0);
                for pair in column.windows(2) {
                    let (from, to) = (pair[0], pair[1]);
                    source.copy_from_slice(&current[from * words..][..words]);
                    or_words(&mut source, &moved);
                    for_chunks(layout, &mut moved, budget, |start, moved| {
                        moved.fill(0);
                        rotate(layout, from.min(to), direction, &source, start..start + moved.len(), moved);
                    })?;
                    or_words(&mut self.next[to * words..][..words], &moved);
                }
            }
        }
        self.end_level(layout, budget)
    }

    /// Removes the boards reached before from the next level, and makes it the current one.
    fn end_level(&mut self, layout: &BitLayout, budget: &Budget<'_>) -> Result<u64, StopReason> {
        let remove = |(next, reached): (&mut [u64], &mut [u64])| {
            budget.check()?;
            let mut fresh = 0;
            for (next, reached) in next.iter_mut().zip(reached) {
                *next &= !*reached;
                *reached |= *next;
                fresh += u64::from(next.count_ones());
            }
            Ok(fresh)
        };
        let chunks = self.next.chunks_mut(layout.chunk).zip(self.reached.chunks_mut(layout.chunk));
        let fresh = layout.pool.run(|| parallel::map(chunks, remove));
        let fresh = fresh.into_iter().sum::<Result<u64, StopReason>>()?;
        if fresh > 0 {
            std::mem::swap(&mut self.current, &mut self.next);
        }
        Ok(fresh)
    }
}

/// Calls a function with each chunk of an array and the index of its first word, on all threads.
fn for_chunks(
    layout: &BitLayout,
    words: &mut [u64],
    budget: &Budget<'_>,
    fill: impl Fn(usize, &mut [u64]) + Send + Sync,
) -> Result<(), StopReason> {
    let fill = |(i, chunk): (usize, &mut [u64])| {
        budget.check()?;
        fill(i * layout.chunk, chunk);
        Ok(())
    };
    let chunks = words.chunks_mut(layout.chunk).enumerate();
    layout.pool.run(|| parallel::map(chunks, fill)).into_iter().collect()
}

/// *Or*s words into others.
fn or_words(into: &mut [u64], from: &[u64]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= from;
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
            Move::Left | Move::Right => or_words(next, &source[chunk]),
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
