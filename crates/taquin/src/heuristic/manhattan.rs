//! Manhattan distance: the sum over the tiles of their row and column distances from home.
//!
//! *Admissible:* a move slides one tile by one cell, so it lowers the sum by at most one. *Consistent:* for
//! the same reason every move changes the sum by exactly one. Hence the value has the parity of the solution
//! length, and f rises by 0 or 2 along a path.

use super::TileCost;
use taquin_core::Goal;

/// Costs the distance of a tile from its home.
pub(crate) struct Manhattan;

impl TileCost for Manhattan {
    const NAME: &'static str = "manhattan";
    const DESCRIPTION: &'static str = "the Manhattan distance";

    fn cost(goal: &Goal, tile: usize, cell: usize) -> u32 {
        goal.distance(tile, cell)
    }
}
