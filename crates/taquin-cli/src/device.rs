//! What searches on pattern databases run on.

use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use taquin::accelerator::{Accelerator, Answer, DeviceError, Seen, Task};
use taquin::search::Progress;
use taquin::{Board, Goal, Move, Size, StopFlag, StopReason, Tables, verify};
use taquin_gpu::{BatchError, Gpu};

/// What `--device` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeviceChoice {
    Auto,
    Gpu,
    Cpu,
}

/// Whether a card solves single boards of a size sooner than the processor.
fn is_worth_a_card(size: Size) -> bool {
    (17..=Tables::MOST_CELLS).contains(&size.cells())
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

    /// Whether a card will be used for boards of some of these sizes.
    pub(crate) fn takes_any(self, mut sizes: impl Iterator<Item = Size>) -> bool {
        match self {
            Self::Cpu => false,
            Self::Gpu => true,
            Self::Auto => sizes.any(is_worth_a_card) && Gpu::open().is_ok(),
        }
    }

    /// Refuses boards that a card is insisted on for and that it does not take.
    pub(crate) fn check(self, goal: &Goal) -> Result<(), String> {
        let is_taken = || Seen::new(goal).is_some_and(|seen| Gpu::takes_kind(seen.kind()));
        if self != Self::Gpu || is_taken() {
            return Ok(());
        }
        Err(format!(
            "--device gpu is for boards of 4x4 and 5x5 whose goal has the blank in a corner, and this is {} with another goal or size",
            goal.size()
        ))
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
                Self::Gpu.accelerate(tables, checkpoint).map_err(|error| format!("{NO_CHECKPOINT} ({error})"))
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

/// The moves of each board, and the nodes in all.
pub(crate) type Found = (Vec<Vec<Move>>, u64);

/// Has a card solve boards that can be solved, and verifies what it found. None if the flag was raised.
pub(crate) fn solve_all(
    gpu: &Gpu,
    goal: &Goal,
    boards: &[&Board],
    stop: &StopFlag,
) -> Result<Option<Found>, String> {
    let seen = Seen::new(goal).ok_or("the boards are too large for a card")?;
    let tasks: Vec<Task> = boards.iter().map(|board| seen.task(board)).collect();
    let mut go_on = |_: &Progress| if stop.is_raised() { Err(StopReason::Cancelled) } else { Ok(()) };
    let (found, nodes) = match gpu.solve_all(seen.kind(), &tasks, &mut go_on) {
        Ok(found) => found,
        Err(BatchError::Stopped(_)) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let verified = |(cells, board): (&Vec<u8>, &&Board)| {
        let moves = seen.moves(cells);
        verify(board, goal, &moves).map(|()| moves).map_err(|error| error.to_string())
    };
    let moves: Result<Vec<Vec<Move>>, String> = found.par_iter().zip(boards).map(verified).collect();
    Ok(Some((moves?, nodes)))
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
    fn name(&self) -> String {
        self.gpu().map(Accelerator::name).unwrap_or_default()
    }

    fn takes(&self, size: Size, blank: usize) -> bool {
        is_worth_a_card(size) && Gpu::takes_kind((size, blank)) && self.gpu().is_some()
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
