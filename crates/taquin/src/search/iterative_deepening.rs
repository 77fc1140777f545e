//! Iterative-deepening depth-first search.
//!
//! Depth-first searches to depth 0, 1, 2, … until one of them finds the goal, by a shortest solution. Only the current path is
//! stored: a successor whose board is on it closes a cycle and is left out, and there is no other duplicate detection. The
//! goal test is applied when a node is visited, and nodes at the limit are not expanded.
//!
//! PERF: in the state space of every board, the shortest cycle other than a move and its inverse has twelve moves (three
//! tiles around a square), and all have an even number. So a board can only equal those two, or twelve, fourteen, … moves
//! before it.

use super::common::State;
use super::{End, Meter, Problem, Run};
use crate::heuristic::Evaluate;
use crate::progress::Progress;
use crate::stats::Stats;
use taquin_core::{Board, Move, StopReason};

/// Searches for the goal, down to the depth limit, if there is one.
pub(crate) fn search<S: State, E: Evaluate>(
    problem: &Problem<S, E>,
    board: &Board,
    depth_limit: Option<u32>,
    meter: &mut Meter<'_>,
) -> Run {
    let root = S::pack(board, problem.memory);
    let stats = Stats::default();
    let mut search = DeepeningSearch { problem, limit: 0, path: vec![root], moves: Vec::new(), stats };
    let end = search.run(depth_limit, meter).unwrap_or_else(End::Stopped);
    let stats = Stats { max_depth: Some(search.limit), time: meter.elapsed(), ..search.stats };
    let lower_bound = match end {
        End::Stopped(StopReason::Depth) => search.limit.saturating_add(1),
        _ => search.limit,
    };
    Run { end, lower_bound, stats }
}

struct DeepeningSearch<'a, S: State, E> {
    problem: &'a Problem<S, E>,
    /// The depth limit of the current iteration.
    limit: u32,
    /// The boards from the root to the current node.
    path: Vec<S>,
    /// The moves between them.
    moves: Vec<Move>,
    stats: Stats,
}

/// The number of moves of the shortest cycle.
const SHORTEST_CYCLE: usize = 12;

impl<S: State, E: Evaluate> DeepeningSearch<'_, S, E> {
    fn run(&mut self, depth_limit: Option<u32>, meter: &mut Meter<'_>) -> Result<End, StopReason> {
        loop {
            self.stats.generated += 1;
            let found = self.visit(self.path[0], meter);
            self.stats.end_iteration(self.limit);
            self.stats.stored = self.stats.stored.max(u64::from(self.limit) + 1);
            if found? {
                return Ok(End::Goal(std::mem::take(&mut self.moves)));
            }
            if depth_limit.is_some_and(|limit| self.limit >= limit) {
                return Err(StopReason::Depth);
            }
            self.limit += 1;
        }
    }

    /// Visits the node at the end of the path. Returns true if it or one below it is the goal.
    fn visit(&mut self, state: S, meter: &mut Meter<'_>) -> Result<bool, StopReason> {
        if state == self.problem.goal {
            return Ok(true);
        }
        let depth = self.moves.len();
        if depth as u32 == self.limit {
            return Ok(false);
        }
        meter.tick(2, self.problem.size.cells(), || Progress {
            generated: self.stats.generated,
            lower_bound: self.limit,
            ..Progress::default()
        })?;
        self.stats.expanded += 1;
        for child in self.problem.children(&state, 0, self.moves.last().copied()) {
            let is_cycle = depth + 1 >= SHORTEST_CYCLE
                && self.path[..=depth + 1 - SHORTEST_CYCLE]
                    .iter()
                    .rev()
                    .step_by(2)
                    .any(|before| *before == child.state);
            if !is_cycle {
                self.stats.generated += 1;
                self.path.push(child.state);
                self.moves.push(child.by);
                if self.visit(child.state, meter)? {
                    return Ok(true);
                }
                self.path.pop();
                self.moves.pop();
            }
            child.state.release(self.problem.memory);
        }
        Ok(false)
    }
}
