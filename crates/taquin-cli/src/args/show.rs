//! What the commands take that show a search at work: `trace` and `tree`.

use super::shared::{GoalArgs, InputArgs, by_name};
use crate::tree::Form;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use taquin::{Algorithm, Heuristic, Size};

/// The searches that can be shown step by step.
const TRACED: [Algorithm; 2] = [Algorithm::Princeton, Algorithm::IdaStar];

#[derive(Args)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The search to show
    #[arg(long, short, default_value = "princeton", value_parser = by_name(&TRACED, Algorithm::name))]
    pub(crate) algorithm: Algorithm,
    /// The estimate that guides it
    #[arg(long, default_value = "manhattan", value_parser = by_name(&Heuristic::ALL, Heuristic::name))]
    pub(crate) heuristic: Heuristic,
    /// Show so many steps, if it is not solved before [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) steps: Option<u32>,
    /// Show so many nodes of the queue
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) queue: u32,
    /// Search the board and its twin in lockstep, and show both queues
    #[arg(long)]
    pub(crate) both: bool,
    /// Write a JSON object a step
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}

#[derive(Args)]
pub(crate) struct TreeArgs {
    /// A file, a board ("1 2 3/4 5 6/7 8 0"), or - for standard input
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<OsString>,
    /// The size of a board that is given as a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    /// The tree after so many nodes came off the queue
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) steps: u32,
    /// How to write it: as text, as a picture, or for Graphviz [default: as the name of FILE has it, or text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Form>,
    /// The file to write to, instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Show the boards left out by the critical optimization too, struck out
    #[arg(long)]
    pub(crate) pruned: bool,
    /// The estimate that guides the search
    #[arg(long, default_value = "manhattan", value_parser = by_name(&Heuristic::ALL, Heuristic::name))]
    pub(crate) heuristic: Heuristic,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}
