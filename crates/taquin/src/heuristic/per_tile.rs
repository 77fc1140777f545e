//! Estimates that add up a cost a tile, where each tile's cost depends on its own cell alone.

use super::definition::{Definition, WalkingTables};
use super::{Estimate, Slide};
use crate::board::Goal;
use crate::stop::StopReason;
use std::marker::PhantomData;

/// What a tile costs.
pub(crate) trait TileCost: Send + Sync + 'static {
    /// The name that the command line knows the sum by.
    const NAME: &'static str;

    /// What the sum is called in a sentence.
    const IN_WORDS: &'static str;

    /// The cost of a tile at a cell, which one move changes by one at the most.
    fn cost(goal: &Goal, tile: usize, cell: usize) -> u32;
}

/// The cost that makes the estimate 0 everywhere.
pub(crate) struct Nothing;

impl TileCost for Nothing {
    const NAME: &'static str = "none";
    const IN_WORDS: &'static str = "no estimate";

    fn cost(_goal: &Goal, _tile: usize, _cell: usize) -> u32 {
        0
    }
}

/// The sum of the tiles' costs.
pub(crate) struct PerTile<C> {
    cells: usize,
    /// The costs by tile and cell, for boards of up to 25 cells.
    ///
    /// PERF: here, and not behind a pointer, it makes A* 4 % faster.
    table: [[u8; SIDE]; SIDE],
    /// What larger boards' costs are worked out from, when they are needed.
    goal: Option<Goal>,
    cost: PhantomData<C>,
}

/// A power of two, so that a masked index needs no check.
const SIDE: usize = 32;

impl<C: TileCost> PerTile<C> {
    pub(crate) fn new(goal: &Goal) -> Self {
        let cells = goal.size().cells();
        let mut table = [[0; SIDE]; SIDE];
        let is_large = cells > SIDE;
        if !is_large {
            for (tile, row) in table.iter_mut().enumerate().take(cells).skip(1) {
                for (cell, entry) in row.iter_mut().enumerate().take(cells) {
                    *entry = C::cost(goal, tile, cell) as u8;
                }
            }
        }
        Self { cells, table, goal: is_large.then(|| goal.clone()), cost: PhantomData }
    }

    #[inline]
    fn cost(&self, tile: usize, cell: usize) -> u32 {
        match &self.goal {
            None => u32::from(self.table[tile % SIDE][cell % SIDE]),
            Some(goal) => C::cost(goal, tile, cell),
        }
    }
}

impl<C: TileCost> Definition for PerTile<C> {
    const NAME: &'static str = C::NAME;
    const IN_WORDS: &'static str = C::IN_WORDS;

    fn new(goal: &Goal, _tables: &mut WalkingTables<'_>) -> Result<Self, StopReason> {
        Ok(Self::new(goal))
    }

    fn tile_cost(goal: &Goal, tile: usize, cell: usize) -> Option<u32> {
        Some(C::cost(goal, tile, cell))
    }
}

impl<C: TileCost> Estimate for PerTile<C> {
    type Memo = ();

    fn by_tiles(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        let tiles = (0..self.cells).map(|cell| (tile_at(cell), cell)).filter(|(tile, _)| *tile != 0);
        tiles.map(|(tile, cell)| self.cost(tile, cell)).sum()
    }

    #[inline]
    fn memo(&self, _tile_at: impl Fn(usize) -> usize) {}

    #[inline]
    fn after(&self, before: u32, (): (), slide: Slide, _tile_at: impl Fn(usize) -> usize) -> (u32, ()) {
        let Slide { tile, from, to } = slide;
        (before + self.cost(tile, to) - self.cost(tile, from), ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::tests::{a_few_goals, follows_moves};
    use crate::heuristic::{hamming::Hamming, manhattan::Manhattan};

    fn follows<C: TileCost>() {
        for goal in a_few_goals(&[(2, 3), (4, 4), (3, 6), (5, 5), (2, 13), (6, 6)]) {
            follows_moves(&goal, &PerTile::<C>::new(&goal));
        }
    }

    #[test]
    fn followed_along_moves_it_is_what_it_is_from_scratch() {
        follows::<Hamming>();
        follows::<Manhattan>();
        follows::<Nothing>();
    }
}
