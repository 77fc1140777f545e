//! A trace of IDA* or of iterative-deepening depth-first search.

use super::TraceEnd;
use crate::heuristic::{Evaluator, Heuristic};
use taquin_core::{Board, Goal, Move, MoveOrder};

/// A trace of IDA*: depth-first searches, each with a higher cost bound. In iterative deepening, the cost is the depth.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IdaTrace {
    /// The iterations in order. The first bound is the heuristic value of the root.
    pub iterations: Vec<IdaIteration>,
    /// The reason why the trace ended: the goal, the maximum number of nodes, or the depth limit of iterative deepening.
    pub end: TraceEnd,
}

/// An iteration of IDA*: a depth-first search within a cost bound.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IdaIteration {
    /// The cost bound: nodes with a larger f are pruned.
    pub bound: u32,
    /// The visited nodes in order, the root first.
    pub visits: Vec<Visit>,
}

/// A node visited by a depth-first search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Visit {
    /// The board of this node.
    pub board: Board,
    /// g: the number of moves from the root.
    pub depth: u32,
    /// h: the heuristic value of the board.
    pub estimate: u32,
    /// The move from the parent; `None` for the root.
    pub by: Option<Move>,
    /// True if f exceeds the bound, so that the subtree was pruned.
    pub is_pruned: bool,
}

impl Visit {
    /// Returns f = g + h, which is compared with the bound.
    pub fn cost(&self) -> u32 {
        self.depth + self.estimate
    }
}

impl IdaTrace {
    /// Searches until the goal is found or the maximum number of nodes is visited. `None` if the heuristic
    /// does not [support](Heuristic::supports) the board's size.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn new(board: &Board, goal: &Goal, heuristic: Heuristic, max_nodes: usize) -> Option<Self> {
        let evaluator = heuristic.evaluator(goal)?;
        Some(Self::search(board, goal, &Successors::Estimated(&evaluator), None, max_nodes))
    }

    /// Traces iterative-deepening depth-first search, as [`Algorithm::IterativeDeepening`] runs it. All nodes have h = 0.
    ///
    /// [`Algorithm::IterativeDeepening`]: crate::Algorithm::IterativeDeepening
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn iterative_deepening(
        board: &Board,
        goal: &Goal,
        order: MoveOrder,
        depth_limit: Option<u32>,
        max_nodes: usize,
    ) -> Self {
        Self::search(board, goal, &Successors::Ordered(order), depth_limit, max_nodes)
    }

    fn search(
        board: &Board,
        goal: &Goal,
        successors: &Successors<'_>,
        max_bound: Option<u32>,
        max_nodes: usize,
    ) -> Self {
        let mut iterations = Vec::new();
        let mut remaining_nodes = max_nodes;
        let mut bound = successors.estimate(board);
        let end = loop {
            let mut iteration = IdaIteration { bound, visits: Vec::new() };
            let result = iteration.run(board, goal, successors, &mut remaining_nodes);
            if !iteration.visits.is_empty() {
                iterations.push(iteration);
            }
            match result {
                IterationEnd::NextBound(next)
                    if next == u32::MAX || max_bound.is_some_and(|max| bound >= max) =>
                {
                    break TraceEnd::Exhausted;
                }
                IterationEnd::NextBound(next) => bound = next,
                IterationEnd::Trace(end) => break end,
            }
        };
        Self { iterations, end }
    }

    /// Returns the number of nodes visited in all iterations.
    pub fn visited(&self) -> usize {
        self.iterations.iter().map(|iteration| iteration.visits.len()).sum()
    }

    /// Returns the moves to the goal, if the goal was found.
    pub fn moves(&self) -> Option<Vec<Move>> {
        let iteration = self.iterations.last().filter(|_| self.end == TraceEnd::Goal)?;
        // The parent of a node is the last node before it that is one level less deep.
        let mut depth = iteration.visits.last()?.depth;
        let mut moves = Vec::new();
        for visit in iteration.visits.iter().rev() {
            if let Some(by) = visit.by.filter(|_| visit.depth == depth) {
                moves.push(by);
                depth -= 1;
            }
        }
        moves.reverse();
        Some(moves)
    }
}

enum IterationEnd {
    /// The iteration is complete, without a solution; the next one has this bound.
    NextBound(u32),
    /// The trace ends.
    Trace(TraceEnd),
}

impl IdaIteration {
    fn run(
        &mut self,
        board: &Board,
        goal: &Goal,
        successors: &Successors<'_>,
        remaining_nodes: &mut usize,
    ) -> IterationEnd {
        let estimate = successors.estimate(board);
        let mut path: Vec<Board> = Vec::new();
        let mut stack = vec![Visit { board: board.clone(), depth: 0, estimate, by: None, is_pruned: false }];
        let mut next_bound = u32::MAX;
        while let Some(mut visit) = stack.pop() {
            if *remaining_nodes == 0 {
                return IterationEnd::Trace(TraceEnd::NodeLimit);
            }
            *remaining_nodes -= 1;
            visit.is_pruned = visit.cost() > self.bound;
            let is_goal = !visit.is_pruned && visit.board.is_goal(goal);
            if visit.is_pruned {
                next_bound = next_bound.min(visit.cost());
            } else if !is_goal {
                path.truncate(visit.depth as usize);
                path.push(visit.board.clone());
                match successors {
                    Successors::Ordered(_) if visit.depth == self.bound => next_bound = self.bound + 1,
                    _ => stack.extend(successors.of(&visit, &path).into_iter().rev()),
                }
            }
            self.visits.push(visit);
            if is_goal {
                return IterationEnd::Trace(TraceEnd::Goal);
            }
        }
        IterationEnd::NextBound(next_bound)
    }
}

/// The successors of a node.
enum Successors<'a> {
    /// IDA*: all successors but the one that undoes the last move, with heuristic values.
    Estimated(&'a Evaluator),
    /// Iterative deepening: the successors in this order, without boards that are on the path.
    Ordered(MoveOrder),
}

impl Successors<'_> {
    fn estimate(&self, board: &Board) -> u32 {
        match self {
            Self::Estimated(evaluator) => evaluator.estimate(board),
            Self::Ordered(_) => 0,
        }
    }

    /// Returns the successors of a node at the end of a path.
    fn of(&self, visit: &Visit, path: &[Board]) -> Vec<Visit> {
        let order = match self {
            Self::Estimated(_) => Move::ALL,
            Self::Ordered(order) => order.moves(),
        };
        let is_left_out = |by: Move, board: &Board| match self {
            Self::Estimated(_) => visit.by.map(Move::opposite) == Some(by),
            Self::Ordered(_) => path.contains(board),
        };
        let child = |by: Move| {
            let board = visit.board.after(by).ok().filter(|board| !is_left_out(by, board))?;
            let estimate = self.estimate(&board);
            Some(Visit { board, depth: visit.depth + 1, estimate, by: Some(by), is_pruned: false })
        };
        order.into_iter().filter_map(child).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Algorithm;
    use crate::notation::letters;
    use crate::outcome::Outcome;
    use crate::solver::Solver;
    use crate::trace::SearchTrace;

    #[test]
    fn ida_star_visits_depth_first_and_finds_a_shortest_solution() {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        let trace = IdaTrace::new(&board, &goal, Heuristic::Manhattan, 1000).expect("any size");
        let visits: Vec<(u32, u32, bool)> =
            trace.iterations[0].visits.iter().map(|v| (v.depth, v.cost(), v.is_pruned)).collect();
        let expected = [
            (0, 4, false),
            (1, 6, true),
            (1, 4, false),
            (2, 4, false),
            (3, 6, true),
            (3, 4, false),
            (4, 4, false),
        ];
        assert_eq!(visits, expected);
        assert_eq!((trace.iterations.len(), trace.visited(), trace.end), (1, 7, TraceEnd::Goal));
        assert_eq!(trace.moves().map(|moves| letters(&moves)), Some("LULU".to_owned()));

        let harder: Board = "8 1 3/4 0 2/7 6 5".parse().expect("a board");
        let a_star =
            SearchTrace::new(&harder, &goal, Heuristic::Hamming, usize::MAX, usize::MAX).expect("any size");
        let ida = IdaTrace::new(&harder, &goal, Heuristic::Hamming, usize::MAX).expect("any size");
        assert_eq!(a_star.moves().map(|moves| moves.len()), ida.moves().map(|moves| moves.len()));
        assert!(ida.iterations.len() > 1 && ida.iterations.is_sorted_by(|a, b| a.bound < b.bound));
        let order = MoveOrder::default();
        let deepening = IdaTrace::iterative_deepening(&harder, &goal, order, None, usize::MAX);
        let solver = Solver::new(goal.clone())
            .request(Algorithm::IterativeDeepening.with_order(order).expect("uninformed"));
        let Ok(Outcome::Solved(solution)) = solver.solve(&harder) else { panic!("solvable") };
        assert_eq!(deepening.moves().as_deref(), Some(solution.moves()));
        let complete = deepening.iterations.iter().zip(&solution.stats().iterations).take(solution.len());
        assert!(complete.into_iter().all(|(trace, search)| trace.visits.len() as u64 == search.generated));
        let shallow = IdaTrace::iterative_deepening(&harder, &goal, order, Some(4), usize::MAX);
        assert_eq!((shallow.end, shallow.iterations.len()), (TraceEnd::Exhausted, 5));
        let limited = IdaTrace::new(&harder, &goal, Heuristic::Hamming, 10).expect("any size");
        assert_eq!((limited.end, limited.visited(), limited.moves()), (TraceEnd::NodeLimit, 10, None));
    }
}
