//! Pattern databases on disk: built once and then shared by all solvers.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use taquin::Engines;
use taquin::pdb::{Partition, PdbStore};
use taquin::{Board, Goal, Limits, Outcome, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = PdbStore::new(std::env::temp_dir().join("taquin-example"));
    let partition: Partition = "3x4:5-6".parse()?;
    println!("{partition} takes {} bytes", partition.bytes());
    let is_new = store.build(&partition, &Limits::default(), &mut |progress| {
        println!("{} of {} entries", progress.reached, progress.total);
    })?;
    println!("{} in {}", if is_new { "built" } else { "found" }, store.path(&partition).display());

    // All solvers with this cache share its databases.
    let engines = Engines::with_store(store);
    let board: Board = "0 11 10 9/8 7 6 5/4 3 2 1".parse()?;
    let solver = Solver::new(Goal::blank_first(board.size())).engines(engines.clone());
    match solver.solve(&board)? {
        Outcome::Solved(solution) => println!("{} moves", solution.len()),
        Outcome::Unsolvable(unsolvable) => println!("{}", unsolvable.parity),
        Outcome::Stopped(at) => println!("{}", at.reason),
    }
    Ok(())
}
