//! Uniformly random boards.

use crate::{Board, Goal, Parity};
use rand::Rng;
use rand::seq::SliceRandom;

/// Returns a uniformly random board among all that can (or, on request, can't) reach the goal.
///
/// A random permutation is in either parity class with probability ½, and swapping two tiles is a bijection
/// between the classes. Hence a shuffle, followed by that swap if it landed in the wrong class, is uniform.
pub fn random_board<R: Rng + ?Sized>(goal: &Goal, solvable: bool, rng: &mut R) -> Board {
    let mut tiles: Box<[u16]> = (0..goal.size().cells() as u16).collect();
    tiles.shuffle(rng);
    let board = Board::from_permutation(goal.size(), tiles);
    if Parity::is_solvable(&board, goal) == solvable { board } else { board.twin() }
}
