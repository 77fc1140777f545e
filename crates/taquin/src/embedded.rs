//! Data that the build script computes and the program embeds: small pattern databases for the 15-puzzle (feature `embedded`),
//! and move-pruning machines for 4×4 and 5×5 (feature `embedded-pruning`).

use taquin_core::Size;
use taquin_pdb::{Frame, MovePruning, Partition, Pdb};

/// The longest move sequences of a machine that is built at run time, in a few milliseconds.
const RUN_TIME_LENGTH: usize = 8;

#[cfg(feature = "embedded")]
static PDB_15: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/15.pdb"));
#[cfg(feature = "embedded-pruning")]
static PRUNING_4X4: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/4x4.pruning"));
#[cfg(feature = "embedded-pruning")]
static PRUNING_5X5: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/5x5.pruning"));

/// Returns the embedded pattern databases for a frame.
#[cfg(feature = "embedded")]
pub(crate) fn pdbs(frame: &Frame) -> Option<(Partition, Vec<Pdb>)> {
    let partition = partition().filter(|partition| partition.fits(frame))?;
    let pdbs = taquin_pdb::open_static(PDB_15, &partition).ok()?;
    Some((partition, pdbs))
}

#[cfg(not(feature = "embedded"))]
pub(crate) fn pdbs(_frame: &Frame) -> Option<(Partition, Vec<Pdb>)> {
    None
}

/// Returns the partition of the embedded pattern databases. Without the feature, the first search builds them, so that the
/// same boards are searched in the same way.
pub(crate) fn partition() -> Option<Partition> {
    "15:6-6-3".parse().ok()
}

/// Returns the move-pruning machine for a grid.
pub(crate) fn move_pruning(size: Size) -> MovePruning {
    #[cfg(feature = "embedded-pruning")]
    match (size.rows(), size.cols()) {
        (4, 4) => return MovePruning::from_bytes(PRUNING_4X4),
        (5, 5) => return MovePruning::from_bytes(PRUNING_5X5),
        _ => {}
    }
    MovePruning::new(size, RUN_TIME_LENGTH)
}

#[cfg(all(test, feature = "embedded"))]
mod tests {
    use super::*;
    use taquin_core::Goal;

    #[test]
    fn pdbs_exist_for_the_15_puzzle_only() {
        let frame = |n| Frame::new(&Goal::blank_last(Size::square(n).expect("in range"))).expect("small");
        let (partition, pdbs) = pdbs(&frame(4)).expect("embedded");
        assert_eq!((partition.to_string().as_str(), pdbs.len()), ("15:6-6-3", 3));
        assert!([3, 5].iter().all(|&n| super::pdbs(&frame(n)).is_none()));
    }

    #[test]
    fn embedded_machines_are_larger_than_those_of_run_time() {
        let size = Size::square(4).expect("in range");
        assert!(move_pruning(size).states().len() > MovePruning::new(size, RUN_TIME_LENGTH).states().len());
    }
}
