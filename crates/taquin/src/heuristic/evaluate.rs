//! The traits that a heuristic implements: [`Evaluate`] for its values, [`NamedHeuristic`] for everything
//! else.

use super::walking_table::{WalkingShape, WalkingTable};
use std::sync::Arc;
use taquin_core::StopReason;
use taquin_core::{Board, Goal, Size};

/// Evaluates boards with respect to one goal, from scratch and incrementally.
///
/// Boards are read through `tile_at`, which maps a cell to its tile (0 for the blank), so that a heuristic
/// does not depend on how a search packs its states.
pub(crate) trait Evaluate {
    /// Data about a board, besides its value, that [`update`](Self::update) needs.
    type Memo: Copy;

    /// Computes the value from scratch.
    fn evaluate(&self, tile_at: impl Fn(usize) -> usize) -> u32;

    /// Computes the memo from scratch.
    fn memo(&self, tile_at: impl Fn(usize) -> usize) -> Self::Memo;

    /// Returns the value and the memo after a slide, given those before it. `tile_at` reads the board after
    /// the slide.
    fn update(
        &self,
        value: u32,
        memo: Self::Memo,
        slide: Slide,
        tile_at: impl Fn(usize) -> usize,
    ) -> (u32, Self::Memo);

    /// Computes the value of a board of the goal's size from scratch.
    fn estimate(&self, board: &Board) -> u32 {
        self.evaluate(|cell| usize::from(board.tiles()[cell]))
    }
}

/// A tile that slid from a cell to an adjacent one.
#[derive(Clone, Copy)]
pub(crate) struct Slide {
    pub(crate) tile: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// A heuristic that [`Heuristic`](super::Heuristic) can list.
///
/// A sum over the tiles implements [`TileCost`](super::TileCost) instead, and is listed as
/// [`TileSum`](super::TileSum) of that.
pub(crate) trait NamedHeuristic: Evaluate + Send + Sync + Sized + 'static {
    /// The name on the command line and in the API.
    const NAME: &'static str;

    /// A noun phrase for use in a sentence.
    const DESCRIPTION: &'static str;

    /// True if [`build`](Self::build) requests tables of walking distance.
    const NEEDS_TABLES: bool = false;

    /// Returns true if boards of this size can be evaluated.
    fn supports(_size: Size) -> bool {
        true
    }

    /// Builds the heuristic for a goal whose size it supports.
    fn build(goal: &Goal, tables: &mut WalkingTableSource<'_>) -> Result<Self, StopReason>;

    /// Returns the contribution of one tile at a cell, if the heuristic is a sum over the tiles.
    fn tile_cost(_goal: &Goal, _tile: usize, _cell: usize) -> Option<u32> {
        None
    }
}

/// Provides the tables of walking distance: builds them, or takes them from a cache.
pub(crate) type WalkingTableSource<'a> =
    dyn FnMut(WalkingShape) -> Result<Arc<WalkingTable>, StopReason> + 'a;

/// A computation that is compiled for each heuristic; see [`Heuristic::visit`](super::Heuristic::visit).
pub(crate) trait HeuristicVisitor {
    /// The result of the computation.
    type Output;

    /// Runs the computation with the heuristic implemented by `H`.
    fn visit<H: NamedHeuristic>(self) -> Self::Output;
}
