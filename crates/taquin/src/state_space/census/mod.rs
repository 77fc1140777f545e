//! The number of boards at each distance from a goal, for up to 12 cells, and the boards at one distance.

mod bit_search;

use crate::event::Observer;
use bit_search::{BitLayout, BitSearch, ones};
use std::fmt;
use taquin_core::permutation::unrank;
use taquin_core::{Board, Goal, Limits, Metric, Size, StopReason};

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
        Self::new_in(goal, Metric::Single, limits, observer)
    }

    /// Counts all boards that can reach a goal, with distances in a metric.
    ///
    /// # Errors
    /// The same as for [`new`](Self::new).
    ///
    /// ```
    /// use taquin::state_space::Census;
    /// use taquin::{Goal, Limits, Metric, Size};
    /// let goal = Goal::blank_last(Size::square(3)?);
    /// let census = Census::new_in(&goal, Metric::Multi, &Limits::default(), &mut ())?;
    /// assert_eq!((census.boards(), census.radius()), (181_440, 24));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new_in(
        goal: &Goal,
        metric: Metric,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Self, CensusError> {
        let limits = &limits.begin();
        let layout = BitLayout::new(goal.size())?;
        let (search, counts) = BitSearch::run(&layout, goal, metric, None, limits, observer)?;
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
        let limits = &limits.begin();
        let layout = BitLayout::new(goal.size())?;
        let (search, counts) =
            BitSearch::run(&layout, goal, Metric::Single, Some(distance), limits, observer)?;
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
    fn counts_in_the_multi_tile_metric_match_the_enumeration() {
        let sizes =
            [size(2, 2), size(2, 3), size(3, 2), size(2, 4), size(4, 2), size(3, 3), size(5, 2), size(2, 5)];
        let goals = sizes.into_iter().flat_map(|size| [Goal::blank_last(size), Goal::snail(size)]);
        for goal in goals {
            let census = Census::new_in(&goal, Metric::Multi, &Limits::default(), &mut ()).expect("small");
            let space = StateSpace::enumerate_in(&goal, Metric::Multi).expect("small");
            let counts: Vec<u64> = space.counts().into_iter().map(|count| count as u64).collect();
            assert_eq!(census.counts(), counts, "{}", goal.size());
        }
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
