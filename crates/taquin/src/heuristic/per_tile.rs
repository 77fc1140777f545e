//! Estimates that add up a cost a tile, where each tile's cost depends on its own cell alone.

use super::{Estimator, Heuristic};
use crate::board::Goal;

/// Costs worked out when they are needed, for boards of any size. Without a heuristic they are all 0.
pub(crate) struct PerTile<'a> {
    heuristic: Option<Heuristic>,
    goal: &'a Goal,
}

impl<'a> PerTile<'a> {
    pub(crate) fn new(heuristic: Option<Heuristic>, goal: &'a Goal) -> Self {
        Self { heuristic, goal }
    }

    fn cost(&self, tile: usize, cell: usize) -> u32 {
        self.heuristic.map_or(0, |heuristic| heuristic.tile_cost(self.goal, tile, cell))
    }
}

impl<S> Estimator<S> for PerTile<'_> {
    fn after(&self, before: u32, _next: &S, tile: usize, from: usize, to: usize) -> u32 {
        before + self.cost(tile, to) - self.cost(tile, from)
    }
}

/// The same costs in a table, for boards of up to 25 cells.
pub(crate) struct PerTileTable([[u8; Self::SIDE]; Self::SIDE]);

impl PerTileTable {
    /// A power of two, so that a masked index needs no check.
    const SIDE: usize = 32;

    pub(crate) fn new(heuristic: Option<Heuristic>, goal: &Goal) -> Self {
        let costs = PerTile::new(heuristic, goal);
        let mut table = [[0; Self::SIDE]; Self::SIDE];
        let cells = goal.size().cells();
        for (tile, row) in table.iter_mut().enumerate().take(cells).skip(1) {
            for (cell, cost) in row.iter_mut().enumerate().take(cells) {
                *cost = costs.cost(tile, cell) as u8;
            }
        }
        Self(table)
    }
}

impl<S> Estimator<S> for PerTileTable {
    #[inline]
    fn after(&self, before: u32, _next: &S, tile: usize, from: usize, to: usize) -> u32 {
        let costs = &self.0[tile % Self::SIDE];
        before + u32::from(costs[to % Self::SIDE]) - u32::from(costs[from % Self::SIDE])
    }
}
