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

/// Nobody watches.
impl Observer for () {}

/// A step of what a solver does for a board, told to [`Observer::planned`] when it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Planned {
    /// A search without pattern databases.
    Search {
        /// The [name](crate::Algorithm::name) of the algorithm.
        algorithm: &'static str,
        /// The heuristic that guides it; `None` if it uses none.
        heuristic: Option<Heuristic>,
        /// The nodes after which it gives up and another step follows; `None` if it is the last step.
        most_nodes: Option<u64>,
    },
    /// IDA* guided by pattern databases, on the processor.
    Tables {
        /// The partition of the tables that guide it.
        partition: Partition,
        /// Where the tables are from.
        origin: TableOrigin,
    },
    /// IDA* on an [`Accelerator`](crate::accelerator::Accelerator).
    Device {
        /// The name of the device.
        name: String,
    },
    /// Solutions that are constructed, on boards that are too large for tables: one at once, and better ones as time allows.
    Construct,
}

/// Where the pattern databases of a search are from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableOrigin {
    /// Part of the program: the small tables of the 15-puzzle.
    Program,
    /// Built in memory when they were first needed.
    Built,
    /// Read from a file of a [`Store`](crate::Store), whose path is here.
    File(PathBuf),
}

/// How far a search has got, told to [`Observer::progress`] while it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many nodes were generated so far.
    pub generated: u64,
    /// A number of moves that no solution is shorter than, as far as it is proven by now.
    pub lower_bound: u32,
    /// How many nodes wait in the queue; 0 for IDA*, which has none.
    pub queue: usize,
    /// How many bytes the search's own data takes now.
    pub memory: usize,
    /// For IDA*: thousandths of this bound's search that are done, if that can be told.
    pub thousandths: Option<u32>,
    /// The moves of the best solution so far, if better ones are being looked for.
    pub best: Option<u32>,
    /// The time since the search began.
    pub elapsed: Duration,
}

/// A solution that is shorter than those before, told to [`Observer::improved`] while better ones are still being looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improved {
    /// How many moves the solution has.
    pub moves: u32,
    /// How many moves the best one before had; `None` for the first solution.
    pub before: Option<u32>,
    /// A number of moves that no solution is shorter than, as far as it is proven by now.
    pub lower_bound: u32,
    /// The time from the beginning of the search to this solution.
    pub elapsed: Duration,
}
