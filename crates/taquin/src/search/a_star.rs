//! A* on packed states, and its relatives: weighted A* and greedy best-first search.
//!
//! The priority is `a·g + b·h`, with g the moves made and h the heuristic value:
//!
//! | | a | b | solution |
//! |---|---|---|---|
//! | A* | 1 | 1 | shortest |
//! | weighted A* | 1 | w | at most w times as long as the shortest, found much sooner |
//! | greedy best-first | 0 | 1 | any |
//!
//! **Memory.** OPEN is a stack of states for each (priority, h, g), so none of the three is stored per state.
//! A state carries the move that led to it in spare bits ([`State::tagged`]), so the path can be
//! reconstructed without parent links. CLOSED is a hash table of the same tagged states. A stored 15-puzzle
//! node takes eight bytes, plus the unused capacity of the stacks and the table.
//!
//! **Duplicate detection** is delayed until a state is dequeued, because half of the enqueued states never
//! are. With a consistent heuristic, the first time a board is dequeued its g is minimal, so no state is
//! reopened. This does not hold for weights above 1, but the suboptimality bound w holds without reopening
//! (Likhachev, Gordon and Thrun 2003).
//!
//! **Time** is dominated by cache misses in CLOSED. States are therefore dequeued in batches, all from one
//! stack, so their order does not matter. The home slots of the whole batch are read first, which overlaps
//! the misses, before each state is looked up.

use super::common::{ClosedSet, ROOT_TAG, State, StateMemory, last_move};
use super::{End, Meter, Problem, Run};
use crate::heuristic::Evaluate;
use crate::progress::Progress;
use crate::stats::QueueStats;
use crate::stats::Stats;
use std::collections::BTreeMap;
use taquin_core::Board;
use taquin_core::StopReason;

/// The weights of g and h in a node's priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) moves: u32,
    pub(crate) estimate: u32,
}

impl Weights {
    /// The weights of A*.
    pub(crate) const EQUAL: Self = Self { moves: 1, estimate: 1 };
}

/// Searches for the goal. The heuristic must be consistent.
pub(crate) fn search<S: State, E: Evaluate>(
    problem: &Problem<S, E>,
    board: &Board,
    weights: Weights,
    meter: &mut Meter<'_>,
) -> Run {
    let mut search = AStarSearch::new(problem, board, weights);
    let end = search.run(meter).unwrap_or_else(End::Stopped);
    let stats = Stats {
        queue: search.counts,
        stored: search.stored,
        memory: search.peak_bytes.max(search.bytes()),
        time: meter.elapsed(),
        ..search.stats
    };
    Run { end, lower_bound: search.lower_bound, stats }
}

struct AStarSearch<'a, S: State, E> {
    problem: &'a Problem<S, E>,
    weights: Weights,
    open: BTreeMap<OpenKey, Vec<S>>,
    open_capacity: usize,
    closed: ClosedSet<S>,
    counts: QueueStats,
    stats: Stats,
    stored: u64,
    peak_bytes: usize,
    lower_bound: u32,
}

/// The order of OPEN: by priority; ties are broken by smaller h.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct OpenKey {
    priority: u64,
    estimate: u32,
    moves: u32,
}

/// The number of states dequeued together.
///
/// PERF: on a 50-move 15-puzzle with 11 million nodes, batches of 8 are 1.8 times as fast as single states,
/// batches of 32 2.1 times, 64 2.3 times and 128 2.4 times.
const BATCH: usize = 64;

impl<'a, S: State, E: Evaluate> AStarSearch<'a, S, E> {
    fn new(problem: &'a Problem<S, E>, board: &Board, weights: Weights) -> Self {
        let estimate = problem.estimator.estimate(board);
        let mut search = Self {
            problem,
            weights,
            open: BTreeMap::new(),
            open_capacity: 0,
            closed: ClosedSet::new(),
            counts: QueueStats::default(),
            stats: Stats { generated: 1, max_depth: Some(0), ..Stats::default() },
            stored: 1,
            peak_bytes: 0,
            lower_bound: estimate,
        };
        let root = S::pack(board, problem.memory).tagged(ROOT_TAG);
        let stack = search.stack(0, estimate);
        stack.push(root);
        search.open_capacity = stack.capacity();
        search.counts.enqueue(1);
        search
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> Result<End, StopReason> {
        let mut batch = Vec::with_capacity(BATCH);
        let mut homes = [0; BATCH];
        loop {
            meter.tick(3 * BATCH, self.problem.size.cells(), || Progress {
                generated: self.stats.generated,
                lower_bound: self.lower_bound,
                queue: self.counts.len(),
                memory: self.bytes(),
                ..Progress::default()
            })?;
            let children = self.problem.memory.growth(4 * BATCH);
            let bytes = self.bytes() + self.closed.growth(BATCH) + children;
            meter.afford(bytes)?;
            self.peak_bytes = self.peak_bytes.max(bytes);
            self.closed.make_room(BATCH, &meter.budget())?;

            let key = self.dequeue_batch(&mut batch);
            for (home, state) in homes.iter_mut().zip(&batch) {
                *home = self.closed.home(state);
            }
            // Touches the home slots of the whole batch; the result does not matter.
            let vacant = homes[..batch.len()].iter().filter(|&&home| self.closed.is_vacant(home)).count();
            std::hint::black_box(vacant);

            if let Some(goal) = self.expand(key, &mut batch, &homes, meter)? {
                let Problem { size, memory, .. } = *self.problem;
                return Ok(End::Goal(self.closed.path_to(goal, size, memory)));
            }
        }
    }

    /// Dequeues up to [`BATCH`] states from the first stack.
    fn dequeue_batch(&mut self, batch: &mut Vec<S>) -> OpenKey {
        let Some(mut first) = self.open.first_entry() else {
            unreachable!("OPEN is empty: the solver passes solvable boards only");
        };
        let key = *first.key();
        let stack = first.get_mut();
        batch.extend(stack.drain(stack.len().saturating_sub(BATCH)..).rev());
        if stack.is_empty() {
            self.open_capacity -= stack.capacity();
            first.remove();
        }
        self.counts.dequeue(batch.len() as u64);
        if self.weights == Weights::EQUAL {
            self.lower_bound = self.lower_bound.max(key.priority as u32);
        }
        key
    }

    /// Expands a batch, or returns the goal if the batch contains it.
    fn expand(
        &mut self,
        key: OpenKey,
        batch: &mut Vec<S>,
        homes: &[usize; BATCH],
        meter: &Meter<'_>,
    ) -> Result<Option<S>, StopReason> {
        // A consistent heuristic changes by at most one per move.
        let mut lower = Vec::with_capacity(2 * BATCH);
        let mut same = Vec::new();
        let mut higher = Vec::with_capacity(2 * BATCH);
        for (tagged, &home) in batch.drain(..).zip(homes) {
            if !self.closed.insert(home, &tagged) {
                tagged.release(self.problem.memory);
                continue;
            }
            let (state, tag) = tagged.untagged();
            if state == self.problem.goal {
                return Ok(Some(state));
            }
            self.stats.expanded += 1;
            let last = last_move(tag);
            for child in self.problem.children(&state, key.estimate, last) {
                debug_assert!(child.estimate.abs_diff(key.estimate) <= 1, "the heuristic is inconsistent");
                let next = child.state.tagged(child.by as u8);
                match child.estimate.cmp(&key.estimate) {
                    std::cmp::Ordering::Less => lower.push(next),
                    std::cmp::Ordering::Equal => same.push(next),
                    std::cmp::Ordering::Greater => higher.push(next),
                }
            }
        }
        self.stats.generated += (lower.len() + same.len() + higher.len()) as u64;
        for (estimate, states) in [
            (key.estimate.wrapping_sub(1), &mut lower),
            (key.estimate, &mut same),
            (key.estimate + 1, &mut higher),
        ] {
            self.enqueue(key.moves + 1, estimate, states, meter)?;
        }
        self.stored = self.stored.max((self.closed.len() + self.counts.len()) as u64);
        Ok(None)
    }

    /// Enqueues states with the same g and h, unless that exceeds the memory limit.
    fn enqueue(
        &mut self,
        moves: u32,
        estimate: u32,
        states: &mut Vec<S>,
        meter: &Meter<'_>,
    ) -> Result<(), StopReason> {
        if states.is_empty() {
            return Ok(());
        }
        let added = states.len() as u64;
        self.stats.max_depth = self.stats.max_depth.max(Some(moves));
        let used = self.bytes();
        let stack = self.stack(moves, estimate);
        let old_capacity = stack.capacity();
        let needed = stack.len() + states.len();
        let new_capacity = if needed <= old_capacity { old_capacity } else { needed.max(2 * old_capacity) };
        meter.afford(used + (new_capacity - old_capacity) * size_of::<S>())?;
        stack.reserve_exact(new_capacity - stack.len());
        stack.append(states);
        self.counts.enqueue(added);
        self.open_capacity += new_capacity - old_capacity;
        Ok(())
    }

    /// Returns the stack of states with this g and h.
    fn stack(&mut self, moves: u32, estimate: u32) -> &mut Vec<S> {
        let weighted_moves = u64::from(self.weights.moves) * u64::from(moves);
        let weighted_estimate = u64::from(self.weights.estimate) * u64::from(estimate);
        let priority = weighted_moves + weighted_estimate;
        self.open.entry(OpenKey { priority, estimate, moves }).or_default()
    }

    fn bytes(&self) -> usize {
        self.closed.bytes() + self.open_capacity * size_of::<S>() + self.problem.memory.bytes()
    }
}
