//! Arguments of `taquin random`.

use super::shared::CacheArgs;
use super::shared::GoalArgs;
use super::shared::MetricArgs;
use crate::units;
use clap::Args;
use std::time::Duration;
use taquin::Size;

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub(crate) struct RandomArgs {
    /// Size of the boards, such as 4x4 or 3x5
    #[arg(value_name = "RxC")]
    pub(crate) size: Size,
    /// Number of boards
    #[arg(long, short = 'n', default_value_t = 1, value_name = "N")]
    pub(crate) count: u64,
    /// Seed; the same seed gives the same boards [default: random]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Generate unsolvable boards
    #[arg(long, conflicts_with = "moves")]
    pub(crate) unsolvable: bool,
    /// Generate boards whose shortest solution has exactly this many moves
    #[arg(long, value_name = "K")]
    pub(crate) moves: Option<u32>,
    /// Write one board per line
    #[arg(long)]
    pub(crate) one_line: bool,
    /// Write moves from the goal to each board instead: as few as possible up to 4x4, else the best found in a second
    #[arg(long, conflicts_with_all = ["unsolvable", "one_line"])]
    pub(crate) scramble: bool,
    /// Letters name the motion of the blank (with --scramble)
    #[arg(long, requires = "scramble")]
    pub(crate) blank_moves: bool,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Maximum time per board (with --moves)
    #[arg(long, default_value = "60s", value_parser = units::parse_time)]
    pub(crate) time: Duration,
}
