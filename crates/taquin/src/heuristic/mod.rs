//! Heuristics: lower bounds on the moves still needed, computed from the board alone.
//!
//! A heuristic is *admissible* if its value never exceeds the length of a shortest solution, and *consistent*
//! if its value is 0 at the goal and one move changes it by at most one; consistent implies admissible. With
//! a consistent heuristic, A* dequeues nodes in order of f and never finds a shorter path to a board that it
//! has expanded. All heuristics here are consistent; each file begins with the proof.
//!
//! Searches evaluate only the root from scratch. Along each move they update the value incrementally, from
//! the value of the parent and a small `Copy` memo. Pattern databases, which are stronger, are not among
//! these heuristics: see [`Engines`](crate::Engines).
//!
//! [`Heuristic`] is the list of all heuristics, and an [`Evaluator`] is one of them built for a goal. To add
//! a heuristic, write a file with its implementation, declare its `mod`, and add a line to `heuristics!`.

mod evaluate;
mod hamming;
mod linear_conflict;
mod longest_increasing_subsequence;
mod manhattan;
mod max;
mod tile_sum;
mod walking_distance;
mod walking_table;

pub(crate) use evaluate::{Evaluate, HeuristicVisitor, NamedHeuristic, Slide};
pub(crate) use linear_conflict::LinearConflict;
pub use linear_conflict::{Conflict, conflicts};
pub(crate) use longest_increasing_subsequence::LongestIncreasingSubsequence;
pub(crate) use tile_sum::{TileSum, Zero};
pub(crate) use walking_table::{WalkingShape, WalkingTable};

use evaluate::WalkingTableSource;
use hamming::Hamming;
use manhattan::Manhattan;
use max::Max;
use std::fmt;
use std::sync::Arc;
use taquin_core::StopReason;
use taquin_core::{Board, Goal, Size};
use tile_sum::TileCost;
use walking_distance::WalkingDistance;

/// Defines [`Heuristic`] from a list of variants and the types that implement them.
macro_rules! heuristics {
    ($($(#[$attribute:meta])* $variant:ident = $implementation:ty,)*) => {
        /// An admissible and consistent heuristic.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Heuristic {
            $($(#[$attribute])* $variant,)*
        }

        impl Heuristic {
            /// All heuristics, weaker ones first.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// The name: `hamming`, `manhattan`, `linear-conflict`, `walking-distance` or `largest`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => <$implementation>::NAME,)*
                }
            }

            /// A noun phrase for use in a sentence, such as `the Manhattan distance`.
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$variant => <$implementation>::DESCRIPTION,)*
                }
            }

            /// Returns true if boards of this size can be evaluated. [`WalkingDistance`](Self::WalkingDistance) and
            /// [`Largest`](Self::Largest) support boards of up to 2×6, 3×5 and 4×4 and their transposes; the
            /// others support all boards.
            pub fn supports(self, size: Size) -> bool {
                match self {
                    $(Self::$variant => <$implementation>::supports(size),)*
                }
            }

            /// Returns true if the heuristic needs tables, which are built before a search.
            pub(crate) fn needs_tables(self) -> bool {
                match self {
                    $(Self::$variant => <$implementation>::NEEDS_TABLES,)*
                }
            }

            /// Returns the contribution of one tile at a cell; `None` if the heuristic is not a sum over the
            /// tiles, as Hamming and Manhattan are.
            ///
            /// # Panics
            /// If the goal has no such tile.
            pub fn tile_cost(self, goal: &Goal, tile: usize, cell: usize) -> Option<u32> {
                match self {
                    $(Self::$variant => <$implementation>::tile_cost(goal, tile, cell),)*
                }
            }

            /// Runs a computation that is generic over the implementation of the heuristic.
            pub(crate) fn visit<V: HeuristicVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$variant => visitor.visit::<$implementation>(),)*
                }
            }
        }
    };
}

heuristics! {
    /// The number of misplaced tiles; see [`Board::hamming`].
    Hamming = TileSum<Hamming>,
    /// The sum of the tiles' distances from home; see [`Board::manhattan`].
    #[default]
    Manhattan = TileSum<Manhattan>,
    /// Manhattan distance plus two moves for each tile that must leave its home row or column to let others
    /// pass.
    LinearConflict = LinearConflict,
    /// The fewest vertical moves that bring all tiles to their home rows, plus the fewest horizontal moves
    /// that bring them to their home columns. It needs tables and is limited to small boards; see
    /// [`Heuristic::supports`].
    WalkingDistance = WalkingDistance,
    /// The maximum of linear conflict and walking distance, for the same boards as the latter.
    Largest = Max,
}

impl Heuristic {
    /// Builds the heuristic for a goal; `None` if it does not [support](Self::supports) the goal's size.
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

    /// Builds the heuristic as [`evaluator`](Self::evaluator) does, with tables from the given source.
    pub(crate) fn evaluator_with(
        self,
        goal: &Goal,
        tables: &mut WalkingTableSource<'_>,
    ) -> Option<Evaluator> {
        if !self.supports(goal.size()) {
            return None;
        }
        self.visit(BuildEvaluator { goal, tables }).ok()
    }

    /// Returns the value of a single board; `None` if its size is not [supported](Self::supports). For many
    /// boards, one [`evaluator`](Self::evaluator) is faster.
    ///
    /// # Panics
    /// If board and goal have different sizes.
    pub fn estimate(self, board: &Board, goal: &Goal) -> Option<u32> {
        self.evaluator(goal).map(|evaluator| evaluator.estimate(board))
    }
}

taquin_core::named!(Heuristic, "a heuristic");

/// A heuristic built for one goal, with its tables.
pub struct Evaluator {
    size: Size,
    value: Box<dyn Fn(&Board) -> u32 + Send + Sync>,
}

impl Evaluator {
    /// Returns the heuristic value of a board: a lower bound on the moves to the goal.
    ///
    /// # Panics
    /// If the size of the board is not that of the goal.
    pub fn estimate(&self, board: &Board) -> u32 {
        assert_eq!(board.size(), self.size, "a board and its goal must have the same size");
        (self.value)(board)
    }
}

impl fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluator").field("size", &self.size).finish_non_exhaustive()
    }
}

/// Builds an [`Evaluator`] for a goal of a supported size.
struct BuildEvaluator<'a, 't> {
    goal: &'a Goal,
    tables: &'a mut WalkingTableSource<'t>,
}

impl HeuristicVisitor for BuildEvaluator<'_, '_> {
    type Output = Result<Evaluator, StopReason>;

    fn visit<H: NamedHeuristic>(self) -> Self::Output {
        let heuristic = H::build(self.goal, self.tables)?;
        let value = Box::new(move |board: &Board| heuristic.estimate(board));
        Ok(Evaluator { size: self.goal.size(), value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;
    use taquin_core::random_board;

    /// Goals of the given sizes, with the blank last, first, in the middle, and at random.
    pub(super) fn sample_goals(sizes: &[(usize, usize)]) -> Vec<Goal> {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let sizes = sizes.iter().map(|&(rows, cols)| Size::new(rows, cols).expect("in range"));
        sizes
            .flat_map(|size| {
                let last = Goal::blank_last(size);
                let random = Goal::explicit(random_board(&last, true, &mut rng));
                [last, Goal::blank_first(size), Goal::snail(size), random]
            })
            .collect()
    }

    /// Builds a heuristic with freshly built tables.
    pub(super) fn build<H: NamedHeuristic>(goal: &Goal) -> H {
        let mut tables = |shape| WalkingTable::build(shape, &|_| Ok(())).map(Arc::new);
        H::build(goal, &mut tables).expect("no limit")
    }

    /// Updates a heuristic along random walks from the goal and from random boards, with the memo passed on
    /// and with a fresh one, and compares its value with full evaluation after every move.
    pub(super) fn assert_incremental_matches_full<E: Evaluate>(goal: &Goal, heuristic: &E) {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let size = goal.size();
        assert_eq!(heuristic.estimate(goal.board()), 0);
        let random = [true, false].map(|solvable| random_board(goal, solvable, &mut rng));
        for start in random.iter().chain([goal.board()]) {
            let mut board = start.clone();
            let fresh_memo = |board: &Board| heuristic.memo(|cell| usize::from(board.tiles()[cell]));
            let mut value = heuristic.estimate(&board);
            let mut memo = fresh_memo(&board);
            for _ in 0..300 {
                let by = board.legal_moves().choose(&mut rng).expect("at least two");
                let to = board.blank();
                let from = by.source(size, to).expect("legal");
                let slide = Slide { tile: usize::from(board.tiles()[from]), from, to };
                let memo_before = fresh_memo(&board);
                board = board.after(by).expect("legal");
                let tile_at = |cell: usize| usize::from(board.tiles()[cell]);
                let (with_fresh_memo, _) = heuristic.update(value, memo_before, slide, tile_at);
                (value, memo) = heuristic.update(value, memo, slide, tile_at);
                assert_eq!(value, heuristic.estimate(&board), "{board}");
                assert_eq!(value, with_fresh_memo);
            }
        }
    }

    #[test]
    fn names_round_trip() {
        for heuristic in Heuristic::ALL {
            assert_eq!(heuristic.to_string(), heuristic.name());
            assert_eq!(heuristic.name().parse(), Ok(heuristic));
        }
    }

    #[test]
    fn unknown_name_is_an_error_that_lists_the_names() {
        let error = "euclid".parse::<Heuristic>().expect_err("no such heuristic");
        let names = Heuristic::ALL.map(Heuristic::name).join(", ");
        assert_eq!(error.to_string(), format!("'euclid' is not a heuristic: choose {names}"));
        assert!("Manhattan".parse::<Heuristic>().is_err());
    }

    #[test]
    fn only_heuristics_with_tables_are_limited_in_size() {
        let largest = Size::square(Size::MAX).expect("in range");
        let goal = Goal::snail(largest);
        for heuristic in Heuristic::ALL {
            assert_eq!(heuristic.supports(largest), !heuristic.needs_tables());
            assert_eq!(heuristic.estimate(goal.board(), &goal), heuristic.supports(largest).then_some(0));
        }
    }
}
