//! One iteration of IDA*, split into subtrees that several threads search.

use super::pdb_search::{BATCH, IterationLimits, PdbNode, PdbSearch, Scratch, progress};
use crate::search::Meter;
use crate::stats::Stats;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use taquin_core::StopReason;
use taquin_pdb::{BitExtract, Lookup};

/// The minimum number of subtrees per thread, so that all threads finish at about the same time.
const SUBTREES_PER_THREAD: usize = 512;

impl<L: Lookup> PdbSearch<L> {
    /// Searches below a node with several threads. Which one of several solutions is found depends on their
    /// timing, but its length does not. An iteration without a solution has the same nodes with any number of
    /// threads.
    pub(super) fn search_parallel<B: BitExtract>(
        &self,
        bits: B,
        limits: IterationLimits,
        root: PdbNode<L::Packed>,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<PdbNode<L::Packed>>, StopReason> {
        // Breadth-first, until there are enough subtrees.
        let pdbs = self.pdb_bits();
        let mut scratch = Scratch::default();
        let mut subtrees = vec![root];
        while (1..SUBTREES_PER_THREAD * threads).contains(&subtrees.len()) {
            let mut next = Vec::with_capacity(2 * subtrees.len());
            for parents in subtrees.chunks(BATCH) {
                self.expand(bits, pdbs, limits.bound, parents, &mut scratch, &mut next, stats);
            }
            subtrees = next;
            if scratch.goals.len() >= limits.max_solutions {
                return Ok(scratch.goals);
            }
        }
        let next_subtree = AtomicUsize::new(0);
        let is_over = AtomicBool::new(false);
        let generated_by_helpers = AtomicU64::new(0);
        let work = |stats: &mut Stats, poll: &mut dyn FnMut(&Stats) -> Result<(), StopReason>| {
            let mut stack = Vec::with_capacity(1024);
            let mut scratch = Scratch::default();
            while let Some(&node) = subtrees.get(next_subtree.fetch_add(1, Ordering::Relaxed)) {
                stack.clear();
                stack.push(node);
                let searched = bits.run(
                    #[inline(always)]
                    || self.search_stack(bits, limits, &mut stack, &mut scratch, stats, &mut *poll),
                );
                if searched.is_err() || scratch.goals.len() >= limits.max_solutions {
                    is_over.store(true, Ordering::Relaxed);
                    break;
                }
            }
            scratch.goals
        };
        let check_over = || if is_over.load(Ordering::Relaxed) { Err(StopReason::Cancelled) } else { Ok(()) };
        let help = || {
            let mut stats = Stats::default();
            let mut reported = 0;
            let goals = work(&mut stats, &mut |stats| {
                generated_by_helpers.fetch_add(stats.generated - reported, Ordering::Relaxed);
                reported = stats.generated;
                check_over()
            });
            (goals, stats)
        };
        std::thread::scope(|scope| {
            // If the system refuses a thread, the others do its work.
            let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, help).ok();
            let helpers: Vec<_> = (1..threads).map_while(spawn).collect();
            let mut stopped = Ok(());
            let found = work(stats, &mut |stats| {
                check_over()?;
                let generated = stats.generated + generated_by_helpers.load(Ordering::Relaxed);
                stopped = meter.tick(BATCH, L::MAX_CELLS, || {
                    let started = next_subtree.load(Ordering::Relaxed).min(subtrees.len());
                    let thousandths = started * 1000 / subtrees.len().max(1);
                    progress(generated, limits.bound, Some(thousandths as u32))
                });
                stopped
            });
            while helpers.iter().any(|helper| !helper.is_finished()) {
                if stopped.is_ok() {
                    stopped = meter.check();
                }
                if stopped.is_err() {
                    is_over.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_micros(200));
            }
            let mut goals = scratch.goals;
            goals.extend(found);
            for helper in helpers {
                let (others, helped) = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                stats.generated += helped.generated;
                stats.expanded += helped.expanded;
                goals.extend(others);
            }
            if goals.len() >= limits.max_solutions { Ok(goals) } else { stopped.map(|()| goals) }
        })
    }
}
