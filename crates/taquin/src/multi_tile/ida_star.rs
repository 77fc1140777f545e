//! IDA* in the multi-tile metric.

use super::color_rank::ColorRank;
use super::color_table::{ALL_COLORS, ColorTable, MERGES};
use super::node::{COLORING_BITS, Grid, HORIZONTAL, Node, VERTICAL, blank_back, blank_forward};
use crate::progress::Progress;
use crate::search::{End, Meter, Run};
use crate::stats::Stats;
use std::ops::RangeInclusive;
use std::sync::Arc;
use taquin_core::{Board, Move, StopReason};
use taquin_pdb::Frame;

/// The largest number of words of a coloring whose colors need not be merged in small tables.
const MAX_WORDS: usize = 1 << 19;

/// The tables to search with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TableSize {
    /// Colors are merged where there are many words: a few megabytes, built in a fraction of a second.
    Small,
    /// All four colors: up to 300 MB, built in seconds, for hard boards and for many boards.
    Large,
}

/// The number of nodes between two checks of the limits: about half a millisecond.
pub(super) const CHECK_INTERVAL: u64 = 1 << 14;

/// A search for one board size and home cell of the blank.
pub(crate) struct MultiTileSearch {
    pub(super) grid: Grid,
    pub(super) goal: Node,
    lookups: Vec<Lookup>,
    bytes: usize,
    bytes_of_larger: Option<usize>,
}

/// A table, and the coloring to look up in it.
struct Lookup {
    table: Arc<ColorTable>,
    coloring: usize,
    /// True if the table is that of the reflected board.
    is_reflected: bool,
}

impl MultiTileSearch {
    /// The maximum number of cells.
    pub(crate) const MAX_CELLS: usize = 16;

    /// Builds the tables for a frame of at most [`MAX_CELLS`](Self::MAX_CELLS) cells.
    pub(crate) fn new(frame: &Frame, size: TableSize, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let grid = Grid::new(frame);
        let goal = grid.goal();
        let mut search = Self { grid, goal, lookups: Vec::new(), bytes: 0, bytes_of_larger: None };
        let colorings = if search.grid.is_symmetric() { 1 } else { 2 };
        for coloring in 0..colorings {
            let colors = search.grid.tile_colors(coloring);
            let all = ColorRank::new(&colors, ALL_COLORS);
            if all.len() <= MAX_WORDS || size == TableSize::Large {
                search.add_table(coloring, all, meter)?;
            } else {
                *search.bytes_of_larger.get_or_insert_default() += ColorTable::bytes(&search.grid, all.len());
                for merge in MERGES {
                    search.add_table(coloring, ColorRank::new(&colors, merge), meter)?;
                }
            }
        }
        Ok(search)
    }

    /// Returns the number of bytes of the [large](TableSize::Large) tables; `None` if these are as large.
    pub(crate) fn bytes_of_larger(&self) -> Option<usize> {
        self.bytes_of_larger
    }

    fn add_table(
        &mut self,
        coloring: usize,
        ranks: ColorRank,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        self.bytes += ColorTable::bytes(&self.grid, ranks.len());
        meter.afford(self.bytes)?;
        let table = Arc::new(ColorTable::build(&self.grid, coloring, ranks, meter)?);
        self.lookups.push(Lookup { table: Arc::clone(&table), coloring, is_reflected: false });
        if self.grid.is_symmetric() {
            self.lookups.push(Lookup { table, coloring: 1 - coloring, is_reflected: true });
        }
        Ok(())
    }

    /// Returns the number of bytes of the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns a lower bound on the moves from a node other than the goal, if the next is along an axis.
    pub(super) fn estimate(&self, node: &Node, axis: usize) -> u8 {
        let estimates =
            self.lookups.iter().map(|lookup| lookup.distance(node.words[axis], axis, node.blank[axis]));
        estimates.max().unwrap_or(1)
    }

    /// Returns true if no table proves that more moves are needed.
    #[inline]
    pub(super) fn is_within(&self, word: u64, axis: usize, line: usize, moves: u8) -> bool {
        self.lookups.iter().all(|lookup| lookup.distance(word, axis, line) <= moves)
    }

    /// Calls `visit` for each node that one move along an axis leads to, nearer cells first, with the word that changes and the new
    /// position of the blank in its line. Stops and returns true as soon as `visit` does.
    #[inline]
    pub(super) fn any_successor(
        &self,
        node: &Node,
        axis: usize,
        mut visit: impl FnMut(u64, usize) -> bool,
    ) -> bool {
        let (lines, length) = (self.grid.lines[axis], self.grid.lines[1 - axis]);
        let (line, from) = (node.blank[axis], node.blank[1 - axis]);
        let mut word = node.words[1 - axis];
        for at in from + 1..length {
            word = blank_forward(word, line, at - 1, lines);
            if visit(word, at) {
                return true;
            }
        }
        let mut word = node.words[1 - axis];
        for at in (0..from).rev() {
            word = blank_back(word, line, at, lines);
            if visit(word, at) {
                return true;
            }
        }
        false
    }

    /// Solves a solvable board, which needs at least `lower_bound` moves. The moves of the run are single-tile moves; its bound and
    /// iterations count multi-tile moves.
    pub(crate) fn solve(&self, frame: &Frame, board: &Board, lower_bound: u32, meter: &mut Meter<'_>) -> Run {
        let (found, lower_bound, mut stats) =
            self.solve_between(frame, board, lower_bound..=u32::from(u8::MAX), meter);
        stats.time = meter.elapsed();
        let end = found.map_or_else(End::Stopped, |moves| End::Goal(moves.unwrap_or_default()));
        Run { end, lower_bound, stats }
    }

    /// Searches for a shortest solution whose number of moves is in a range, given that none has fewer moves. Returns the solution,
    /// `None` if there is none in the range, or the limit reached; and the proven lower bound.
    pub(crate) fn solve_between(
        &self,
        frame: &Frame,
        board: &Board,
        moves: RangeInclusive<u32>,
        meter: &mut Meter<'_>,
    ) -> (Result<Option<Vec<Move>>, StopReason>, u32, Stats) {
        let root = self.grid.node(&frame.canonical_board(board));
        let stats = Stats { memory: self.bytes, generated: 1, ..Stats::default() };
        let bound = (*moves.start()).min(u32::from(u8::MAX)) as u8;
        let mut iteration =
            Iteration { search: self, meter, stats, path: Vec::new(), until_check: CHECK_INTERVAL, bound };
        let found = iteration.run(root, *moves.end());
        let Iteration { stats, path, bound, .. } = iteration;
        let moves = found
            .map(|is_found| is_found.then(|| frame.moves_from_blank_path(&self.blank_path(&root, &path))));
        (moves, u32::from(bound), stats)
    }

    /// Returns the cells that the blank passes, given the ends of its moves.
    fn blank_path(&self, root: &Node, ends: &[[usize; 2]]) -> Vec<u8> {
        let cell = |[row, col]: [usize; 2]| (row * self.grid.lines[VERTICAL] + col) as u8;
        let mut at = root.blank;
        let mut path = vec![cell(at)];
        for &end in ends {
            while at != end {
                for axis in [HORIZONTAL, VERTICAL] {
                    at[axis] = if at[axis] < end[axis] {
                        at[axis] + 1
                    } else {
                        at[axis] - usize::from(at[axis] > end[axis])
                    };
                }
                path.push(cell(at));
            }
        }
        path
    }
}

impl Lookup {
    #[inline]
    fn distance(&self, word: u64, axis: usize, line: usize) -> u8 {
        let axis = if self.is_reflected { 1 - axis } else { axis };
        self.table.distance(axis, (word >> (self.coloring * COLORING_BITS)) as u32, line)
    }
}

/// The state of one search.
struct Iteration<'a, 'm> {
    search: &'a MultiTileSearch,
    meter: &'a mut Meter<'m>,
    stats: Stats,
    /// The row and the column of the blank after each move.
    path: Vec<[usize; 2]>,
    until_check: u64,
    /// The cost bound.
    bound: u8,
}

impl Iteration<'_, '_> {
    /// Raises the bound until there is a solution, or up to a number of moves.
    fn run(&mut self, root: Node, max_moves: u32) -> Result<bool, StopReason> {
        if root == self.search.goal {
            self.bound = 0;
            return Ok(true);
        }
        let estimates = [HORIZONTAL, VERTICAL].map(|axis| self.search.estimate(&root, axis));
        self.bound = self.bound.max(estimates[0].min(estimates[1]));
        while u32::from(self.bound) <= max_moves {
            self.check()?;
            let found = self.run_from(&root, estimates);
            self.stats.end_iteration(u32::from(self.bound));
            if found? {
                return Ok(true);
            }
            self.bound += 1;
        }
        Ok(false)
    }

    fn run_from(&mut self, root: &Node, estimates: [u8; 2]) -> Result<bool, StopReason> {
        Ok((estimates[HORIZONTAL] <= self.bound && self.visit::<HORIZONTAL, VERTICAL>(root, self.bound)?)
            || (estimates[VERTICAL] <= self.bound && self.visit::<VERTICAL, HORIZONTAL>(root, self.bound)?))
    }

    /// Visits the nodes below one, whose next move is along an axis, with at least one move left.
    fn visit<const AXIS: usize, const NEXT: usize>(
        &mut self,
        node: &Node,
        left: u8,
    ) -> Result<bool, StopReason> {
        self.stats.expanded += 1;
        self.until_check -= 1;
        if self.until_check == 0 {
            self.check()?;
        }
        let search = self.search;
        let mut result = Ok(false);
        search.any_successor(node, AXIS, |word, at| {
            self.stats.generated += 1;
            let mut next = *node;
            next.words[NEXT] = word;
            next.blank[NEXT] = at;
            result = if left == 1 {
                Ok(next == search.goal)
            } else if search.is_within(word, NEXT, at, left - 1) {
                self.visit::<NEXT, AXIS>(&next, left - 1)
            } else {
                Ok(false)
            };
            if result == Ok(true) {
                self.path.push(next.blank);
            }
            result != Ok(false)
        });
        if left == self.bound && result == Ok(true) {
            self.path.reverse();
        }
        result
    }

    #[cold]
    fn check(&mut self) -> Result<(), StopReason> {
        self.until_check = CHECK_INTERVAL;
        self.meter.poll(Progress {
            generated: self.stats.generated,
            lower_bound: u32::from(self.bound),
            memory: self.search.bytes,
            ..Progress::default()
        })
    }
}
