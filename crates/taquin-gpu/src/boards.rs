//! Boards of the library on the GPU of this process.

use crate::{Gpu, GpuBoard, SolveError};
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};
use taquin::gpu::{GpuBackend, GpuError, GpuRun};
use taquin::pdb::PdbCache;
use taquin::{Board, CancelToken, Goal, Move, Progress, Size, StopReason, verify};
use taquin_pdb::Frame;

/// The moves for each board, and the total number of nodes.
pub type BatchSolutions = (Vec<Vec<Move>>, u64);

impl Gpu {
    /// Opens the first GPU, once per process.
    pub fn shared() -> Result<Arc<Self>, GpuError> {
        static GPU: OnceLock<Result<Arc<Gpu>, GpuError>> = OnceLock::new();
        GPU.get_or_init(|| Self::open().map(Arc::new)).clone()
    }

    /// Rejects goals that GPU search does not support.
    pub fn check_goal(goal: &Goal) -> Result<(), GpuError> {
        if Frame::new(goal).is_some_and(|frame| Self::supports_frame(&frame)) {
            return Ok(());
        }
        let size = goal.size();
        let has_right_size = size.rows() == size.cols() && (4..=5).contains(&size.rows());
        let fault = if has_right_size {
            "the blank of this goal is not in a corner".to_owned()
        } else {
            format!("this board is {size}")
        };
        Err(GpuError(format!(
            "GPU search supports 4x4 and 5x5 boards whose goal has the blank in a corner; {fault}"
        )))
    }

    /// Solves solvable boards together and verifies the solutions. Returns `None` if cancelled.
    pub fn solve_boards(
        &self,
        goal: &Goal,
        boards: &[&Board],
        cancel: &CancelToken,
    ) -> Result<Option<BatchSolutions>, GpuError> {
        Self::check_goal(goal)?;
        let frame = Frame::new(goal)
            .ok_or_else(|| GpuError("GPU search supports boards of up to 25 cells".to_owned()))?;
        let gpu_boards: Vec<GpuBoard> = boards.par_iter().map(|board| GpuBoard::new(&frame, board)).collect();
        let mut poll = |_: &Progress| if cancel.is_cancelled() { Err(StopReason::Cancelled) } else { Ok(()) };
        let (found, nodes) = match self.solve_all((frame.size(), frame.blank()), &gpu_boards, &mut poll) {
            Ok(found) => found,
            Err(SolveError::Stopped(_)) => return Ok(None),
            Err(SolveError::Failed(error)) => return Err(error),
        };
        let verified = |(path, board): (&Vec<u8>, &&Board)| {
            let moves = frame.moves_from_blank_path(path);
            verify(board, goal, &moves).map(|()| moves).map_err(|error| GpuError(error.to_string()))
        };
        let moves: Result<Vec<Vec<Move>>, GpuError> = found.par_iter().zip(boards).map(verified).collect();
        Ok(Some((moves?, nodes)))
    }
}

/// The [shared](Gpu::shared) GPU, opened when the first board needs it, for boards that it solves faster than the CPU.
#[derive(Debug)]
pub struct LazyGpu;

/// Returns whether a GPU solves a single board of this size faster than the CPU.
fn is_faster_on_gpu(size: Size) -> bool {
    (17..=PdbCache::MAX_CELLS).contains(&size.cells())
}

impl LazyGpu {
    /// Returns true if boards of any of these sizes are searched on the GPU.
    pub fn is_used_for(mut sizes: impl Iterator<Item = Size>) -> bool {
        sizes.any(is_faster_on_gpu) && Gpu::shared().is_ok()
    }
}

impl GpuBackend for LazyGpu {
    fn name(&self) -> String {
        Gpu::shared().map_or_else(|error| error.to_string(), |gpu| gpu.name().to_owned())
    }

    fn supports(&self, frame: &Frame) -> bool {
        is_faster_on_gpu(frame.size()) && Gpu::supports_frame(frame) && Gpu::shared().is_ok()
    }

    fn solve(
        &self,
        frame: &Frame,
        tiles: &[u8],
        poll: &mut dyn FnMut(Progress) -> Result<(), StopReason>,
    ) -> Result<GpuRun, GpuError> {
        Gpu::shared()?.solve(frame, tiles, poll)
    }
}
