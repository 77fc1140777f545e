//! Why something that takes long ended early.

/// Which of the [`Limits`](crate::Limits) ended a search, a census or the making of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StopReason {
    /// It ran for [`Limits::time`](crate::Limits::time).
    #[error("the time limit was reached")]
    Time,
    /// It generated [`Limits::nodes`](crate::Limits::nodes) nodes, or some thousands more.
    #[error("the node limit was reached")]
    Nodes,
    /// The next step would have taken more than [`Limits::memory`](crate::Limits::memory) bytes.
    #[error("the memory limit was reached")]
    Memory,
    /// Every solution is proven to need [`Limits::at_least`](crate::Limits::at_least) moves.
    #[error("as much was proven as was asked for")]
    Bound,
    /// The flag [`Limits::stop`](crate::Limits::stop) was raised.
    #[error("it was interrupted")]
    Cancelled,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_an_error() {
        let error: Box<dyn std::error::Error + Send + Sync> = StopReason::Time.into();
        assert_eq!(error.to_string(), "the time limit was reached");
    }
}
