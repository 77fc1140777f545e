//! `taquin batch`: boards by the million, each with the fewest moves, a line each.
//!
//! For those who train or measure heuristics. With a card, hundreds of thousands of boards are searched together; without
//! one, as many at a time as there are cores. Lines come in the order of the boards, and every solution is verified.

use crate::args::{BatchArgs, InputArgs};
use crate::device::{self, DeviceChoice};
use crate::exit::{Exit, Failure, complain, remark};
use crate::in_order::in_order;
use crate::input;
use crate::json::write_json;
use crate::plan::{stop_on_interrupt, stopped, usual_memory};
use crate::units;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::notation::{Format, letters, one_line};
use taquin::{Board, Goal, Limits, Move, Outcome, Parity, Size, Solver, StopFlag, Tables, random_board};
use taquin_gpu::Gpu;

/// What `--lines` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    Tsv,
    Json,
}

impl Lines {
    pub(crate) const ALL: [Self; 2] = [Self::Tsv, Self::Json];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tsv => "tsv",
            Self::Json => "json",
        }
    }

    /// A board that can't be solved has -1 moves.
    fn write(self, board: &Board, moves: Option<&[Move]>, out: &mut impl Write) -> io::Result<()> {
        let line = Line {
            board: one_line(board),
            length: moves.map_or(-1, |moves| i32::try_from(moves.len()).unwrap_or(i32::MAX)),
            moves: moves.map(letters).unwrap_or_default(),
        };
        match self {
            Self::Tsv => writeln!(out, "{}\t{}\t{}", line.board, line.length, line.moves),
            Self::Json => write_json(&line, out),
        }
    }
}

#[derive(Serialize)]
struct Line {
    board: String,
    length: i32,
    moves: String,
}

/// Boards at a time without a card, and on one if they are large.
const FEW: usize = 4096;
const FEW_AT_A_TIME: usize = 64;

/// How often it is said how far it is.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &BatchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut boards = Boards::new(args)?;
    let goal = args.goal.kind(Some(boards.size))?.for_size(boards.size).map_err(|error| error.to_string())?;
    let stop = stop_on_interrupt();
    let mut way = Way::new(args, &goal, &stop)?;
    let mut report = Report::new(args.lines, boards.count(), boards.some_bad);
    while let Some(some) = boards.next(&goal, way.at_a_time(boards.size)) {
        if let Way::Card(gpu) = &way {
            match solve_by_card(gpu, &some, &goal, &stop, &mut report, out) {
                Ok(()) => {}
                Err(Failure::Said(error)) if args.device.device == DeviceChoice::Auto => {
                    remark(&format!("taquin: the card is not used: {error}. The processor searches instead"));
                    way = Way::processor(args, &goal, &stop);
                }
                Err(failure) => return Err(failure),
            }
        }
        if let Way::Processor { solver, threads } = &way {
            solve_by_processor(solver, *threads, &some, &stop, &mut report, out)?;
        }
        if stop.is_raised() {
            out.flush()?;
            let (done, all) = (units::thousands(report.done), units::thousands(report.all));
            complain(&format!("interrupted after {done} of {all} boards"));
            return Ok(Exit::Stopped);
        }
    }
    out.flush()?;
    report.sum_up(&way.on());
    Ok(report.exit)
}

/// Writes the lines, and counts what they say.
struct Report {
    lines: Lines,
    all: u64,
    done: u64,
    moves: u64,
    nodes: u64,
    exit: Exit,
    begun: Instant,
    told: Instant,
}

impl Report {
    fn new(lines: Lines, all: u64, some_bad: bool) -> Self {
        let exit = if some_bad { Exit::BadInput } else { Exit::Solved };
        let now = Instant::now();
        Self { lines, all, done: 0, moves: 0, nodes: 0, exit, begun: now, told: now }
    }

    /// A board with its solution, or none if it has none.
    fn write(&mut self, board: &Board, moves: Option<&[Move]>, out: &mut impl Write) -> io::Result<()> {
        self.lines.write(board, moves, out)?;
        match moves {
            Some(moves) => self.moves += moves.len() as u64,
            None => self.exit = self.exit.max(Exit::Unsolvable),
        }
        self.done += 1;
        if self.told.elapsed() > PATIENCE && io::stderr().is_terminal() {
            remark(&format!("{} of {} boards", units::thousands(self.done), units::thousands(self.all)));
            self.told = Instant::now();
        }
        Ok(())
    }

    fn sum_up(&self, on: &str) {
        remark(&format!(
            "{} {}, {} moves in all, {} nodes, {} {on}",
            units::thousands(self.done),
            if self.done == 1 { "board" } else { "boards" },
            units::thousands(self.moves),
            units::thousands(self.nodes),
            units::seconds(self.begun.elapsed()),
        ));
    }
}

/// Has a card solve some boards, all at once.
fn solve_by_card(
    gpu: &Gpu,
    boards: &[Board],
    goal: &Goal,
    stop: &StopFlag,
    report: &mut Report,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let solvable: Vec<&Board> = boards.iter().filter(|board| Parity::is_solvable(board, goal)).collect();
    let Some((moves, nodes)) = device::solve_all(gpu, goal, &solvable, stop)? else { return Ok(()) };
    report.nodes += nodes;
    let mut found = solvable.into_iter().zip(moves).peekable();
    for board in boards {
        let moves = found.next_if(|(solved, _)| std::ptr::eq(*solved, board)).map(|(_, moves)| moves);
        report.write(board, moves.as_deref(), out)?;
    }
    Ok(())
}

/// Solves boards on so many threads. One that a limit keeps from being solved is named, and the others go on.
fn solve_by_processor(
    solver: &Solver,
    threads: usize,
    boards: &[Board],
    stop: &StopFlag,
    report: &mut Report,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut fault = None;
    in_order(
        boards,
        threads,
        stop,
        |board| solver.solve(board),
        |board, outcome| match outcome {
            Ok(Outcome::Solved(solution)) => {
                report.nodes += solution.stats.generated;
                report.write(board, Some(&solution.moves), out)
            }
            Ok(Outcome::Unsolvable(_)) => report.write(board, None, out),
            Ok(Outcome::Stopped(at)) => {
                report.exit = report.exit.max(Exit::Stopped);
                if !stop.is_raised() {
                    complain(&format!("{}: {}", one_line(board), stopped(&at, None)));
                }
                Ok(())
            }
            Err(error) => {
                fault = fault.take().or(Some(error.to_string()));
                Ok(())
            }
        },
    )?;
    fault.map_or(Ok(()), |error| Err(Failure::Said(error)))
}

/// Where boards come from.
struct Boards {
    size: Size,
    some_bad: bool,
    source: Source,
}

enum Source {
    Random { rng: Box<ChaCha8Rng>, left: u64 },
    Read(std::vec::IntoIter<Board>),
}

impl Boards {
    fn new(args: &BatchArgs) -> Result<Self, String> {
        if let Some(size) = args.random {
            if size.cells() > Tables::MOST_CELLS {
                return Err(format!(
                    "shortest solutions of random boards can be found up to 25 cells, and {size} has {}: \
                     'taquin solve' finds good ones of larger boards",
                    size.cells()
                ));
            }
            let source =
                Source::Random { rng: Box::new(ChaCha8Rng::seed_from_u64(args.seed)), left: args.count };
            return Ok(Self { size, some_bad: false, source });
        }
        let input =
            input::read(&InputArgs { boards: args.files.clone(), format: Format::Auto, size: args.size });
        let boards: Vec<Board> = input.boards.into_iter().map(|named| named.board).collect();
        let Some(size) = boards.first().map(Board::size) else {
            return Err("there are no boards".to_owned());
        };
        if let Some(other) = boards.iter().find(|board| board.size() != size) {
            return Err(format!("the boards must have one size, and there are {size} and {}", other.size()));
        }
        Ok(Self { size, some_bad: input.some_bad, source: Source::Read(boards.into_iter()) })
    }

    fn count(&self) -> u64 {
        match &self.source {
            Source::Random { left, .. } => *left,
            Source::Read(boards) => boards.len() as u64,
        }
    }

    /// The next ones, at most so many.
    fn next(&mut self, goal: &Goal, most: usize) -> Option<Vec<Board>> {
        let some: Vec<Board> = match &mut self.source {
            Source::Random { rng, left } => {
                let count = (*left).min(most as u64);
                *left -= count;
                (0..count).map(|_| random_board(goal, true, rng)).collect()
            }
            Source::Read(boards) => boards.by_ref().take(most).collect(),
        };
        (!some.is_empty()).then_some(some)
    }
}

/// What solves them.
enum Way {
    Card(Arc<Gpu>),
    Processor { solver: Box<Solver>, threads: usize },
}

impl Way {
    fn new(args: &BatchArgs, goal: &Goal, stop: &StopFlag) -> Result<Self, String> {
        let is_limited = args.limits.time.is_some();
        let card = match args.device.device {
            DeviceChoice::Gpu if is_limited => {
                return Err("--time is for each board, and a card searches them together: leave one of \
                            --time and --device gpu out"
                    .to_owned());
            }
            DeviceChoice::Gpu => {
                device::check(goal)?;
                Some(device::insist()?)
            }
            DeviceChoice::Auto if !is_limited && device::check(goal).is_ok() => device::card().ok(),
            _ => None,
        };
        Ok(card.map_or_else(|| Self::processor(args, goal, stop), Self::Card))
    }

    fn processor(args: &BatchArgs, goal: &Goal, stop: &StopFlag) -> Self {
        let threads = args.limits.threads();
        let memory = args.limits.memory.unwrap_or_else(usual_memory) / threads;
        let limits = Limits { memory, time: args.limits.time, stop: stop.clone(), ..Limits::default() };
        let tables = args.cache.tables();
        let solver = Solver::new(goal.clone()).tables(tables).limits(limits);
        Self::Processor { solver: Box::new(solver), threads }
    }

    fn at_a_time(&self, size: Size) -> usize {
        match self {
            // Those of 5x5 take seconds each, and lines are to come now and then.
            Self::Card(_) if size.cells() > 16 => FEW_AT_A_TIME,
            Self::Card(_) => Gpu::AT_A_TIME,
            Self::Processor { .. } => FEW,
        }
    }

    fn on(&self) -> String {
        match self {
            Self::Card(gpu) => format!("on {}", gpu.name()),
            Self::Processor { threads: 1, .. } => "on one thread".to_owned(),
            Self::Processor { threads, .. } => format!("on {threads} threads"),
        }
    }
}
