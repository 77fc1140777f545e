//! Shorter and shorter solutions, as time allows.
//!
//! The first is there at once ([`place`]). Then there are rounds, each with wider beams than the one before ([`sweep`]): from
//! the board to the goal, and in every other round from the goal to the board, which finds other solutions; and after that
//! with a look at every part of the best solution so far ([`shorten`]). Nothing depends on the clock but when it ends. So more
//! time never makes a solution longer.

use super::beam::Beam;
use super::field::Field;
use super::shorten::{self, shorten};
use super::window::Window;
use super::{place, sweep};
use crate::board::{Board, Goal, Move};

/// How wide beams are in the first round; in each that follows, twice as wide.
const FIRST_WIDTH: usize = 64;

/// Ways to solve a line in the first round, times the cells of the board.
const LINES: u64 = 1 << 14;

/// The most rounds. The beams of the last hold two million boards; memory ends it earlier on larger boards.
const ROUNDS: u32 = 16;

/// Looks for shorter and shorter solutions of a board that can be solved, and hands over each, until it is stopped, has none
/// left to try, or would need more memory than so many bytes.
pub(crate) fn solve(
    board: &Board,
    goal: &Goal,
    memory: usize,
    stop: &(dyn Fn() -> bool + Sync),
    found: &mut dyn FnMut(&[Move]),
) {
    let mut field = Field::new(board, goal);
    place::solve(&mut field);
    let mut best = field.into_moves();
    found(&best);
    let backwards = Goal::explicit(board.clone());
    for round in 0..ROUNDS {
        let width = FIRST_WIDTH << round;
        // Of large boards, beams see the rest alone, when most of the moves are made.
        let (cells, moves) =
            (board.size().cells().min(Window::MOST_CELLS), best.len().min(sweep::MOST_BEAM_MOVES));
        if Beam::memory(cells, width, moves) > memory {
            return;
        }
        let is_backwards = round % 2 == 1;
        let mut field =
            if is_backwards { Field::new(goal.board(), &backwards) } else { Field::new(board, goal) };
        // Solutions of a board all have an even number of moves, or all an odd one.
        let Some(most_moves) = best.len().checked_sub(2) else { return };
        let lines = ((LINES / board.size().cells() as u64).max(1) << round).min(64);
        let effort = sweep::Effort { lines, width, most_moves };
        if sweep::solve(&mut field, effort, stop) {
            best = field.into_moves();
            if is_backwards {
                best.reverse();
                for by in &mut best {
                    *by = by.opposite();
                }
            }
            found(&best);
        }
        let effort = shorten::Effort {
            part: 24 + 8 * round as usize,
            width: 50 << (round / 2),
            shift: 97 * round as usize,
        };
        let shorter = shorten(board, goal, &best, effort, stop);
        if shorter.len() < best.len() {
            best = shorter;
            found(&best);
        }
        if stop() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, random_board};
    use crate::verify::verify;
    use rand::SeedableRng;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The lengths of the solutions found until it was asked so many times whether to stop.
    fn lengths(board: &Board, goal: &Goal, asked: usize) -> Vec<usize> {
        let (count, mut lengths) = (AtomicUsize::new(0), Vec::new());
        let stop = || count.fetch_add(1, Ordering::Relaxed) >= asked;
        solve(board, goal, 1 << 30, &stop, &mut |moves| {
            assert_eq!(verify(board, goal, moves), Ok(()));
            lengths.push(moves.len());
        });
        lengths
    }

    #[test]
    fn solutions_get_shorter_and_more_time_never_makes_them_longer() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        for (rows, cols) in [(2, 2), (2, 9), (3, 3), (5, 5), (7, 4), (9, 9), (18, 18)] {
            let goal = Goal::snail(Size::new(rows, cols).expect("in range"));
            let board = random_board(&goal, true, &mut rng);
            let (short, long) = (lengths(&board, &goal, 300), lengths(&board, &goal, 2500));
            assert!(long.windows(2).all(|pair| pair[0] > pair[1]));
            // What was found until the end, apart from what the end cut short.
            assert!(short.last() >= long.last(), "{short:?} {long:?}");
        }
        let solved = Goal::ring();
        assert_eq!(lengths(solved.board(), &solved, 10), [0]);
    }

    #[test]
    fn little_memory_leaves_the_first_solution() {
        let goal = Goal::blank_last(Size::square(6).expect("in range"));
        let board = random_board(&goal, true, &mut rand_chacha::ChaCha8Rng::seed_from_u64(1));
        let mut count = 0;
        solve(&board, &goal, 1000, &|| false, &mut |_| count += 1);
        assert_eq!(count, 1);
    }
}
