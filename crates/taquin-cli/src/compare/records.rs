//! A comparison for programs to read, as comma-separated values or as JSON: an entry for each run, whatever was asked for, with
//! numbers as they are.

use super::{Comparison, Subject, Tried};
use crate::csv;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::io::{self, Write};
use taquin::compare::End;
use taquin::notation::one_line;
use taquin::search::Stats;

/// What an entry tells, by its name.
const FIELDS: [Field; 16] = [
    ("name", |subject, _| json!(subject.name)),
    ("board", |subject, _| json!(one_line(&subject.board))),
    ("algorithm", |_, tried| json!(tried.run.method.algorithm_name())),
    ("weight", |_, tried| json!(tried.run.method.weight())),
    ("heuristic", |_, tried| json!(tried.heuristic)),
    ("tables", |_, tried| json!(tried.tables)),
    ("status", |_, tried| json!(tried.run.end.name())),
    ("moves", |_, tried| json!(moves(tried.run.end).0)),
    // No solution has fewer moves than this.
    ("at_least", |_, tried| json!(moves(tried.run.end).1)),
    ("nodes", |_, tried| of_stats(tried, |stats| json!(stats.generated))),
    ("expanded", |_, tried| of_stats(tried, |stats| json!(stats.expanded))),
    ("seconds", |_, tried| of_stats(tried, |stats| json!(stats.time.as_secs_f64()))),
    // In bytes.
    ("memory", |_, tried| of_stats(tried, |stats| json!(stats.memory))),
    ("branching_factor", |_, tried| json!(tried.run.branching_factor())),
    ("start_error", |_, tried| json!(tried.run.shortfall.map(|shortfall| shortfall.at_start))),
    ("mean_error", |_, tried| json!(tried.run.shortfall.map(|shortfall| shortfall.mean))),
];

type Field = (&'static str, fn(&Subject, &Tried) -> Value);

fn moves(end: End) -> (Option<u32>, Option<u32>) {
    match end {
        End::Solved { moves, at_least } => (Some(moves), Some(at_least)),
        End::Stopped { at_least, .. } => (None, Some(at_least)),
        End::Unsolvable | End::Unfit | End::NotRun => (None, None),
    }
}

fn of_stats(tried: &Tried, figure: fn(&Stats) -> Value) -> Value {
    tried.run.stats.as_ref().map_or(Value::Null, figure)
}

/// Every line has the goal, too: there is no other place for it.
pub(super) fn write_csv(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let names = FIELDS.iter().map(|(name, _)| json!(name));
    writeln!(out, "{}", csv::line(names.chain([json!("goal")])))?;
    for (subject, tried) in comparison.all_runs() {
        let values = FIELDS.iter().map(|(_, value)| value(subject, tried));
        writeln!(out, "{}", csv::line(values.chain([json!(comparison.goal)])))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Json<'a> {
    version: &'static str,
    goal: &'a str,
    /// The limits of each run, in seconds and bytes.
    time: Option<f64>,
    memory: usize,
    runs: Vec<Entry<'a>>,
}

struct Entry<'a>(&'a Subject, &'a Tried);

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(FIELDS.iter().map(|(name, value)| (name, value(self.0, self.1))))
    }
}

pub(super) fn write_json(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let json = Json {
        version: env!("CARGO_PKG_VERSION"),
        goal: &comparison.goal,
        time: comparison.limits.time.map(|time| time.as_secs_f64()),
        memory: comparison.limits.memory,
        runs: comparison.all_runs().map(|(subject, tried)| Entry(subject, tried)).collect(),
    };
    serde_json::to_writer(&mut *out, &json)?;
    writeln!(out)
}
