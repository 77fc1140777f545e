//! Adjacency of the cells of a grid.

use crate::{Move, Size};

/// Returns, for each cell of a grid with at most 32 cells, the bit mask of its two to four neighbors.
///
/// # Panics
/// If the grid has more than 32 cells.
pub fn neighbor_masks(size: Size) -> Vec<u32> {
    assert!(size.cells() <= 32, "a mask of {} cells does not fit in 32 bits", size.cells());
    let neighbors = |cell| Move::ALL.iter().filter_map(move |m| m.source(size, cell));
    (0..size.cells()).map(|cell| neighbors(cell).fold(0, |mask, next| mask | 1 << next)).collect()
}
