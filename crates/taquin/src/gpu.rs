//! The interface of a GPU that runs IDA* with pattern databases.
//!
//! The crate `taquin-gpu` implements it. [`Solver::gpu`](crate::Solver::gpu) takes any implementation; where the GPU fails, the
//! CPU takes over.

use crate::embedded;
use crate::progress::Progress;
use crate::stats::Stats;
use std::fmt;
use taquin_core::{Size, StopReason};
use taquin_pdb::{Frame, MovePruning};

/// A GPU that runs IDA* with pattern databases. Several threads may use it at the same time.
pub trait GpuBackend: Send + Sync + fmt::Debug {
    /// Returns the name of the GPU.
    fn name(&self) -> String;

    /// Returns true if this number of boards of a frame, searched together, is to be solved on it.
    fn supports(&self, frame: &Frame, boards: usize) -> bool;

    /// Runs IDA* until it has found a shortest solution, or `poll`, called several times per second, returns an error.
    ///
    /// `tiles` is the [canonical board](Frame::canonical_board).
    ///
    /// # Errors
    /// If the GPU fails.
    fn solve(
        &self,
        frame: &Frame,
        tiles: &[u8],
        poll: &mut dyn FnMut(Progress) -> Result<(), StopReason>,
    ) -> Result<GpuRun, GpuError>;

    /// Returns the number of boards of a frame that are best searched together.
    fn batch_size(&self, frame: &Frame) -> usize;

    /// Runs IDA* on many solvable [canonical boards](Frame::canonical_board) together, until it has found a shortest solution of
    /// each, or `poll` returns an error.
    ///
    /// # Errors
    /// If the GPU fails.
    fn solve_many(
        &self,
        frame: &Frame,
        boards: &[Vec<u8>],
        poll: &mut dyn FnMut(Progress) -> Result<(), StopReason>,
    ) -> Result<GpuBatch, GpuError>;
}

/// The result of the searches of many boards on a GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GpuBatch {
    /// The [path of the blank](GpuRun::blank_path) for each board, or the reason why the searches stopped.
    pub blank_paths: Result<Vec<Vec<u8>>, StopReason>,
    /// The number of nodes generated.
    pub nodes: u64,
}

/// The result of a search on a GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GpuRun {
    /// The path of the blank in a shortest solution, as cells of the frame from the first to its home; or the reason why
    /// the search stopped.
    pub blank_path: Result<Vec<u8>, StopReason>,
    /// The proven lower bound on the number of moves.
    pub lower_bound: u32,
    /// Nodes and iterations.
    pub stats: Stats,
}

/// A GPU failure, with its error message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GpuError(pub String);

/// Returns the move-pruning machine that the CPU uses for boards of a size.
pub fn move_pruning(size: Size) -> MovePruning {
    embedded::move_pruning(size)
}
