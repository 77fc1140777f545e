//! The figures that a search reports.

use serde::Serialize;
use std::time::Duration;

/// What a search did. Same board, same settings, one thread: the same figures on every machine, but for the time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Stats {
    /// How many nodes were made, the root and those found to be duplicates included.
    pub generated: u64,
    /// How many nodes had their neighbours made.
    pub expanded: u64,
    /// What went through the queue of the board itself.
    pub queue: QueueStats,
    /// What went through the queue of its twin; `None` if that was not searched in lockstep.
    pub twin_queue: Option<QueueStats>,
    /// For IDA*: the searches within each bound.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub iterations: Vec<Iteration>,
    /// The most nodes kept at a time, in queues and in tables of what was seen.
    pub stored: u64,
    /// The most bytes its own data took.
    pub memory: usize,
    /// How long the search took, the making of its tables included. In JSON it is `seconds`, a number.
    #[serde(rename = "seconds", serialize_with = "as_seconds")]
    pub time: Duration,
}

/// One iteration of IDA*: a depth-first search within a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Iteration {
    /// The most that the moves made plus the estimate were to be.
    pub bound: u32,
    /// How many nodes were made in this iteration.
    pub generated: u64,
}

/// What went through the priority queue of a search; all 0 for a search without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct QueueStats {
    /// How many nodes were put into the queue in all.
    pub enqueued: u64,
    /// How many nodes were taken out of the queue in all.
    pub dequeued: u64,
    /// The most nodes that the queue held at a time.
    pub largest: u64,
}

impl QueueStats {
    pub(crate) fn put(&mut self, nodes: u64) {
        self.enqueued += nodes;
        self.largest = self.largest.max(self.enqueued - self.dequeued);
    }

    pub(crate) fn take(&mut self, nodes: u64) {
        self.dequeued += nodes;
    }

    /// The nodes in the queue now.
    pub(crate) fn len(&self) -> usize {
        (self.enqueued - self.dequeued) as usize
    }
}

impl Stats {
    /// Notes the end of an iteration of IDA*: all nodes since the one before were made in it. One with the same bound again
    /// belongs to the one before.
    pub(crate) fn end_iteration(&mut self, bound: u32) {
        let before: u64 = self.iterations.iter().map(|iteration| iteration.generated).sum();
        let fresh = self.generated - before;
        match self.iterations.last_mut() {
            Some(last) if last.bound == bound => last.generated += fresh,
            _ => self.iterations.push(Iteration { bound, generated: fresh }),
        }
    }

    /// How many nodes were generated per second; `None` if the time was too short to tell.
    pub fn rate(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
        (seconds > 0.0).then(|| self.generated as f64 / seconds)
    }
}

fn as_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}
