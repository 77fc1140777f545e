//! Pattern databases on the disk: built once, and found there by whoever solves such boards.

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::convert::Infallible;
use taquin::{Board, Goal, Outcome, Partition, Solver, Store, Tables};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Store::new(std::env::temp_dir().join("taquin-example"));
    let partition: Partition = "3x4:5-6".parse()?;
    println!("{partition} takes {} bytes", partition.bytes());
    let go_on = || Ok::<(), Infallible>(());
    let is_new = store.build(&partition, &go_on, &mut |progress| {
        println!("{} of {} patterns", progress.reached, progress.all);
    })?;
    println!("{} in {}", if is_new { "built" } else { "found" }, store.path(&partition).display());

    // Any number of solvers share the tables.
    let tables = Tables::of_store(store);
    let board: Board = "0 11 10 9/8 7 6 5/4 3 2 1".parse()?;
    let solver = Solver::new(Goal::blank_first(board.size())).tables(tables.clone());
    match solver.solve(&board)? {
        Outcome::Solved(solution) => println!("{} moves", solution.moves.len()),
        Outcome::Unsolvable(unsolvable) => println!("{}", unsolvable.why),
        Outcome::Stopped(at) => println!("{}", at.reason),
    }
    Ok(())
}
