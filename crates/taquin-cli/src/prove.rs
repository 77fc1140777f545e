//! `taquin solve --at-least`: a lower bound, and nothing else.

use crate::args::SolveArgs;
use crate::device::DeviceChoice;
use crate::exit::{Exit, Failure, complain, remark};
use crate::input;
use crate::plan::{Plan, Within, report_untried, stopped};
use crate::progress::Line;
use crate::units;
use std::io::{self, Write};
use std::path::Path;
use taquin::accelerator::{DeviceError, Seen};
use taquin::notation::{Style, letters};
use taquin::search::{Improved, Planned, Progress, Stats};
use taquin::{
    Algorithm, BuildProgress, Limits, Observer, Outcome, Partition, StopFlag, StopReason, Stopped, TableFault,
};
use taquin_gpu::Gpu;

pub(crate) fn run(args: &SolveArgs, at_least: u32, out: &mut impl Write) -> Result<Exit, Failure> {
    let input = input::read(&args.input);
    let kind = args.goal.kind_for(args.style, args.input.size)?;
    // A checkpoint is a card's.
    let device = match args.search.device.device {
        DeviceChoice::Auto if args.checkpoint.is_some() => DeviceChoice::Gpu,
        given => given,
    };
    let store = args.search.cache.tables();
    let tables = device.accelerate(store, args.checkpoint.clone())?;
    let plan = Plan::new(&args.search, Within::Proven, Style::Princeton, 1)?;
    let limits = Limits { at_least: Some(at_least), ..plan.limits.clone() };
    let line = Line::new(input.boards.len(), args.search.verbose);
    let mut exit = if input.some_bad { Exit::BadInput } else { Exit::Solved };
    if args.checkpoint.is_some() && input.boards.len() > 1 {
        return Err(Failure::Said("--checkpoint is for a single board".to_owned()));
    }
    for (tried, named) in input.boards.iter().enumerate() {
        if plan.limits.stop.is_raised() {
            return Ok(exit.max(report_untried((input.boards.len() - tried) as u64)));
        }
        let goal = kind.for_size(named.board.size()).map_err(|error| format!("{}: {error}", named.name))?;
        device.check(&goal).map_err(|error| format!("{}: {error}", named.name))?;
        let Some(seen) = Seen::new(&goal) else {
            return Err(Failure::Said(format!(
                "{}: --at-least is for boards of up to 25 cells, and this one is {}",
                named.name,
                goal.size()
            )));
        };
        if let Some(path) = &args.checkpoint {
            let task = seen.task(&named.board);
            let before = Gpu::look_at_checkpoint(path, &task).map_err(|error| error.to_string())?;
            if let Some(nodes) = before {
                remark(&format!("going on after {} nodes", units::thousands(nodes)));
            }
        }
        let solver = plan.solver(goal, None).algorithm(Algorithm::IdaStar);
        let solver = solver.tables(tables.clone()).limits(limits.clone());
        let insists = device == DeviceChoice::Gpu;
        let mut watcher =
            Insisting { inner: line.observer(), stop: &plan.limits.stop, failure: None, insists };
        let outcome = solver.solve_watched(&named.board, &mut watcher);
        line.board_is_done();
        if let Some(failure) = watcher.failure {
            return Err(Failure::Said(failure));
        }
        let name = &named.name;
        match outcome.map_err(|error| format!("{name}: {error}"))? {
            Outcome::Stopped(Stopped { reason: StopReason::Bound, lower_bound, stats, .. }) => {
                write_proof(name, lower_bound, &stats, out)?;
            }
            Outcome::Solved(found) if found.lower_bound >= at_least => {
                write_proof(name, found.lower_bound, &found.stats, out)?;
            }
            Outcome::Stopped(at) => {
                exit = exit.max(Exit::Stopped);
                complain(&format!("{name}: {}", stopped(&at, None)));
            }
            Outcome::Solved(found) => {
                exit = exit.max(Exit::Unsolvable);
                let (length, moves) = (found.moves.len(), letters(&found.moves));
                writeln!(
                    out,
                    "{name}: not so, {length} moves are enough: {moves} ({})",
                    effort(&found.stats)
                )?;
            }
            Outcome::Unsolvable(unsolvable) => {
                exit = exit.max(Exit::Unsolvable);
                writeln!(out, "{name}: unsolvable, {}", unsolvable.why)?;
            }
        }
        out.flush()?;
    }
    Ok(exit)
}

/// Watches a proof on a card. If the card fails, hours of work on the processor are not what was asked for.
struct Insisting<'a, O> {
    inner: O,
    stop: &'a StopFlag,
    failure: Option<String>,
    insists: bool,
}

impl<O: Observer> Observer for Insisting<'_, O> {
    fn progress(&mut self, progress: &Progress) {
        self.inner.progress(progress);
    }

    fn planned(&mut self, step: &Planned) {
        self.inner.planned(step);
    }

    fn building(&mut self, partition: &Partition, progress: BuildProgress) {
        self.inner.building(partition, progress);
    }

    fn improved(&mut self, now: &Improved) {
        self.inner.improved(now);
    }

    fn damaged(&mut self, path: &Path, fault: &TableFault) {
        self.inner.damaged(path, fault);
    }

    fn device_failed(&mut self, error: &DeviceError) {
        if self.insists {
            self.failure = Some(error.to_string());
            self.stop.raise();
        } else {
            self.inner.device_failed(error);
        }
    }
}

fn write_proof(name: &str, bound: u32, stats: &Stats, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{name}: proven, any solution has at least {bound} moves ({})", effort(stats))
}

fn effort(stats: &Stats) -> String {
    format!("{} nodes, {}", units::thousands(stats.generated), units::seconds(stats.time))
}
