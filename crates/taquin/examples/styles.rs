//! A solution, written in every style.

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use taquin::notation::{Attempt, MoveStyle, Report, Style};
use taquin::{Algorithm, Board, Goal, Heuristic, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
    let goal = Goal::blank_last(board.size());
    let (algorithm, heuristic) = (Algorithm::Princeton, Heuristic::Manhattan);
    let outcome = Solver::new(goal.clone()).algorithm(algorithm).heuristic(heuristic).solve(&board)?;
    let runs = [Attempt { algorithm, heuristic: Some(heuristic), outcome }];
    let report = Report { name: Some("puzzle04"), board: &board, goal: &goal, runs: &runs };
    for style in Style::ALL {
        let mut text = String::new();
        style.write(&report, MoveStyle::default(), &mut text)?;
        println!("--- {}\n{text}", style.name());
    }
    Ok(())
}
