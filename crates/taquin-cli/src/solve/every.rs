//! `taquin solve --all` and `--count`: every shortest solution.

use super::text_of;
use crate::args::SolveArgs;
use crate::exit::{Exit, Failure, complain, remark};
use crate::in_order::in_order;
use crate::input::{self, Puzzle};
use crate::json::write_json;
use crate::plan::{Plan, Within, exit_of, hint_at_other_goal, report_untried, stopped};
use crate::progress::Line;
use crate::units;
use serde::Serialize;
use std::io::{self, Write};
use taquin::notation::{Attempt, Style};
use taquin::{Algorithm, Every, Outcome, Solution, Solutions};

pub(super) fn run(args: &SolveArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    check(args)?;
    let kind = args.goal.kind_for(args.style, args.input.size)?;
    let (puzzles, mut exit) = input::read_puzzles(&args.input, &kind);
    let plan = Plan::new(&args.search, Within::Proven, args.style, puzzles.len())?;
    let line = Line::new(puzzles.len(), args.search.verbose);
    let headings = puzzles.len() > 1 && !args.style.is_one_line() && args.all;
    let look = |puzzle: &Puzzle| {
        let solver = plan.solver(puzzle.goal.clone(), None);
        solver.every(&puzzle.board, &mut line.observer()).map_err(|error| error.to_string())
    };
    let left = in_order(&puzzles, plan.threads, &plan.limits.stop, look, |puzzle, every| {
        line.board_is_done();
        let name = &puzzle.name;
        if headings && every.is_ok() {
            writeln!(out, "# {name}")?;
        }
        let outcome = match every {
            Err(message) => {
                exit = exit.max(Exit::BadInput);
                complain(&format!("{name}: {message}"));
                return Ok(());
            }
            Ok(Every::Solved(solutions)) if args.count => {
                write_count(args, name, &solutions, out)?;
                return out.flush();
            }
            Ok(Every::Solved(solutions)) => {
                write_all(args, puzzle, &solutions, out)?;
                return out.flush();
            }
            Ok(Every::Unsolvable(unsolvable)) => Outcome::Unsolvable(unsolvable),
            Ok(Every::Stopped(at)) => Outcome::Stopped(at),
        };
        exit = exit.max(exit_of(&outcome));
        match &outcome {
            Outcome::Stopped(at) => complain(&format!("{name}: {}", stopped(at, None))),
            _ if puzzles.len() == 1 && args.style != Style::Json => {
                hint_at_other_goal(puzzle);
            }
            _ => {}
        }
        if args.all || args.style == Style::Json {
            out.write_all(text_of(args, puzzle, &attempt(outcome))?.as_bytes())?;
        } else if matches!(outcome, Outcome::Unsolvable(_)) {
            writeln!(out, "{name}: no solution")?;
        }
        out.flush()
    })?;
    line.give_hint();
    Ok(exit.max(report_untried(left)))
}

/// Refuses options that have no meaning here.
fn check(args: &SolveArgs) -> Result<(), String> {
    let option = if args.all { "--all" } else { "--count" };
    if args.search.algorithm.is_some() || args.search.heuristic.is_some() || args.search.weight.is_some() {
        return Err(format!("{option} has its own search: leave out --algorithm, --heuristic and --weight"));
    }
    match args.style {
        Style::Iowa if args.all => {
            Err("--all uses none of the heuristics that --style iowa tells of: choose another style"
                .to_owned())
        }
        Style::Princeton | Style::Json => Ok(()),
        style if args.count => {
            let style = style.name();
            Err(format!("--count has no solution to write with --style {style}: leave it out, or use json"))
        }
        _ => Ok(()),
    }
}

/// All of them are found by this search.
fn attempt(outcome: Outcome) -> Attempt {
    Attempt { algorithm: Algorithm::IdaStar, heuristic: None, outcome }
}

#[derive(Serialize)]
struct Count<'a> {
    name: &'a str,
    length: u32,
    shortest_solutions: u128,
}

fn write_count(args: &SolveArgs, name: &str, solutions: &Solutions, out: &mut impl Write) -> io::Result<()> {
    let (length, count) = (solutions.length(), solutions.count());
    if args.style == Style::Json {
        return write_json(&Count { name, length, shortest_solutions: count }, out);
    }
    let noun = if count == 1 { "solution" } else { "solutions" };
    writeln!(out, "{name}: {count} shortest {noun} of {length} moves")
}

fn write_all(
    args: &SolveArgs,
    puzzle: &Puzzle,
    solutions: &Solutions,
    out: &mut impl Write,
) -> io::Result<()> {
    let most = args.limit.unwrap_or(usize::MAX);
    for (moves, i) in solutions.iter().take(most).zip(1..) {
        if !args.style.is_one_line() {
            writeln!(out, "# solution {i} of {}", solutions.count())?;
        }
        let (board, stats) = (puzzle.board.clone(), solutions.stats().clone());
        let solution = Solution::verified(board, &puzzle.goal, moves, solutions.length(), stats)
            .map_err(io::Error::other)?;
        out.write_all(text_of(args, puzzle, &attempt(Outcome::Solved(solution)))?.as_bytes())?;
    }
    if solutions.count() > most as u128 {
        let (name, count, most) = (&puzzle.name, solutions.count(), units::thousands(most as u64));
        remark(&format!("{name}: the first {most} of {count} shortest solutions"));
    }
    Ok(())
}
