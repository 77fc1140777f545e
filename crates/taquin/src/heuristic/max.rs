//! The maximum of linear conflict and walking distance.
//!
//! The maximum of admissible heuristics is admissible, and that of consistent heuristics is consistent:
//! neither value exceeds the true distance, and if a move changes each by at most one, it changes the maximum
//! by at most one.

use super::evaluate::{Evaluate, NamedHeuristic, Slide, WalkingTableSource};
use super::{LinearConflict, WalkingDistance};
use taquin_core::StopReason;
use taquin_core::{Goal, Size};

/// The maximum of linear conflict and walking distance for one goal.
pub(crate) struct Max {
    linear_conflict: LinearConflict,
    walking_distance: WalkingDistance,
}

/// Both heuristic values, and the memo of walking distance.
#[derive(Clone, Copy)]
pub(crate) struct MaxMemo {
    linear_conflict: u32,
    walking_distance: u32,
    walking_memo: <WalkingDistance as Evaluate>::Memo,
}

impl NamedHeuristic for Max {
    const NAME: &'static str = "largest";
    const DESCRIPTION: &'static str = "the larger of linear conflict and walking distance";
    const NEEDS_TABLES: bool = true;

    fn supports(size: Size) -> bool {
        WalkingDistance::supports(size)
    }

    fn build(goal: &Goal, tables: &mut WalkingTableSource<'_>) -> Result<Self, StopReason> {
        let walking_distance = WalkingDistance::build(goal, tables)?;
        Ok(Self { linear_conflict: LinearConflict::new(goal), walking_distance })
    }
}

impl Evaluate for Max {
    type Memo = MaxMemo;

    fn evaluate(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        self.linear_conflict.evaluate(&tile_at).max(self.walking_distance.evaluate(&tile_at))
    }

    fn memo(&self, tile_at: impl Fn(usize) -> usize) -> MaxMemo {
        MaxMemo {
            linear_conflict: self.linear_conflict.evaluate(&tile_at),
            walking_distance: self.walking_distance.evaluate(&tile_at),
            walking_memo: self.walking_distance.memo(&tile_at),
        }
    }

    #[inline]
    fn update(
        &self,
        _value: u32,
        memo: MaxMemo,
        slide: Slide,
        tile_at: impl Fn(usize) -> usize,
    ) -> (u32, MaxMemo) {
        let (linear_conflict, ()) = self.linear_conflict.update(memo.linear_conflict, (), slide, &tile_at);
        let (walking_distance, walking_memo) =
            self.walking_distance.update(memo.walking_distance, memo.walking_memo, slide, &tile_at);
        (linear_conflict.max(walking_distance), MaxMemo { linear_conflict, walking_distance, walking_memo })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::tests::{assert_incremental_matches_full, build, sample_goals};

    #[test]
    fn incremental_value_matches_full_evaluation() {
        for goal in sample_goals(&[(2, 3), (3, 3), (4, 4)]) {
            assert_incremental_matches_full(&goal, &build::<Max>(&goal));
        }
    }
}
