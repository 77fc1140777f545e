//! A comparison as a table, for the terminal or as Markdown: one row per run, or for a preset one row per
//! board and one column per method. A stopped run has the reason in place of its seconds. Runs on several
//! boards are followed by a row of means for each method.

use super::preset::{Measure, Preset};
use super::{ComparedBoard, Comparison, RunRecord, records};
use crate::units;
use clap::ValueEnum;
use std::io::{self, Write};
use taquin::Stats;
use taquin::compare::{MethodRun, RunOutcome};
use taquin::{Limits, Request, StopReason};

/// The output format of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    Text,
    Markdown,
    Csv,
    Json,
}

pub(super) fn write(
    comparison: &Comparison,
    format: CompareFormat,
    preset: Option<Preset>,
    out: &mut impl Write,
) -> io::Result<()> {
    let table = || match preset {
        Some(preset) => Table::with_row_per_board(comparison, preset.measure()),
        None => Table::with_row_per_run(comparison),
    };
    match format {
        CompareFormat::Text => table().write_text(out),
        CompareFormat::Markdown => table().write_markdown(out),
        CompareFormat::Csv => records::write_csv(comparison, out),
        CompareFormat::Json => records::write_json(comparison, out),
    }
}

struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    /// Lines below the table.
    notes: Vec<String>,
}

struct Column {
    heading: String,
    /// Numbers are aligned to the right.
    is_number: bool,
}

/// The columns of a table with a row per run. The first ones are text.
const HEADINGS: [&str; 12] = [
    "board",
    "algorithm",
    "heuristic",
    "tables",
    "moves",
    "nodes",
    "expanded",
    "seconds",
    "memory",
    "branching",
    "start error",
    "mean error",
];
const TEXT_COLUMNS: usize = 4;

/// The column of pattern databases, which is omitted if no run used any.
const TABLES: usize = 3;

impl Table {
    fn with_row_per_run(comparison: &Comparison) -> Self {
        let mut columns: Vec<Column> = HEADINGS
            .iter()
            .enumerate()
            .map(|(i, heading)| Column { heading: (*heading).to_owned(), is_number: i >= TEXT_COLUMNS })
            .collect();
        let limits = &comparison.limits;
        let runs = comparison.all_runs().map(|(board, record)| run_row(board, record, limits));
        let methods = if comparison.boards.len() > 1 { comparison.methods.len() } else { 0 };
        let means = (0..methods).filter_map(|method| means_row(comparison, method));
        let mut rows: Vec<Vec<String>> = runs.chain(means).collect();
        if rows.iter().all(|row| row[TABLES].is_empty()) {
            columns.remove(TABLES);
            for row in &mut rows {
                row.remove(TABLES);
            }
        }
        let any =
            |is: fn(RunOutcome) -> bool| comparison.all_runs().any(|(_, record)| is(record.run.outcome));
        let mut notes = vec![format!("goal {}", comparison.goal)];
        if any(is_unproven) {
            notes.push("* not proven to be shortest".to_owned());
        }
        if any(|end| matches!(end, RunOutcome::Stopped { .. })) {
            notes.push("≥ proven lower bound of a stopped run".to_owned());
        }
        Self { columns, rows, notes }
    }

    fn with_row_per_board(comparison: &Comparison, measure: Measure) -> Self {
        let Comparison { boards, methods, limits, goal, runs } = comparison;
        let unit = match measure {
            Measure::Seconds => "seconds",
            Measure::Nodes => "nodes",
        };
        let has_one_algorithm = methods.windows(2).all(|pair| pair[0].algorithm() == pair[1].algorithm());
        let heading = |method: &Request| {
            if has_one_algorithm {
                format!("{unit}, {}", method.heuristic_name())
            } else {
                format!("{unit}, {method}")
            }
        };
        let mut columns = vec![
            Column { heading: "instance".to_owned(), is_number: false },
            Column { heading: "moves".to_owned(), is_number: true },
        ];
        columns.extend(methods.iter().map(|method| Column { heading: heading(method), is_number: true }));
        let row = |(board, runs): (&ComparedBoard, &Vec<RunRecord>)| -> Vec<String> {
            let cells = runs.iter().map(|record| cell(&record.run, measure, limits));
            [board.puzzle.name.to_string(), text(board.shortest)].into_iter().chain(cells).collect()
        };
        let rows = boards.iter().zip(runs).map(row).collect();
        let mut notes = vec![format!("goal {goal}")];
        notes.extend(
            boards
                .iter()
                .map(|ComparedBoard { puzzle, .. }| format!("{}: {}", puzzle.name, puzzle.board.to_line())),
        );
        Self { columns, rows, notes }
    }

    /// Writes aligned columns, separated by two spaces.
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let width = |i: usize| {
            let cells = self.rows.iter().map(|row| row[i].chars().count());
            cells.chain([self.columns[i].heading.chars().count()]).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        writeln!(out, "{}", self.padded(self.columns.iter().map(|column| &column.heading), &widths))?;
        for row in &self.rows {
            writeln!(out, "{}", self.padded(row.iter(), &widths))?;
        }
        if !self.notes.is_empty() {
            writeln!(out)?;
        }
        self.notes.iter().try_for_each(|note| writeln!(out, "{note}"))
    }

    /// Pads each cell to the width of its column.
    fn padded<'a>(&self, cells: impl Iterator<Item = &'a String>, widths: &[usize]) -> String {
        let pad = |(cell, (column, &width)): (&String, (&Column, &usize))| {
            if column.is_number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        };
        let padded: Vec<String> = cells.zip(self.columns.iter().zip(widths)).map(pad).collect();
        padded.join("  ").trim_end().to_owned()
    }

    fn write_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        let headings: Vec<String> =
            self.columns.iter().map(|column| escape_markdown(&column.heading)).collect();
        writeln!(out, "| {} |", headings.join(" | "))?;
        let rules: Vec<&str> =
            self.columns.iter().map(|column| if column.is_number { "---:" } else { "---" }).collect();
        writeln!(out, "|{}|", rules.join("|"))?;
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|cell| escape_markdown(cell)).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
        if !self.notes.is_empty() {
            writeln!(out)?;
        }
        self.notes.iter().try_for_each(|note| writeln!(out, "- {}", escape_markdown(note)))
    }
}

fn run_row(board: &ComparedBoard, record: &RunRecord, limits: &Limits) -> Vec<String> {
    let run = &record.run;
    let moves = match run.outcome {
        RunOutcome::Solved { moves, .. } if is_unproven(run.outcome) => format!("{moves}*"),
        RunOutcome::Solved { moves, .. } => moves.to_string(),
        RunOutcome::Unsolvable => "unsolvable".to_owned(),
        RunOutcome::Stopped { lower_bound, .. } => format!("≥{lower_bound}"),
        RunOutcome::Unsupported | RunOutcome::NotRun => String::new(),
    };
    let stats = run.stats.as_ref();
    vec![
        board.label.clone(),
        run.method.algorithm().to_string(),
        record.heuristic.clone(),
        text(record.tables.as_ref()),
        moves,
        stats.map_or(String::new(), |stats| units::thousands(stats.generated)),
        stats.map_or(String::new(), |stats| units::thousands(stats.expanded)),
        seconds(run, limits),
        stats.map_or(String::new(), |stats| units::bytes(stats.memory)),
        run.branching_factor().map_or(String::new(), |factor| format!("{factor:.3}")),
        text(run.heuristic_error.map(|shortfall| shortfall.at_start)),
        run.heuristic_error.map_or(String::new(), |shortfall| format!("{:.2}", shortfall.mean)),
    ]
}

/// Returns the means of a method over the boards that it solved, or `None` if it solved none. A value that
/// some of these runs do not have has no mean.
#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "rounded for display")]
fn means_row(comparison: &Comparison, method: usize) -> Option<Vec<String>> {
    let all = comparison.runs.iter().map(|runs| &runs[method]);
    let solved: Vec<&RunRecord> =
        all.filter(|record| matches!(record.run.outcome, RunOutcome::Solved { .. })).collect();
    let first = solved.first()?;
    let count = solved.len();
    let boards = comparison.boards.len();
    let of_all = if count < boards { format!(" of {boards}") } else { String::new() };
    let mean = |figure: &dyn Fn(&MethodRun) -> Option<f64>| -> Option<f64> {
        let sum: Option<f64> = solved.iter().map(|record| figure(&record.run)).sum();
        sum.map(|sum| sum / count as f64)
    };
    let of_stats = |figure: fn(&Stats) -> f64| mean(&|run| run.stats.as_ref().map(figure));
    let whole = |mean: f64| units::thousands(mean.round() as u64);
    let with_digits = |mean: Option<f64>, digits: usize| text(mean.map(|mean| format!("{mean:.digits$}")));
    let star = if solved.iter().any(|record| is_unproven(record.run.outcome)) { "*" } else { "" };
    let moves = mean(&|run| {
        if let RunOutcome::Solved { moves, .. } = run.outcome { Some(moves.into()) } else { None }
    });
    // Auto may have used different heuristics.
    let is_same = solved.iter().all(|record| record.heuristic == first.heuristic);
    let heuristic = if is_same { &first.heuristic } else { first.run.method.algorithm().name() };
    let tables = first.tables.as_ref().filter(|_| solved.iter().all(|record| record.tables == first.tables));
    Some(vec![
        format!("mean of {count}{of_all}"),
        first.run.method.algorithm().to_string(),
        heuristic.to_owned(),
        text(tables),
        with_digits(moves, 2) + star,
        text(of_stats(|stats| stats.generated as f64).map(whole)),
        text(of_stats(|stats| stats.expanded as f64).map(whole)),
        text(of_stats(|stats| stats.time.as_secs_f64()).map(short_seconds)),
        text(of_stats(|stats| stats.memory as f64).map(|mean| units::bytes(mean as usize))),
        with_digits(mean(&MethodRun::branching_factor), 3),
        with_digits(mean(&|run| run.heuristic_error.map(|shortfall| shortfall.at_start.into())), 2),
        with_digits(mean(&|run| run.heuristic_error.map(|shortfall| shortfall.mean)), 2),
    ])
}

/// Returns the measure of a run, or its status.
fn cell(run: &MethodRun, measure: Measure, limits: &Limits) -> String {
    match (measure, run.outcome, &run.stats) {
        (Measure::Nodes, RunOutcome::Solved { .. }, Some(stats)) => units::thousands(stats.generated),
        _ => seconds(run, limits),
    }
}

/// Returns the seconds of a run, or its status if it did not finish.
fn seconds(run: &MethodRun, limits: &Limits) -> String {
    match (run.outcome, &run.stats) {
        (RunOutcome::Stopped { reason: StopReason::Time, .. }, _) => {
            format!("over {} s", limits.time.unwrap_or_default().as_secs_f64())
        }
        (RunOutcome::Solved { .. } | RunOutcome::Unsolvable, Some(stats)) => {
            short_seconds(stats.time.as_secs_f64())
        }
        (end, _) => end.name().to_owned(),
    }
}

/// Formats seconds with enough digits for boards that take microseconds.
fn short_seconds(seconds: f64) -> String {
    if seconds < 0.01 { format!("{seconds:.6}") } else { format!("{seconds:.4}") }
}

fn is_unproven(end: RunOutcome) -> bool {
    matches!(end, RunOutcome::Solved { .. }) && end.optimal_length().is_none()
}

/// Formats an optional value; `None` is empty.
fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn escape_markdown(text: &str) -> String {
    text.replace('|', "\\|").replace('*', "\\*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_escaped() {
        assert_eq!(escape_markdown("a|b 12*"), "a\\|b 12\\*");
    }

    #[test]
    fn solutions_longer_than_the_bound_are_unproven() {
        assert!(!is_unproven(RunOutcome::Solved { moves: 4, lower_bound: 4 }));
        assert!(is_unproven(RunOutcome::Solved { moves: 6, lower_bound: 4 }));
        assert!(!is_unproven(RunOutcome::Stopped { reason: StopReason::Time, lower_bound: 4 }));
    }
}
