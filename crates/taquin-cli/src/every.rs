//! `taquin solve --all` and `--count`: every shortest solution.

use crate::args::SolveArgs;
use crate::exit::{Exit, Failure, complain, remark};
use crate::in_order::in_order;
use crate::input::{self, Named};
use crate::progress::Line;
use crate::search::{Plan, report_untried, stopped};
use crate::units;
use std::io::{self, Write};
use taquin::notation::{Attempt, MoveStyle, Report};
use taquin::search::Stats;
use taquin::{Every, Goal, Outcome, Solution, Solutions};

pub(crate) fn run(args: &SolveArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    if args.search.algorithm.is_some() || args.search.heuristic.is_some() || args.search.weight.is_some() {
        let option = if args.all { "--all" } else { "--count" };
        return Err(Failure::Usage(format!(
            "{option} has its own search: leave out --algorithm, --heuristic and --weight"
        )));
    }
    let input = input::read(&args.input);
    let plan = Plan::new(&args.search, args.style, input.boards.len())?;
    let kind = args.goal.kind_for(args.style, args.input.size)?;
    let line = Line::new(input.boards.len(), args.search.verbose);
    let mut exit = if input.some_bad { Exit::BadInput } else { Exit::Solved };
    let mut untried = 0;
    let look = |named: &Named| {
        (!plan.limits.stop.is_raised()).then(|| {
            let goal = kind.for_size(named.board.size()).map_err(|e| e.to_string())?;
            let solver = plan.solver(goal.clone(), None);
            let every = solver.every(&named.board, &mut line.observer()).map_err(|e| e.to_string())?;
            Ok::<_, String>((goal, every))
        })
    };
    in_order(&input.boards, plan.threads, &plan.limits.stop, look, |named, every| {
        line.board_is_done();
        match every {
            None => untried += 1,
            Some(Err(message)) => {
                exit = exit.max(Exit::BadInput);
                complain(&format!("{}: {message}", named.name));
            }
            Some(Ok((_, Every::Solved(solutions)))) if args.count => {
                let (count, moves) = (solutions.count(), solutions.length());
                let noun = if count == 1 { "solution" } else { "solutions" };
                writeln!(out, "{}: {count} shortest {noun} of {moves} moves", named.name)?;
            }
            Some(Ok((goal, Every::Solved(solutions)))) => {
                write_all(args, &named.name, &goal, &solutions, out)?;
            }
            Some(Ok((_, Every::Unsolvable(unsolvable)))) => {
                exit = exit.max(Exit::Unsolvable);
                writeln!(out, "{}: no solution: {}", named.name, unsolvable.why)?;
            }
            Some(Ok((_, Every::Stopped(at)))) => {
                exit = exit.max(Exit::Stopped);
                complain(&format!("{}: {}", named.name, stopped(&at, None)));
            }
        }
        out.flush()
    })?;
    line.give_hint();
    Ok(exit.max(report_untried(untried)))
}

fn write_all(
    args: &SolveArgs,
    name: &str,
    goal: &Goal,
    solutions: &Solutions,
    out: &mut impl Write,
) -> io::Result<()> {
    let moves_style = MoveStyle { run_length: args.run_length, of_blank: args.blank_moves };
    let most = args.limit.unwrap_or(usize::MAX);
    for (moves, i) in solutions.iter().take(most).zip(1..) {
        let (start, length) = (solutions.start().clone(), solutions.length());
        let solution = Solution::verified(start, goal, moves, length, Stats::default());
        let runs = [Attempt {
            algorithm: taquin::Algorithm::IdaStar,
            heuristic: None,
            outcome: Outcome::Solved(solution.map_err(io::Error::other)?),
        }];
        let report = Report { name: Some(name), board: solutions.start(), goal, runs: &runs };
        let mut text = String::new();
        args.style.write(&report, moves_style, &mut text).map_err(io::Error::other)?;
        if !args.style.is_one_line() {
            writeln!(out, "# solution {i} of {}", solutions.count())?;
        }
        out.write_all(text.as_bytes())?;
    }
    if solutions.count() > most as u128 {
        let (count, most) = (solutions.count(), units::thousands(most as u64));
        remark(&format!("{name}: the first {most} of {count} shortest solutions"));
    }
    Ok(())
}
