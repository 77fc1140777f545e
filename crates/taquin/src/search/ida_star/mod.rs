//! IDA* (Korf 1985): iterative deepening on f = g + h.
//!
//! Each iteration is a depth-first search that prunes nodes with f above the cost bound. If it finds no
//! solution, the next bound is the smallest f that exceeded this one. The first solution found is optimal,
//! because all smaller bounds were refuted before. Memory is linear in the depth.
//!
//! | search | heuristic | boards | pruned move sequences |
//! |---|---|---|---|
//! | [`pdb_search`] | pattern databases | up to 25 cells | up to 12 moves on 4×4 and 5×5, else 8 |
//! | [`manhattan`] | Manhattan distance | up to 16 cells | up to 6 moves |
//! | [`any_heuristic`] | any | all | up to 6 moves |
//!
//! All three prune moves with a finite-state machine ([`MovePruning`](taquin_pdb::MovePruning)). The last two prune
//! the same sequences for every heuristic, so their node counts are comparable; with pattern databases more
//! are pruned.
//!
//! [`parallel`] splits an iteration among threads, and [`all_solutions`] finds all shortest solutions.

mod all_solutions;
mod any_heuristic;
mod manhattan;
mod parallel;
mod pdb_search;
mod solution_graph;
mod substitution_index;

pub use solution_graph::AllSolutions;

pub(crate) use any_heuristic::search as search_any_heuristic;
pub(crate) use manhattan::ManhattanSearch;
pub(crate) use solution_graph::SolutionNode;

use super::{Meter, Run};
use crate::stats::Stats;
use pdb_search::PdbSearch;
use std::sync::Arc;
use taquin_core::{Board, StopReason};
use taquin_pdb::{Frame, LargeLookup, Lookup, Pdb, SmallLookup};

/// The length of the longest move sequences pruned by searches without pattern databases. The transition rows
/// of [`manhattan`] for longer ones do not fit the L1 cache.
const MAX_PRUNED_MOVES: usize = 6;

/// The search with pattern databases, compiled for the lookup that fits the board.
#[derive(Clone)]
pub(crate) enum AnyPdbSearch {
    Small(Arc<PdbSearch<SmallLookup>>),
    Large(Arc<PdbSearch<LargeLookup>>),
}

impl AnyPdbSearch {
    pub(crate) fn new(frame: &Frame, pdbs: Vec<Pdb>) -> Self {
        if frame.size().cells() <= SmallLookup::MAX_CELLS {
            Self::Small(Arc::new(PdbSearch::new(frame, pdbs)))
        } else {
            Self::Large(Arc::new(PdbSearch::new(frame, pdbs)))
        }
    }

    /// Finds a shortest solution of a solvable board, given a proven lower bound.
    pub(crate) fn solve(
        &self,
        frame: &Frame,
        board: &Board,
        lower_bound: u32,
        threads: usize,
        meter: &mut Meter<'_>,
    ) -> Run {
        match self {
            Self::Small(search) => search.solve(frame, board, lower_bound, threads, meter),
            Self::Large(search) => search.solve(frame, board, lower_bound, threads, meter),
        }
    }

    /// Returns the total length of the databases in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Small(search) => search.bytes(),
            Self::Large(search) => search.bytes(),
        }
    }

    /// Returns the heuristic value of a board.
    pub(crate) fn estimate(&self, frame: &Frame, board: &Board) -> u32 {
        match self {
            Self::Small(search) => search.node(&frame.canonical_board(board)).estimate(),
            Self::Large(search) => search.node(&frame.canonical_board(board)).estimate(),
        }
    }

    /// Finds all shortest solutions of a solvable board; or returns the limit reached and the proven lower bound.
    pub(crate) fn all_solutions(
        &self,
        frame: &Frame,
        board: &Board,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<AllSolutions, (StopReason, u32)> {
        match self {
            Self::Small(search) => search.all_solutions(frame, board, threads, stats, meter),
            Self::Large(search) => search.all_solutions(frame, board, threads, stats, meter),
        }
    }
}

#[cfg(test)]
mod tests;
