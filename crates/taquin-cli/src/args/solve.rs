//! Arguments of `taquin solve`.

use super::shared::GoalArgs;
use super::shared::InputArgs;
use super::shared::OptimalityArgs;
use super::shared::SearchArgs;
use super::shared::by_name;
use super::shared::metrics;
use clap::Args;
use clap::ValueEnum;
use std::ffi::OsString;
use std::path::PathBuf;
use taquin::notation::{MoveStyle, Style};
use taquin::{Metric, Size};

/// Styles of text output: all but the last, JSON.
const TEXT_STYLES: [Style; Style::ALL.len() - 1] = {
    let mut styles = [Style::Princeton; Style::ALL.len() - 1];
    let mut i = 0;
    while i < styles.len() {
        styles[i] = Style::ALL[i];
        i += 1;
    }
    styles
};

/// The number of cells of the largest board whose solutions are written as boards by default: 10x10.
const MAX_CELLS_AS_BOARDS: usize = 100;

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Output format; json writes one object per solution
    #[arg(long, value_enum, default_value_t = SolveFormat::Text)]
    pub(crate) format: SolveFormat,
    /// Style of text output; those of courses and judges have a goal and an algorithm ('taquin help
    /// dialects') [default: princeton, or moves for more than 100 cells]
    #[arg(long, short, value_parser = by_name(&TEXT_STYLES, Style::name))]
    style: Option<Style>,
    /// Also write the statistics of the search to this file (with --style sise)
    #[arg(long, value_name = "FILE", conflicts_with = "at_least")]
    pub(crate) stats_file: Option<PathBuf>,
    /// Write runs of moves as R2U2 (with --style moves or --format json)
    #[arg(long)]
    pub(crate) run_length: bool,
    /// Write the moves of the blank instead of the tiles (with --style moves or --format json)
    #[arg(long)]
    pub(crate) blank_moves: bool,
    /// Write all shortest solutions (up to 25 cells)
    #[arg(long, conflicts_with = "within")]
    pub(crate) all: bool,
    /// Write at most N solutions (with --all)
    #[arg(long, value_name = "N", requires = "all")]
    pub(crate) limit: Option<usize>,
    /// Write the lexicographically first of all shortest solutions, in the order of --order (up to 25 cells)
    #[arg(long, conflicts_with_all = ["all", "within"])]
    pub(crate) lexicographic: bool,
    /// Count the shortest solutions (up to 25 cells)
    #[arg(long, conflicts_with_all = ["all", "lexicographic", "within"])]
    pub(crate) count: bool,
    /// Improve this solution (letters with counts, numbers of tiles, or a file) instead of starting anew
    #[arg(long, value_name = "SOLUTION", conflicts_with_all = ["all", "lexicographic", "count", "then", "at_least", "algorithm", "heuristic", "weight"])]
    pub(crate) from: Option<OsString>,
    /// Of all shortest solutions, write one with the fewest moves in this other metric
    #[arg(long, value_name = "METRIC", value_parser = metrics(), conflicts_with_all = ["all", "lexicographic", "count", "within"])]
    pub(crate) then: Option<Metric>,
    #[command(flatten)]
    pub(crate) optimality: OptimalityArgs,
    /// Prove that every solution has at least this many moves (up to 25 cells)
    #[arg(
        long,
        value_name = "MOVES",
        conflicts_with_all = ["within", "all", "count", "then", "optimal", "algorithm", "heuristic", "weight"]
    )]
    pub(crate) at_least: Option<u32>,
    /// Save the proof to this file every few seconds and resume from it (with --at-least, on a GPU)
    #[arg(long, value_name = "FILE", requires = "at_least")]
    pub(crate) checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

impl SolveArgs {
    /// Rejects output options that contradict each other.
    pub(crate) fn check_output(&self) -> Result<(), String> {
        match (self.format, self.style) {
            (SolveFormat::Json, Some(style)) => Err(format!(
                "--style {} is for text output: remove it, or remove --format json",
                style.name()
            )),
            _ if self.stats_file.is_some() && !self.output_style().has_statistics() => {
                Err("--stats-file is for --style sise, which has statistics in a file of their own"
                    .to_owned())
            }
            (SolveFormat::Json, None) if self.at_least.is_some() => {
                Err("--at-least has no JSON output: remove --format json".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Returns the boards to read for solutions in a style.
    pub(crate) fn input_for(&self, style: Style) -> InputArgs {
        let InputArgs { boards, input, size } = &self.input;
        let input = if self.goal.is_given() { *input } else { input.preferring(style) };
        InputArgs { boards: boards.clone(), input, size: *size }
    }

    /// Returns the library's style for the requested output. The default for large boards differs:
    /// [`style_for`](Self::style_for).
    pub(crate) fn output_style(&self) -> Style {
        match self.format {
            SolveFormat::Json => Style::Json,
            SolveFormat::Text => self.style.unwrap_or_default(),
        }
    }

    /// Returns the library's style for boards of a size. A solution of a 127x127 board has millions of moves, and the
    /// boards after each of them would take hundreds of gigabytes.
    pub(crate) fn style_for(&self, size: Size) -> Style {
        let is_chosen = self.format == SolveFormat::Json || self.style.is_some();
        let has_short_default = size.cells() > MAX_CELLS_AS_BOARDS || self.is_multi_tile();
        if !is_chosen && has_short_default { Style::Moves } else { self.output_style() }
    }

    /// Returns true if moves are counted in the multi-tile metric.
    pub(crate) fn is_multi_tile(&self) -> bool {
        self.search.metric.metric == Metric::Multi
    }

    /// Returns the notation of moves: with run lengths in the multi-tile metric, where each run is a move.
    pub(crate) fn move_style(&self) -> MoveStyle {
        MoveStyle { run_length: self.run_length || self.is_multi_tile(), of_blank: self.blank_moves }
    }
}

/// Values of `solve --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    Text,
    Json,
}
