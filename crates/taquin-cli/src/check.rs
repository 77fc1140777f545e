//! `taquin check`: the fewest moves of many boards.

use crate::args::CheckArgs;
use crate::exit::{Exit, Failure, complain, remark};
use crate::in_order::in_order;
use crate::input::{self, Puzzle};
use crate::plan::{Plan, exit_of, hint_at_other_goal, report_untried, stopped};
use crate::progress::Line;
use crate::units;
use std::io::{self, Write};
use std::time::Instant;
use taquin::Outcome;
use taquin::notation::Style;

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let start = Instant::now();
    let kind = args.goal.kind(args.input.size)?;
    let (puzzles, mut exit) = input::read_puzzles(&args.input, &kind);
    let plan = Plan::new(&args.search, args.within.within(), Style::Princeton, puzzles.len())?;
    let line = Line::new(puzzles.len(), args.search.verbose);
    let mut tally = Tally::default();
    let check = |puzzle: &Puzzle| plan.solve(puzzle, plan.heuristics[0], &line);
    let left = in_order(&puzzles, plan.threads, &plan.limits.stop, check, |puzzle, result| {
        line.board_is_done();
        let name = &puzzle.name;
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(message) => {
                exit = exit.max(Exit::BadInput);
                complain(&format!("{name}: {message}"));
                return Ok(());
            }
        };
        exit = exit.max(exit_of(&outcome));
        tally.add(&outcome);
        write_line(name, &outcome, args.stats, out)?;
        match &outcome {
            Outcome::Stopped(at) => complain(&format!("{name}: {}", stopped(at, None))),
            Outcome::Unsolvable(_) if puzzles.len() == 1 => {
                hint_at_other_goal(puzzle);
            }
            _ => {}
        }
        Ok(())
    })?;
    out.flush()?;
    if puzzles.len() > 1 {
        remark(&tally.summary(start.elapsed()));
    }
    line.give_hint();
    Ok(exit.max(report_untried(left)))
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
