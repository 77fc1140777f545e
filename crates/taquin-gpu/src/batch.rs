//! IDA* on many boards at once.
//!
//! Each iteration searches all unsolved boards together, each to its own bound. Boards without a solution
//! within it enter the next iteration with their bound raised by two.

use crate::GpuBoard;
use crate::driver::Engine;
use crate::driver::layout::{Instance, Item};
use crate::{Gpu, Poll, SolveError};
use taquin::Progress;
use taquin::{Size, StopReason};

impl Gpu {
    /// The recommended number of boards of up to 16 cells per call of [`solve_all`](Self::solve_all).
    pub(crate) const BATCH_SIZE: usize = 1 << 18;

    /// Solves solvable boards, all of the same size and blank's home. Returns the cells of the blank along a
    /// shortest solution of each, and the total number of nodes generated.
    pub fn solve_all(
        &self,
        kind: (Size, usize),
        tasks: &[GpuBoard],
        poll: &mut dyn FnMut(&Progress) -> Result<(), StopReason>,
    ) -> Result<(Vec<Vec<u8>>, u64), SolveError> {
        self.with_engine(kind, poll, |engine, poll| {
            let (instances, nodes) = search(engine, tasks, poll)?;
            let solution = |(task, instance): (&GpuBoard, &Instance)| {
                engine.blank_cells(task, &instance.path, instance.found - 1)
            };
            Ok((tasks.iter().zip(&instances).map(solution).collect(), nodes))
        })
    }
}

fn search(
    engine: &mut Engine,
    tasks: &[GpuBoard],
    poll: &mut Poll<'_>,
) -> Result<(Vec<Instance>, u64), SolveError> {
    let (roots, mut instances) = engine.roots(tasks)?;
    for instance in instances.iter_mut().filter(|instance| instance.bound == 0) {
        instance.found = 1;
    }
    let mut nodes = 0;
    loop {
        let is_unsolved = |item: &&Item| instances[item.instance as usize].found == 0;
        let items: Vec<Item> = roots.iter().filter(is_unsolved).copied().collect();
        if items.is_empty() {
            return Ok((instances, nodes));
        }
        let mut search = engine.start(&items, &instances)?;
        while !search.is_finished() {
            search.run_slice()?;
            let progress = Progress::new(nodes + search.nodes, 0);
            poll(&progress).map_err(SolveError::Stopped)?;
        }
        nodes += search.nodes;
        instances = search.instances()?;
        for instance in instances.iter_mut().filter(|instance| instance.found == 0) {
            instance.bound += 2;
        }
    }
}
