//! Arguments of `taquin tree`.

use super::shared::GoalArgs;
use super::shared::InputFormat;
use super::shared::TracedSearchArgs;
use super::shared::algorithms;
use super::shared::input_formats;
use crate::tree::TreeFormat;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use taquin::Algorithm;
use taquin::Heuristic;
use taquin::Size;
use taquin::trace::SearchTrace;

#[derive(Args)]
pub(crate) struct TreeArgs {
    /// A file, a board ("1 2 3/4 5 6/7 8 0"), or - for standard input
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<OsString>,
    /// Input format, or a dialect with its goal ('taquin help dialects')
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = input_formats(), hide_possible_values = true)]
    pub(crate) input: InputFormat,
    /// Size of a board that is a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    /// Show the tree after K nodes are dequeued
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) steps: u32,
    /// Output format: text, an SVG image, or Graphviz [default: by the extension of FILE, or text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<TreeFormat>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Also show the nodes that are pruned, crossed out: by the critical optimization, or as duplicates
    #[arg(long)]
    pub(crate) pruned: bool,
    /// Algorithm; the tree of ids is that of its last iteration
    #[arg(long, short, default_value = "princeton", value_parser = algorithms(&SearchTrace::ALGORITHMS))]
    pub(crate) algorithm: Algorithm,
    #[command(flatten)]
    pub(crate) search: TracedSearchArgs,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}

impl TreeArgs {
    /// Rejects options that the algorithm does not use.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.search.check(self.algorithm)
    }

    /// Returns the heuristic; `None` for an uninformed search.
    pub(crate) fn heuristic(&self) -> Option<Heuristic> {
        self.search.heuristic(self.algorithm)
    }
}
