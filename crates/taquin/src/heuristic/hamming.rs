//! Hamming distance: the number of misplaced tiles.
//!
//! *Admissible:* every misplaced tile moves at least once, and a move slides one tile. *Consistent:* a move
//! takes at most one tile to or from its home cell, so the value changes by at most one.

use super::TileCost;
use taquin_core::Goal;

/// Costs 1 for a misplaced tile.
pub(crate) struct Hamming;

impl TileCost for Hamming {
    const NAME: &'static str = "hamming";
    const DESCRIPTION: &'static str = "the number of tiles out of place";

    fn cost(goal: &Goal, tile: usize, cell: usize) -> u32 {
        u32::from(usize::from(goal.homes()[tile]) != cell)
    }
}
