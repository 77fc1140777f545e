//! What a device is to a search: somebody who is handed a board and may have an answer. See
//! [`accelerator`](crate::accelerator).

use super::{Progress, Stats, StopReason};
use crate::board::Size;
use std::fmt;

/// Something beside the processor, such as a graphics card, that runs IDA* on pattern databases.
///
/// It is handed to [`Tables::accelerated`](crate::Tables::accelerated), and may be asked by several threads at the same time.
pub trait Accelerator: Send + Sync + fmt::Debug {
    /// The device's name for people to read, which observers are [told](super::Planned::Device).
    fn name(&self) -> String;

    /// Whether it takes boards of this size, with the blank's home at this cell.
    fn takes(&self, size: Size, blank: usize) -> bool;

    /// Runs IDA* until it has a shortest solution, or is told to stop: `go_on` is to be asked several times a second, and its
    /// error goes into the [`Answer::end`].
    ///
    /// # Errors
    /// If the device could not do its work. Then the processor solves the board.
    fn solve(
        &self,
        task: &Task,
        go_on: &mut dyn FnMut(&Progress) -> Result<(), StopReason>,
    ) -> Result<Answer, DeviceError>;
}

/// A board that a device is to solve, as tables see it: turned and mirrored, each tile named after its home cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Rows and columns of the board, turned.
    pub size: Size,
    /// The home cell of the blank, which is also its name in [`tiles`](Self::tiles).
    pub blank: usize,
    /// By cell: the home cell of the tile that is there.
    pub tiles: Vec<u8>,
}

/// How a device's search for a [`Task`] ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The cells of the blank on a shortest way to the goal, from the first to its home; or why there is none.
    pub end: Result<Vec<u8>, StopReason>,
    /// A number of moves that no solution is shorter than.
    pub lower_bound: u32,
    /// The nodes and iterations of the search. The time is filled in by whoever asked.
    pub stats: Stats,
}

/// Why a device could not do its work, in its own words: it is gone, or its memory did not suffice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DeviceError(pub String);
