//! The anytime search: successively shorter solutions of one board.
//!
//! The first solution comes from [`placement`]. Then follow rounds, each with beams twice as wide as in the
//! one before: [`hybrid`] construction, from the board to the goal in even rounds and from the goal to the
//! board in odd ones, which finds different solutions, then [local improvement](shorten) of the incumbent. With
//! [weights that depend on the position](PositionWeights), which know only the goal, all rounds start from the board.
//! The time limit decides only when the search ends, so more time never gives a longer solution.
//!
//! A given solution takes the place of the first one. Its rounds are local improvement alone, so that its ideas survive.

use super::beam_search::BeamSearch;
use super::hybrid::{self, HybridEffort};
use super::placement;
use super::position_weights::PositionWeights;
use super::score::ScoreFunction;
use super::shorten::{ShortenEffort, least_gain, shorten};
use super::subproblem::Subproblem;
use super::tracked_board::TrackedBoard;
use taquin_core::{Board, Goal, Metric, Move};

/// The beam width of the first round. It doubles with each round.
const FIRST_WIDTH: usize = 64;

/// The number of ways to solve a line in the first round, times the number of cells.
const FIRST_VARIANTS: u64 = 1 << 14;

/// The maximum number of variants of a line.
const MAX_VARIANTS: u64 = 64;

/// The maximum number of rounds. The beam of the last holds two million boards; on larger boards the memory limit ends the
/// search earlier.
const MAX_ROUNDS: u32 = 16;

/// Searches for successively shorter solutions of a solvable board in a metric, from a given one on if there is one, and reports each. Returns
/// when it is cancelled, after the last round, or when the next round would need more than `max_memory` bytes.
pub(crate) fn solve(
    board: &Board,
    goal: &Goal,
    given: Option<&[Move]>,
    metric: Metric,
    max_memory: usize,
    is_cancelled: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(&[Move]),
) {
    let mut incumbent = given.map_or_else(
        || {
            let mut first = TrackedBoard::new(board, goal);
            placement::solve(&mut first);
            first.into_moves()
        },
        without_retreats,
    );
    report(&incumbent);
    let cells = board.size().cells();
    let reverse_goal = Goal::explicit(board.clone());
    let has_position_weights = PositionWeights::exist_for(goal);
    let score_memory = if has_position_weights { ScoreFunction::memory(cells) } else { 0 };
    let children = match metric {
        Metric::Single => 3,
        Metric::Multi => board.size().rows().max(board.size().cols()) - 1,
    };
    for round in 0..MAX_ROUNDS {
        let beam_width = FIRST_WIDTH << round;
        let beam_cells = cells.min(Subproblem::MAX_CELLS);
        let moves = metric.count(&incumbent);
        let beam_moves = moves.min(hybrid::MAX_BEAM_MOVES);
        if BeamSearch::memory(beam_cells, beam_width, beam_moves, children) + score_memory > max_memory {
            return;
        }
        let Some(max_moves) = moves.checked_sub(least_gain(metric)) else { return };
        let line_variants = ((FIRST_VARIANTS / cells as u64).max(1) << round).min(MAX_VARIANTS);
        let effort = HybridEffort { line_variants, beam_width, max_moves, metric };
        let is_backward = round % 2 == 1 && !has_position_weights;
        let mut start = if is_backward {
            TrackedBoard::new(goal.board(), &reverse_goal)
        } else {
            TrackedBoard::new(board, goal)
        };
        if given.is_none() && hybrid::solve(&mut start, effort, is_cancelled) {
            incumbent = start.into_moves();
            if is_backward {
                incumbent.reverse();
                for by in &mut incumbent {
                    *by = by.opposite();
                }
            }
            report(&incumbent);
        }
        let effort = ShortenEffort {
            segment_length: 24 + 8 * round as usize,
            beam_width: 50 << (round / 2),
            metric,
            chunk_offset: 97 * round as usize,
        };
        let shortened = shorten(board, goal, &incumbent, effort, is_cancelled);
        if metric.count(&shortened) < metric.count(&incumbent) {
            incumbent = shortened;
            report(&incumbent);
        }
        if is_cancelled() {
            return;
        }
    }
}

/// Removes moves that the next one undoes.
fn without_retreats(moves: &[Move]) -> Vec<Move> {
    let mut kept: Vec<Move> = Vec::with_capacity(moves.len());
    for &by in moves {
        if kept.last() == Some(&by.opposite()) {
            kept.pop();
        } else {
            kept.push(by);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use taquin_core::verify;
    use taquin_core::{Size, random_board};

    /// The lengths of the solutions found within a number of polls of the cancel callback.
    fn lengths(board: &Board, goal: &Goal, metric: Metric, max_polls: usize) -> Vec<usize> {
        let polls = AtomicUsize::new(0);
        let is_cancelled = || polls.fetch_add(1, Ordering::Relaxed) >= max_polls;
        let mut lengths = Vec::new();
        solve(board, goal, None, metric, 1 << 30, &is_cancelled, &mut |moves| {
            assert_eq!(verify(board, goal, moves), Ok(()));
            lengths.push(metric.count(moves));
        });
        lengths
    }

    #[test]
    fn lengths_decrease_and_more_time_never_gives_a_longer_solution() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (rows, cols) in [(2, 2), (2, 9), (3, 3), (5, 5), (7, 4), (9, 9), (18, 18)] {
            let goal = Goal::snail(Size::new(rows, cols).expect("in range"));
            check_lengths(&random_board(&goal, true, &mut rng), &goal);
        }
        // With weights that depend on the position.
        let goal = Goal::blank_last(Size::square(6).expect("in range"));
        check_lengths(&random_board(&goal, true, &mut rng), &goal);
        let solved = Goal::ring();
        assert_eq!(lengths(solved.board(), &solved, Metric::Single, 10), [0]);
    }

    fn check_lengths(board: &Board, goal: &Goal) {
        for metric in Metric::ALL {
            let short_run = lengths(board, goal, metric, 300);
            let long_run = lengths(board, goal, metric, 2500);
            assert!(long_run.windows(2).all(|pair| pair[0] > pair[1]), "{metric}: {long_run:?}");
            assert!(short_run.last() >= long_run.last(), "{metric}: {short_run:?} {long_run:?}");
        }
    }

    /// A fingerprint of the search. One thread, so that the polls are deterministic.
    #[test]
    fn lengths_are_reproducible() {
        let cases: [(&str, usize, &[usize]); 4] = [
            ("4x5", 500, &[134, 66]),
            ("6x6", 500, &[398, 258]),
            ("9x9", 1500, &[1733, 777]),
            ("17x16", 10_000, &[11_002, 6462, 6452]),
        ];
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("threads");
        for (size, max_polls, expected) in cases {
            let goal = Goal::snail(size.parse().expect("a size"));
            let board = random_board(&goal, true, &mut rng);
            assert_eq!(
                pool.install(|| lengths(&board, &goal, Metric::Single, max_polls)),
                expected,
                "{size}"
            );
        }
    }

    #[test]
    fn given_solutions_get_shorter() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for size in ["5x5", "6x7", "12x12"] {
            let goal = Goal::blank_last(size.parse().expect("a size"));
            let board = random_board(&goal, true, &mut rng);
            let mut given = TrackedBoard::new(&board, &goal);
            placement::solve(&mut given);
            let given = given.into_moves();
            let polls = AtomicUsize::new(0);
            let is_cancelled = || polls.fetch_add(1, Ordering::Relaxed) >= 3000;
            let mut best = Vec::new();

            for metric in Metric::ALL {
                polls.store(0, Ordering::Relaxed);
                let report = &mut |moves: &[Move]| best = moves.to_vec();
                solve(&board, &goal, Some(&given), metric, 1 << 30, &is_cancelled, report);
                assert!(metric.count(&best) < metric.count(&given), "{size}");
                assert_eq!(verify(&board, &goal, &best), Ok(()), "{size}");
            }
        }
        let [up, down, left, right] = Move::ALL;
        assert_eq!(without_retreats(&[up, left, right, down, left]), [left]);
    }

    #[test]
    fn too_little_memory_for_a_beam_leaves_the_first_solution() {
        let goal = Goal::blank_last(Size::square(6).expect("in range"));
        let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(1));
        let mut count = 0;
        solve(&board, &goal, None, Metric::Single, 1000, &|| false, &mut |_| count += 1);
        assert_eq!(count, 1);
    }
}
