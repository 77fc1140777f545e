//! A solution in every output style.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use taquin::notation::{Attempt, MoveStyle, Report, Style};
use taquin::{Algorithm, Board, Goal, Heuristic, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
    let goal = Goal::blank_last(board.size());
    let (algorithm, heuristic) = (Algorithm::Princeton, Heuristic::Manhattan);
    let outcome = Solver::new(goal.clone()).request(algorithm.with_heuristic(heuristic)?).solve(&board)?;
    let attempts = [Attempt { algorithm, heuristic: Some(heuristic), outcome }];
    let report = Report { name: Some("puzzle04"), board: &board, goal: &goal, attempts: &attempts };
    for style in Style::ALL {
        println!("--- {}", style.name());
        style.write(&report, MoveStyle::default(), &mut std::io::stdout())?;
    }
    Ok(())
}
