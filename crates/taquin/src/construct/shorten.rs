//! Makes a solution shorter, part by part.
//!
//! A part of a solution leads from one board to another. Where it goes through few cells, a [`beam`](super::beam) that sees
//! them and the cells beside them looks for a shorter way between the two. Parts overlap, so that each way is tried with its
//! neighbours.

use super::beam::{Beam, Patience};
use super::field::Field;
use super::judge::Judge;
use super::window::Window;
use crate::board::{Board, Goal, Move};
use rayon::prelude::*;
use std::collections::HashMap;

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Moves of a part.
    pub(super) part: usize,
    /// How wide the beams are.
    pub(super) width: usize,
    /// Where the first chunk ends, so that chunks don't always meet at the same places.
    pub(super) shift: usize,
}

/// Moves that one thread takes at a time.
const CHUNK: usize = 4000;

/// A solution that is shorter, or the same.
pub(super) fn shorten(
    board: &Board,
    goal: &Goal,
    moves: &[Move],
    effort: Effort,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<Move> {
    let mut field = Field::new(board, goal);
    let (first, rest) = moves.split_at((effort.shift % CHUNK).min(moves.len()));
    let mut chunks = Vec::new();
    for chunk in std::iter::once(first).chain(rest.chunks(CHUNK)) {
        chunks.push((field.without_moves(), chunk));
        for &by in chunk {
            field.slide(by);
        }
    }
    let shorter = chunks.into_par_iter().map(|(field, chunk)| shorten_chunk(field, chunk, effort, stop));
    shorter.collect::<Vec<_>>().concat()
}

/// A way that is shorter than these moves, or the same.
fn shorten_chunk(
    mut field: Field,
    moves: &[Move],
    effort: Effort,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<Move> {
    let mut left = moves.to_vec();
    left.reverse();
    let mut done: Vec<Move> = Vec::with_capacity(moves.len());
    while left.len() > 2 && !stop() {
        let part: Vec<Move> = left[left.len().saturating_sub(effort.part)..].iter().rev().copied().collect();
        if let Some(shorter) = shorten_part(&field, &part, effort.width, stop) {
            left.truncate(left.len() - part.len());
            left.extend(shorter.iter().rev());
        }
        for _ in 0..(effort.part / 2).min(left.len()) {
            if let Some(by) = left.pop() {
                field.slide(by);
                done.push(by);
            }
        }
    }
    done.extend(left.iter().rev());
    done
}

/// A shorter way than these moves, with the same outcome.
fn shorten_part(
    field: &Field,
    moves: &[Move],
    width: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Move>> {
    let size = field.size();
    let mut way = vec![field.blank()];
    for by in moves {
        way.push(by.source(size, way[way.len() - 1])?);
    }
    let beside = |&cell: &usize| Move::ALL.into_iter().filter_map(move |by| by.source(size, cell));
    let mut cells: Vec<usize> = way.iter().flat_map(beside).chain(way.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    if cells.len() > Window::MOST_CELLS {
        return None;
    }
    // Where everything is afterwards.
    let mut names: Vec<usize> = cells.iter().map(|&cell| field.name(cell)).collect();
    let number = |cell: usize| cells.binary_search(&cell).unwrap_or(0);
    for step in way.windows(2) {
        names.swap(number(step[0]), number(step[1]));
    }
    let homes: HashMap<usize, usize> = names.into_iter().zip(cells.iter().copied()).collect();
    let window = Window::with_homes(field, &cells, |name| homes.get(&name).copied().unwrap_or(name));
    let patience = Patience { moves: moves.len().checked_sub(2)?, without_gain: usize::MAX };
    let found = Beam::new(&window, &Judge::new(&window), width).run(patience, stop)?;
    found.is_solved.then_some(found.moves)
}
