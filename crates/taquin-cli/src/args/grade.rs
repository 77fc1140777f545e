//! Arguments of `taquin grade`.

use super::shared::GoalArgs;
use super::shared::InputArgs;
use super::shared::by_name;
use crate::grade::BoardFileFormat;
use crate::grade::BoardSet;
use crate::json::TextOrJson;
use crate::units;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct GradeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Built-in boards to grade on if none are given: 20 solvable 3x3 boards up to the hardest and 3
    /// unsolvable ones, or 10 solvable 4x4 boards of 10 to 40 moves and 2 unsolvable ones [default: 3x3]
    #[arg(long, conflicts_with = "boards", value_parser = by_name(&BoardSet::ALL, BoardSet::name))]
    pub(crate) set: Option<BoardSet>,
    /// Number of solvable boards in the set
    #[arg(
        long,
        short = 'n',
        value_name = "N",
        conflicts_with = "boards",
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    pub(crate) count: Option<u32>,
    /// Seed of the boards in the set
    #[arg(long, default_value_t = 1, conflicts_with = "boards")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Format of the file that the program gets: the size and then the rows, as at Princeton, or the rows
    /// alone, as at Iowa State. Your own files are passed unchanged if they hold one board and no comments
    #[arg(
        long,
        default_value = "header",
        value_parser = by_name(&BoardFileFormat::ALL, BoardFileFormat::name)
    )]
    pub(crate) give: BoardFileFormat,
    /// Time limit for each board (30s, 5m, 500ms)
    #[arg(long, default_value = "10s", value_parser = units::parse_time)]
    pub(crate) time: Duration,
    /// Memory limit for the program and its child processes (512M, 4G); on Linux only
    #[arg(long, default_value = "1G", value_parser = units::parse_memory)]
    pub(crate) memory: usize,
    /// Output format: a table or one JSON object
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub(crate) format: TextOrJson,
    /// Also write a JUnit XML report for CI servers
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// The solver and its arguments; {} is replaced by the path of the board file
    #[arg(last = true, value_name = "PROGRAM")]
    pub(crate) program: Vec<OsString>,
}
