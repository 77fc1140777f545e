//! Solves a board of any size: tiles put in their places one by one, and beams as soon as they can see all that is left.
//!
//! While more cells are left than a [`Window`] holds, lines are solved as [`place`](super::place) does it, each in several
//! ways that differ where it does not matter; the best goes on. Then a beam sees the
//! rest as a whole. It brings most tiles near their homes, several with each move, and may get stuck over the last of them.
//! Then the next tile of the line is put in its place and becomes a wall, and the next beam goes on from there. So there is
//! always an end.

use super::beam::{Beam, Patience};
use super::field::Field;
use super::judge::Judge;
use super::place::Builder;
use super::window::Window;
use rayon::prelude::*;

/// The most moves that a beam makes.
pub(super) const MOST_BEAM_MOVES: usize = 1 << 13;

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// How many ways to solve a line are tried.
    pub(super) lines: u64,
    /// How wide the beams are.
    pub(super) width: usize,
    /// Solutions of more moves are of no interest.
    pub(super) most_moves: usize,
}

/// Solves a field. Returns false if it was stopped, or if the solution would take too many moves.
pub(super) fn solve(field: &mut Field, effort: Effort, stop: &(dyn Fn() -> bool + Sync)) -> bool {
    let Effort { lines, width, most_moves } = effort;
    let mut builder = Builder::new(field, true);
    // Beams that get nowhere cost more time, the larger the board.
    let patience = 40 + 2 * (field.size().rows() + field.size().cols());
    while field.moves().len() <= most_moves && !stop() {
        let free: Vec<usize> = builder.free().collect();
        if free.len() > Window::MOST_CELLS {
            if !solve_line(field, &mut builder, lines, stop) {
                break;
            }
        } else {
            let window = Window::new(field, &free);
            let patience = Patience {
                moves: (most_moves - field.moves().len()).min(MOST_BEAM_MOVES),
                without_gain: patience,
            };
            let Some(found) = Beam::new(&window, &Judge::new(&window), width).run(patience, stop) else {
                break;
            };
            for &by in &found.moves {
                field.slide(by);
            }
            if found.is_solved {
                return true;
            }
            // Tiles that are home already cost nothing.
            let before = field.moves().len();
            while field.moves().len() == before {
                if !builder.step(field) {
                    return field.is_solved() && field.moves().len() <= most_moves;
                }
            }
        }
    }
    false
}

/// How many moves each step costs that a tile is away from home, as random boards tell.
const MOVES_A_STEP: usize = 2;

/// Solves a line in so many ways, and takes the one that is best for it and for what is left.
fn solve_line(field: &mut Field, builder: &mut Builder, ways: u64, stop: &(dyn Fn() -> bool + Sync)) -> bool {
    let tries = (0..ways).into_par_iter().filter_map(|taste| {
        let (mut field, mut builder) = (field.without_moves(), builder.clone());
        builder.vary(taste);
        (!stop() && builder.finish_line(&mut field)).then(|| {
            let cost = field.moves().len() + MOVES_A_STEP * field.manhattan();
            (cost, taste, field.into_moves(), builder)
        })
    });
    let Some((_, _, moves, best)) = tries.min_by_key(|&(cost, taste, ..)| (cost, taste)) else {
        return false;
    };
    for by in moves {
        field.slide(by);
    }
    *builder = best;
    true
}
