//! Arguments of `taquin bench`.

use super::shared::GoalArgs;
use super::shared::InputFormat;
use super::shared::SearchArgs;
use super::shared::input_formats;
use crate::bench::BenchFormat;
use crate::bench::BoardNumbers;
use crate::units;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use taquin::Size;

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// korf-15, korf-24, antipodes, random and a size, sizes, gpu, or files of boards
    #[arg(value_name = "SUITE", required = true)]
    pub(crate) suite: Vec<OsString>,
    /// Solve each board N times and report the median time [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeat: Option<u32>,
    /// Return the best solution found within this time, as 'taquin solve' does [default for sizes: 5s]
    #[arg(
        long,
        value_name = "TIME",
        value_parser = units::parse_time,
        conflicts_with_all = ["algorithm", "heuristic", "weight"]
    )]
    pub(crate) within: Option<Duration>,
    /// Solve several boards in parallel, one thread per board, and report the total time
    #[arg(long)]
    pub(crate) batch: bool,
    /// Solve only the boards with these numbers, such as 38,40,25 or 1-10
    #[arg(long, value_name = "IDS")]
    pub(crate) only: Option<BoardNumbers>,
    /// Number of random boards [default: 10]
    #[arg(
        long,
        short = 'n',
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub(crate) count: Option<u32>,
    /// Seed of the random boards, as for 'taquin random' [default: 1]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Draw nodes per second over time as SVG (gpu only)
    #[arg(long, value_name = "FILE")]
    pub(crate) chart: Option<PathBuf>,
    /// Output format: a table, one JSON object, or CSV with one line per board
    #[arg(long, value_enum, default_value_t = BenchFormat::Text)]
    pub(crate) format: BenchFormat,
    /// Input format: header (size, then rows), rows, lines (one board per line), counted (number of boards first), or a
    /// dialect with its goal ('taquin help dialects')
    #[arg(long, alias = "input-format", value_name = "FORMAT", default_value = "auto", value_parser = input_formats())]
    pub(crate) input: InputFormat,
    /// Size of boards in files that are bare lists of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}
