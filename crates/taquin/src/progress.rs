//! The progress of a search.

use std::time::Duration;

/// The state of a running search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of nodes generated.
    pub generated: u64,
    /// The proven lower bound on the number of moves.
    pub lower_bound: u32,
    /// The number of nodes in the queue; 0 for IDA*.
    pub queue: usize,
    /// The number of bytes in use.
    pub memory: usize,
    /// The finished part of the current IDA* iteration or census in thousandths, if known.
    pub thousandths: Option<u32>,
    /// The number of moves of the incumbent, if there is one.
    pub incumbent: Option<u32>,
    /// The running time.
    pub elapsed: Duration,
}

impl Progress {
    /// Creates the progress of a search with the most common figures.
    pub fn new(generated: u64, lower_bound: u32) -> Self {
        Self { generated, lower_bound, ..Self::default() }
    }
}
