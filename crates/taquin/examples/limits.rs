//! A search with limits that another thread cancels.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::thread;
use std::time::Duration;
use taquin::{Algorithm, Board, CancelToken, Goal, Limits, Outcome, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Distance 80, the maximum of the 15-puzzle: A* runs out of memory first.
    let board: Board = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1".parse()?;
    let cancel = CancelToken::default();
    let limits = Limits {
        time: Some(Duration::from_secs(5)),
        memory: 500_000_000,
        cancel: cancel.clone(),
        ..Limits::default()
    };
    let solver = Solver::new(Goal::blank_last(board.size())).request(Algorithm::AStar).limits(limits);
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            cancel.cancel();
        });
        solver.solve(&board)
    })?;
    match outcome {
        Outcome::Solved(solution) => println!("{} moves", solution.len()),
        Outcome::Unsolvable(unsolvable) => println!("{}", unsolvable.parity),
        Outcome::Stopped(at) => {
            println!("at least {} moves after {} nodes: {}", at.lower_bound, at.stats.generated, at.reason);
        }
    }
    Ok(())
}
