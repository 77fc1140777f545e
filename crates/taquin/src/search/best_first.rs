//! Best-first search on packed states: A* as one would use it, and its relatives.
//!
//! The order is that of `a·g + b·h`, with g the moves made and h the estimate:
//!
//! | | a | b | |
//! |---|---|---|---|
//! | A* | 1 | 1 | shortest solutions |
//! | weighted A* | 1 | w | solutions at most w times as long as the shortest, much sooner |
//! | greedy best-first | 0 | 1 | any solution |
//!
//! Uniform-cost search is A* with an estimate that is always 0.
//!
//! **Memory.** OPEN is a stack of states for each (priority, h, g), so that none of the three is stored. A state carries
//! the move that led to it in spare bits ([`State::tagged`]), from which the way back can be followed: there are no
//! predecessor links. CLOSED is a hash table of the same tagged states. A stored 15-puzzle node is eight bytes, plus the
//! slack of the stacks and the table.
//!
//! **Duplicates** are found when a state is taken off OPEN, not when it is put there: half of the states that are put
//! there never come off. With a consistent estimate the first time that a board comes off is by a shortest way to it, so
//! nothing is ever reopened. With a weight above 1 that is no longer so, but the bound of w holds without reopening
//! (Likhachev, Gordon and Thrun 2003).
//!
//! **Time** goes into waiting for the table's memory. States are therefore taken off OPEN in batches: all from the
//! same stack, so their order among themselves is free. First the slots of the whole batch are read, which the
//! processor overlaps, and then each state is looked up.

use super::closed_set::ClosedSet;
use super::state::State;
use super::stats::QueueStats;
use super::{End, Meter, Problem, Progress, Run, Stats, StopReason};
use crate::board::{Board, Move};
use crate::heuristic::Estimate;
use std::collections::BTreeMap;

/// The weights of the moves made and of the estimate in a node's priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) moves: u32,
    pub(crate) estimate: u32,
}

impl Weights {
    /// A*'s.
    pub(crate) const EQUAL: Self = Self { moves: 1, estimate: 1 };
}

/// The tag of the state that the search starts from; the others have their move's.
const ROOT: u8 = 4;

/// Searches for the goal; the estimate must be consistent.
pub(crate) fn search<S: State, E: Estimate>(
    problem: &Problem<S, E>,
    board: &Board,
    weights: Weights,
    meter: &mut Meter<'_>,
) -> Run {
    let mut search = Search::new(problem, board, weights);
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

struct Search<'a, S, E> {
    problem: &'a Problem<S, E>,
    weights: Weights,
    open: BTreeMap<Key, Vec<S>>,
    open_capacity: usize,
    open_heap_bytes: usize,
    closed: ClosedSet<S>,
    counts: QueueStats,
    stats: Stats,
    stored: u64,
    peak_bytes: usize,
    lower_bound: u32,
}

/// What OPEN is ordered by: the priority; among equals the state that seems nearest to the goal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    priority: u64,
    estimate: u32,
    moves: u32,
}

/// How many states are looked up together.
///
/// PERF: on a 50-move 15-puzzle with 11 million nodes, one at a time gives 8.2 million nodes a second, 8 14.7, 32 17.5,
/// 64 19.0 and 128 19.3.
const BATCH: usize = 64;

impl<'a, S: State, E: Estimate> Search<'a, S, E> {
    fn new(problem: &'a Problem<S, E>, board: &Board, weights: Weights) -> Self {
        let estimate = problem.estimator.estimate(board);
        let mut search = Self {
            problem,
            weights,
            open: BTreeMap::new(),
            open_capacity: 0,
            open_heap_bytes: 0,
            closed: ClosedSet::new(),
            counts: QueueStats::default(),
            stats: Stats { generated: 1, ..Stats::default() },
            stored: 1,
            peak_bytes: 0,
            lower_bound: estimate,
        };
        let root = S::pack(board).tagged(ROOT);
        search.open_heap_bytes = root.heap_bytes();
        let stack = search.stack(0, estimate);
        stack.push(root);
        search.open_capacity = stack.capacity();
        search.counts.put(1);
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
            let bytes = self.bytes() + self.closed.growth(BATCH);
            meter.afford(bytes)?;
            self.peak_bytes = self.peak_bytes.max(bytes);
            self.closed.make_room(BATCH, || meter.interrupted())?;

            let key = self.take(&mut batch);
            for (home, state) in homes.iter_mut().zip(&batch) {
                *home = self.closed.home(state);
            }
            // The result does not matter, but the reading does.
            let vacant = homes[..batch.len()].iter().filter(|&&home| self.closed.is_vacant(home)).count();
            std::hint::black_box(vacant);

            if let Some(goal) = self.expand(key, &mut batch, &homes, meter)? {
                return Ok(End::Goal(self.way_to(goal)));
            }
        }
    }

    /// Takes a batch off the first stack.
    fn take(&mut self, batch: &mut Vec<S>) -> Key {
        let Some(mut first) = self.open.first_entry() else {
            unreachable!("the front door lets solvable boards in alone");
        };
        let (key, stack) = (*first.key(), first.get_mut());
        batch.extend(stack.drain(stack.len().saturating_sub(BATCH)..).rev());
        if stack.is_empty() {
            self.open_capacity -= stack.capacity();
            first.remove();
        }
        self.counts.take(batch.len() as u64);
        if self.weights == Weights::EQUAL {
            self.lower_bound = self.lower_bound.max(key.priority as u32);
        }
        key
    }

    /// Puts what follows from a batch on OPEN, or returns the goal if it is in the batch.
    fn expand(
        &mut self,
        key: Key,
        batch: &mut Vec<S>,
        homes: &[usize; BATCH],
        meter: &Meter<'_>,
    ) -> Result<Option<S>, StopReason> {
        // A consistent estimate changes by at most one.
        let mut lower = Vec::with_capacity(2 * BATCH);
        let mut same = Vec::new();
        let mut higher = Vec::with_capacity(2 * BATCH);
        for (tagged, &home) in batch.drain(..).zip(homes) {
            self.open_heap_bytes -= tagged.heap_bytes();
            if !self.closed.insert(home, &tagged) {
                continue;
            }
            let (state, tag) = tagged.untagged();
            if state == self.problem.goal {
                return Ok(Some(state));
            }
            self.stats.expanded += 1;
            for child in self.problem.children(&state, key.estimate, Move::ALL.get(usize::from(tag)).copied())
            {
                debug_assert!(child.estimate.abs_diff(key.estimate) <= 1, "the estimate is not consistent");
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
            self.put(key.moves + 1, estimate, states, meter)?;
        }
        self.stored = self.stored.max((self.closed.len() + self.counts.len()) as u64);
        Ok(None)
    }

    /// Puts states with the same moves made and the same estimate on OPEN, if there is memory for it.
    fn put(
        &mut self,
        moves: u32,
        estimate: u32,
        states: &mut Vec<S>,
        meter: &Meter<'_>,
    ) -> Result<(), StopReason> {
        let Some(first) = states.first() else { return Ok(()) };
        let (added, heap_bytes) = (states.len() as u64, states.len() * first.heap_bytes());
        let used = self.bytes() + heap_bytes;
        let stack = self.stack(moves, estimate);
        let (old, needed) = (stack.capacity(), stack.len() + states.len());
        let new = if needed <= old { old } else { needed.max(2 * old) };
        meter.afford(used + (new - old) * size_of::<S>())?;
        stack.reserve_exact(new - stack.len());
        stack.append(states);
        self.counts.put(added);
        self.open_capacity += new - old;
        self.open_heap_bytes += heap_bytes;
        Ok(())
    }

    /// The stack of states with so many moves made and that estimate.
    fn stack(&mut self, moves: u32, estimate: u32) -> &mut Vec<S> {
        let made = u64::from(self.weights.moves) * u64::from(moves);
        let priority = made + u64::from(self.weights.estimate) * u64::from(estimate);
        self.open.entry(Key { priority, estimate, moves }).or_default()
    }

    /// The moves from the start to an expanded state, followed back by the tags.
    fn way_to(&self, goal: S) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut state = goal;
        while let Some(by) = self.move_to(&state) {
            moves.push(by);
            let blank = state.blank();
            let Some(from) = by.opposite().source(self.problem.size, blank) else { break };
            state = state.slide(from, blank, state.tile(from));
        }
        moves.reverse();
        moves
    }

    /// The move that led to an expanded state; none at the start.
    fn move_to(&self, state: &S) -> Option<Move> {
        let (_, tag) = self.closed.get(state)?.clone().untagged();
        Move::ALL.get(usize::from(tag)).copied()
    }

    fn bytes(&self) -> usize {
        self.closed.bytes() + self.open_capacity * size_of::<S>() + self.open_heap_bytes
    }
}
