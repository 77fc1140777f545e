//! `taquin check`: the fewest moves of many boards.

use crate::args::CheckArgs;
use crate::exit::{Exit, Failure, complain, remark};
use crate::in_order::in_order;
use crate::input::{self, Named};
use crate::progress::Line;
use crate::search::{Plan, exit_of, report_untried, stopped};
use crate::units;
use std::io::{self, Write};
use std::time::Instant;
use taquin::Outcome;
use taquin::notation::Style;

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let start = Instant::now();
    let input = input::read(&args.input);
    let plan = Plan::new(&args.search, Style::Princeton, input.boards.len())?;
    let goal = args.goal.kind(args.input.size)?;
    let line = Line::new(input.boards.len(), args.search.verbose);
    let mut exit = if input.some_bad { Exit::BadInput } else { Exit::Solved };
    let mut tally = Tally::default();
    let mut untried = 0;
    let solve = |named: &Named| {
        let goal = goal.for_size(named.board.size()).map_err(|e| e.to_string())?;
        let solver = plan.solver(goal, plan.heuristics[0]);
        solver.solve_watched(&named.board, &mut line.observer()).map_err(|e| e.to_string())
    };
    let check = |named: &Named| (!plan.limits.stop.is_raised()).then(|| solve(named));
    in_order(&input.boards, plan.threads, &plan.limits.stop, check, |named, result| {
        line.board_is_done();
        match result {
            None => {
                untried += 1;
                Ok(())
            }
            Some(Ok(outcome)) => {
                exit = exit.max(exit_of(&outcome));
                tally.add(&outcome);
                if let Outcome::Stopped(at) = &outcome {
                    complain(&format!("{}: {}", named.name, stopped(at, None)));
                }
                write_line(&named.name, &outcome, args.stats, out)
            }
            Some(Err(message)) => {
                exit = exit.max(Exit::BadInput);
                complain(&format!("{}: {message}", named.name));
                Ok(())
            }
        }
    })?;
    out.flush()?;
    if input.boards.len() > 1 {
        remark(&tally.summary(start.elapsed()));
    }
    line.give_hint();
    Ok(exit.max(report_untried(untried)))
}

fn write_line(name: &str, outcome: &Outcome, with_stats: bool, out: &mut impl Write) -> io::Result<()> {
    let stats = match outcome {
        Outcome::Solved(solution) => {
            write!(out, "{name}: {}", solution.moves.len())?;
            if !solution.is_shortest() {
                write!(out, " (shortest is at least {})", solution.lower_bound)?;
            }
            &solution.stats
        }
        Outcome::Unsolvable(unsolvable) => {
            write!(out, "{name}: -1")?;
            &unsolvable.stats
        }
        Outcome::Stopped(at) => {
            write!(out, "{name}: at least {}", at.lower_bound)?;
            &at.stats
        }
    };
    if with_stats {
        let (time, nodes) = (units::seconds(stats.time), units::thousands(stats.generated));
        write!(out, "\t{time}\t{nodes} nodes\t{}", units::bytes(stats.memory))?;
    }
    writeln!(out)?;
    out.flush()
}

/// How many boards ended how.
#[derive(Default)]
struct Tally {
    solved: u64,
    moves: u64,
    unsolvable: u64,
    stopped: u64,
    nodes: u64,
}

impl Tally {
    fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Solved(solution) => {
                self.solved += 1;
                self.moves += solution.moves.len() as u64;
                self.nodes += solution.stats.generated;
            }
            Outcome::Unsolvable(unsolvable) => {
                self.unsolvable += 1;
                self.nodes += unsolvable.stats.generated;
            }
            Outcome::Stopped(at) => {
                self.stopped += 1;
                self.nodes += at.stats.generated;
            }
        }
    }

    fn summary(&self, time: std::time::Duration) -> String {
        format!(
            "{} solved ({} moves in all), {} unsolvable, {} stopped; {} nodes, {}",
            self.solved,
            units::thousands(self.moves),
            self.unsolvable,
            self.stopped,
            units::thousands(self.nodes),
            units::seconds(time)
        )
    }
}
