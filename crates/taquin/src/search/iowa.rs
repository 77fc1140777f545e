//! A* as Iowa State's course specifies it, with the lists OPEN and CLOSED.
//!
//! Each state is kept once. A successor that is on neither list goes on OPEN; one that is on OPEN with a larger cost, or
//! was on CLOSED with a larger cost, gets the new cost and predecessor and is (back) on OPEN. The last case cannot happen
//! with a consistent estimate; with one that is merely admissible it is what keeps the answer right.
//!
//! OPEN is one of the three structures in [`open_list`](super::open_list). All three order states by cost, then by
//! estimate, newest first, so that they expand the same states and find the same solution. Whether a state is on a list,
//! and which, is looked up in a hash table.

use super::open_list::{Bucket, Heap, Key, LinkedList, OpenKind, OpenList};
use super::stats::QueueStats;
use super::tree::{Node, NodeId, Tree};
use super::{Child, End, Meter, Problem, Progress, Run, Stats, StopReason};
use crate::board::Board;
use crate::heuristic::Estimate;
use crate::search::state::State;
use hashbrown::HashTable;

/// Searches with the given structure for OPEN.
pub(crate) fn search<S: State, E: Estimate>(
    problem: &Problem<S, E>,
    board: &Board,
    open: OpenKind,
    meter: &mut Meter<'_>,
) -> Run {
    match open {
        OpenKind::List => Search::new(problem, board, LinkedList::default()).run(meter),
        OpenKind::Heap => Search::new(problem, board, Heap::default()).run(meter),
        OpenKind::Bucket => Search::new(problem, board, Bucket::default()).run(meter),
    }
}

struct Search<'a, S, E, O> {
    problem: &'a Problem<S, E>,
    tree: Tree<S>,
    /// Which of the two lists each node of the tree is on.
    is_open: Vec<bool>,
    open: O,
    /// All nodes, to be found by their state.
    by_state: HashTable<NodeId>,
    counts: QueueStats,
    stats: Stats,
    lower_bound: u32,
}

impl<'a, S: State, E: Estimate, O: OpenList> Search<'a, S, E, O> {
    fn new(problem: &'a Problem<S, E>, board: &Board, mut open: O) -> Self {
        let (state, estimate) = (S::pack(board), problem.estimator.estimate(board));
        let mut by_state = HashTable::new();
        by_state.insert_unique(state.hash(), 0, |_| state.hash());
        open.insert(0, Key { cost: estimate, estimate });
        let mut counts = QueueStats::default();
        counts.put(1);
        Self {
            problem,
            tree: Tree::new(state, estimate),
            is_open: vec![true],
            open,
            by_state,
            counts,
            stats: Stats { generated: 1, ..Stats::default() },
            lower_bound: estimate,
        }
    }

    fn run(mut self, meter: &mut Meter<'_>) -> Run {
        let end = self.steps(meter).unwrap_or_else(End::Stopped);
        let stats = Stats {
            queue: self.counts,
            stored: self.tree.len() as u64,
            memory: self.bytes(),
            time: meter.elapsed(),
            ..self.stats
        };
        Run { end, lower_bound: self.lower_bound, stats }
    }

    fn steps(&mut self, meter: &mut Meter<'_>) -> Result<End, StopReason> {
        loop {
            meter.tick(4, self.problem.size.cells(), || Progress {
                generated: self.stats.generated,
                lower_bound: self.lower_bound,
                queue: self.counts.len(),
                memory: self.bytes(),
                ..Progress::default()
            })?;
            meter.afford(self.bytes() + self.growth())?;
            let Some((id, key)) = self.open.pop() else {
                unreachable!("the front door lets solvable boards in alone");
            };
            if !self.is_current(id, key) {
                continue;
            }
            self.is_open[id as usize] = false;
            self.counts.take(1);
            self.lower_bound = self.lower_bound.max(key.cost);
            if self.tree[id].state == self.problem.goal {
                return Ok(End::Goal(self.tree.path(id)));
            }
            self.expand(id);
        }
    }

    /// Whether an entry of OPEN still stands: heap and buckets keep the old entry of a state whose cost was lowered.
    fn is_current(&self, id: NodeId, key: Key) -> bool {
        self.is_open[id as usize] && self.tree[id].priority() == key.cost
    }

    fn expand(&mut self, id: NodeId) {
        let Node { state, moves, estimate, .. } = &self.tree[id];
        let (state, moves, estimate) = (state.clone(), moves + 1, *estimate);
        self.stats.expanded += 1;
        // All successors, the state before included: it is on CLOSED with a smaller cost.
        for child in self.problem.children(&state, estimate, None) {
            self.stats.generated += 1;
            self.visit(id, moves, child);
        }
    }

    /// Steps 5b to 5d: puts a successor where it belongs.
    fn visit(&mut self, previous: NodeId, moves: u32, child: Child<S>) {
        let hash = child.state.hash();
        let known = self.by_state.find(hash, |&id| self.tree[id].state == child.state).copied();
        let id = match known {
            Some(id) if self.tree[id].moves <= moves => return,
            Some(id) => {
                let key = Key::of(&self.tree[id]);
                if self.is_open[id as usize] {
                    self.open.remove(id, key);
                    self.counts.take(1);
                }
                let node = &mut self.tree[id];
                (node.moves, node.previous, node.last) = (moves, previous, Some(child.by));
                id
            }
            None => {
                let estimate = child.estimate;
                let node = Node { state: child.state, moves, estimate, previous, last: Some(child.by) };
                let id = self.tree.push(node);
                self.by_state.insert_unique(hash, id, |&id| self.tree[id].state.hash());
                self.is_open.push(false);
                id
            }
        };
        self.is_open[id as usize] = true;
        self.open.insert(id, Key::of(&self.tree[id]));
        self.counts.put(1);
    }

    /// Further memory that the next step may take at once.
    fn growth(&self) -> usize {
        let nodes_full = self.by_state.capacity() - self.by_state.len() < 4;
        let lists_full = self.is_open.capacity() - self.is_open.len() < 4;
        let nodes = if nodes_full { 2 * self.by_state.allocation_size() } else { 0 };
        nodes + if lists_full { self.is_open.capacity() } else { 0 } + self.open.growth()
    }

    fn bytes(&self) -> usize {
        self.tree.bytes() + self.by_state.allocation_size() + self.is_open.capacity() + self.open.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Goal;
    use crate::search::estimate_by::By;
    use crate::search::state::Word;
    use crate::search::{Layers, Limits};

    #[test]
    fn reopening_keeps_the_answer_right_with_an_inconsistent_estimate() {
        let goal = Goal::ring();
        let layers = Layers::around(&goal).expect("small");
        // The true distance for some boards and 0 for the others: admissible and far from consistent.
        let patchy = |board: &Board| {
            let known = Word::pack(board).hash().is_multiple_of(3);
            if known { layers.distance(board).expect("solvable") } else { 0 }
        };
        let problem = Problem::<Word, _>::new(&goal, By(goal.size(), patchy));
        let mut reopened = 0;
        for distance in 10..=layers.radius() {
            for board in layers.boards_at(distance).step_by(97).take(20) {
                for open in [OpenKind::List, OpenKind::Heap, OpenKind::Bucket] {
                    let (limits, mut nobody) = (Limits::default(), ());
                    let run = search(&problem, &board, open, &mut Meter::new(&limits, &mut nobody));
                    let End::Goal(moves) = run.end else { panic!("solvable") };
                    assert_eq!(moves.len(), distance as usize);
                    // The goal is closed without being expanded; any other state is expanded once each time it is closed.
                    let open = run.stats.queue.enqueued - run.stats.queue.dequeued;
                    reopened += run.stats.expanded + 1 - (run.stats.stored - open);
                }
            }
        }
        assert!(reopened > 0, "the estimate is so bad that it must happen");
    }
}
