//! A search with limits, which another thread stops.

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::thread;
use std::time::Duration;
use taquin::{Algorithm, Board, Goal, Limits, Outcome, Solver, StopFlag};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // 80 moves: no board of the 15-puzzle needs more, and A* alone does not get there.
    let board: Board = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1".parse()?;
    let stop = StopFlag::default();
    let limits = Limits {
        time: Some(Duration::from_secs(5)),
        memory: 500_000_000,
        stop: stop.clone(),
        ..Limits::default()
    };
    let solver = Solver::new(Goal::blank_last(board.size())).algorithm(Algorithm::AStar).limits(limits);
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            stop.raise();
        });
        solver.solve(&board)
    })?;
    match outcome {
        Outcome::Solved(solution) => println!("{} moves", solution.moves.len()),
        Outcome::Unsolvable(unsolvable) => println!("{}", unsolvable.why),
        Outcome::Stopped(at) => {
            println!("at least {} moves after {} nodes: {}", at.lower_bound, at.stats.generated, at.reason);
        }
    }
    Ok(())
}
