//! IDA* with any estimate, on packed states of any size.
//!
//! The search keeps the states that wait on a stack, and the moves of the path to the one it is at. An iteration that finds
//! nothing makes the least value beyond the bound the next one. That is never more than the length of a shortest solution,
//! because the [`Automaton`] lets one pass.

use super::LONGEST_WITH_ESTIMATE;
use crate::board::{Board, Move};
use crate::heuristic::Estimate;
use crate::search::automaton::Automaton;
use crate::search::grid::Step;
use crate::search::state::State;
use crate::search::{Child, End, Meter, Problem, Progress, Run, Stats, StopReason};

/// Searches for the goal.
pub(crate) fn search<S: State, E: Estimate>(
    problem: &Problem<S, E>,
    board: &Board,
    meter: &mut Meter<'_>,
) -> Run {
    let estimate = problem.estimator.estimate(board);
    let automaton = Automaton::new(problem.size, LONGEST_WITH_ESTIMATE);
    let mut search = Search { problem, automaton, bound: estimate, stats: Stats::default() };
    let end = loop {
        let found = search.iterate(board, estimate, meter);
        search.stats.end_iteration(search.bound);
        match found {
            Ok(Found::Goal(moves)) => break End::Goal(moves),
            Ok(Found::Beyond(next)) => {
                debug_assert!(next > search.bound, "a bound that does not rise would never end");
                search.bound = next;
            }
            Err(reason) => break End::Stopped(reason),
        }
    };
    search.stats.time = meter.elapsed();
    Run { end, lower_bound: search.bound, stats: search.stats }
}

struct Search<'a, S, E> {
    problem: &'a Problem<S, E>,
    automaton: Automaton,
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

/// A state that waits, how many moves lead to it, the last of these, and where the automaton is after them.
struct Waiting<S, M> {
    state: S,
    memo: M,
    estimate: u32,
    moves: u32,
    by: Option<Move>,
    read: u16,
}

impl<S: State, E: Estimate> Search<'_, S, E> {
    fn iterate(&mut self, board: &Board, estimate: u32, meter: &mut Meter<'_>) -> Result<Found, StopReason> {
        let (state, mut beyond) = (S::pack(board), u32::MAX);
        let memo = self.problem.memo(&state);
        let mut path: Vec<Move> = Vec::new();
        let mut stack = vec![Waiting { state, memo, estimate, moves: 0, by: None, read: Automaton::START }];
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
            let (blank, read) = (here.state.blank(), self.automaton.state(here.read));
            // The last first, because what comes last on the stack comes off first.
            for (way, &by) in Automaton::ALPHABET.iter().enumerate().rev() {
                let Some(from) = by.source(self.problem.size, blank) else { continue };
                if read.allowed >> way & 1 == 0 {
                    continue;
                }
                let step = Step { by, from };
                let (child, memo) = self.problem.child(&here.state, here.estimate, here.memo, step);
                self.stats.generated += 1;
                let Child { state, estimate, by } = child;
                let (moves, by, read) = (here.moves + 1, Some(by), read.next[way]);
                if moves + estimate > self.bound {
                    beyond = beyond.min(moves + estimate);
                } else {
                    stack.push(Waiting { state, memo, estimate, moves, by, read });
                }
            }
        }
        Ok(Found::Beyond(beyond))
    }
}
