//! What searches on pattern databases run on.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use taquin::accelerator::{Accelerator, Answer, DeviceError, Task};
use taquin::search::Progress;
use taquin::{Size, StopReason, Tables};
use taquin_gpu::Gpu;

/// What `--device` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeviceChoice {
    Auto,
    Gpu,
    Cpu,
}

/// The least cells of a board that a card solves sooner than the processor, single boards at a time.
const WORTH_A_CARD: usize = 17;

impl DeviceChoice {
    pub(crate) const ALL: [Self; 3] = [Self::Auto, Self::Gpu, Self::Cpu];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Gpu => "gpu",
            Self::Cpu => "cpu",
        }
    }

    /// Tables that are searched on this device.
    pub(crate) fn accelerate(self, tables: Tables, checkpoint: Option<PathBuf>) -> Result<Tables, String> {
        match self {
            Self::Cpu if checkpoint.is_some() => Err(NO_CHECKPOINT.to_owned()),
            Self::Cpu => Ok(tables),
            Self::Gpu => {
                let gpu = open()?;
                let gpu = if let Some(path) = checkpoint { gpu.checkpoint(path) } else { gpu };
                Ok(tables.accelerated(Arc::new(gpu)))
            }
            Self::Auto if checkpoint.is_some() => {
                Self::Gpu.accelerate(tables, checkpoint).map_err(|_| NO_CHECKPOINT.to_owned())
            }
            Self::Auto => Ok(tables.accelerated(Arc::new(IfThere::default()))),
        }
    }
}

const NO_CHECKPOINT: &str = "--checkpoint is for proofs on an NVIDIA card, and there is none to be used";

/// The card, or why there is none.
pub(crate) fn open() -> Result<Gpu, String> {
    Gpu::open().map_err(|error| format!("--device gpu: {error}. Leave it out to use the processor."))
}

/// A card if there is one, which is found out when a board is worth it.
#[derive(Debug, Default)]
struct IfThere(OnceLock<Option<Gpu>>);

impl IfThere {
    fn gpu(&self) -> Option<&Gpu> {
        self.0.get_or_init(|| Gpu::open().ok()).as_ref()
    }
}

impl Accelerator for IfThere {
    fn takes(&self, size: Size, blank: usize) -> bool {
        size.cells() >= WORTH_A_CARD && self.gpu().is_some_and(|gpu| gpu.takes(size, blank))
    }

    fn solve(
        &self,
        task: &Task,
        go_on: &mut dyn FnMut(&Progress) -> Result<(), StopReason>,
    ) -> Result<Answer, DeviceError> {
        match self.gpu() {
            Some(gpu) => gpu.solve(task, go_on),
            None => Err(DeviceError("there is no card".to_owned())),
        }
    }
}
