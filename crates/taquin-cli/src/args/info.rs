//! Arguments of `taquin info`.

use super::shared::CacheArgs;
use super::shared::GoalArgs;
use super::shared::InputArgs;
use super::shared::MetricArgs;
use clap::Args;

#[derive(Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}
