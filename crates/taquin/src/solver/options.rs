//! The rules of which options go together. All front ends show the same messages.

use super::{Optimality, Solver};
use crate::algorithm::Algorithm;
use crate::outcome::OptionError;
use taquin_core::Metric;

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
        if self.order.is_some() && !algorithm.is_uninformed() {
            return Err(OptionError::NoOrder(algorithm));
        }
        if self.limits.depth.is_some() && !algorithm.is_uninformed() {
            return Err(OptionError::NoDepthLimit(algorithm));
        }
        if algorithm != Algorithm::Auto && matches!(self.optimality, Optimality::Within(_)) {
            return Err(OptionError::NotAnytime(algorithm));
        }
        if self.engines.has_partition() && !self.searches_with_pdbs() {
            return Err(OptionError::NoPartition(algorithm));
        }
        if self.engines.has_partition() && self.requires_gpu {
            return Err(OptionError::PartitionOnGpu);
        }
        if self.metric == Metric::Multi && !self.searches_with_pdbs() {
            let name = heuristic.map_or_else(|| algorithm.to_string(), |heuristic| heuristic.to_string());
            return Err(OptionError::SingleTileOnly(name));
        }
        Ok(())
    }
}
