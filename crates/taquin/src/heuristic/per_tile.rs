//! Estimates that add up a cost a tile, where each tile's cost depends on its own cell alone.

use super::{Estimator, FromScratch};
use crate::board::{Board, Goal};

/// What a tile at a cell costs.
pub(crate) type Cost = fn(&Goal, usize, usize) -> u32;

/// The cost that makes the estimate 0 everywhere.
pub(crate) const FREE: Cost = |_, _, _| 0;

/// Costs worked out when they are needed, for boards of any size.
pub(crate) struct PerTile<'a> {
    cost: Cost,
    goal: &'a Goal,
}

impl<'a> PerTile<'a> {
    pub(crate) fn new(cost: Cost, goal: &'a Goal) -> Self {
        Self { cost, goal }
    }

    fn cost(&self, tile: usize, cell: usize) -> u32 {
        (self.cost)(self.goal, tile, cell)
    }
}

impl FromScratch for PerTile<'_> {
    fn estimate(&self, board: &Board) -> u32 {
        sum(board, |tile, cell| self.cost(tile, cell))
    }
}

impl<S> Estimator<S> for PerTile<'_> {
    type Memo = ();

    fn memo(&self, _state: &S) {}

    fn after(&self, before: u32, _memo: (), _next: &S, tile: usize, from: usize, to: usize) -> (u32, ()) {
        (before + self.cost(tile, to) - self.cost(tile, from), ())
    }
}

/// The same costs in a table, for boards of up to 25 cells.
pub(crate) struct PerTileTable([[u8; Self::SIDE]; Self::SIDE]);

impl PerTileTable {
    /// A power of two, so that a masked index needs no check.
    const SIDE: usize = 32;

    pub(crate) fn new(cost: Cost, goal: &Goal) -> Self {
        let mut table = [[0; Self::SIDE]; Self::SIDE];
        let cells = goal.size().cells();
        for (tile, row) in table.iter_mut().enumerate().take(cells).skip(1) {
            for (cell, entry) in row.iter_mut().enumerate().take(cells) {
                *entry = cost(goal, tile, cell) as u8;
            }
        }
        Self(table)
    }

    #[inline]
    fn cost(&self, tile: usize, cell: usize) -> u32 {
        u32::from(self.0[tile % Self::SIDE][cell % Self::SIDE])
    }
}

impl FromScratch for PerTileTable {
    fn estimate(&self, board: &Board) -> u32 {
        sum(board, |tile, cell| self.cost(tile, cell))
    }
}

impl<S> Estimator<S> for PerTileTable {
    type Memo = ();

    #[inline]
    fn memo(&self, _state: &S) {}

    #[inline]
    fn after(&self, before: u32, _memo: (), _next: &S, tile: usize, from: usize, to: usize) -> (u32, ()) {
        (before + self.cost(tile, to) - self.cost(tile, from), ())
    }
}

fn sum(board: &Board, cost: impl Fn(usize, usize) -> u32) -> u32 {
    let tiles = board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0);
    tiles.map(|(cell, &tile)| cost(usize::from(tile), cell)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::tests::{a_few_goals, follows_moves};
    use crate::heuristic::{hamming, manhattan};
    use crate::search::state::{DoubleWord, Slice, Word};

    #[test]
    fn followed_along_moves_it_is_what_it_is_from_scratch() {
        for cost in [hamming::cost as Cost, manhattan::cost, FREE] {
            for goal in a_few_goals(&[(2, 3), (4, 4)]) {
                follows_moves::<Word, _>(&goal, &PerTileTable::new(cost, &goal));
            }
            for goal in a_few_goals(&[(3, 6), (5, 5)]) {
                follows_moves::<DoubleWord, _>(&goal, &PerTileTable::new(cost, &goal));
            }
            for goal in a_few_goals(&[(2, 13), (6, 6)]) {
                follows_moves::<Slice, _>(&goal, &PerTile::new(cost, &goal));
            }
        }
    }
}
