//! Arguments of `taquin analyse`.

use super::shared::CacheArgs;
use super::shared::GoalArgs;
use super::shared::LimitArgs;
use super::shared::MetricArgs;
use crate::analyse::AnalyseFormat;
use clap::Args;
use std::ffi::OsString;

#[derive(Args)]
pub(crate) struct AnalyseArgs {
    /// A board, or a file with one; or, without SOLUTION, a file with a solve on each line: the board, a tab, the moves
    #[arg(value_name = "BOARD")]
    pub(crate) board: OsString,
    /// The moves: letters with counts (R2U3), or the numbers of the tiles
    pub(crate) solution: Option<String>,
    /// Letters name the motion of the blank
    #[arg(long)]
    pub(crate) blank_moves: bool,
    /// Output format; json writes one object per solve
    #[arg(long, value_enum, default_value_t = AnalyseFormat::Text)]
    pub(crate) format: AnalyseFormat,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
