//! What the commands take that solve boards: `solve`, `batch` and `check`.

use super::shared::{CacheArgs, DeviceArgs, GoalArgs, InputArgs, LimitArgs, SearchArgs, WithinArgs, by_name};
use crate::batch::Lines;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use taquin::Size;
use taquin::notation::Style;

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// How to write solutions. classic uses --algorithm princeton, iowa uses iowa-bucket and the ring (or snail) goal, unless told
    /// otherwise
    #[arg(long, short, default_value = "princeton", value_parser = by_name(&Style::ALL, Style::name))]
    pub(crate) style: Style,
    /// Every shortest solution instead of one (boards of up to 25 cells)
    #[arg(long, conflicts_with = "within")]
    pub(crate) all: bool,
    /// With --all: the first N of them
    #[arg(long, value_name = "N", requires = "all")]
    pub(crate) limit: Option<usize>,
    /// Only tell how many shortest solutions there are
    #[arg(long, conflicts_with_all = ["all", "within"])]
    pub(crate) count: bool,
    #[command(flatten)]
    pub(crate) within: WithinArgs,
    /// Only prove that no solution is shorter than this (boards of up to 25 cells)
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["within", "all", "count", "optimal", "algorithm", "heuristic", "weight"])]
    pub(crate) at_least: Option<u32>,
    /// With --at-least on a card: a file that the proof is written to every few seconds, and goes on from if it is there
    #[arg(long, value_name = "FILE", requires = "at_least")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Write runs of moves as R2U2 (with --style moves or json)
    #[arg(long)]
    pub(crate) run_length: bool,
    /// Name the blank's motion instead of the tile's (with --style moves or json)
    #[arg(long)]
    pub(crate) blank_moves: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

#[derive(Args)]
pub(crate) struct BatchArgs {
    /// Files of boards, all of one size, or - for standard input, which is also read if nothing is named
    #[arg(value_name = "FILE", conflicts_with = "random")]
    pub(crate) files: Vec<OsString>,
    /// Random boards of a size, each as likely as any other
    #[arg(long, value_name = "RxC")]
    pub(crate) random: Option<Size>,
    /// How many random boards
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1000, conflicts_with = "files")]
    pub(crate) count: u64,
    /// A number that decides the random boards; the same as for 'taquin random'
    #[arg(long, default_value_t = 1, conflicts_with = "files")]
    pub(crate) seed: u64,
    /// What a line is: the board, the number of moves and the moves with tabs between them, or a JSON object
    #[arg(long, default_value = "tsv", value_parser = by_name(&Lines::ALL, Lines::name))]
    pub(crate) lines: Lines,
    /// The size of boards in files that are given as a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) device: DeviceArgs,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Add the time, the nodes generated and the memory of each
    #[arg(long)]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) within: WithinArgs,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}
