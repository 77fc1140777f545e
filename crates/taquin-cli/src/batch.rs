//! `taquin batch`: optimal solutions of many boards, one line each.
//!
//! Meant for training and measuring heuristics. A GPU searches hundreds of thousands of boards together;
//! without one, each thread solves one board. Lines are in input order, and every solution is verified.

use crate::exit::{Exit, Failure, print_error, print_note};
use crate::flags::{CacheArgs, GoalArgs, GpuArgs, InputArgs, InputFormat, LimitArgs};
use crate::input::{self, Input};
use crate::json::write_json;
use crate::memory_limit::search_memory;
use crate::outcome_messages::search_stopped;
use crate::progress::gpu_fallback;
use crate::signals::cancel_on_signal;
use crate::units;
use chacha20::ChaCha8Rng;
use clap::{Args, ValueEnum};
use rand::SeedableRng;
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};
use taquin::Engines;
use taquin::notation::letters;
use taquin::random::random_board;
use taquin::{BatchStats, Board, Event, Goal, Limits, Move, Outcome, Size, Solver, StopReason};
use taquin_gpu::GpuMode;

/// Find shortest solutions of many boards, one line each
#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin batch --random 4x4 --count 1000000 --seed 7 > solutions.tsv
  taquin batch boards.txt --format json
  taquin batch --random 4x4 --count 1000 --gpu never")]
pub(crate) struct BatchArgs {
    /// Files of boards, all of one size; standard input if none or -
    #[arg(value_name = "FILE", conflicts_with = "random")]
    files: Vec<OsString>,
    /// Solve random boards of this size instead (uniform over solvable boards)
    #[arg(long, value_name = "RxC")]
    random: Option<Size>,
    /// Number of random boards
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1000, conflicts_with = "files")]
    count: u64,
    /// Seed of the random boards; 'taquin random' generates the same boards
    #[arg(long, default_value_t = 1, conflicts_with = "files")]
    seed: u64,
    /// Output format: tab-separated board, length and moves, or one JSON object per line
    #[arg(long, value_enum, default_value_t = BatchFormat::Tsv)]
    format: BatchFormat,
    /// Size of boards given as a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    size: Option<Size>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    gpu: GpuArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Values of `batch --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BatchFormat {
    Tsv,
    Json,
}

impl BatchFormat {
    /// Writes a board and its moves; an unsolvable board has length -1.
    fn write(self, board: &Board, moves: Option<&[Move]>, out: &mut impl Write) -> io::Result<()> {
        let record = Record {
            board: board.to_line(),
            length: moves.map_or(-1, |moves| i32::try_from(moves.len()).unwrap_or(i32::MAX)),
            moves: moves.map(letters).unwrap_or_default(),
        };
        match self {
            Self::Tsv => writeln!(out, "{}\t{}\t{}", record.board, record.length, record.moves),
            Self::Json => write_json(&record, out),
        }
    }
}

#[derive(Serialize)]
struct Record {
    board: String,
    length: i32,
    moves: String,
}

const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &BatchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let boards = BoardSource::new(args)?;
    let goal = args.goal.kind(Some(boards.size))?.for_size(boards.size).map_err(|error| error.to_string())?;
    let (count, cancel) = (boards.len(), cancel_on_signal());
    let threads = args.limits.threads();
    let limits = Limits {
        time: args.limits.time,
        memory: search_memory(args.limits.memory),
        cancel: cancel.clone(),
        ..Limits::default()
    };
    let solver = Solver::new(goal.clone())
        .engines(args.cache.engines())
        .limits(limits)
        .threads(threads)
        .expect_boards(count as usize);
    let always = |error| format!("--gpu always: {error}");
    args.gpu.gpu.check_goal(&goal).map_err(always)?;
    let solver = args.gpu.gpu.equip(solver).map_err(always)?;
    if args.gpu.gpu == GpuMode::Always {
        solver.check_gpu_batch().map_err(always)?;
    }
    let mut report = BatchReport::new(args.format, count, boards.has_errors);
    let mut observer = |event: &Event<'_>| {
        if let Event::GpuFailed(error) = event {
            print_note(&gpu_fallback(error));
        }
    };
    let stats = solver.solve_many(boards.random_or_read(&goal), &mut observer, |board, outcome| {
        report.add(&board, &outcome.map_err(|error| error.to_string())?, out)
    })?;
    out.flush()?;
    if cancel.is_cancelled() {
        let (done, total) = (units::thousands(report.done), units::count(count, "board"));
        print_error(&format!("interrupted after {done} of {total}"));
        return Ok(Exit::Stopped);
    }
    report.print_summary(&stats, threads);
    Ok(report.exit)
}

/// Writes the results and sums them up.
struct BatchReport {
    format: BatchFormat,
    total: u64,
    done: u64,
    moves: u64,
    exit: Exit,
    started: Instant,
    last_progress: Instant,
}

impl BatchReport {
    fn new(format: BatchFormat, total: u64, has_errors: bool) -> Self {
        let exit = if has_errors { Exit::BadInput } else { Exit::Success };
        let now = Instant::now();
        Self { format, total, done: 0, moves: 0, exit, started: now, last_progress: now }
    }

    /// Writes a board with its solution. A board that reaches a limit is reported, and the others continue.
    fn add(&mut self, board: &Board, outcome: &Outcome, out: &mut impl Write) -> Result<(), Failure> {
        let moves = match outcome {
            Outcome::Solved(solution) => Some(solution.moves()),
            Outcome::Unsolvable(_) => None,
            Outcome::Stopped(at) => {
                self.exit = self.exit.max(Exit::Stopped);
                if at.reason != StopReason::Cancelled {
                    print_error(&format!("{}: {}", board.to_line(), search_stopped(at, None)));
                }
                return Ok(());
            }
        };
        self.format.write(board, moves, out)?;
        self.moves += moves.map_or(0, |moves| moves.len() as u64);
        self.exit = self.exit.max(Exit::from(outcome));
        self.done += 1;
        if self.last_progress.elapsed() > PROGRESS_INTERVAL && io::stderr().is_terminal() {
            let total = units::count(self.total, "board");
            print_note(&format!("{} of {total}", units::thousands(self.done)));
            self.last_progress = Instant::now();
        }
        Ok(())
    }

    fn print_summary(&self, stats: &BatchStats, threads: usize) {
        let boards = units::count(self.done, "board");
        let moves = units::count(self.moves, "move");
        let nodes = units::count(stats.nodes, "node");
        let time = units::seconds(self.started.elapsed());
        let on = stats.gpu.clone().unwrap_or_else(|| units::count(threads as u64, "thread"));
        print_note(&format!("{boards}, {moves}, {nodes}, {time} on {on}"));
    }
}

/// Boards of one size, random or read from files.
struct BoardSource {
    size: Size,
    has_errors: bool,
    origin: Origin,
}

enum Origin {
    Random { seed: u64, count: u64 },
    Files(Input),
}

impl BoardSource {
    fn new(args: &BatchArgs) -> Result<Self, String> {
        if let Some(size) = args.random {
            if size.cells() > Engines::MAX_CELLS {
                return Err(format!(
                    "--random {size}: batch finds shortest solutions of random boards of up to {} cells, and \
                     {size} has {}; 'taquin solve' finds good solutions of larger boards",
                    Engines::MAX_CELLS,
                    size.cells()
                ));
            }
            let origin = Origin::Random { seed: args.seed, count: args.count };
            return Ok(Self { size, has_errors: false, origin });
        }
        let input =
            input::read(&InputArgs { boards: args.files.clone(), input: InputFormat::AUTO, size: args.size });
        let Some((first, board, _)) = input.boards().next() else {
            return Err("no boards to solve: name a file with valid boards, or use --random".to_owned());
        };
        let size = board.size();
        if let Some((other, board, _)) = input.boards().find(|(_, board, _)| board.size() != size) {
            let other_size = board.size();
            return Err(format!(
                "all boards must have the same size: {first} is {size} and {other} is {other_size}"
            ));
        }
        Ok(Self { size, has_errors: input.has_errors, origin: Origin::Files(input) })
    }

    fn len(&self) -> u64 {
        match &self.origin {
            Origin::Random { count, .. } => *count,
            Origin::Files(input) => input.len() as u64,
        }
    }

    fn random_or_read(&self, goal: &Goal) -> Box<dyn Iterator<Item = Board> + Send + '_> {
        match &self.origin {
            Origin::Random { seed, count } => {
                let (goal, mut rng) = (goal.clone(), ChaCha8Rng::seed_from_u64(*seed));
                Box::new((0..*count as usize).map(move |_| random_board(&goal, true, &mut rng)))
            }
            Origin::Files(input) => Box::new(input.boards().map(|(_, board, _)| board)),
        }
    }
}
