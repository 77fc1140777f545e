//! Arguments of `taquin trace`.

use super::shared::GoalArgs;
use super::shared::InputArgs;
use super::shared::TracedSearchArgs;
use super::shared::algorithms;
use crate::json::TextOrJson;
use clap::Args;
use taquin::Algorithm;
use taquin::Heuristic;
use taquin::OpenListKind;

/// The algorithms that can be traced.
const TRACED: [Algorithm; 9] = [
    Algorithm::Princeton,
    Algorithm::Iowa(OpenListKind::LinkedList),
    Algorithm::Iowa(OpenListKind::Heap),
    Algorithm::Iowa(OpenListKind::Buckets),
    Algorithm::IdaStar,
    Algorithm::BreadthFirst,
    Algorithm::DepthFirst,
    Algorithm::IterativeDeepening,
    Algorithm::UniformCost,
];

#[derive(Args)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Algorithm to trace; the goal of iowa-… is snail (ring on 3x3) unless --goal is given
    #[arg(long, short, default_value = "princeton", value_parser = algorithms(&TRACED))]
    pub(crate) algorithm: Algorithm,
    #[command(flatten)]
    pub(crate) search: TracedSearchArgs,
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

impl TraceArgs {
    /// Rejects options that the algorithm does not use.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.search.check(self.algorithm)
    }

    /// Returns the heuristic; `None` for an uninformed search.
    pub(crate) fn heuristic(&self) -> Option<Heuristic> {
        self.search.heuristic(self.algorithm)
    }
}
