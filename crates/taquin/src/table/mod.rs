//! Pattern databases: how many moves of *some* tiles it takes to bring those home.
//!
//! The tiles of a puzzle are shared out among a few patterns. Each pattern's table holds, for every way its tiles can
//! stand, the least number of their own moves that brings them home; moves of other tiles do not count. A move moves one
//! tile, so the sum over the patterns is a lower bound on the moves of all: *admissible*, and far better than Manhattan
//! distance, which is the same with one tile a pattern (Korf and Felner 2002).
//!
//! The tables also know in which region of the free cells the blank is. That makes the values larger, and exact in a world
//! where the other tiles do not count: a move of a pattern's tile changes its value by exactly one, and any other move
//! leaves it as it is. So the estimate is *consistent* too.
//!
//! | file | what |
//! |---|---|
//! | [`partition`] | the tiles of a puzzle, shared out |
//! | [`frame`] | any goal, turned and renumbered into the one that tables are made for |
//! | [`pattern`] | a group of tiles on a grid |
//! | [`index`], [`slabs`] | where in its table a pattern's place is |
//! | [`build`] | making a table |
//! | [`database`] | a pattern and its table, to be asked for any value |
//! | [`lookup`] | following a value in a search |
//! | [`file`], [`store`] | tables on the disk |
//! | [`bits`], [`bytes`] | the few things that need `unsafe` |

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
pub use build::BuildProgress;
pub(crate) use build::{build, build_in_memory, order_maps};
pub(crate) use database::Table;
pub use file::TableFault;
pub(crate) use file::open_static;
pub(crate) use frame::Frame;
pub(crate) use index::{rank_of_set, unrank};
pub(crate) use lookup::{Large, Lookup, PARTS, Small};
pub use partition::{Partition, PartitionError};
pub(crate) use pattern::Pattern;
pub(crate) use slabs::Slabs;
#[allow(unused_imports, reason = "the build script uses it")]
pub(crate) use store::write;
pub use store::{Store, StoreError, Stored};
