//! A* as Iowa State's course specifies it, with the lists OPEN and CLOSED.
//!
//! Each state is stored once. A new successor is inserted into OPEN. If the successor is on OPEN or CLOSED
//! with a larger cost, it gets the new cost and parent and is put (back) on OPEN. Reopening a CLOSED state
//! never happens with a consistent heuristic; with one that is only admissible, it preserves optimality.
//!
//! OPEN is one of the three structures of [`OpenListKind`]. All three order states by f, then by h, last in first
//! out, so they expand the same states and find the same solution. With the list, CLOSED is a list too, ordered by tiles,
//! and states are found by traversing both, as the course prescribes. With the others, a hash table finds them.

use super::common::{
    BinaryHeapList, BucketList, NodeId, OpenKey, OpenList, SearchTree, ShardedTable, State, StateMemory,
    TreeNode, linked_list,
};
use super::{Child, End, Meter, Problem, Run};
use crate::algorithm::OpenListKind;
use crate::heuristic::Evaluate;
use crate::ordered_list::OrderedList;
use crate::progress::Progress;
use crate::stats::{QueueStats, Stats};
use std::cell::Cell;
use std::cmp::Ordering;
use taquin_core::{Board, StopReason};

/// Searches with the given data structure for OPEN.
pub(crate) fn search<S: State, E: Evaluate>(
    problem: &Problem<S, E>,
    board: &Board,
    open: OpenListKind,
    meter: &mut Meter<'_>,
) -> Run {
    let (open, index): (Box<dyn OpenList>, _) = match open {
        OpenListKind::LinkedList => {
            let tiles = move |state: S| (0..board.size().cells()).map(move |cell| state.tile(cell));
            let closed: ClosedList<'_, S> =
                OrderedList::new(Box::new(move |a, b| tiles(a.state).cmp(tiles(b.state))));
            (Box::new(linked_list()), Index::Lists { closed, traversed: Cell::new(0) })
        }
        OpenListKind::Heap => (Box::new(BinaryHeapList::default()), Index::Hash(ShardedTable::new())),
        OpenListKind::Buckets => (Box::new(BucketList::default()), Index::Hash(ShardedTable::new())),
    };
    IowaSearch::new(problem, board, open, index).run(meter)
}

struct IowaSearch<'a, S: State, E> {
    problem: &'a Problem<S, E>,
    tree: SearchTree<S>,
    /// For each node of the tree: true if it is on OPEN, false if it is on CLOSED.
    is_open: Vec<bool>,
    open: Box<dyn OpenList>,
    index: Index<'a, S>,
    counts: QueueStats,
    stats: Stats,
    lower_bound: u32,
}

/// Finds the states.
enum Index<'a, S> {
    Hash(ShardedTable<NodeId>),
    /// The course's lists are searched one after the other.
    Lists {
        closed: ClosedList<'a, S>,
        /// An upper bound on the number of links traversed since it was last taken.
        traversed: Cell<usize>,
    },
}

/// CLOSED, ordered by tiles. Adding and finding a state traverse half of the list on average, so a search takes time quadratic in
/// its states, as in the course.
type ClosedList<'a, S> =
    OrderedList<ClosedState<S>, Box<dyn Fn(&ClosedState<S>, &ClosedState<S>) -> Ordering + 'a>>;

struct ClosedState<S> {
    state: S,
    id: NodeId,
}

impl<'a, S: State, E: Evaluate> IowaSearch<'a, S, E> {
    fn new(
        problem: &'a Problem<S, E>,
        board: &Board,
        mut open: Box<dyn OpenList>,
        mut index: Index<'a, S>,
    ) -> Self {
        let state = S::pack(board, problem.memory);
        let estimate = problem.estimator.estimate(board);
        if let Index::Hash(by_state) = &mut index {
            by_state.insert(state.hash(), 0, |_| state.hash());
        }
        open.insert(0, OpenKey { cost: estimate, estimate });
        let mut counts = QueueStats::default();
        counts.enqueue(1);
        Self {
            problem,
            tree: SearchTree::new(state, estimate),
            is_open: vec![true],
            open,
            index,
            counts,
            stats: Stats { generated: 1, max_depth: Some(0), ..Stats::default() },
            lower_bound: estimate,
        }
    }

    fn run(mut self, meter: &mut Meter<'_>) -> Run {
        let end = self.expand_until_goal(meter).unwrap_or_else(End::Stopped);
        let stats = Stats {
            queue: self.counts,
            stored: self.tree.len() as u64,
            memory: self.bytes(),
            time: meter.elapsed(),
            ..self.stats
        };
        Run { end, lower_bound: self.lower_bound, stats }
    }

    fn expand_until_goal(&mut self, meter: &mut Meter<'_>) -> Result<End, StopReason> {
        loop {
            // Traversing a list takes time too.
            let traversed =
                if let Index::Lists { traversed, .. } = &self.index { traversed.take() } else { 0 };
            meter.tick(4 + traversed / 8, self.problem.size.cells(), || Progress {
                generated: self.stats.generated,
                lower_bound: self.lower_bound,
                queue: self.counts.len(),
                memory: self.bytes(),
                ..Progress::default()
            })?;
            meter.afford(self.bytes() + self.growth())?;
            let Some((id, key)) = self.open.pop() else {
                unreachable!("OPEN is empty: the solver passes solvable boards only");
            };
            if !self.is_current(id, key) {
                continue;
            }
            self.is_open[id as usize] = false;
            if let Index::Lists { closed, traversed } = &mut self.index {
                traversed.set(traversed.get() + closed.len());
                closed.add(ClosedState { state: self.tree[id].state, id });
            }
            self.counts.dequeue(1);
            self.lower_bound = self.lower_bound.max(key.cost);
            if self.tree[id].state == self.problem.goal {
                return Ok(End::Goal(self.tree.path(id)));
            }
            self.expand(id);
        }
    }

    /// Returns false for a stale entry: heap and buckets keep the old entry of a state whose cost was
    /// lowered.
    fn is_current(&self, id: NodeId, key: OpenKey) -> bool {
        self.is_open[id as usize] && self.tree[id].priority() == key.cost
    }

    fn expand(&mut self, id: NodeId) {
        let node = &self.tree[id];
        let state = node.state;
        let moves = node.moves + 1;
        let estimate = node.estimate;
        self.stats.expanded += 1;
        // All successors, including the parent, which is on CLOSED with a smaller cost.
        for child in self.problem.children(&state, estimate, None) {
            self.stats.generated += 1;
            self.visit(id, moves, child);
        }
    }

    /// Inserts a successor into OPEN, or updates it, or discards it: steps 5b to 5d of the course.
    fn visit(&mut self, parent: NodeId, moves: u32, child: Child<S>) {
        let id = match self.find(&child.state) {
            Some(id) if self.tree[id].moves <= moves => {
                child.state.release(self.problem.memory);
                return;
            }
            Some(id) => {
                child.state.release(self.problem.memory);
                let key = OpenKey::new(&self.tree[id]);
                if self.is_open[id as usize] {
                    self.open.remove(id, key);
                    self.counts.dequeue(1);
                } else if let Index::Lists { closed, .. } = &mut self.index {
                    closed.remove(&ClosedState { state: self.tree[id].state, id });
                }
                let node = &mut self.tree[id];
                node.moves = moves;
                node.parent = parent;
                node.last = Some(child.by);
                id
            }
            None => {
                let estimate = child.estimate;
                let node = TreeNode { state: child.state, moves, estimate, parent, last: Some(child.by) };
                let id = self.tree.push(node);
                if let Index::Hash(by_state) = &mut self.index {
                    by_state.insert(child.state.hash(), id, |&id| self.tree[id].state.hash());
                }
                self.is_open.push(false);
                id
            }
        };
        self.stats.max_depth = self.stats.max_depth.max(Some(moves));
        self.is_open[id as usize] = true;
        self.open.insert(id, OpenKey::new(&self.tree[id]));
        self.counts.enqueue(1);
    }

    /// Returns the node of a state, on OPEN or CLOSED.
    fn find(&self, state: &S) -> Option<NodeId> {
        match &self.index {
            Index::Hash(by_state) => {
                by_state.find(state.hash(), |&id| self.tree[id].state == *state).copied()
            }
            Index::Lists { closed, traversed } => {
                traversed.set(traversed.get() + self.counts.len() + closed.len());
                let on_open = self.open.find(&mut |id| self.tree[id].state == *state);
                on_open.or_else(|| Some(closed.find(&ClosedState { state: *state, id: 0 })?.id))
            }
        }
    }

    /// Returns the additional bytes that the next expansion may allocate.
    fn growth(&self) -> usize {
        let index = match &self.index {
            Index::Hash(by_state) => by_state.growth(),
            Index::Lists { closed, .. } => closed.growth(),
        };
        let mut bytes = self.open.growth() + index + self.problem.memory.growth(4);
        if self.is_open.capacity() - self.is_open.len() < 4 {
            bytes += self.is_open.capacity();
        }
        bytes
    }

    fn bytes(&self) -> usize {
        let states = self.tree.bytes() + self.problem.memory.bytes();
        let index = match &self.index {
            Index::Hash(by_state) => by_state.bytes(),
            Index::Lists { closed, .. } => closed.bytes(),
        };
        states + index + self.is_open.capacity() + self.open.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::common::Packed64;
    use crate::search::test_support::FnHeuristic;
    use crate::state_space::StateSpace;
    use taquin_core::Goal;
    use taquin_core::Limits;

    #[test]
    fn reopening_preserves_optimality_with_an_inconsistent_heuristic() {
        let goal = Goal::ring();
        let space = StateSpace::enumerate(&goal).expect("small");
        // The true distance for a third of the boards and 0 for the others: admissible but inconsistent.
        let value = |board: &Board| {
            let known = Packed64::pack(board, ()).hash().is_multiple_of(3);
            if known { space.distance(board).expect("solvable") } else { 0 }
        };
        let problem = Problem::<Packed64, _>::new(&goal, FnHeuristic { size: goal.size(), value }, ());
        let mut reopened = 0;
        for distance in 10..=space.radius() {
            for board in space.boards_at(distance).step_by(97).take(20) {
                for open in [OpenListKind::LinkedList, OpenListKind::Heap, OpenListKind::Buckets] {
                    let limits = Limits::default();
                    let run = search(&problem, &board, open, &mut Meter::new(&limits, &mut ()));
                    let End::Goal(moves) = run.end else { panic!("solvable") };
                    assert_eq!(moves.len(), distance as usize);
                    // The goal is closed but not expanded; other states are expanded each time they are
                    // closed.
                    let open = run.stats.queue.enqueued - run.stats.queue.dequeued;
                    reopened += run.stats.expanded + 1 - (run.stats.stored - open);
                }
            }
        }
        assert!(reopened > 0, "this heuristic causes reopening");
    }
}
