//! GPU search: `--device`, opening the GPU, and batches of boards.

use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use taquin::gpu::{GpuBackend, GpuError, GpuRun};
use taquin::pdb::PdbCache;
use taquin::{Board, CancelToken, Goal, Move, Progress, Size, StopReason, verify};
use taquin_gpu::{Gpu, GpuBoard, SolveError};
use taquin_pdb::Frame;

/// Values of `--device`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeviceChoice {
    Auto,
    Gpu,
    Cpu,
}

/// Returns whether a GPU solves a single board of this size faster than the CPU.
fn is_faster_on_gpu(size: Size) -> bool {
    (17..=PdbCache::MAX_CELLS).contains(&size.cells())
}

impl DeviceChoice {
    pub(crate) const ALL: [Self; 3] = [Self::Auto, Self::Gpu, Self::Cpu];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Gpu => "gpu",
            Self::Cpu => "cpu",
        }
    }

    /// Returns whether boards of any of these sizes are searched on the GPU.
    pub(crate) fn uses_gpu(self, mut sizes: impl Iterator<Item = Size>) -> bool {
        match self {
            Self::Cpu => false,
            Self::Gpu => true,
            Self::Auto => sizes.any(is_faster_on_gpu) && open().is_ok(),
        }
    }

    /// Rejects goals that `--device gpu` does not support.
    pub(crate) fn check_goal(self, goal: &Goal) -> Result<(), String> {
        match self {
            Self::Gpu => check_goal(goal).map_err(|error| format!("--device gpu: {error}")),
            Self::Auto | Self::Cpu => Ok(()),
        }
    }

    /// Returns the GPU to search on, if any. A checkpoint requires one.
    pub(crate) fn backend(self, checkpoint: Option<PathBuf>) -> Result<Option<Arc<dyn GpuBackend>>, String> {
        match (self, checkpoint) {
            (Self::Cpu, Some(_)) => Err(format!("{CHECKPOINT_NEEDS_GPU}: remove --device cpu")),
            (_, Some(path)) => {
                let gpu = Gpu::open().map_err(|error| format!("{CHECKPOINT_NEEDS_GPU}: {error}"))?;
                Ok(Some(Arc::new(gpu.checkpoint(path))))
            }
            (Self::Cpu, None) => Ok(None),
            (Self::Gpu, None) => Ok(Some(require()?)),
            (Self::Auto, None) => Ok(Some(Arc::new(LazyGpu))),
        }
    }
}

const CHECKPOINT_NEEDS_GPU: &str = "--checkpoint requires an NVIDIA GPU";

/// Rejects goals that GPU search does not support.
pub(crate) fn check_goal(goal: &Goal) -> Result<(), String> {
    if Frame::new(goal).is_some_and(|frame| Gpu::supports_frame(&frame)) {
        return Ok(());
    }
    let size = goal.size();
    let has_right_size = size.rows() == size.cols() && (4..=5).contains(&size.rows());
    let fault = if has_right_size {
        "the blank of this goal is not in a corner".to_owned()
    } else {
        format!("this board is {size}")
    };
    Err(format!("GPU search supports 4x4 and 5x5 boards whose goal has the blank in a corner; {fault}"))
}

/// Opens the GPU, once per process.
pub(crate) fn open() -> Result<Arc<Gpu>, GpuError> {
    static GPU: OnceLock<Result<Arc<Gpu>, GpuError>> = OnceLock::new();
    GPU.get_or_init(|| Gpu::open().map(Arc::new)).clone()
}

/// Opens the GPU for `--device gpu`.
pub(crate) fn require() -> Result<Arc<Gpu>, String> {
    open().map_err(|error| format!("--device gpu: {error}. Remove the option to search on the CPU."))
}

/// The moves for each board, and the total number of nodes.
pub(crate) type BatchSolutions = (Vec<Vec<Move>>, u64);

/// Solves solvable boards together on a GPU and verifies the solutions. Returns `None` if cancelled.
pub(crate) fn solve_all(
    gpu: &Gpu,
    goal: &Goal,
    boards: &[&Board],
    cancel: &CancelToken,
) -> Result<Option<BatchSolutions>, String> {
    let frame = Frame::new(goal).ok_or("GPU search supports boards of up to 25 cells")?;
    let gpu_boards: Vec<GpuBoard> = boards.iter().map(|board| GpuBoard::new(&frame, board)).collect();
    let mut poll = |_: &Progress| if cancel.is_cancelled() { Err(StopReason::Cancelled) } else { Ok(()) };
    let (found, nodes) = match gpu.solve_all((frame.size(), frame.blank()), &gpu_boards, &mut poll) {
        Ok(found) => found,
        Err(SolveError::Stopped(_)) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let verified = |(path, board): (&Vec<u8>, &&Board)| {
        let moves = frame.moves_from_blank_path(path);
        verify(board, goal, &moves).map(|()| moves).map_err(|error| error.to_string())
    };
    let moves: Result<Vec<Vec<Move>>, String> = found.par_iter().zip(boards).map(verified).collect();
    Ok(Some((moves?, nodes)))
}

/// The GPU, opened when the first board needs it.
#[derive(Debug)]
struct LazyGpu;

impl GpuBackend for LazyGpu {
    fn name(&self) -> String {
        open().map_or_else(|error| error.to_string(), |gpu| gpu.name().to_owned())
    }

    fn supports(&self, frame: &Frame) -> bool {
        is_faster_on_gpu(frame.size()) && Gpu::supports_frame(frame) && open().is_ok()
    }

    fn solve(
        &self,
        frame: &Frame,
        tiles: &[u8],
        poll: &mut dyn FnMut(Progress) -> Result<(), StopReason>,
    ) -> Result<GpuRun, GpuError> {
        open()?.solve(frame, tiles, poll)
    }
}
