//! `taquin batch`: optimal solutions of many boards, one line each.
//!
//! Meant for training and measuring heuristics. A GPU searches hundreds of thousands of boards together;
//! without one, each thread solves one board. Lines are in input order, and every solution is verified.

use crate::exit::{Exit, Failure, print_error, print_note};
use crate::flags::{CacheArgs, DeviceArgs, GoalArgs, InputArgs, InputFormat, LimitArgs};
use crate::gpu::{self, DeviceChoice};
use crate::input;
use crate::json::write_json;
use crate::memory_limit::search_memory;
use crate::messages::search_stopped;
use crate::parallel::map_ordered;
use crate::progress::gpu_fallback;
use crate::signals::cancel_on_signal;
use crate::units;
use chacha20::ChaCha8Rng;
use clap::{Args, ValueEnum};
use rand::SeedableRng;
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::notation::letters;
use taquin::pdb::PdbCache;
use taquin::random::random_board;
use taquin::{Board, CancelToken, Goal, Limits, Move, Outcome, Parity, Size, Solver};
use taquin_gpu::Gpu;

/// Find shortest solutions of many boards, one line each
#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin batch --random 4x4 --count 1000000 --seed 7 > solutions.tsv
  taquin batch boards.txt --format json
  taquin batch --random 4x4 --count 1000 --device cpu")]
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
    device: DeviceArgs,
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

/// Boards per chunk on the CPU.
const CPU_CHUNK: usize = 4096;
/// Boards per chunk on a GPU beyond 4x4. These boards take seconds each: small chunks keep the output
/// flowing.
const GPU_CHUNK_LARGE: usize = 64;

const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &BatchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut boards = BoardSource::new(args)?;
    let goal = args.goal.kind(Some(boards.size))?.for_size(boards.size).map_err(|error| error.to_string())?;
    let cancel = cancel_on_signal();
    let mut backend = Backend::new(args, &goal, boards.count(), &cancel)?;
    let mut report = BatchReport::new(args.format, boards.count(), boards.has_errors);
    while let Some(chunk) = boards.next_chunk(&goal, backend.chunk_size(boards.size)) {
        if let Backend::Gpu(gpu) = &backend {
            match solve_on_gpu(gpu, &chunk, &goal, &cancel, &mut report, out) {
                Ok(()) => {}
                Err(Failure::Message(error)) if args.device.device == DeviceChoice::Auto => {
                    print_note(&gpu_fallback(error));
                    backend = Backend::cpu(args, &goal, boards.count(), &cancel);
                }
                Err(failure) => return Err(failure),
            }
        }
        if let Backend::Cpu { solver, threads } = &backend {
            solve_on_cpu(solver, *threads, &chunk, &cancel, &mut report, out)?;
        }
        if cancel.is_cancelled() {
            out.flush()?;
            let done = units::thousands(report.done);
            let total = units::count(report.total, "board");
            print_error(&format!("interrupted after {done} of {total}"));
            return Ok(Exit::Stopped);
        }
    }
    out.flush()?;
    report.print_summary(&backend.describe());
    Ok(report.exit)
}

/// Writes the results and sums them up.
struct BatchReport {
    format: BatchFormat,
    total: u64,
    done: u64,
    moves: u64,
    nodes: u64,
    exit: Exit,
    started: Instant,
    last_progress: Instant,
}

impl BatchReport {
    fn new(format: BatchFormat, total: u64, has_errors: bool) -> Self {
        let exit = if has_errors { Exit::BadInput } else { Exit::Success };
        let now = Instant::now();
        Self { format, total, done: 0, moves: 0, nodes: 0, exit, started: now, last_progress: now }
    }

    /// Writes a board with its solution, or `None` for an unsolvable board.
    fn write(&mut self, board: &Board, moves: Option<&[Move]>, out: &mut impl Write) -> io::Result<()> {
        self.format.write(board, moves, out)?;
        match moves {
            Some(moves) => self.moves += moves.len() as u64,
            None => self.exit = self.exit.max(Exit::Unsolvable),
        }
        self.done += 1;
        if self.last_progress.elapsed() > PROGRESS_INTERVAL && io::stderr().is_terminal() {
            let total = units::count(self.total, "board");
            print_note(&format!("{} of {total}", units::thousands(self.done)));
            self.last_progress = Instant::now();
        }
        Ok(())
    }

    fn print_summary(&self, backend: &str) {
        let boards = units::count(self.done, "board");
        let moves = units::count(self.moves, "move");
        let nodes = units::count(self.nodes, "node");
        let time = units::seconds(self.started.elapsed());
        print_note(&format!("{boards}, {moves}, {nodes}, {time} on {backend}"));
    }
}

fn solve_on_gpu(
    gpu: &Gpu,
    boards: &[Board],
    goal: &Goal,
    cancel: &CancelToken,
    report: &mut BatchReport,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let solvable: Vec<&Board> = boards.iter().filter(|board| Parity::is_solvable(board, goal)).collect();
    let Some((moves, nodes)) =
        gpu.solve_boards(goal, &solvable, cancel).map_err(|error| error.to_string())?
    else {
        return Ok(());
    };
    report.nodes += nodes;
    let mut found = solvable.into_iter().zip(moves).peekable();
    for board in boards {
        let moves = found.next_if(|(solved, _)| std::ptr::eq(*solved, board)).map(|(_, moves)| moves);
        report.write(board, moves.as_deref(), out)?;
    }
    Ok(())
}

/// Solves boards in parallel. A board that reaches a limit is reported, and the others continue.
fn solve_on_cpu(
    solver: &Solver,
    threads: usize,
    boards: &[Board],
    cancel: &CancelToken,
    report: &mut BatchReport,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut first_error = None;
    map_ordered(
        boards,
        threads,
        cancel,
        |board| solver.solve(board),
        |board, outcome| match outcome {
            Ok(Outcome::Solved(solution)) => {
                report.nodes += solution.stats().generated;
                report.write(board, Some(solution.moves()), out)
            }
            Ok(Outcome::Unsolvable(_)) => report.write(board, None, out),
            Ok(Outcome::Stopped(at)) => {
                report.exit = report.exit.max(Exit::Stopped);
                if !cancel.is_cancelled() {
                    print_error(&format!("{}: {}", board.to_line(), search_stopped(&at, None)));
                }
                Ok(())
            }
            Err(error) => {
                first_error.get_or_insert_with(|| error.to_string());
                Ok(())
            }
        },
    )?;
    first_error.map_or(Ok(()), |error| Err(Failure::Message(error)))
}

/// Boards of one size, random or read from files.
struct BoardSource {
    size: Size,
    has_errors: bool,
    origin: Origin,
}

enum Origin {
    Random { rng: Box<ChaCha8Rng>, remaining: u64 },
    Files(std::vec::IntoIter<Board>),
}

impl BoardSource {
    fn new(args: &BatchArgs) -> Result<Self, String> {
        if let Some(size) = args.random {
            if size.cells() > PdbCache::MAX_CELLS {
                return Err(format!(
                    "--random {size}: batch finds shortest solutions of random boards of up to {} cells, and \
                     {size} has {}; 'taquin solve' finds good solutions of larger boards",
                    PdbCache::MAX_CELLS,
                    size.cells()
                ));
            }
            let rng = Box::new(ChaCha8Rng::seed_from_u64(args.seed));
            let origin = Origin::Random { rng, remaining: args.count };
            return Ok(Self { size, has_errors: false, origin });
        }
        let input =
            input::read(&InputArgs { boards: args.files.clone(), input: InputFormat::AUTO, size: args.size });
        let Some(first) = input.boards.first() else {
            return Err("no boards to solve: name a file with valid boards, or use --random".to_owned());
        };
        let size = first.board.size();
        if let Some(other) = input.boards.iter().find(|other| other.board.size() != size) {
            return Err(format!(
                "all boards must have the same size: {} is {size} and {} is {}",
                first.name,
                other.name,
                other.board.size()
            ));
        }
        let boards: Vec<Board> = input.boards.into_iter().map(|named| named.board).collect();
        Ok(Self { size, has_errors: input.has_errors, origin: Origin::Files(boards.into_iter()) })
    }

    /// Returns the number of boards not yet taken.
    fn count(&self) -> u64 {
        match &self.origin {
            Origin::Random { remaining, .. } => *remaining,
            Origin::Files(boards) => boards.len() as u64,
        }
    }

    /// Returns at most `max` boards, or `None` at the end.
    fn next_chunk(&mut self, goal: &Goal, max: usize) -> Option<Vec<Board>> {
        let chunk: Vec<Board> = match &mut self.origin {
            Origin::Random { rng, remaining } => {
                let count = (*remaining).min(max as u64);
                *remaining -= count;
                (0..count).map(|_| random_board(goal, true, rng)).collect()
            }
            Origin::Files(boards) => boards.by_ref().take(max).collect(),
        };
        (!chunk.is_empty()).then_some(chunk)
    }
}

enum Backend {
    Gpu(Arc<Gpu>),
    Cpu { solver: Box<Solver>, threads: usize },
}

impl Backend {
    fn new(args: &BatchArgs, goal: &Goal, boards: u64, cancel: &CancelToken) -> Result<Self, String> {
        let has_time_limit = args.limits.time.is_some();
        let gpu = match args.device.device {
            DeviceChoice::Gpu if has_time_limit => {
                return Err(
                    "--time limits each board, and a GPU searches all boards together: remove --time \
                            or --device gpu"
                        .to_owned(),
                );
            }
            DeviceChoice::Gpu => {
                args.device.device.check_goal(goal)?;
                Some(gpu::require()?)
            }
            DeviceChoice::Auto if !has_time_limit && Gpu::check_goal(goal).is_ok() => Gpu::shared().ok(),
            DeviceChoice::Auto | DeviceChoice::Cpu => None,
        };
        Ok(gpu.map_or_else(|| Self::cpu(args, goal, boards, cancel), Self::Gpu))
    }

    fn cpu(args: &BatchArgs, goal: &Goal, boards: u64, cancel: &CancelToken) -> Self {
        let threads = args.limits.threads();
        let limits = Limits {
            time: args.limits.time,
            memory: search_memory(args.limits.memory) / threads,
            cancel: cancel.clone(),
            ..Limits::default()
        };
        let solver =
            Solver::new(goal.clone()).pdbs(args.cache.pdbs()).limits(limits).expect_boards(boards as usize);
        Self::Cpu { solver: Box::new(solver), threads }
    }

    fn chunk_size(&self, size: Size) -> usize {
        match self {
            Self::Gpu(_) if size.cells() > 16 => GPU_CHUNK_LARGE,
            Self::Gpu(_) => Gpu::BATCH_SIZE,
            Self::Cpu { .. } => CPU_CHUNK,
        }
    }

    fn describe(&self) -> String {
        match self {
            Self::Gpu(gpu) => gpu.name().to_owned(),
            Self::Cpu { threads, .. } => units::count(*threads as u64, "thread"),
        }
    }
}
