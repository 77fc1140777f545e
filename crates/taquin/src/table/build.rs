//! Builds pattern databases.
//!
//! The value of a pattern is the least number of moves *of its own tiles* that takes them home; the blank and the other
//! tiles move for free. So what counts is where the tiles are and which region of free cells the blank is in. Breadth-first
//! search backwards from the goal visits all of that, one level a move.
//!
//! **Slabs.** All orders of the tiles on the same cells see the same regions and the same possible moves. They are
//! therefore treated together, as a slab of bits (see [`slabs`](super::slabs)). A slide along a row leaves the order as it
//! is, so it is a bitwise *or* of whole slabs; a slide along a column shifts one tile past a few others, a fixed map of
//! the bits. The slabs are small enough for the nearest cache, and each is written by one thread alone, which pulls from
//! the slabs of the level before.
//!
//! **One bit a value.** A move changes a value by exactly one, so whoever follows a search move by move need only be
//! told whether it rose or fell; and the second lowest bit of the value tells that. The table is these bits: those that a
//! level reaches are added to it at every level whose number has that bit, a word at a time.
//!
//! PERF: the two tables of the 15-puzzle's 7-8 partition have 1.56 billion entries, three times as many as without the
//! regions, in 196 MB. They take 5 s on two cores; a scan over all
//! patterns at each level, with the regions as sets of cells, takes 180 s on one.

use super::bytes::Bytes;
use super::database::Table;
use super::index::{FACTORIAL, rank_of_order, unrank};
use super::partition::Partition;
use super::pattern::{Pattern, neighbours};
use super::slabs::Slabs;
use rayon::prelude::*;

/// How far the building of a partition's tables has got; what is left is `all - reached`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildProgress {
    /// How many patterns were reached in all tables so far.
    pub reached: u64,
    /// How many patterns all tables have together.
    pub all: u64,
}

/// The most bytes that building a table takes.
pub(crate) fn memory(pattern: &Pattern) -> usize {
    // The table, what was reached, and two levels; the moves to each slab.
    4 * pattern.bytes() + MOST_MOVES * size_of::<Source>() * Slabs::count_of(pattern.size, pattern.tiles())
}

/// Hardly any slab has more moves that lead to it; on average there are far fewer.
const MOST_MOVES: usize = 12;

/// How many patterns there are, with the blank in each region.
pub(crate) fn entries(pattern: &Pattern) -> u64 {
    Slabs::count_of(pattern.size, pattern.tiles()) as u64 * u64::from(FACTORIAL[pattern.tiles()])
}

/// Builds the tables of a partition in memory.
pub(crate) fn build_in_memory<X: Send>(
    partition: &Partition,
    check: &(dyn Fn() -> Result<(), X> + Sync),
    watch: &mut dyn FnMut(BuildProgress),
) -> Result<Vec<Table>, X> {
    let mut bits = Vec::new();
    build_each(partition, check, watch, |words| {
        bits.push(Bytes::from(words));
        Ok(())
    })?;
    Ok(Table::all(partition, bits.into_iter()).unwrap_or_default())
}

/// Builds table after table.
pub(super) fn build_each<X: Send>(
    partition: &Partition,
    check: &(dyn Fn() -> Result<(), X> + Sync),
    watch: &mut dyn FnMut(BuildProgress),
    mut take: impl FnMut(Vec<u64>) -> Result<(), X>,
) -> Result<(), X> {
    let patterns: Vec<_> = partition.patterns().collect();
    let all: u64 = patterns.iter().map(entries).sum();
    let mut before = 0;
    for pattern in &patterns {
        take(build(pattern, check, &mut |reached| watch(BuildProgress { reached: before + reached, all }))?)?;
        before += entries(pattern);
    }
    Ok(())
}

/// Builds the table of a pattern. `check` is asked all the time, from several threads, whether to go on; `watch` is told
/// after each level how many patterns were reached.
pub(crate) fn build<X: Send>(
    pattern: &Pattern,
    check: &(dyn Fn() -> Result<(), X> + Sync),
    watch: &mut dyn FnMut(u64),
) -> Result<Vec<u64>, X> {
    check()?;
    let slabs = Slabs::new(pattern.size, pattern.tiles());
    let moves = Moves::new(&slabs, check)?;
    let mut levels = Levels::new(pattern, &slabs);
    let team = Team::new();
    let mut reached = 1;
    for level in 1u32.. {
        let fresh = team.run(|| levels.advance(&slabs, &moves, level, check))?;
        if fresh == 0 {
            break;
        }
        reached += fresh;
        watch(reached);
    }
    Ok(levels.table)
}

/// Threads of their own. If a thread of some pool waited for parallel work, it would take up other work of that pool
/// meanwhile; and if that needed the same table, it would wait for itself.
struct Team(Option<rayon::ThreadPool>);

impl Team {
    fn new() -> Self {
        Self(rayon::ThreadPoolBuilder::new().build().ok())
    }

    /// Runs something parallel while this thread does nothing else.
    fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        let Some(pool) = &self.0 else { return work() };
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| pool.install(work));
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

/// Which slabs lead to which.
struct Moves {
    /// By slab: its first source; one more at the end.
    first: Vec<u32>,
    sources: Vec<Source>,
    /// By old and new place of a tile among the others: the map of orders; empty if the place is the same.
    maps: Vec<Vec<u16>>,
}

/// A move: the slab it comes from, and which map of orders it applies.
#[derive(Clone, Copy)]
struct Source {
    slab: u32,
    map: u32,
}

impl Moves {
    fn new<X>(slabs: &Slabs, check: &(dyn Fn() -> Result<(), X> + Sync)) -> Result<Self, X> {
        let neighbours = neighbours(slabs.size);
        let (mut first, mut sources) = (vec![0], Vec::new());
        for set in 0..slabs.sets.len() {
            check()?;
            for region in 0..slabs.of_set(set).len() {
                add_sources(slabs, &neighbours, set, region, &mut sources);
                first.push(sources.len() as u32);
            }
        }
        Ok(Self { first, sources, maps: order_maps(slabs.tiles) })
    }

    /// The moves that lead to a slab.
    fn to(&self, slab: usize) -> &[Source] {
        &self.sources[self.first[slab] as usize..self.first[slab + 1] as usize]
    }
}

/// Works out the moves that lead to a set with the blank in one of its regions: a tile that stands at `to` now stood at
/// `from`, which is free now and in the region.
fn add_sources(slabs: &Slabs, neighbours: &[u32], set: usize, region: usize, sources: &mut Vec<Source>) {
    let (occupied, cells) = (slabs.sets[set], slabs.size.cells());
    let is_free = |cell: &usize| occupied >> cell & 1 == 0;
    let place = |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
    for from in (0..cells).filter(is_free).filter(|&cell| usize::from(slabs.region(set, cell)) == region) {
        for to in (0..cells).filter(|to| neighbours[from] & occupied & 1 << to != 0) {
            let before = occupied & !(1 << to) | 1 << from;
            let slab = slabs.slab(slabs.combinations.rank(before), to) as u32;
            let map = (place(before, from) * slabs.tiles + place(occupied, to)) as u32;
            sources.push(Source { slab, map });
        }
    }
}

/// For each old and new place of a tile: where each order's rank goes.
pub(crate) fn order_maps(tiles: usize) -> Vec<Vec<u16>> {
    let orders: Vec<Vec<u8>> =
        (0..FACTORIAL[tiles] as usize).map(|rank| unrank(rank, tiles, tiles)).collect();
    let map = |old: usize, new: usize| {
        let moved = |order: &Vec<u8>| {
            let mut order = order.clone();
            let tile = order.remove(old);
            order.insert(new, tile);
            rank_of_order(&order) as u16
        };
        orders.iter().map(moved).collect()
    };
    (0..tiles * tiles)
        .map(|i| if i / tiles == i % tiles { Vec::new() } else { map(i / tiles, i % tiles) })
        .collect()
}

/// The search: for each slab what was reached, what the last level added, and the table so far.
struct Levels {
    newest: Vec<u64>,
    next: Vec<u64>,
    reached: Vec<u64>,
    table: Vec<u64>,
    /// Whether a slab of `newest` has any bit set.
    active: Vec<bool>,
    /// Whether a slab of `reached` has all bits set.
    full: Vec<bool>,
}

/// The part of the arrays that belongs to one slab.
struct Share<'a> {
    slab: usize,
    next: &'a mut [u64],
    reached: &'a mut [u64],
    table: &'a mut [u64],
    active: &'a mut bool,
    full: &'a mut bool,
}

impl Levels {
    fn new(pattern: &Pattern, slabs: &Slabs) -> Self {
        let words = slabs.count() * slabs.words();
        let mut levels = Self {
            newest: vec![0; words],
            next: vec![0; words],
            reached: vec![0; words],
            table: vec![0; words],
            active: vec![false; slabs.count()],
            full: vec![false; slabs.count()],
        };
        // The goal: the tiles at home, in order, and the blank at home.
        let home = slabs.slab(slabs.combinations.rank(pattern.home_mask()), pattern.blank);
        levels.newest[home * slabs.words()] = 1;
        levels.reached[home * slabs.words()] = 1;
        levels.active[home] = true;
        levels
    }

    /// Goes one level further; returns how many patterns it reached first.
    fn advance<X: Send>(
        &mut self,
        slabs: &Slabs,
        moves: &Moves,
        level: u32,
        check: &(dyn Fn() -> Result<(), X> + Sync),
    ) -> Result<u64, X> {
        let words = slabs.words();
        let mut active = vec![false; slabs.count()];
        let (newest, was_active) = (&self.newest, &self.active);
        let shares = (
            self.next.par_chunks_exact_mut(words),
            self.reached.par_chunks_exact_mut(words),
            self.table.par_chunks_exact_mut(words),
            active.par_iter_mut(),
            self.full.par_iter_mut(),
        );
        let fresh = shares
            .into_par_iter()
            .enumerate()
            .with_min_len(64)
            .map(|(slab, (next, reached, table, active, full))| {
                check()?;
                let mut share = Share { slab, next, reached, table, active, full };
                Ok(pull(slabs, moves, newest, was_active, &mut share, level))
            })
            .try_reduce(|| 0, |a, b| Ok(a + b))?;
        std::mem::swap(&mut self.newest, &mut self.next);
        self.active = active;
        Ok(fresh)
    }
}

/// Works out what the next level adds to a slab; returns how much that is.
fn pull(
    slabs: &Slabs,
    moves: &Moves,
    newest: &[u64],
    was_active: &[bool],
    share: &mut Share<'_>,
    level: u32,
) -> u64 {
    let words = slabs.words();
    share.next.fill(0);
    let mut sources =
        moves.to(share.slab).iter().filter(|source| was_active[source.slab as usize]).peekable();
    if *share.full || sources.peek().is_none() {
        return 0;
    }
    for source in sources {
        merge(&newest[source.slab as usize * words..][..words], &moves.maps[source.map as usize], share.next);
    }
    let (mut fresh, mut reached) = (0, 0);
    let in_table = if level & 2 == 0 { 0 } else { u64::MAX };
    for ((next, all), table) in share.next.iter_mut().zip(&mut *share.reached).zip(&mut *share.table) {
        *next &= !*all;
        *all |= *next;
        *table |= *next & in_table;
        fresh += next.count_ones();
        reached += all.count_ones();
    }
    *share.active = fresh != 0;
    *share.full = reached == FACTORIAL[slabs.tiles];
    u64::from(fresh)
}

/// Adds one slab to another, through a map of its bits if there is one.
fn merge(from: &[u64], map: &[u16], into: &mut [u64]) {
    if map.is_empty() {
        for (into, from) in into.iter_mut().zip(from) {
            *into |= from;
        }
        return;
    }
    for (&word, map) in from.iter().zip(map.chunks(64)) {
        let mut bits = word;
        while bits != 0 {
            let to = usize::from(map[bits.trailing_zeros() as usize]);
            into[to / 64] |= 1 << (to % 64);
            bits &= bits - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::build_in_memory;
    use crate::board::Size;
    use crate::table::partition::Partition;
    use crate::table::pattern::{Pattern, neighbours};
    use std::collections::{HashMap, VecDeque};

    /// The plain twin: breadth-first search over cells of the tiles and cell of the blank, moves of other tiles free.
    fn plainly(pattern: &Pattern) -> HashMap<(Vec<u8>, u8), u32> {
        let around = neighbours(pattern.size);
        let mut seen = HashMap::new();
        let mut queue = VecDeque::from([(pattern.homes.clone(), pattern.blank as u8, 0u32)]);
        while let Some((tiles, blank, cost)) = queue.pop_front() {
            if seen.get(&(tiles.clone(), blank)).is_some_and(|known| *known <= cost) {
                continue;
            }
            seen.insert((tiles.clone(), blank), cost);
            for next in
                (0..pattern.size.cells() as u8).filter(|next| around[usize::from(blank)] >> next & 1 == 1)
            {
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
        seen
    }

    #[test]
    fn tables_agree_with_plain_search() {
        for text in ["8:4-4", "8@4:3-5", "8@1:2-6", "2x4:3-4", "3x4:3-3-2-3", "2x5@3:4-5", "2x3:5", "2x2:3"] {
            let partition: Partition = text.parse().expect(text);
            let tables = build_in_memory::<()>(&partition, &|| Ok(()), &mut |_| ()).expect("nobody objects");
            for table in &tables {
                for ((tiles, blank), value) in plainly(&table.pattern) {
                    assert_eq!(table.value(&tiles, blank.into()), value, "{text}: {tiles:?} {blank}");
                }
            }
        }
    }

    #[test]
    fn a_build_can_be_stopped() {
        let partition: Partition = "15:5-5-5".parse().expect("valid");
        let calls = std::sync::atomic::AtomicUsize::new(0);
        let check = || {
            let before = calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if before > 10_000 { Err("enough") } else { Ok(()) }
        };
        assert!(matches!(build_in_memory(&partition, &check, &mut |_| ()), Err("enough")));
        assert_eq!(Size::square(4).expect("in range"), partition.size());
    }

    #[test]
    fn progress_ends_where_it_should() {
        let (partition, mut last) = ("8:4-4".parse::<Partition>().expect("valid"), None);
        build_in_memory::<()>(&partition, &|| Ok(()), &mut |now| last = Some(now)).expect("nobody objects");
        assert!(last.is_some_and(|now| now.reached == now.all), "{last:?}");
    }
}
