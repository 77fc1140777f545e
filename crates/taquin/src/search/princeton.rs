//! A* as Princeton's course specifies it.
//!
//! A search node is a board, the number of moves made to reach it, and its parent. Nodes are in a minimum
//! priority queue ordered by f = g + h, which is computed once. The goal test is applied to the dequeued
//! node, not to generated ones. Its neighbors are enqueued, except the board of its parent: the "critical
//! optimization". There is no other duplicate detection. The board and its twin are searched in lockstep, one
//! dequeued node each; exactly one of the two reaches the goal.
//!
//! The course does not say how to break ties between equal priorities. Here smaller h comes first, since
//! larger g is certain and h is only a lower bound; then last in, first out. The queue is a [`BucketList`].
//!
//! PERF: on a 50-move board with 10 million nodes, buckets are 2.7 times as fast as a binary heap with the
//! same order.

use super::common::{BucketList, NodeId, OpenKey, OpenList, SearchTree, State, StateMemory, TreeNode};
use super::{End, Meter, Problem, Run};
use crate::heuristic::Evaluate;
use crate::progress::Progress;
use crate::stats::QueueStats;
use crate::stats::Stats;
use taquin_core::Board;
use taquin_core::StopReason;

/// Searches the board and its twin in lockstep.
pub(crate) fn search<S: State, E: Evaluate>(
    problem: &Problem<S, E>,
    board: &Board,
    meter: &mut Meter<'_>,
) -> Run {
    let mut twin = TreeSearch::new(problem, &board.twin());
    let mut board = TreeSearch::new(problem, board);
    let end = lockstep(&mut board, &mut twin, meter).unwrap_or_else(End::Stopped);
    let stats = Stats {
        generated: board.counts.enqueued + twin.counts.enqueued,
        expanded: board.expanded + twin.expanded,
        queue: board.counts,
        twin_queue: Some(twin.counts),
        max_depth: Some(board.max_depth),
        stored: (board.tree.len() + twin.tree.len()) as u64,
        memory: board.bytes() + twin.bytes() + problem.memory.bytes(),
        time: meter.elapsed(),
        ..Stats::default()
    };
    Run { end, lower_bound: board.lower_bound, stats }
}

fn lockstep<S: State, E: Evaluate>(
    board: &mut TreeSearch<'_, S, E>,
    twin: &mut TreeSearch<'_, S, E>,
    meter: &mut Meter<'_>,
) -> Result<End, StopReason> {
    let memory = board.problem.memory;
    loop {
        let bytes = board.bytes() + twin.bytes() + memory.bytes();
        meter.tick(8, board.problem.size.cells(), || Progress {
            generated: board.counts.enqueued + twin.counts.enqueued,
            lower_bound: board.lower_bound,
            queue: board.counts.len() + twin.counts.len(),
            memory: bytes,
            ..Progress::default()
        })?;
        meter.afford(bytes + board.queue.growth() + twin.queue.growth() + memory.growth(8))?;
        if let Some(goal) = board.step() {
            return Ok(End::Goal(board.tree.path(goal)));
        }
        if twin.step().is_some() {
            return Ok(End::TwinSolved);
        }
    }
}

/// One of the two searches: A* without duplicate detection.
struct TreeSearch<'a, S: State, E> {
    problem: &'a Problem<S, E>,
    tree: SearchTree<S>,
    queue: BucketList,
    counts: QueueStats,
    expanded: u64,
    max_depth: u32,
    /// The largest f dequeued so far.
    lower_bound: u32,
}

impl<'a, S: State, E: Evaluate> TreeSearch<'a, S, E> {
    fn new(problem: &'a Problem<S, E>, board: &Board) -> Self {
        let estimate = problem.estimator.estimate(board);
        let tree = SearchTree::new(S::pack(board, problem.memory), estimate);
        let mut queue = BucketList::default();
        queue.insert(0, OpenKey::new(&tree[0]));
        let mut counts = QueueStats::default();
        counts.enqueue(1);
        Self { problem, tree, queue, counts, expanded: 0, max_depth: 0, lower_bound: estimate }
    }

    /// Dequeues a node. Returns it if it is the goal; otherwise enqueues its neighbors.
    fn step(&mut self) -> Option<NodeId> {
        let (id, key) = self.queue.pop()?;
        self.counts.dequeue(1);
        self.lower_bound = self.lower_bound.max(key.cost);
        let node = &self.tree[id];
        if node.state == self.problem.goal {
            return Some(id);
        }
        let state = node.state;
        let moves = node.moves + 1;
        let last = node.last;
        self.expanded += 1;
        for child in self.problem.children(&state, key.estimate, last) {
            let node = TreeNode {
                state: child.state,
                moves,
                estimate: child.estimate,
                parent: id,
                last: Some(child.by),
            };
            self.max_depth = self.max_depth.max(moves);
            let key = OpenKey::new(&node);
            self.queue.insert(self.tree.push(node), key);
            self.counts.enqueue(1);
        }
        None
    }

    fn bytes(&self) -> usize {
        self.tree.bytes() + self.queue.bytes()
    }
}
