//! Boards by chance.

use super::{Board, Goal, Parity};
use rand::Rng;
use rand::seq::SliceRandom;

/// A uniformly random board among all that can (or, on request, can't) reach the goal.
///
/// A uniformly random permutation is in either class with equal chance, and exchanging two tiles is a one-to-one map
/// between the classes: so a shuffle, with that exchange if it fell in the wrong class, is uniform.
pub fn random_board<R: Rng + ?Sized>(goal: &Goal, solvable: bool, rng: &mut R) -> Board {
    let mut tiles: Box<[u16]> = (0..goal.size().cells() as u16).collect();
    tiles.shuffle(rng);
    let board = Board::from_permutation(goal.size(), tiles);
    if Parity::is_solvable(&board, goal) == solvable { board } else { board.twin() }
}
