//! Events of long-running operations.
//!
//! The library never prints. Progress bars, plans and pages implement [`Observer`] and receive [`Event`]s.

use crate::gpu::GpuError;
use crate::progress::Progress;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use taquin_pdb::{BuildProgress, Partition, PdbFileError};

/// Receives the events of a search, a census or a build. Closures over `&Event` and `()` are observers too.
pub trait Observer {
    /// Called with each event, on the thread that started the work.
    fn event(&mut self, event: &Event<'_>);
}

/// Ignores all events.
impl Observer for () {
    fn event(&mut self, _event: &Event<'_>) {}
}

impl<F: FnMut(&Event<'_>)> Observer for F {
    fn event(&mut self, event: &Event<'_>) {
        self(event);
    }
}

/// An event of a long-running operation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The current state of the work, reported hundreds of times per second.
    Progress(Progress),
    /// A shorter solution was found, and the search for shorter ones continues.
    Improved(Improved),
    /// Pattern databases are open, and a search uses them.
    Pdb {
        /// The partition.
        partition: &'a Partition,
        /// The origin of the databases.
        source: &'a PdbSource,
    },
    /// Pattern databases are being built.
    Building {
        /// The partition.
        partition: &'a Partition,
        /// The number of entries so far.
        progress: BuildProgress,
    },
    /// A pattern-database file is damaged. It is rebuilt, or ignored if it can't be.
    DamagedPdb {
        /// The file.
        path: &'a Path,
        /// The fault.
        error: &'a PdbFileError,
    },
    /// The GPU failed. The CPU takes over.
    GpuFailed(&'a GpuError),
}

/// The origin of pattern databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PdbSource {
    /// Part of the program.
    Embedded,
    /// Built in memory.
    Memory,
    /// A file of a [`PdbStore`](crate::pdb::PdbStore).
    File(PathBuf),
}

impl fmt::Display for PdbSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded => f.write_str("embedded in the program"),
            Self::Memory => f.write_str("built in memory"),
            Self::File(path) => write!(f, "from {}", path.display()),
        }
    }
}

/// A new incumbent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improved {
    /// The number of moves of the new incumbent.
    pub moves: u32,
    /// The number of moves of the previous incumbent; `None` for the first.
    pub previous: Option<u32>,
    /// The proven lower bound on the number of moves.
    pub lower_bound: u32,
    /// The running time.
    pub elapsed: Duration,
}
