//! Statistics of a search.

use std::time::Duration;

/// The statistics of a search. With one thread, the same board and settings give the same figures on every machine,
/// except for the time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Stats {
    /// Nodes generated, the root and duplicates included.
    pub generated: u64,
    /// Nodes expanded.
    pub expanded: u64,
    /// The priority queue of the board.
    pub queue: QueueStats,
    /// The priority queue of the twin; `None` if the twin was not searched.
    pub twin_queue: Option<QueueStats>,
    /// The iterations of IDA*.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub iterations: Vec<Iteration>,
    /// The depth of the deepest node that was added to the queue; `None` for a search that does not count it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub max_depth: Option<u32>,
    /// Maximum number of nodes stored at the same time.
    pub stored: u64,
    /// Maximum number of bytes in use.
    pub memory: usize,
    /// The running time, builds of pattern databases included; in JSON, `seconds`.
    #[cfg_attr(feature = "serde", serde(rename = "seconds", serialize_with = "as_seconds"))]
    pub time: Duration,
}

/// One iteration of IDA*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Iteration {
    /// The cost bound.
    pub bound: u32,
    /// Nodes generated in this iteration.
    pub generated: u64,
}

/// The operations on a priority queue; all 0 for a search without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct QueueStats {
    /// Nodes enqueued.
    pub enqueued: u64,
    /// Nodes dequeued.
    pub dequeued: u64,
    /// Maximum length of the queue.
    pub largest: u64,
}

impl QueueStats {
    pub(crate) fn enqueue(&mut self, nodes: u64) {
        self.enqueued += nodes;
        self.largest = self.largest.max(self.enqueued - self.dequeued);
    }

    pub(crate) fn dequeue(&mut self, nodes: u64) {
        self.dequeued += nodes;
    }

    /// The current length of the queue.
    pub(crate) fn len(&self) -> usize {
        (self.enqueued - self.dequeued) as usize
    }
}

impl Stats {
    /// Records the end of an IDA* iteration. A repeated bound is merged with the iteration before.
    pub(crate) fn end_iteration(&mut self, bound: u32) {
        let before: u64 = self.iterations.iter().map(|iteration| iteration.generated).sum();
        let fresh = self.generated - before;
        match self.iterations.last_mut() {
            Some(last) if last.bound == bound => last.generated += fresh,
            _ => self.iterations.push(Iteration { bound, generated: fresh }),
        }
    }

    /// Returns the number of nodes generated per second; `None` if the time is too short to measure.
    pub fn rate(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
        (seconds > 0.0).then(|| self.generated as f64 / seconds)
    }
}

#[cfg(feature = "serde")]
fn as_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}
