//! `taquin random`: random boards, sampled by [`taquin::random`].

use crate::exit::{Exit, Failure, print_error, print_note};
use crate::flags::{CacheArgs, GoalArgs, MetricArgs};
use crate::memory_limit::search_memory;
use crate::progress::ProgressLine;
use crate::signals::{cancel_on_signal, exit_on_signal};
use crate::units;
use chacha20::ChaCha8Rng;
use clap::Args;
use rand::{Rng, SeedableRng};
use std::io::Write;
use std::time::Duration;
use taquin::Engines;
use taquin::notation::MoveStyle;
use taquin::random::RandomBoards;
use taquin::state_space::CensusError;
use taquin::{
    Goal, Limits, Metric, Move, Optimality, PROVABLE_CELLS, SearchOptions, Size, Solver, StopReason, verify,
};

/// Generate random boards
#[derive(Args)]
#[command(after_help = "\
With --moves, boards are sampled uniformly from all boards at that distance if the size has at
most 12 cells, if the distance is small, or if it is common on 4x4. Otherwise they come from
random walks. A note on standard error says which.

Examples:
  taquin random 4x4                     (uniform over all solvable boards)
  taquin random 3x3 --moves 31          (one of the two hardest boards)
  taquin random 3x4 --count 5 --seed 1 --one-line
  taquin random 4x4 --unsolvable")]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub(crate) struct RandomArgs {
    /// Size of the boards, such as 4x4 or 3x5
    #[arg(value_name = "RxC")]
    size: Size,
    /// Number of boards
    #[arg(long, short = 'n', default_value_t = 1, value_name = "N")]
    count: u64,
    /// Seed; the same seed gives the same boards [default: random]
    #[arg(long)]
    seed: Option<u64>,
    /// Generate unsolvable boards
    #[arg(long, conflicts_with = "moves")]
    unsolvable: bool,
    /// Generate boards whose shortest solution has exactly this many moves
    #[arg(long, value_name = "K")]
    moves: Option<u32>,
    /// Write one board per line
    #[arg(long)]
    one_line: bool,
    /// Write moves from the goal to each board instead: as few as possible up to 4x4, else the best found in a second
    #[arg(long, conflicts_with_all = ["unsolvable", "one_line"])]
    scramble: bool,
    /// Letters name the motion of the blank (with --scramble)
    #[arg(long, requires = "scramble")]
    blank_moves: bool,
    #[command(flatten)]
    metric: MetricArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// Maximum time per board (with --moves)
    #[arg(long, default_value = "60s", value_parser = units::parse_time)]
    time: Duration,
}

pub(crate) fn run(args: &RandomArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let goal = args.goal.kind(Some(args.size))?.for_size(args.size).map_err(|error| error.to_string())?;
    let seed = args.seed.unwrap_or_else(|| {
        let seed = rand::make_rng::<ChaCha8Rng>().next_u64() >> 32;
        print_note(&format!("seed {seed} (repeat with --seed {seed})"));
        seed
    });
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    if args.metric.metric == Metric::Multi && (args.moves.is_some() || !args.scramble) {
        return Err(Failure::Message(
            "--metric is for --scramble without --moves, which counts single-tile moves".to_owned(),
        ));
    }
    let mut boards = match prepare_draw(args, goal.clone()) {
        Ok(boards) => boards,
        Err(CensusError::Stopped { reason, .. }) => {
            print_error(&format!("stopped before the first board: {reason}"));
            return Ok(Exit::Stopped);
        }
        Err(error) => return Err(Failure::Message(error.to_string())),
    };
    if args.scramble {
        return write_scrambles(args, &goal, &mut boards, &mut rng, out);
    }
    for i in 0..args.count {
        match boards.sample(&mut rng) {
            Ok(board) if args.one_line => writeln!(out, "{}", board.to_line())?,
            Ok(board) => writeln!(out, "{board}")?,
            Err(reason) => {
                let total = units::count(args.count, "board");
                let reason = describe_stop(args, reason);
                print_error(&format!("stopped after {} of {total}: {reason}", units::thousands(i)));
                return Ok(Exit::Stopped);
            }
        }
        out.flush()?;
    }
    boards.methods().iter().for_each(|method| print_note(&method.to_string()));
    Ok(Exit::Success)
}

/// The time for the scramble of a board whose shortest solution may take too long.
const SCRAMBLE_TIME: Duration = Duration::from_secs(1);

/// The number of scrambles after which they are certainly written.
const FLUSHED: u64 = 256;

/// Writes a solution of each board backwards: moves that lead from the goal to it.
fn write_scrambles(
    args: &RandomArgs,
    goal: &Goal,
    boards: &mut RandomBoards,
    rng: &mut ChaCha8Rng,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let cancel = cancel_on_signal();
    let limits = Limits { memory: search_memory(None), cancel: cancel.clone(), ..Limits::default() };
    let solver = Solver::new(goal.clone()).limits(limits).engines(args.cache.engines());
    let is_large = args.size.cells() > PROVABLE_CELLS;
    let optimality = if is_large { Optimality::Within(SCRAMBLE_TIME) } else { Optimality::Shortest };
    let options = SearchOptions { metric: args.metric.metric, optimality, ..SearchOptions::default() };
    let request = options.request().map_err(|error| error.to_string())?;
    let solver = solver.request(request).expect_boards(args.count as usize);
    let style = MoveStyle { run_length: true, of_blank: args.blank_moves };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let line = ProgressLine::new(args.count as usize, false);
    let (mut written, mut no_board) = (0, None);
    let sample = |_| boards.sample(rng).map_err(|reason| no_board = Some(reason)).ok();
    let sampled = (0..args.count as usize).map_while(sample);
    solver.threads(threads).solve_many(sampled, &mut (), |board, outcome| {
        let solution = outcome.ok().and_then(|outcome| outcome.solution().cloned());
        let scramble = solution.filter(|_| !cancel.is_cancelled()).map(|solution| solution.scramble());
        // The scramble must lead from the goal to the board.
        let is_right = |moves: &Vec<Move>| verify(goal.board(), &Goal::explicit(board), moves).is_ok();
        let Some(moves) = scramble.filter(is_right) else {
            cancel.cancel();
            return Ok(());
        };
        written += 1;
        line.board_done();
        let runs: Vec<String> = Metric::Multi.split(&moves).map(|run| style.format(run)).collect();
        writeln!(out, "{}", runs.join(" "))?;
        if written % FLUSHED == 0 { out.flush() } else { Ok(()) }
    })?;
    out.flush()?;
    line.clear();
    if written < args.count {
        let total = units::count(args.count, "scramble");
        let reason = no_board.map_or("interrupted".to_owned(), |reason| describe_stop(args, reason));
        print_error(&format!("stopped after {} of {total}: {reason}", units::thousands(written)));
        return Ok(Exit::Stopped);
    }
    Ok(Exit::Success)
}

/// Radius of 4x4 around a goal with the blank in a corner (docs/state-space.md).
const RADIUS_4X4: u32 = 80;

fn prepare_draw(args: &RandomArgs, goal: Goal) -> Result<RandomBoards, CensusError> {
    let Some(distance) = args.moves else {
        exit_on_signal();
        return Ok(RandomBoards::uniform(goal, !args.unsolvable));
    };
    let is_4x4_corner = Ok(args.size) == Size::square(4) && [0, 3, 12, 15].contains(&goal.blank());
    if is_4x4_corner && distance > RADIUS_4X4 {
        return Err(CensusError::TooFar { size: args.size, distance, radius: RADIUS_4X4 });
    }
    let limits = Limits { memory: search_memory(None), cancel: cancel_on_signal(), ..Limits::default() };
    let line = ProgressLine::new(1, false);
    let boards = RandomBoards::at_distance(
        goal,
        distance,
        args.time,
        limits,
        &Engines::default(),
        &mut line.census_observer(),
    );
    line.clear();
    boards
}

fn describe_stop(args: &RandomArgs, reason: StopReason) -> String {
    match (reason, args.moves) {
        (StopReason::Time, Some(moves)) => {
            let moves = units::count(moves.into(), "move");
            format!("no board with exactly {moves} found in {}: raise --time", units::seconds(args.time))
        }
        _ => "interrupted".to_owned(),
    }
}
