//! A lower bound in the multi-tile metric for boards of any size.

use taquin_core::{Board, Goal};

/// Returns a lower bound on the number of multi-tile moves.
///
/// A vertical move slides at most `rows − 1` tiles by one row each, so the vertical part of the Manhattan distance divided by
/// that is a lower bound on the number of vertical moves; likewise for horizontal ones. Vertical and horizontal moves alternate in a
/// shortest solution, so their numbers differ by at most one.
pub(crate) fn line_bound(board: &Board, goal: &Goal) -> u32 {
    let size = board.size();
    let (mut vertical, mut horizontal) = (0, 0);
    for (cell, &tile) in board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
        let Some(home) = goal.home(usize::from(tile)) else { continue };
        let ((row, col), (home_row, home_col)) = (size.row_col(cell), size.row_col(home));
        vertical += row.abs_diff(home_row);
        horizontal += col.abs_diff(home_col);
    }
    let vertical = vertical.div_ceil(size.rows().saturating_sub(1).max(1)) as u32;
    let horizontal = horizontal.div_ceil(size.cols().saturating_sub(1).max(1)) as u32;
    (vertical + horizontal).max((2 * vertical.max(horizontal)).saturating_sub(1))
}
