//! Observes the solutions of a large board getting shorter.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::time::Duration;
use taquin::{Event, Goal, Optimality, Outcome, Size, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Goal::blank_last(Size::square(7)?);
    let board = Goal::snail(goal.size()).board().clone();
    let mut reports = 0;
    let mut observer = |event: &Event<'_>| match event {
        Event::Progress(_) => reports += 1,
        Event::Improved(improved) => println!(
            "{} moves after {:?}; proven lower bound: {}",
            improved.moves, improved.elapsed, improved.lower_bound
        ),
        _ => {}
    };
    let solver = Solver::new(goal).request(Optimality::Within(Duration::from_secs(1)));
    println!("plan: {}", solver.plan(&board)?);
    if let Outcome::Solved(solution) = solver.solve_observed(&board, &mut observer)? {
        println!("{} moves at the end, after {reports} progress reports", solution.len());
    }
    Ok(())
}
