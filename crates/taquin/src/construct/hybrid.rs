//! Construction by placement and beam search.
//!
//! While the free cells exceed a [`Subproblem`], lines are solved by [`placement`](super::placement), each
//! several times with different tie-breaking, and the best result is kept. Then beam search works on all free
//! cells together. It brings most tiles near their homes, several with each move, and may get stuck on the
//! last ones. In that case placement places and locks the next tile of the line, and a new beam continues
//! from there. So the construction always terminates.

use super::beam_search::{BeamLimits, BeamSearch};
use super::blank_router::RoutePolicy;
use super::placement::Placement;
use super::score::ScoreFunction;
use super::subproblem::Subproblem;
use super::tracked_board::TrackedBoard;
use crate::parallel;
use taquin_core::Metric;

/// The maximum number of moves of one beam search.
pub(super) const MAX_BEAM_MOVES: usize = 1 << 13;

/// The effort to spend.
#[derive(Clone, Copy, Debug)]
pub(super) struct HybridEffort {
    /// The number of ways to solve each line.
    pub(super) line_variants: u64,
    pub(super) beam_width: usize,
    /// Longer solutions are rejected.
    pub(super) max_moves: usize,
    /// The metric in which moves count.
    pub(super) metric: Metric,
}

/// Solves a board. Returns false if it was cancelled, or if the solution would be too long.
pub(super) fn solve(
    board: &mut TrackedBoard,
    effort: HybridEffort,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> bool {
    let HybridEffort { line_variants, beam_width, max_moves, metric } = effort;
    let mut placement = Placement::new(board, RoutePolicy::TileGain);
    let max_stagnation = 40 + 2 * (board.size().rows() + board.size().cols());
    loop {
        let moves = metric.count(board.moves());
        if moves > max_moves || is_cancelled() {
            return false;
        }
        let free: Vec<usize> = placement.free_cells().collect();
        if free.len() > Subproblem::MAX_CELLS {
            if !solve_line(board, &mut placement, line_variants, is_cancelled) {
                return false;
            }
        } else {
            let subproblem = Subproblem::new(board, &free);
            let score_function = ScoreFunction::new(&subproblem);
            let search = BeamSearch::new(&subproblem, &score_function, beam_width, metric);
            let limits = BeamLimits { max_moves: (max_moves - moves).min(MAX_BEAM_MOVES), max_stagnation };
            let Some(outcome) = search.run(limits, is_cancelled) else { return false };
            for &by in &outcome.moves {
                board.slide(by);
            }
            if outcome.is_solved {
                return true;
            }
            // Tiles that are home already are locked without a move.
            let before = board.moves().len();
            while board.moves().len() == before {
                if !placement.place_next(board) {
                    return board.is_solved() && metric.count(board.moves()) <= max_moves;
                }
            }
        }
    }
}

/// The average cost, in moves, of a step of Manhattan distance on random boards.
const MOVES_PER_STEP: usize = 2;

/// Solves a line in several ways, and keeps the one that is best for the line and the rest of the board
/// together.
fn solve_line(
    board: &mut TrackedBoard,
    placement: &mut Placement,
    variants: u64,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> bool {
    let attempts = parallel::map(0..variants, |variant| {
        let mut board = board.without_moves();
        let mut placement = placement.clone();
        placement.set_tie_breaker(variant);
        (!is_cancelled() && placement.finish_line(&mut board)).then(|| {
            let cost = board.moves().len() + MOVES_PER_STEP * board.manhattan();
            (cost, variant, board.into_moves(), placement)
        })
    });
    let best = attempts.into_iter().flatten().min_by_key(|&(cost, variant, ..)| (cost, variant));
    let Some((_, _, moves, best_placement)) = best else {
        return false;
    };
    for by in moves {
        board.slide(by);
    }
    *placement = best_placement;
    true
}
