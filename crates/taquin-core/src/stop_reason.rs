//! Reasons why an operation stops early.

/// The limit that stopped a search, a census or a build of pattern databases. See [`Limits`](crate::Limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum StopReason {
    /// The time limit was reached.
    #[error("the time limit was reached")]
    Time,
    /// The node limit was reached. It is checked every few thousand nodes.
    #[error("the node limit was reached")]
    Nodes,
    /// The next step would have exceeded the memory limit.
    #[error("the memory limit was reached")]
    Memory,
    /// The depth limit was reached: there is no solution within it.
    #[error("no solution within the depth limit")]
    Depth,
    /// The requested lower bound is proven.
    #[error("the requested bound is proven")]
    Bound,
    /// The cancel token was cancelled.
    #[error("interrupted")]
    Cancelled,
}
