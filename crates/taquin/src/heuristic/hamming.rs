//! Hamming distance: how many tiles are out of place.
//!
//! *Admissible:* each of these tiles has to move at least once, and a move moves one tile. *Consistent:* a move takes
//! one tile to or from its home at the most, so the count changes by one or not at all.

use super::TileCost;
use crate::board::Goal;

/// 1 for a tile that is not at home.
pub(crate) struct Hamming;

impl TileCost for Hamming {
    const NAME: &'static str = "hamming";
    const IN_WORDS: &'static str = "the number of tiles out of place";

    fn cost(goal: &Goal, tile: usize, cell: usize) -> u32 {
        u32::from(goal.home(tile) != cell)
    }
}
