//! The events of a running job.

use crate::reason_code;
use serde::{Serialize, Serializer};
use std::path::Path;
use std::time::Duration;
use taquin::Request;
use taquin::compare::{MethodRun, RunOutcome};
use taquin::pdb::{BuildProgress, Partition, PdbFileError};
use taquin::{Improved, Progress, Stats};

/// Receives the events of a job.
pub trait EventSink {
    /// Receives an event for the client.
    fn event(&mut self, event: JobEvent);

    /// Receives the cost of a finished search.
    fn searched(&mut self, stats: &Stats) {
        let _ = stats;
    }

    /// Receives the error of a pattern-database file, which responses do not reveal.
    fn damaged_pdb(&mut self, path: &Path, error: &PdbFileError) {
        let _ = (path, error);
    }
}

/// Ignores all events.
impl EventSink for () {
    fn event(&mut self, _: JobEvent) {}
}

/// An event for the client.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum JobEvent {
    /// The state of a search.
    Progress(ProgressEvent),
    /// A shorter solution.
    Improved(ImprovedEvent),
    /// The state of a build.
    Building(BuildingEvent),
    /// A run of a comparison.
    Run(Box<RunEvent>),
}

impl JobEvent {
    /// Returns the name of the event.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Progress(_) => "progress",
            Self::Improved(_) => "improved",
            Self::Building(_) => "building",
            Self::Run(_) => "run",
        }
    }
}

/// The data of a `progress` event.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ProgressEvent {
    lower_bound: u32,
    generated: u64,
    rate: f64,
    best: Option<u32>,
    thousandths: Option<u32>,
    seconds: f64,
}

impl ProgressEvent {
    /// Creates the event from the library's, `elapsed` after the request began.
    pub fn new(progress: &Progress, elapsed: Duration) -> Self {
        Self {
            lower_bound: progress.lower_bound,
            generated: progress.generated,
            rate: nodes_per_second(progress.generated, progress.elapsed),
            best: progress.incumbent,
            thousandths: progress.thousandths,
            seconds: elapsed.as_secs_f64(),
        }
    }
}

impl ProgressEvent {
    /// Adds earlier searches for the same request.
    pub(crate) fn after(self, earlier: &Totals) -> Self {
        let lower_bound = self.lower_bound.max(earlier.lower_bound);
        Self { lower_bound, generated: self.generated + earlier.generated, ..self }
    }
}

/// The totals of the searches for a request.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Totals {
    pub(crate) lower_bound: u32,
    pub(crate) generated: u64,
    #[serde(rename = "seconds", serialize_with = "write_seconds")]
    pub(crate) time: Duration,
}

fn write_seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

#[expect(clippy::cast_precision_loss, reason = "the rate is only displayed")]
fn nodes_per_second(generated: u64, elapsed: Duration) -> f64 {
    let seconds = elapsed.as_secs_f64();
    if seconds > 0.0 { generated as f64 / seconds } else { 0.0 }
}

/// The data of an `improved` event: a solution shorter than those before.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ImprovedEvent {
    length: u32,
    before: Option<u32>,
    lower_bound: u32,
    seconds: f64,
}

impl ImprovedEvent {
    /// Creates the event from the library's, `elapsed` after the request began.
    pub fn new(improved: &Improved, elapsed: Duration) -> Self {
        Self {
            length: improved.moves,
            before: improved.previous,
            lower_bound: improved.lower_bound,
            seconds: elapsed.as_secs_f64(),
        }
    }

    /// Adds earlier searches for the same request.
    pub(crate) fn after(self, earlier: &Totals) -> Self {
        Self { lower_bound: self.lower_bound.max(earlier.lower_bound), ..self }
    }

    /// Merges the event with a later one.
    #[must_use]
    pub fn merge(self, later: Self) -> Self {
        Self { before: self.before, ..later }
    }
}

/// The data of a `building` event: the pattern databases that are being built.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BuildingEvent {
    tables: String,
    thousandths: u64,
}

impl BuildingEvent {
    /// Creates the event from the library's.
    pub fn new(partition: &Partition, progress: &BuildProgress) -> Self {
        let thousandths = progress.reached.saturating_mul(1000) / progress.total.max(1);
        Self { tables: partition.to_string(), thousandths }
    }
}

/// The data of a `run` event: a finished run of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunEvent {
    index: usize,
    #[serde(flatten)]
    method: MethodJson,
    outcome: &'static str,
    length: Option<u32>,
    shortest: bool,
    lower_bound: Option<u32>,
    reason: Option<String>,
    reason_code: Option<&'static str>,
    generated: u64,
    expanded: u64,
    stored: u64,
    memory: usize,
    seconds: f64,
    branching: Option<f64>,
}

impl RunEvent {
    pub(crate) fn new(index: usize, run: &MethodRun) -> Self {
        let (outcome, length, lower_bound, reason) = match run.outcome {
            RunOutcome::Solved { moves, lower_bound } => ("solved", Some(moves), Some(lower_bound), None),
            RunOutcome::Stopped { reason, lower_bound } => ("stopped", None, Some(lower_bound), Some(reason)),
            RunOutcome::Unsolvable => ("unsolvable", None, None, None),
            RunOutcome::Unsupported | RunOutcome::NotRun => ("unfit", None, None, None),
        };
        let stats = run.stats.clone().unwrap_or_default();
        Self {
            index,
            method: MethodJson::new(&run.method),
            outcome,
            length,
            shortest: run.outcome.optimal_length().is_some(),
            lower_bound,
            reason: reason.map(|reason| reason.to_string()),
            reason_code: reason.map(reason_code),
            generated: stats.generated,
            expanded: stats.expanded,
            stored: stats.stored,
            memory: stats.memory,
            seconds: stats.time.as_secs_f64(),
            branching: run.branching_factor(),
        }
    }
}

/// An algorithm and its heuristic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MethodJson {
    algorithm: String,
    heuristic: &'static str,
}

impl MethodJson {
    pub(crate) fn new(method: &Request) -> Self {
        Self { algorithm: method.algorithm().to_string(), heuristic: method.heuristic_name() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_is_finite() {
        assert!((nodes_per_second(10, Duration::from_secs(2)) - 5.0).abs() < 1e-9);
        assert!(nodes_per_second(10, Duration::ZERO).abs() < 1e-9);
    }
}
