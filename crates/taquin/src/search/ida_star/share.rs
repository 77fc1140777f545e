//! One search in many subtrees, by one thread or several.

use super::{BATCH, Engine, Node, Scratch, Within, progress};
use crate::search::{Meter, Stats, StopReason};
use crate::table::{Bits, Lookup};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// How many subtrees there are for each thread, so that none waits long for the last.
const SUBTREES: usize = 512;

impl<L: Lookup> Engine<L> {
    /// Searches below some nodes with so many threads. Which of several solutions they find is a matter of luck, but not
    /// its length; and a search that finds none has the same nodes with any number of threads.
    pub(super) fn share<B: Bits>(
        &self,
        bits: B,
        within: Within,
        root: Node<L::Packed>,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Node<L::Packed>>, StopReason> {
        // Level by level, until there are enough subtrees for all.
        let (mut scratch, mut nodes, tables) = (Scratch::default(), vec![root], self.table_bits());
        while (1..SUBTREES * threads).contains(&nodes.len()) {
            let mut next = Vec::with_capacity(2 * nodes.len());
            for parents in nodes.chunks(BATCH) {
                self.expand(bits, tables, within.bound, parents, &mut scratch, &mut next, stats);
            }
            nodes = next;
            if scratch.goals.len() >= within.wanted {
                return Ok(scratch.goals);
            }
        }
        let (turn, over, made) = (AtomicUsize::new(0), AtomicBool::new(false), AtomicU64::new(0));
        let work = |stats: &mut Stats, poll: &mut dyn FnMut(&Stats) -> Result<(), StopReason>| {
            let (mut stack, mut scratch) = (Vec::with_capacity(1024), Scratch::default());
            while let Some(&node) = nodes.get(turn.fetch_add(1, Ordering::Relaxed)) {
                stack.clear();
                stack.push(node);
                let searched = bits.run(
                    #[inline(always)]
                    || self.descend(bits, within, &mut stack, &mut scratch, stats, &mut *poll),
                );
                if searched.is_err() || scratch.goals.len() >= within.wanted {
                    over.store(true, Ordering::Relaxed);
                    break;
                }
            }
            scratch.goals
        };
        let is_over = || if over.load(Ordering::Relaxed) { Err(StopReason::Cancelled) } else { Ok(()) };
        let help = || {
            let (mut stats, mut told) = (Stats::default(), 0);
            let found = work(&mut stats, &mut |stats| {
                made.fetch_add(stats.generated - told, Ordering::Relaxed);
                told = stats.generated;
                is_over()
            });
            (found, stats)
        };
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(help)).collect();
            let mut stopped = Ok(());
            let found = work(stats, &mut |stats| {
                is_over()?;
                let generated = stats.generated + made.load(Ordering::Relaxed);
                stopped = meter.tick(BATCH, L::CELLS, || {
                    let begun = turn.load(Ordering::Relaxed).min(nodes.len());
                    let thousandths = begun * 1000 / nodes.len().max(1);
                    progress(generated, within.bound, Some(thousandths as u32))
                });
                stopped
            });
            while helpers.iter().any(|helper| !helper.is_finished()) {
                if stopped.is_ok() {
                    stopped = meter.interrupted();
                }
                if stopped.is_err() {
                    over.store(true, Ordering::Relaxed);
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
            if goals.len() >= within.wanted { Ok(goals) } else { stopped.map(|()| goals) }
        })
    }
}
