//! Traces of uninformed searches: breadth-first, depth-first, iterative-deepening and uniform-cost search.

use super::{MAX_NEIGHBORS, NodeId, NodeState, SearchTrace, TraceEnd, TraceNode, TraceQueue};
use crate::algorithm::Algorithm;
use std::collections::HashMap;
use taquin_core::{Board, Goal, Move, MoveOrder};

impl SearchTrace {
    /// Traces an [uninformed](Algorithm::is_uninformed) search, as [`new`](Self::new) traces A*; `None` for another
    /// algorithm. All nodes have h = 0.
    ///
    /// A successor is [pruned](NodeState::Pruned) if the search does not add it to the frontier: because its board was
    /// reached before or, in iterative deepening, is on the path to it. The trace of iterative deepening is that of its last
    /// iteration, and the limits apply to each iteration.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn uninformed(
        algorithm: Algorithm,
        board: &Board,
        goal: &Goal,
        order: MoveOrder,
        depth_limit: Option<u32>,
        max_steps: usize,
        max_nodes: usize,
    ) -> Option<Self> {
        let limits = TraceLimits { order, depth: depth_limit, max_steps, max_nodes };
        match algorithm {
            Algorithm::BreadthFirst | Algorithm::UniformCost => {
                Some(search(board, goal, limits, TraceQueue::fifo(), Duplicates::Reached { readds: false }))
            }
            Algorithm::DepthFirst => {
                let readds = depth_limit.is_some();
                let queue = if readds { TraceQueue::replacing_stack() } else { TraceQueue::stack() };
                Some(search(board, goal, limits, queue, Duplicates::Reached { readds }))
            }
            Algorithm::IterativeDeepening => Some(iterative_deepening(board, goal, limits)),
            _ => None,
        }
    }
}

#[derive(Clone, Copy)]
struct TraceLimits {
    order: MoveOrder,
    depth: Option<u32>,
    max_steps: usize,
    max_nodes: usize,
}

/// The successors that are not added to the frontier.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Duplicates {
    /// Boards that were reached before. They are added again at a smaller depth if `readds`.
    Reached { readds: bool },
    /// Boards on the path to the successor.
    OnPath,
}

fn iterative_deepening(board: &Board, goal: &Goal, limits: TraceLimits) -> SearchTrace {
    let mut depth = 0;
    loop {
        let iteration = TraceLimits { depth: Some(depth), ..limits };
        let trace = search(board, goal, iteration, TraceQueue::stack(), Duplicates::OnPath);
        // Without a node at the limit, deeper iterations would not differ.
        let is_complete = trace.nodes.iter().all(|node| node.moves < depth);
        let is_last = is_complete || limits.depth.is_some_and(|limit| depth >= limit);
        if trace.end != TraceEnd::Exhausted || is_last {
            return trace;
        }
        depth += 1;
    }
}

fn search(
    board: &Board,
    goal: &Goal,
    limits: TraceLimits,
    empty: TraceQueue,
    duplicates: Duplicates,
) -> SearchTrace {
    let state = NodeState::Queued;
    let root = TraceNode { board: board.clone(), moves: 0, estimate: 0, parent: None, by: None, state };
    let mut queue = empty.clone();
    queue.enqueue(0, &root);
    let mut depths = HashMap::from([(board.clone(), 0)]);
    let mut trace =
        SearchTrace { nodes: vec![root], dequeued: Vec::new(), end: TraceEnd::StepLimit, empty_queue: empty };
    while trace.dequeued.len() < limits.max_steps {
        if trace.nodes.len() + MAX_NEIGHBORS > limits.max_nodes {
            trace.end = TraceEnd::NodeLimit;
            break;
        }
        let Some(id) = queue.dequeue() else {
            trace.end = TraceEnd::Exhausted;
            break;
        };
        trace.nodes[id].state = NodeState::Dequeued(trace.dequeued.len());
        trace.dequeued.push(id);
        let node = &trace.nodes[id];
        if node.board.is_goal(goal) {
            trace.end = TraceEnd::Goal;
            break;
        }
        if limits.depth.is_some_and(|limit| node.moves >= limit) {
            continue;
        }
        let moves = node.moves + 1;
        let mut children = Vec::new();
        for by in limits.order.moves() {
            let Ok(next) = node.board.after(by) else { continue };
            let is_new = match duplicates {
                Duplicates::OnPath => !is_on_path(&trace, id, &next),
                Duplicates::Reached { readds } => match depths.get(&next) {
                    Some(&before) => readds && moves < before,
                    None => true,
                },
            };
            if is_new && duplicates != Duplicates::OnPath {
                depths.insert(next.clone(), moves);
            }
            children.push(child(id, moves, by, next, is_new));
        }
        trace.enqueue_successors(children, &mut queue);
    }
    trace
}

fn child(parent: NodeId, moves: u32, by: Move, board: Board, is_new: bool) -> TraceNode {
    let state = if is_new { NodeState::Queued } else { NodeState::Pruned };
    TraceNode { board, moves, estimate: 0, parent: Some(parent), by: Some(by), state }
}

fn is_on_path(trace: &SearchTrace, id: NodeId, board: &Board) -> bool {
    let parent = |&id: &NodeId| trace.nodes[id].parent;
    std::iter::successors(Some(id), parent).any(|id| trace.nodes[id].board == *board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;
    use crate::request::SearchOptions;
    use crate::solver::Solver;

    #[test]
    fn traces_agree_with_the_searches() {
        let boards =
            ["1 2 3/4 5 6/0 7 8", "1 0 3/4 2 5/7 8 6", "1 2 3/0 7 6/5 4 8", "0 1/3 2", "3 1 2/4 0 5"];
        for text in boards {
            let board: Board = text.parse().expect("a board");
            let goal = Goal::blank_last(board.size());
            for (algorithm, depth) in
                Algorithm::UNINFORMED.iter().flat_map(|a| [(*a, None), (*a, Some(8)), (*a, Some(3))])
            {
                if (algorithm, depth, board.size().rows()) == (Algorithm::DepthFirst, None, 3) {
                    continue;
                }
                let order: MoveOrder = "LRDU".parse().expect("an order");
                let options = SearchOptions {
                    algorithm: Some(algorithm),
                    order: Some(order),
                    depth_limit: depth,
                    ..SearchOptions::default()
                };
                let solver = Solver::new(goal.clone()).request(options.request().expect("uninformed"));
                let trace =
                    SearchTrace::uninformed(algorithm, &board, &goal, order, depth, usize::MAX, usize::MAX)
                        .expect("uninformed");
                let outcome = solver.solve(&board).expect("same size");
                let context = format!("{algorithm} {depth:?} {text}");
                match &outcome {
                    Outcome::Solved(solution) => {
                        assert_eq!(trace.end, TraceEnd::Goal, "{context}");
                        assert_eq!(trace.moves().as_deref(), Some(solution.moves()), "{context}");
                    }
                    Outcome::Stopped(_) => assert_eq!(trace.end, TraceEnd::Exhausted, "{context}"),
                    Outcome::Unsolvable(_) => unreachable!("solvable"),
                }
                let stats = outcome.stats();
                if algorithm == Algorithm::IterativeDeepening {
                    let last = stats.iterations.last().map(|iteration| iteration.bound);
                    let deepest = trace.nodes.iter().map(|node| node.moves).max();
                    assert_eq!(deepest, last, "{context}");
                } else {
                    assert_eq!(trace.enqueued() as u64, stats.queue.enqueued, "{context}");
                    let queued = trace.nodes.iter().filter(|node| node.state != NodeState::Pruned);
                    assert_eq!(queued.map(|node| node.moves).max(), stats.max_depth, "{context}");
                    assert_eq!(trace.nodes.len() as u64, stats.generated, "{context}");
                }
            }
        }
    }

    /// The shortest cycle has twelve moves, so duplicates matter on boards of about as many.
    #[test]
    fn iterative_deepening_finds_shortest_solutions() {
        for (text, order, length) in [
            ("4 1 2/5 6 8/7 0 3", "RLDU", 11),
            ("4 1 3/8 2 0/6 7 5", "UDLR", 15),
            ("1 4 3/5 0 2/7 8 6", "UDLR", 16),
        ] {
            let board: Board = text.parse().expect("a board");
            let goal = Goal::blank_last(board.size());
            let order: MoveOrder = order.parse().expect("an order");
            let algorithm = Algorithm::IterativeDeepening;
            let trace =
                SearchTrace::uninformed(algorithm, &board, &goal, order, None, usize::MAX, usize::MAX);
            let moves = trace.and_then(|trace| trace.moves());
            assert_eq!(moves.as_ref().map(Vec::len), Some(length), "{text}");
            let solver = Solver::new(goal).request(algorithm.with_order(order).expect("uninformed"));
            let outcome = solver.solve(&board).expect("same size");
            assert_eq!(outcome.solution().map(crate::Solution::moves), moves.as_deref(), "{text}");
        }
    }

    #[test]
    fn traces_of_unsolvable_boards_end() {
        let board: Board = "2 1/3 0".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        for algorithm in Algorithm::UNINFORMED {
            let order = MoveOrder::default();
            let trace =
                SearchTrace::uninformed(algorithm, &board, &goal, order, None, usize::MAX, usize::MAX);
            let trace = trace.expect("uninformed");
            assert_eq!((trace.end, trace.moves()), (TraceEnd::Exhausted, None), "{algorithm}");
            assert!(trace.dequeued.len() >= 12, "{algorithm}");
        }
    }

    #[test]
    fn queue_of_a_depth_first_search_is_a_stack() {
        let board: Board = "1 2 5/3 4 0/6 7 8".parse().expect("a board");
        let goal = Goal::blank_first(board.size());
        let order = MoveOrder::default();
        let trace = |algorithm| SearchTrace::uninformed(algorithm, &board, &goal, order, None, 3, 1000);
        let lines = |trace: &SearchTrace, step| -> Vec<String> {
            trace.queue_before(step).into_iter().map(|id| trace.nodes[id].board.to_line()).collect()
        };
        let depth_first = trace(Algorithm::DepthFirst).expect("uninformed");
        assert_eq!(lines(&depth_first, 1), ["1 2 0/3 4 5/6 7 8", "1 2 5/3 4 8/6 7 0", "1 2 5/3 0 4/6 7 8"]);
        assert_eq!(lines(&depth_first, 2), ["1 0 2/3 4 5/6 7 8", "1 2 5/3 4 8/6 7 0", "1 2 5/3 0 4/6 7 8"]);
        let breadth_first = trace(Algorithm::BreadthFirst).expect("uninformed");
        assert_eq!(lines(&breadth_first, 2), ["1 2 5/3 4 8/6 7 0", "1 2 5/3 0 4/6 7 8", "1 0 2/3 4 5/6 7 8"]);
        assert_eq!((breadth_first.end, breadth_first.enqueued()), (TraceEnd::StepLimit, 6));
        assert!(trace(Algorithm::AStar).is_none());
    }
}
