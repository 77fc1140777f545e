//! IDA* with any heuristic, on packed states of any size.
//!
//! The depth-first search keeps a stack of nodes to expand and the moves of the current path. The bound never
//! exceeds the length of a shortest solution, because the [`MovePruning`] does not prune all of them.

use super::MAX_PRUNED_MOVES;
use crate::heuristic::Evaluate;
use crate::progress::Progress;
use crate::search::common::{State, StateMemory, Step};
use crate::search::{Child, End, Meter, Problem, Run};
use crate::stats::Stats;
use taquin_core::StopReason;
use taquin_core::{Board, Move};
use taquin_pdb::MovePruning;

/// Searches for the goal.
pub(crate) fn search<S: State, E: Evaluate>(
    problem: &Problem<S, E>,
    board: &Board,
    meter: &mut Meter<'_>,
) -> Run {
    let estimate = problem.estimator.estimate(board);
    let pruning = MovePruning::new(problem.size, MAX_PRUNED_MOVES);
    let mut search = AnyHeuristicSearch { problem, pruning, bound: estimate, stats: Stats::default() };
    let end = loop {
        let result = search.iterate(board, estimate, meter);
        search.stats.end_iteration(search.bound);
        match result {
            Ok(IterationResult::Goal(moves)) => break End::Goal(moves),
            Ok(IterationResult::NextBound(next)) => {
                debug_assert!(next > search.bound, "the bound must rise, or the search never ends");
                search.bound = next;
            }
            Err(reason) => break End::Stopped(reason),
        }
    };
    search.stats.time = meter.elapsed();
    Run { end, lower_bound: search.bound, stats: search.stats }
}

struct AnyHeuristicSearch<'a, S: State, E> {
    problem: &'a Problem<S, E>,
    pruning: MovePruning,
    bound: u32,
    stats: Stats,
}

enum IterationResult {
    /// The moves to the goal.
    Goal(Vec<Move>),
    /// No solution; the smallest f above the bound.
    NextBound(u32),
}

/// A node of the depth-first search.
struct StackNode<S, M> {
    state: S,
    memo: M,
    estimate: u32,
    moves: u32,
    /// The move from the parent; `None` for the root.
    by: Option<Move>,
    /// The state of the pruning.
    automaton_state: u16,
}

impl<S: State, E: Evaluate> AnyHeuristicSearch<'_, S, E> {
    fn iterate(
        &mut self,
        board: &Board,
        estimate: u32,
        meter: &mut Meter<'_>,
    ) -> Result<IterationResult, StopReason> {
        let state = S::pack(board, self.problem.memory);
        let memo = self.problem.memo(&state);
        let automaton_state = MovePruning::START;
        let mut stack = vec![StackNode { state, memo, estimate, moves: 0, by: None, automaton_state }];
        let mut path: Vec<Move> = Vec::new();
        let mut next_bound = u32::MAX;
        self.stats.generated += 1;
        while let Some(node) = stack.pop() {
            let memory = stack.capacity() * size_of::<StackNode<S, E::Memo>>() + self.problem.memory.bytes();
            self.stats.memory = self.stats.memory.max(memory);
            meter.tick(3, self.problem.size.cells(), || Progress {
                generated: self.stats.generated,
                lower_bound: self.bound,
                queue: stack.len(),
                memory,
                ..Progress::default()
            })?;
            path.truncate(node.moves.saturating_sub(1) as usize);
            path.extend(node.by);
            if node.state == self.problem.goal {
                return Ok(IterationResult::Goal(path));
            }
            self.stats.expanded += 1;
            let blank = node.state.blank();
            let pruning = self.pruning.state(node.automaton_state);
            // In reverse order, because the stack is last in, first out.
            for (direction, &by) in MovePruning::DIRECTIONS.iter().enumerate().rev() {
                let Some(from) = by.source(self.problem.size, blank) else { continue };
                if pruning.allowed >> direction & 1 == 0 {
                    continue;
                }
                let step = Step { by, from };
                let (child, memo) = self.problem.child(&node.state, node.estimate, node.memo, step);
                self.stats.generated += 1;
                let Child { state, estimate, by } = child;
                let moves = node.moves + 1;
                if moves + estimate > self.bound {
                    next_bound = next_bound.min(moves + estimate);
                    state.release(self.problem.memory);
                } else {
                    let automaton_state = pruning.next[direction];
                    stack.push(StackNode { state, memo, estimate, moves, by: Some(by), automaton_state });
                }
            }
            node.state.release(self.problem.memory);
        }
        Ok(IterationResult::NextBound(next_bound))
    }
}
