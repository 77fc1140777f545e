//! The rules of which options go together. All front ends show the same messages.

use super::{Optimality, Solver};
use crate::algorithm::Algorithm;
use taquin_core::{Limits, Metric};

/// Options of a [`Solver`] that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The algorithm uses no heuristic.
    #[error("the algorithm {0} takes no heuristic: remove one of the two options")]
    NoHeuristic(Algorithm),
    /// The algorithm generates moves in its own order, and to any depth.
    #[error(
        "an order of moves or a depth limit is for the algorithms bfs, dfs, ids and ucs, not {0}: remove it"
    )]
    NotUninformed(Algorithm),
    /// An anytime search selects its own algorithms.
    #[error(
        "the best solution within a time is found by several searches, and not by {0} alone: remove the time, or the \
         options that select {0}"
    )]
    NotAnytime(Algorithm),
    /// The algorithm uses no pattern databases.
    #[error("a partition requires IDA* with pattern databases, not {0}: remove it")]
    NoPartition(Algorithm),
    /// The algorithm, or its heuristic, counts single-tile moves.
    #[error(
        "{0} counts single-tile moves: with the metric multi, leave out the heuristic and choose the algorithm auto or ida"
    )]
    SingleTileOnly(String),
}

impl Solver {
    /// Checks that the options go together, before there is a board.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check_options(&self) -> Result<(), OptionError> {
        let Self { algorithm, heuristic, .. } = *self;
        if heuristic.is_some() && !algorithm.uses_heuristic() {
            return Err(OptionError::NoHeuristic(algorithm));
        }
        let Limits { depth, .. } = self.limits;
        if !algorithm.is_uninformed() && (self.order.is_some() || depth.is_some()) {
            return Err(OptionError::NotUninformed(algorithm));
        }
        if algorithm != Algorithm::Auto && matches!(self.optimality, Optimality::Within(_)) {
            return Err(OptionError::NotAnytime(algorithm));
        }
        if self.pdbs.has_partition() && !self.searches_with_pdbs() {
            return Err(OptionError::NoPartition(algorithm));
        }
        if self.metric == Metric::Multi && !self.searches_with_pdbs() {
            let name = heuristic.map_or_else(|| algorithm.to_string(), |heuristic| heuristic.to_string());
            return Err(OptionError::SingleTileOnly(name));
        }
        Ok(())
    }
}
