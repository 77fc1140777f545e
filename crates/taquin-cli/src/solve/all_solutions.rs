//! `taquin solve --all`, `--then` and `--count`: all shortest solutions, the best of them, or their number.

use super::{SolveArgs, announce_large_output, note_both_lengths, write_attempt};
use crate::exit::{Exit, Failure, print_error, print_note};
use crate::input::{self, BoardName, Puzzle};
use crate::json::write_json;
use crate::outcome_messages::{report_skipped, search_stopped, suggest_goal};
use crate::progress::ProgressLine;
use crate::searches::Searches;
use crate::signals::while_writing;
use crate::units;
use serde::Serialize;
use std::io::{self, Write};
use taquin::notation::{Attempt, Style};
use taquin::{
    Algorithm, AllSolutions, AllSolutionsOutcome, MoveOrder, Optimality, Outcome, Solution, map_ordered,
};

pub(super) fn run(args: &SolveArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let style = args.output_style();
    check_options(args, style)?;
    let kind = args.goal.kind_for(style, &args.input)?;
    let (puzzles, mut exit) = input::read_puzzles(&args.input_for(style), &kind);
    let searches = Searches::new(&args.search, Optimality::All, style, puzzles.len())?;
    let request = &searches.requests[0];
    let line = ProgressLine::new(puzzles.len(), args.search.verbose);
    let has_headings = puzzles.len() > 1 && !style.is_one_line() && !args.count;
    let search = |puzzle: &&Puzzle| {
        let solver = searches.solver(&puzzle.goal, request);
        solver.solve_all(&puzzle.board, &mut line.search_observer()).map_err(|error| error.to_string())
    };
    let cancel = &searches.limits.cancel;
    let done = map_ordered(&puzzles, searches.concurrent_boards, cancel, search, |puzzle, result| {
        line.board_done();
        let name = &puzzle.name;
        if has_headings && result.is_ok() {
            writeln!(out, "# {name}")?;
        }
        let outcome = match result {
            Err(message) => {
                exit = exit.max(Exit::BadInput);
                print_error(&format!("{name}: {message}"));
                return Ok(());
            }
            Ok(AllSolutionsOutcome::Solved(solutions)) if args.count => {
                write_count(style, name, &solutions, out)?;
                return out.flush();
            }
            Ok(AllSolutionsOutcome::Solved(solutions)) => {
                return while_writing(|| {
                    write_all(args, puzzle, &solutions, request.order_of_solutions(), out)?;
                    out.flush()
                });
            }
            Ok(AllSolutionsOutcome::Unsolvable(unsolvable)) => Outcome::Unsolvable(unsolvable),
            Ok(AllSolutionsOutcome::Stopped(at)) => Outcome::Stopped(at),
        };
        exit = exit.max(Exit::from(&outcome));
        match &outcome {
            Outcome::Stopped(at) => print_error(&format!("{name}: {}", search_stopped(at, None))),
            _ if puzzles.len() == 1 && style != Style::Json => suggest_goal(puzzle),
            _ => {}
        }
        if !args.count || style == Style::Json {
            write_attempt(args, puzzle, &attempt(outcome), out)?;
        } else if matches!(outcome, Outcome::Unsolvable(_)) {
            writeln!(out, "{name}: no solution")?;
        }
        out.flush()
    })?;
    line.print_hint();
    Ok(exit.max(report_skipped(puzzles.len() as u64 - done)))
}

/// Rejects options that do not apply.
fn check_options(args: &SolveArgs, style: Style) -> Result<(), String> {
    let option = match (args.all, args.then) {
        (true, _) => "--all",
        (_, Some(then)) if then == args.search.metric.metric => {
            return Err(format!("--then {then} is the metric already: choose --then {}", then.other()));
        }
        (_, Some(_)) => "--then",
        _ => "--count",
    };
    if args.count && args.search.uninformed.order.is_some() {
        return Err("--count takes no --order: remove it".to_owned());
    }
    let assignment = style.dialect().map(|dialect| &dialect.assignment);
    // The figures of the search may be in a file of their own, which is not required.
    let has_figures =
        assignment.is_some_and(|assignment| assignment.asks_for_depth) && !style.has_statistics();
    if args.stats_file.is_some() || has_figures && !args.count {
        return Err(format!(
            "{option} has no figures to report: use --algorithm bfs with --order, which finds the first solution in that order"
        ));
    }
    let reports_heuristics = assignment.is_some_and(|assignment| !assignment.heuristics.is_empty());
    if reports_heuristics && !args.count {
        return Err(format!(
            "--style {style} reports heuristics, and {option} uses none: choose another style"
        ));
    }
    if args.count && style != Style::default() && style != Style::Json {
        return Err(format!("--count writes no solutions: remove --style {style}"));
    }
    Ok(())
}

/// Wraps an outcome for formatting; [`Solver::solve_all`](taquin::Solver::solve_all) uses IDA*.
fn attempt(outcome: Outcome) -> Attempt {
    Attempt { algorithm: Algorithm::IdaStar, heuristic: None, outcome }
}

#[derive(Serialize)]
struct CountJson<'a> {
    name: &'a BoardName,
    length: u32,
    shortest_solutions: u128,
}

fn write_count(
    style: Style,
    name: &BoardName,
    solutions: &AllSolutions,
    out: &mut impl Write,
) -> io::Result<()> {
    let length = solutions.length();
    if style == Style::Json {
        return write_json(&CountJson { name, length, shortest_solutions: solutions.count() }, out);
    }
    let count = units::count(count_u64(solutions), "shortest solution");
    writeln!(out, "{name}: {count} of {}", units::count(length.into(), "move"))
}

fn write_all(
    args: &SolveArgs,
    puzzle: &Puzzle,
    solutions: &AllSolutions,
    order: Option<MoveOrder>,
    out: &mut impl Write,
) -> io::Result<()> {
    if args.then.is_some() {
        let solution = solutions.shortest_in_other_metric();
        note_both_lengths(&puzzle.name, &solution);
        return write_attempt(args, puzzle, &attempt(Outcome::Solved(solution)), out);
    }
    let total = units::thousands(count_u64(solutions));
    let limit = args.limit.unwrap_or(usize::MAX);
    let written = count_u64(solutions).min(limit as u64);
    announce_large_output(args, puzzle, solutions.length() as usize, written);
    let ordered: Box<dyn Iterator<Item = Solution>> = match order {
        Some(order) => Box::new(solutions.iter_in(order)),
        None => Box::new(solutions.iter()),
    };
    for (solution, i) in ordered.take(limit).zip(1..) {
        if !args.style_for(puzzle.board.size()).is_one_line() {
            writeln!(out, "# solution {i} of {total}")?;
        }
        write_attempt(args, puzzle, &attempt(Outcome::Solved(solution)), out)?;
    }
    if solutions.count() > limit as u128 {
        let name = &puzzle.name;
        let limit = units::thousands(limit as u64);
        print_note(&format!("{name}: wrote {limit} of {total} shortest solutions"));
    }
    Ok(())
}

/// Returns the number of solutions for display.
fn count_u64(solutions: &AllSolutions) -> u64 {
    u64::try_from(solutions.count()).unwrap_or(u64::MAX)
}
