//! GPU search for sliding-tile puzzles: 24-puzzles in seconds, and 15-puzzles by the million.
//!
//! [`Gpu`] runs IDA* on an NVIDIA GPU instead of the CPU when it is passed to
//! [`Solver::gpu`](taquin::Solver::gpu). It supports 4×4 and 5×5 boards whose goal has the
//! blank in a corner. The pattern databases are built on the GPU in seconds, as large as its memory allows
//! ([`partitions`]), and stay there. Only checkpoints of long searches are written to disk.
//!
//! | module | contents |
//! |---|---|
//! | [`driver`] | device memory, pattern databases and the search kernels; CUDA, or in tests the CPU |
//! | [`partitions`] | the partitions, by board size and device memory |
//! | [`solve`] | IDA* on one board |
//! | [`batch`] | IDA* on many boards at once |
//! | [`boards`], [`gpu_mode`] | the GPU that a process shares, and when it is used |
//! | [`checkpoint`] | a search saved to disk, to resume after a crash |
//!
//! The kernels are in `kernels/`: `arithmetic.h` has the lookups in pattern databases, `kernels.cu` the
//! kernels themselves. The program contains them as PTX, which the `compile` script generates.

mod batch;
mod boards;
mod checkpoint;
mod driver;
mod gpu_mode;
mod partitions;
mod solve;
#[cfg(test)]
mod tests;

/// Entry points of the fuzz targets.
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing {
    pub use crate::checkpoint::fuzz_checkpoint as read_checkpoint;
}

pub use boards::LazyGpu;
pub use checkpoint::CheckpointError;
pub use gpu_mode::GpuMode;

use checkpoint::Checkpoint;
use driver::{Driver, Engine, PatternDatabase, PdbIndex, SliceConfig};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use taquin::gpu::{GpuBackend, GpuBatch, GpuError, GpuRun};
use taquin::{Board, Limits, PROVABLE_CELLS, Progress, Size, Stats, StopReason};
use taquin_core::Budget;
use taquin_pdb::{Frame, Pattern, build_pattern};

/// An NVIDIA GPU that solves boards. It runs one search at a time; other threads wait for their turn.
#[derive(Debug)]
pub struct Gpu {
    driver: Driver,
    name: String,
    slices: SliceConfig,
    checkpoint: Option<PathBuf>,
    engine: Mutex<CachedEngine>,
}

/// A board as the kernels see it: the canonical board of a [`Frame`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GpuBoard {
    size: Size,
    blank: usize,
    tiles: Vec<u8>,
}

impl GpuBoard {
    /// Creates the canonical board.
    pub fn new(frame: &Frame, board: &Board) -> Self {
        Self { size: frame.size(), blank: frame.blank(), tiles: frame.canonical_board(board) }
    }
}

/// The engine that was used last, with the size and the blank's home that it is for. There is memory for only
/// one.
type CachedEngine = Option<((Size, usize), Engine)>;

/// A function that is called between launches and returns an error to stop the search.
type Poll<'a> = dyn FnMut(&Progress) -> Result<(), StopReason> + 'a;

/// The reason why a search or a construction did not finish.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The caller stopped it.
    #[error("{0}")]
    Stopped(StopReason),
    /// The GPU failed.
    #[error(transparent)]
    Failed(#[from] GpuError),
}

impl Gpu {
    /// Opens the first GPU.
    pub fn open() -> Result<Self, GpuError> {
        Ok(Self::with_driver(Driver::open_cuda()?))
    }

    fn with_driver(driver: Driver) -> Self {
        let name = driver.name();
        Self { driver, name, slices: SliceConfig::default(), checkpoint: None, engine: Mutex::default() }
    }

    /// Sets a file to save the search of a single board to every few seconds, and to resume it from if it
    /// exists. The file is removed when the board is solved.
    #[must_use]
    pub fn checkpoint(self, path: PathBuf) -> Self {
        Self { checkpoint: Some(path), ..self }
    }

    /// Returns true if GPUs solve the boards of a frame.
    pub fn supports_frame(frame: &Frame) -> bool {
        Self::supports_kind((frame.size(), frame.blank()))
    }

    fn supports_kind((size, blank): (Size, usize)) -> bool {
        blank == 0 && partitions::supports(size)
    }

    /// Returns the model of the GPU and the CUDA version of its driver.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of nodes that were generated before a checkpoint was written, or `None` if it does
    /// not exist.
    pub fn read_checkpoint_progress(path: &Path, task: &GpuBoard) -> Result<Option<u64>, CheckpointError> {
        let Some(saved) = Checkpoint::read(path)? else { return Ok(None) };
        saved.check_board(path, task)?;
        Ok(Some(saved.total_nodes()))
    }

    /// Builds the pattern databases of some patterns on the GPU and compares them with the CPU's. Returns the
    /// number of bits compared.
    pub fn check_pattern_databases(&self, size: Size, patterns: &[Vec<u8>]) -> Result<u64, GpuError> {
        let mut compared = 0;
        for homes in patterns {
            let index = Arc::new(PdbIndex::new(&self.driver, size, homes.len())?);
            let built = PatternDatabase::build(&self.driver, &index, 0, homes, &mut |_| Ok(()));
            let words = built.map_err(|error| GpuError(error.to_string()))?.words()?;
            let pattern = Pattern::new(size, 0, homes.clone());
            let expected = build_pattern(&pattern, &Budget::new(&Limits::default()), &mut |_| ());
            let expected = expected.map_err(|reason| GpuError(reason.to_string()))?;
            let expected = expected.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]);
            if !expected.eq(words.iter().copied()) {
                return Err(GpuError(format!("the pattern database of {homes:?} differs from the CPU's")));
            }
            compared += 32 * words.len() as u64;
        }
        Ok(compared)
    }

    /// Calls `work` with the engine for a size and blank's home, which is built first if another one is
    /// cached.
    fn with_engine<R>(
        &self,
        kind: (Size, usize),
        poll: &mut Poll<'_>,
        work: impl FnOnce(&mut Engine, &mut Poll<'_>) -> Result<R, SolveError>,
    ) -> Result<R, SolveError> {
        let mut cached = self.lock_engine(poll)?;
        if cached.as_ref().is_none_or(|(known, _)| *known != kind) && !Self::supports_kind(kind) {
            let (size, blank) = kind;
            let error = format!("the GPU does not support {size} with the blank's home at cell {blank}");
            return Err(GpuError(error).into());
        }
        let engine = match cached.take() {
            Some((known, engine)) if known == kind => engine,
            other => {
                drop(other);
                self.build_engine(kind, poll)?
            }
        };
        let (_, engine) = cached.insert((kind, engine));
        work(engine, poll)
    }

    fn build_engine(&self, (size, blank): (Size, usize), poll: &mut Poll<'_>) -> Result<Engine, SolveError> {
        let free = self.driver.free_memory()?;
        let partitions = partitions::partitions(size, free).ok_or_else(|| {
            let free = free >> 20;
            GpuError(format!("no pattern databases for {size} fit into {free} MiB of free GPU memory"))
        })?;
        Engine::new(&self.driver, size, blank, &partitions, self.slices, poll)
    }

    /// Waits until no other thread uses the GPU.
    fn lock_engine(&self, poll: &mut Poll<'_>) -> Result<MutexGuard<'_, CachedEngine>, SolveError> {
        loop {
            match self.engine.try_lock() {
                Ok(cached) => return Ok(cached),
                // A panic leaves no engine half built: it is cached when it is complete.
                Err(TryLockError::Poisoned(cached)) => return Ok(cached.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    poll(&Progress::default()).map_err(SolveError::Stopped)?;
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }
}

impl GpuBackend for Gpu {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn supports(&self, frame: &Frame, _boards: usize) -> bool {
        Self::supports_frame(frame)
    }

    fn solve(
        &self,
        frame: &Frame,
        tiles: &[u8],
        poll: &mut dyn FnMut(Progress) -> Result<(), StopReason>,
    ) -> Result<GpuRun, GpuError> {
        let board = GpuBoard { size: frame.size(), blank: frame.blank(), tiles: tiles.to_vec() };
        let mut poll = |progress: &Progress| poll(*progress);
        let run = self.with_engine((board.size, board.blank), &mut poll, |engine, poll| {
            Ok(solve::solve(engine, &board, self.checkpoint.as_deref(), poll)?)
        });
        match run {
            Ok(run) => Ok(run),
            Err(SolveError::Stopped(reason)) => {
                Ok(GpuRun { blank_path: Err(reason), lower_bound: 0, stats: Stats::default() })
            }
            Err(SolveError::Failed(error)) => Err(error),
        }
    }

    fn batch_size(&self, frame: &Frame) -> usize {
        // Larger boards take seconds each: results should keep coming.
        if frame.size().cells() > PROVABLE_CELLS { 64 } else { Self::BATCH_SIZE }
    }

    fn solve_many(
        &self,
        frame: &Frame,
        boards: &[Vec<u8>],
        poll: &mut dyn FnMut(Progress) -> Result<(), StopReason>,
    ) -> Result<GpuBatch, GpuError> {
        let kind = (frame.size(), frame.blank());
        let task = |tiles: &Vec<u8>| GpuBoard { size: kind.0, blank: kind.1, tiles: tiles.clone() };
        let tasks: Vec<GpuBoard> = boards.iter().map(task).collect();
        match self.solve_all(kind, &tasks, &mut |progress| poll(*progress)) {
            Ok((paths, nodes)) => Ok(GpuBatch { blank_paths: Ok(paths), nodes }),
            Err(SolveError::Stopped(reason)) => Ok(GpuBatch { blank_paths: Err(reason), nodes: 0 }),
            Err(SolveError::Failed(error)) => Err(error),
        }
    }
}
