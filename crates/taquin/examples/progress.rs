//! Watches how solutions of a large board get shorter.

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::time::Duration;
use taquin::search::{Improved, Planned, Progress};
use taquin::{Goal, Observer, Outcome, Size, Solver};

/// Tells what it is told, and counts what comes too often to tell.
#[derive(Default)]
struct Watcher {
    reports: u64,
}

impl Observer for Watcher {
    fn planned(&mut self, step: &Planned) {
        println!("now: {step:?}");
    }

    fn progress(&mut self, _progress: &Progress) {
        self.reports += 1;
    }

    fn improved(&mut self, improved: &Improved) {
        let Improved { moves, lower_bound, elapsed, .. } = improved;
        println!("{moves} moves after {elapsed:?}, of at least {lower_bound}");
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Goal::blank_last(Size::square(7)?);
    let board = Goal::snail(goal.size()).board().clone();
    let mut watcher = Watcher::default();
    let solver = Solver::new(goal).within(Duration::from_secs(1));
    if let Outcome::Solved(solution) = solver.solve_watched(&board, &mut watcher)? {
        println!("{} moves in the end, after {} reports", solution.moves.len(), watcher.reports);
    }
    Ok(())
}
