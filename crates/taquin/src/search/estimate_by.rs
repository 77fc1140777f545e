//! Estimates by a function of the board alone, for tests of what searches do with bad ones.

use crate::board::{Board, Size};
use crate::heuristic::{Estimate, Slide};

pub(super) struct By<F>(pub(super) Size, pub(super) F);

impl<F: Fn(&Board) -> u32> Estimate for By<F> {
    type Memo = ();

    fn by_tiles(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        let tiles = (0..self.0.cells()).map(|cell| tile_at(cell) as u16).collect();
        self.1(&Board::from_permutation(self.0, tiles))
    }

    fn memo(&self, _tile_at: impl Fn(usize) -> usize) {}

    fn after(&self, _before: u32, (): (), _slide: Slide, tile_at: impl Fn(usize) -> usize) -> (u32, ()) {
        (self.by_tiles(tile_at), ())
    }
}
