//! Additive pattern databases and move pruning for sliding-tile puzzles.
//!
//! A [`Partition`] divides the tiles of a puzzle into a few patterns. The pattern database ([`Pdb`]) of a
//! [`Pattern`] has an entry for every placement of the pattern's tiles: the minimum number of moves *of these
//! tiles* that brings them home. Moves of other tiles are free. Since a move moves one tile, the sum over the
//! patterns is an admissible heuristic; Manhattan distance is the special case of one tile per pattern (Korf
//! and Felner 2002).
//!
//! The databases are blank-aware (zero-aware): an entry also depends on the region of free cells that
//! contains the blank. That raises the values and makes the heuristic consistent: a move of one of the
//! pattern's tiles changes the pattern's value by exactly one, and any other move leaves it unchanged.
//! Therefore one bit per entry is enough to update a value along a path ([`build`]).
//!
//! [`MovePruning`] is independent of the databases: a finite-state machine that cuts redundant operator
//! sequences out of a depth-first search.
//!
//! Most items are public for the engines of the crate `taquin`, which check their arguments: a function may
//! panic or return a meaningless result for a cell outside the grid, more than [`Partition::MAX_CELLS`]
//! cells, or a pattern without 1 to 8 tiles.

mod build;
mod bytes;
mod file_format;
mod frame;
mod intrinsics;
mod lookup;
mod move_pruning;
mod partition;
mod pattern;
mod pdb;
mod permutation_maps;
mod rank;
mod slabs;
mod store;

pub use build::{BuildPool, BuildProgress, build, build_pattern};
pub use file_format::{PdbFileError, open_static};
pub use frame::Frame;
#[cfg(target_arch = "x86_64")]
pub use intrinsics::Bmi2;
pub use intrinsics::{BitExtract, HAS_PREFETCH, Portable, prefetch};
pub use lookup::{LargeLookup, Lookup, SmallLookup};
pub use move_pruning::{MovePruning, MoveSequence, PruningState, Substitution};
pub use partition::{Partition, PartitionError};
pub use pattern::Pattern;
pub use pdb::Pdb;
pub use permutation_maps::permutation_maps;
pub use rank::rank_combination;
pub use slabs::Slabs;
pub use store::{PdbStore, StoreError, StoredPdb, write_file};

/// Entry points of the fuzz targets.
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing {
    use crate::{Partition, Pdb};
    use taquin_core::{Budget, Limits};

    /// Corrects the checksum of the header.
    pub fn repair(bytes: &mut [u8]) {
        crate::file_format::repair_header(bytes);
    }

    /// Opens the bytes of a file without its checksum. Returns whether they are databases, and whether the checksum is
    /// right.
    pub fn open(bytes: Vec<u8>, partition: &Partition) -> (bool, bool) {
        let Ok(file) = crate::file_format::PdbFile::open(bytes.into(), partition) else {
            return (false, false);
        };
        let is_verified =
            file.matches_checksum(&Budget::new(&Limits::default())).is_ok_and(|matches| matches);
        (Pdb::from_bits(partition, file.databases()).is_some(), is_verified)
    }

    /// Starts the clock.
    pub fn budget(limits: &Limits) -> Budget<'_> {
        Budget::new(limits)
    }
}
