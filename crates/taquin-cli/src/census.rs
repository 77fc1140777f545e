//! `taquin census`: how many boards there are at each distance from a goal.

use crate::args::CensusArgs;
use crate::exit::{Exit, Failure, complain};
use crate::progress::Line;
use crate::search::{stop_on_interrupt, usual_memory};
use crate::units;
use serde::Serialize;
use std::io::{self, Write};
use taquin::notation::one_line;
use taquin::search::{Census, CensusError};
use taquin::{Limits, StopReason};

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
        Ok(census) if args.json => write_json(&census, out)?,
        Ok(census) if args.csv => write_csv(census.counts(), out)?,
        Ok(census) => write_text(args, &census, out)?,
        Err(CensusError::Stopped { reason: StopReason::Memory, .. }) => {
            return Err(Failure::Usage(format!(
                "a census of {} takes more than the {} of memory that may be used: allow more with --memory",
                args.size,
                units::bytes(limits.memory)
            )));
        }
        Err(CensusError::Stopped { reason, counts }) => {
            if !args.json {
                write_csv(&counts, out)?;
            }
            complain(&format!(
                "stopped, {reason}: these are the {} boards within {} moves",
                units::thousands(counts.iter().sum()),
                counts.len() - 1
            ));
            return Ok(Exit::Stopped);
        }
        Err(error) => return Err(Failure::Usage(error.to_string())),
    }
    Ok(Exit::Solved)
}

fn write_text(args: &CensusArgs, census: &Census, out: &mut impl Write) -> io::Result<()> {
    let boards = units::thousands(census.boards());
    writeln!(out, "{}: {boards} boards can reach this goal, and as many can't\n", args.size)?;
    writeln!(out, "moves       boards")?;
    let most = census.counts().iter().max().copied().unwrap_or(1);
    for (distance, &count) in census.counts().iter().enumerate() {
        let bar = "█".repeat((count * LONGEST_BAR).div_ceil(most) as usize);
        writeln!(out, "{distance:>5}  {:>11}  {bar}", units::thousands(count))?;
    }
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

fn write_csv(counts: &[u64], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "moves,boards")?;
    counts.iter().enumerate().try_for_each(|(distance, count)| writeln!(out, "{distance},{count}"))
}

#[derive(Serialize)]
struct Json<'a> {
    size: String,
    goal: String,
    boards: u64,
    radius: u32,
    mean: f64,
    counts: &'a [u64],
    hardest: Vec<String>,
}

fn write_json(census: &Census, out: &mut impl Write) -> io::Result<()> {
    let json = Json {
        size: census.goal().size().to_string(),
        goal: one_line(census.goal().board()),
        boards: census.boards(),
        radius: census.radius(),
        mean: census.mean(),
        counts: census.counts(),
        hardest: census.hardest().iter().map(one_line).collect(),
    };
    serde_json::to_writer(&mut *out, &json)?;
    writeln!(out)
}
