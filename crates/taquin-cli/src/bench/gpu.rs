//! `taquin bench gpu`: checks and measures GPU search in one run.
//!
//! 1. Pattern databases built on the GPU equal those built on the CPU, bit for bit.
//! 2. The solutions of ten thousand random 15-puzzles have the same lengths as on the CPU.
//! 3. One million random 15-puzzles.
//! 4. Korf and Felner's fifty 24-puzzles, including building the pattern databases. An anytime search on the
//!    CPU runs concurrently; where its solution meets the proven lower bound, the last and longest iteration
//!    is not needed.
//! 5. The 24-puzzle with all tiles in reverse order: no solution has 144 moves or fewer.

use super::BenchArgs;
use super::suite::{Suite, SuiteBoard};
use crate::exit::{Exit, Failure};
use crate::memory_limit::search_memory;
use crate::signals::cancel_on_signal;
use crate::svg::{Anchor, INK, PALE, SERIES, Stroke, Svg};
use crate::units;
use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use std::io::Write;
use std::time::{Duration, Instant};
use taquin::Event;
use taquin::pdb::{Partition, PartitionError};
use taquin::random::random_board;
use taquin::{
    Algorithm, Board, CancelToken, Goal, Limits, Observer, Optimality, Outcome, Size, Solution, Solver,
    StopReason,
};
use taquin_gpu::Gpu;

/// The partitions whose pattern databases are compared.
const CHECKED_PARTITIONS: [&str; 2] = ["24:6-6-6-6", "15:7-8"];

/// The number of boards whose lengths are compared with the CPU, and the number solved in one batch.
const COMPARED_BOARDS: usize = 10_000;
const BATCH_BOARDS: usize = 1_000_000;

/// The cost bound to exhaust for the board in reverse order. Each further iteration takes ten times as long.
const EXHAUSTED_BOUND: u32 = 144;

/// A time limit that none of the fifty 24-puzzles reaches.
const TIME_PER_BOARD: Duration = Duration::from_hours(1);

pub(super) fn run(args: &BenchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let gpu = Gpu::shared().map_err(|error| format!("bench gpu needs an NVIDIA GPU: {error}"))?;
    let stop = cancel_on_signal();
    writeln!(out, "taquin {} on {}\n", env!("CARGO_PKG_VERSION"), gpu.name())?;
    out.flush()?;
    check_pattern_databases(&gpu, out)?;
    let goal = Goal::blank_last(square(4)?);
    let mut rng = ChaCha8Rng::seed_from_u64(args.seed.unwrap_or(1));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits { memory: search_memory(None), cancel: stop.clone(), ..Limits::default() };
    let reference = |goal: Goal| Solver::new(goal).threads(threads).limits(limits.clone());
    let solver = |goal: Goal| reference(goal).gpu(gpu.clone()).require_gpu();
    compare_with_cpu(&solver(goal.clone()), &reference(goal.clone()), &mut rng, &stop, out)?;
    solve_million(&solver(goal), &mut rng, &stop, out)?;
    let (samples, is_as_published) = solve_korf_24(args, &solver, &stop, out)?;
    if let Some(path) = &args.chart {
        std::fs::write(path, chart(&samples).to_string())
            .map_err(|error| format!("cannot write the chart {}: {error}", path.display()))?;
    }
    let is_proven = args.only.is_some() || prove_reversed_board(&solver, square(5)?, &limits, out)?;
    Ok(match (stop.is_cancelled(), is_as_published && is_proven) {
        (true, _) => Exit::Stopped,
        (false, true) => Exit::Success,
        (false, false) => Exit::BadInput,
    })
}

fn square(n: usize) -> Result<Size, String> {
    Size::square(n).map_err(|error| error.to_string())
}

fn check_pattern_databases(gpu: &Gpu, out: &mut impl Write) -> Result<(), Failure> {
    let mut bits = 0;
    for name in CHECKED_PARTITIONS {
        let partition: Partition = name.parse().map_err(|error: PartitionError| error.to_string())?;
        let parts = partition.part_homes();
        bits += gpu.check_pattern_databases(partition.size(), parts).map_err(|error| error.to_string())?;
    }
    writeln!(out, "pattern databases: {} bits equal to those of the CPU", units::thousands(bits))?;
    Ok(out.flush()?)
}

/// Solves boards and returns the lengths of their solutions and the number of nodes.
fn solve_all(
    solver: &Solver,
    boards: impl Iterator<Item = Board> + Send,
    stop: &CancelToken,
) -> Result<(Vec<usize>, u64), String> {
    let mut lengths = Vec::new();
    let totals = solver.solve_many(boards, &mut (), |_, outcome| {
        let outcome = outcome.map_err(|error| error.to_string())?;
        lengths.push(outcome.solution().map_or(0, Solution::len));
        Ok::<(), String>(())
    })?;
    if stop.is_cancelled() { Err("interrupted".to_owned()) } else { Ok((lengths, totals.nodes)) }
}

fn compare_with_cpu(
    on_gpu: &Solver,
    reference: &Solver,
    rng: &mut ChaCha8Rng,
    stop: &CancelToken,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let boards: Vec<Board> = (0..COMPARED_BOARDS).map(|_| random_board(on_gpu.goal(), true, rng)).collect();
    let (lengths, _) = solve_all(on_gpu, boards.iter().cloned(), stop)?;
    let (expected, _) = solve_all(reference, boards.into_iter(), stop)?;
    let agreeing = lengths.iter().zip(&expected).filter(|(found, expected)| found == expected).count();
    writeln!(
        out,
        "15-puzzles: {} of {} have the same length as on the CPU",
        units::thousands(agreeing as u64),
        units::thousands(COMPARED_BOARDS as u64)
    )?;
    out.flush()?;
    if agreeing < COMPARED_BOARDS {
        return Err(Failure::Message(
            "a solution has the wrong length: this is a bug in Taquin, please report it".to_owned(),
        ));
    }
    Ok(())
}

fn solve_million(
    solver: &Solver,
    rng: &mut ChaCha8Rng,
    stop: &CancelToken,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let start = Instant::now();
    let boards = (0..BATCH_BOARDS).map(|_| random_board(solver.goal(), true, rng));
    let (lengths, nodes) = solve_all(solver, boards, stop)?;
    let moves = lengths.iter().sum::<usize>();
    let time = start.elapsed();
    writeln!(
        out,
        "one million 15-puzzles: {} moves, {} nodes, {} ({} nodes per second)",
        units::thousands(moves as u64),
        units::thousands(nodes),
        units::seconds(time),
        rate(nodes, time)
    )?;
    Ok(out.flush()?)
}

/// The total number of nodes at a time in seconds.
type Sample = (f64, u64);

/// Samples the number of nodes over time.
struct NodeSampler<'a> {
    start: Instant,
    /// The nodes of earlier boards.
    earlier_nodes: u64,
    samples: &'a mut Vec<Sample>,
}

impl Observer for NodeSampler<'_> {
    fn event(&mut self, event: &Event<'_>) {
        let Event::Progress(progress) = event else { return };
        let now = self.start.elapsed().as_secs_f64();
        let is_due = self.samples.last().is_none_or(|(last, _)| now - last > 0.05);
        if progress.generated > 0 && is_due {
            self.samples.push((now, self.earlier_nodes + progress.generated));
        }
    }
}

/// Solves the 24-puzzles one after another. Returns samples of the node count, and whether all lengths are as
/// published.
fn solve_korf_24(
    args: &BenchArgs,
    solver: &dyn Fn(Goal) -> Solver,
    stop: &CancelToken,
    out: &mut impl Write,
) -> Result<(Vec<Sample>, bool), Failure> {
    let mut suite = Suite::from_published("korf-24")?;
    if let Some(numbers) = &args.only {
        suite.keep_only(numbers)?;
    }
    writeln!(out, "\n board  moves  lower bound               nodes      time          nodes/s")?;
    let start = Instant::now();
    let mut samples = Vec::new();
    let mut nodes = 0;
    let mut moves = 0;
    let mut done = 0;
    let mut wrong = 0;
    if let Some(SuiteBoard { puzzle, .. }) = suite.boards.first() {
        // Builds the pattern databases, which all boards share.
        let limits = Limits { nodes: Some(1), cancel: stop.clone(), ..Limits::default() };
        let warm_up = solver(Goal::clone(&puzzle.goal)).request(Algorithm::IdaStar).limits(limits);
        warm_up.solve(&puzzle.board).map_err(|error| error.to_string())?;
        writeln!(out, "tables  {:>48}", units::seconds(start.elapsed()))?;
    }
    for SuiteBoard { number, puzzle, published } in &suite.boards {
        if stop.is_cancelled() {
            break;
        }
        let board_start = Instant::now();
        let mut observer = NodeSampler { start, earlier_nodes: nodes, samples: &mut samples };
        let solver = solver(Goal::clone(&puzzle.goal)).request(Optimality::Within(TIME_PER_BOARD));
        let outcome = solver.solve_observed(&puzzle.board, &mut observer);
        let Outcome::Solved(solution) = outcome.map_err(|error| error.to_string())? else { continue };
        done += 1;
        let length = solution.len() as u32;
        let time = board_start.elapsed();
        wrong += u64::from(!solution.is_shortest() || published.is_some_and(|moves| moves != length));
        nodes += solution.stats().generated;
        moves += u64::from(length);
        writeln!(
            out,
            "{number:>6} {length:>6} {:>12} {:>19} {:>9} {:>16}",
            solution.lower_bound(),
            units::thousands(solution.stats().generated),
            units::seconds(time),
            rate(solution.stats().generated, time)
        )?;
        out.flush()?;
    }
    let time = start.elapsed();
    writeln!(
        out,
        " total {moves:>6} {:>32} {:>9} {:>16}\n{}, building pattern databases included; {wrong} not as published",
        units::thousands(nodes),
        units::seconds(time),
        rate(nodes, time),
        units::count(done as u64, "board"),
    )?;
    out.flush()?;
    Ok((samples, wrong == 0 && done == suite.boards.len()))
}

/// Searches the board in reverse order until the cost bound is exhausted.
fn prove_reversed_board(
    solver: &dyn Fn(Goal) -> Solver,
    size: Size,
    limits: &Limits,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    let tiles: Vec<u16> = std::iter::once(0).chain((1..size.cells() as u16).rev()).collect();
    let board = Board::from_tiles(size, &tiles).map_err(|error| error.to_string())?;
    let bound = Optimality::AtLeast(EXHAUSTED_BOUND + 2);
    let start = Instant::now();
    let outcome = solver(Goal::blank_last(size)).request(bound).limits(limits.clone()).solve(&board);
    let Outcome::Stopped(at) = outcome.map_err(|error| error.to_string())? else { return Ok(false) };
    writeln!(
        out,
        "\nreverse order: at least {} moves, {} nodes, {} ({} nodes per second)",
        at.lower_bound,
        units::thousands(at.stats.generated),
        units::seconds(start.elapsed()),
        rate(at.stats.generated, start.elapsed())
    )?;
    out.flush()?;
    Ok(at.reason == StopReason::Bound)
}

#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "rounded for display")]
fn rate(nodes: u64, time: Duration) -> String {
    units::thousands((nodes as f64 / time.as_secs_f64().max(1e-9)) as u64)
}

/// Draws billions of nodes per second over time.
#[expect(clippy::cast_precision_loss, reason = "drawn in pixels")]
fn chart(samples: &[Sample]) -> Svg {
    let width = 760.0;
    let height = 300.0;
    let left = 60.0;
    let bottom = 40.0;
    let mut svg = Svg::new(width, height);
    let seconds = samples.last().map_or(1.0, |(time, _)| *time).max(1.0);
    let rates: Vec<(f64, f64)> = samples
        .windows(2)
        .filter(|pair| pair[1].1 >= pair[0].1)
        .map(|pair| (pair[1].0, (pair[1].1 - pair[0].1) as f64 / (pair[1].0 - pair[0].0) / 1e9))
        .collect();
    let max_rate = (rates.iter().map(|(_, rate)| *rate).fold(1.0, f64::max) / 4.0).ceil() * 4.0;
    let x = |time: f64| left + (width - left - 20.0) * time / seconds;
    let y = |rate: f64| height - bottom - (height - bottom - 30.0) * rate / max_rate;
    svg.text((left, 14.0), 13.0, Anchor::Start, INK, "billion nodes per second");
    for step in 0..=4 {
        let rate = max_rate * f64::from(step) / 4.0;
        svg.polyline(&[(left, y(rate)), (width - 20.0, y(rate))], Stroke::new(PALE, 0.5));
        svg.text((left - 8.0, y(rate)), 12.0, Anchor::End, INK, &format!("{rate:.0}"));
        let time = seconds * f64::from(step) / 4.0;
        svg.text((x(time), height - bottom + 16.0), 12.0, Anchor::Middle, INK, &format!("{time:.0} s"));
    }
    let points: Vec<(f64, f64)> = rates.iter().map(|&(time, rate)| (x(time), y(rate))).collect();
    svg.polyline(&points, Stroke::new(SERIES[0], 1.2));
    svg
}
