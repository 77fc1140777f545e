//! The searches in the multi-tile metric, with tables that pay off.

use super::Solver;
use super::plan::HARD_MULTI_TILE_NODES;
use crate::multi_tile::{MultiTileSearch, TableSize};
use crate::outcome::{Outcome, SolveError, Stopped};
use crate::search::{Meter, Run};
use crate::stats::Stats;
use std::sync::Arc;
use std::time::Duration;
use taquin_core::{Board, Metric, Move, StopReason};
use taquin_pdb::Frame;

/// The least time that is left for large tables to be worth their build, which takes half of it on a slow machine.
const TIME_FOR_LARGE: Duration = Duration::from_secs(20);

impl Solver {
    /// Runs IDA* in the multi-tile metric, and continues with large tables if the board is hard.
    pub(super) fn search_multi_tile(
        &self,
        frame: &Frame,
        board: &Board,
        node_limit: u64,
        meter: &mut Meter<'_>,
    ) -> Run {
        let small = match self.engines.multi_tile_search(frame, TableSize::Small, meter) {
            Ok(search) => search,
            Err(reason) => return Run::not_begun(reason),
        };
        meter.escalate(
            node_limit,
            |meter| small.solve(frame, board, 0, meter),
            |bound, meter| match self.larger_tables(frame, &small, meter) {
                Ok(search) => search.solve(frame, board, bound, meter),
                Err(reason) => Run::not_begun(reason),
            },
        )
    }

    /// Returns the frame of the goal, which all shortest solutions in the multi-tile metric need.
    pub(super) fn frame_in_multi_tile_metric(&self, board: &Board) -> Result<Frame, SolveError> {
        let too_many = SolveError::TooManyCells {
            what: "all shortest solutions in the multi-tile metric",
            max_cells: MultiTileSearch::MAX_CELLS,
            size: board.size(),
        };
        self.multi_tile_frame().ok_or(too_many)
    }

    /// Announces a number of searches of some nodes each.
    pub(crate) fn expect_searches(self, count: usize, nodes: u64) -> Self {
        let is_hard = count as u64 * nodes > HARD_MULTI_TILE_NODES;
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
        let frame = self.frame_in_multi_tile_metric(board)?;
        let (limits, mut observer) = (self.limits_within(self.anytime()), ());
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
                self.verified(board, moves, shortest, &stats).map(Outcome::Solved)
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
        let small = self.engines.multi_tile_search(frame, TableSize::Small, meter)?;
        if self.expected_boards == 1 { Ok(small) } else { self.larger_tables(frame, &small, meter) }
    }

    /// Returns a search with large tables if there are such, and the limits allow them.
    fn larger_tables(
        &self,
        frame: &Frame,
        small: &Arc<MultiTileSearch>,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<MultiTileSearch>, StopReason> {
        let has_time = meter.remaining().is_none_or(|time| time >= TIME_FOR_LARGE);
        let can_afford = |bytes| meter.afford(small.bytes() + bytes).is_ok();
        if has_time && small.bytes_of_larger().is_some_and(can_afford) {
            return self.engines.multi_tile_search(frame, TableSize::Large, meter);
        }
        Ok(Arc::clone(small))
    }
}
