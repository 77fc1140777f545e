//! What the commands take that hold searches against each other, or somebody's solver against the truth: `bench`, `compare`
//! and `grade`.

use super::shared::{CacheArgs, GoalArgs, InputArgs, SearchArgs, by_name};
use crate::bench::Numbers;
use crate::compare::{Layout, Preset};
use crate::grade::{Give, Set};
use crate::units;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use taquin::compare::Guide;
use taquin::notation::Format;
use taquin::{Algorithm, Size};

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// korf-15, korf-24, antipodes, random and a size, sizes, gpu, or files of boards
    #[arg(value_name = "SUITE", required = true)]
    pub(crate) suite: Vec<OsString>,
    /// Solve each board so many times; the median time counts [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeat: Option<u32>,
    /// Be content with the best solution found within this time, as in 'taquin solve' [default for sizes: 5s]
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, conflicts_with_all = ["algorithm", "heuristic", "weight"])]
    pub(crate) within: Option<Duration>,
    /// Solve several boards at a time, a thread each, and tell the time that all of them take
    #[arg(long)]
    pub(crate) batch: bool,
    /// Only the boards with these numbers, such as 38,40,25 or 1-10
    #[arg(long, value_name = "IDS")]
    pub(crate) only: Option<Numbers>,
    /// How many random boards [default: 10]
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: Option<u32>,
    /// A number that decides the random boards; the same as for 'taquin random' [default: 1]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// With gpu: draw the nodes a second over the time, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) chart: Option<PathBuf>,
    /// Write one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Write comma-separated values, a line for each board
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// The form of the boards in files: the size then the rows, rows alone, or a board a line
    #[arg(long, default_value = "auto", value_parser = by_name(&Format::ALL, Format::name))]
    pub(crate) format: Format,
    /// The size of boards in files that are given as a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

#[derive(Args)]
pub(crate) struct CompareArgs {
    /// Files, boards ("1 2 3/4 5 6/7 8 0"), or - for standard input
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<OsString>,
    /// Only the boards with these numbers, such as 3 or 1-10, counted over all files
    #[arg(long, value_name = "IDS")]
    pub(crate) only: Option<Numbers>,
    /// The searches, with commas between them [default: princeton,astar,ida]
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',', value_parser = by_name(&Algorithm::ALL, Algorithm::name))]
    pub(crate) algorithms: Vec<Algorithm>,
    /// The estimates for each of them; tables are ida's alone [default: hamming,manhattan]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = by_name(&Guide::ALL, Guide::name))]
    pub(crate) heuristics: Vec<Guide>,
    /// Add A* with its estimate multiplied by each of these, such as 1,2,3,5,10
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) weights: Vec<u32>,
    /// A comparison with boards of its own
    #[arg(
        long,
        value_enum,
        conflicts_with_all = ["boards", "weights", "size", "goal"]
    )]
    pub(crate) preset: Option<Preset>,
    /// How to write the table; csv and json have an entry for each run
    #[arg(long, value_enum, default_value_t = Layout::Table)]
    pub(crate) format: Layout,
    /// Draw nodes and seconds by board, or nodes and moves by weight, into an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) chart: Option<PathBuf>,
    /// The size of boards that are given as a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Stop each run after this time (30s, 5m, 500ms)
    #[arg(long, default_value = "30s", value_parser = units::parse_time)]
    pub(crate) time: Duration,
    /// The most memory for each run (512M, 4G) [default: half of what is free, at most 8G]
    #[arg(long, value_parser = units::parse_memory)]
    pub(crate) memory: Option<usize>,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}

#[derive(Args)]
pub(crate) struct GradeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Boards to grade on, if none are given: 20 of 3x3 up to the hardest and 3 that can't be solved, or 10 of 4x4 with 10 to
    /// 40 moves and 2 that can't be solved [default: 3x3]
    #[arg(long, conflicts_with = "boards", value_parser = by_name(&Set::ALL, Set::name))]
    pub(crate) set: Option<Set>,
    /// How many boards of the set that can be solved
    #[arg(long, short = 'n', value_name = "N", conflicts_with = "boards",
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) count: Option<u32>,
    /// A number that decides the boards of the set
    #[arg(long, default_value_t = 1, conflicts_with = "boards")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// The file that the program gets: the size and then the rows, as Princeton has it, or the rows alone, as Iowa State has
    /// it. Your own files go as they are if they hold one board and no comments
    #[arg(long, default_value = "header", value_parser = by_name(&Give::ALL, Give::name))]
    pub(crate) give: Give,
    /// The time for each board (30s, 5m, 500ms)
    #[arg(long, default_value = "10s", value_parser = units::parse_time)]
    pub(crate) time: Duration,
    /// The memory that the program and what it starts may use (512M, 4G); on Linux only
    #[arg(long, default_value = "1G", value_parser = units::parse_memory)]
    pub(crate) memory: usize,
    /// Write one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write a report that build servers read
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// The solver and its arguments; {} is the board's file
    #[arg(last = true, value_name = "PROGRAM")]
    pub(crate) program: Vec<OsString>,
}
