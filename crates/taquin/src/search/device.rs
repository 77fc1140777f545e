//! What a device is to a search: somebody who is handed a board and may have an answer. See
//! [`accelerator`](crate::accelerator).

use super::{Progress, Stats, StopReason};
use crate::board::Size;
use std::fmt;

/// A device that solves boards.
pub trait Accelerator: Send + Sync + fmt::Debug {
    /// What it is called.
    fn name(&self) -> String;

    /// Whether it takes boards of this size, with the blank's home at this cell.
    fn takes(&self, size: Size, blank: usize) -> bool;

    /// Runs IDA* until it has a shortest solution, or is told to stop: `go_on` is to be asked several times a second.
    fn solve(
        &self,
        task: &Task,
        go_on: &mut dyn FnMut(&Progress) -> Result<(), StopReason>,
    ) -> Result<Answer, DeviceError>;
}

/// A board as tables see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The grid as seen.
    pub size: Size,
    /// The home cell of the blank.
    pub blank: usize,
    /// By cell: the home cell of the tile that is there.
    pub tiles: Vec<u8>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The cells of the blank on a shortest way to the goal, from the first to its home; or why there is none.
    pub end: Result<Vec<u8>, StopReason>,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// What it took.
    pub stats: Stats,
}

/// The device let us down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DeviceError(pub String);
