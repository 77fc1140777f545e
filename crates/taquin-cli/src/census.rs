//! `taquin census`: the number of boards at each distance from the goal.

use crate::exit::{Exit, Failure, print_error};
use crate::flags::{GoalArgs, MetricArgs};
use crate::json::write_json;
use crate::memory_limit::{self, needed, search_memory};
use crate::progress::ProgressLine;
use crate::signals::cancel_on_signal;
use crate::units;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;
use taquin::state_space::{Census, CensusError};
use taquin::{Goal, Limits, Metric, Size, StopReason};

/// Count the boards at each distance from the goal and list the hardest
#[derive(Args)]
#[command(after_help = "\
Supports up to 12 cells. 3x4 and 2x6 have 239,500,800 boards and take seconds and 180 MB.

Examples:
  taquin census 3x3
  taquin census 3x3 --goal ring
  taquin census 3x4 --format json
  taquin census 2x5 --format csv > counts.csv")]
pub(crate) struct CensusArgs {
    /// Size of the boards, such as 3x3 or 2x5
    #[arg(value_name = "RxC")]
    size: Size,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    metric: MetricArgs,
    /// Output format; csv has only the counts, json also all hardest boards
    #[arg(long, value_enum, default_value_t = CensusFormat::Text)]
    format: CensusFormat,
    /// Stop after this time (30s, 5m, 500ms)
    #[arg(long, value_parser = units::parse_time)]
    time: Option<Duration>,
    /// Maximum memory, the program itself included (512M, 4G) [default: half of free memory, at most 8G]
    #[arg(long, value_parser = memory_limit::parse)]
    memory: Option<usize>,
}

/// Values of `census --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CensusFormat {
    Text,
    Json,
    Csv,
}

/// Length of the longest bar of the histogram.
const MAX_BAR: u64 = 50;
/// Hardest boards listed in text output.
const MAX_HARDEST: usize = 20;

pub(crate) fn run(args: &CensusArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let goal = args.goal.kind(Some(args.size))?.for_size(args.size).map_err(|error| error.to_string())?;
    let limits = Limits {
        time: args.time,
        memory: search_memory(args.memory),
        cancel: cancel_on_signal(),
        ..Limits::default()
    };
    let line = ProgressLine::new(1, false);
    let metric = args.metric.metric;
    let census = Census::new_in(&goal, metric, &limits, &mut line.census_observer());
    line.clear();
    match census {
        Ok(census) => {
            match args.format {
                CensusFormat::Text => write_text(args, &census, out)?,
                CensusFormat::Json => write_json(&CensusJson::complete(&census, metric), out)?,
                CensusFormat::Csv => write_csv(census.counts(), out)?,
            }
            Ok(Exit::Success)
        }
        Err(CensusError::Stopped { reason, counts }) => {
            match args.format {
                CensusFormat::Text => write_counts(&counts, out)?,
                CensusFormat::Json => write_json(&CensusJson::partial(&goal, metric, &counts), out)?,
                CensusFormat::Csv => write_csv(&counts, out)?,
            }
            out.flush()?;
            print_error(&format!("stopped {}", describe_partial(args, &limits, reason, &counts)));
            Ok(Exit::Stopped)
        }
        Err(error) => Err(Failure::Message(error.to_string())),
    }
}

/// Describes the reason of an incomplete census, and its extent.
fn describe_partial(args: &CensusArgs, limits: &Limits, reason: StopReason, counts: &[u64]) -> String {
    let depth = counts.len() - 1;
    if reason == StopReason::Memory {
        return format!(
            "({reason}): a census of {} needs more than {}: raise --memory",
            args.size,
            units::bytes(needed(limits.memory))
        );
    }
    if depth == 0 {
        return format!("({reason}): only the goal was counted");
    }
    let boards = units::count(counts.iter().sum(), "board");
    let depth = units::count(depth as u64, "move");
    format!("({reason}): counted {boards} within {depth} of the goal")
}

fn write_text(args: &CensusArgs, census: &Census, out: &mut impl Write) -> io::Result<()> {
    let boards = units::count(census.boards(), "board");
    writeln!(out, "{}: {boards} can reach this goal, and as many cannot\n", args.size)?;
    write_counts(census.counts(), out)?;
    let hardest = census.hardest();
    let metric = if args.metric.metric == Metric::Multi { " in the multi-tile metric" } else { "" };
    writeln!(out, "\nmean {:.2} moves{metric}; the hardest boards take {}:", census.mean(), census.radius())?;
    for board in hardest.iter().take(MAX_HARDEST) {
        writeln!(out, "{}", board.to_line())?;
    }
    if hardest.len() > MAX_HARDEST {
        writeln!(out, "… and {} more (--format json lists all)", hardest.len() - MAX_HARDEST)?;
    }
    Ok(())
}

/// Writes a histogram.
fn write_counts(counts: &[u64], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "moves       boards")?;
    let largest = counts.iter().max().copied().unwrap_or(1);
    for (distance, &count) in counts.iter().enumerate() {
        let bar = "█".repeat((count * MAX_BAR).div_ceil(largest) as usize);
        writeln!(out, "{distance:>5}  {:>11}  {bar}", units::thousands(count))?;
    }
    Ok(())
}

fn write_csv(counts: &[u64], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "moves,boards")?;
    counts.iter().enumerate().try_for_each(|(distance, count)| writeln!(out, "{distance},{count}"))
}

#[derive(Serialize)]
struct CensusJson<'a> {
    size: String,
    goal: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    /// False if only the boards `within` some moves of the goal were counted.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<usize>,
    boards: u64,
    counts: &'a [u64],
    #[serde(flatten)]
    extremes: Option<Extremes>,
}

/// Fields of a complete census.
#[derive(Serialize)]
struct Extremes {
    radius: u32,
    mean: f64,
    hardest: Vec<String>,
}

impl<'a> CensusJson<'a> {
    fn complete(census: &'a Census, metric: Metric) -> Self {
        let hardest = census.hardest().iter().map(taquin::Board::to_line).collect();
        let extremes = Extremes { radius: census.radius(), mean: census.mean(), hardest };
        let counted = Self::partial(census.goal(), metric, census.counts());
        Self { complete: true, within: None, extremes: Some(extremes), ..counted }
    }

    fn partial(goal: &Goal, metric: Metric, counts: &'a [u64]) -> Self {
        Self {
            size: goal.size().to_string(),
            goal: goal.board().to_line(),
            metric: (metric != Metric::default()).then(|| metric.name()),
            complete: false,
            within: Some(counts.len() - 1),
            boards: counts.iter().sum(),
            counts,
            extremes: None,
        }
    }
}
