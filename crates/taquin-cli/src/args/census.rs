//! Arguments of `taquin census`.

use super::shared::GoalArgs;
use super::shared::MetricArgs;
use crate::census::CensusFormat;
use crate::memory_limit;
use crate::units;
use clap::Args;
use std::time::Duration;
use taquin::Size;

#[derive(Args)]
pub(crate) struct CensusArgs {
    /// Size of the boards, such as 3x3 or 2x5
    #[arg(value_name = "RxC")]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    /// Output format; csv has only the counts, json also all hardest boards
    #[arg(long, value_enum, default_value_t = CensusFormat::Text)]
    pub(crate) format: CensusFormat,
    /// Stop after this time (30s, 5m, 500ms)
    #[arg(long, value_parser = units::parse_time)]
    pub(crate) time: Option<Duration>,
    /// Maximum memory, the program itself included (512M, 4G) [default: half of free memory, at most 8G]
    #[arg(long, value_parser = memory_limit::parse)]
    pub(crate) memory: Option<usize>,
}
