//! The result of searching for all shortest solutions: a graph of their boards, without listing the
//! solutions.

use crate::outcome::Solution;
use crate::stats::Stats;
use std::collections::HashMap;
use taquin_core::{Board, Budget, Goal, Move, MoveOrder, StopReason, VerifyError};

/// All shortest solutions of a board: their number, and an iterator over them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllSolutions {
    start: Board,
    length: u32,
    /// The boards on solutions, the goal first and the start last.
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

    /// Adds a move to another board on a shortest solution.
    pub(crate) fn add_edge(&mut self, by: Move, index: u32, node: &Self) {
        self.next[by as usize] = index + 1;
        self.paths = self.paths.saturating_add(node.paths);
    }
}

impl AllSolutions {
    pub(crate) fn new(start: &Board, length: u32, nodes: Vec<SolutionNode>, stats: Stats) -> Self {
        Self { start: start.clone(), length, nodes, stats }
    }

    /// Replays all solutions at the same time, each board once.
    pub(crate) fn verify(
        &self,
        goal: &Goal,
        budget: &Budget<'_>,
    ) -> Result<Result<(), VerifyError>, StopReason> {
        let wrong = VerifyError::NotTheGoal { moves: self.length as usize };
        let mut boards = HashMap::from([(self.nodes.len() - 1, self.start.clone())]);
        for number in 1..=self.length as usize {
            let mut after: HashMap<usize, Board> = HashMap::new();
            for (index, board) in boards {
                budget.check()?;
                for by in Move::ALL {
                    let Some(to) = self.nodes[index].next[by as usize].checked_sub(1) else { continue };
                    let next = match board.after(by) {
                        Ok(next) => next,
                        Err(source) => return Ok(Err(VerifyError::Illegal { number, source })),
                    };
                    // All paths to a node must lead to the same board, and reach the goal with the last move
                    // only.
                    let is_last = number == self.length as usize;
                    if *after.entry(to as usize).or_insert_with(|| next.clone()) != next
                        || (to == 0) != is_last
                    {
                        return Ok(Err(wrong));
                    }
                }
            }
            boards = after;
        }
        Ok(if boards.get(&0).is_some_and(|board| board.is_goal(goal)) { Ok(()) } else { Err(wrong) })
    }

    /// Returns the board that the solutions start from.
    pub fn start(&self) -> &Board {
        &self.start
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
        Solution::verified_before(self.start.clone(), moves, self.length, self.stats.clone())
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
            AllSolutions::new(&start, length, nodes.to_vec(), Stats::default())
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
