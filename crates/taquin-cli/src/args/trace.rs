//! Arguments of `taquin trace`.

use super::shared::GoalArgs;
use super::shared::InputArgs;
use super::shared::by_name;
use crate::json::TextOrJson;
use clap::Args;
use taquin::Algorithm;
use taquin::Heuristic;
use taquin::OpenListKind;

/// The algorithms that can be traced.
const TRACED: [Algorithm; 5] = [
    Algorithm::Princeton,
    Algorithm::Iowa(OpenListKind::LinkedList),
    Algorithm::Iowa(OpenListKind::Heap),
    Algorithm::Iowa(OpenListKind::Buckets),
    Algorithm::IdaStar,
];

#[derive(Args)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Algorithm to trace; the goal of iowa-… is snail (ring on 3x3) unless --goal is given
    #[arg(long, short, default_value = "princeton", value_parser = by_name(&TRACED, Algorithm::name))]
    pub(crate) algorithm: Algorithm,
    /// Heuristic to use
    #[arg(long, default_value = "manhattan", value_parser = by_name(&Heuristic::ALL, Heuristic::name))]
    pub(crate) heuristic: Heuristic,
    /// Show at most N steps [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) steps: Option<u32>,
    /// Show at most N nodes of the queue
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) queue: u32,
    /// Search the board and its twin in lockstep, and show both queues
    #[arg(long)]
    pub(crate) both: bool,
    /// Output format: text, or one JSON object per step
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub(crate) format: TextOrJson,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}
