//! `taquin analyze`: solutions of people, compared with the optimum move by move.

use crate::exit::{Exit, Failure, print_error};
use crate::flags::{CacheArgs, GoalArgs, LimitArgs, MetricArgs};
use crate::json::{TextOrJson, write_json};
use crate::memory_limit::search_memory;
use crate::progress::ProgressLine;
use crate::signals::cancel_on_signal;
use crate::text_file::read_text_file;
use crate::units;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use taquin::Engines;
use taquin::notation::{MoveStyle, read_board, read_solution};
use taquin::{Analysis, AnalysisError, AnalyzedMove, Board, Limits, Metric, Move, Solver, StopReason};
use taquin_api::analyze::AnalysisJson;

/// Compare a solution with the optimum, move by move, and show its mistakes
#[derive(Args)]
#[command(after_help = "\
Boards have up to 16 cells. A number in the solution is a tile; all tiles between it and the blank
slide with it. A file has a solve on each line: the board, a tab, and the moves (fields between
them, as in the output of 'taquin batch', are ignored).

Examples:
  taquin analyze \"8 1 3/4 0 2/7 6 5\" LURRDDLURULDLU
  taquin analyze board.txt \"R2 U L3\" --metric multi
  taquin analyze board.txt D2RUL2 --blank-moves
  taquin analyze solves.tsv                     (histogram of moves above the optimum)
  taquin analyze solves.tsv --format json")]
pub(crate) struct AnalyzeArgs {
    /// A board, or a file with one; or, without SOLUTION, a file with a solve on each line: the board, a tab, the moves
    #[arg(value_name = "BOARD")]
    board: OsString,
    /// The moves: letters with counts (R2U3), or the numbers of the tiles
    solution: Option<String>,
    /// Letters name the motion of the blank
    #[arg(long)]
    blank_moves: bool,
    /// Output format; json writes one object per solve
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    metric: MetricArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The number of moves of a better continuation to show.
const SHOWN_MOVES: usize = 8;

pub(crate) fn run(args: &AnalyzeArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let limits = Limits {
        time: args.limits.time,
        memory: search_memory(args.limits.memory),
        cancel: cancel_on_signal(),
        ..Limits::default()
    };
    let analyzer =
        Analyzer { args, limits, engines: args.cache.engines(), line: ProgressLine::new(1, false) };
    match &args.solution {
        Some(solution) => analyzer.one(solution, out),
        None => analyzer.many(out),
    }
}

struct Analyzer<'a> {
    args: &'a AnalyzeArgs,
    limits: Limits,
    engines: Engines,
    line: ProgressLine,
}

impl Analyzer<'_> {
    fn one(self, solution: &str, out: &mut impl Write) -> Result<Exit, Failure> {
        let board = &self.args.board;
        let is_file = board == "-" || Path::new(board).is_file();
        let text = if is_file { read_text_file(board)? } else { board.to_string_lossy().into_owned() };
        let board = read_board(&text, None).map_err(|error| error.to_string())?;
        let analysis = match self.analyze(&board, solution) {
            Ok(analysis) => analysis,
            Err(Fault::Stopped(reason)) => {
                print_error(&format!("stopped: {reason}"));
                return Ok(Exit::Stopped);
            }
            Err(Fault::Message(message)) => return Err(Failure::Message(message)),
        };
        match self.args.format {
            TextOrJson::Text => self.write_text(&analysis, out)?,
            TextOrJson::Json => write_json(&self.json(&board, &analysis), out)?,
        }
        Ok(Exit::Success)
    }

    /// Analyzes a file with a solve on each line.
    fn many(self, out: &mut impl Write) -> Result<Exit, Failure> {
        let text = read_text_file(&self.args.board).map_err(|error| {
            format!(
                "{error}; to analyze one board, give its solution after it, as in taquin analyze BOARD R2U"
            )
        })?;
        let mut exit = Exit::Success;
        let mut excesses: BTreeMap<u32, u64> = BTreeMap::new();
        let solves =
            text.lines().zip(1_u64..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
        for (line, number) in solves {
            match self.analyze_line(line) {
                Ok((board, analysis)) => {
                    *excesses.entry(analysis.len() as u32 - analysis.optimum()).or_default() += 1;
                    if self.args.format == TextOrJson::Json {
                        write_json(&self.json(&board, &analysis), out)?;
                    }
                }
                Err(Fault::Stopped(reason)) => {
                    exit = exit.max(Exit::Stopped);
                    print_error(&format!("line {number}: stopped: {reason}"));
                    if reason == StopReason::Cancelled {
                        break;
                    }
                }
                Err(Fault::Message(message)) => {
                    exit = exit.max(Exit::BadInput);
                    print_error(&format!("line {number}: {message}"));
                }
            }
        }
        if self.args.format == TextOrJson::Text {
            write_histogram(&excesses, out)?;
        }
        Ok(exit)
    }

    /// Analyzes a line of a file: the board in the first field, the moves in the last one.
    fn analyze_line(&self, line: &str) -> Result<(Board, Analysis), Fault> {
        let mut fields = line.trim().split('\t');
        let (Some(board), Some(moves)) = (fields.next(), fields.next_back()) else {
            return Err("a solve is a board, a tab, and the moves".to_owned().into());
        };
        let board = read_board(board, None).map_err(|error| error.to_string())?;
        let analysis = self.analyze(&board, moves)?;
        Ok((board, analysis))
    }

    fn analyze(&self, board: &Board, solution: &str) -> Result<Analysis, Fault> {
        let size = board.size();
        let goal = self.args.goal.kind(Some(size))?.for_size(size).map_err(|error| error.to_string())?;
        let solver = Solver::new(goal)
            .limits(self.limits.clone())
            .engines(self.engines.clone())
            .request(self.args.metric.metric)
            .threads(self.args.limits.threads());
        let moves =
            read_solution(solution, board, self.args.blank_moves).map_err(|error| error.to_string())?;
        let analysis = Analysis::new(&solver, board, &moves, &mut self.line.search_observer());
        self.line.clear();
        analysis.map_err(|error| match error {
            AnalysisError::Stopped(reason) => Fault::Stopped(reason),
            error => Fault::Message(error.to_string()),
        })
    }

    fn style(&self) -> MoveStyle {
        MoveStyle { run_length: true, of_blank: self.args.blank_moves }
    }

    fn write_text(&self, analysis: &Analysis, out: &mut impl Write) -> io::Result<()> {
        let (length, optimum) = (analysis.len() as u32, analysis.optimum());
        let metric = if analysis.metric() == Metric::Multi { "multi-tile moves" } else { "moves" };
        match length - optimum {
            0 => writeln!(out, "{length} {metric}, as few as possible")?,
            excess => writeln!(out, "{length} {metric}, {excess} more than the optimum of {optimum}")?,
        }
        let mistakes = analysis.mistakes().count();
        if mistakes > 0 {
            writeln!(out, "\n{}:", units::count(mistakes as u64, "mistake"))?;
            writeln!(out, "  move        left  cost  better")?;
        }
        for (index, mistake) in analysis.mistakes() {
            let made = self.style().format(&mistake.moves);
            let better = self.better(analysis.metric(), mistake);
            writeln!(out, "{:>6}  {made:<4} {:>5}    +{}  {better}", index + 1, mistake.left, mistake.cost)?;
        }
        if length > 0 {
            write_plot(analysis, out)?;
        }
        Ok(())
    }

    /// Returns the first moves of a shortest solution instead of a mistake.
    fn better(&self, metric: Metric, mistake: &AnalyzedMove) -> String {
        let runs: Vec<&[Move]> = metric.split(&mistake.best).collect();
        let shown: Vec<String> = runs.iter().take(SHOWN_MOVES).map(|run| self.style().format(run)).collect();
        let more = if runs.len() > SHOWN_MOVES { " …" } else { "" };
        shown.join(" ") + more
    }

    fn json(&self, board: &Board, analysis: &Analysis) -> SolveJson {
        SolveJson { board: board.to_line(), analysis: AnalysisJson::new(analysis, self.style()) }
    }
}

/// The reason why there is no analysis.
enum Fault {
    Stopped(StopReason),
    Message(String),
}

impl From<String> for Fault {
    fn from(message: String) -> Self {
        Self::Message(message)
    }
}

#[derive(Serialize)]
struct SolveJson {
    board: String,
    #[serde(flatten)]
    analysis: AnalysisJson,
}

/// Width and height of the plot, in characters.
const PLOT_WIDTH: usize = 72;
const PLOT_HEIGHT: usize = 12;

/// Plots the moves left over the moves made.
fn write_plot(analysis: &Analysis, out: &mut impl Write) -> io::Result<()> {
    let mut left: Vec<u32> = analysis.moves().iter().map(|by| by.left).collect();
    left.push(0);
    let most = left.iter().max().copied().unwrap_or(1).max(1) as usize;
    let columns = left.len().min(PLOT_WIDTH);
    let value = |column: usize| left[column * (left.len() - 1) / (columns - 1).max(1)] as usize;
    let heights: Vec<usize> =
        (0..columns).map(|column| (value(column) * PLOT_HEIGHT).div_ceil(most)).collect();
    writeln!(out, "\nmoves left")?;
    for row in (1..=PLOT_HEIGHT).rev() {
        let label = if row == PLOT_HEIGHT { most.to_string() } else { String::new() };
        let bar: String = heights.iter().map(|&height| if height >= row { '█' } else { ' ' }).collect();
        writeln!(out, "{label:>5} {}", bar.trim_end())?;
    }
    let made = analysis.len().to_string();
    writeln!(out, "    0 {made:>width$} moves made", width = columns.max(made.len()))
}

/// Length of the longest bar of the histogram.
const MAX_BAR: u64 = 50;

/// Writes the number of solves with each number of moves above the optimum, and the mean.
fn write_histogram(excesses: &BTreeMap<u32, u64>, out: &mut impl Write) -> io::Result<()> {
    let solves: u64 = excesses.values().sum();
    let total: u64 = excesses.iter().map(|(&excess, count)| u64::from(excess) * count).sum();
    let largest = excesses.values().max().copied().unwrap_or(1);
    writeln!(out, "above optimum  solves")?;
    for (&excess, &count) in excesses {
        let label = if excess == 0 { "optimal".to_owned() } else { format!("+{excess}") };
        let bar = "█".repeat((count * MAX_BAR).div_ceil(largest) as usize);
        writeln!(out, "{label:>13}  {:>6}  {bar}", units::thousands(count))?;
    }
    if solves > 0 {
        #[expect(clippy::cast_precision_loss, reason = "a mean for people to read")]
        let mean = total as f64 / solves as f64;
        writeln!(out, "\n{}, on average {mean:.2} moves above the optimum", units::count(solves, "solve"))?;
    }
    Ok(())
}
