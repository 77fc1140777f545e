//! Searches written down, for people to look at.
//!
//! [`Trace`] is A* as Princeton's course specifies it, and as [`search`](crate::search) runs it: a node's priority is the
//! moves made plus the estimate; of equal priorities the smaller estimate comes first, and then the newest node; the
//! neighbour that is the board of the node before is left out (the "critical optimization"). Where the search keeps as
//! little as it can, this keeps everything: the nodes left out, when each of the others came off the queue, and so what
//! the queue held before each step. [`IdaTrace`] is IDA* with the same estimate: passes of depth-first search, each with
//! a higher threshold than the one before.
//!
//! Nothing here is fast. Both take the number of nodes that they may keep, and say how they ended.

use crate::board::{Board, Goal, Move};
use crate::heuristic::{Evaluator, Heuristic};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A node's number. Nodes are numbered in the order in which they are made, and the root is 0.
pub type NodeId = usize;

/// A node of the tree that A* searches: a board, and the way on which it was reached. The same board can be in several.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Node {
    /// The board after the moves that led here.
    pub board: Board,
    /// How many moves were made from the root.
    pub moves: u32,
    /// How many moves the heuristic says that the board still needs.
    pub estimate: u32,
    /// The node that it was reached from; `None` for the root.
    pub parent: Option<NodeId>,
    /// The move that led here from there; `None` for the root.
    pub by: Option<Move>,
    /// Whether the node was in the queue, and when it came off.
    pub state: NodeState,
}

impl Node {
    /// The moves made plus the estimate, by which the queue is ordered.
    pub fn priority(&self) -> u32 {
        self.moves + self.estimate
    }
}

/// What became of a node by the end of its trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// The node still waits in the queue.
    Queued,
    /// The node came off the queue in that step, counted from 0.
    Processed(usize),
    /// The critical optimization left it out: it never was in the queue.
    Pruned,
}

/// Why a [`Trace`] or an [`IdaTrace`] goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The goal was found, with the fewest moves.
    Goal,
    /// All steps were taken that it was given.
    Steps,
    /// The next step could have made more nodes than it was given.
    Nodes,
}

/// A* step by step: all its nodes, and the order in which they came off the queue.
///
/// ```
/// use taquin::trace::{End, Trace};
/// use taquin::{Board, Goal, Heuristic};
///
/// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
/// let goal = Goal::blank_last(board.size());
/// let trace = Trace::of(&board, &goal, Heuristic::Manhattan, 100, 1000).expect("for boards of any size");
/// assert_eq!((trace.end, trace.enqueued(), trace.dequeued.len()), (End::Goal, 10, 5));
/// # Ok::<(), taquin::BoardError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Trace {
    /// All nodes, by their numbers: the root first.
    pub nodes: Vec<Node>,
    /// The nodes in the order in which they came off the queue, one per step.
    pub dequeued: Vec<NodeId>,
    /// Why it goes no further. With the goal, the last node of [`dequeued`](Self::dequeued) is the goal.
    pub end: End,
}

/// The most neighbours that a board has.
const MOST_NEIGHBORS: usize = 4;

impl Trace {
    /// Searches until the goal comes off the queue, or so many steps were taken, or the next could make more than so
    /// many nodes. `None` if the heuristic does not [support](Heuristic::supports) the board's size.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn of(
        board: &Board,
        goal: &Goal,
        heuristic: Heuristic,
        most_steps: usize,
        most_nodes: usize,
    ) -> Option<Self> {
        Some(Self::by(&heuristic.evaluator(goal)?, board, goal, most_steps, most_nodes))
    }

    /// Searches as [`of`](Self::of) does, with a heuristic that is set up already for the goal.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn by(
        evaluator: &Evaluator,
        board: &Board,
        goal: &Goal,
        most_steps: usize,
        most_nodes: usize,
    ) -> Self {
        let estimate = evaluator.estimate(board);
        let state = NodeState::Queued;
        let root = Node { board: board.clone(), moves: 0, estimate, parent: None, by: None, state };
        let mut queue = Queue::default();
        queue.put(0, &root);
        let mut trace = Self { nodes: vec![root], dequeued: Vec::new(), end: End::Steps };
        while trace.dequeued.len() < most_steps {
            if trace.nodes.len() + MOST_NEIGHBORS > most_nodes {
                trace.end = End::Nodes;
                break;
            }
            let Some(id) = queue.take() else { break };
            trace.nodes[id].state = NodeState::Processed(trace.dequeued.len());
            trace.dequeued.push(id);
            if trace.nodes[id].board.is_goal(goal) {
                trace.end = End::Goal;
                break;
            }
            trace.expand(id, evaluator, &mut queue);
        }
        trace
    }

    /// Makes a node's neighbours, and puts all of them into the queue but the board of the node before.
    fn expand(&mut self, id: NodeId, evaluator: &Evaluator, queue: &mut Queue) {
        let node = &self.nodes[id];
        let previous = node.parent.map(|parent| &self.nodes[parent].board);
        let child = |(by, board): (Move, Board)| {
            let state = if previous == Some(&board) { NodeState::Pruned } else { NodeState::Queued };
            let (moves, estimate) = (node.moves + 1, evaluator.estimate(&board));
            Node { board, moves, estimate, parent: Some(id), by: Some(by), state }
        };
        let children: Vec<Node> = node.board.neighbors().map(child).collect();
        for child in children {
            if child.state == NodeState::Queued {
                queue.put(self.nodes.len(), &child);
            }
            self.nodes.push(child);
        }
    }

    /// How many nodes were put into the queue in all, the root included.
    pub fn enqueued(&self) -> usize {
        self.nodes.iter().filter(|node| node.state != NodeState::Pruned).count()
    }

    /// The nodes from the root to the goal, if the goal came off the queue.
    pub fn path(&self) -> Option<Vec<NodeId>> {
        let goal = self.dequeued.last().copied().filter(|_| self.end == End::Goal)?;
        let parent = |&id: &NodeId| self.nodes.get(id)?.parent;
        let mut path: Vec<NodeId> = std::iter::successors(Some(goal), parent).collect();
        path.reverse();
        Some(path)
    }

    /// The moves from the root to the goal, if the goal came off the queue.
    pub fn moves(&self) -> Option<Vec<Move>> {
        self.path().map(|path| path.into_iter().filter_map(|id| self.nodes.get(id)?.by).collect())
    }

    /// Goes through the trace once more, to see the queue just before each step.
    pub fn replay(&self) -> Replay<'_> {
        let mut queue = Queue::default();
        if let Some(root) = self.nodes.first() {
            queue.put(0, root);
        }
        Replay { trace: self, queue, step: 0, made: 1, enqueued: 1 }
    }

    /// The queue just before a step, counted from 0, or after the last one; the node that would come off first is first.
    pub fn queue_before(&self, step: usize) -> Vec<NodeId> {
        let mut replay = self.replay();
        for _ in 0..step {
            replay.advance();
        }
        replay.queue().ids().collect()
    }
}

/// The nodes that wait, in the order in which they would come off if no others came in.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    /// Priority, estimate, and the newest first.
    keys: BTreeSet<(u32, u32, Reverse<NodeId>)>,
}

impl Queue {
    fn put(&mut self, id: NodeId, node: &Node) {
        self.keys.insert((node.priority(), node.estimate, Reverse(id)));
    }

    fn take(&mut self) -> Option<NodeId> {
        self.keys.pop_first().map(|(_, _, Reverse(id))| id)
    }

    /// How many nodes wait in the queue.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no node waits in the queue.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The nodes that wait, the one that would come off first being first.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.keys.iter().map(|&(_, _, Reverse(id))| id)
    }
}

/// A [`Trace`] gone through once more, step by step, with the queue as it was then.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    trace: &'a Trace,
    queue: Queue,
    step: usize,
    /// The number of the next node to be made.
    made: NodeId,
    enqueued: usize,
}

impl<'a> Replay<'a> {
    /// The trace that is gone through.
    pub fn trace(&self) -> &'a Trace {
        self.trace
    }

    /// The queue just before the next step.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// How many nodes were put into the queue so far.
    pub fn enqueued(&self) -> usize {
        self.enqueued
    }

    /// The node that the next step takes off the queue; none after the last step.
    pub fn next_node(&self) -> Option<NodeId> {
        self.trace.dequeued.get(self.step).copied()
    }

    /// Takes the next step, if there is one.
    pub fn advance(&mut self) {
        let Some(id) = self.next_node() else { return };
        self.queue.take();
        self.step += 1;
        while let Some(node) = self.trace.nodes.get(self.made).filter(|node| node.parent == Some(id)) {
            if node.state != NodeState::Pruned {
                self.queue.put(self.made, node);
                self.enqueued += 1;
            }
            self.made += 1;
        }
    }
}

/// IDA* node by node: depth-first searches, each with a higher threshold than the one before.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IdaTrace {
    /// The depth-first searches in order. The first threshold is the root's estimate.
    pub passes: Vec<Pass>,
    /// Why it goes no further: [`End::Goal`] or [`End::Nodes`].
    pub end: End,
}

/// A depth-first search that goes no further than its threshold.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Pass {
    /// The most that depth plus estimate may be: nodes with more are cut off.
    pub threshold: u32,
    /// The nodes in the order in which they were visited, the root first.
    pub visits: Vec<Visit>,
}

/// A node that a depth-first search came to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Visit {
    /// The board after the moves that led here.
    pub board: Board,
    /// How many moves were made from the root.
    pub depth: u32,
    /// How many moves the heuristic says that the board still needs.
    pub estimate: u32,
    /// The last move that led here; `None` for the root.
    pub by: Option<Move>,
    /// Whether the node is beyond the threshold, so that nothing below it was visited.
    pub is_cut_off: bool,
}

impl Visit {
    /// The depth plus the estimate, which is held against the threshold.
    pub fn cost(&self) -> u32 {
        self.depth + self.estimate
    }
}

impl IdaTrace {
    /// Searches until the goal is found or so many nodes were visited. `None` if the heuristic does not
    /// [support](Heuristic::supports) the board's size.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn of(board: &Board, goal: &Goal, heuristic: Heuristic, most_nodes: usize) -> Option<Self> {
        let evaluator = heuristic.evaluator(goal)?;
        let mut trace = Self { passes: Vec::new(), end: End::Nodes };
        let mut nodes_left = most_nodes;
        let mut after = After::Threshold(evaluator.estimate(board));
        while let After::Threshold(threshold) = after {
            let mut pass = Pass { threshold, visits: Vec::new() };
            after = pass.run(board, goal, &evaluator, &mut nodes_left);
            if !pass.visits.is_empty() {
                trace.passes.push(pass);
            }
        }
        if matches!(after, After::Goal) {
            trace.end = End::Goal;
        }
        Some(trace)
    }

    /// How many nodes were visited, in all passes together.
    pub fn visited(&self) -> usize {
        self.passes.iter().map(|pass| pass.visits.len()).sum()
    }

    /// The moves to the goal, if it was found.
    pub fn moves(&self) -> Option<Vec<Move>> {
        let pass = self.passes.last().filter(|_| self.end == End::Goal)?;
        // The nearest node before that is one move less deep is the one it was reached from.
        let mut depth = pass.visits.last()?.depth;
        let mut moves = Vec::new();
        for visit in pass.visits.iter().rev() {
            if let Some(by) = visit.by.filter(|_| visit.depth == depth) {
                moves.push(by);
                depth -= 1;
            }
        }
        moves.reverse();
        Some(moves)
    }
}

/// What comes after a pass.
enum After {
    /// Nothing: it found the goal.
    Goal,
    /// Nothing: there are no nodes left.
    NoNodes,
    /// A pass with this threshold.
    Threshold(u32),
}

impl Pass {
    fn run(&mut self, board: &Board, goal: &Goal, evaluator: &Evaluator, nodes_left: &mut usize) -> After {
        let estimate = evaluator.estimate(board);
        let mut pending =
            vec![Visit { board: board.clone(), depth: 0, estimate, by: None, is_cut_off: false }];
        let mut next = u32::MAX;
        while let Some(mut visit) = pending.pop() {
            if *nodes_left == 0 {
                return After::NoNodes;
            }
            *nodes_left -= 1;
            visit.is_cut_off = visit.cost() > self.threshold;
            let is_goal = !visit.is_cut_off && visit.board.is_goal(goal);
            if visit.is_cut_off {
                next = next.min(visit.cost());
            } else if !is_goal {
                pending.extend(children(&visit, evaluator).into_iter().rev());
            }
            self.visits.push(visit);
            if is_goal {
                return After::Goal;
            }
        }
        After::Threshold(next)
    }
}

/// The nodes one move on, without the one that takes the last move back.
fn children(visit: &Visit, evaluator: &Evaluator) -> Vec<Visit> {
    let undo = visit.by.map(Move::opposite);
    let neighbors = visit.board.neighbors().filter(|(by, _)| Some(*by) != undo);
    let child = |(by, board): (Move, Board)| {
        let (depth, estimate) = (visit.depth + 1, evaluator.estimate(&board));
        Visit { board, depth, estimate, by: Some(by), is_cut_off: false }
    };
    neighbors.map(child).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::random_board;
    use crate::notation::letters;
    use crate::solver::{Algorithm, Outcome, Solver};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn puzzle04() -> (Board, Goal) {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        (board, goal)
    }

    #[test]
    fn a_trace_whose_nodes_were_taken_has_no_moves() {
        let (board, goal) = puzzle04();
        let mut trace = Trace::of(&board, &goal, Heuristic::Manhattan, 100, 1000).expect("any size");
        trace.nodes.clear();
        assert_eq!(trace.moves(), Some(Vec::new()));
        assert!(trace.queue_before(5).is_empty());
    }

    #[test]
    fn puzzle04_is_as_the_course_shows_it() {
        let (board, goal) = puzzle04();
        for heuristic in [Heuristic::Hamming, Heuristic::Manhattan] {
            let trace = Trace::of(&board, &goal, heuristic, usize::MAX, 1000).expect("any size");
            assert_eq!((trace.end, trace.enqueued(), trace.dequeued.len()), (End::Goal, 10, 5));
            let queues: Vec<usize> = (0..5).map(|step| trace.queue_before(step).len()).collect();
            assert_eq!(queues, [1, 2, 3, 5, 6]);
            assert_eq!(trace.path().map(|path| path.len() - 1), Some(4));
            assert_eq!(trace.moves().map(|moves| letters(&moves)), Some("LULU".to_owned()));
            // The FAQ's figures of each queue, whichever of equal priorities comes first.
            let taken =
                trace.dequeued.iter().map(|&id| &trace.nodes[id]).map(|node| (node.moves, node.estimate));
            assert!(taken.eq([(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]));
            let mut last: Vec<(u32, u32)> = trace
                .queue_before(4)
                .iter()
                .map(|&id| (trace.nodes[id].moves, trace.nodes[id].estimate))
                .collect();
            last.sort_unstable();
            assert_eq!(last, [(1, 5), (2, 4), (3, 3), (3, 3), (4, 0), (4, 2)]);
        }
    }

    #[test]
    fn the_critical_optimization_leaves_out_one_neighbour_of_each_node_but_the_root() {
        let (board, goal) = puzzle04();
        let trace = Trace::of(&board, &goal, Heuristic::Manhattan, usize::MAX, 1000).expect("any size");
        let pruned: Vec<&Node> = trace.nodes.iter().filter(|node| node.state == NodeState::Pruned).collect();
        // Five nodes came off; the root has nothing before it, and the goal was not expanded.
        assert_eq!(pruned.len(), 3);
        for node in pruned {
            let parent = node.parent.map(|id| &trace.nodes[id]).expect("not the root");
            let before = parent.parent.map(|id| &trace.nodes[id]).expect("its parent is not the root");
            assert_eq!(node.board, before.board);
        }
    }

    #[test]
    fn limits_end_it() {
        let (board, goal) = puzzle04();
        let steps = Trace::of(&board, &goal, Heuristic::Manhattan, 2, 1000).expect("any size");
        assert_eq!((steps.end, steps.dequeued.len(), steps.path()), (End::Steps, 2, None));
        assert_eq!(steps.queue_before(2).len(), 3);
        let nodes = Trace::of(&board.twin(), &goal, Heuristic::Manhattan, usize::MAX, 500).expect("any size");
        assert!(nodes.end == End::Nodes && nodes.nodes.len() <= 500);
        let at_goal = Trace::of(goal.board(), &goal, Heuristic::Manhattan, 1, 1000).expect("any size");
        assert_eq!((at_goal.end, at_goal.moves()), (End::Goal, Some(Vec::new())));
        let large = Goal::blank_last("7x7".parse().expect("a size"));
        assert!(Trace::of(large.board(), &large, Heuristic::WalkingDistance, 1, 1000).is_none());
        assert!(IdaTrace::of(large.board(), &large, Heuristic::WalkingDistance, 1000).is_none());
    }

    /// The same solution, by as many nodes; and their priorities never decrease.
    #[test]
    fn it_does_what_the_search_does() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for text in ["2x3", "3x2", "2x4", "3x3"] {
            let goal = Goal::blank_last(text.parse().expect("a size"));
            for heuristic in [Heuristic::Manhattan, Heuristic::LinearConflict, Heuristic::WalkingDistance] {
                let board = random_board(&goal, true, &mut rng);
                let solver = Solver::new(goal.clone()).algorithm(Algorithm::Princeton).heuristic(heuristic);
                let Ok(Outcome::Solved(solution)) = solver.solve(&board) else { panic!("solvable") };
                let trace = Trace::of(&board, &goal, heuristic, usize::MAX, usize::MAX).expect("it fits");
                assert_eq!(trace.moves(), Some(solution.moves));
                let queue = solution.stats.queue;
                let counts = (trace.enqueued() as u64, trace.dequeued.len() as u64);
                assert_eq!(counts, (queue.enqueued, queue.dequeued));
                assert!(trace.dequeued.iter().map(|&id| trace.nodes[id].priority()).is_sorted());
            }
        }
    }

    #[test]
    fn ida_star_visits_depth_first_and_finds_as_few_moves() {
        let (board, goal) = puzzle04();
        let trace = IdaTrace::of(&board, &goal, Heuristic::Manhattan, 1000).expect("any size");
        let visits: Vec<(u32, u32, bool)> =
            trace.passes[0].visits.iter().map(|v| (v.depth, v.cost(), v.is_cut_off)).collect();
        let (on, off) = (false, true);
        assert_eq!(
            visits,
            [(0, 4, on), (1, 6, off), (1, 4, on), (2, 4, on), (3, 6, off), (3, 4, on), (4, 4, on)]
        );
        assert_eq!((trace.passes.len(), trace.visited(), trace.end), (1, 7, End::Goal));
        assert_eq!(trace.moves().map(|moves| letters(&moves)), Some("LULU".to_owned()));

        let harder: Board = "8 1 3/4 0 2/7 6 5".parse().expect("a board");
        let a_star = Trace::of(&harder, &goal, Heuristic::Hamming, usize::MAX, usize::MAX).expect("any size");
        let ida = IdaTrace::of(&harder, &goal, Heuristic::Hamming, usize::MAX).expect("any size");
        assert_eq!(a_star.moves().map(|moves| moves.len()), ida.moves().map(|moves| moves.len()));
        assert!(ida.passes.len() > 1 && ida.passes.is_sorted_by(|a, b| a.threshold < b.threshold));
        let cut_short = IdaTrace::of(&harder, &goal, Heuristic::Hamming, 10).expect("any size");
        assert_eq!((cut_short.end, cut_short.visited(), cut_short.moves()), (End::Nodes, 10, None));
    }
}
