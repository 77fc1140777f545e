//! Breadth-first search, as textbooks give it for graphs.
//!
//! The frontier is a first-in, first-out queue. The goal test is applied when a node is removed from it. Otherwise the node
//! is expanded, and each successor is added to the frontier unless its board was added before. Nodes therefore leave the
//! frontier in order of depth, and of all shortest solutions the search finds the lexicographically first in the order of
//! its moves: a board is reached first by the first of the shortest paths to it.
//!
//! **Memory.** The frontier is kept as two layers, of equal depth each. The set of reached boards stores the move that led to
//! each in spare bits, so a 15-puzzle takes eight bytes there and eight in the frontier.

use super::common::{ClosedSet, ROOT_TAG, State, StateMemory, last_move};
use super::{End, Meter, Problem, Run};
use crate::heuristic::Evaluate;
use crate::progress::Progress;
use crate::stats::{QueueStats, Stats};
use taquin_core::{Board, StopReason};

/// Searches for the goal, down to the depth limit, if there is one.
pub(crate) fn search<S: State, E: Evaluate>(
    problem: &Problem<S, E>,
    board: &Board,
    depth_limit: Option<u32>,
    meter: &mut Meter<'_>,
) -> Run {
    let mut search = BreadthFirstSearch::new(problem, board);
    let end = search.run(depth_limit, meter).unwrap_or_else(End::Stopped);
    let stats = Stats {
        queue: search.counts,
        max_depth: Some(search.max_depth),
        stored: search.reached.len() as u64,
        memory: search.peak_bytes,
        time: meter.elapsed(),
        ..search.stats
    };
    Run { end, lower_bound: search.depth, stats }
}

/// The number of nodes expanded together: the cache misses of their successors overlap.
const BATCH: usize = 64;

struct BreadthFirstSearch<'a, S: State, E> {
    problem: &'a Problem<S, E>,
    /// All boards that were ever in the frontier.
    reached: ClosedSet<S>,
    /// The nodes of the frontier at this depth, and those one deeper.
    layer: Vec<S>,
    next_layer: Vec<S>,
    depth: u32,
    max_depth: u32,
    counts: QueueStats,
    stats: Stats,
    peak_bytes: usize,
}

impl<'a, S: State, E: Evaluate> BreadthFirstSearch<'a, S, E> {
    fn new(problem: &'a Problem<S, E>, board: &Board) -> Self {
        let root = S::pack(board, problem.memory).tagged(ROOT_TAG);
        let mut reached = ClosedSet::new();
        reached.insert(reached.home(&root), &root);
        let mut counts = QueueStats::default();
        counts.enqueue(1);
        Self {
            problem,
            reached,
            layer: vec![root],
            next_layer: Vec::new(),
            depth: 0,
            max_depth: 0,
            counts,
            stats: Stats { generated: 1, ..Stats::default() },
            peak_bytes: 0,
        }
    }

    fn run(&mut self, depth_limit: Option<u32>, meter: &mut Meter<'_>) -> Result<End, StopReason> {
        loop {
            let layer = std::mem::take(&mut self.layer);
            let is_deepest = depth_limit.is_some_and(|limit| self.depth >= limit);
            for batch in layer.chunks(BATCH) {
                if let Some(goal) = self.remove(batch, layer.capacity(), is_deepest, meter)? {
                    let Problem { size, memory, .. } = *self.problem;
                    return Ok(End::Goal(self.reached.path_to(goal, size, memory)));
                }
            }
            // No solution has this length.
            self.depth += 1;
            self.layer = std::mem::take(&mut self.next_layer);
            if self.layer.is_empty() {
                return Err(StopReason::Depth);
            }
        }
    }

    /// Removes nodes from the frontier, in order, and expands them. Returns the goal if it is among them. The layer that they
    /// belong to has this capacity.
    fn remove(
        &mut self,
        batch: &[S],
        layer_capacity: usize,
        is_deepest: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<S>, StopReason> {
        self.make_room(layer_capacity, meter)?;
        let mut successors = Vec::with_capacity(3 * BATCH);
        let mut goal = None;
        for &tagged in batch {
            self.counts.dequeue(1);
            let (state, tag) = tagged.untagged();
            if state == self.problem.goal {
                goal = Some(state);
                break;
            }
            if is_deepest {
                continue;
            }
            self.stats.expanded += 1;
            // The successor that undoes the last move was reached before. It counts, but need not be generated.
            let last = last_move(tag);
            let children =
                self.problem.children(&state, 0, last).map(|child| child.state.tagged(child.by as u8));
            let before = successors.len();
            successors.extend(children);
            self.stats.generated += (successors.len() - before) as u64 + u64::from(last.is_some());
        }
        self.add(&successors);
        Ok(goal)
    }

    /// Adds successors to the frontier, except those whose boards were reached before.
    fn add(&mut self, successors: &[S]) {
        let homes: Vec<usize> = successors.iter().map(|state| self.reached.home(state)).collect();
        // Touches the home slots of the whole batch; the result does not matter.
        std::hint::black_box(homes.iter().filter(|&&home| self.reached.is_vacant(home)).count());
        for (state, &home) in successors.iter().zip(&homes) {
            if self.reached.insert(home, state) {
                self.next_layer.push(*state);
                self.counts.enqueue(1);
                self.max_depth = self.depth + 1;
            } else {
                state.release(self.problem.memory);
            }
        }
    }

    /// Polls the limits, and makes room for the successors of a batch.
    fn make_room(&mut self, layer_capacity: usize, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let bytes = |search: &Self| {
            let frontier = (layer_capacity + search.next_layer.capacity()) * size_of::<S>();
            search.reached.bytes() + frontier + search.problem.memory.bytes()
        };
        meter.tick(4 * BATCH, self.problem.size.cells(), || Progress {
            generated: self.stats.generated,
            lower_bound: self.depth,
            queue: self.counts.len(),
            memory: bytes(self),
            ..Progress::default()
        })?;
        let layer = &self.next_layer;
        let capacity = if layer.capacity() - layer.len() < 4 * BATCH {
            2 * layer.capacity().max(2 * BATCH)
        } else {
            layer.capacity()
        };
        // A layer that grows is moved: both copies exist meanwhile.
        let layer_growth = if capacity > layer.capacity() { capacity * size_of::<S>() } else { 0 };
        let growth = layer_growth + self.reached.growth(4 * BATCH) + self.problem.memory.growth(4 * BATCH);
        let total = bytes(self) + growth;
        meter.afford(total)?;
        self.peak_bytes = self.peak_bytes.max(total);
        self.next_layer.reserve_exact(capacity - self.next_layer.len());
        self.reached.make_room(4 * BATCH, &meter.budget())
    }
}
