//! Local improvement of a solution.
//!
//! A segment of a solution leads from one board to another. If the blank visits few cells on the way,
//! [`beam_search`](super::beam_search) on these cells and their neighbors looks for a shorter path between
//! the two boards. Segments overlap, so that every boundary between two lies inside a third.

use super::beam_search::{BeamLimits, BeamSearch};
use super::score::ScoreFunction;
use super::subproblem::Subproblem;
use super::tracked_board::TrackedBoard;
use crate::parallel;
use std::collections::HashMap;
use taquin_core::{Board, Goal, Metric, Move};

/// The effort to spend.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortenEffort {
    /// The number of moves per segment.
    pub(super) segment_length: usize,
    pub(super) beam_width: usize,
    /// The metric in which moves count.
    pub(super) metric: Metric,
    /// The end of the first chunk, so that the boundaries of chunks differ from call to call.
    pub(super) chunk_offset: usize,
}

/// Returns the least difference between the lengths of two solutions: in the single-tile metric all have the same parity.
pub(super) fn least_gain(metric: Metric) -> usize {
    match metric {
        Metric::Single => 2,
        Metric::Multi => 1,
    }
}

/// The number of moves that one thread takes.
const CHUNK: usize = 4000;

/// Returns a solution that is shorter, or the same one.
pub(super) fn shorten(
    board: &Board,
    goal: &Goal,
    moves: &[Move],
    effort: ShortenEffort,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<Move> {
    let mut board = TrackedBoard::new(board, goal);
    let (first, rest) = moves.split_at((effort.chunk_offset % CHUNK).min(moves.len()));
    let mut chunks = Vec::new();
    for chunk in std::iter::once(first).chain(rest.chunks(CHUNK)) {
        chunks.push((board.without_moves(), chunk));
        for &by in chunk {
            board.slide(by);
        }
    }
    parallel::map(chunks, |(board, chunk)| shorten_chunk(board, chunk, effort, is_cancelled)).concat()
}

/// Returns a path with the same result that is shorter, or the same one.
fn shorten_chunk(
    mut board: TrackedBoard,
    moves: &[Move],
    effort: ShortenEffort,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<Move> {
    // A stack of the remaining moves, the next one on top.
    let mut remaining = moves.to_vec();
    remaining.reverse();
    while remaining.len() > 2 && !is_cancelled() {
        let mut start = remaining.len().saturating_sub(effort.segment_length);
        // Segments end between two moves of the metric.
        while start > 0 && effort.metric.cost(Some(remaining[start]), remaining[start - 1]) == 0 {
            start -= 1;
        }
        let segment: Vec<Move> = remaining[start..].iter().rev().copied().collect();
        if let Some(shorter) = shorten_segment(&board, &segment, effort, is_cancelled) {
            remaining.truncate(start);
            remaining.extend(shorter.iter().rev());
        }
        let mut count = 0;
        while let Some(by) = remaining.pop() {
            board.slide(by);
            count += 1;
            let is_boundary = remaining.last().is_none_or(|next| effort.metric.cost(Some(by), *next) > 0);
            if count >= effort.segment_length / 2 && is_boundary {
                break;
            }
        }
    }
    let mut shortened = board.into_moves();
    shortened.extend(remaining.iter().rev());
    shortened
}

/// Returns a shorter path with the same result, if beam search finds one.
fn shorten_segment(
    board: &TrackedBoard,
    moves: &[Move],
    effort: ShortenEffort,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Move>> {
    let size = board.size();
    let mut route = vec![board.blank()];
    for by in moves {
        route.push(by.source(size, route[route.len() - 1])?);
    }
    let neighbors = |&cell: &usize| Move::ALL.into_iter().filter_map(move |by| by.source(size, cell));
    let mut cells: Vec<usize> = route.iter().flat_map(neighbors).chain(route.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    if cells.len() > Subproblem::MAX_CELLS {
        return None;
    }
    // The result of the segment becomes the goal of the subproblem.
    let mut tiles: Vec<usize> = cells.iter().map(|&cell| board.home_at(cell)).collect();
    let index = |cell: usize| cells.binary_search(&cell).unwrap_or(0);
    for step in route.windows(2) {
        tiles.swap(index(step[0]), index(step[1]));
    }
    let new_homes: HashMap<usize, usize> = tiles.into_iter().zip(cells.iter().copied()).collect();
    let subproblem =
        Subproblem::with_homes(board, &cells, |home| new_homes.get(&home).copied().unwrap_or(home));
    // Weights that depend on the position take longer to prepare than such a short search.
    let score_function = ScoreFunction::general(&subproblem);
    let ShortenEffort { beam_width, metric, .. } = effort;
    let max_moves = metric.count(moves).checked_sub(least_gain(metric))?;
    let limits = BeamLimits { max_moves, max_stagnation: usize::MAX };
    let search = BeamSearch::new(&subproblem, &score_function, beam_width, metric);
    let outcome = search.run(limits, is_cancelled)?;
    outcome.is_solved.then_some(outcome.moves)
}
