//! Why something that takes long ended early.

use std::fmt;

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Its time was up.
    Time,
    /// It had generated as many nodes as it may.
    Nodes,
    /// Its next step would have taken more memory than it may have.
    Memory,
    /// It was proven that no solution is shorter than was asked for.
    Bound,
    /// The flag was raised.
    Cancelled,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "the time limit was reached",
            Self::Nodes => "the node limit was reached",
            Self::Memory => "the memory limit was reached",
            Self::Bound => "as much was proven as was asked for",
            Self::Cancelled => "it was interrupted",
        })
    }
}
