//! `taquin solve --at-least`: proves a lower bound on the number of moves.

use super::SolveArgs;
use crate::exit::{Exit, Failure, print_error, print_note};
use crate::input::{self, BoardName};
use crate::outcome_messages::{report_skipped, search_stopped};
use crate::progress::ProgressLine;
use crate::searches::Searches;
use crate::units;
use std::io::{self, Write};
use std::sync::Arc;
use taquin::notation::{Style, letters};
use taquin::{Optimality, Outcome, Stats, StopReason, Stopped};
use taquin_gpu::{Gpu, GpuBoard, GpuMode};
use taquin_pdb::Frame;

pub(super) fn run(args: &SolveArgs, at_least: u32, out: &mut impl Write) -> Result<Exit, Failure> {
    let style = args.output_style();
    let kind = args.goal.kind_for(style, &args.input)?;
    let (puzzles, mut exit) = input::read_puzzles(&args.input_for(style), &kind);
    let mode = match args.search.gpu.gpu {
        GpuMode::Auto if args.checkpoint.is_some() => GpuMode::Always,
        given => given,
    };
    let boards = puzzles.len();
    if args.checkpoint.is_some() && boards > 1 {
        let message = format!("--checkpoint takes a single board, not {boards}: prove one board per run");
        return Err(Failure::Message(message));
    }
    let with_checkpoint = match &args.checkpoint {
        Some(_) if mode == GpuMode::Never => {
            return Err(Failure::Message(format!("{CHECKPOINT_NEEDS_GPU}: remove --gpu never")));
        }
        Some(path) => {
            let gpu = Gpu::open().map_err(|error| format!("{CHECKPOINT_NEEDS_GPU}: {error}"))?;
            Some(Arc::new(gpu.checkpoint(path.clone())))
        }
        None => None,
    };
    let searches = Searches::new(&args.search, Optimality::AtLeast(at_least), Style::Princeton, 1)?;
    let line = ProgressLine::new(boards, args.search.verbose);
    for (tried, named) in puzzles.iter().enumerate() {
        if searches.limits.cancel.is_cancelled() {
            return Ok(exit.max(report_skipped((boards - tried) as u64)));
        }
        let name = &named.name;
        let goal = &named.goal;
        mode.check_goal(goal).map_err(|error| format!("{name}: {error}"))?;
        if let (Some(path), Some(frame)) = (&args.checkpoint, Frame::new(goal)) {
            let board = GpuBoard::new(&frame, &named.board);
            let before = Gpu::read_checkpoint_progress(path, &board).map_err(|error| error.to_string())?;
            if let Some(nodes) = before {
                print_note(&format!("resuming after {}", units::count(nodes, "node")));
            }
        }
        let solver = searches.solver(goal, &searches.requests[0]);
        let solver = match &with_checkpoint {
            Some(gpu) => solver.gpu(Arc::clone(gpu) as _).require_gpu(),
            None => solver,
        };
        line.show_plan(&solver, &named.board);
        let outcome = solver.solve_observed(&named.board, &mut line.search_observer());
        line.board_done();
        match outcome.map_err(|error| format!("{name}: {error}"))? {
            Outcome::Stopped(Stopped { reason: StopReason::Bound, lower_bound, stats, .. }) => {
                write_proof(name, lower_bound, &stats, out)?;
            }
            Outcome::Solved(found) if found.lower_bound() >= at_least => {
                write_proof(name, found.lower_bound(), found.stats(), out)?;
            }
            Outcome::Stopped(at) => {
                exit = exit.max(Exit::Stopped);
                print_error(&format!("{name}: {}", search_stopped(&at, None)));
            }
            Outcome::Solved(found) => {
                exit = exit.max(Exit::Unsolvable);
                let length = units::count(found.len() as u64, "move");
                let moves = letters(found.moves());
                let effort = effort(found.stats());
                writeln!(out, "{name}: refuted: a solution with {length} exists: {moves} ({effort})")?;
            }
            Outcome::Unsolvable(unsolvable) => {
                exit = exit.max(Exit::Unsolvable);
                writeln!(out, "{name}: unsolvable, {}", unsolvable.parity)?;
            }
        }
        out.flush()?;
    }
    Ok(exit)
}

const CHECKPOINT_NEEDS_GPU: &str = "--checkpoint requires an NVIDIA GPU";

fn write_proof(name: &BoardName, bound: u32, stats: &Stats, out: &mut impl Write) -> io::Result<()> {
    let bound = units::count(bound.into(), "move");
    writeln!(out, "{name}: proven: any solution has at least {bound} ({})", effort(stats))
}

fn effort(stats: &Stats) -> String {
    format!("{}, {}", units::count(stats.generated, "node"), units::seconds(stats.time))
}
