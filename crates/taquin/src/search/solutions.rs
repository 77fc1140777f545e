//! Every shortest solution of a board, without writing them all out.

use super::Stats;
use crate::board::{Board, Goal, Move};
use crate::verify::VerifyError;
use std::collections::HashMap;

/// All shortest solutions of a board: how many there are, and each of them in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    start: Board,
    length: u32,
    /// The boards on the way, the goal first and the start last.
    steps: Vec<Step>,
    stats: Stats,
}

/// A board on the way: where each move that is on a shortest solution leads, and how many such solutions there are from here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    /// By [`Move::ALL`]: the number of the board, plus one.
    next: [u32; 4],
    ways: u128,
}

impl Step {
    pub(crate) const GOAL: Self = Self { next: [0; 4], ways: 1 };

    /// Notes that a move leads to a board on the way.
    pub(crate) fn join(&mut self, by: Move, number: u32, step: &Self) {
        self.next[by as usize] = number + 1;
        self.ways = self.ways.saturating_add(step.ways);
    }
}

impl Solutions {
    pub(crate) fn new(start: &Board, length: u32, steps: Vec<Step>, stats: Stats) -> Self {
        Self { start: start.clone(), length, steps, stats }
    }

    /// Replays all of them at the same time, each board on the way once. `check` is asked all the time whether to go on.
    pub(crate) fn verify<X>(
        &self,
        goal: &Goal,
        check: &dyn Fn() -> Result<(), X>,
    ) -> Result<Result<(), VerifyError>, X> {
        let wrong = VerifyError::NotTheGoal { moves: self.length as usize };
        let mut boards = HashMap::from([(self.steps.len() - 1, self.start.clone())]);
        for number in 1..=self.length as usize {
            let mut after: HashMap<usize, Board> = HashMap::new();
            for (at, board) in boards {
                check()?;
                for by in Move::ALL {
                    let Some(to) = self.steps[at].next[by as usize].checked_sub(1) else { continue };
                    let mut next = board.clone();
                    if let Err(source) = next.slide(by) {
                        return Ok(Err(VerifyError::Illegal { number, source }));
                    }
                    // Ways that lead to the same step lead to the same board, and none is at the goal before the end.
                    let is_end = number == self.length as usize;
                    if *after.entry(to as usize).or_insert_with(|| next.clone()) != next
                        || (to == 0) != is_end
                    {
                        return Ok(Err(wrong));
                    }
                }
            }
            boards = after;
        }
        Ok(if boards.get(&0).is_some_and(|board| board.is_goal(goal)) { Ok(()) } else { Err(wrong) })
    }

    /// The board that they all solve.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// How many moves each of the solutions has, which is the fewest.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// How many shortest solutions there are: at least one, and `u128::MAX` if there are more than that.
    pub fn count(&self) -> u128 {
        self.steps.last().map_or(0, |start| start.ways)
    }

    /// The nodes, memory and time that it took to find them.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The moves of each solution, in the order of their moves: up before down, down before left, left before right.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Move>> + '_ {
        let mut path: Vec<Move> = Vec::new();
        // Boards to go on from, with the number of moves before them and the last of these.
        let mut waiting = vec![(self.steps.len() - 1, 0, None)];
        std::iter::from_fn(move || {
            while let Some((number, depth, by)) = waiting.pop() {
                path.truncate(usize::saturating_sub(depth, 1));
                path.extend(by);
                if number == 0 {
                    return Some(path.clone());
                }
                for by in Move::ALL.into_iter().rev() {
                    if let Some(next) = self.steps[number].next[by as usize].checked_sub(1) {
                        waiting.push((next as usize, depth + 1, Some(by)));
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

    #[test]
    fn wrong_solutions_are_refuted() {
        let goal = Goal::blank_last("3x3".parse().expect("a size"));
        let verify = |board: &str, length, steps: &[Step]| {
            let start: Board = board.parse().expect("a board");
            Solutions::new(&start, length, steps.to_vec(), Stats::default())
                .verify::<()>(&goal, &|| Ok(()))
                .expect("nobody objects")
        };
        let to = |by, number, step: &Step| {
            let mut here = Step::default();
            here.join(by, number, step);
            here
        };
        let near = to(Move::Left, 0, &Step::GOAL);
        let steps = [Step::GOAL, near.clone(), to(Move::Left, 1, &near)];
        assert_eq!(verify("1 2 3/4 5 6/7 8 0", 0, &steps[..1]), Ok(()));
        assert_eq!(verify("1 2 3/4 5 6/7 0 8", 1, &steps[..2]), Ok(()));
        assert_eq!(verify("1 2 3/4 5 6/0 7 8", 2, &steps), Ok(()));
        assert!(matches!(verify("1 2 3/4 5 6/7 8 0", 1, &steps[..2]), Err(VerifyError::Illegal { .. })));
        assert!(matches!(verify("1 2 3/4 0 6/7 5 8", 1, &steps[..2]), Err(VerifyError::NotTheGoal { .. })));
        assert!(matches!(verify("1 2 3/4 5 6/7 0 8", 2, &steps[..2]), Err(VerifyError::NotTheGoal { .. })));
        // Two ways to what is said to be the same board.
        let mut forked = near.clone();
        forked.join(Move::Right, 0, &Step::GOAL);
        let forked = [Step::GOAL, forked];
        assert!(matches!(verify("1 2 3/4 5 6/7 0 8", 1, &forked), Err(VerifyError::NotTheGoal { .. })));
    }
}
