//! Arguments of `taquin check`.

use super::shared::GoalArgs;
use super::shared::InputArgs;
use super::shared::OptimalityArgs;
use super::shared::SearchArgs;
use clap::Args;

#[derive(Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Also print time, generated nodes and memory
    #[arg(long)]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) optimality: OptimalityArgs,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}
