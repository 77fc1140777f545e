//! Heuristics that are sums over the tiles, with a cost per tile that depends on its cell alone.

use super::evaluate::{Evaluate, NamedHeuristic, Slide, WalkingTableSource};
use std::marker::PhantomData;
use taquin_core::Goal;
use taquin_core::StopReason;

/// The cost of a tile at a cell. The heuristic is [`TileSum`] of it.
pub(crate) trait TileCost: Send + Sync + 'static {
    /// See [`NamedHeuristic::NAME`].
    const NAME: &'static str;

    /// See [`NamedHeuristic::DESCRIPTION`].
    const DESCRIPTION: &'static str;

    /// Returns the cost of a tile at a cell. One move must change it by at most one, and it must be 0 at
    /// home.
    fn cost(goal: &Goal, tile: usize, cell: usize) -> u32;
}

/// No cost: makes h = 0, for uniform-cost search.
pub(crate) struct Zero;

impl TileCost for Zero {
    const NAME: &'static str = "none";
    const DESCRIPTION: &'static str = "no estimate";

    fn cost(_goal: &Goal, _tile: usize, _cell: usize) -> u32 {
        0
    }
}

/// The sum of the tiles' costs for one goal.
pub(crate) struct TileSum<C> {
    cells: usize,
    /// The costs by tile and cell, if the board has at most [`SIDE`] cells.
    ///
    /// PERF: A* is 4 % faster with this array inline than behind a pointer.
    table: [[u8; SIDE]; SIDE],
    /// The goal of a larger board, whose costs are computed on demand.
    goal: Option<Goal>,
    cost: PhantomData<C>,
}

/// A power of two, so that a masked index needs no bounds check.
const SIDE: usize = 32;

impl<C: TileCost> TileSum<C> {
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

impl<C: TileCost> NamedHeuristic for TileSum<C> {
    const NAME: &'static str = C::NAME;
    const DESCRIPTION: &'static str = C::DESCRIPTION;

    fn build(goal: &Goal, _tables: &mut WalkingTableSource<'_>) -> Result<Self, StopReason> {
        Ok(Self::new(goal))
    }

    fn tile_cost(goal: &Goal, tile: usize, cell: usize) -> Option<u32> {
        Some(C::cost(goal, tile, cell))
    }
}

impl<C: TileCost> Evaluate for TileSum<C> {
    type Memo = ();

    fn evaluate(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        let tiles = (0..self.cells).map(|cell| (tile_at(cell), cell)).filter(|(tile, _)| *tile != 0);
        tiles.map(|(tile, cell)| self.cost(tile, cell)).sum()
    }

    #[inline]
    fn memo(&self, _tile_at: impl Fn(usize) -> usize) {}

    #[inline]
    fn update(&self, value: u32, (): (), slide: Slide, _tile_at: impl Fn(usize) -> usize) -> (u32, ()) {
        let Slide { tile, from, to } = slide;
        (value + self.cost(tile, to) - self.cost(tile, from), ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::hamming::Hamming;
    use crate::heuristic::manhattan::Manhattan;
    use crate::heuristic::tests::{assert_incremental_matches_full, sample_goals};

    fn check<C: TileCost>() {
        for goal in sample_goals(&[(2, 3), (4, 4), (3, 6), (5, 5), (2, 13), (6, 6)]) {
            assert_incremental_matches_full(&goal, &TileSum::<C>::new(&goal));
        }
    }

    #[test]
    fn incremental_value_matches_full_evaluation() {
        check::<Hamming>();
        check::<Manhattan>();
        check::<Zero>();
    }

    #[test]
    fn tile_sums_match_the_methods_of_board() {
        for goal in sample_goals(&[(3, 3), (4, 5), (6, 6)]) {
            for start in sample_goals(&[(3, 3), (4, 5), (6, 6)]) {
                let board = start.board();
                if board.size() == goal.size() {
                    assert_eq!(TileSum::<Hamming>::new(&goal).estimate(board), board.hamming(&goal));
                    assert_eq!(TileSum::<Manhattan>::new(&goal).estimate(board), board.manhattan(&goal));
                }
            }
        }
    }
}
