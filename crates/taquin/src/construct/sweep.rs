//! Solves a board of any size: tiles put in their places one by one, and beams as soon as they can see all that is left.
//!
//! While more cells are left than a [`Window`] holds, lines are solved as [`place`](super::place) does it. Then a beam sees the
//! rest as a whole. It brings most tiles near their homes, several with each move, and may get stuck over the last of them.
//! Then the next tile of the line is put in its place and becomes a wall, and the next beam goes on from there. So there is
//! always an end.

use super::beam::{Beam, Patience};
use super::field::Field;
use super::judge::Judge;
use super::place::Builder;
use super::window::Window;

/// Solves a field with beams of a width. Returns false if it was stopped, or if the solution would take more moves than are of
/// interest.
pub(super) fn solve(
    field: &mut Field,
    width: usize,
    most_moves: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> bool {
    let mut builder = Builder::new(field, true);
    // Beams that get nowhere cost more time, the larger the board.
    let patience = 40 + 2 * (field.size().rows() + field.size().cols());
    while field.moves().len() <= most_moves && !stop() {
        let free: Vec<usize> = builder.free().collect();
        if free.len() <= Window::MOST_CELLS {
            let window = Window::new(field, &free);
            let patience = Patience { moves: most_moves - field.moves().len(), without_gain: patience };
            let Some(found) = Beam::new(&window, &Judge::new(&window), width).run(patience, stop) else {
                break;
            };
            for &by in &found.moves {
                field.slide(by);
            }
            if found.is_solved {
                return true;
            }
        }
        // Tiles that are home already cost nothing.
        let before = field.moves().len();
        while field.moves().len() == before {
            if !builder.step(field) {
                return field.is_solved() && field.moves().len() <= most_moves;
            }
        }
    }
    false
}
