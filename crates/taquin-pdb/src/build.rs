//! Building pattern databases by retrograde breadth-first search.
//!
//! The value of an entry is the minimum number of moves *of the pattern's tiles* that brings them home; the
//! blank and the other tiles move for free. So a state is the placement of the pattern's tiles and the region
//! of the blank. The search runs backwards from the goal, one level per move.
//!
//! **Slabs.** All permutations of the tiles on the same cells have the same regions and the same moves, so
//! the search handles a whole [slab](crate::slabs) at once. A move within a row keeps the order of the tiles:
//! it is a bitwise *or* of two slabs. A move within a column shifts one tile past others: it is a fixed
//! [map](crate::permutation_maps) of the bits. A slab fits in the L1 cache and is written by one thread, which pulls from the slabs of the
//! previous level.
//!
//! **One bit per entry.** A move of one of the pattern's tiles changes the value by exactly one, and the
//! second-lowest bit of the new value determines whether it rose or fell. The database consists of these
//! bits: each level whose number has that bit set adds the states that it reached, word by word.
//!
//! PERF: the databases of the 15-puzzle's 7-8 partition have 1.56 billion entries, three times as many as
//! without regions. Scanning all entries at each level, with regions as sets of cells, was 18 times slower
//! per core.

use crate::bytes::Bytes;
use crate::partition::Partition;
use crate::pattern::Pattern;
use crate::pdb::Pdb;
use crate::permutation_maps::{PermutationMaps, Scratch};
use crate::rank::FACTORIAL;
use crate::slabs::Slabs;
#[cfg(feature = "threads")]
use rayon::prelude::*;
use taquin_core::{Budget, StopReason, neighbor_masks};

/// The progress of building the databases of a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildProgress {
    /// The number of entries reached so far, in all databases.
    pub reached: u64,
    /// The number of entries of all databases.
    pub total: u64,
}

impl Partition {
    /// Returns the number of bytes of memory needed to build the databases one after the other.
    pub fn bytes_to_build(&self) -> usize {
        self.patterns().map(|pattern| build_memory(&pattern)).max().unwrap_or_default()
    }
}

/// Returns the maximum number of bytes allocated while building a database.
fn build_memory(pattern: &Pattern) -> usize {
    // The database, the visited set, two frontiers, and the predecessors of each slab.
    let slabs = Slabs::count_for(pattern.size(), pattern.tile_count());
    4 * pattern.pdb_bytes() + MAX_PREDECESSORS * size_of::<Predecessor>() * slabs
}

/// An upper bound on the average number of predecessors of a slab.
const MAX_PREDECESSORS: usize = 12;

/// The number of slabs between two checks of the limits. In WebAssembly, reading the clock takes as long as a
/// small slab.
const CHECK_INTERVAL: usize = 64;

/// Returns the number of entries of a database.
fn entry_count(pattern: &Pattern) -> u64 {
    let slabs = Slabs::count_for(pattern.size(), pattern.tile_count());
    slabs as u64 * u64::from(FACTORIAL[pattern.tile_count()])
}

/// Builds the databases of a partition in memory. Calls `progress` after each level.
pub fn build(
    partition: &Partition,
    budget: &Budget<'_>,
    progress: &mut dyn FnMut(BuildProgress),
) -> Result<Vec<Pdb>, StopReason> {
    let mut bits = Vec::new();
    build_each(partition, budget, progress, |words| {
        bits.push(Bytes::from(words));
        Ok(())
    })?;
    Ok(Pdb::from_bits(partition, bits.into_iter()).unwrap_or_default())
}

/// Builds the databases of a partition one after the other, and passes the words of each to `consume`.
pub(crate) fn build_each<E: From<StopReason>>(
    partition: &Partition,
    budget: &Budget<'_>,
    progress: &mut dyn FnMut(BuildProgress),
    mut consume: impl FnMut(Vec<u64>) -> Result<(), E>,
) -> Result<(), E> {
    let patterns: Vec<_> = partition.patterns().collect();
    let total: u64 = patterns.iter().map(entry_count).sum();
    let mut finished = 0;
    let mut moves: Option<SlabMoves> = None;
    for pattern in &patterns {
        let mut report = |reached| progress(BuildProgress { reached: finished + reached, total });
        // Patterns with the same number of tiles share their slabs and moves.
        let shared = moves.take().filter(|moves| moves.slabs.tile_count() == pattern.tile_count());
        let shared = shared.map_or_else(|| SlabMoves::new(pattern, budget), Ok)?;
        consume(build_with(pattern, &shared, budget, &mut report)?)?;
        moves = Some(shared);
        finished += entry_count(pattern);
    }
    Ok(())
}

/// Builds the database of a pattern and returns its words. Calls `progress` after each level with the number
/// of entries reached.
pub fn build_pattern(
    pattern: &Pattern,
    budget: &Budget<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<u64>, StopReason> {
    build_with(pattern, &SlabMoves::new(pattern, budget)?, budget, progress)
}

fn build_with(
    pattern: &Pattern,
    SlabMoves { slabs, predecessors }: &SlabMoves,
    budget: &Budget<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<u64>, StopReason> {
    let mut search = BreadthFirstSearch::new(pattern, slabs);
    let pool = BuildPool::start();
    let mut reached = 1;
    for level in 1u32.. {
        let added = pool.run(|| search.advance(slabs, predecessors, level, budget))?;
        if added == 0 {
            break;
        }
        reached += added;
        progress(reached);
    }
    Ok(search.bits)
}

/// A thread pool for one build.
///
/// A thread of another pool that waits for a build could steal work that takes a lock its caller already
/// holds. A thread that does nothing else can't.
#[cfg(feature = "threads")]
pub struct BuildPool(Option<rayon::ThreadPool>);

#[cfg(feature = "threads")]
impl BuildPool {
    /// Starts the threads.
    pub fn start() -> Self {
        let threads = rayon::ThreadPoolBuilder::new;
        // If the system refuses the threads, the calling one does all the work.
        Self(threads().build().or_else(|_| threads().num_threads(1).use_current_thread().build()).ok())
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.0.as_ref().map_or(1, rayon::ThreadPool::current_num_threads)
    }

    /// Does work in the pool and waits for it.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        let Some(pool) = &self.0 else { return work() };
        if rayon::current_thread_index().is_none() || pool.current_thread_index().is_some() {
            return pool.install(work);
        }
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| pool.install(work));
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

/// The calling thread.
#[cfg(not(feature = "threads"))]
pub struct BuildPool;

#[cfg(not(feature = "threads"))]
impl BuildPool {
    /// Starts the threads.
    pub fn start() -> Self {
        Self
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        1
    }

    /// Does work.
    pub fn run<R>(&self, work: impl FnOnce() -> R) -> R {
        work()
    }
}

/// The slabs of all patterns with the same number of tiles on a grid, and the moves between them.
struct SlabMoves {
    slabs: Slabs,
    predecessors: Predecessors,
}

impl SlabMoves {
    fn new(pattern: &Pattern, budget: &Budget<'_>) -> Result<Self, StopReason> {
        budget.check()?;
        let slabs = Slabs::new(pattern.size(), pattern.tile_count());
        let predecessors = Predecessors::new(&slabs, budget)?;
        Ok(Self { slabs, predecessors })
    }
}

/// The moves between slabs, by the slab that they lead to.
struct Predecessors {
    /// The position of each slab's first predecessor, and the number of predecessors at the end.
    first: Vec<u32>,
    all: Vec<Predecessor>,
    maps: PermutationMaps,
}

/// A slab that a move leads from, and the index of the map that the move applies to its permutations.
#[derive(Clone, Copy)]
struct Predecessor {
    slab: u32,
    map: u32,
}

impl Predecessors {
    fn new(slabs: &Slabs, budget: &Budget<'_>) -> Result<Self, StopReason> {
        let neighbors = neighbor_masks(slabs.size());
        let maps = PermutationMaps::new(slabs.tile_count());
        let mut first = vec![0];
        let mut all = Vec::new();
        for set in 0..slabs.sets().len() {
            budget.check()?;
            for region in 0..slabs.slabs_of(set).len() {
                add_predecessors(slabs, &maps, &neighbors, set, region, &mut all);
                first.push(all.len() as u32);
            }
        }
        Ok(Self { first, all, maps })
    }

    fn of_slab(&self, slab: usize) -> &[Predecessor] {
        &self.all[self.first[slab] as usize..self.first[slab + 1] as usize]
    }
}

/// Adds the moves that lead to a set with the blank in one of its regions: a tile moved from a cell `from` in
/// this region, which is now free, to a cell `to`, which is now occupied.
fn add_predecessors(
    slabs: &Slabs,
    maps: &PermutationMaps,
    neighbors: &[u32],
    set: usize,
    region: usize,
    predecessors: &mut Vec<Predecessor>,
) {
    let occupied = slabs.sets()[set];
    let cells = slabs.size().cells();
    let is_free = |cell: &usize| occupied >> cell & 1 == 0;
    let position = |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
    for from in (0..cells).filter(is_free).filter(|&cell| usize::from(slabs.region(set, cell)) == region) {
        for to in (0..cells).filter(|to| neighbors[from] & occupied & 1 << to != 0) {
            let before = occupied & !(1 << to) | 1 << from;
            let slab = slabs.slab(slabs.rank(before), to) as u32;
            let map = maps.index(position(before, from), position(occupied, to));
            predecessors.push(Predecessor { slab, map });
        }
    }
}

/// The state of the search: bit sets of entries, slab by slab.
struct BreadthFirstSearch {
    frontier: Vec<u64>,
    next_frontier: Vec<u64>,
    visited: Vec<u64>,
    /// The database.
    bits: Vec<u64>,
    /// The number of entries of each slab in the frontier.
    counts: Vec<u32>,
    /// The same for `next_frontier`. Between two levels, it is the frontier before the current one.
    next_counts: Vec<u32>,
    /// True for slabs that were visited completely.
    is_complete: Vec<bool>,
}

/// One slab of each bit set that a level writes.
struct SlabMut<'a> {
    slab: usize,
    next_frontier: &'a mut [u64],
    visited: &'a mut [u64],
    bits: &'a mut [u64],
    next_count: &'a mut u32,
    is_complete: &'a mut bool,
}

impl BreadthFirstSearch {
    fn new(pattern: &Pattern, slabs: &Slabs) -> Self {
        let words = slabs.count() * slabs.words_per_slab();
        let mut search = Self {
            frontier: vec![0; words],
            next_frontier: vec![0; words],
            visited: vec![0; words],
            bits: vec![0; words],
            counts: vec![0; slabs.count()],
            next_counts: vec![0; slabs.count()],
            is_complete: vec![false; slabs.count()],
        };
        // In the goal, the tiles are in increasing order: permutation 0.
        let home_set = pattern.homes().iter().fold(0, |mask, &home| mask | 1 << home);
        let goal = slabs.slab(slabs.rank(home_set), pattern.blank());
        search.frontier[goal * slabs.words_per_slab()] = 1;
        search.visited[goal * slabs.words_per_slab()] = 1;
        search.counts[goal] = 1;
        search
    }

    /// Expands the frontier and returns the number of entries that the new level adds.
    fn advance(
        &mut self,
        slabs: &Slabs,
        predecessors: &Predecessors,
        level: u32,
        budget: &Budget<'_>,
    ) -> Result<u64, StopReason> {
        let words = slabs.words_per_slab();
        let frontier = &self.frontier;
        let counts = &self.counts;
        let expand =
            |scratch: &mut Scratch, (slab, (((next_frontier, visited), bits), (next_count, is_complete)))| {
                if slab % CHECK_INTERVAL == 0 {
                    budget.check()?;
                }
                let mut slab = SlabMut { slab, next_frontier, visited, bits, next_count, is_complete };
                Ok(pull(slabs, predecessors, frontier, counts, &mut slab, level, scratch))
            };
        #[cfg(feature = "threads")]
        let added = self
            .next_frontier
            .par_chunks_exact_mut(words)
            .zip(self.visited.par_chunks_exact_mut(words))
            .zip(self.bits.par_chunks_exact_mut(words))
            .zip(self.next_counts.par_iter_mut().zip(self.is_complete.par_iter_mut()))
            .enumerate()
            .with_min_len(64)
            .map_init(Scratch::default, expand)
            .try_reduce(|| 0, |a, b| Ok(a + b))?;
        #[cfg(not(feature = "threads"))]
        let scratch = &mut Scratch::default();
        #[cfg(not(feature = "threads"))]
        let added = self
            .next_frontier
            .chunks_exact_mut(words)
            .zip(self.visited.chunks_exact_mut(words))
            .zip(self.bits.chunks_exact_mut(words))
            .zip(self.next_counts.iter_mut().zip(self.is_complete.iter_mut()))
            .enumerate()
            .map(|slab| expand(scratch, slab))
            .sum::<Result<u64, StopReason>>()?;
        std::mem::swap(&mut self.frontier, &mut self.next_frontier);
        std::mem::swap(&mut self.counts, &mut self.next_counts);
        Ok(added)
    }
}

/// Computes one slab of the next frontier from its predecessors and returns the number of entries added.
fn pull(
    slabs: &Slabs,
    predecessors: &Predecessors,
    frontier: &[u64],
    counts: &[u32],
    slab: &mut SlabMut<'_>,
    level: u32,
    scratch: &mut Scratch,
) -> u64 {
    let words = slabs.words_per_slab();
    if std::mem::take(slab.next_count) != 0 {
        slab.next_frontier.fill(0);
    }
    let mut active =
        predecessors.of_slab(slab.slab).iter().filter(|from| counts[from.slab as usize] != 0).peekable();
    if *slab.is_complete || active.peek().is_none() {
        return 0;
    }
    for from in active {
        let source = &frontier[from.slab as usize * words..][..words];
        let count = counts[from.slab as usize] as usize;
        predecessors.maps.merge(source, count, from.map, slab.next_frontier, scratch);
    }
    let mut added = 0;
    let mut visited_count = 0;
    let level_bits = if level & 2 == 0 { 0 } else { u64::MAX };
    for ((next, visited), bits) in slab.next_frontier.iter_mut().zip(&mut *slab.visited).zip(&mut *slab.bits)
    {
        *next &= !*visited;
        *visited |= *next;
        *bits |= *next & level_bits;
        added += next.count_ones();
        visited_count += visited.count_ones();
    }
    *slab.next_count = added;
    *slab.is_complete = visited_count == FACTORIAL[slabs.tile_count()];
    u64::from(added)
}

#[cfg(test)]
mod tests {
    use super::build;
    use crate::partition::Partition;
    use crate::pattern::Pattern;
    use std::collections::{HashMap, VecDeque};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;
    use taquin_core::{Budget, Clock, Limits, StopReason, neighbor_masks};

    /// The reference implementation: 0-1 breadth-first search over the cells of the tiles and of the blank,
    /// where moves of other tiles cost nothing.
    fn reference_values(pattern: &Pattern) -> HashMap<(Vec<u8>, u8), u32> {
        let neighbors = neighbor_masks(pattern.size());
        let mut values = HashMap::new();
        let mut queue = VecDeque::from([(pattern.homes().to_vec(), pattern.blank() as u8, 0u32)]);
        while let Some((tiles, blank, cost)) = queue.pop_front() {
            if values.get(&(tiles.clone(), blank)).is_some_and(|known| *known <= cost) {
                continue;
            }
            values.insert((tiles.clone(), blank), cost);
            let adjacent = neighbors[usize::from(blank)];
            for next in (0..pattern.size().cells() as u8).filter(|next| adjacent >> next & 1 == 1) {
                match tiles.iter().position(|&cell| cell == next) {
                    None => queue.push_front((tiles.clone(), next, cost)),
                    Some(tile) => {
                        let mut moved = tiles.clone();
                        moved[tile] = blank;
                        queue.push_back((moved, next, cost + 1));
                    }
                }
            }
        }
        values
    }

    #[test]
    fn every_value_matches_the_reference() {
        for text in ["8:4-4", "8@4:3-5", "8@1:2-6", "2x4:3-4", "3x4:3-3-2-3", "2x5@3:4-5", "2x3:5", "2x2:3"] {
            let partition: Partition = text.parse().expect(text);
            let pdbs = build(&partition, &Budget::new(&Limits::default()), &mut |_| ()).expect("no limit");
            for pdb in &pdbs {
                for ((tiles, blank), value) in reference_values(pdb.pattern()) {
                    assert_eq!(pdb.value(&tiles, blank.into()), value, "{text}: {tiles:?} {blank}");
                }
            }
        }
    }

    #[test]
    fn build_stops_at_the_time_limit_and_when_cancelled() {
        let partition: Partition = "15:5-5-5".parse().expect("valid");
        let calls = AtomicU64::new(0);
        let clock = Clock::new(move || Duration::from_secs(calls.fetch_add(1, Ordering::Relaxed)));
        let limits = Limits { time: Some(Duration::from_secs(10_000)), clock, ..Limits::default() };
        let result = build(&partition, &Budget::new(&limits), &mut |_| ());
        assert!(matches!(result, Err(StopReason::Time)));
        let limits = Limits::default();
        limits.cancel.cancel();
        let result = build(&partition, &Budget::new(&limits), &mut |_| ());
        assert!(matches!(result, Err(StopReason::Cancelled)));
    }

    #[test]
    fn progress_ends_at_the_total() {
        let partition: Partition = "8:4-4".parse().expect("valid");
        let mut last = None;
        build(&partition, &Budget::new(&Limits::default()), &mut |now| last = Some(now)).expect("no limit");
        assert!(last.is_some_and(|now| now.reached == now.total), "{last:?}");
    }
}
