//! Depth-first search, as textbooks give it for graphs.
//!
//! The frontier is a stack. The goal test is applied when a node is removed from it. Otherwise the node is expanded, and each
//! successor is added to the frontier unless its board is there or was expanded before. Successors are pushed last to
//! first, so that the first in the order of moves is expanded first. The search goes down one path as far as it can: on 3×3
//! to a depth of some 66,000 moves.
//!
//! **With a depth limit**, nodes at the limit are not expanded. A board that is reached again at a smaller depth is then added
//! again, since its solutions may have been cut off the first time. So the search finds a solution if there is one within
//! the limit.

use super::common::{NodeId, SearchTree, ShardedTable, State, StateMemory, TreeNode};
use super::{Child, End, Meter, Problem, Run};
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
    let mut search = DepthFirstSearch::new(problem, board, depth_limit);
    let end = search.run(meter).unwrap_or_else(End::Stopped);
    let lower_bound = match (&end, search.depth_limit) {
        (End::Stopped(StopReason::Depth), Some(limit)) => limit.saturating_add(1),
        _ => 0,
    };
    let stats = Stats {
        queue: search.counts,
        max_depth: Some(search.max_depth),
        stored: search.tree.len() as u64,
        memory: search.bytes(),
        time: meter.elapsed(),
        ..search.stats
    };
    Run { end, lower_bound, stats }
}

struct DepthFirstSearch<'a, S: State, E> {
    problem: &'a Problem<S, E>,
    depth_limit: Option<u32>,
    tree: SearchTree<S>,
    by_state: ShardedTable<NodeId>,
    /// For each node of the tree: true if it is in the frontier.
    is_open: Vec<bool>,
    /// The frontier. A board that was added again has entries further down that are obsolete.
    stack: Vec<NodeId>,
    max_depth: u32,
    counts: QueueStats,
    stats: Stats,
}

impl<'a, S: State, E: Evaluate> DepthFirstSearch<'a, S, E> {
    fn new(problem: &'a Problem<S, E>, board: &Board, depth_limit: Option<u32>) -> Self {
        let root = S::pack(board, problem.memory);
        let mut by_state = ShardedTable::new();
        by_state.insert(root.hash(), 0, |_| root.hash());
        let mut counts = QueueStats::default();
        counts.enqueue(1);
        Self {
            problem,
            depth_limit,
            tree: SearchTree::new(root, 0),
            by_state,
            is_open: vec![true],
            stack: vec![0],
            max_depth: 0,
            counts,
            stats: Stats { generated: 1, ..Stats::default() },
        }
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> Result<End, StopReason> {
        loop {
            meter.tick(4, self.problem.size.cells(), || Progress {
                generated: self.stats.generated,
                queue: self.counts.len(),
                memory: self.bytes(),
                ..Progress::default()
            })?;
            meter.afford(self.bytes() + self.growth())?;
            let Some(id) = self.stack.pop() else { return Err(StopReason::Depth) };
            if !std::mem::take(&mut self.is_open[id as usize]) {
                continue;
            }
            self.counts.dequeue(1);
            let node = &self.tree[id];
            if node.state == self.problem.goal {
                return Ok(End::Goal(self.tree.path(id)));
            }
            if self.depth_limit.is_none_or(|limit| node.moves < limit) {
                self.expand(id);
            }
        }
    }

    fn expand(&mut self, id: NodeId) {
        let TreeNode { state, moves, .. } = self.tree[id];
        self.stats.expanded += 1;
        let mut successors = [None; 4];
        for (slot, child) in successors.iter_mut().zip(self.problem.children(&state, 0, None)) {
            *slot = Some(child);
        }
        for child in successors.into_iter().rev().flatten() {
            self.stats.generated += 1;
            self.visit(id, moves + 1, child);
        }
    }

    /// Adds a successor to the frontier unless its board is known, at the same or a smaller depth if depth matters.
    fn visit(&mut self, parent: NodeId, moves: u32, child: Child<S>) {
        let known = self.by_state.find(child.state.hash(), |&id| self.tree[id].state == child.state).copied();
        let id = if let Some(id) = known {
            child.state.release(self.problem.memory);
            if self.depth_limit.is_none() || self.tree[id].moves <= moves {
                return;
            }
            let node = &mut self.tree[id];
            (node.moves, node.parent, node.last) = (moves, parent, Some(child.by));
            id
        } else {
            let node = TreeNode { state: child.state, moves, estimate: 0, parent, last: Some(child.by) };
            let id = self.tree.push(node);
            self.by_state.insert(child.state.hash(), id, |&id| self.tree[id].state.hash());
            self.is_open.push(false);
            id
        };
        if std::mem::replace(&mut self.is_open[id as usize], true) {
            // It replaces the entry at a larger depth.
            self.counts.dequeue(1);
        }
        self.counts.enqueue(1);
        self.stack.push(id);
        self.max_depth = self.max_depth.max(moves);
    }

    /// Returns the additional bytes that the next expansion may allocate.
    fn growth(&self) -> usize {
        let grown = |length: usize, capacity: usize, size: usize| {
            if capacity - length < 4 { 2 * capacity.max(4) * size } else { 0 }
        };
        self.by_state.growth()
            + self.problem.memory.growth(4)
            + grown(self.is_open.len(), self.is_open.capacity(), 1)
            + grown(self.stack.len(), self.stack.capacity(), size_of::<NodeId>())
    }

    fn bytes(&self) -> usize {
        self.tree.bytes()
            + self.problem.memory.bytes()
            + self.by_state.bytes()
            + self.is_open.capacity()
            + self.stack.capacity() * size_of::<NodeId>()
    }
}
