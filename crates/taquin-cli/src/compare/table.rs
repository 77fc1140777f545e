//! A comparison as a table: for the terminal, as Markdown, as comma-separated values or as JSON.
//!
//! The last two are for programs: one entry a run, whatever was asked for, with numbers as they are. The first two are for
//! people: a line a run, or, for a preset, a line a board and a column a method. In these a run that was stopped has words
//! where its seconds would be.

use super::preset::{Figure, Preset};
use super::{Comparison, Subject};
use crate::units;
use serde::Serialize;
use std::io::{self, Write};
use taquin::compare::{End, Method, Run};
use taquin::notation::one_line;
use taquin::{Limits, StopReason};

/// How a comparison is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Table,
    Markdown,
    Csv,
    Json,
}

impl Layout {
    pub(crate) const ALL: [Self; 4] = [Self::Table, Self::Markdown, Self::Csv, Self::Json];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Markdown => "markdown",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }
}

pub(super) fn write(
    comparison: &Comparison,
    layout: Layout,
    preset: Option<Preset>,
    out: &mut impl Write,
) -> io::Result<()> {
    let grid = || match preset {
        Some(preset) => Grid::of_boards(comparison, preset.figure()),
        None => Grid::of_runs(comparison),
    };
    match layout {
        Layout::Table => grid().write_text(out),
        Layout::Markdown => grid().write_markdown(out),
        Layout::Csv => write_csv(comparison, out),
        Layout::Json => write_json(comparison, out),
    }
}

/// Lines and columns for people to read.
struct Grid {
    columns: Vec<Column>,
    lines: Vec<Vec<String>>,
    /// What is said below.
    notes: Vec<String>,
}

struct Column {
    heading: String,
    /// Numbers stand to the right.
    is_number: bool,
}

/// The columns of a table of runs. The first ones are text.
const HEADINGS: [&str; 11] = [
    "board",
    "algorithm",
    "heuristic",
    "moves",
    "nodes",
    "expanded",
    "seconds",
    "memory",
    "branching",
    "start error",
    "mean error",
];
const TEXTS: usize = 3;

impl Grid {
    /// A line a run.
    fn of_runs(comparison: &Comparison) -> Self {
        let columns = HEADINGS
            .iter()
            .enumerate()
            .map(|(i, heading)| Column { heading: (*heading).to_owned(), is_number: i >= TEXTS })
            .collect();
        let limits = &comparison.limits;
        let lines = comparison.all_runs().map(|(subject, run)| line_of(subject, run, limits)).collect();
        let any = |is: fn(End) -> bool| comparison.all_runs().any(|(_, run)| is(run.end));
        let mut notes = Vec::new();
        if any(is_unproven) {
            notes.push("* not proven to be shortest".to_owned());
        }
        if any(|end| matches!(end, End::Stopped { .. })) {
            notes.push("≥ stopped, and that much is proven".to_owned());
        }
        Self { columns, lines, notes }
    }

    /// A line a board, with one figure of each run.
    fn of_boards(comparison: &Comparison, figure: Figure) -> Self {
        let Comparison { subjects, methods, limits, runs } = comparison;
        let what = match figure {
            Figure::Seconds => "seconds",
            Figure::Nodes => "nodes",
        };
        let one_algorithm = methods.windows(2).all(|pair| pair[0].algorithm == pair[1].algorithm);
        let heading = |method: &Method| {
            if one_algorithm {
                format!("{what}, {}", method.heuristic_name())
            } else {
                format!("{what}, {method}")
            }
        };
        let mut columns = vec![
            Column { heading: "instance".to_owned(), is_number: false },
            Column { heading: "moves".to_owned(), is_number: true },
        ];
        columns.extend(methods.iter().map(|method| Column { heading: heading(method), is_number: true }));
        let line = |(subject, runs): (&Subject, &Vec<Run>)| -> Vec<String> {
            let cells = runs.iter().map(|run| cell(run, figure, limits));
            [subject.name.clone(), text(subject.known)].into_iter().chain(cells).collect()
        };
        let lines = subjects.iter().zip(runs).map(line).collect();
        let notes = subjects
            .iter()
            .map(|subject| format!("{}: {}", subject.name, one_line(&subject.board)))
            .collect();
        Self { columns, lines, notes }
    }

    /// Columns under each other, two spaces between them.
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let width = |i: usize| {
            let cells = self.lines.iter().map(|line| line[i].chars().count());
            cells.chain([self.columns[i].heading.chars().count()]).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        writeln!(out, "{}", self.padded(self.columns.iter().map(|column| &column.heading), &widths))?;
        for line in &self.lines {
            writeln!(out, "{}", self.padded(line.iter(), &widths))?;
        }
        if !self.notes.is_empty() {
            writeln!(out)?;
        }
        self.notes.iter().try_for_each(|note| writeln!(out, "{note}"))
    }

    /// A line with each cell as wide as its column.
    fn padded<'a>(&self, cells: impl Iterator<Item = &'a String>, widths: &[usize]) -> String {
        let pad = |(cell, (column, &width)): (&String, (&Column, &usize))| {
            if column.is_number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        };
        let padded: Vec<String> = cells.zip(self.columns.iter().zip(widths)).map(pad).collect();
        padded.join("  ").trim_end().to_owned()
    }

    fn write_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        let headings: Vec<String> = self.columns.iter().map(|column| plain(&column.heading)).collect();
        writeln!(out, "| {} |", headings.join(" | "))?;
        let rules: Vec<&str> =
            self.columns.iter().map(|column| if column.is_number { "---:" } else { "---" }).collect();
        writeln!(out, "|{}|", rules.join("|"))?;
        for line in &self.lines {
            let cells: Vec<String> = line.iter().map(|cell| plain(cell)).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
        if !self.notes.is_empty() {
            writeln!(out)?;
        }
        self.notes.iter().try_for_each(|note| writeln!(out, "- {}", plain(note)))
    }
}

fn line_of(subject: &Subject, run: &Run, limits: &Limits) -> Vec<String> {
    let moves = match run.end {
        End::Solved { moves, .. } if is_unproven(run.end) => format!("{moves}*"),
        End::Solved { moves, .. } => moves.to_string(),
        End::Unsolvable => "unsolvable".to_owned(),
        End::Stopped { at_least, .. } => format!("≥{at_least}"),
        End::Unfit | End::NotRun => String::new(),
    };
    let stats = run.stats.as_ref();
    vec![
        subject.name.clone(),
        run.method.algorithm_name(),
        run.method.heuristic_name().to_owned(),
        moves,
        stats.map_or(String::new(), |stats| units::thousands(stats.generated)),
        stats.map_or(String::new(), |stats| units::thousands(stats.expanded)),
        seconds(run, limits),
        stats.map_or(String::new(), |stats| units::bytes(stats.memory)),
        run.branching_factor().map_or(String::new(), |factor| format!("{factor:.3}")),
        text(run.shortfall.map(|shortfall| shortfall.at_start)),
        run.shortfall.map_or(String::new(), |shortfall| format!("{:.2}", shortfall.mean)),
    ]
}

/// A run's figure, or what became of it.
fn cell(run: &Run, figure: Figure, limits: &Limits) -> String {
    match (figure, run.end, &run.stats) {
        (Figure::Nodes, End::Solved { .. }, Some(stats)) => units::thousands(stats.generated),
        _ => seconds(run, limits),
    }
}

/// A run's time, or why it was not run to its end.
fn seconds(run: &Run, limits: &Limits) -> String {
    match (run.end, &run.stats) {
        (End::Stopped { reason: StopReason::Time, .. }, _) => {
            format!("over {} s", limits.time.unwrap_or_default().as_secs_f64())
        }
        (End::Solved { .. } | End::Unsolvable, Some(stats)) => format!("{:.4}", stats.time.as_secs_f64()),
        (end, _) => end.name().to_owned(),
    }
}

fn is_unproven(end: End) -> bool {
    matches!(end, End::Solved { .. }) && end.fewest_moves().is_none()
}

/// A run for programs to read.
#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    board: String,
    algorithm: &'static str,
    weight: Option<u32>,
    heuristic: &'static str,
    status: &'static str,
    moves: Option<u32>,
    /// No solution has fewer moves than this.
    at_least: Option<u32>,
    nodes: Option<u64>,
    expanded: Option<u64>,
    seconds: Option<f64>,
    /// In bytes.
    memory: Option<usize>,
    branching_factor: Option<f64>,
    start_error: Option<u32>,
    mean_error: Option<f64>,
}

/// The names of an entry's fields, in their order.
const FIELDS: &str = "name,board,algorithm,weight,heuristic,status,moves,at_least,nodes,expanded,seconds,memory,\
                      branching_factor,start_error,mean_error";

impl<'a> Entry<'a> {
    fn new(subject: &'a Subject, run: &Run) -> Self {
        let (moves, at_least) = match run.end {
            End::Solved { moves, at_least } => (Some(moves), Some(at_least)),
            End::Stopped { at_least, .. } => (None, Some(at_least)),
            End::Unsolvable | End::Unfit | End::NotRun => (None, None),
        };
        let stats = run.stats.as_ref();
        Self {
            name: &subject.name,
            board: one_line(&subject.board),
            algorithm: run.method.algorithm.name(),
            weight: run.method.weight(),
            heuristic: run.method.heuristic_name(),
            status: run.end.name(),
            moves,
            at_least,
            nodes: stats.map(|stats| stats.generated),
            expanded: stats.map(|stats| stats.expanded),
            seconds: stats.map(|stats| stats.time.as_secs_f64()),
            memory: stats.map(|stats| stats.memory),
            branching_factor: run.branching_factor(),
            start_error: run.shortfall.map(|shortfall| shortfall.at_start),
            mean_error: run.shortfall.map(|shortfall| shortfall.mean),
        }
    }

    /// Its fields as text.
    fn values(&self) -> [String; 15] {
        [
            self.name.to_owned(),
            self.board.clone(),
            self.algorithm.to_owned(),
            text(self.weight),
            self.heuristic.to_owned(),
            self.status.to_owned(),
            text(self.moves),
            text(self.at_least),
            text(self.nodes),
            text(self.expanded),
            text(self.seconds),
            text(self.memory),
            text(self.branching_factor),
            text(self.start_error),
            text(self.mean_error),
        ]
    }
}

fn write_csv(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{FIELDS}")?;
    for (subject, run) in comparison.all_runs() {
        let values = Entry::new(subject, run).values().map(|value| quoted(&value));
        writeln!(out, "{}", values.join(","))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Json<'a> {
    version: &'static str,
    /// The limits of each run, in seconds and bytes.
    time: Option<f64>,
    memory: usize,
    runs: Vec<Entry<'a>>,
}

fn write_json(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let json = Json {
        version: env!("CARGO_PKG_VERSION"),
        time: comparison.limits.time.map(|time| time.as_secs_f64()),
        memory: comparison.limits.memory,
        runs: comparison.all_runs().map(|(subject, run)| Entry::new(subject, run)).collect(),
    };
    crate::json::write_json(&json, out)
}

/// A number as text; nothing if there is none.
fn text(number: Option<impl ToString>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// A field of comma-separated values: in quotes, if it has something in it that would end it.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Text of which Markdown makes nothing else.
fn plain(text: &str) -> String {
    text.replace('|', "\\|").replace('*', "\\*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("0 1 3/4 2 5/7 8 6"), "0 1 3/4 2 5/7 8 6");
        assert_eq!(quoted("1,2,3"), "\"1,2,3\"");
        assert_eq!(quoted("a \"b\""), "\"a \"\"b\"\"\"");
        assert_eq!(quoted("a\nb"), "\"a\nb\"");
        assert_eq!(quoted(""), "");
    }

    #[test]
    fn markdown_stays_as_it_is() {
        assert_eq!(plain("a|b 12*"), "a\\|b 12\\*");
    }

    #[test]
    fn only_what_is_proven_goes_without_a_star() {
        assert!(!is_unproven(End::Solved { moves: 4, at_least: 4 }));
        assert!(is_unproven(End::Solved { moves: 6, at_least: 4 }));
        assert!(!is_unproven(End::Stopped { reason: StopReason::Time, at_least: 4 }));
    }

    #[test]
    fn the_first_line_names_every_field() {
        assert_eq!(FIELDS.split(',').count(), 15);
    }
}
