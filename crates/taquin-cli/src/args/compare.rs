//! Arguments of `taquin compare`.

use super::shared::CacheArgs;
use super::shared::GoalArgs;
use super::shared::InputFormat;
use super::shared::UninformedArgs;
use super::shared::algorithms;
use super::shared::by_name;
use super::shared::input_formats;
use super::shared::metrics;
use crate::bench::BoardNumbers;
use crate::compare::CompareFormat;
use crate::compare::Preset;
use crate::memory_limit;
use crate::units;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use taquin::Algorithm;
use taquin::Metric;
use taquin::Size;
use taquin::Weight;
use taquin::compare::HeuristicChoice;

#[derive(Args)]
pub(crate) struct CompareArgs {
    /// Files, boards ("1 2 3/4 5 6/7 8 0"), or - for standard input
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<OsString>,
    /// Use only the boards with these numbers, such as 3 or 1-10, counted over all files
    #[arg(long, value_name = "IDS")]
    pub(crate) only: Option<BoardNumbers>,
    /// Algorithms, separated by commas [default: princeton,astar,ida]
    #[arg(
        long,
        short,
        value_name = "NAMES",
        value_delimiter = ',',
        value_parser = algorithms(&Algorithm::ALL)
    )]
    pub(crate) algorithms: Vec<Algorithm>,
    /// Heuristics for each algorithm, separated by commas; tables (pattern databases) are for ida only
    /// [default: hamming,manhattan]
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        value_parser = by_name(&HeuristicChoice::ALL, HeuristicChoice::name)
    )]
    pub(crate) heuristics: Vec<HeuristicChoice>,
    /// Add weighted A* with each of these weights, such as 1,2,3,5,10
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub(crate) weights: Vec<Weight>,
    /// Metrics in which moves count, separated by commas: single, and multi for IDA* with tables of its own
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "single", value_parser = metrics())]
    pub(crate) metric: Vec<Metric>,
    #[command(flatten)]
    pub(crate) uninformed: UninformedArgs,
    /// Run a predefined comparison on its own boards
    #[arg(long, value_enum, conflicts_with_all = ["boards", "weights", "size", "goal"])]
    pub(crate) preset: Option<Preset>,
    /// Output format: a table as text or Markdown, or CSV or JSON with one entry per run
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    pub(crate) format: CompareFormat,
    /// Draw nodes and seconds by board, or nodes and moves by weight, into an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) chart: Option<PathBuf>,
    /// Input format, or a dialect with its goal ('taquin help dialects')
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "auto",
        value_parser = input_formats(),
        hide_possible_values = true,
        conflicts_with = "preset"
    )]
    pub(crate) input: InputFormat,
    /// Size of boards that are bare lists of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Time limit for each run (30s, 5m, 500ms)
    #[arg(long, default_value = "30s", value_parser = units::parse_time)]
    pub(crate) time: Duration,
    /// Maximum memory, the program itself included (512M, 4G) [default: half of free memory, at most 8G]
    #[arg(long, value_parser = memory_limit::parse)]
    pub(crate) memory: Option<usize>,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}
