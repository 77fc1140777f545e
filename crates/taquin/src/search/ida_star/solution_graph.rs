//! The result of searching for all shortest solutions: a graph of their boards, without listing the
//! solutions.

use crate::solution::Solution;
use crate::stats::Stats;
use std::collections::HashMap;
use taquin_core::{Board, Budget, Goal, Metric, Move, MoveOrder, StopReason, VerifyError};

/// All shortest solutions of a board: their number, and an iterator over them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllSolutions {
    start: Board,
    metric: Metric,
    length: u32,
    /// The boards on solutions, the goal first and the start last; each move leads to an earlier one. In the multi-tile metric,
    /// a board has a node for each move that leads to it, and moves are still made tile by tile.
    nodes: Vec<SolutionNode>,
    stats: Stats,
}

/// A board on a shortest solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SolutionNode {
    /// The index of the next board plus one, for each of [`Move::ALL`]; 0 if the move is not on a shortest
    /// solution.
    next: [u32; 4],
    /// The number of shortest solutions from here.
    paths: u128,
}

impl SolutionNode {
    pub(crate) const GOAL: Self = Self { next: [0; 4], paths: 1 };

    /// Returns true if a move was added.
    pub(crate) fn has_edges(&self) -> bool {
        self.paths > 0
    }

    /// Adds a move to another board on a shortest solution.
    pub(crate) fn add_edge(&mut self, by: Move, index: u32, node: &Self) {
        self.next[by as usize] = index + 1;
        self.paths = self.paths.saturating_add(node.paths);
    }
}

impl AllSolutions {
    pub(crate) fn new(
        start: &Board,
        metric: Metric,
        length: u32,
        nodes: Vec<SolutionNode>,
        stats: Stats,
    ) -> Self {
        Self { start: start.clone(), metric, length, nodes, stats }
    }

    /// Replays all solutions at the same time, each board once.
    pub(crate) fn verify(
        &self,
        goal: &Goal,
        budget: &Budget<'_>,
    ) -> Result<Result<(), VerifyError>, StopReason> {
        let wrong = Ok(Err(VerifyError::NotTheGoal { moves: self.length as usize }));
        // By node: the board, the number of moves to it, and a bit for each move that led to it.
        let mut reached = HashMap::from([(self.nodes.len() - 1, (self.start.clone(), 0, 0))]);
        for (index, node) in self.nodes.iter().enumerate().rev() {
            budget.check()?;
            let Some((board, moves, last)) = reached.remove(&index) else { continue };
            if index == 0 {
                return if board.is_goal(goal) && moves == self.length { Ok(Ok(())) } else { wrong };
            }
            for by in Move::ALL {
                let Some(to) = node.next[by as usize].checked_sub(1).map(|to| to as usize) else { continue };
                let after = match board.after(by) {
                    Ok(after) => after,
                    Err(source) => {
                        return Ok(Err(VerifyError::Illegal { number: moves as usize + 1, source }));
                    }
                };
                let bit = 1_u8 << by as u8;
                let is_same = last & bit != 0;
                let moves = moves + self.metric.cost(Some(by).filter(|_| is_same), by);
                // All paths to a node must lead to the same board by as many moves.
                let entry = reached.entry(to).or_insert_with(|| (after.clone(), moves, 0));
                let is_ambiguous = self.metric == Metric::Multi && is_same && last != bit;
                if is_ambiguous || to >= index || (&entry.0, entry.1) != (&after, moves) {
                    return wrong;
                }
                entry.2 |= bit;
            }
        }
        wrong
    }

    /// Returns the board that the solutions start from.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Returns the metric that the solutions are shortest in.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the number of moves of each solution.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Returns the number of shortest solutions: at least one, saturating at `u128::MAX`.
    pub fn count(&self) -> u128 {
        self.nodes.last().map_or(0, |start| start.paths)
    }

    /// Returns the statistics of the search.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    fn solution(&self, moves: Vec<Move>) -> Solution {
        Solution::verified_before(self.start.clone(), moves, self.metric, self.length, self.stats.clone())
    }

    /// Iterates over the solutions in lexicographic order, where up < down < left < right.
    pub fn iter(&self) -> impl Iterator<Item = Solution> + '_ {
        self.iter_ordered(Move::ALL)
    }

    /// Iterates over the solutions in lexicographic order, with the moves of the blank in a given order.
    ///
    /// ```
    /// use taquin::{AllSolutionsOutcome, Board, Goal, MoveOrder, Solver, notation};
    /// let board: Board = "1 2 3/0 7 6/5 4 8".parse()?;
    /// let solver = Solver::new(Goal::blank_last(board.size()));
    /// let AllSolutionsOutcome::Solved(solutions) = solver.solve_all(&board, &mut ())? else { panic!("solvable") };
    /// let first = |order: MoveOrder| solutions.iter_in(order).next().map(|first| notation::letters(first.moves()));
    /// assert_eq!(first("DURL".parse()?).as_deref(), Some("ULDRULL"));
    /// assert_eq!(first("RLUD".parse()?).as_deref(), Some("LURDLUL"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter_in(&self, order: MoveOrder) -> impl Iterator<Item = Solution> + '_ {
        self.iter_ordered(order.moves())
    }

    /// Returns the solution with the fewest moves in the other metric; the first of several.
    ///
    /// ```
    /// use taquin::{AllSolutionsOutcome, Board, Goal, Metric, Solver, notation};
    /// let board: Board = "8 1 3/4 0 2/7 6 5".parse()?;
    /// let solver = Solver::new(Goal::blank_last(board.size()));
    /// let AllSolutionsOutcome::Solved(solutions) = solver.solve_all(&board, &mut ())? else { panic!("solvable") };
    /// let best = solutions.shortest_in_other_metric();
    /// assert_eq!((best.len(), Metric::Multi.count(best.moves())), (14, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shortest_in_other_metric(&self) -> Solution {
        let metric = self.metric.other();
        let next =
            |index: usize, by: Move| self.nodes[index].next[by as usize].checked_sub(1).map(|to| to as usize);
        // The fewest moves from each node, by the move that led to it.
        let mut costs: Vec<[u32; 4]> = Vec::with_capacity(self.nodes.len());
        let best_move = |costs: &[[u32; 4]], index: usize, last: Option<Move>| {
            let cost = |by: Move| Some(metric.cost(last, by) + costs[next(index, by)?][by as usize]);
            Move::ALL.into_iter().filter_map(|by| Some((cost(by)?, by))).min()
        };
        for index in 0..self.nodes.len() {
            let cost = Move::ALL.map(|last| best_move(&costs, index, Some(last)).map_or(0, |(cost, _)| cost));
            costs.push(cost);
        }
        let mut moves = Vec::new();
        let mut index = self.nodes.len() - 1;
        while let Some((_, by)) = best_move(&costs, index, moves.last().copied()) {
            moves.push(by);
            index = next(index, by).unwrap_or_default();
        }
        self.solution(moves)
    }

    fn iter_ordered(&self, order: [Move; 4]) -> impl Iterator<Item = Solution> + '_ {
        let mut path: Vec<Move> = Vec::new();
        // Nodes to visit, with their depth and the move that leads to them.
        let mut stack = vec![(self.nodes.len() - 1, 0, None)];
        std::iter::from_fn(move || {
            while let Some((index, depth, by)) = stack.pop() {
                path.truncate(usize::saturating_sub(depth, 1));
                path.extend(by);
                if index == 0 {
                    return Some(self.solution(path.clone()));
                }
                for by in order.into_iter().rev() {
                    if let Some(next) = self.nodes[index].next[by as usize].checked_sub(1) {
                        stack.push((next as usize, depth + 1, Some(by)));
                    }
                }
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_core::Limits;

    #[test]
    fn verify_rejects_wrong_solutions() {
        let goal = Goal::blank_last("3x3".parse().expect("a size"));
        let verify = |board: &str, length, nodes: &[SolutionNode]| {
            let start: Board = board.parse().expect("a board");
            AllSolutions::new(&start, Metric::Single, length, nodes.to_vec(), Stats::default())
                .verify(&goal, &Budget::new(&Limits::default()))
                .expect("no limit")
        };
        let with_edge = |by, index, next: &SolutionNode| {
            let mut node = SolutionNode::default();
            node.add_edge(by, index, next);
            node
        };
        let near = with_edge(Move::Left, 0, &SolutionNode::GOAL);
        let nodes = [SolutionNode::GOAL, near.clone(), with_edge(Move::Left, 1, &near)];
        assert_eq!(verify("1 2 3/4 5 6/7 8 0", 0, &nodes[..1]), Ok(()));
        assert_eq!(verify("1 2 3/4 5 6/7 0 8", 1, &nodes[..2]), Ok(()));
        assert_eq!(verify("1 2 3/4 5 6/0 7 8", 2, &nodes), Ok(()));
        assert!(matches!(verify("1 2 3/4 5 6/7 8 0", 1, &nodes[..2]), Err(VerifyError::Illegal { .. })));
        assert!(matches!(verify("1 2 3/4 0 6/7 5 8", 1, &nodes[..2]), Err(VerifyError::NotTheGoal { .. })));
        assert!(matches!(verify("1 2 3/4 5 6/7 0 8", 2, &nodes[..2]), Err(VerifyError::NotTheGoal { .. })));
        // Two moves to one node that lead to different boards.
        let mut forked = near.clone();
        forked.add_edge(Move::Right, 0, &SolutionNode::GOAL);
        let forked = [SolutionNode::GOAL, forked];
        assert!(matches!(verify("1 2 3/4 5 6/7 0 8", 1, &forked), Err(VerifyError::NotTheGoal { .. })));
    }
}
