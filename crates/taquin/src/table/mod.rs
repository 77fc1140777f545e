//! Pattern databases: how many moves of *some* tiles it takes to bring those home.
//!
//! The tiles of a puzzle are shared out among a few patterns. Each pattern's table holds, for every way its tiles can
//! stand, the least number of their own moves that brings them home; moves of other tiles do not count. A move moves one
//! tile, so the sum over the patterns is a lower bound on the moves of all: *admissible*, and far better than Manhattan
//! distance, which is the same with one tile a pattern (Korf and Felner 2002). It is not consistent: the table takes the
//! best place of the blank for each pattern alone, and a move may bring in one that is much worse.
//!
//! | file | what |
//! |---|---|
//! | [`pattern`] | a group of tiles on a grid |
//! | [`frame`] | any goal, turned and renumbered into the one that tables are made for |
//! | [`index`] | the dense rank of a pattern's place |
//! | [`build`] | making a table |
//! | [`lookup`] | reading it, in a search |
//! | [`bits`] | the few instructions that need `unsafe` |

mod bits;
mod build;
mod bytes;
mod database;
mod file;
mod frame;
mod index;
mod lookup;
mod partition;
mod pattern;
mod slabs;
mod store;

#[cfg(target_arch = "x86_64")]
pub(crate) use bits::Fast;
pub(crate) use bits::{Bits, Portable, prefetch};
pub(crate) use database::Table;
pub use file::TableFault;
pub(crate) use frame::Frame;
pub(crate) use lookup::{Large, Lookup, PARTS, Small};
pub use partition::{Partition, PartitionError};
pub use store::{BuildProgress, Store, StoreError, Stored};
#[allow(unused_imports, reason = "the build script uses the last")]
pub(crate) use store::{build_in_memory, open_static, write};
