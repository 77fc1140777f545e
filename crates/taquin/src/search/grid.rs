//! Which tile each move slides, worked out once for every place of the blank.

use crate::board::{Move, Size};

/// The moves out of each cell.
pub(crate) struct Grid {
    steps: Vec<Vec<Step>>,
}

/// A move that the border allows, and the cell whose tile it slides.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) by: Move,
    pub(crate) from: usize,
}

impl Grid {
    pub(crate) fn new(size: Size) -> Self {
        let step = |by: Move, blank| by.source(size, blank).map(|from| Step { by, from });
        let steps = |blank| Move::ALL.into_iter().filter_map(|by| step(by, blank)).collect();
        Self { steps: (0..size.cells()).map(steps).collect() }
    }

    /// The legal moves with the blank at that cell, but for the one that takes `last` back.
    #[inline]
    pub(crate) fn steps(&self, blank: usize, last: Option<Move>) -> impl Iterator<Item = Step> + '_ {
        let undo = last.map(Move::opposite);
        self.steps[blank].iter().copied().filter(move |step| Some(step.by) != undo)
    }
}
