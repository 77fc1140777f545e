//! All boards of a small size by their distance from a goal, in two independent implementations.
//!
//! [`enumeration`] is the ground truth of the tests: plain breadth-first search that relies on nothing but
//! the moves. [`census`] is the fast one, on bit arrays and all cores. The tests compare them.

mod census;
mod enumeration;

pub use census::{Census, CensusError, Level};
pub use enumeration::{StateSpace, boards_at_distance};
