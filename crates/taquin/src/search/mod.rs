//! The search algorithms, one file or folder each. [`common`] has the data structures that they share.
//!
//! They are generic over packed states and heuristics, accept only valid, solvable boards, and are not public:
//! [`Solver`](crate::Solver) picks one and verifies its solution.

pub(crate) mod a_star;
pub(crate) mod bidirectional;
mod breadth_first;
pub(crate) mod common;
mod depth_first;
mod dispatch;
pub(crate) mod ida_star;
pub(crate) mod iowa;
mod iterative_deepening;
mod meter;
pub(crate) mod princeton;
mod problem;
#[cfg(test)]
pub(crate) mod test_support;

pub(crate) use dispatch::run;
pub use ida_star::AllSolutions;
pub(crate) use ida_star::SolutionNode;
pub(crate) use meter::Meter;
pub(crate) use problem::{Child, End, Problem, Run};
