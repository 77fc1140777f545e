//! `taquin bench`: measures the nodes and the time that boards take.
//!
//! Node counts are the same on every machine, so a speed-up that changes the search shows at once. Times are
//! those of the searches alone: pattern databases are loaded or built before the first measurement.

mod gpu;
mod options;
mod report;
mod sizes;
mod suite;

pub(crate) use suite::BoardNumbers;

use crate::exit::{Exit, Failure, print_error};
use crate::flags::{GoalArgs, InputFormat, SearchArgs, input_formats};
use crate::outcome_messages::{report_skipped, search_stopped};
use crate::progress::ProgressLine;
use crate::searches::Searches;
use crate::units;
use clap::Args;
use report::{BenchFormat, Configuration, Report};
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use suite::{Suite, SuiteBoard, SuiteKind};
use taquin::notation::Style;
use taquin::{Algorithm, Goal, Limits, Optimality, Outcome, Parity, PlanStep, Size, map_ordered};

/// Measure nodes and time on a suite of boards
#[derive(Args)]
#[command(after_help = "\
Suites:
  korf-15       100 random 15-puzzles (Korf 1985)
  korf-24       50 random 24-puzzles (Korf and Felner 2002); slow without a GPU
  antipodes     the seventeen 15-puzzles that need 80 moves, the maximum
  random RxC    random solvable boards (--count, --seed, --goal)
  sizes         random boards from 6x6 to 127x127, with the same time each
                (--within, --count, --seed)
  gpu           correctness and speed of GPU search (--only, --seed, --chart)
  FILE...       boards from files (--goal, --input, --size)
Korf's boards have the goal blank-first, the antipodes blank-last.

Times exclude building pattern databases, which happens in an unmeasured warm-up search. Runs with
the same fingerprint have the same solution length and node count for every board. There is a
fingerprint only if each search completed on a single CPU thread. docs/counts.md defines a node.

Examples:
  taquin bench korf-15
  taquin bench korf-15 --only 1-10,38 --threads 4  (four threads per board)
  taquin bench korf-15 --batch --threads 4         (four boards concurrently)
  taquin bench antipodes --repeat 1
  taquin bench sizes --within 10s --threads 2      (moves relative to the Manhattan distance)
  taquin bench random 3x4 --count 50 --seed 7 --format json
  taquin bench korf-15 --algorithm ida --heuristic manhattan --format csv > korf.csv
  taquin bench boards.txt --goal snail --algorithm iowa-heap --time 10s")]
pub(crate) struct BenchArgs {
    /// korf-15, korf-24, antipodes, random and a size, sizes, gpu, or files of boards
    #[arg(value_name = "SUITE", required = true)]
    suite: Vec<OsString>,
    /// Solve each board N times and report the median time [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: Option<u32>,
    /// Return the best solution found within this time, as 'taquin solve' does [default for sizes: 5s]
    #[arg(
        long,
        value_name = "TIME",
        value_parser = units::parse_time,
        conflicts_with_all = ["algorithm", "heuristic", "weight"]
    )]
    within: Option<Duration>,
    /// Solve several boards in parallel, one thread per board, and report the total time
    #[arg(long)]
    batch: bool,
    /// Solve only the boards with these numbers, such as 38,40,25 or 1-10
    #[arg(long, value_name = "IDS")]
    only: Option<BoardNumbers>,
    /// Number of random boards [default: 10]
    #[arg(
        long,
        short = 'n',
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    count: Option<u32>,
    /// Seed of the random boards, as for 'taquin random' [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// Draw nodes per second over time as SVG (gpu only)
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Output format: a table, one JSON object, or CSV with one line per board
    #[arg(long, value_enum, default_value_t = BenchFormat::Text)]
    format: BenchFormat,
    /// Input format: header (size, then rows), rows, lines (one board per line), counted (number of boards first), or a
    /// dialect with its goal ('taquin help dialects')
    #[arg(long, alias = "input-format", value_name = "FORMAT", default_value = "auto", value_parser = input_formats())]
    input: InputFormat,
    /// Size of boards in files that are bare lists of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    size: Option<Size>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    search: SearchArgs,
}

/// The default number of measurements of each board.
const DEFAULT_REPEAT: u32 = 3;

/// The nodes of the unmeasured search that brings pattern databases into memory, and of one without them.
/// Building pattern databases is not subject to these limits.
const WARM_UP_NODES: u64 = 1 << 20;
const WARM_UP_NODES_WITHOUT_TABLES: u64 = 1000;

pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let kind = SuiteKind::from_args(&args.suite)?;
    options::check(kind, args)?;
    match kind {
        SuiteKind::Sizes => sizes::run(args, out),
        SuiteKind::Gpu => gpu::run(args, out),
        SuiteKind::Published | SuiteKind::Random | SuiteKind::Files => {
            measure(&Suite::new(kind, args)?, args, out)
        }
    }
}

fn measure(suite: &Suite, args: &BenchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let boards = suite.boards.len();
    if boards == 0 {
        return Ok(Exit::BadInput);
    }
    let threads = args.search.limits.threads.map_or(1, usize::from);
    let parallel_boards = if args.batch { boards } else { 1 };
    let within = args.within.map_or(Optimality::Shortest, Optimality::Within);
    let plan =
        Searches::with_threads(&args.search, within, None, Style::Princeton, parallel_boards, threads)?;
    let plan = plan.without_auto_gpu();
    // Even if the batch has a single board.
    let plan = if args.batch { plan.with_one_thread_per_board() } else { plan };
    let repeat = args.repeat.unwrap_or(DEFAULT_REPEAT);
    let warm_up = warm_up(&suite.boards, &plan, args.search.verbose);
    let configuration = Configuration::new(suite, &plan, args, &warm_up);
    let mut report = Report::new(configuration, boards);
    report.write_heading(out)?;
    out.flush()?;
    let mut exit = if suite.has_bad_input { Exit::BadInput } else { Exit::Success };
    if args.batch {
        let (time, results) = solve_batch(&suite.boards, &plan, repeat)?;
        report.set_total_time(time);
        for (board, result) in results {
            exit = exit.max(record(&mut report, board, result, None, out)?);
        }
    } else {
        let line = ProgressLine::new(boards, args.search.verbose);
        for board in &suite.boards {
            if plan.limits.cancel.is_cancelled() {
                break;
            }
            let measured = measure_board(board, &plan, repeat, &line);
            line.board_done();
            let (time, result) = match measured {
                Ok((time, result)) => (Some(time), Ok(result)),
                Err(message) => (None, Err(message)),
            };
            exit = exit.max(record(&mut report, board, result, time, out)?);
        }
    }
    let untried = report.untried();
    report.finish(out)?;
    out.flush()?;
    Ok(exit.max(report_skipped(untried as u64)))
}

/// Adds the result of a board to the report, and returns its exit code.
fn record(
    report: &mut Report,
    board: &SuiteBoard,
    result: Result<SearchResult, String>,
    time: Option<Duration>,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    match result {
        Ok(result) => {
            let exit = check_outcome(board, &result.outcome);
            report.add(board, result, time, out)?;
            out.flush()?;
            Ok(exit)
        }
        Err(message) => {
            print_error(&format!("{}: {message}", board.puzzle.name));
            report.add_failure();
            Ok(Exit::BadInput)
        }
    }
}

/// The pattern databases prepared before the measurement.
#[derive(Default)]
struct WarmUp {
    /// The names of the pattern databases, one for each goal.
    tables: Vec<String>,
    /// The node limit of the A* search that precedes IDA*, if there is one.
    a_star_nodes: Option<u64>,
}

/// Searches one board for each goal, unmeasured, so that the pattern databases are in memory.
fn warm_up(boards: &[SuiteBoard], plan: &Searches, is_verbose: bool) -> WarmUp {
    let line = ProgressLine::new(1, is_verbose);
    let request = &plan.requests[0];
    let algorithm = request.algorithm();
    let uses_tables = matches!(algorithm, Algorithm::Auto | Algorithm::IdaStar);
    let nodes = if uses_tables { WARM_UP_NODES } else { WARM_UP_NODES_WITHOUT_TABLES };
    let mut warm_up = WarmUp::default();
    let mut seen: Vec<&Goal> = Vec::new();
    for SuiteBoard { puzzle, .. } in boards {
        // Unsolvable boards are recognized by parity, without pattern databases.
        if seen.contains(&&*puzzle.goal) || !Parity::is_solvable(&puzzle.board, &puzzle.goal) {
            continue;
        }
        seen.push(&puzzle.goal);
        let mut solver = plan.solver(&puzzle.goal, request);
        let mut observer = line.search_observer();
        let steps = solver.plan(&puzzle.board).map_or_else(|_| Vec::new(), |plan| plan.steps);
        warm_up.a_star_nodes = warm_up.a_star_nodes.or(steps.iter().find_map(|step| match step {
            PlanStep::Search { node_limit, .. } => *node_limit,
            _ => None,
        }));
        if algorithm == Algorithm::Auto {
            // If A* solves this board, no pattern databases are loaded, but later boards may need them.
            solver = solver.request(request.with_pdbs_only());
        }
        // Fails if there are no pattern databases for this size; other errors are reported by the measured
        // search.
        solver
            .limits(Limits { time: None, nodes: Some(nodes), ..plan.limits.clone() })
            .solve_observed(&puzzle.board, &mut observer)
            .ok();
        line.clear();
        warm_up.tables.extend(observer.tables());
    }
    warm_up
}

/// The outcome of one search, with the pattern databases it used.
struct SearchResult {
    outcome: Outcome,
    tables: Option<String>,
}

/// Solves a board `repeat` times and returns the run of median time. A stopped run is returned at once.
fn measure_board(
    board: &SuiteBoard,
    plan: &Searches,
    repeat: u32,
    line: &ProgressLine,
) -> Result<(Duration, SearchResult), String> {
    let mut runs = Vec::new();
    for _ in 0..repeat {
        let start = Instant::now();
        let result = solve_once(board, plan, line)?;
        let time = start.elapsed();
        if matches!(result.outcome, Outcome::Stopped(_)) {
            return Ok((time, result));
        }
        runs.push((time, result));
    }
    Ok(median(runs))
}

/// The results of a batch, without the boards not reached before Ctrl-C.
type BatchResults<'a> = Vec<(&'a SuiteBoard, Result<SearchResult, String>)>;

/// Solves all boards in parallel, `repeat` times, and returns the run of median time. An interrupted run is
/// returned at once.
fn solve_batch<'a>(
    boards: &'a [SuiteBoard],
    plan: &Searches,
    repeat: u32,
) -> Result<(Duration, BatchResults<'a>), Failure> {
    let stop = &plan.limits.cancel;
    let line = ProgressLine::new(boards.len() * repeat as usize, false);
    let mut runs = Vec::new();
    for _ in 0..repeat {
        let mut results: BatchResults<'a> = Vec::with_capacity(boards.len());
        let solve = |board: &&SuiteBoard| solve_once(board, plan, &line);
        let start = Instant::now();
        map_ordered(boards, plan.concurrent_boards, stop, solve, |board, result| {
            line.board_done();
            results.push((board, result));
            Ok::<(), Failure>(())
        })?;
        let time = start.elapsed();
        if stop.is_cancelled() {
            return Ok((time, results));
        }
        runs.push((time, results));
    }
    Ok(median(runs))
}

fn solve_once(board: &SuiteBoard, plan: &Searches, line: &ProgressLine) -> Result<SearchResult, String> {
    let mut observer = line.search_observer();
    let outcome = plan.solve_observed(&board.puzzle, &plan.requests[0], line, &mut observer)?;
    Ok(SearchResult { outcome, tables: observer.tables() })
}

/// Returns the run of median time; of an even number, the faster one of the middle two.
///
/// # Panics
///
/// If there are no runs.
fn median<T>(mut runs: Vec<(Duration, T)>) -> (Duration, T) {
    runs.sort_by_key(|(time, _)| *time);
    let middle = (runs.len() - 1) / 2;
    runs.swap_remove(middle)
}

/// Returns the exit code of an outcome. One that contradicts the published length is reported as a bug.
fn check_outcome(board: &SuiteBoard, outcome: &Outcome) -> Exit {
    let name = &board.puzzle.name;
    if let Outcome::Stopped(at) = outcome {
        print_error(&format!("{name}: {}", search_stopped(at, None)));
    }
    let Some(published) = board.published.filter(|&length| contradicts(outcome, length)) else {
        return Exit::from(outcome);
    };
    let found = match outcome {
        Outcome::Solved(solution) => units::count(solution.len() as u64, "move"),
        Outcome::Unsolvable(_) => "unsolvable".to_owned(),
        Outcome::Stopped(at) => format!("at least {}", units::count(at.lower_bound.into(), "move")),
    };
    print_error(&format!(
        "{name}: {found}, but the published length is {published} (a bug in Taquin: please report it)"
    ));
    Exit::BadInput
}

/// Returns whether an outcome is impossible if the shortest solutions have this length.
fn contradicts(outcome: &Outcome, shortest: u32) -> bool {
    match outcome {
        Outcome::Solved(found) => found.lower_bound() > shortest || (found.len() as u32) < shortest,
        Outcome::Unsolvable(_) => true,
        Outcome::Stopped(at) => at.lower_bound > shortest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Board, Solver};

    #[test]
    fn median_of_an_even_number_is_the_faster_one() {
        let run = |millis| (Duration::from_millis(millis), millis);
        assert_eq!(median(vec![run(7)]).1, 7);
        assert_eq!(median(vec![run(9), run(2)]).1, 2);
        assert_eq!(median(vec![run(9), run(2), run(5)]).1, 5);
    }

    #[test]
    fn outcomes_that_contradict_the_published_length_are_noticed() {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let solver = Solver::new(Goal::blank_last(board.size()));
        let shortest = solver.solve(&board).expect("same size");
        assert!(!contradicts(&shortest, 4));
        assert!(contradicts(&shortest, 2) && contradicts(&shortest, 6));
        let unsolvable = solver.solve(&board.twin()).expect("same size");
        assert!(contradicts(&unsolvable, 4));
    }
}
