//! Estimates of the moves still needed, one file each.
//!
//! An estimate is *admissible* if it never exceeds the true number of moves, and *consistent* if one move changes it
//! by at most one and it is 0 at the goal; consistent implies admissible. With a consistent estimate A* dequeues its
//! nodes in order of their priority and never finds a shorter way to a board it has dequeued.
//!
//! A search never asks for an estimate from scratch but at the root: it follows the estimate along each move
//! ([`Estimator::after`]).

mod hamming;
mod manhattan;
mod per_tile;

pub(crate) use per_tile::{PerTile, PerTileTable};

use crate::board::{Board, Goal};

/// The estimates to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Heuristic {
    /// The number of tiles out of place; see [`Board::hamming`].
    Hamming,
    /// The sum of the tiles' distances from home; see [`Board::manhattan`].
    #[default]
    Manhattan,
}

impl Heuristic {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Hamming, Self::Manhattan];

    /// The name that the command line knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hamming => "hamming",
            Self::Manhattan => "manhattan",
        }
    }

    /// The estimate for a board, from scratch.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn estimate(self, board: &Board, goal: &Goal) -> u32 {
        match self {
            Self::Hamming => board.hamming(goal),
            Self::Manhattan => board.manhattan(goal),
        }
    }

    /// What one tile at one cell adds to the estimate.
    pub fn tile_cost(self, goal: &Goal, tile: usize, cell: usize) -> u32 {
        match self {
            Self::Hamming => hamming::cost(goal, tile, cell),
            Self::Manhattan => manhattan::cost(goal, tile, cell),
        }
    }
}

/// An estimate as a search uses it: followed move by move, on packed states.
pub(crate) trait Estimator<S> {
    /// The estimate after the tile slid from one cell to another, given the estimate before and the state after.
    fn after(&self, before: u32, next: &S, tile: usize, from: usize, to: usize) -> u32;
}
