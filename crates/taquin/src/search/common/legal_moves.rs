//! The legal moves for each position of the blank, computed once per search.

use taquin_core::{Move, Size};

/// The legal moves for each cell of the blank.
pub(crate) struct LegalMoves {
    steps: Vec<Vec<Step>>,
}

/// A legal move, and the cell of the tile that slides.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) by: Move,
    pub(crate) from: usize,
}

impl LegalMoves {
    pub(crate) fn new(size: Size) -> Self {
        Self::ordered(size, Move::ALL)
    }

    /// Creates the table with the moves in a given order.
    pub(crate) fn ordered(size: Size, order: [Move; 4]) -> Self {
        let step = |by: Move, blank| by.source(size, blank).map(|from| Step { by, from });
        let steps = |blank| order.into_iter().filter_map(|by| step(by, blank)).collect();
        Self { steps: (0..size.cells()).map(steps).collect() }
    }

    /// Returns the legal moves with the blank at a cell, except the inverse of the last move.
    #[inline]
    pub(crate) fn steps(&self, blank: usize, last: Option<Move>) -> impl Iterator<Item = Step> + '_ {
        let inverse = last.map(Move::opposite);
        self.steps[blank].iter().copied().filter(move |step| Some(step.by) != inverse)
    }
}
