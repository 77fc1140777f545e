//! A comparison as a table for people to read, on the terminal or as Markdown: a line for each run, or, for a preset, a line
//! for each board and a column for each method. A run that was stopped has words where its seconds would be. Below the runs
//! on several boards there is a line of means for each method.

use super::preset::{Figure, Preset};
use super::{Comparison, Subject, Tried, records};
use crate::units;
use clap::ValueEnum;
use std::io::{self, Write};
use taquin::compare::{End, Method, Run};
use taquin::notation::one_line;
use taquin::search::Stats;
use taquin::{Limits, StopReason};

/// How a comparison is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    Table,
    Markdown,
    Csv,
    Json,
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
        Layout::Csv => records::write_csv(comparison, out),
        Layout::Json => records::write_json(comparison, out),
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
const TEXTS: usize = 4;

/// The column that is left out if no run used tables.
const TABLES: usize = 3;

impl Grid {
    /// A line for each run, and the means of each method.
    fn of_runs(comparison: &Comparison) -> Self {
        let mut columns: Vec<Column> = HEADINGS
            .iter()
            .enumerate()
            .map(|(i, heading)| Column { heading: (*heading).to_owned(), is_number: i >= TEXTS })
            .collect();
        let limits = &comparison.limits;
        let of_runs = comparison.all_runs().map(|(subject, tried)| line_of(subject, tried, limits));
        let methods = if comparison.subjects.len() > 1 { comparison.methods.len() } else { 0 };
        let of_methods = (0..methods).filter_map(|method| means_of(comparison, method));
        let mut lines: Vec<Vec<String>> = of_runs.chain(of_methods).collect();
        if lines.iter().all(|line| line[TABLES].is_empty()) {
            columns.remove(TABLES);
            for line in &mut lines {
                line.remove(TABLES);
            }
        }
        let any = |is: fn(End) -> bool| comparison.all_runs().any(|(_, tried)| is(tried.run.end));
        let mut notes = vec![format!("goal {}", comparison.goal)];
        if any(is_unproven) {
            notes.push("* not proven to be shortest".to_owned());
        }
        if any(|end| matches!(end, End::Stopped { .. })) {
            notes.push("≥ stopped, and that much is proven".to_owned());
        }
        Self { columns, lines, notes }
    }

    /// A line for each board, with one figure of each run.
    fn of_boards(comparison: &Comparison, figure: Figure) -> Self {
        let Comparison { subjects, methods, limits, goal, runs } = comparison;
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
        let line = |(subject, runs): (&Subject, &Vec<Tried>)| -> Vec<String> {
            let cells = runs.iter().map(|tried| cell(&tried.run, figure, limits));
            [subject.name.clone(), text(subject.known)].into_iter().chain(cells).collect()
        };
        let lines = subjects.iter().zip(runs).map(line).collect();
        let boards = subjects.iter().map(|subject| format!("{}: {}", subject.name, one_line(&subject.board)));
        let notes = std::iter::once(format!("goal {goal}")).chain(boards).collect();
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

fn line_of(subject: &Subject, tried: &Tried, limits: &Limits) -> Vec<String> {
    let run = &tried.run;
    let moves = match run.end {
        End::Solved { moves, .. } if is_unproven(run.end) => format!("{moves}*"),
        End::Solved { moves, .. } => moves.to_string(),
        End::Unsolvable => "unsolvable".to_owned(),
        End::Stopped { at_least, .. } => format!("≥{at_least}"),
        End::Unfit | End::NotRun => String::new(),
    };
    let stats = run.stats.as_ref();
    vec![
        subject.label.clone(),
        run.method.algorithm_name(),
        tried.heuristic.clone(),
        text(tried.tables.as_ref()),
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

/// The means of a method over the boards that it solved; none if it solved none. A figure that some of these runs do not have
/// has no mean.
#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "for people to read")]
fn means_of(comparison: &Comparison, method: usize) -> Option<Vec<String>> {
    let all = comparison.runs.iter().map(|runs| &runs[method]);
    let solved: Vec<&Tried> = all.filter(|tried| matches!(tried.run.end, End::Solved { .. })).collect();
    let first = solved.first()?;
    let (count, boards) = (solved.len(), comparison.subjects.len());
    let of_all = if count < boards { format!(" of {boards}") } else { String::new() };
    let mean = |figure: &dyn Fn(&Run) -> Option<f64>| -> Option<f64> {
        let sum: Option<f64> = solved.iter().map(|tried| figure(&tried.run)).sum();
        sum.map(|sum| sum / count as f64)
    };
    let of_stats = |figure: fn(&Stats) -> f64| mean(&|run| run.stats.as_ref().map(figure));
    let whole = |mean: f64| units::thousands(mean.round() as u64);
    let with_digits = |mean: Option<f64>, digits: usize| text(mean.map(|mean| format!("{mean:.digits$}")));
    let star = if solved.iter().any(|tried| is_unproven(tried.run.end)) { "*" } else { "" };
    let moves = mean(&|run| if let End::Solved { moves, .. } = run.end { Some(moves.into()) } else { None });
    // Auto may have gone about each board in another way.
    let is_same = solved.iter().all(|tried| tried.heuristic == first.heuristic);
    let heuristic = if is_same { &first.heuristic } else { first.run.method.algorithm.name() };
    let tables = first.tables.as_ref().filter(|_| solved.iter().all(|tried| tried.tables == first.tables));
    Some(vec![
        format!("mean of {count}{of_all}"),
        first.run.method.algorithm_name(),
        heuristic.to_owned(),
        text(tables),
        with_digits(moves, 2) + star,
        text(of_stats(|stats| stats.generated as f64).map(whole)),
        text(of_stats(|stats| stats.expanded as f64).map(whole)),
        with_digits(of_stats(|stats| stats.time.as_secs_f64()), 4),
        text(of_stats(|stats| stats.memory as f64).map(|mean| units::bytes(mean as usize))),
        with_digits(mean(&Run::branching_factor), 3),
        with_digits(mean(&|run| run.shortfall.map(|shortfall| shortfall.at_start.into())), 2),
        with_digits(mean(&|run| run.shortfall.map(|shortfall| shortfall.mean)), 2),
    ])
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

/// What there is as text; nothing if there is nothing.
fn text(what: Option<impl ToString>) -> String {
    what.map_or_else(String::new, |what| what.to_string())
}

/// Text of which Markdown makes nothing else.
fn plain(text: &str) -> String {
    text.replace('|', "\\|").replace('*', "\\*")
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
