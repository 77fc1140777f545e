//! What searches on pattern databases run on.

use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use taquin::accelerator::{Accelerator, Answer, DeviceError, Seen, Task};
use taquin::search::Progress;
use taquin::{Board, Goal, Move, Size, StopFlag, StopReason, Tables, verify};
use taquin_gpu::{Gpu, Unfinished};

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
            Self::Auto => sizes.any(is_worth_a_card) && card().is_ok(),
        }
    }

    /// Refuses boards that a card is insisted on for and that it does not take.
    pub(crate) fn check(self, goal: &Goal) -> Result<(), String> {
        if self == Self::Gpu { check(goal).map_err(|error| format!("--device gpu: {error}")) } else { Ok(()) }
    }

    /// Tables that are searched on this device. A file to write a proof to takes a card.
    pub(crate) fn accelerate(self, tables: Tables, checkpoint: Option<PathBuf>) -> Result<Tables, String> {
        match (self, checkpoint) {
            (Self::Cpu, Some(_)) => Err(format!("{NO_CHECKPOINT}: leave --device cpu out")),
            (_, Some(path)) => {
                let gpu = Gpu::open().map_err(|error| format!("{NO_CHECKPOINT}: {error}"))?;
                Ok(tables.accelerated(Arc::new(gpu.checkpoint(path))))
            }
            (Self::Cpu, None) => Ok(tables),
            (Self::Gpu, None) => Ok(tables.accelerated(insist()?)),
            (Self::Auto, None) => Ok(tables.accelerated(Arc::new(IfThere))),
        }
    }
}

const NO_CHECKPOINT: &str = "--checkpoint is for proofs on an NVIDIA card";

/// Refuses boards that no card takes.
pub(crate) fn check(goal: &Goal) -> Result<(), String> {
    if Seen::new(goal).is_some_and(|seen| Gpu::takes_kind(seen.kind())) {
        return Ok(());
    }
    let size = goal.size();
    let why =
        if is_square(size) { "this goal has it elsewhere".to_owned() } else { format!("this is {size}") };
    Err(format!("a card takes boards of 4x4 and 5x5 whose goal has the blank in a corner, and {why}"))
}

fn is_square(size: Size) -> bool {
    size.rows() == size.cols() && (4..=5).contains(&size.rows())
}

/// The card, which is opened once, or why there is none.
pub(crate) fn card() -> Result<Arc<Gpu>, DeviceError> {
    static CARD: OnceLock<Result<Arc<Gpu>, DeviceError>> = OnceLock::new();
    CARD.get_or_init(|| Gpu::open().map(Arc::new)).clone()
}

/// The card that was asked for, or what to do without.
pub(crate) fn insist() -> Result<Arc<Gpu>, String> {
    card().map_err(|error| format!("--device gpu: {error}. Leave it out to use the processor."))
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
        Err(Unfinished::Stopped(_)) => return Ok(None),
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
#[derive(Debug)]
struct IfThere;

impl Accelerator for IfThere {
    fn name(&self) -> String {
        card().map_or_else(|error| error.to_string(), |gpu| gpu.name().to_owned())
    }

    fn takes(&self, size: Size, blank: usize) -> bool {
        is_worth_a_card(size) && Gpu::takes_kind((size, blank)) && card().is_ok()
    }

    fn solve(
        &self,
        task: &Task,
        go_on: &mut dyn FnMut(&Progress) -> Result<(), StopReason>,
    ) -> Result<Answer, DeviceError> {
        card()?.solve(task, go_on)
    }
}
