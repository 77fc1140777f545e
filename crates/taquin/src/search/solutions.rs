//! Every shortest solution of a board, without writing them all out.

use super::Stats;
use crate::board::{Board, Move};

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

    /// The board.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// How many moves each has.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// How many there are.
    pub fn count(&self) -> u128 {
        self.steps.last().map_or(0, |start| start.ways)
    }

    /// What it took to find them.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Each of them, in the order of their moves: up before down, down before left, left before right.
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
