//! GPU search: `--device`.

use std::path::PathBuf;
use std::sync::Arc;
use taquin::gpu::GpuBackend;
use taquin::{Goal, Size, Solver};
use taquin_gpu::{Gpu, LazyGpu};

/// Values of `--device`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeviceChoice {
    Auto,
    Gpu,
    Cpu,
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
    pub(crate) fn uses_gpu(self, sizes: impl Iterator<Item = Size>) -> bool {
        match self {
            Self::Cpu => false,
            Self::Gpu => true,
            Self::Auto => LazyGpu::is_used_for(sizes),
        }
    }

    /// Rejects goals that `--device gpu` does not support.
    pub(crate) fn check_goal(self, goal: &Goal) -> Result<(), String> {
        match self {
            Self::Gpu => Gpu::check_goal(goal).map_err(|error| format!("--device gpu: {error}")),
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

impl DeviceChoice {
    /// Gives a solver the GPU to search on, if any.
    pub(crate) fn equip(self, solver: Solver) -> Result<Solver, String> {
        Ok(match self {
            Self::Cpu => solver,
            Self::Auto => solver.gpu(Arc::new(LazyGpu)),
            Self::Gpu => solver.gpu(require()?).require_gpu(),
        })
    }
}

const CHECKPOINT_NEEDS_GPU: &str = "--checkpoint requires an NVIDIA GPU";

/// Opens the GPU for `--device gpu`.
pub(crate) fn require() -> Result<Arc<Gpu>, String> {
    Gpu::shared().map_err(|error| format!("--device gpu: {error}. Remove the option to search on the CPU."))
}
