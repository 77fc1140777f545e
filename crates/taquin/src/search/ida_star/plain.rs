//! IDA* with any estimate, on packed states of any size.
//!
//! The search keeps the states that wait on a stack, and the moves of the path to the one it is at. An iteration that finds
//! nothing makes the least value beyond the bound the next one.

use crate::board::{Board, Move};
use crate::heuristic::Estimate;
use crate::search::state::State;
use crate::search::{Child, End, Meter, Problem, Progress, Run, Stats, StopReason};

/// Searches for the goal.
pub(crate) fn search<S: State, E: Estimate>(
    problem: &Problem<S, E>,
    board: &Board,
    meter: &mut Meter<'_>,
) -> Run {
    let mut search = Search { problem, bound: problem.estimator.estimate(board), stats: Stats::default() };
    let estimate = search.bound;
    let end = loop {
        let found = search.iterate(board, estimate, meter);
        search.stats.end_iteration(search.bound);
        match found {
            Ok(Found::Goal(moves)) => break End::Goal(moves),
            Ok(Found::Beyond(next)) => search.bound = next,
            Err(reason) => break End::Stopped(reason),
        }
    };
    search.stats.time = meter.elapsed();
    Run { end, lower_bound: search.bound, stats: search.stats }
}

struct Search<'a, S, E> {
    problem: &'a Problem<S, E>,
    bound: u32,
    stats: Stats,
}

/// What an iteration found.
enum Found {
    /// The goal, by these moves.
    Goal(Vec<Move>),
    /// Nothing; the least value beyond the bound.
    Beyond(u32),
}

/// A state that waits, how many moves lead to it, and the last of these.
struct Waiting<S, M> {
    state: S,
    memo: M,
    estimate: u32,
    moves: u32,
    by: Option<Move>,
}

impl<S: State, E: Estimate> Search<'_, S, E> {
    fn iterate(&mut self, board: &Board, estimate: u32, meter: &mut Meter<'_>) -> Result<Found, StopReason> {
        let (state, mut beyond) = (S::pack(board), u32::MAX);
        let memo = self.problem.memo(&state);
        let mut path: Vec<Move> = Vec::new();
        let mut stack = vec![Waiting { state, memo, estimate, moves: 0, by: None }];
        self.stats.generated += 1;
        while let Some(here) = stack.pop() {
            let memory =
                stack.capacity() * size_of::<Waiting<S, E::Memo>>() + stack.len() * here.state.heap_bytes();
            self.stats.memory = self.stats.memory.max(memory);
            let (generated, bound) = (self.stats.generated, self.bound);
            meter.tick(3, self.problem.size.cells(), || Progress {
                generated,
                lower_bound: bound,
                queue: stack.len(),
                memory,
                ..Progress::default()
            })?;
            path.truncate(here.moves.saturating_sub(1) as usize);
            path.extend(here.by);
            if here.state == self.problem.goal {
                return Ok(Found::Goal(path));
            }
            self.stats.expanded += 1;
            let before = stack.len();
            for (child, memo) in self.problem.children_with(&here.state, here.estimate, here.memo, here.by) {
                self.stats.generated += 1;
                let Child { state, estimate, by } = child;
                let moves = here.moves + 1;
                if moves + estimate > self.bound {
                    beyond = beyond.min(moves + estimate);
                } else {
                    stack.push(Waiting { state, memo, estimate, moves, by: Some(by) });
                }
            }
            // The first child is to be the first that comes off.
            stack[before..].reverse();
        }
        Ok(Found::Beyond(beyond))
    }
}
