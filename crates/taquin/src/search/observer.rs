//! What a search lets others see while it runs.
//!
//! Searches never print. Progress bars, traces and pages implement [`Observer`] and are told.

use super::device::DeviceError;
use crate::heuristic::Heuristic;
use crate::table::{BuildProgress, Partition, TableFault};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Somebody who watches a search. Every method has an empty default.
pub trait Observer {
    /// Called a few hundred times a second or more with the state of affairs.
    fn progress(&mut self, _progress: &Progress) {}

    /// Called with each solution that is shorter than those before, while better ones are still being looked for.
    fn improved(&mut self, _improved: &Improved) {}

    /// Called with each step of the plan, when it begins.
    fn planned(&mut self, _step: &Planned) {}

    /// Called now and then while tables are being built.
    fn building(&mut self, _partition: &Partition, _progress: BuildProgress) {}

    /// Called if a file of tables is not what it should be. It will be built again, or left alone if that can't be done.
    fn damaged(&mut self, _path: &Path, _fault: &TableFault) {}

    /// Called if a device could not do its work. The processor does it then.
    fn device_failed(&mut self, _error: &DeviceError) {}
}

/// Nobody.
impl Observer for () {}

/// A step of the plan for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Planned {
    /// A search with an estimate, or none.
    Search {
        /// The algorithm's name.
        algorithm: &'static str,
        /// The estimate.
        heuristic: Option<Heuristic>,
        /// It gives up after so many nodes, and another step follows.
        most_nodes: Option<u64>,
    },
    /// IDA* on pattern databases.
    Tables {
        /// Which.
        partition: Partition,
        /// Where they are from.
        origin: TableOrigin,
    },
    /// IDA* on a device.
    Device {
        /// What it calls itself.
        name: String,
    },
    /// Solutions that are constructed, on boards that are too large for tables: one at once, and better ones as time allows.
    Construct,
}

/// Where tables are from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableOrigin {
    /// The program has them in itself.
    Program,
    /// They were built in memory.
    Built,
    /// A file of a store.
    File(PathBuf),
}

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
    /// For IDA*: thousandths of this bound's search that are done, if that can be told.
    pub thousandths: Option<u32>,
    /// The moves of the best solution so far, if better ones are being looked for.
    pub best: Option<u32>,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// A solution, while better ones are still being looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improved {
    /// How many moves it has.
    pub moves: u32,
    /// How many the one before had.
    pub before: Option<u32>,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// Time since the search began.
    pub elapsed: Duration,
}
