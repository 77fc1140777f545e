//! `taquin compare`: runs several methods on the same boards.
//!
//! The methods and their runs are those of [`taquin::compare`]: every method runs on every board,
//! sequentially and with its own limits. The result is a [`Comparison`], which [`table`] formats for the
//! terminal or as Markdown, [`records`] as CSV or JSON, and [`chart`] draws; [`preset`] has boards and
//! methods for common comparisons.

mod chart;
mod preset;
mod records;
mod table;

use crate::bench::BoardNumbers;
use crate::exit::{Exit, Failure, print_error};
use crate::flags::{
    CacheArgs, GoalArgs, InputArgs, InputFormat, UninformedArgs, algorithms, by_name, input_formats, metrics,
};
use crate::input::{self, Puzzle};
use crate::memory_limit::{self, search_memory};
use crate::output_file::OutputFile;
use crate::progress::ProgressLine;
use crate::signals::cancel_on_signal;
use crate::units;
use clap::Args;
use preset::Preset;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use table::CompareFormat;
use taquin::Engines;
use taquin::compare::{self, HeuristicChoice, MethodRun, RunOutcome};
use taquin::{
    Algorithm, GoalKind, Heuristic, Limits, Metric, Plan, PlanStep, Request, SearchOptions, Size, Solver,
    Weight,
};

/// Compare algorithms and heuristics on the same boards
#[derive(Args)]
#[command(after_help = "\
Runs every algorithm with every heuristic on every board, one after another on one thread. A run
that reaches a limit is listed as 'over 30 s', 'out of memory' or 'out of depth'. A heuristic that
does not support the size of a board is listed as 'not for this size'.

Columns:
  moves        length of the solution; * not proven shortest, ≥ lower bound of a stopped run
  tables       pattern databases, if used
  nodes        generated and expanded nodes; docs/counts.md defines a node
  branching    effective branching factor: the b with b + b^2 + ... + b^moves = nodes
  start error  shortest length minus the heuristic value of the board (not for tables)
  mean error   the same, averaged over the boards of the solution except the goal (not for tables)
With several boards, the last rows show the mean of each method over the boards it solved.

Exit codes: 0 complete, 2 bad input or usage, 3 interrupted.

Presets use fixed boards:
  cos226       Princeton's table: its A* on boards of 28 to 42 moves, Hamming against Manhattan
  heuristics   nodes of A* with each heuristic on 4x4 boards of 20 to 44 moves

Examples:
  taquin compare \"8 1 3/4 0 2/7 6 5\"
  taquin compare puzzles/4x4-*.txt --algorithms astar,ida --heuristics all --time 10s
  taquin compare board.txt --algorithms ida --heuristics manhattan,tables
  taquin compare board.txt --algorithms astar --heuristics manhattan --weights 1,2,3,5,10 \\
      --chart weights.svg
  taquin compare --preset cos226
  taquin compare --preset heuristics --format markdown --chart heuristics.svg")]
pub(crate) struct CompareArgs {
    /// Files, boards ("1 2 3/4 5 6/7 8 0"), or - for standard input
    #[arg(value_name = "BOARD")]
    boards: Vec<OsString>,
    /// Use only the boards with these numbers, such as 3 or 1-10, counted over all files
    #[arg(long, value_name = "IDS")]
    only: Option<BoardNumbers>,
    /// Algorithms, separated by commas [default: princeton,astar,ida]
    #[arg(
        long,
        short,
        value_name = "NAMES",
        value_delimiter = ',',
        value_parser = algorithms(&Algorithm::ALL)
    )]
    algorithms: Vec<Algorithm>,
    /// Heuristics for each algorithm, separated by commas; tables (pattern databases) are for ida only
    /// [default: hamming,manhattan]
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        value_parser = by_name(&HeuristicChoice::ALL, HeuristicChoice::name)
    )]
    heuristics: Vec<HeuristicChoice>,
    /// Add weighted A* with each of these weights, such as 1,2,3,5,10
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    weights: Vec<Weight>,
    /// Metrics in which moves count, separated by commas: single, and multi for IDA* with tables of its own
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "single", value_parser = metrics())]
    metric: Vec<Metric>,
    #[command(flatten)]
    uninformed: UninformedArgs,
    /// Run a predefined comparison on its own boards
    #[arg(long, value_enum, conflicts_with_all = ["boards", "weights", "size", "goal"])]
    preset: Option<Preset>,
    /// Output format: a table as text or Markdown, or CSV or JSON with one entry per run
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    format: CompareFormat,
    /// Draw nodes and seconds by board, or nodes and moves by weight, into an SVG file
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Input format, or a dialect with its goal ('taquin help dialects')
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "auto",
        value_parser = input_formats(),
        hide_possible_values = true,
        conflicts_with = "preset"
    )]
    input: InputFormat,
    /// Size of boards that are bare lists of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    size: Option<Size>,
    #[command(flatten)]
    goal: GoalArgs,
    /// Time limit for each run (30s, 5m, 500ms)
    #[arg(long, default_value = "30s", value_parser = units::parse_time)]
    time: Duration,
    /// Maximum memory, the program itself included (512M, 4G) [default: half of free memory, at most 8G]
    #[arg(long, value_parser = memory_limit::parse)]
    memory: Option<usize>,
    #[command(flatten)]
    cache: CacheArgs,
}

/// The defaults of `--algorithms` and `--heuristics`.
const DEFAULT_ALGORITHMS: &[Algorithm] = &[Algorithm::Princeton, Algorithm::AStar, Algorithm::IdaStar];
const DEFAULT_HEURISTICS: &[HeuristicChoice] =
    &[HeuristicChoice::One(Heuristic::Hamming), HeuristicChoice::One(Heuristic::Manhattan)];

pub(crate) fn run(args: &CompareArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let methods = methods(args)?;
    let input = InputArgs { boards: args.boards.clone(), input: args.input, size: args.size };
    let kind = args.goal.kind_of(&input)?;
    let (mut boards, input_exit) = read_boards(args, &input, &kind)?;
    if let Some(only) = &args.only {
        only.check(boards.len(), "the input")?;
        let mut number = 0;
        boards.retain(|_| {
            number += 1;
            only.contains(number)
        });
    }
    if boards.is_empty() {
        return Ok(Exit::BadInput);
    }
    let chart = args.chart.as_deref().map(OutputFile::new).transpose()?;
    let limits = Limits {
        time: Some(args.time),
        memory: search_memory(args.memory),
        cancel: cancel_on_signal(),
        ..Limits::default()
    };
    let engines = args.cache.engines();
    let comparison = Comparison::run(boards, methods, limits, &engines, kind.to_string())?;
    table::write(&comparison, args.format, args.preset, out)?;
    out.flush()?;
    if let Some(file) = chart {
        file.write(chart::draw(&comparison).to_string().as_bytes())?;
    }
    if comparison.limits.cancel.is_cancelled() {
        let skipped =
            comparison.all_runs().filter(|(_, record)| record.run.outcome == RunOutcome::NotRun).count();
        print_error(&interrupted(skipped, comparison.all_runs().count()));
        return Ok(input_exit.max(Exit::Stopped));
    }
    Ok(input_exit)
}

/// Returns the message after Ctrl-C.
fn interrupted(skipped: usize, runs: usize) -> String {
    match skipped {
        0 => "interrupted".to_owned(),
        _ => format!("interrupted: skipped {skipped} of {}", units::count(runs as u64, "run")),
    }
}

/// All runs with their settings.
struct Comparison {
    boards: Vec<ComparedBoard>,
    methods: Vec<Request>,
    limits: Limits,
    /// The name of the goal, or the goal itself.
    goal: String,
    /// The runs on each board, one for each method.
    runs: Vec<Vec<RunRecord>>,
}

struct ComparedBoard {
    puzzle: Puzzle,
    /// Its name in tables: the file name without directories.
    label: String,
    /// The length of its shortest solutions, if the board was generated for it.
    shortest: Option<u32>,
}

/// A run with the heuristic and the pattern databases it used.
struct RunRecord {
    run: MethodRun,
    heuristic: String,
    tables: Option<String>,
}

impl Comparison {
    /// Runs every method on every board, until Ctrl-C.
    fn run(
        boards: Vec<ComparedBoard>,
        methods: Vec<Request>,
        limits: Limits,
        engines: &Engines,
        goal: String,
    ) -> Result<Self, String> {
        let line = ProgressLine::new(boards.len(), false);
        let mut runs = Vec::with_capacity(boards.len());
        for ComparedBoard { puzzle: Puzzle { name, board, goal }, .. } in &boards {
            let run = |method: &Request| {
                let mut observer = line.search_observer();
                let run = MethodRun::new(method, board, goal, &limits, engines, &mut observer);
                line.clear();
                let mut run = run.map_err(|error| format!("{name}: {error}"))?;
                take_median_time(&mut run, || {
                    MethodRun::new(method, board, goal, &limits, engines, &mut ()).ok()
                });
                let tables = observer.tables();
                // An unsolvable board takes no search.
                let solver = Solver::new((**goal).clone()).request(method.clone()).engines(engines.clone());
                let plan = solver.plan(board).ok().filter(|_| run.outcome != RunOutcome::Unsolvable);
                let heuristic = heuristic_name(method, plan.as_ref(), tables.is_some());
                Ok(RunRecord { run, heuristic, tables })
            };
            runs.push(methods.iter().map(run).collect::<Result<Vec<RunRecord>, String>>()?);
            line.board_done();
        }
        line.print_hint();
        Ok(Self { boards, methods, limits, goal, runs })
    }

    /// Returns all runs, board by board.
    fn all_runs(&self) -> impl Iterator<Item = (&ComparedBoard, &RunRecord)> {
        let by_board = self.boards.iter().zip(&self.runs);
        by_board.flat_map(|(board, runs)| runs.iter().map(move |record| (board, record)))
    }
}

/// Runs below this time are repeated, because a single one says little.
const SHORT_RUN: Duration = Duration::from_millis(2);
const REPETITIONS: usize = 8;

/// Repeats a short run and takes the median of the times.
fn take_median_time(run: &mut MethodRun, mut repeat: impl FnMut() -> Option<MethodRun>) {
    let Some(stats) = run.stats.as_mut().filter(|stats| stats.time < SHORT_RUN) else { return };
    let more = (0..REPETITIONS).filter_map(|_| Some(repeat()?.stats?.time));
    let mut times: Vec<Duration> = std::iter::once(stats.time).chain(more).collect();
    times.sort_unstable();
    stats.time = times[times.len() / 2];
}

/// Returns the name of the heuristic. That of Auto depends on the board: A* may have solved it before IDA* began.
fn heuristic_name(method: &Request, plan: Option<&Plan>, has_tables: bool) -> String {
    let tables = HeuristicChoice::PatternDatabases.name();
    let begins_with_a_star =
        plan.is_some_and(|plan| plan.steps.iter().any(|step| matches!(step, PlanStep::Search { .. })));
    match (method.algorithm(), begins_with_a_star, has_tables) {
        (Algorithm::Auto, true, true) => format!("{}+{tables}", Heuristic::default()),
        (Algorithm::Auto, true, false) => Heuristic::default().to_string(),
        (Algorithm::Auto, false, _) if plan.is_some() => tables.to_owned(),
        (Algorithm::Auto, ..) => method.algorithm().to_string(),
        _ => method.heuristic_name().to_owned(),
    }
}

/// Returns the methods to compare.
fn methods(args: &CompareArgs) -> Result<Vec<Request>, String> {
    let multi_tile = SearchOptions {
        algorithm: Some(Algorithm::IdaStar),
        metric: Metric::Multi,
        ..SearchOptions::default()
    };
    if !args.metric.contains(&Metric::Single) {
        let has_others =
            !args.algorithms.is_empty() || !args.heuristics.is_empty() || !args.weights.is_empty();
        if has_others || args.preset.is_some() {
            return Err("--metric multi has a search of its own: remove --algorithms, --heuristics, --weights and --preset, or compare \
                        both with --metric single,multi"
                .to_owned());
        }
        return multi_tile.request().map(|request| vec![request]).map_err(|error| error.to_string());
    }
    let algorithms = match (&args.algorithms[..], args.preset) {
        ([], Some(preset)) => preset.algorithms(),
        ([], None) => DEFAULT_ALGORITHMS,
        (given, _) => given,
    };
    let heuristics = match (&args.heuristics[..], args.preset) {
        ([], Some(preset)) => preset.heuristics(),
        ([], None) => DEFAULT_HEURISTICS,
        (given, _) => given,
    };
    // Weight 1 is A* itself, which need not run twice.
    let weighted = args.weights.iter().map(|&weight| match weight {
        weight if weight == Weight::new(1) => Algorithm::AStar,
        weight => Algorithm::WeightedAStar(weight),
    });
    let algorithms: Vec<Algorithm> = algorithms.iter().copied().chain(weighted).collect();
    let options = SearchOptions {
        order: args.uninformed.order,
        depth_limit: args.uninformed.depth_limit,
        ..SearchOptions::default()
    };
    let methods = compare::methods(&algorithms, heuristics, &options).and_then(|mut methods| {
        if args.metric.contains(&Metric::Multi) {
            methods.push(multi_tile.request()?);
        }
        Ok(methods)
    });
    methods.map_err(|error| error.to_string())
}

/// Reads the boards of the input or makes those of the preset. Also returns the exit code so far.
fn read_boards(
    args: &CompareArgs,
    input: &InputArgs,
    kind: &GoalKind,
) -> Result<(Vec<ComparedBoard>, Exit), String> {
    if let Some(preset) = args.preset {
        return Ok((preset.boards()?, Exit::Success));
    }
    let (puzzles, exit) = input::read_puzzles(input, kind);
    let board = |puzzle: Puzzle| {
        let label = without_directories(&puzzle.name.to_string(), &args.boards);
        ComparedBoard { puzzle, label, shortest: None }
    };
    Ok((puzzles.into_iter().map(board).collect(), exit))
}

/// Returns `3x3-20.txt#4` for `puzzles/3x3-20.txt#4`, unless another file has the same name. Boards are
/// unchanged.
fn without_directories(name: &str, sources: &[OsString]) -> String {
    let file_name = |source: &OsStr| Path::new(source).file_name().map(OsStr::to_owned);
    for source in sources.iter().filter(|source| Path::new(source).exists()) {
        let given = source.to_string_lossy();
        let Some(number) = name.strip_prefix(&*given) else { continue };
        let is_source = number.is_empty() || number.starts_with('#');
        let is_unique = sources.iter().all(|other| other == source || file_name(other) != file_name(source));
        if let Some(file) = file_name(source).filter(|_| is_source && is_unique) {
            return format!("{}{number}", file.to_string_lossy());
        }
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interruption_reports_skipped_runs() {
        assert_eq!(interrupted(0, 1), "interrupted");
        assert_eq!(interrupted(2, 6), "interrupted: skipped 2 of 6 runs");
    }

    #[test]
    fn labels_are_file_names_if_unique() {
        // Tests run in the directory of the package.
        let sources: Vec<OsString> =
            ["src/main.rs", "src/bench/mod.rs", "src/compare/mod.rs", "1 2/3 0"].map(OsString::from).to_vec();
        let label = |name: &str| without_directories(name, &sources);
        assert_eq!(label("src/main.rs"), "main.rs");
        assert_eq!(label("src/main.rs#3"), "main.rs#3");
        assert_eq!(label("src/bench/mod.rs"), "src/bench/mod.rs");
        assert_eq!(label("1 2/3 0"), "1 2/3 0");
    }
}
