//! Anytime construction of solutions for boards of any size.
//!
//! Optimal search is infeasible on large boards. Here a solution is constructed at once, by a method that
//! always succeeds, and then improved for as long as time allows. The pipeline:
//!
//! 1. [`placement`] places tile after tile, line by line, until at most 3×3 cells remain, which
//!    [`final_region`] solves optimally. The number of moves has a proven bound. [`blank_router`] finds the
//!    routes of the blank.
//! 2. [`hybrid`] finds shorter solutions. On large boards it tries many placements of each line. When the
//!    free cells fit into a [`subproblem`], [`beam_search`] solves them together, guided by a learned
//!    [`score`], with [`position_weights`] for 6×6 and 7×7; where the beam gets stuck, placement takes over for
//!    the next tile.
//! 3. [`shorten`] improves a solution locally: beam search replaces segments of it by shorter ones.
//!
//! [`improve`] is the entry point. It repeats steps 2 and 3 with wider and wider beams and reports every new
//! incumbent. All steps work on a [`tracked_board`], which identifies tiles by their home cells and records
//! the moves.

mod beam_search;
mod blank_router;
mod final_region;
mod general_weights;
mod hybrid;
pub(crate) mod improve;
mod placement;
#[cfg_attr(not(feature = "training"), expect(unreachable_pub, reason = "public only for training"))]
mod position_weights;
mod score;
mod shorten;
mod subproblem;
mod tracked_board;
#[cfg(feature = "training")]
pub mod training;

use std::sync::atomic::{AtomicUsize, Ordering};
use taquin_core::{Board, Goal, Metric, Move};

/// Boards of up to this many cells are improved by [`quick_solution`].
const IMPROVED_CELLS: usize = 25;
/// The number of steps of its improvement, some ten milliseconds' worth, and its memory in bytes. Counting steps instead of time
/// gives the same solution every time.
const QUICK_POLLS: usize = 150;
const QUICK_MEMORY: usize = 16 << 20;

/// Constructs a solution of a solvable board in a few milliseconds, and improves it if the board is small.
pub(crate) fn quick_solution(board: &Board, goal: &Goal) -> Vec<Move> {
    if board.size().cells() > IMPROVED_CELLS {
        return first_solution(board, goal);
    }
    let polls = AtomicUsize::new(0);
    let is_over = || polls.fetch_add(1, Ordering::Relaxed) >= QUICK_POLLS;
    let mut best = Vec::new();
    let report = &mut |moves: &[Move]| best = moves.to_vec();
    improve::solve(board, goal, None, Metric::Single, QUICK_MEMORY, &is_over, report);
    best
}

/// Constructs a solution of a solvable board, without improving it.
fn first_solution(board: &Board, goal: &Goal) -> Vec<Move> {
    let mut tracked = tracked_board::TrackedBoard::new(board, goal);
    placement::solve(&mut tracked);
    tracked.into_moves()
}
