//! Estimates of the moves still needed.
//!
//! | heuristic | estimate | boards | file |
//! |---|---|---|---|
//! | [`Heuristic::Hamming`] | tiles out of place | all | `hamming` |
//! | [`Heuristic::Manhattan`] | distances from home | all | `manhattan` |
//! | [`Heuristic::LinearConflict`] | distances from home, and two moves for each tile that must leave its line to let others pass | all | `linear_conflict` |
//! | [`Heuristic::WalkingDistance`] | the fewest moves that bring all tiles to their rows, and to their columns | small ones | `walking_distance` |
//! | [`Heuristic::Largest`] | the larger of the last two | small ones | `largest` |
//!
//! An [`Evaluator`] estimates many boards with the same goal; [`conflicts`] shows where linear conflict comes from. Pattern
//! databases, which are better, are not among these: see [`Tables`](crate::Tables).
//!
//! An estimate is *admissible* if it never exceeds the true number of moves, and *consistent* if one move changes it
//! by at most one and it is 0 at the goal; consistent implies admissible. With a consistent estimate A* dequeues its
//! nodes in order of their priority and never finds a shorter way to a board it has dequeued. All of these are consistent.
//!
//! Only the root is estimated from scratch: a search follows the estimate along each move ([`Estimate::after`]), with a memo
//! of the board before where an estimate needs one.

mod definition;
mod hamming;
mod largest;
mod linear_conflict;
mod longest;
mod manhattan;
mod per_tile;
mod walking_distance;
mod walking_table;

pub(crate) use definition::{Definition, Pick};
pub(crate) use linear_conflict::LinearConflict;
pub use linear_conflict::{Conflict, conflicts};
pub(crate) use longest::Longest;
pub(crate) use per_tile::{Nothing, PerTile};
pub(crate) use walking_table::{Shape, WalkingTable};

use crate::board::{Board, Goal, Size};
use definition::{Describe, WalkingTables, heuristics};
use hamming::Hamming;
use largest::Largest;
use manhattan::Manhattan;
use per_tile::TileCost;
use std::fmt;
use std::sync::Arc;
use walking_distance::WalkingDistance;

heuristics! {
    /// The number of tiles out of place; see [`Board::hamming`].
    Hamming = PerTile<Hamming>,
    /// The sum of the tiles' distances from home; see [`Board::manhattan`].
    #[default]
    Manhattan = PerTile<Manhattan>,
    /// Manhattan distance, and two moves for each tile that must leave its home row or column to let others pass.
    LinearConflict = LinearConflict,
    /// The moves up and down that bring all tiles to their home rows, and those sideways that bring them to their home
    /// columns. It needs tables, so it is for small boards alone; see [`Heuristic::supports`].
    WalkingDistance = WalkingDistance,
    /// The larger of linear conflict and walking distance, for the same boards as that.
    Largest = Largest<LinearConflict, WalkingDistance>,
}

impl Heuristic {
    /// Its name: `hamming`, `manhattan`, `linear-conflict`, `walking-distance` or `largest`.
    pub fn name(self) -> &'static str {
        self.pick(Describe).name
    }

    /// What it is called in a sentence: `the Manhattan distance`.
    pub fn in_words(self) -> &'static str {
        self.pick(Describe).in_words
    }

    /// Whether it can estimate boards of that size. All can but walking distance and what uses it: they are for boards of up to 2×6, 3×5 or
    /// 4×4, and these turned.
    pub fn supports(self, size: Size) -> bool {
        (self.pick(Describe).supports)(size)
    }

    /// Whether it needs tables, which are made before a search.
    pub(crate) fn needs_tables(self) -> bool {
        self.pick(Describe).needs_tables
    }

    /// Sets the heuristic up for boards with a goal; `None` if it does not [support](Self::supports) their size.
    ///
    /// ```
    /// use taquin::{Board, Goal, Heuristic};
    /// let board: Board = "8 6 7/2 5 4/3 0 1".parse()?;
    /// let goal = Goal::blank_last(board.size());
    /// let estimate = |heuristic: Heuristic| heuristic.evaluator(&goal).map(|e| e.estimate(&board));
    /// assert_eq!(estimate(Heuristic::Manhattan), Some(21));
    /// assert_eq!(estimate(Heuristic::WalkingDistance), Some(25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluator(self, goal: &Goal) -> Option<Evaluator> {
        self.evaluator_with(goal, &mut |shape| WalkingTable::build(shape, &|_| Ok(())).map(Arc::new))
    }

    /// The same with tables from elsewhere, if it needs them.
    pub(crate) fn evaluator_with(self, goal: &Goal, tables: &mut WalkingTables<'_>) -> Option<Evaluator> {
        let description = self.pick(Describe);
        if !(description.supports)(goal.size()) {
            return None;
        }
        Some(Evaluator { size: goal.size(), estimate: (description.set_up)(goal, tables).ok()? })
    }

    /// The estimate for a single board; `None` if it does not [support](Self::supports) its size. For many boards, one
    /// [`evaluator`](Self::evaluator) is faster.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn estimate(self, board: &Board, goal: &Goal) -> Option<u32> {
        self.evaluator(goal).map(|evaluator| evaluator.estimate(board))
    }

    /// What one tile at one cell adds to the estimate; `None` if it is not a sum over tiles, as Hamming and Manhattan are.
    ///
    /// # Panics
    /// If the goal has no such tile.
    pub fn tile_cost(self, goal: &Goal, tile: usize, cell: usize) -> Option<u32> {
        (self.pick(Describe).tile_cost)(goal, tile, cell)
    }
}

/// A heuristic set up for one goal, with the tables that it needs, to estimate many boards.
pub struct Evaluator {
    size: Size,
    estimate: Box<dyn Fn(&Board) -> u32 + Send + Sync>,
}

impl fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluator").field("size", &self.size).finish_non_exhaustive()
    }
}

impl Evaluator {
    /// A number of moves that the board needs at least to reach the goal, worked out from scratch.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn estimate(&self, board: &Board) -> u32 {
        assert_eq!(board.size(), self.size, "a board and its goal must have the same size");
        (self.estimate)(board)
    }
}

/// An estimate for one goal, as a search uses it. What a board looks like it learns from `tile_at`, which says what is at a
/// cell, so that it need not know how the search keeps its boards.
pub(crate) trait Estimate {
    /// What it keeps about a board beside the estimate, so that the next one need not be worked out afresh.
    type Memo: Copy;

    /// The estimate from scratch.
    fn by_tiles(&self, tile_at: impl Fn(usize) -> usize) -> u32;

    /// The memo from scratch.
    fn memo(&self, tile_at: impl Fn(usize) -> usize) -> Self::Memo;

    /// The estimate and the memo after a slide, given those before; what `tile_at` says is of the board after.
    fn after(
        &self,
        before: u32,
        memo: Self::Memo,
        slide: Slide,
        tile_at: impl Fn(usize) -> usize,
    ) -> (u32, Self::Memo);

    /// The estimate for a board of the goal's size.
    fn estimate(&self, board: &Board) -> u32 {
        self.by_tiles(|cell| usize::from(board.tiles()[cell]))
    }
}

/// A tile that slid from one cell to the next.
#[derive(Clone, Copy)]
pub(crate) struct Slide {
    pub(crate) tile: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::random_board;
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;
    use rand_chacha::ChaCha8Rng;

    /// Goals of some sizes, with the blank last, first, inside and anywhere.
    pub(super) fn a_few_goals(sizes: &[(usize, usize)]) -> Vec<Goal> {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let sizes = sizes.iter().map(|&(rows, cols)| Size::new(rows, cols).expect("in range"));
        sizes
            .flat_map(|size| {
                let last = Goal::blank_last(size);
                let any = Goal::explicit(random_board(&last, true, &mut rng));
                [last, Goal::blank_first(size), Goal::snail(size), any]
            })
            .collect()
    }

    /// A heuristic with tables of its own.
    pub(super) fn set_up<D: Definition>(goal: &Goal) -> D {
        let mut tables = |shape| WalkingTable::build(shape, &|_| Ok(())).map(Arc::new);
        D::new(goal, &mut tables).expect("nothing stops it")
    }

    /// Follows an estimate along random moves from the goal and from random boards, and holds it against the one from
    /// scratch; with the memo that it hands on, and with a fresh one.
    pub(super) fn follows_moves<E: Estimate>(goal: &Goal, estimator: &E) {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let size = goal.size();
        assert_eq!(estimator.estimate(goal.board()), 0);
        for start in
            [true, false].map(|solvable| random_board(goal, solvable, &mut rng)).iter().chain([goal.board()])
        {
            let mut board = start.clone();
            let memo_of = |board: &Board| estimator.memo(|cell| usize::from(board.tiles()[cell]));
            let (mut estimate, mut memo) = (estimator.estimate(&board), memo_of(&board));
            for _ in 0..300 {
                let by = board.legal_moves().choose(&mut rng).expect("at least two");
                let (from, to) = (by.source(size, board.blank()).expect("legal"), board.blank());
                let slide = Slide { tile: usize::from(board.tiles()[from]), from, to };
                let memo_afresh = memo_of(&board);
                board.slide(by).expect("legal");
                let tile_at = |cell: usize| usize::from(board.tiles()[cell]);
                let (afresh, _) = estimator.after(estimate, memo_afresh, slide, tile_at);
                (estimate, memo) = estimator.after(estimate, memo, slide, tile_at);
                assert_eq!(estimate, estimator.estimate(&board), "{board}");
                assert_eq!(estimate, afresh);
            }
        }
    }

    #[test]
    fn names_are_different() {
        let mut names = Heuristic::ALL.map(Heuristic::name).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Heuristic::ALL.len());
    }

    #[test]
    fn all_but_walking_distance_are_for_any_size() {
        let largest = Size::square(Size::MAX).expect("in range");
        for heuristic in Heuristic::ALL {
            let needs_tables = matches!(heuristic, Heuristic::WalkingDistance | Heuristic::Largest);
            assert_eq!(heuristic.supports(largest), !needs_tables);
            let goal = Goal::snail(largest);
            assert_eq!(heuristic.estimate(goal.board(), &goal), heuristic.supports(largest).then_some(0));
        }
    }
}
