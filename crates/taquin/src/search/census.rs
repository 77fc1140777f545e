//! How many boards there are at each distance from a goal.
//!
//! Breadth-first search over all boards of a size, as bits: for each cell of the blank, one bit for each order of the tiles,
//! read row by row. A move of the blank along a row leaves that order as it is, so a whole array is *or*ed into another. A
//! move along a column takes one tile past as many others as a row has less one. In the lexicographic rank of the order,
//! digit by digit (Lehmer code), only the digits of these tiles change, and how depends on nothing else: a table of a few
//! thousand numbers. What stands before them stays, and what comes after them keeps its place in a block of consecutive
//! bits.
//!
//! A level is two such arrays (the newest boards and the next), and a third has all that were reached. On 3×4 the three take
//! 180 MB. Half of all bits, those of boards that can't be solved, stay 0.

use super::limits::{Limits, Meter};
use super::observer::{Observer, Progress};
use crate::board::{Board, Goal, Move, Size};
use crate::stop::StopReason;
use crate::table::unrank;
use rayon::prelude::*;
use std::fmt;

/// The boards that can reach a goal of up to 12 cells, counted by their distance from it.
///
/// ```
/// use taquin::search::Census;
/// use taquin::{Goal, Limits, Size};
/// let census = Census::around(&Goal::blank_last(Size::new(2, 3)?), &Limits::default(), &mut ())?;
/// assert_eq!((census.boards(), census.radius(), census.hardest().len()), (360, 21, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    goal: Goal,
    counts: Vec<u64>,
    hardest: Vec<Board>,
}

/// Why boards could not be counted, or drawn, by their distance from a goal.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The goal has more than [`Census::MOST_CELLS`] cells, so there are too many boards.
    #[error(
        "a census is for boards of up to 12 cells: {size} has {boards:.1e} boards that can be solved, which would take \
         {memory:.1e} bytes of memory"
    )]
    TooManyBoards {
        /// Rows and columns of the goal.
        size: Size,
        /// How many boards of that size can be solved: half of all.
        boards: f64,
        /// How many bytes of memory it would take to count them.
        memory: f64,
    },
    /// No board is so far from the goal.
    #[error("no {size} board is {distance} moves from this goal: the farthest are {radius} moves away")]
    TooFar {
        /// Rows and columns of the goal.
        size: Size,
        /// The distance that was asked for, in moves.
        distance: u32,
        /// The largest distance of any board, in moves.
        radius: u32,
    },
    /// A limit was reached before all boards were counted.
    #[error("stopped: {reason}")]
    Stopped {
        /// The limit that was reached.
        reason: StopReason,
        /// The boards at each distance, as far as they were counted.
        counts: Vec<u64>,
    },
}

impl Census {
    /// The most cells of a board: 239,500,800 boards can be solved then.
    pub const MOST_CELLS: usize = 12;

    /// Counts all boards that can reach a goal, on all processors. A 3×4 goal takes 180 MB.
    ///
    /// # Errors
    /// If there are too many boards, or a limit is reached first.
    pub fn around(goal: &Goal, limits: &Limits, observer: &mut dyn Observer) -> Result<Self, CensusError> {
        let space = Space::new(goal.size())?;
        let (search, counts) = Search::run(&space, goal, None, limits, observer)?;
        let newest = Level::new(space, goal, search.newest);
        let hardest = (0..newest.count()).filter_map(|number| newest.board(number)).collect();
        Ok(Self { goal: goal.clone(), counts, hardest })
    }

    /// Enumerates all boards at a distance from a goal, so that one can be drawn from them.
    ///
    /// # Errors
    /// If the goal has too many boards, if none is so far from it, or if a limit is reached first.
    pub fn level(
        goal: &Goal,
        distance: u32,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Level, CensusError> {
        let space = Space::new(goal.size())?;
        let (search, counts) = Search::run(&space, goal, Some(distance), limits, observer)?;
        let radius = counts.len() as u32 - 1;
        if radius < distance {
            return Err(CensusError::TooFar { size: goal.size(), distance, radius });
        }
        Ok(Level::new(space, goal, search.newest))
    }

    /// The goal that distances are counted from.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// How many boards are at each distance, from 0 to the [radius](Self::radius).
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The largest distance of any board from the goal, in moves.
    pub fn radius(&self) -> u32 {
        self.counts.len() as u32 - 1
    }

    /// The boards that are farthest from the goal, at the [radius](Self::radius).
    pub fn hardest(&self) -> &[Board] {
        &self.hardest
    }

    /// How many boards can reach the goal, itself included: half of all arrangements of its tiles.
    pub fn boards(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean distance of all boards from the goal, in moves.
    #[expect(clippy::cast_precision_loss, reason = "a mean for people to read")]
    pub fn mean(&self) -> f64 {
        let sum: u64 = self.counts.iter().zip(0..).map(|(count, distance)| count * distance).sum();
        sum as f64 / self.boards() as f64
    }
}

/// All boards at one distance from a goal, numbered from 0.
pub struct Level {
    space: Space,
    /// The tiles of the goal in order.
    labels: Vec<u16>,
    bits: Vec<u64>,
    /// How many bits are set before each block of words; and in all.
    before: Vec<u64>,
}

/// Words of a block.
const BLOCK: usize = 1024;

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Level")
            .field("size", &self.space.size)
            .field("count", &self.count())
            .finish_non_exhaustive()
    }
}

impl Level {
    fn new(space: Space, goal: &Goal, bits: Vec<u64>) -> Self {
        let labels = goal.board().tiles().iter().copied().filter(|&tile| tile != 0).collect();
        let mut before = vec![0];
        for block in bits.chunks(BLOCK) {
            let ones: u64 = block.iter().map(|word| u64::from(word.count_ones())).sum();
            before.push(before[before.len() - 1] + ones);
        }
        Self { space, labels, bits, before }
    }

    /// How many boards are at the distance: at least one.
    pub fn count(&self) -> u64 {
        self.before[self.before.len() - 1]
    }

    /// The board with a number from 0 on; `None` from the [count](Self::count) on.
    pub fn board(&self, number: u64) -> Option<Board> {
        let block = self.before.partition_point(|&before| before <= number) - 1;
        let mut left = number - self.before[block];
        for (i, &word) in self.bits.iter().enumerate().skip(block * BLOCK).take(BLOCK) {
            let ones_here = u64::from(word.count_ones());
            if left < ones_here {
                let bit = ones(word).nth(left as usize)?;
                let (blank, order) = (i / self.space.words, 64 * (i % self.space.words) + bit);
                let order = unrank(order, self.space.tiles, self.space.tiles);
                let mut tiles: Vec<u16> =
                    order.into_iter().map(|number| self.labels[usize::from(number)]).collect();
                tiles.insert(blank, 0);
                return Board::from_tiles(self.space.size, &tiles).ok();
            }
            left -= ones_here;
        }
        None
    }
}

/// The newest boards, the next ones, and all that were reached.
const ARRAYS: usize = 3;

/// The boards of a size as bits.
struct Space {
    size: Size,
    tiles: usize,
    /// Words for the orders of the tiles, given the cell of the blank; and for those of a part of them, which is one
    /// thread's work.
    words: usize,
    part: usize,
    boards: u64,
    /// By the upper cell of a vertical move: what becomes of orders if the tile there goes down, and if the one below it goes
    /// up.
    rotations: Vec<[Rotation; 2]>,
}

/// What becomes of the order of the tiles if one goes past some others.
struct Rotation {
    /// By the digits of these tiles, as one number: their digits afterwards.
    map: Vec<u32>,
    /// How many orders there are of the tiles behind them: that many bits stay together.
    block: usize,
}

impl Space {
    fn new(size: Size) -> Result<Self, CensusError> {
        if size.cells() > Census::MOST_CELLS {
            let all = (1..=size.cells()).map(|n| n as u32).map(f64::from).product::<f64>();
            return Err(CensusError::TooManyBoards { size, boards: all / 2.0, memory: 3.0 * all / 8.0 });
        }
        let tiles = size.cells() - 1;
        let orders: usize = (1..=tiles).product();
        // Orders with the same first tile are a part, if that is whole words.
        let same_first = orders / tiles;
        let (words, part) = if same_first.is_multiple_of(64) {
            (orders / 64, same_first / 64)
        } else {
            (orders.div_ceil(64), orders.div_ceil(64))
        };
        let rotation = |upper: usize, goes_down: bool| Rotation::new(tiles, upper, size.cols(), goes_down);
        let rotations =
            (0..size.cells() - size.cols()).map(|upper| [rotation(upper, true), rotation(upper, false)]);
        let boards = (orders * size.cells()) as u64 / 2;
        Ok(Self { size, tiles, words, part, boards, rotations: rotations.collect() })
    }
}

impl Rotation {
    /// The tile at an index goes past the next `cols - 1`, or comes from there.
    fn new(tiles: usize, index: usize, cols: usize, goes_down: bool) -> Self {
        let left = tiles - index;
        let block: usize = (1..=left - cols).product();
        let all: usize = (left - cols + 1..=left).product();
        let rotated = |digits: usize| {
            let mut sequence = unrank(digits, cols, left);
            if goes_down {
                sequence.rotate_left(1);
            } else {
                sequence.rotate_right(1);
            }
            rank(&sequence, left) as u32
        };
        Self { map: (0..all).map(rotated).collect(), block }
    }
}

/// The rank of some of `all` things among all orders of as many: the inverse of [`unrank`].
fn rank(sequence: &[u8], all: usize) -> usize {
    let mut unused: Vec<u8> = (0..all as u8).collect();
    sequence.iter().fold(0, |rank, thing| {
        let digit = unused.iter().position(|other| other == thing).unwrap_or(0);
        let radix = unused.len();
        unused.remove(digit);
        rank * radix + digit
    })
}

/// The places of the bits that are set.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            place
        })
    })
}

/// The search, with the arrays of all cells of the blank one after the other.
struct Search {
    newest: Vec<u64>,
    next: Vec<u64>,
    reached: Vec<u64>,
}

impl Search {
    fn new(space: &Space, goal: &Goal) -> Self {
        let words = space.words * space.size.cells();
        let mut search = Self { newest: vec![0; words], next: vec![0; words], reached: vec![0; words] };
        // In the goal the tiles are in order.
        let start = goal.home(0) * space.words;
        (search.newest[start], search.reached[start]) = (1, 1);
        search
    }

    /// Goes up to a distance, or as far as there are boards; returns how many there are at each.
    fn run(
        space: &Space,
        goal: &Goal,
        most: Option<u32>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(Self, Vec<u64>), CensusError> {
        let mut meter = Meter::new(limits, observer);
        let mut counts = vec![1];
        let memory = ARRAYS * 8 * space.words * space.size.cells();
        if let Err(reason) = meter.afford(memory) {
            return Err(CensusError::Stopped { reason, counts });
        }
        let mut search = Self::new(space, goal);
        while most.is_none_or(|most| counts.len() <= most as usize) {
            let generated = counts.iter().sum::<u64>();
            let progress = Progress {
                generated,
                lower_bound: counts.len() as u32 - 1,
                memory,
                thousandths: Some((generated * 1000 / space.boards) as u32),
                elapsed: meter.elapsed(),
                ..Progress::default()
            };
            meter.observer().progress(&progress);
            let guard = meter.guard();
            match search.advance(space, &|| guard.interrupted()) {
                Ok(0) => break,
                Ok(fresh) => counts.push(fresh),
                Err(reason) => return Err(CensusError::Stopped { reason, counts }),
            }
        }
        Ok((search, counts))
    }

    /// Goes one level further; returns how many boards it reached first. If there are none, the newest stay.
    fn advance(
        &mut self,
        space: &Space,
        check: &(dyn Fn() -> Result<(), StopReason> + Sync),
    ) -> Result<u64, StopReason> {
        let newest = &self.newest;
        let parts = (self.next.par_chunks_mut(space.part), self.reached.par_chunks_mut(space.part));
        let fresh = parts
            .into_par_iter()
            .enumerate()
            .map(|(i, (next, reached))| {
                check()?;
                let start = i * space.part;
                pull(space, newest, start / space.words, start % space.words, next);
                let mut fresh = 0;
                for (next, reached) in next.iter_mut().zip(reached) {
                    *next &= !*reached;
                    *reached |= *next;
                    fresh += u64::from(next.count_ones());
                }
                Ok(fresh)
            })
            .try_reduce(|| 0, |a, b| Ok(a + b))?;
        if fresh > 0 {
            std::mem::swap(&mut self.newest, &mut self.next);
        }
        Ok(fresh)
    }
}

/// Works out which orders of a part are one move from the newest ones, with the blank at a cell.
fn pull(space: &Space, newest: &[u64], blank: usize, start: usize, next: &mut [u64]) {
    next.fill(0);
    for by in Move::ALL {
        let Some(from) = by.source(space.size, blank) else { continue };
        let all = &newest[from * space.words..][..space.words];
        let part = start..start + next.len();
        match by {
            // The blank was beside this cell.
            Move::Left | Move::Right => {
                for (next, word) in next.iter_mut().zip(&all[part]) {
                    *next |= word;
                }
            }
            // The blank was below this cell, so a tile went down from here.
            Move::Up => rotate(space, blank, 0, all, part, next),
            Move::Down => rotate(space, from, 1, all, part, next),
        }
    }
}

/// Adds the orders of an array to a part of another, rotated as a vertical move from or to a cell does.
fn rotate(
    space: &Space,
    upper: usize,
    way: usize,
    all: &[u64],
    part: std::ops::Range<usize>,
    next: &mut [u64],
) {
    let Rotation { map, block } = &space.rotations[upper][way];
    let is_everything = part.len() == space.words;
    if upper == 0 && !is_everything {
        // The first tile changes, so the bits come from other parts; but many stay together.
        let back = &space.rotations[upper][1 - way].map;
        let first = 64 * part.start / block;
        for to in 0..64 * part.len() / block {
            or_bits(all, back[first + to] as usize * block, next, to * block, *block);
        }
        return;
    }
    let group = map.len() * block;
    let from = &all[part];
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

/// Adds some consecutive bits of one array to another.
fn or_bits(from: &[u64], at: usize, into: &mut [u64], to: usize, count: usize) {
    let mut done = 0;
    while done < count {
        let (from_at, into_at) = (at + done, to + done);
        let step = (64 - from_at % 64).min(64 - into_at % 64).min(count - done);
        let bits = from[from_at / 64] >> (from_at % 64) & (u64::MAX >> (64 - step));
        into[into_at / 64] |= bits << (into_at % 64);
        done += step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Layers;
    use std::collections::HashSet;

    fn census(goal: &Goal) -> Census {
        Census::around(goal, &Limits::default(), &mut ()).expect("small")
    }

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).expect("in range")
    }

    /// The plain search has the same counts and the same hardest boards.
    #[test]
    fn it_agrees_with_the_plain_search() {
        let mut goals = vec![Goal::ring(), Goal::explicit("7 3 1/0 8 2/5 4 6".parse().expect("a board"))];
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2)] {
            goals.extend([Goal::blank_last(size(rows, cols)), Goal::snail(size(rows, cols))]);
        }
        for goal in goals {
            let (census, layers) = (census(&goal), Layers::around(&goal).expect("small"));
            let plain: Vec<u64> = layers.counts().into_iter().map(|count| count as u64).collect();
            assert_eq!(census.counts(), plain);
            assert_eq!(census.hardest().len() as u64, plain[plain.len() - 1]);
            assert!(census.hardest().iter().all(|board| layers.distance(board) == Some(census.radius())));
            let middle = census.radius() / 2;
            let level = Census::level(&goal, middle, &Limits::default(), &mut ()).expect("small");
            let boards: Vec<Board> = (0..level.count()).filter_map(|number| level.board(number)).collect();
            let all: HashSet<Board> = layers.boards_at(middle).collect();
            assert_eq!((boards.len() as u64, boards.into_iter().collect()), (plain[middle as usize], all));
            assert!(level.board(level.count()).is_none());
        }
    }

    #[test]
    fn published_counts() {
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
        #[expect(clippy::disallowed_methods, reason = "whoever runs the tests may have time")]
        if std::env::var_os("TAQUIN_SLOW_TESTS").is_some() {
            let wide = census(&Goal::blank_last(size(3, 4)));
            assert_eq!((wide.boards(), wide.radius(), wide.hardest().len()), (239_500_800, 53, 18));
            assert_eq!(radius(2, 6), 80);
        }
    }

    #[test]
    fn levels_end_at_the_radius() {
        let level =
            |distance| Census::level(&Goal::blank_last(size(3, 3)), distance, &Limits::default(), &mut ());
        assert_eq!((level(0).map(|l| l.count()), level(31).map(|l| l.count())), (Ok(1), Ok(2)));
        let error = level(32).map(|l| l.count());
        assert!(matches!(error, Err(CensusError::TooFar { distance: 32, radius: 31, .. })));
    }

    #[test]
    fn limits_are_kept() {
        let goal = Goal::blank_last(size(2, 5));
        let starved = Limits { memory: 1 << 20, ..Limits::default() };
        let outcome = Census::around(&goal, &starved, &mut ());
        assert!(matches!(outcome, Err(CensusError::Stopped { reason: StopReason::Memory, .. })));
        let limits = Limits::default();
        limits.stop.raise();
        let outcome = Census::around(&goal, &limits, &mut ());
        assert!(matches!(outcome, Err(CensusError::Stopped { reason: StopReason::Cancelled, .. })));
        let outcome = Census::around(&Goal::blank_last(size(4, 4)), &Limits::default(), &mut ());
        assert_eq!(
            outcome.map_err(|error| error.to_string()),
            Err("a census is for boards of up to 12 cells: 4x4 has 1.0e13 boards that can be solved, which would take \
                 7.8e12 bytes of memory"
                .to_owned())
        );
    }
}
