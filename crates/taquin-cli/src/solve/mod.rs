//! `taquin solve`

use crate::args::SolveArgs;
use crate::every;
use crate::exit::{Exit, Failure, complain, remark};
use crate::in_order::in_order;
use crate::input::{self, Named};
use crate::progress::Line;
use crate::prove;
use crate::search::{Plan, Within, exit_of, report_untried, stopped};
use std::io::{self, Write};
use taquin::notation::{Attempt, MoveStyle, Report};
use taquin::{Algorithm, Goal, GoalKind, Outcome};

pub(crate) fn run(args: &SolveArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    if args.all || args.count {
        return every::run(args, out);
    }
    if let Some(at_least) = args.at_least {
        return prove::run(args, at_least, out);
    }
    let input = input::read(&args.input);
    // A card has one board at a time, and the processor helps it with all threads.
    let on_card = args.search.device.device.takes_any(input.boards.iter().map(|named| named.board.size()));
    let mut plan = Plan::new(&args.search, args.style, if on_card { 1 } else { input.boards.len() })?;
    plan.within = within(args, plan.algorithm)?;
    let goal = args.goal.kind_for(args.style, args.input.size)?;
    let moves = MoveStyle { run_length: args.run_length, of_blank: args.blank_moves };
    let headings = input.boards.len() > 1 && !args.style.is_one_line();
    let line = Line::new(input.boards.len(), args.search.verbose);
    let mut exit = if input.some_bad { Exit::BadInput } else { Exit::Solved };
    let mut untried = 0;
    let solve =
        |named: &Named| (!plan.limits.stop.is_raised()).then(|| solve_one(named, &goal, &plan, &line));
    in_order(&input.boards, plan.threads, &plan.limits.stop, solve, |named, result| {
        line.board_is_done();
        let (goal, runs) = match result {
            None => {
                untried += 1;
                return Ok(());
            }
            Some(Ok(solved)) => solved,
            Some(Err(message)) => {
                exit = exit.max(Exit::BadInput);
                complain(&format!("{}: {message}", named.name));
                return Ok(());
            }
        };
        if headings {
            writeln!(out, "# {}", named.name)?;
        }
        let report = Report { name: Some(&named.name), board: &named.board, goal: &goal, runs: &runs };
        let mut text = String::new();
        args.style.write(&report, moves, &mut text).map_err(io::Error::other)?;
        out.write_all(text.as_bytes())?;
        out.flush()?;
        let several = runs.len() > 1;
        for run in &runs {
            exit = exit.max(exit_of(&run.outcome));
            match &run.outcome {
                Outcome::Stopped(at) => {
                    complain(&format!("{}: {}", named.name, stopped(at, run.heuristic.filter(|_| several))));
                }
                Outcome::Solved(found) if !args.style.tells_bound() && !found.is_shortest() => {
                    remark(&format!(
                        "{}: {} moves (shortest is at least {})",
                        named.name,
                        found.moves.len(),
                        found.lower_bound
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    })?;
    line.give_hint();
    Ok(exit.max(report_untried(untried)))
}

/// How long to look for a shortest solution, or what is wrong with the options.
fn within(args: &SolveArgs, algorithm: Algorithm) -> Result<Within, String> {
    match args.within {
        Some(_) if algorithm != Algorithm::Auto => Err(format!(
            "--within has its own searches: leave it out, or what calls for --algorithm {}",
            algorithm.name()
        )),
        Some(time) => Ok(Within::Time(time)),
        None if args.optimal => Ok(Within::Proven),
        None => Ok(Within::Usual),
    }
}

fn solve_one(
    named: &Named,
    goal: &GoalKind,
    plan: &Plan,
    line: &Line,
) -> Result<(Goal, Vec<Attempt>), String> {
    let goal = goal.for_size(named.board.size()).map_err(|e| e.to_string())?;
    plan.device.check(&goal)?;
    let mut attempts = Vec::new();
    for &heuristic in &plan.heuristics {
        let solver = plan.solver(goal.clone(), heuristic);
        let outcome = solver.solve_watched(&named.board, &mut line.observer()).map_err(|e| e.to_string())?;
        attempts.push(Attempt { algorithm: plan.algorithm, heuristic, outcome });
    }
    Ok((goal, attempts))
}
