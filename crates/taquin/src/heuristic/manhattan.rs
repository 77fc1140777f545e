//! Manhattan distance: how far the tiles are from home, by rows and columns, all added up.
//!
//! *Admissible:* a move takes one tile one cell further along a row or a column, so it lowers the sum by one at the
//! most. *Consistent:* for the same reason it changes the sum by exactly one, up or down. Hence its parity is that of the
//! number of moves still needed, and priorities along a path rise by 0 or 2.

use super::TileCost;
use crate::board::Goal;

/// The distance of a tile from its home.
pub(crate) struct Manhattan;

impl TileCost for Manhattan {
    const NAME: &'static str = "manhattan";
    const IN_WORDS: &'static str = "the Manhattan distance";

    fn cost(goal: &Goal, tile: usize, cell: usize) -> u32 {
        goal.distance(tile, cell)
    }
}
