//! IDA* of many boards at once.
//!
//! All boards of a round are searched together, each with its own bound; those that have no solution within it are in the
//! next round, with two moves more. A board that has been solved takes no more of anybody's time.

use crate::layout::{Instance, Item};
use crate::search::{Engine, cells};
use crate::solve::{blank_of, pack};
use crate::{Gpu, Unfinished};
use taquin::accelerator::Task;
use taquin::search::Progress;
use taquin::{Size, StopReason};

impl Gpu {
    /// How many boards it takes at a time.
    pub const AT_A_TIME: usize = 1 << 18;

    /// Solves boards that can be solved, all of one kind, at most [`AT_A_TIME`](Self::AT_A_TIME) of them. Returns for each the
    /// cells of the blank on a shortest way to the goal, and how many nodes that took in all.
    pub fn solve_all(
        &self,
        kind: (Size, usize),
        tasks: &[Task],
        go_on: &mut dyn FnMut(&Progress) -> Result<(), StopReason>,
    ) -> Result<(Vec<Vec<u8>>, u64), Unfinished> {
        self.with_engine(kind, go_on, |engine, go_on| {
            let (instances, nodes) = search(engine, tasks, go_on)?;
            let solved = |(task, instance): (&Task, Instance)| {
                cells(&engine.grid, blank_of(task), &instance.path, instance.found.saturating_sub(1))
            };
            Ok((tasks.iter().zip(instances).map(solved).collect(), nodes))
        })
    }
}

fn search(
    engine: &Engine,
    tasks: &[Task],
    go_on: &mut dyn FnMut(&Progress) -> Result<(), StopReason>,
) -> Result<(Vec<Instance>, u64), Unfinished> {
    let boards: Vec<[u8; 32]> = tasks.iter().map(|task| pack(&task.tiles)).collect();
    let (roots, mut instances) = engine.roots(&boards)?;
    for instance in instances.iter_mut().filter(|instance| instance.bound == 0) {
        instance.found = 1;
    }
    let mut nodes = 0;
    loop {
        let open = |item: &&Item| instances[item.instance as usize].found == 0;
        let items: Vec<Item> = roots.iter().filter(open).copied().collect();
        if items.is_empty() {
            return Ok((instances, nodes));
        }
        let mut search = engine.start(&items, &instances)?;
        while !search.is_over() {
            search.slice()?;
            let progress = Progress { generated: nodes + search.nodes, ..Progress::default() };
            go_on(&progress).map_err(Unfinished::Stopped)?;
        }
        nodes += search.nodes;
        instances = search.instances()?;
        for instance in instances.iter_mut().filter(|instance| instance.found == 0) {
            instance.bound += 2;
        }
    }
}
