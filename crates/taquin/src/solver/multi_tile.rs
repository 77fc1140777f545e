//! Solving in the multi-tile metric: shortest solutions up to 16 cells, and beyond, those of the anytime search in the single-tile
//! metric.

use super::Solver;
use crate::algorithm::Algorithm;
use crate::construct;
use crate::event::{Event, Observer, Progress};
use crate::multi_tile::{MultiTileSearch, line_bound};
use crate::outcome::{Outcome, Solution, SolveError, Stopped};
use crate::search::{End, Meter, Run};
use crate::stats::Stats;
use std::time::Duration;
use taquin_core::{Board, Metric, Move, StopReason};
use taquin_pdb::Frame;

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
            let single =
                Self { metric: Metric::Single, ..self.clone() }.within(limits.time.unwrap_or(DEFAULT_TIME));
            let outcome = single.solve_observed(board, &mut WithoutCounts(observer))?;
            let moves = outcome.solution().map_or_else(Vec::new, |solution| solution.moves().to_vec());
            return self.multi_tile_solution(board, moves, 0, outcome.stats()).map(Outcome::Solved);
        };
        let meter = &mut Meter::new(&limits, observer);
        let Run { end, lower_bound, stats } = match self.pdbs.multi_tile_search(&frame, meter) {
            Ok(search) => search.solve(&frame, board, meter),
            Err(reason) => Run::not_begun(reason),
        };
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

/// Hides the counts of a search in the single-tile metric from the observer of one in the multi-tile metric.
struct WithoutCounts<'a>(&'a mut dyn Observer);

impl Observer for WithoutCounts<'_> {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Improved(_) => {}
            Event::Progress(progress) => {
                self.0.event(&Event::Progress(Progress { lower_bound: 0, incumbent: None, ..*progress }));
            }
            event => self.0.event(event),
        }
    }
}
