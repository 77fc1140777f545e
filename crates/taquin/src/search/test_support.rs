//! Heuristics given by a function of the board, for tests of searches with unusual heuristics.

use crate::heuristic::{Evaluate, Slide};
use taquin_core::{Board, Size};

pub(super) struct FnHeuristic<F> {
    pub(super) size: Size,
    pub(super) value: F,
}

impl<F: Fn(&Board) -> u32> Evaluate for FnHeuristic<F> {
    type Memo = ();

    fn evaluate(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        let tiles: Vec<u16> = (0..self.size.cells()).map(|cell| tile_at(cell) as u16).collect();
        (self.value)(&Board::from_tiles(self.size, &tiles).expect("a valid board"))
    }

    fn memo(&self, _tile_at: impl Fn(usize) -> usize) {}

    fn update(&self, _before: u32, (): (), _slide: Slide, tile_at: impl Fn(usize) -> usize) -> (u32, ()) {
        (self.evaluate(tile_at), ())
    }
}
