//! Estimates of the moves still needed, one file each.
//!
//! | file | estimate | boards |
//! |---|---|---|
//! | [`hamming`] | tiles out of place | all |
//! | [`manhattan`] | distances from home | all |
//! | [`linear_conflict`] | the same, and two moves for each tile that must leave its line to let others pass | all |
//! | [`walking_distance`] | the fewest moves that bring all tiles to their rows, and to their columns | small ones |
//! | [`largest`] | the larger of the last two | small ones |
//!
//! An estimate is *admissible* if it never exceeds the true number of moves, and *consistent* if one move changes it
//! by at most one and it is 0 at the goal; consistent implies admissible. With a consistent estimate A* dequeues its
//! nodes in order of their priority and never finds a shorter way to a board it has dequeued. All of these are consistent.
//!
//! A search never asks for an estimate from scratch but at the root: it follows the estimate along each move
//! ([`Estimator::after`]).

mod hamming;
mod largest;
mod linear_conflict;
mod manhattan;
mod per_tile;
mod walking_distance;
mod walking_table;

pub(crate) use largest::Largest;
pub(crate) use linear_conflict::LinearConflict;
pub use linear_conflict::{Conflict, conflicts};
pub(crate) use per_tile::{Cost, FREE, PerTile, PerTileTable};
pub(crate) use walking_distance::WalkingDistance;
pub(crate) use walking_table::{Shape, WalkingTable};

use crate::board::{Board, Goal, Size};

/// The estimates to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Heuristic {
    /// The number of tiles out of place; see [`Board::hamming`].
    Hamming,
    /// The sum of the tiles' distances from home; see [`Board::manhattan`].
    #[default]
    Manhattan,
    /// Manhattan distance, and two moves for each tile that must leave its home row or column to let others pass.
    LinearConflict,
    /// The moves up and down that bring all tiles to their home rows, and those sideways that bring them to their home
    /// columns. It needs tables, so it is for small boards alone; see [`Heuristic::supports`].
    WalkingDistance,
    /// The larger of linear conflict and walking distance, for the same boards as that.
    Largest,
}

impl Heuristic {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Hamming, Self::Manhattan, Self::LinearConflict, Self::WalkingDistance, Self::Largest];

    /// The name that the command line knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hamming => "hamming",
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
            Self::WalkingDistance => "walking-distance",
            Self::Largest => "largest",
        }
    }

    /// Whether it can estimate boards of that size. All can but walking distance and what uses it: they are for boards of up to 2×6, 3×5 or
    /// 4×4, and these turned.
    pub fn supports(self, size: Size) -> bool {
        !matches!(self, Self::WalkingDistance | Self::Largest) || WalkingDistance::fits(size)
    }

    /// The estimate for boards with that goal; `None` if it does not [support](Self::supports) their size.
    ///
    /// ```
    /// use taquin::{Board, Goal, Heuristic};
    /// let board: Board = "8 6 7/2 5 4/3 0 1".parse()?;
    /// let goal = Goal::blank_last(board.size());
    /// let estimates = Heuristic::ALL.map(|h| h.evaluator(&goal).map(|e| e.estimate(&board)));
    /// assert_eq!(estimates, [Some(7), Some(21), Some(23), Some(25), Some(25)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluator(self, goal: &Goal) -> Option<Evaluator<'_>> {
        self.evaluator_with(goal, || WalkingDistance::new(goal))
    }

    /// The same with walking distance from elsewhere, if it is needed.
    pub(crate) fn evaluator_with(
        self,
        goal: &Goal,
        walking_distance: impl FnOnce() -> Option<WalkingDistance>,
    ) -> Option<Evaluator<'_>> {
        let estimate: Box<dyn FromScratch + Send + Sync + '_> = match self {
            Self::Hamming => Box::new(PerTile::new(hamming::cost, goal)),
            Self::Manhattan => Box::new(PerTile::new(manhattan::cost, goal)),
            Self::LinearConflict => Box::new(LinearConflict::new(goal)),
            Self::WalkingDistance => Box::new(walking_distance()?),
            Self::Largest => {
                Box::new(Largest::new(goal.size(), LinearConflict::new(goal), walking_distance()?))
            }
        };
        Some(Evaluator { size: goal.size(), estimate })
    }

    /// The estimate for a single board; `None` if it does not [support](Self::supports) its size. For many boards, one
    /// [`evaluator`](Self::evaluator) is faster.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn estimate(self, board: &Board, goal: &Goal) -> Option<u32> {
        self.evaluator(goal).map(|evaluator| evaluator.estimate(board))
    }

    /// What one tile at one cell adds to the estimate; `None` if it is not a sum over tiles.
    pub fn tile_cost(self, goal: &Goal, tile: usize, cell: usize) -> Option<u32> {
        self.cost().map(|cost| cost(goal, tile, cell))
    }

    /// The cost that it sums up over the tiles, if that is what it does.
    pub(crate) fn cost(self) -> Option<Cost> {
        match self {
            Self::Hamming => Some(hamming::cost),
            Self::Manhattan => Some(manhattan::cost),
            Self::LinearConflict | Self::WalkingDistance | Self::Largest => None,
        }
    }
}

/// A heuristic set up for one goal.
pub struct Evaluator<'a> {
    size: Size,
    estimate: Box<dyn FromScratch + Send + Sync + 'a>,
}

impl Evaluator<'_> {
    /// The estimate for a board, from scratch.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn estimate(&self, board: &Board) -> u32 {
        assert_eq!(board.size(), self.size, "a board and its goal must have the same size");
        self.estimate.estimate(board)
    }
}

/// An estimate for any board.
pub(crate) trait FromScratch {
    /// The estimate for a board of the goal's size.
    fn estimate(&self, board: &Board) -> u32;
}

/// An estimate as a search uses it: followed move by move, on packed states.
pub(crate) trait Estimator<S> {
    /// What it keeps about a state beside the estimate, so that the next one need not be worked out afresh.
    type Memo: Copy;

    /// That, from scratch.
    fn memo(&self, state: &S) -> Self::Memo;

    /// The estimate and the memo after the tile slid from one cell to another, given those before and the state after.
    fn after(
        &self,
        before: u32,
        memo: Self::Memo,
        next: &S,
        tile: usize,
        from: usize,
        to: usize,
    ) -> (u32, Self::Memo);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::random_board;
    use crate::search::state::State;
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

    /// Follows an estimate along random moves from the goal and from random boards, and holds it against the one from
    /// scratch; with the memo that it hands on, and with a fresh one.
    pub(super) fn follows_moves<S: State, E: Estimator<S> + FromScratch>(goal: &Goal, estimator: &E) {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let size = goal.size();
        assert_eq!(estimator.estimate(goal.board()), 0);
        for start in
            [true, false].map(|solvable| random_board(goal, solvable, &mut rng)).iter().chain([goal.board()])
        {
            let mut board = start.clone();
            let mut state = S::pack(&board);
            let (mut estimate, mut memo) = (estimator.estimate(&board), estimator.memo(&state));
            for _ in 0..300 {
                let by = board.legal_moves().choose(&mut rng).expect("at least two");
                let (from, to) = (by.source(size, board.blank()).expect("legal"), board.blank());
                let tile = state.tile(from);
                let next = state.slide(from, to, tile);
                let (afresh, _) = estimator.after(estimate, estimator.memo(&state), &next, tile, from, to);
                (estimate, memo) = estimator.after(estimate, memo, &next, tile, from, to);
                board.slide(by).expect("legal");
                state = next;
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
