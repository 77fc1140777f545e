//! The larger of two estimates, for each board.
//!
//! *Admissible* and *consistent* if both are: the larger of two numbers, neither of which is too large, is not too large;
//! and if a move changes each by one at most, it changes the larger by one at most.

use super::{Estimator, FromScratch};
use crate::board::{Board, Size};
use crate::search::state::State;

/// The larger of two estimates.
pub(crate) struct Largest<A, B> {
    size: Size,
    estimates: (A, B),
}

impl<A, B> Largest<A, B> {
    pub(crate) fn new(size: Size, one: A, other: B) -> Self {
        Self { size, estimates: (one, other) }
    }
}

impl<A: FromScratch, B: FromScratch> FromScratch for Largest<A, B> {
    fn estimate(&self, board: &Board) -> u32 {
        self.estimates.0.estimate(board).max(self.estimates.1.estimate(board))
    }
}

impl<S: State, A: Estimator<S> + FromScratch, B: Estimator<S> + FromScratch> Estimator<S> for Largest<A, B> {
    /// Both estimates, each with its memo.
    type Memo = ((u32, A::Memo), (u32, B::Memo));

    fn memo(&self, state: &S) -> Self::Memo {
        let (board, (one, other)) = (state.unpack(self.size), &self.estimates);
        ((one.estimate(&board), one.memo(state)), (other.estimate(&board), other.memo(state)))
    }

    #[inline]
    fn after(
        &self,
        _before: u32,
        (one, other): Self::Memo,
        next: &S,
        tile: usize,
        from: usize,
        to: usize,
    ) -> (u32, Self::Memo) {
        let one = self.estimates.0.after(one.0, one.1, next, tile, from, to);
        let other = self.estimates.1.after(other.0, other.1, next, tile, from, to);
        (one.0.max(other.0), (one, other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::tests::{a_few_goals, follows_moves};
    use crate::heuristic::{LinearConflict, WalkingDistance};
    use crate::search::state::Word;

    #[test]
    fn followed_along_moves_it_is_what_it_is_from_scratch() {
        for goal in a_few_goals(&[(2, 3), (3, 3), (4, 4)]) {
            let walking = WalkingDistance::new(&goal).expect("small");
            follows_moves::<Word, _>(&goal, &Largest::new(goal.size(), LinearConflict::new(&goal), walking));
        }
    }
}
