//! Arguments of `taquin batch`.

use super::shared::CacheArgs;
use super::shared::DeviceArgs;
use super::shared::GoalArgs;
use super::shared::LimitArgs;
use crate::batch::BatchFormat;
use clap::Args;
use std::ffi::OsString;
use taquin::Size;

#[derive(Args)]
pub(crate) struct BatchArgs {
    /// Files of boards, all of one size; standard input if none or -
    #[arg(value_name = "FILE", conflicts_with = "random")]
    pub(crate) files: Vec<OsString>,
    /// Solve random boards of this size instead (uniform over solvable boards)
    #[arg(long, value_name = "RxC")]
    pub(crate) random: Option<Size>,
    /// Number of random boards
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1000, conflicts_with = "files")]
    pub(crate) count: u64,
    /// Seed of the random boards; 'taquin random' generates the same boards
    #[arg(long, default_value_t = 1, conflicts_with = "files")]
    pub(crate) seed: u64,
    /// Output format: tab-separated board, length and moves, or one JSON object per line
    #[arg(long, value_enum, default_value_t = BatchFormat::Tsv)]
    pub(crate) format: BatchFormat,
    /// Size of boards given as a bare list of numbers, such as 3x4
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
