//! `taquin bench sizes`: measures the quality of solutions of boards of many sizes, found within the same
//! time.
//!
//! The shortest solution lengths of large boards are unknown, so lengths are reported relative to the
//! Manhattan distance, which is a lower bound.

use super::{BenchArgs, BenchFormat};
use crate::exit::{Exit, Failure};
use crate::json::write_json;
use crate::progress::ProgressLine;
use crate::searches::Searches;
use crate::units;
use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use taquin::notation::Style;
use taquin::random::random_board;
use taquin::{Goal, Optimality, Outcome, Size};

/// The numbers of rows and columns.
const SIDES: [usize; 6] = [6, 8, 10, 20, 50, 127];

/// The default time for each board and number of boards of each size.
const DEFAULT_TIME: Duration = Duration::from_secs(5);
const DEFAULT_COUNT: u32 = 10;

/// The results for one size; `manhattan`, `moves` and `at_least` are sums over the boards.
#[derive(Default, Serialize)]
struct SizeResult {
    size: String,
    boards: usize,
    seconds: f64,
    manhattan: u64,
    moves: u64,
    at_least: u64,
    ratio: f64,
}

pub(super) fn run(args: &BenchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let time = args.within.unwrap_or(DEFAULT_TIME);
    let threads = args.search.limits.threads.map_or(1, usize::from);
    let plan =
        Searches::with_threads(&args.search, Optimality::Within(time), None, Style::Princeton, 1, threads)?;
    let count = args.count.unwrap_or(DEFAULT_COUNT) as usize;
    let seed = args.seed.unwrap_or(1);
    let is_text = args.format == BenchFormat::Text;
    let mut results = Vec::new();
    if is_text {
        let threads = units::count(plan.threads_per_board as u64, "thread");
        let time = units::seconds(time);
        writeln!(out, "best solutions within {time} per board, {threads}, seed {seed}\n")?;
        writeln!(out, "   size  boards   Manhattan       moves   ratio")?;
    }
    for side in SIDES {
        let goal = Goal::blank_last(Size::square(side).map_err(|error| error.to_string())?);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let line = ProgressLine::new(count, args.search.verbose);
        let mut result = SizeResult {
            size: goal.size().to_string(),
            seconds: time.as_secs_f64(),
            ..SizeResult::default()
        };
        for _ in 0..count {
            let board = random_board(&goal, true, &mut rng);
            if plan.limits.cancel.is_cancelled() {
                break;
            }
            let outcome =
                plan.solver(&goal, &plan.requests[0]).solve_observed(&board, &mut line.search_observer());
            line.board_done();
            if let Outcome::Solved(solution) = outcome.map_err(|error| error.to_string())? {
                result.boards += 1;
                result.manhattan += u64::from(board.manhattan(&goal));
                result.moves += solution.len() as u64;
                result.at_least += u64::from(solution.lower_bound());
            }
        }
        if result.boards == 0 {
            break;
        }
        result.ratio = ratio(result.moves, result.manhattan);
        if is_text {
            let SizeResult { size, boards, ratio, .. } = &result;
            let manhattan = units::thousands(result.manhattan / *boards as u64);
            let moves = units::thousands(result.moves / *boards as u64);
            writeln!(out, "{size:>7}  {boards:>6}  {manhattan:>10}  {moves:>10}  {ratio:>6.3}")?;
            out.flush()?;
        }
        results.push(result);
    }
    if !is_text {
        write_json(&results, out)?;
    }
    Ok(if plan.limits.cancel.is_cancelled() { Exit::Stopped } else { Exit::Success })
}

#[expect(clippy::cast_precision_loss, reason = "rounded for display")]
fn ratio(moves: u64, manhattan: u64) -> f64 {
    moves as f64 / manhattan.max(1) as f64
}
