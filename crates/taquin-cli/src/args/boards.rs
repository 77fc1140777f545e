//! What the commands take that are about boards as such: `info`, `random` and `census`.

use super::shared::{CacheArgs, GoalArgs, InputArgs};
use crate::units;
use clap::Args;
use std::time::Duration;
use taquin::Size;

#[derive(Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}

#[derive(Args)]
pub(crate) struct RandomArgs {
    /// The size, such as 4x4 or 3x5
    #[arg(value_name = "RxC")]
    pub(crate) size: Size,
    /// How many boards
    #[arg(long, short = 'n', default_value_t = 1, value_name = "N")]
    pub(crate) count: u64,
    /// A number that decides the boards; the same one gives the same boards
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Boards that can't be solved
    #[arg(long, conflicts_with = "moves")]
    pub(crate) unsolvable: bool,
    /// Boards whose shortest solution has exactly this many moves
    #[arg(long, value_name = "K")]
    pub(crate) moves: Option<u32>,
    /// A board a line
    #[arg(long)]
    pub(crate) one_line: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Give up on --moves after this time a board
    #[arg(long, default_value = "60s", value_parser = units::parse_time)]
    pub(crate) time: Duration,
}

#[derive(Args)]
pub(crate) struct CensusArgs {
    /// The size, such as 3x3 or 2x5
    #[arg(value_name = "RxC")]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Write JSON, with all of the hardest boards
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the counts alone, as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Stop after this time (30s, 5m, 500ms)
    #[arg(long, value_parser = units::parse_time)]
    pub(crate) time: Option<Duration>,
    /// The most memory to use [default: half of what is free, at most 8G]
    #[arg(long, value_parser = units::parse_memory)]
    pub(crate) memory: Option<usize>,
}
