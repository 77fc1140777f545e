//! What a search lets others see while it runs.
//!
//! Searches never print. Progress bars, traces and pages implement [`Observer`] and are told.

use crate::board::Board;
use std::time::Duration;

/// Somebody who watches a search. Every method has an empty default.
pub trait Observer {
    /// Called a few hundred times a second or more with the state of affairs.
    fn progress(&mut self, _progress: &Progress) {}

    /// Whether [`dequeued`](Self::dequeued) is wanted; making its events takes time.
    fn wants_dequeued(&self) -> bool {
        false
    }

    /// Called by the A* of the two courses for each search node that comes off a queue.
    fn dequeued(&mut self, _node: &Dequeued) {}
}

/// Nobody.
impl Observer for () {}

/// How far a search has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes generated so far.
    pub generated: u64,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// Nodes waiting in the queue.
    pub queue: usize,
    /// Bytes in use for the search's own data.
    pub memory: usize,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// A search node that came off a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dequeued {
    /// Its board.
    pub board: Board,
    /// Moves made to reach it.
    pub moves: u32,
    /// The heuristic's estimate for it.
    pub estimate: u32,
    /// Whether it is from the twin's queue.
    pub twin: bool,
}

impl Dequeued {
    /// The key of the queue: moves made plus estimate.
    pub fn priority(&self) -> u32 {
        self.moves + self.estimate
    }
}
