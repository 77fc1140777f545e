//! `taquin check`: the length of a shortest solution of each board.

use crate::exit::{Exit, Failure, print_error, print_note};
use crate::flags::{GoalArgs, InputArgs, OptimalityArgs, SearchArgs};
use crate::input::{self, BoardName, Puzzle};
use crate::messages::{report_skipped, search_stopped, suggest_goal};
use crate::progress::ProgressLine;
use crate::searches::Searches;
use crate::units;
use clap::Args;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use taquin::notation::Style;
use taquin::{Outcome, map_ordered};

/// Print the length of a shortest solution of each board, -1 if unsolvable
#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin check puzzles/3x3-*.txt puzzles/4x4-*.txt
  taquin check --stats --time 10s boards.txt
  taquin check big.txt --within 1m              (best solution found in a minute)")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Also print time, generated nodes and memory
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    optimality: OptimalityArgs,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    search: SearchArgs,
}

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let start = Instant::now();
    let kind = args.goal.kind_of(&args.input)?;
    let (puzzles, mut exit) = input::read_puzzles(&args.input, &kind);
    let searches = Searches::new(&args.search, args.optimality.get(), Style::Princeton, puzzles.len())?;
    let line = ProgressLine::new(puzzles.len(), args.search.verbose);
    let mut tally = Tally::default();
    let check = |puzzle: &&Puzzle| searches.solve(puzzle, &searches.requests[0], &line);
    let cancel = &searches.limits.cancel;
    let done = map_ordered(&puzzles, searches.concurrent_boards, cancel, check, |puzzle, result| {
        line.board_done();
        let name = &puzzle.name;
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(message) => {
                exit = exit.max(Exit::BadInput);
                print_error(&format!("{name}: {message}"));
                return Ok(());
            }
        };
        exit = exit.max(Exit::from(&outcome));
        tally.add(&outcome);
        write_line(name, &outcome, args.stats, out)?;
        match &outcome {
            Outcome::Stopped(at) => print_error(&format!("{name}: {}", search_stopped(at, None))),
            Outcome::Unsolvable(_) if puzzles.len() == 1 => suggest_goal(puzzle),
            _ => {}
        }
        Ok::<(), io::Error>(())
    })?;
    out.flush()?;
    if puzzles.len() > 1 {
        print_note(&tally.summary(start.elapsed()));
    }
    line.print_hint();
    Ok(exit.max(report_skipped(puzzles.len() as u64 - done)))
}

fn write_line(name: &BoardName, outcome: &Outcome, with_stats: bool, out: &mut impl Write) -> io::Result<()> {
    let stats = match outcome {
        Outcome::Solved(solution) => {
            write!(out, "{name}: {}", solution.len())?;
            if !solution.is_shortest() {
                write!(out, " (shortest is at least {})", solution.lower_bound())?;
            }
            solution.stats()
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
        let time = units::seconds(stats.time);
        let nodes = units::count(stats.generated, "node");
        write!(out, "\t{time}\t{nodes}\t{}", units::bytes(stats.memory))?;
    }
    writeln!(out)?;
    out.flush()
}

/// Totals over all boards.
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
                self.moves += solution.len() as u64;
                self.nodes += solution.stats().generated;
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

    fn summary(&self, time: Duration) -> String {
        format!(
            "{} solved ({}), {} unsolvable, {} stopped; {}, {}",
            units::thousands(self.solved),
            units::count(self.moves, "move"),
            units::thousands(self.unsolvable),
            units::thousands(self.stopped),
            units::count(self.nodes, "node"),
            units::seconds(time)
        )
    }
}
