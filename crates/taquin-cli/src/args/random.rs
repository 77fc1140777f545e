//! Arguments of `taquin random`.

use super::shared::GoalArgs;
use crate::units;
use clap::Args;
use std::time::Duration;
use taquin::Size;

#[derive(Args)]
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
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Maximum time per board (with --moves)
    #[arg(long, default_value = "60s", value_parser = units::parse_time)]
    pub(crate) time: Duration,
}
