//! `taquin census`: how many boards there are at each distance from a goal.

use crate::args::CensusArgs;
use crate::exit::{Exit, Failure, complain};
use crate::json::write_json;
use crate::plan::{stop_on_interrupt, usual_memory};
use crate::progress::Line;
use crate::units;
use serde::Serialize;
use std::io::{self, Write};
use taquin::notation::one_line;
use taquin::search::{Census, CensusError};
use taquin::{Goal, Limits, StopReason};

/// The longest bar of the histogram, and how many of the hardest boards are shown.
const LONGEST_BAR: u64 = 50;
const MOST_BOARDS: usize = 20;

pub(crate) fn run(args: &CensusArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let goal = args.goal.kind(Some(args.size))?.for_size(args.size).map_err(|error| error.to_string())?;
    let limits = Limits {
        time: args.time,
        memory: args.memory.unwrap_or_else(usual_memory),
        stop: stop_on_interrupt(),
        ..Limits::default()
    };
    let line = Line::new(1, false);
    let census = Census::around(&goal, &limits, &mut line.counting());
    line.clear();
    match census {
        Ok(census) if args.json => write_json(&Json::of(&census), out)?,
        Ok(census) if args.csv => write_csv(census.counts(), out)?,
        Ok(census) => write_text(args, &census, out)?,
        Err(CensusError::Stopped { reason, counts }) => {
            match args {
                CensusArgs { json: true, .. } => write_json(&Json::so_far(&goal, &counts), out)?,
                CensusArgs { csv: true, .. } => write_csv(&counts, out)?,
                _ => write_counts(&counts, out)?,
            }
            out.flush()?;
            complain(&format!("stopped, {}", so_far(args, &limits, reason, &counts)));
            return Ok(Exit::Stopped);
        }
        Err(error) => return Err(Failure::Said(error.to_string())),
    }
    Ok(Exit::Solved)
}

/// Why there is no more, and what there is.
fn so_far(args: &CensusArgs, limits: &Limits, reason: StopReason, counts: &[u64]) -> String {
    let (boards, within) = (units::thousands(counts.iter().sum()), counts.len() - 1);
    match (reason, within) {
        (StopReason::Memory, _) => format!(
            "{reason}: a census of {} takes more than the {} of memory that may be used: allow more with --memory",
            args.size,
            units::bytes(limits.memory)
        ),
        (_, 0) => format!("{reason}: no board but the goal was counted"),
        (_, 1) => format!("{reason}: these are the {boards} boards within 1 move"),
        _ => format!("{reason}: these are the {boards} boards within {within} moves"),
    }
}

fn write_text(args: &CensusArgs, census: &Census, out: &mut impl Write) -> io::Result<()> {
    let boards = units::thousands(census.boards());
    writeln!(out, "{}: {boards} boards can reach this goal, and as many can't\n", args.size)?;
    write_counts(census.counts(), out)?;
    let (radius, mean) = (census.radius(), census.mean());
    let hardest = census.hardest().len();
    writeln!(out, "\nmean {mean:.2} moves; the hardest take {radius}:")?;
    for board in census.hardest().iter().take(MOST_BOARDS) {
        writeln!(out, "{}", one_line(board))?;
    }
    if hardest > MOST_BOARDS {
        writeln!(out, "… and {} more (--json has them all)", hardest - MOST_BOARDS)?;
    }
    Ok(())
}

/// How many boards there are at each distance, with a bar for each.
fn write_counts(counts: &[u64], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "moves       boards")?;
    let most = counts.iter().max().copied().unwrap_or(1);
    for (distance, &count) in counts.iter().enumerate() {
        let bar = "█".repeat((count * LONGEST_BAR).div_ceil(most) as usize);
        writeln!(out, "{distance:>5}  {:>11}  {bar}", units::thousands(count))?;
    }
    Ok(())
}

fn write_csv(counts: &[u64], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "moves,boards")?;
    counts.iter().enumerate().try_for_each(|(distance, count)| writeln!(out, "{distance},{count}"))
}

#[derive(Serialize)]
struct Json<'a> {
    size: String,
    goal: String,
    /// Whether all boards were counted; otherwise those are that are within so many moves of the goal.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<usize>,
    boards: u64,
    counts: &'a [u64],
    #[serde(flatten)]
    whole: Option<Whole>,
}

/// What can be told of all boards alone.
#[derive(Serialize)]
struct Whole {
    radius: u32,
    mean: f64,
    hardest: Vec<String>,
}

impl<'a> Json<'a> {
    fn of(census: &'a Census) -> Self {
        let hardest = census.hardest().iter().map(one_line).collect();
        let whole = Whole { radius: census.radius(), mean: census.mean(), hardest };
        let counted = Self::so_far(census.goal(), census.counts());
        Self { complete: true, within: None, whole: Some(whole), ..counted }
    }

    fn so_far(goal: &Goal, counts: &'a [u64]) -> Self {
        Self {
            size: goal.size().to_string(),
            goal: one_line(goal.board()),
            complete: false,
            within: Some(counts.len() - 1),
            boards: counts.iter().sum(),
            counts,
            whole: None,
        }
    }
}
