//! IDA* of one board on the device.

use crate::checkpoint::{self, Saved};
use crate::layout::Instance;
use crate::search::{Engine, cells};
use bytemuck::Zeroable;
use std::path::Path;
use std::time::{Duration, Instant};
use taquin::StopReason;
use taquin::accelerator::{Answer, DeviceError, Task};
use taquin::search::{Iteration, Progress, Stats};

/// The least time between two checkpoints. They take a twentieth of the time at most.
const BETWEEN: Duration = Duration::from_secs(5);
const SHARE: u32 = 20;

/// An answer without a search.
pub(crate) fn not_begun(reason: StopReason) -> Answer {
    Answer { end: Err(reason), lower_bound: 0, stats: Stats::default() }
}

/// A board as the kernels take it.
pub(crate) fn pack(tiles: &[u8]) -> [u8; 32] {
    let mut board = [0; 32];
    board[..tiles.len()].copy_from_slice(tiles);
    board
}

/// The cell of the blank.
pub(crate) fn blank_of(task: &Task) -> u8 {
    task.tiles.iter().position(|&tile| usize::from(tile) == task.blank).unwrap_or(0) as u8
}

/// Searches with ever greater bounds.
pub(crate) fn solve(
    engine: &Engine,
    task: &Task,
    checkpoint: Option<&Path>,
    go_on: &mut dyn FnMut(&Progress) -> Result<(), StopReason>,
) -> Result<Answer, DeviceError> {
    let blank = blank_of(task);
    let (roots, first) = engine.roots(&[pack(&task.tiles)])?;
    let fault = |error: checkpoint::CheckpointError| DeviceError(error.to_string());
    let saved = match checkpoint {
        Some(path) => checkpoint::read(path).map_err(fault)?,
        None => None,
    };
    let mut saved = saved.map_or_else(
        || Ok(Saved::new(task, engine, first[0].bound, roots.clone())),
        |saved| {
            if saved.is_of(task, engine) {
                Ok(saved)
            } else {
                Err(fault(checkpoint::CheckpointError::Foreign))
            }
        },
    )?;
    let mut stats = Stats::default();
    if first[0].bound == 0 {
        return Ok(Answer { end: Ok(vec![blank]), lower_bound: 0, stats });
    }
    if let Some(path) = checkpoint {
        // A folder that is not there, or can't be written, is to be known now and not after days.
        checkpoint::write(path, &saved).map_err(fault)?;
    }
    let mut last = Instant::now();
    let mut pause = BETWEEN;
    let end = loop {
        // Asked before each iteration too, so that one that is not needed does not begin.
        if let Err(reason) = go_on(&progress(&saved, saved.items.len())) {
            if let Some(path) = checkpoint {
                checkpoint::write(path, &saved).map_err(fault)?;
            }
            note(&mut stats, &saved);
            return Ok(Answer { end: Err(reason), lower_bound: saved.bound, stats });
        }
        let instance = Instance { bound: saved.bound, ..Instance::zeroed() };
        let mut search = engine.start(&saved.items, &[instance])?;
        search.nodes = saved.nodes;
        let found = loop {
            if search.is_over() {
                break search.instances()?[0];
            }
            search.slice()?;
            saved.nodes = search.nodes;
            let found = search.instances()?[0];
            if found.found > 0 {
                break found;
            }
            let stopped = go_on(&progress(&saved, search.waiting())).err();
            if let Some(path) = checkpoint.filter(|_| stopped.is_some() || last.elapsed() >= pause) {
                let begun = Instant::now();
                saved.items = search.items()?;
                // One that can't be written now may be written next time; the last one must be.
                let written = checkpoint::write(path, &saved).map_err(fault);
                if stopped.is_some() {
                    written?;
                }
                saved.items.clear();
                pause = BETWEEN.max(begun.elapsed() * SHARE);
                last = Instant::now();
            }
            if let Some(reason) = stopped {
                note(&mut stats, &saved);
                return Ok(Answer { end: Err(reason), lower_bound: saved.bound, stats });
            }
        };
        if found.found > 0 {
            break cells(&engine.grid, blank, &found.path, found.found - 1);
        }
        saved.next_iteration(roots.clone());
    };
    if let Some(path) = checkpoint {
        checkpoint::remove(path).map_err(fault)?;
    }
    note(&mut stats, &saved);
    Ok(Answer { end: Ok(end), lower_bound: saved.bound, stats })
}

fn progress(saved: &Saved, queue: usize) -> Progress {
    Progress { generated: saved.nodes_in_all(), lower_bound: saved.bound, queue, ..Progress::default() }
}

/// Writes down what was done.
fn note(stats: &mut Stats, saved: &Saved) {
    stats.generated = saved.nodes_in_all();
    let all = saved.iterations.iter().copied().chain([(saved.bound, saved.nodes)]);
    stats.iterations = all.map(|(bound, generated)| Iteration { bound, generated }).collect();
}
