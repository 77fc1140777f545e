//! The search algorithms, one file or folder each. [`common`] has the data structures that they share.
//!
//! They are generic over packed states and heuristics, accept only valid, solvable boards, and are not public:
//! [`Solver`](crate::Solver) picks one and verifies its solution.

pub(crate) mod a_star;
pub(crate) mod bidirectional;
pub(crate) mod breadth_first;
pub(crate) mod common;
pub(crate) mod depth_first;
pub(crate) mod ida_star;
pub(crate) mod iowa;
pub(crate) mod iterative_deepening;
mod meter;
pub(crate) mod princeton;
mod problem;
#[cfg(test)]
pub(crate) mod test_support;

pub use ida_star::AllSolutions;
pub(crate) use ida_star::SolutionNode;
pub(crate) use meter::Meter;
pub(crate) use problem::{Child, End, Problem, Run};
