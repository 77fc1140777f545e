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
use crate::plan::{stop_on_interrupt, usual_memory};
use crate::units;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};
use taquin::accelerator::Seen;
use taquin::notation::{Format, letters, one_line};
use taquin::{Board, Goal, Limits, Move, Outcome, Parity, Size, Solver, StopFlag, random_board};
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

pub(crate) fn run(args: &BatchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut boards = Boards::new(args)?;
    let goal = args.goal.kind(Some(boards.size))?.for_size(boards.size).map_err(|error| error.to_string())?;
    let stop = stop_on_interrupt();
    let mut solver = Many::new(args, &goal, &stop)?;
    let mut exit = if boards.some_bad { Exit::BadInput } else { Exit::Solved };
    let (start, all) = (Instant::now(), boards.count());
    let (mut done, mut moves_in_all, mut told) = (0u64, 0u64, Instant::now());
    while let Some(some) = boards.next(&goal, solver.at_a_time(goal.size())) {
        let Some(solutions) = solver.solve_or_fall_back(args, &some, &goal)? else {
            complain(&format!(
                "interrupted after {} of {} boards",
                units::thousands(done),
                units::thousands(all)
            ));
            return Ok(Exit::Stopped);
        };
        for (board, moves) in some.iter().zip(&solutions) {
            args.lines.write(board, moves.as_deref(), out)?;
            moves_in_all += moves.as_ref().map_or(0, |moves| moves.len() as u64);
            if moves.is_none() {
                exit = exit.max(Exit::Unsolvable);
            }
        }
        done += some.len() as u64;
        if io::stderr().is_terminal() && told.elapsed() > Duration::from_secs(1) {
            remark(&format!("{} of {} boards", units::thousands(done), units::thousands(all)));
            told = Instant::now();
        }
    }
    out.flush()?;
    let seconds = start.elapsed();
    remark(&format!(
        "{} boards, {} moves in all, {} nodes, {} {}",
        units::thousands(done),
        units::thousands(moves_in_all),
        units::thousands(solver.nodes),
        units::seconds(seconds),
        solver.on()
    ));
    Ok(exit)
}

/// Where boards come from.
struct Boards {
    size: Size,
    some_bad: bool,
    source: Source,
}

enum Source {
    Random { rng: Box<ChaCha8Rng>, left: u64 },
    Read(Vec<Board>),
}

impl Boards {
    fn new(args: &BatchArgs) -> Result<Self, String> {
        if let Some(size) = args.random {
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
        Ok(Self { size, some_bad: input.some_bad, source: Source::Read(boards) })
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
            Source::Read(boards) => {
                let rest = boards.split_off(boards.len().min(most));
                std::mem::replace(boards, rest)
            }
        };
        (!some.is_empty()).then_some(some)
    }
}

/// What solves them.
struct Many {
    way: Way,
    stop: StopFlag,
    nodes: u64,
}

enum Way {
    Card(Box<Gpu>),
    Processor { solver: Box<Solver>, threads: usize },
}

impl Way {
    fn processor(args: &BatchArgs, goal: &Goal, stop: &StopFlag) -> Self {
        let threads = args.limits.threads();
        let memory = args.limits.memory.unwrap_or_else(usual_memory) / threads;
        let limits = Limits { memory, time: args.limits.time, stop: stop.clone(), ..Limits::default() };
        let tables = args.cache.tables();
        let solver = Solver::new(goal.clone()).tables(tables).limits(limits);
        Self::Processor { solver: Box::new(solver), threads }
    }
}

/// Solutions, in the order of the boards; none for those that have none.
type Solutions = Vec<Option<Vec<Move>>>;

impl Many {
    fn new(args: &BatchArgs, goal: &Goal, stop: &StopFlag) -> Result<Self, String> {
        args.device.device.check(goal)?;
        let is_taken = Seen::new(goal).is_some_and(|seen| Gpu::takes_kind(seen.kind()));
        let card = match args.device.device {
            DeviceChoice::Auto if is_taken => Gpu::open().ok(),
            DeviceChoice::Gpu => Some(device::open()?),
            _ => None,
        };
        let way =
            if let Some(gpu) = card { Way::Card(Box::new(gpu)) } else { Way::processor(args, goal, stop) };
        Ok(Self { way, stop: stop.clone(), nodes: 0 })
    }

    fn at_a_time(&self, size: Size) -> usize {
        match self.way {
            // Those of 5x5 take seconds each, and lines are to come now and then.
            Way::Card(_) if size.cells() > 16 => FEW_AT_A_TIME,
            Way::Card(_) => Gpu::AT_A_TIME,
            Way::Processor { .. } => FEW,
        }
    }

    fn on(&self) -> String {
        match &self.way {
            Way::Card(gpu) => format!("on an {}", gpu.name()),
            Way::Processor { threads, .. } => format!("on {threads} threads"),
        }
    }

    /// The same as [`solve`](Self::solve); but if a card fails that was not insisted on, the processor does it.
    fn solve_or_fall_back(
        &mut self,
        args: &BatchArgs,
        boards: &[Board],
        goal: &Goal,
    ) -> Result<Option<Solutions>, String> {
        let is_free = args.device.device == DeviceChoice::Auto;
        match self.solve(boards, goal) {
            Err(error) if is_free && matches!(self.way, Way::Card(_)) => {
                remark(&format!("taquin: the card is not used: {error}. The processor searches instead"));
                self.way = Way::processor(args, goal, &self.stop);
                self.solve(boards, goal)
            }
            result => result,
        }
    }

    /// Solves some boards, or says that it was stopped.
    fn solve(&mut self, boards: &[Board], goal: &Goal) -> Result<Option<Solutions>, String> {
        let stop = &self.stop;
        match &self.way {
            Way::Card(gpu) => {
                let solvable: Vec<usize> =
                    (0..boards.len()).filter(|&i| Parity::is_solvable(&boards[i], goal)).collect();
                let some: Vec<&Board> = solvable.iter().map(|&i| &boards[i]).collect();
                let Some((moves, nodes)) = device::solve_all(gpu, goal, &some, stop)? else {
                    return Ok(None);
                };
                self.nodes += nodes;
                let mut solutions: Solutions = vec![None; boards.len()];
                for (i, moves) in solvable.into_iter().zip(moves) {
                    solutions[i] = Some(moves);
                }
                Ok(Some(solutions))
            }
            Way::Processor { solver, threads } => {
                let (mut solutions, mut nodes, mut fault) = (Solutions::new(), 0, None);
                let left = in_order(
                    boards,
                    *threads,
                    stop,
                    |board| solver.solve(board),
                    |_, outcome| {
                        match outcome {
                            Ok(Outcome::Solved(solution)) => {
                                nodes += solution.stats.generated;
                                solutions.push(Some(solution.moves));
                            }
                            Ok(Outcome::Unsolvable(_)) => solutions.push(None),
                            Ok(Outcome::Stopped(at)) => fault = fault.take().or(Some(Ok(at.reason))),
                            Err(error) => fault = fault.take().or(Some(Err(error.to_string()))),
                        }
                        Ok(())
                    },
                )
                .map_err(|error| error.to_string())?;
                self.nodes += nodes;
                match fault {
                    _ if left > 0 => Ok(None),
                    None => Ok(Some(solutions)),
                    Some(Ok(_)) if stop.is_raised() => Ok(None),
                    Some(Ok(reason)) => Err(format!("a board could not be solved: {reason}")),
                    Some(Err(error)) => Err(error),
                }
            }
        }
    }
}
