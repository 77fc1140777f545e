//! The larger of two estimates, for each board.
//!
//! *Admissible* and *consistent* if both are: the larger of two numbers, neither of which is too large, is not too large;
//! and if a move changes each by one at most, it changes the larger by one at most.

use super::definition::{Definition, WalkingTables};
use super::{Estimate, LinearConflict, Slide, WalkingDistance};
use crate::board::{Goal, Size};
use crate::stop::StopReason;

/// The larger of two estimates.
pub(crate) struct Largest<A, B>(A, B);

impl Definition for Largest<LinearConflict, WalkingDistance> {
    const NAME: &'static str = "largest";
    const IN_WORDS: &'static str = "the larger of linear conflict and walking distance";
    const NEEDS_TABLES: bool = true;

    fn supports(size: Size) -> bool {
        WalkingDistance::supports(size)
    }

    fn new(goal: &Goal, tables: &mut WalkingTables<'_>) -> Result<Self, StopReason> {
        Ok(Self(LinearConflict::new(goal), Definition::new(goal, tables)?))
    }
}

impl<A: Estimate, B: Estimate> Estimate for Largest<A, B> {
    /// Both estimates, each with its memo.
    type Memo = ((u32, A::Memo), (u32, B::Memo));

    fn by_tiles(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        self.0.by_tiles(&tile_at).max(self.1.by_tiles(&tile_at))
    }

    fn memo(&self, tile_at: impl Fn(usize) -> usize) -> Self::Memo {
        let Self(one, other) = self;
        ((one.by_tiles(&tile_at), one.memo(&tile_at)), (other.by_tiles(&tile_at), other.memo(&tile_at)))
    }

    #[inline]
    fn after(
        &self,
        _before: u32,
        (one, other): Self::Memo,
        slide: Slide,
        tile_at: impl Fn(usize) -> usize,
    ) -> (u32, Self::Memo) {
        let one = self.0.after(one.0, one.1, slide, &tile_at);
        let other = self.1.after(other.0, other.1, slide, &tile_at);
        (one.0.max(other.0), (one, other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::tests::{a_few_goals, follows_moves, set_up};

    #[test]
    fn followed_along_moves_it_is_what_it_is_from_scratch() {
        for goal in a_few_goals(&[(2, 3), (3, 3), (4, 4)]) {
            follows_moves(&goal, &set_up::<Largest<LinearConflict, WalkingDistance>>(&goal));
        }
    }
}
