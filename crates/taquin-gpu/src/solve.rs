//! IDA* on one board.

use crate::GpuBoard;
use crate::Poll;
use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::driver::Engine;
use crate::driver::layout::Instance;
use bytemuck::Zeroable;
use std::path::Path;
use std::time::{Duration, Instant};
use taquin::StopReason;
use taquin::gpu::{GpuError, GpuRun};
use taquin::{Iteration, Progress, Stats};

/// The minimum time between two checkpoints.
const MIN_CHECKPOINT_INTERVAL: Duration = Duration::from_secs(5);

/// The time between two checkpoints is at least this many times the time to write one.
const CHECKPOINT_COST_FACTOR: u32 = 20;

/// Searches with increasing bounds until it finds a solution or `poll` stops it.
pub(crate) fn solve(
    engine: &mut Engine,
    task: &GpuBoard,
    checkpoint: Option<&Path>,
    poll: &mut Poll<'_>,
) -> Result<GpuRun, GpuError> {
    let (roots, first) = engine.roots(std::slice::from_ref(task))?;
    let bound = first[0].bound;
    let fresh = Checkpoint::new(task, engine.fingerprint, bound, roots.clone());
    let mut saved = match checkpoint {
        Some(path) => resume(path, task, engine.fingerprint)?.unwrap_or(fresh),
        None => fresh,
    };
    if bound == 0 {
        let end = Ok(engine.blank_cells(task, &[], 0));
        return Ok(GpuRun { blank_path: end, lower_bound: 0, stats: Stats::default() });
    }
    if let Some(path) = checkpoint {
        // Reports a missing or read-only directory now and not after hours of search.
        saved.write(path)?;
    }
    let mut last = Instant::now();
    let mut interval = MIN_CHECKPOINT_INTERVAL;
    let end = loop {
        // Polled before each iteration too, so that one that is not needed does not start.
        if let Err(reason) = poll(&progress(&saved, saved.items.len())) {
            if let Some(path) = checkpoint {
                saved.write(path)?;
            }
            return Ok(stopped(&saved, reason));
        }
        let instance = Instance { bound: saved.bound, ..Instance::zeroed() };
        let mut search = engine.start(&saved.items, &[instance])?;
        search.nodes = saved.nodes;
        let mut result = instance;
        while !search.is_finished() {
            search.run_slice()?;
            saved.nodes = search.nodes;
            result = search.instances()?[0];
            if result.found > 0 {
                break;
            }
            let reason = poll(&progress(&saved, search.waiting())).err();
            if let Some(path) = checkpoint.filter(|_| reason.is_some() || last.elapsed() >= interval) {
                let start = Instant::now();
                saved.items = search.items()?;
                let written = saved.write(path);
                saved.items.clear();
                // A failed write is retried after the interval; only the last one must succeed.
                if reason.is_some() {
                    written?;
                }
                interval = MIN_CHECKPOINT_INTERVAL.max(start.elapsed() * CHECKPOINT_COST_FACTOR);
                last = Instant::now();
            }
            if let Some(reason) = reason {
                return Ok(stopped(&saved, reason));
            }
        }
        if result.found > 0 {
            break engine.blank_cells(task, &result.path, result.found - 1);
        }
        saved.start_next_iteration(roots.clone());
    };
    if let Some(path) = checkpoint {
        Checkpoint::remove(path)?;
    }
    Ok(GpuRun { blank_path: Ok(end), lower_bound: saved.bound, stats: stats(&saved) })
}

fn resume(path: &Path, task: &GpuBoard, fingerprint: u32) -> Result<Option<Checkpoint>, CheckpointError> {
    let saved = Checkpoint::read(path)?;
    if let Some(saved) = &saved {
        saved.check(path, task, fingerprint)?;
    }
    Ok(saved)
}

fn stopped(saved: &Checkpoint, reason: StopReason) -> GpuRun {
    GpuRun { blank_path: Err(reason), lower_bound: saved.bound, stats: stats(saved) }
}

fn progress(saved: &Checkpoint, queue: usize) -> Progress {
    let mut progress = Progress::new(saved.total_nodes(), saved.bound);
    progress.queue = queue;
    progress
}

fn stats(saved: &Checkpoint) -> Stats {
    let iterations = saved.iterations.iter().copied().chain([(saved.bound, saved.nodes)]);
    let mut stats = Stats::default();
    stats.generated = saved.total_nodes();
    stats.iterations = iterations.map(|(bound, generated)| Iteration { bound, generated }).collect();
    stats
}
