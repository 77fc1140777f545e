//! Sliding-tile puzzles on a graphics card: 24-puzzles in seconds, and 15-puzzles by the million.
//!
//! [`Gpu`] is an [`Accelerator`]: handed to [`Tables::accelerated`](taquin::Tables::accelerated), it runs IDA* in place of
//! the processor on the boards that it takes, those of 5×5 and 4×4 with the blank's home in a corner. The pattern databases
//! are built on the card in seconds, the larger the more memory it has ([`catalogue`]), and stay there; only checkpoints of
//! long searches are written to the disk.
//!
//! | file | what |
//! |---|---|
//! | [`device`] | memory, copies and kernels: a card, or in tests this processor |
//! | [`layout`] | the structures that host and kernels share |
//! | [`catalogue`] | which partitions, for how much memory |
//! | [`tables`] | pattern databases, built on the device |
//! | [`search`] | depth-first search on the device, in slices |
//! | [`solve`] | IDA* of one board |
//! | [`batch`] | IDA* of many boards at once |
//! | [`checkpoint`] | a search on the disk, to go on with after a crash |
//!
//! The kernels are in `kernels/`: `arithmetic.h` has what they calculate and `kernels.cu` what they do. They travel as PTX,
//! which the `compile` script makes from them.

mod batch;
mod catalogue;
mod checkpoint;
mod device;
mod layout;
mod search;
mod solve;
mod tables;
#[cfg(test)]
mod tests;

pub use checkpoint::CheckpointError;

use device::Device;
use device::cuda::Cuda;
use search::{Engine, Slicing};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use taquin::accelerator::{Accelerator, Answer, DeviceError, Task, reference_table};
use taquin::search::Progress;
use taquin::{Size, StopReason};

/// A graphics card that solves boards. It does one thing at a time; others wait for their turn.
#[derive(Debug)]
pub struct Gpu {
    device: Arc<dyn Device>,
    name: String,
    slicing: Slicing,
    checkpoint: Option<PathBuf>,
    engine: Mutex<Built>,
}

/// The engine that was used last, for boards of a size with the blank's home at a cell. Another would be in its way.
type Built = Option<((Size, usize), Engine)>;

/// Why something was not finished.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unfinished {
    /// Somebody said so.
    #[error("{0}")]
    Stopped(StopReason),
    /// The device let us down.
    #[error(transparent)]
    Failed(#[from] DeviceError),
}

impl Gpu {
    /// The first card, or why there is none.
    pub fn open() -> Result<Self, DeviceError> {
        let card = Cuda::open()?;
        let name = card.name();
        Ok(Self::on(card, name))
    }

    fn on(device: Arc<dyn Device>, name: String) -> Self {
        Self { device, name, slicing: Slicing::default(), checkpoint: None, engine: Mutex::default() }
    }

    /// The same with a file that the search of one board is written to every few seconds, and that it goes on from if it is
    /// there. The file is removed when the board is solved.
    #[must_use]
    pub fn checkpoint(self, path: PathBuf) -> Self {
        Self { checkpoint: Some(path), ..self }
    }

    /// Whether a card takes boards of a size with the blank's home at a cell, as seen.
    pub fn takes_kind((size, blank): (Size, usize)) -> bool {
        blank == 0 && catalogue::has_some(size)
    }

    /// What the card calls itself, with the version of its driver.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The nodes that were made before a checkpoint of a board's search, if its file is there.
    pub fn look_at_checkpoint(path: &Path, task: &Task) -> Result<Option<u64>, CheckpointError> {
        match checkpoint::read(path)? {
            Some(saved) if !saved.is_of_board(task) => Err(CheckpointError::Foreign),
            saved => Ok(saved.map(|saved| saved.nodes_in_all())),
        }
    }

    /// Builds tables on the card and compares them with those that the processor builds; returns how many bits were compared.
    pub fn check_tables(&self, size: Size, parts: &[Vec<u8>]) -> Result<u64, DeviceError> {
        let grid = tables::grid(size, 0);
        let mut compared = 0;
        for homes in parts {
            let slabs = tables::Slabs::new(&self.device, size, homes.len())?;
            let built = tables::build(&self.device, &grid, &slabs, homes, &mut || Ok(()));
            let table = built.map_err(|why| DeviceError(why.to_string()))?;
            let bits = table.get(0, table.length())?;
            let expected = reference_table(size, 0, homes);
            let expected = expected.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]);
            if !expected.eq(bits.iter().copied()) {
                return Err(DeviceError(format!("the table of {homes:?} is not the processor's")));
            }
            compared += 32 * bits.len() as u64;
        }
        Ok(compared)
    }

    /// The engine for a kind of boards, which is built first if there is none yet.
    fn with_engine<R>(
        &self,
        (size, blank): (Size, usize),
        go_on: &mut dyn FnMut(&Progress) -> Result<(), StopReason>,
        work: impl FnOnce(&Engine, &mut dyn FnMut(&Progress) -> Result<(), StopReason>) -> Result<R, Unfinished>,
    ) -> Result<R, Unfinished> {
        let mut built = self.wait(go_on)?;
        let engine = match built.take() {
            Some((known, engine)) if known == (size, blank) => engine,
            other => {
                drop(other);
                let partitions = catalogue::partitions(size, self.device.free_memory()?)
                    .ok_or_else(|| DeviceError("the card has too little memory for tables".to_owned()))?;
                Engine::new(&self.device, size, blank, &partitions, self.slicing, &mut || {
                    go_on(&Progress::default())
                })?
            }
        };
        let (_, engine) = built.insert(((size, blank), engine));
        work(engine, go_on)
    }

    /// Waits until nobody else uses the card.
    fn wait(
        &self,
        go_on: &mut dyn FnMut(&Progress) -> Result<(), StopReason>,
    ) -> Result<MutexGuard<'_, Built>, Unfinished> {
        loop {
            match self.engine.try_lock() {
                Ok(built) => return Ok(built),
                // A panic leaves nothing half made: an engine is there or not.
                Err(TryLockError::Poisoned(built)) => return Ok(built.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    go_on(&Progress::default()).map_err(Unfinished::Stopped)?;
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }
}

impl Accelerator for Gpu {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn takes(&self, size: Size, blank: usize) -> bool {
        Self::takes_kind((size, blank))
    }

    fn solve(
        &self,
        task: &Task,
        go_on: &mut dyn FnMut(&Progress) -> Result<(), StopReason>,
    ) -> Result<Answer, DeviceError> {
        let kind = (task.size, task.blank);
        let answer = self.with_engine(kind, go_on, |engine, go_on| {
            Ok(solve::solve(engine, task, self.checkpoint.as_deref(), go_on)?)
        });
        match answer {
            Ok(answer) => Ok(answer),
            Err(Unfinished::Stopped(reason)) => Ok(solve::not_begun(reason)),
            Err(Unfinished::Failed(error)) => Err(error),
        }
    }
}
