//! Boards of the library on the GPU of this process.

use crate::Gpu;
use std::sync::{Arc, OnceLock};
use taquin::Engines;
use taquin::gpu::{GpuBackend, GpuBatch, GpuError, GpuRun};
use taquin::{Goal, PROVABLE_CELLS, Progress, Size, StopReason};
use taquin_pdb::Frame;

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
}

/// The [shared](Gpu::shared) GPU, opened when the first board needs it, for boards that it solves faster than the CPU.
#[derive(Debug)]
pub struct LazyGpu;

/// Returns whether a GPU solves a single board of this size faster than the CPU.
fn is_faster_on_gpu(size: Size) -> bool {
    (PROVABLE_CELLS + 1..=Engines::MAX_CELLS).contains(&size.cells())
}

impl LazyGpu {
    /// Returns true if boards of any of these sizes are searched on the GPU.
    pub(crate) fn is_used_for(mut sizes: impl Iterator<Item = Size>) -> bool {
        sizes.any(is_faster_on_gpu) && Gpu::shared().is_ok()
    }
}

impl GpuBackend for LazyGpu {
    fn name(&self) -> String {
        Gpu::shared().map_or_else(|error| error.to_string(), |gpu| gpu.name().to_owned())
    }

    fn supports(&self, frame: &Frame, boards: usize) -> bool {
        let is_faster = boards > 1 || is_faster_on_gpu(frame.size());
        is_faster && Gpu::supports_frame(frame) && Gpu::shared().is_ok()
    }

    fn solve(
        &self,
        frame: &Frame,
        tiles: &[u8],
        poll: &mut dyn FnMut(Progress) -> Result<(), StopReason>,
    ) -> Result<GpuRun, GpuError> {
        Gpu::shared()?.solve(frame, tiles, poll)
    }

    fn batch_size(&self, frame: &Frame) -> usize {
        Gpu::shared().map_or(1, |gpu| gpu.batch_size(frame))
    }

    fn solve_many(
        &self,
        frame: &Frame,
        boards: &[Vec<u8>],
        poll: &mut dyn FnMut(Progress) -> Result<(), StopReason>,
    ) -> Result<GpuBatch, GpuError> {
        Gpu::shared()?.solve_many(frame, boards, poll)
    }
}
