//! When searches run on the GPU.

use crate::{Gpu, LazyGpu};
use std::sync::Arc;
use taquin::gpu::GpuError;
use taquin::{Goal, Size, Solver};

/// When searches with pattern databases run on the [shared](Gpu::shared) GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GpuMode {
    /// If there is one, and it is faster than the CPU.
    #[default]
    Auto,
    /// Always. A GPU that is missing or fails is an error.
    Always,
    /// Never.
    Never,
}

impl GpuMode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Always, Self::Never];

    /// Returns the name: `auto`, `always` or `never`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        }
    }

    /// Gives a solver the GPU.
    ///
    /// # Errors
    /// If there has to be one, and there is none.
    pub fn equip(self, solver: Solver) -> Result<Solver, GpuError> {
        Ok(match self {
            Self::Never => solver,
            Self::Auto => solver.gpu(Arc::new(LazyGpu)),
            Self::Always => solver.gpu(Gpu::shared()?).require_gpu(),
        })
    }

    /// Rejects goals that the GPU does not support, if it has to be used.
    pub fn check_goal(self, goal: &Goal) -> Result<(), GpuError> {
        if self == Self::Always { Gpu::check_goal(goal) } else { Ok(()) }
    }

    /// Returns true if boards of any of these sizes are searched on the GPU, one by one.
    pub fn uses_gpu(self, sizes: impl Iterator<Item = Size>) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::Auto => LazyGpu::is_used_for(sizes),
        }
    }
}

taquin_core::named!(GpuMode, "a mode of the GPU");
