//! The totals below the lengths of many boards.

use crate::units;
use std::fmt;
use std::time::Instant;
use taquin::Outcome;

/// Totals over all boards, and the time since the first.
pub(super) struct Tally {
    start: Instant,
    solved: u64,
    moves: u64,
    unsolvable: u64,
    stopped: u64,
    nodes: u64,
}

impl Tally {
    /// Starts the clock.
    pub(super) fn start() -> Self {
        Self { start: Instant::now(), solved: 0, moves: 0, unsolvable: 0, stopped: 0, nodes: 0 }
    }

    pub(super) fn add(&mut self, outcome: &Outcome) {
        self.nodes += outcome.stats().generated;
        match outcome {
            Outcome::Solved(solution) => {
                self.solved += 1;
                self.moves += solution.len() as u64;
            }
            Outcome::Unsolvable(_) => self.unsolvable += 1,
            Outcome::Stopped(_) => self.stopped += 1,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [solved, unsolvable, stopped] =
            [self.solved, self.unsolvable, self.stopped].map(units::thousands);
        let moves = units::count(self.moves, "move");
        let (nodes, time) = (units::count(self.nodes, "node"), units::seconds(self.start.elapsed()));
        write!(f, "{solved} solved ({moves}), {unsolvable} unsolvable, {stopped} stopped; {nodes}, {time}")
    }
}
