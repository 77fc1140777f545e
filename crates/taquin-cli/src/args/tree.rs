//! Arguments of `taquin tree`.

use super::shared::GoalArgs;
use super::shared::by_name;
use crate::tree::TreeFormat;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use taquin::Heuristic;
use taquin::Size;

#[derive(Args)]
pub(crate) struct TreeArgs {
    /// A file, a board ("1 2 3/4 5 6/7 8 0"), or - for standard input
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<OsString>,
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
    /// Also show the nodes that are pruned by the critical optimization, crossed out
    #[arg(long)]
    pub(crate) pruned: bool,
    /// Heuristic to use
    #[arg(long, default_value = "manhattan", value_parser = by_name(&Heuristic::ALL, Heuristic::name))]
    pub(crate) heuristic: Heuristic,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}
