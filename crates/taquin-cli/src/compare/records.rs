//! A comparison as CSV or JSON: one entry per run, with exact numbers.

use super::{ComparedBoard, Comparison, RunRecord};
use crate::csv;
use crate::json;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::io::{self, Write};
use taquin::Stats;
use taquin::compare::RunOutcome;

/// The fields of an entry.
const FIELDS: [Field; 16] = [
    ("name", |board, _| json!(board.puzzle.name)),
    ("board", |board, _| json!(board.puzzle.board.to_line())),
    ("algorithm", |_, record| json!(record.run.method.algorithm().to_string())),
    ("weight", |_, record| json!(record.run.method.algorithm().weight())),
    ("heuristic", |_, record| json!(record.heuristic)),
    ("tables", |_, record| json!(record.tables)),
    ("status", |_, record| json!(record.run.outcome.name())),
    ("moves", |_, record| json!(moves(record.run.outcome))),
    ("at_least", |_, record| json!(lower_bound(record.run.outcome))),
    ("nodes", |_, record| of_stats(record, |stats| json!(stats.generated))),
    ("expanded", |_, record| of_stats(record, |stats| json!(stats.expanded))),
    ("seconds", |_, record| of_stats(record, |stats| json!(stats.time.as_secs_f64()))),
    ("memory", |_, record| of_stats(record, |stats| json!(stats.memory))),
    ("branching_factor", |_, record| json!(record.run.branching_factor())),
    ("start_error", |_, record| json!(record.run.heuristic_error.map(|shortfall| shortfall.at_start))),
    ("mean_error", |_, record| json!(record.run.heuristic_error.map(|shortfall| shortfall.mean))),
];

type Field = (&'static str, fn(&ComparedBoard, &RunRecord) -> Value);

fn moves(end: RunOutcome) -> Option<u32> {
    if let RunOutcome::Solved { moves, .. } = end { Some(moves) } else { None }
}

/// Returns the proven lower bound.
pub(super) fn lower_bound(end: RunOutcome) -> Option<u32> {
    match end {
        RunOutcome::Solved { lower_bound, .. } | RunOutcome::Stopped { lower_bound, .. } => Some(lower_bound),
        RunOutcome::Unsolvable | RunOutcome::Unsupported | RunOutcome::NotRun => None,
    }
}

fn of_stats(record: &RunRecord, figure: fn(&Stats) -> Value) -> Value {
    record.run.stats.as_ref().map_or(Value::Null, figure)
}

/// Writes CSV. The goal is the last field of every line.
pub(super) fn write_csv(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let names = FIELDS.iter().map(|(name, _)| json!(name));
    writeln!(out, "{}", csv::record(names.chain([json!("goal")])))?;
    for (board, record) in comparison.all_runs() {
        let values = FIELDS.iter().map(|(_, value)| value(board, record));
        writeln!(out, "{}", csv::record(values.chain([json!(comparison.goal)])))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct JsonComparison<'a> {
    version: &'static str,
    goal: &'a str,
    /// The limits of each run, in seconds and bytes.
    time: Option<f64>,
    memory: usize,
    runs: Vec<JsonRun<'a>>,
}

struct JsonRun<'a>(&'a ComparedBoard, &'a RunRecord);

impl Serialize for JsonRun<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(FIELDS.iter().map(|(name, value)| (name, value(self.0, self.1))))
    }
}

pub(super) fn write_json(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let comparison = JsonComparison {
        version: env!("CARGO_PKG_VERSION"),
        goal: &comparison.goal,
        time: comparison.limits.time.map(|time| time.as_secs_f64()),
        memory: comparison.limits.memory,
        runs: comparison.all_runs().map(|(board, record)| JsonRun(board, record)).collect(),
    };
    json::write_json(&comparison, out)
}
