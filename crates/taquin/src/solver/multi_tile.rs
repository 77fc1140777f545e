//! Solving in the multi-tile metric: shortest solutions up to 16 cells, and anytime search beyond.

use super::Solver;
use crate::algorithm::Algorithm;
use crate::anytime::{self, AnytimeRun};
use crate::construct;
use crate::event::Observer;
use crate::multi_tile::{MultiTileSearch, TableSize, line_bound};
use crate::outcome::{Outcome, Solution, SolveError, Stopped};
use crate::search::{End, Meter, Run};
use crate::stats::Stats;
use std::sync::Arc;
use std::time::Duration;
use taquin_core::{Board, Limits, Metric, Move, StopReason};
use taquin_pdb::Frame;

/// The boards to solve are hard, and worth [large tables](TableSize::Large), after this many nodes in all: they take about as long as
/// the build.
const HARD_NODES: u64 = 100_000_000;

/// A board that takes fewer nodes is never worth large tables.
const EASY_NODES: u64 = 100_000;

/// The least time that is left for large tables to be worth their build, which takes half of it on a slow machine.
const TIME_FOR_LARGE: Duration = Duration::from_secs(20);

/// The time for a board of more than 16 cells, if none is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

impl Solver {
    /// Solves a solvable board in the multi-tile metric.
    pub(super) fn solve_multi_tile(
        &self,
        board: &Board,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, SolveError> {
        self.check_multi_tile()?;
        let limits = self.limits_within();
        let Some(frame) = self.multi_tile_frame() else {
            let time = Some(limits.time.unwrap_or(DEFAULT_TIME));
            let AnytimeRun { moves, lower_bound, stats, .. } =
                anytime::solve(self, board, &Limits { time, ..limits }, false, observer);
            return self.multi_tile_solution(board, moves, lower_bound, &stats).map(Outcome::Solved);
        };
        let Run { end, lower_bound, stats } =
            self.search_multi_tile(&frame, board, &mut Meter::new(&limits, observer));
        match end {
            End::Goal(moves) => {
                self.multi_tile_solution(board, moves, lower_bound, &stats).map(Outcome::Solved)
            }
            End::Stopped(reason) => {
                let moves = construct::quick_solution(board, &self.goal);
                let best = self.multi_tile_solution(board, moves, lower_bound, &stats)?;
                if self.within.is_some() && reason == StopReason::Time {
                    return Ok(Outcome::Solved(best));
                }
                let lower_bound = best.lower_bound();
                Ok(Outcome::Stopped(Stopped { reason, lower_bound, best: Some(best), stats }))
            }
            End::TwinSolved => Ok(Outcome::Unsolvable(self.unsolvable(board, stats))),
        }
    }

    /// Runs IDA* in the multi-tile metric, with large tables if the board is hard or one of many.
    fn search_multi_tile(&self, frame: &Frame, board: &Board, meter: &mut Meter<'_>) -> Run {
        let small = match self.pdbs.multi_tile_search(frame, TableSize::Small, meter) {
            Ok(search) => search,
            Err(reason) => return Run::not_begun(reason),
        };
        let node_limit = (HARD_NODES / self.expected_boards.max(1) as u64).max(EASY_NODES);
        let easy = meter.stage(node_limit, |meter| small.solve(frame, board, 0, meter));
        let remaining =
            self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(easy.stats.generated));
        if !matches!(easy.end, End::Stopped(StopReason::Nodes)) || remaining == 0 {
            return easy;
        }
        let search = if can_be_larger(&small, meter) {
            self.pdbs.multi_tile_search(frame, TableSize::Large, meter)
        } else {
            Ok(small)
        };
        let mut run = match search {
            Ok(search) => meter.stage(remaining, |meter| search.solve(frame, board, easy.lower_bound, meter)),
            Err(reason) => Run::not_begun(reason),
        };
        run.add(&easy);
        run.stats.time = meter.elapsed();
        run
    }

    /// Announces a number of searches of some nodes each.
    pub(crate) fn expect_searches(self, count: usize, nodes: u64) -> Self {
        let is_hard = count as u64 * nodes > HARD_NODES;
        self.expect_boards(if is_hard { count.max(2) } else { 1 })
    }

    /// Solves a board in the multi-tile metric, given the moves that lead from it to another one, in one multi-tile move, and a
    /// shortest solution of that one. The moves left of the two boards differ by at most one, so two iterations are enough.
    pub(crate) fn solve_before(
        &self,
        board: &Board,
        by: &[Move],
        after: &[Move],
    ) -> Result<Outcome, SolveError> {
        let frame =
            self.multi_tile_frame().ok_or(SolveError::TooManyCellsForMetric { size: board.size() })?;
        let (limits, mut observer) = (self.limits_within(), ());
        let meter = &mut Meter::new(&limits, &mut observer);
        let known = [by, after].concat();
        let count = |moves: &[Move]| Metric::Multi.count(moves) as u32;
        let fewer = count(after).saturating_sub(1)..=count(&known).saturating_sub(1);
        let (found, lower_bound, stats) = match self.tables_for_many(&frame, meter) {
            Ok(search) => search.solve_between(&frame, board, fewer, meter),
            Err(reason) => (Err(reason), 0, Stats::default()),
        };
        match found {
            Ok(found) => {
                let moves = found.unwrap_or(known);
                let shortest = count(&moves);
                self.multi_tile_solution(board, moves, shortest, &stats).map(Outcome::Solved)
            }
            Err(reason) => Ok(Outcome::Stopped(Stopped { reason, lower_bound, best: None, stats })),
        }
    }

    /// Returns a search with the tables that pay off for the expected number of boards.
    fn tables_for_many(
        &self,
        frame: &Frame,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<MultiTileSearch>, StopReason> {
        let small = self.pdbs.multi_tile_search(frame, TableSize::Small, meter)?;
        if self.expected_boards == 1 || !can_be_larger(&small, meter) {
            return Ok(small);
        }
        self.pdbs.multi_tile_search(frame, TableSize::Large, meter)
    }

    /// Verifies moves, or the solution to improve if that has fewer multi-tile moves.
    fn multi_tile_solution(
        &self,
        board: &Board,
        moves: Vec<Move>,
        lower_bound: u32,
        stats: &Stats,
    ) -> Result<Solution, SolveError> {
        let count = |moves: &[Move]| Metric::Multi.count(moves);
        // Fewer single-tile moves may be more multi-tile moves.
        let given = self.given.as_deref().filter(|given| count(given) < count(&moves));
        let moves = given.map_or(moves, <[Move]>::to_vec);
        let lower_bound = lower_bound.max(line_bound(board, &self.goal)).min(count(&moves) as u32);
        Ok(Solution::proven(board.clone(), &self.goal, moves, Metric::Multi, lower_bound, stats.clone())?)
    }

    /// Rejects algorithms and heuristics that count single-tile moves.
    pub(super) fn check_multi_tile(&self) -> Result<(), SolveError> {
        let what = match self.heuristic {
            Some(heuristic) => heuristic.to_string(),
            None if matches!(self.algorithm, Algorithm::Auto | Algorithm::IdaStar) => return Ok(()),
            None => self.algorithm.to_string(),
        };
        Err(SolveError::SingleTileOnly { what })
    }

    /// Returns the frame of the goal, if shortest solutions in the multi-tile metric can be found.
    pub(super) fn multi_tile_frame(&self) -> Option<Frame> {
        self.frame().filter(|_| self.goal.size().cells() <= MultiTileSearch::MAX_CELLS)
    }
}

/// Returns true if there are larger tables, and the limits allow them.
fn can_be_larger(search: &MultiTileSearch, meter: &Meter<'_>) -> bool {
    let has_time = meter.remaining().is_none_or(|time| time >= TIME_FOR_LARGE);
    let can_afford = |bytes| meter.afford(search.bytes() + bytes).is_ok();
    has_time && search.bytes_of_larger().is_some_and(can_afford)
}
