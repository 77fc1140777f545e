//! The events of a running search.

use serde::Serialize;
use std::time::Duration;
use taquin::pdb::{BuildProgress, Partition};
use taquin::{Improved, Progress};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_is_finite() {
        assert!((nodes_per_second(10, Duration::from_secs(2)) - 5.0).abs() < 1e-9);
        assert!(nodes_per_second(10, Duration::ZERO).abs() < 1e-9);
    }
}
