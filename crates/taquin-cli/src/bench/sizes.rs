//! `taquin bench sizes`: how good solutions of boards of all sizes are, found within the same time.
//!
//! Nobody knows how long the shortest solutions of large boards are, so lengths are told as multiples of the Manhattan
//! distance, which none can be shorter than.

use crate::args::BenchArgs;
use crate::exit::{Exit, Failure};
use crate::plan::{Plan, Within};
use crate::progress::Line;
use crate::units;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use taquin::notation::Style;
use taquin::{Goal, Outcome, Size, random_board};

/// The boards are square, with so many rows.
const SIZES: [usize; 6] = [6, 8, 10, 20, 50, 127];

/// The time for each board, and how many boards of each size, if nothing else is asked for.
const USUAL_TIME: Duration = Duration::from_secs(5);
const USUAL_COUNT: u32 = 10;

/// What came of the boards of one size.
#[derive(Default, Serialize)]
struct Row {
    size: String,
    boards: usize,
    seconds: f64,
    /// Sums over the boards.
    manhattan: u64,
    moves: u64,
    at_least: u64,
    ratio: f64,
}

pub(super) fn run(args: &BenchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let time = args.within.unwrap_or(USUAL_TIME);
    let plan = Plan::with_threads(
        &args.search,
        Within::Time(time),
        Style::Princeton,
        1,
        args.search.limits.threads.map_or(1, usize::from),
    )?;
    let count = args.count.unwrap_or(USUAL_COUNT) as usize;
    let mut rows = Vec::new();
    if !args.json {
        writeln!(
            out,
            "the best solutions within {}, {} threads, seed {}\n",
            units::seconds(time),
            plan.threads_each,
            args.seed.unwrap_or(1)
        )?;
        writeln!(out, "   size  boards   Manhattan       moves   ratio")?;
    }
    for n in SIZES {
        let goal = Goal::blank_last(Size::square(n).map_err(|error| error.to_string())?);
        let mut rng = ChaCha8Rng::seed_from_u64(args.seed.unwrap_or(1));
        let line = Line::new(count, args.search.verbose);
        let mut row = Row { size: goal.size().to_string(), seconds: time.as_secs_f64(), ..Row::default() };
        for _ in 0..count {
            let board = random_board(&goal, true, &mut rng);
            if plan.limits.stop.is_raised() {
                break;
            }
            let outcome = plan.solver(goal.clone(), None).solve_watched(&board, &mut line.observer());
            line.board_is_done();
            if let Outcome::Solved(solution) = outcome.map_err(|error| error.to_string())? {
                row.boards += 1;
                row.manhattan += u64::from(board.manhattan(&goal));
                row.moves += solution.moves.len() as u64;
                row.at_least += u64::from(solution.lower_bound);
            }
        }
        if row.boards == 0 {
            break;
        }
        row.ratio = ratio(row.moves, row.manhattan);
        if !args.json {
            let mean = |sum: u64| units::thousands(sum / row.boards as u64);
            let (size, boards, ratio) = (&row.size, row.boards, row.ratio);
            writeln!(
                out,
                "{size:>7}  {boards:>6}  {:>10}  {:>10}  {ratio:>6.3}",
                mean(row.manhattan),
                mean(row.moves)
            )?;
            out.flush()?;
        }
        rows.push(row);
    }
    if args.json {
        crate::json::write_json(&rows, out)?;
    }
    Ok(if plan.limits.stop.is_raised() { Exit::Stopped } else { Exit::Solved })
}

#[expect(clippy::cast_precision_loss, reason = "a ratio for people to read")]
fn ratio(moves: u64, manhattan: u64) -> f64 {
    moves as f64 / manhattan.max(1) as f64
}
