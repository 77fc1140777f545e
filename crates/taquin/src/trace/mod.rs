//! Step-by-step traces of the searches, for teaching.
//!
//! [`SearchTrace`] is a search with a queue, such as A* as Princeton's course specifies it and as
//! [`Algorithm::Princeton`](crate::Algorithm::Princeton) runs it: nodes are ordered by f = g + h; ties are broken by
//! smaller h, then last in, first out; the neighbor that is the board of the parent is pruned (the "critical
//! optimization"). While the search keeps as little as it can, the trace keeps everything: the pruned nodes, the step
//! that dequeued each of the others, and so the contents of the queue before each step. A test compares the two.
//! [`SearchTrace::with_min_pq`] breaks ties like the traces in the course's FAQ instead, and
//! [`SearchTrace::uninformed`] is breadth-first, depth-first, iterative-deepening or uniform-cost search.
//! [`ListTrace`] is A* as Iowa State's course specifies it, with OPEN and CLOSED. [`IdaTrace`] is IDA* or iterative
//! deepening: iterations of depth-first search, each with a higher cost bound.
//!
//! Traces are not fast. All take the maximum number of nodes to keep, and say why they ended.

mod ida_trace;
mod list_trace;
mod queue;
mod uninformed;

pub use ida_trace::{IdaIteration, IdaTrace, Visit};
pub use list_trace::{ListStep, ListTrace, ListedState, Placement};
pub use queue::TraceQueue;

use crate::algorithm::Algorithm;
use crate::heuristic::{Evaluator, Heuristic};
use taquin_core::{Board, Goal, Move};

/// The index of a node, in the order of generation; the root is 0.
pub type NodeId = usize;

/// A node of a search tree: a board and the path to it. Several nodes can have the same board.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TraceNode {
    /// The board of this node.
    pub board: Board,
    /// g: the number of moves from the root.
    pub moves: u32,
    /// h: the heuristic value of the board.
    pub estimate: u32,
    /// The parent; `None` for the root.
    pub parent: Option<NodeId>,
    /// The move from the parent; `None` for the root.
    pub by: Option<Move>,
    /// The state of the node at the end of the trace.
    pub state: NodeState,
}

impl TraceNode {
    /// Returns f = g + h, the priority in the queue.
    pub fn priority(&self) -> u32 {
        self.moves + self.estimate
    }
}

/// The state of a [`TraceNode`] at the end of its trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// The node is still in the queue.
    Queued,
    /// The node was dequeued in this step, counted from 0.
    Dequeued(usize),
    /// The node was pruned and never enqueued: by the critical optimization of A*, or because an uninformed search has
    /// reached its board before.
    Pruned,
}

/// The reason why a trace ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceEnd {
    /// The goal was found. The solution is shortest, except that of a depth-first search.
    Goal,
    /// All nodes were dequeued or visited: there is no solution, or none within the depth limit.
    Exhausted,
    /// The maximum number of steps was reached.
    StepLimit,
    /// The next step could have exceeded the maximum number of nodes.
    NodeLimit,
}

/// A trace of a search with a queue: all nodes, and the order in which they were dequeued.
///
/// ```
/// use taquin::trace::{SearchTrace, TraceEnd};
/// use taquin::{Board, Goal, Heuristic};
///
/// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
/// let goal = Goal::blank_last(board.size());
/// let trace = SearchTrace::new(&board, &goal, Heuristic::Manhattan, 100, 1000).expect("supports any size");
/// assert_eq!((trace.end, trace.enqueued(), trace.dequeued.len()), (TraceEnd::Goal, 10, 5));
/// # Ok::<(), taquin::BoardError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchTrace {
    /// All nodes, the root first; a [`NodeId`] is an index.
    pub nodes: Vec<TraceNode>,
    /// The dequeued nodes in order, one per step.
    pub dequeued: Vec<NodeId>,
    /// The reason why the trace ended. If it is the goal, the last [dequeued](Self::dequeued) node is the
    /// goal.
    pub end: TraceEnd,
    /// An empty queue with the order of this trace.
    empty_queue: TraceQueue,
}

/// The maximum number of neighbors of a board.
const MAX_NEIGHBORS: usize = 4;

impl SearchTrace {
    /// The algorithms that can be traced in this way.
    pub const ALGORITHMS: [Algorithm; 5] = [
        Algorithm::Princeton,
        Algorithm::BreadthFirst,
        Algorithm::DepthFirst,
        Algorithm::IterativeDeepening,
        Algorithm::UniformCost,
    ];

    /// Searches until the goal is dequeued, the maximum number of steps is reached, or the next step could
    /// exceed the maximum number of nodes. `None` if the heuristic does not [support](Heuristic::supports)
    /// the board's size.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn new(
        board: &Board,
        goal: &Goal,
        heuristic: Heuristic,
        max_steps: usize,
        max_nodes: usize,
    ) -> Option<Self> {
        Some(Self::with_evaluator(&heuristic.evaluator(goal)?, board, goal, max_steps, max_nodes))
    }

    /// Searches as [`new`](Self::new) does, but breaks ties as the traces in the FAQ of Princeton's course do: by the
    /// binary heap of its library, `MinPQ`, with the neighbors in the order in which the blank moves left, right, up and
    /// down.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn with_min_pq(
        board: &Board,
        goal: &Goal,
        heuristic: Heuristic,
        max_steps: usize,
        max_nodes: usize,
    ) -> Option<Self> {
        let evaluator = heuristic.evaluator(goal)?;
        Some(Self::search(&evaluator, board, goal, max_steps, max_nodes, TraceQueue::min_pq()))
    }

    /// Searches as [`new`](Self::new) does, with an existing evaluator for the goal.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn with_evaluator(
        evaluator: &Evaluator,
        board: &Board,
        goal: &Goal,
        max_steps: usize,
        max_nodes: usize,
    ) -> Self {
        Self::search(evaluator, board, goal, max_steps, max_nodes, TraceQueue::default())
    }

    fn search(
        evaluator: &Evaluator,
        board: &Board,
        goal: &Goal,
        max_steps: usize,
        max_nodes: usize,
        empty: TraceQueue,
    ) -> Self {
        let estimate = evaluator.estimate(board);
        let state = NodeState::Queued;
        let root = TraceNode { board: board.clone(), moves: 0, estimate, parent: None, by: None, state };
        let mut queue = empty.clone();
        queue.enqueue(0, &root);
        let mut trace =
            Self { nodes: vec![root], dequeued: Vec::new(), end: TraceEnd::StepLimit, empty_queue: empty };
        while trace.dequeued.len() < max_steps {
            if trace.nodes.len() + MAX_NEIGHBORS > max_nodes {
                trace.end = TraceEnd::NodeLimit;
                break;
            }
            let Some(id) = queue.dequeue() else { break };
            trace.nodes[id].state = NodeState::Dequeued(trace.dequeued.len());
            trace.dequeued.push(id);
            if trace.nodes[id].board.is_goal(goal) {
                trace.end = TraceEnd::Goal;
                break;
            }
            trace.expand(id, evaluator, &mut queue);
        }
        trace
    }

    /// Generates the neighbors of a node and enqueues them, except the board of its parent.
    fn expand(&mut self, id: NodeId, evaluator: &Evaluator, queue: &mut TraceQueue) {
        let node = &self.nodes[id];
        let parent_board = node.parent.map(|parent| &self.nodes[parent].board);
        let child = |(by, board): (Move, Board)| {
            let state = if parent_board == Some(&board) { NodeState::Pruned } else { NodeState::Queued };
            let estimate = evaluator.estimate(&board);
            TraceNode { board, moves: node.moves + 1, estimate, parent: Some(id), by: Some(by), state }
        };
        let mut children: Vec<TraceNode> = node.board.neighbors().map(child).collect();
        if queue.is_min_pq() {
            let blank_order = [Move::Right, Move::Left, Move::Down, Move::Up];
            children.sort_by_key(|child| blank_order.iter().position(|by| Some(*by) == child.by));
        }
        self.enqueue_successors(children, queue);
    }

    /// Adds the successors of a node and enqueues those that are not pruned.
    fn enqueue_successors(&mut self, children: Vec<TraceNode>, queue: &mut TraceQueue) {
        let first = self.nodes.len();
        self.nodes.extend(children);
        queue.enqueue_all(self.queued_from(first, self.nodes.len()));
    }

    /// Returns the nodes of a range that are not pruned.
    fn queued_from(
        &self,
        first: NodeId,
        end: NodeId,
    ) -> impl DoubleEndedIterator<Item = (NodeId, &TraceNode)> {
        let ids = (first..end).zip(self.nodes.get(first..end).unwrap_or_default());
        ids.filter(|(_, node)| node.state != NodeState::Pruned)
    }

    /// Returns the number of nodes enqueued, including the root.
    pub fn enqueued(&self) -> usize {
        self.nodes.iter().filter(|node| node.state != NodeState::Pruned).count()
    }

    /// Returns the nodes from the root to the goal, if the goal was found.
    pub fn path(&self) -> Option<Vec<NodeId>> {
        let goal = self.dequeued.last().copied().filter(|_| self.end == TraceEnd::Goal)?;
        let parent = |&id: &NodeId| self.nodes.get(id)?.parent;
        let mut path: Vec<NodeId> = std::iter::successors(Some(goal), parent).collect();
        path.reverse();
        Some(path)
    }

    /// Returns the moves from the root to the goal, if the goal was found.
    pub fn moves(&self) -> Option<Vec<Move>> {
        self.path().map(|path| path.into_iter().filter_map(|id| self.nodes.get(id)?.by).collect())
    }

    /// Replays the trace, to show the queue before each step.
    pub fn replay(&self) -> TraceReplay<'_> {
        let mut queue = self.empty_queue.clone();
        if let Some(root) = self.nodes.first() {
            queue.enqueue(0, root);
        }
        TraceReplay { trace: self, queue, step: 0, generated: 1, enqueued: 1 }
    }

    /// Returns the queue before a step, counted from 0, or after the last one, in order of priority.
    pub fn queue_before(&self, step: usize) -> Vec<NodeId> {
        let mut replay = self.replay();
        for _ in 0..step {
            replay.advance();
        }
        replay.queue().ids().collect()
    }
}

/// A replay of a [`SearchTrace`], step by step, with the queue before each step.
#[derive(Clone, Debug)]
pub struct TraceReplay<'a> {
    trace: &'a SearchTrace,
    queue: TraceQueue,
    step: usize,
    /// The number of nodes generated so far.
    generated: NodeId,
    enqueued: usize,
}

impl<'a> TraceReplay<'a> {
    /// The trace that is replayed.
    pub fn trace(&self) -> &'a SearchTrace {
        self.trace
    }

    /// The queue before the next step.
    pub fn queue(&self) -> &TraceQueue {
        &self.queue
    }

    /// The number of nodes enqueued so far.
    pub fn enqueued(&self) -> usize {
        self.enqueued
    }

    /// Returns the node that the next step dequeues; `None` after the last step.
    pub fn next_node(&self) -> Option<NodeId> {
        self.trace.dequeued.get(self.step).copied()
    }

    /// Replays the next step, if there is one.
    pub fn advance(&mut self) {
        let Some(id) = self.next_node() else { return };
        self.queue.dequeue();
        self.step += 1;
        let is_successor = |node: &&TraceNode| node.parent == Some(id);
        let successors = self.trace.nodes.iter().skip(self.generated).take_while(is_successor).count();
        let end = self.generated + successors;
        self.queue.enqueue_all(self.trace.queued_from(self.generated, end));
        self.enqueued += self.trace.queued_from(self.generated, end).count();
        self.generated = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::letters;
    use crate::outcome::Outcome;
    use crate::solver::Solver;
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;
    use taquin_core::random_board;

    fn puzzle04() -> (Board, Goal) {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        (board, goal)
    }

    #[test]
    fn a_trace_without_nodes_does_not_panic() {
        let (board, goal) = puzzle04();
        let mut trace = SearchTrace::new(&board, &goal, Heuristic::Manhattan, 100, 1000).expect("any size");
        trace.nodes.clear();
        assert_eq!(trace.moves(), Some(Vec::new()));
        assert!(trace.queue_before(5).is_empty());
    }

    #[test]
    fn puzzle04_matches_the_course() {
        let (board, goal) = puzzle04();
        for heuristic in [Heuristic::Hamming, Heuristic::Manhattan] {
            let trace = SearchTrace::new(&board, &goal, heuristic, usize::MAX, 1000).expect("any size");
            assert_eq!((trace.end, trace.enqueued(), trace.dequeued.len()), (TraceEnd::Goal, 10, 5));
            let queues: Vec<usize> = (0..5).map(|step| trace.queue_before(step).len()).collect();
            assert_eq!(queues, [1, 2, 3, 5, 6]);
            assert_eq!(trace.path().map(|path| path.len() - 1), Some(4));
            assert_eq!(trace.moves().map(|moves| letters(&moves)), Some("LULU".to_owned()));
            // The figures of the course's FAQ, which do not depend on tie-breaking.
            let dequeued =
                trace.dequeued.iter().map(|&id| &trace.nodes[id]).map(|node| (node.moves, node.estimate));
            assert!(dequeued.eq([(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]));
            let mut last: Vec<(u32, u32)> = trace
                .queue_before(4)
                .iter()
                .map(|&id| (trace.nodes[id].moves, trace.nodes[id].estimate))
                .collect();
            last.sort_unstable();
            assert_eq!(last, [(1, 5), (2, 4), (3, 3), (3, 3), (4, 0), (4, 2)]);
        }
    }

    /// The boards in the queue of the FAQ's own trace, in its order.
    #[test]
    fn min_pq_breaks_ties_as_the_faq_does() {
        let (board, goal) = puzzle04();
        let faq: [&[&str]; 5] = [
            &["0 1 3/4 2 5/7 8 6"],
            &["1 0 3/4 2 5/7 8 6", "4 1 3/0 2 5/7 8 6"],
            &["1 2 3/4 0 5/7 8 6", "4 1 3/0 2 5/7 8 6", "1 3 0/4 2 5/7 8 6"],
            &[
                "1 2 3/4 5 0/7 8 6",
                "1 2 3/4 8 5/7 0 6",
                "1 3 0/4 2 5/7 8 6",
                "1 2 3/0 4 5/7 8 6",
                "4 1 3/0 2 5/7 8 6",
            ],
            &[
                "1 2 3/4 5 6/7 8 0",
                "1 2 3/0 4 5/7 8 6",
                "1 2 0/4 5 3/7 8 6",
                "1 3 0/4 2 5/7 8 6",
                "1 2 3/4 8 5/7 0 6",
                "4 1 3/0 2 5/7 8 6",
            ],
        ];
        for heuristic in [Heuristic::Hamming, Heuristic::Manhattan] {
            let trace =
                SearchTrace::with_min_pq(&board, &goal, heuristic, usize::MAX, 1000).expect("any size");
            for (step, expected) in faq.iter().enumerate() {
                let queue = trace.queue_before(step);
                let boards: Vec<String> = queue.iter().map(|&id| trace.nodes[id].board.to_line()).collect();
                assert_eq!(boards, *expected, "step {step}");
            }
            assert_eq!((trace.enqueued(), trace.dequeued.len()), (10, 5));
        }
    }

    #[test]
    fn critical_optimization_prunes_the_board_of_the_grandparent() {
        let (board, goal) = puzzle04();
        let trace =
            SearchTrace::new(&board, &goal, Heuristic::Manhattan, usize::MAX, 1000).expect("any size");
        let pruned: Vec<&TraceNode> =
            trace.nodes.iter().filter(|node| node.state == NodeState::Pruned).collect();
        // Five nodes were dequeued; the root has no parent, and the goal was not expanded.
        assert_eq!(pruned.len(), 3);
        for node in pruned {
            let parent = node.parent.map(|id| &trace.nodes[id]).expect("not the root");
            let grandparent = parent.parent.map(|id| &trace.nodes[id]).expect("its parent is not the root");
            assert_eq!(node.board, grandparent.board);
        }
    }

    #[test]
    fn traces_end_at_their_limits() {
        let (board, goal) = puzzle04();
        let steps = SearchTrace::new(&board, &goal, Heuristic::Manhattan, 2, 1000).expect("any size");
        assert_eq!((steps.end, steps.dequeued.len(), steps.path()), (TraceEnd::StepLimit, 2, None));
        assert_eq!(steps.queue_before(2).len(), 3);
        let nodes =
            SearchTrace::new(&board.twin(), &goal, Heuristic::Manhattan, usize::MAX, 500).expect("any size");
        assert!(nodes.end == TraceEnd::NodeLimit && nodes.nodes.len() <= 500);
        let at_goal = SearchTrace::new(goal.board(), &goal, Heuristic::Manhattan, 1, 1000).expect("any size");
        assert_eq!((at_goal.end, at_goal.moves()), (TraceEnd::Goal, Some(Vec::new())));
        let large = Goal::blank_last("7x7".parse().expect("a size"));
        assert!(SearchTrace::new(large.board(), &large, Heuristic::WalkingDistance, 1, 1000).is_none());
        assert!(IdaTrace::new(large.board(), &large, Heuristic::WalkingDistance, 1000).is_none());
    }

    #[test]
    fn solution_and_node_counts_match_princetons_a_star() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for text in ["2x3", "3x2", "2x4", "3x3"] {
            let goal = Goal::blank_last(text.parse().expect("a size"));
            for heuristic in [Heuristic::Manhattan, Heuristic::LinearConflict, Heuristic::WalkingDistance] {
                let board = random_board(&goal, true, &mut rng);
                let solver = Solver::new(goal.clone())
                    .request(Algorithm::Princeton.with_heuristic(heuristic).expect("it uses one"));
                let Ok(Outcome::Solved(solution)) = solver.solve(&board) else { panic!("solvable") };
                let trace =
                    SearchTrace::new(&board, &goal, heuristic, usize::MAX, usize::MAX).expect("supported");
                assert_eq!(trace.moves(), Some(solution.moves().to_vec()));
                let queue = solution.stats().queue;
                let counts = (trace.enqueued() as u64, trace.dequeued.len() as u64);
                assert_eq!(counts, (queue.enqueued, queue.dequeued));
                assert!(trace.dequeued.iter().map(|&id| trace.nodes[id].priority()).is_sorted());
            }
        }
    }
}
