//! `taquin bench gpu`: all that a card should do, checked and measured in one run.
//!
//! 1. Tables built on the card are those that the processor builds, bit for bit.
//! 2. Ten thousand random 15-puzzles have the lengths that the processor finds.
//! 3. A million random 15-puzzles.
//! 4. Korf and Felner's fifty 24-puzzles, tables included, while the processor looks for good solutions: where the two meet,
//!    the last and longest iteration is not needed.
//! 5. The 24-puzzle with all tiles the wrong way round: no solution of 144 moves or fewer.

use super::suite::{Entry, classic};
use crate::args::BenchArgs;
use crate::device;
use crate::exit::{Exit, Failure};
use crate::picture::{Anchor, INK, PALE, Picture, SERIES, Stroke};
use crate::plan::{stop_on_interrupt, usual_memory};
use crate::units;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::io::Write;
use std::time::{Duration, Instant};
use taquin::accelerator::DeviceError;
use taquin::search::Progress;
use taquin::{
    Algorithm, Board, Goal, Limits, Observer, Outcome, Partition, PartitionError, Size, Solver, StopFlag,
    StopReason, Tables, random_board,
};
use taquin_gpu::Gpu;

/// Partitions whose tables are compared.
const CHECKED: [&str; 2] = ["24:6-6-6-6", "15:7-8"];

const COMPARED: usize = 10_000;
const MILLION: usize = 1_000_000;

/// The threshold to be exhausted for the board the wrong way round. Each further one takes ten times as long.
const EXHAUSTED: u32 = 144;

/// More than any board of the fifty takes.
const LONG: Duration = Duration::from_hours(1);

pub(super) fn run(args: &BenchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let gpu = device::card().map_err(|error| format!("bench gpu needs an NVIDIA card: {error}"))?;
    let stop = stop_on_interrupt();
    writeln!(out, "taquin {} on {}\n", env!("CARGO_PKG_VERSION"), gpu.name())?;
    out.flush()?;
    check_tables(&gpu, out)?;
    let (four, five) = (square(4)?, square(5)?);
    let goal = Goal::blank_last(four);
    let mut rng = ChaCha8Rng::seed_from_u64(args.seed.unwrap_or(1));
    compare(&gpu, &goal, &mut rng, &stop, out)?;
    solve_many(&gpu, &goal, &mut rng, &stop, out)?;
    let tables = Tables::default().accelerated(gpu);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits { memory: usual_memory(), stop: stop.clone(), ..Limits::default() };
    let solver =
        |goal: Goal| Solver::new(goal).tables(tables.clone()).threads(threads).limits(limits.clone());
    let (samples, are_right) = solve_fifty(args, &solver, &stop, out)?;
    if let Some(path) = &args.chart {
        std::fs::write(path, chart(&samples).to_string())
            .map_err(|error| format!("cannot write the chart {}: {error}", path.display()))?;
    }
    let is_proven = args.only.is_some() || prove(&solver, five, &limits, out)?;
    Ok(match (stop.is_raised(), are_right && is_proven) {
        (true, _) => Exit::Stopped,
        (false, true) => Exit::Solved,
        (false, false) => Exit::BadInput,
    })
}

fn square(n: usize) -> Result<Size, String> {
    Size::square(n).map_err(|error| error.to_string())
}

fn check_tables(gpu: &Gpu, out: &mut impl Write) -> Result<(), Failure> {
    let mut bits = 0;
    for name in CHECKED {
        let partition: Partition = name.parse().map_err(|error: PartitionError| error.to_string())?;
        let parts = partition.homes_of_parts();
        bits += gpu.check_tables(partition.size(), parts).map_err(|error| error.to_string())?;
    }
    writeln!(out, "tables: {} bits are those of the processor", units::thousands(bits))?;
    Ok(out.flush()?)
}

/// The lengths of boards that the card solved, verified, and the nodes that took.
fn solve_by_card(
    gpu: &Gpu,
    goal: &Goal,
    boards: &[Board],
    stop: &StopFlag,
) -> Result<(Vec<usize>, u64), String> {
    let all: Vec<&Board> = boards.iter().collect();
    let (moves, nodes) = device::solve_all(gpu, goal, &all, stop)?.ok_or("interrupted")?;
    Ok((moves.iter().map(Vec::len).collect(), nodes))
}

fn compare(
    gpu: &Gpu,
    goal: &Goal,
    rng: &mut ChaCha8Rng,
    stop: &StopFlag,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let boards: Vec<Board> = (0..COMPARED).map(|_| random_board(goal, true, rng)).collect();
    let (lengths, _) = solve_by_card(gpu, goal, &boards, stop)?;
    let solver = Solver::new(goal.clone());
    let agrees = |(board, &length): (&Board, &usize)| match solver.solve(board) {
        Ok(Outcome::Solved(solution)) => solution.moves.len() == length,
        _ => false,
    };
    let agreeing = boards.par_iter().zip(&lengths).filter(|&pair| agrees(pair)).count();
    writeln!(
        out,
        "15-puzzles: {} of {} have the processor's length",
        units::thousands(agreeing as u64),
        units::thousands(COMPARED as u64)
    )?;
    out.flush()?;
    if agreeing < COMPARED {
        return Err(Failure::Said(
            "a length is wrong, which is a defect of Taquin (please report it)".to_owned(),
        ));
    }
    Ok(())
}

fn solve_many(
    gpu: &Gpu,
    goal: &Goal,
    rng: &mut ChaCha8Rng,
    stop: &StopFlag,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let start = Instant::now();
    let (mut moves, mut nodes, mut left) = (0, 0, MILLION);
    while left > 0 {
        let count = left.min(Gpu::AT_A_TIME);
        let boards: Vec<Board> = (0..count).map(|_| random_board(goal, true, rng)).collect();
        let (lengths, made) = solve_by_card(gpu, goal, &boards, stop)?;
        moves += lengths.iter().sum::<usize>();
        nodes += made;
        left -= count;
    }
    let time = start.elapsed();
    writeln!(
        out,
        "a million 15-puzzles: {} moves, {} nodes, {} ({} nodes a second)",
        units::thousands(moves as u64),
        units::thousands(nodes),
        units::seconds(time),
        rate(nodes, time)
    )?;
    Ok(out.flush()?)
}

/// Remembers how many nodes there were when.
struct Sampler<'a> {
    /// Since the beginning of the run, and in all.
    start: Instant,
    before: u64,
    samples: &'a mut Vec<(f64, u64)>,
    /// Why the card was not used, if so.
    failure: Option<String>,
}

impl Observer for Sampler<'_> {
    fn progress(&mut self, progress: &Progress) {
        let now = self.start.elapsed().as_secs_f64();
        if progress.generated > 0 && self.samples.last().is_none_or(|(last, _)| now - last > 0.05) {
            self.samples.push((now, self.before + progress.generated));
        }
    }

    fn device_failed(&mut self, error: &DeviceError) {
        self.failure = Some(error.to_string());
    }
}

/// The fifty boards, one after the other; returns how many nodes there were when, and whether all is as it should be.
fn solve_fifty(
    args: &BenchArgs,
    solver: &dyn Fn(Goal) -> Solver,
    stop: &StopFlag,
    out: &mut impl Write,
) -> Result<(Vec<(f64, u64)>, bool), Failure> {
    let mut suite = classic("korf-24")?;
    if let Some(numbers) = &args.only {
        suite.keep_only(numbers)?;
    }
    writeln!(out, "\n board  moves  at least               nodes      time   nodes a second")?;
    let (start, mut samples, mut nodes, mut moves) = (Instant::now(), Vec::new(), 0, 0);
    let (mut done, mut wrong) = (0, 0);
    if let Some(Entry { board, goal, .. }) = suite.entries.first() {
        // The first board's tables, which the others share.
        let few = Limits { nodes: Some(1), stop: stop.clone(), ..Limits::default() };
        let warm_up = solver(goal.clone()).algorithm(Algorithm::IdaStar).limits(few);
        warm_up.solve(board).map_err(|error| error.to_string())?;
        writeln!(out, "tables  {:>50}", units::seconds(start.elapsed()))?;
    }
    for Entry { number, board, goal, known, .. } in &suite.entries {
        if stop.is_raised() {
            break;
        }
        let begun = Instant::now();
        let mut watcher = Sampler { start, before: nodes, samples: &mut samples, failure: None };
        let outcome = solver(goal.clone()).within(LONG).solve_watched(board, &mut watcher);
        if let Some(failure) = watcher.failure {
            return Err(Failure::Said(format!("the card failed: {failure}")));
        }
        let Outcome::Solved(solution) = outcome.map_err(|error| error.to_string())? else { continue };
        done += 1;
        let (length, time) = (solution.moves.len() as u32, begun.elapsed());
        wrong += usize::from(!solution.is_shortest() || known.is_some_and(|known| known != length));
        nodes += solution.stats.generated;
        moves += u64::from(length);
        writeln!(
            out,
            "{number:>6} {length:>6} {:>9} {:>19} {:>9} {:>16}",
            solution.lower_bound,
            units::thousands(solution.stats.generated),
            units::seconds(time),
            rate(solution.stats.generated, time)
        )?;
        out.flush()?;
    }
    let time = start.elapsed();
    writeln!(
        out,
        " total {moves:>6} {:>29} {:>9} {:>16}\n{done} boards, tables included; {wrong} are not as published",
        units::thousands(nodes),
        units::seconds(time),
        rate(nodes, time),
    )?;
    out.flush()?;
    Ok((samples, wrong == 0 && done == suite.entries.len()))
}

/// The board with all tiles the wrong way round: its bound raised until the threshold is exhausted.
fn prove(
    solver: &dyn Fn(Goal) -> Solver,
    size: Size,
    limits: &Limits,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    let tiles: Vec<u16> = std::iter::once(0).chain((1..size.cells() as u16).rev()).collect();
    let board = Board::from_tiles(size, &tiles).map_err(|error| error.to_string())?;
    let limits = Limits { at_least: Some(EXHAUSTED + 2), ..limits.clone() };
    let begun = Instant::now();
    let outcome = solver(Goal::blank_last(size)).limits(limits).solve(&board);
    let Outcome::Stopped(at) = outcome.map_err(|error| error.to_string())? else { return Ok(false) };
    writeln!(
        out,
        "\nthe wrong way round: at least {} moves, {} nodes, {} ({} nodes a second)",
        at.lower_bound,
        units::thousands(at.stats.generated),
        units::seconds(begun.elapsed()),
        rate(at.stats.generated, begun.elapsed())
    )?;
    out.flush()?;
    Ok(at.reason == StopReason::Bound)
}

#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "a rate for people to read")]
fn rate(nodes: u64, time: Duration) -> String {
    units::thousands((nodes as f64 / time.as_secs_f64().max(1e-9)) as u64)
}

/// Billions of nodes a second over the time.
#[expect(clippy::cast_precision_loss, reason = "for people to look at")]
fn chart(samples: &[(f64, u64)]) -> Picture {
    let (width, height, left, bottom) = (760.0, 300.0, 60.0, 40.0);
    let mut picture = Picture::new(width, height);
    let seconds = samples.last().map_or(1.0, |(time, _)| *time).max(1.0);
    let rates: Vec<(f64, f64)> = samples
        .windows(2)
        .filter(|pair| pair[1].1 >= pair[0].1)
        .map(|pair| (pair[1].0, (pair[1].1 - pair[0].1) as f64 / (pair[1].0 - pair[0].0) / 1e9))
        .collect();
    let most = (rates.iter().map(|(_, rate)| *rate).fold(1.0, f64::max) / 4.0).ceil() * 4.0;
    let x = |time: f64| left + (width - left - 20.0) * time / seconds;
    let y = |rate: f64| height - bottom - (height - bottom - 30.0) * rate / most;
    picture.text((left, 14.0), 13.0, Anchor::Start, INK, "billion nodes a second");
    for step in 0..=4 {
        let rate = most * f64::from(step) / 4.0;
        picture.line(&[(left, y(rate)), (width - 20.0, y(rate))], Stroke::new(PALE, 0.5));
        picture.text((left - 8.0, y(rate)), 12.0, Anchor::End, INK, &format!("{rate:.0}"));
        let time = seconds * f64::from(step) / 4.0;
        picture.text((x(time), height - bottom + 16.0), 12.0, Anchor::Middle, INK, &format!("{time:.0} s"));
    }
    let points: Vec<(f64, f64)> = rates.iter().map(|&(time, rate)| (x(time), y(rate))).collect();
    picture.line(&points, Stroke::new(SERIES[0], 1.2));
    picture
}
