//! The messages about options that do not go together.

use crate::algorithm::Algorithm;

/// Options of a search that contradict each other, or a text that is not the value of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// A text is not the value of an option.
    #[error("{name}: {message}")]
    Invalid {
        /// The option.
        name: &'static str,
        /// The fault, and the values that would be right.
        message: String,
    },
    /// The algorithm uses no heuristic.
    #[error("the algorithm {0} takes no heuristic: remove one of the two options")]
    NoHeuristic(Algorithm),
    /// The algorithm takes no weight.
    #[error("a weight is for the algorithm astar, not {0}: remove one of the two options")]
    NoWeight(Algorithm),
    /// The algorithm generates moves in its own order.
    #[error(
        "an order of moves is for the algorithms bfs, dfs, ids and ucs, not {0}: remove it, or choose one of them"
    )]
    NoOrder(Algorithm),
    /// The algorithm searches to any depth.
    #[error(
        "a depth limit is for the algorithms bfs, dfs, ids and ucs, not {0}: remove it, or choose one of them"
    )]
    NoDepthLimit(Algorithm),
    /// The request takes searches of its own.
    #[error(
        "{what}: this takes searches of its own, not {algorithm} alone: remove it, or the options that select {algorithm}"
    )]
    OwnSearch {
        /// The result that is asked for.
        what: &'static str,
        /// The algorithm chosen.
        algorithm: Algorithm,
    },
    /// The algorithm uses no pattern databases.
    #[error("a partition requires IDA* with pattern databases, not {0}: remove it")]
    NoPartition(Algorithm),
    /// The algorithm is compared with pattern databases alone, which it does not use.
    #[error("the heuristic tables is for the algorithm ida only: add another for {0}, such as manhattan")]
    NoPatternDatabases(Algorithm),
    /// A GPU has databases of its own.
    #[error("a partition applies to the CPU: remove it, or search there")]
    PartitionOnGpu,
    /// The algorithm, its heuristic or the proof counts single-tile moves.
    #[error(
        "{0} counts single-tile moves: with the metric multi, leave it out, and choose the algorithm auto or ida"
    )]
    SingleTileOnly(String),
}
