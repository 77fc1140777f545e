//! Builds pattern databases.
//!
//! The value of a pattern is the least number of moves *of its own tiles* that takes them home; the blank and the other
//! tiles move for free. So what counts is where the tiles are and which region of free cells the blank is in. Breadth-first
//! search backwards from the goal visits all of that, one level a move.
//!
//! **Slabs.** All orders of the tiles on the same cells see the same regions and the same possible moves. They are
//! therefore treated together: a level of the search is, for each set of occupied cells and each region, a *slab* of k! bits.
//! A slide along a row leaves the order as it is, so it is a bitwise *or* of whole slabs; a slide along a column shifts one
//! tile past up to three others, a fixed map of the k! bits. The slabs are small enough for the nearest cache, and each is
//! written by one thread alone, which pulls from the slabs of the level before.
//!
//! **Values.** A tile's every move changes its distance from home by one, so a value exceeds the tiles' Manhattan
//! distance by an even number. Half the excess is stored, in four bits.
//!
//! PERF: the two tables of the 15-puzzle's 7-8 partition, 577 million entries, take 10 s on two cores. A scan over all
//! patterns at each level, with the regions as sets of cells, takes 180 s on one.

use super::index::{FACTORIAL, masks};
use super::pattern::{Pattern, flood, neighbours};
use rayon::prelude::*;

/// The largest excess that four bits hold; a larger one, which none of the patterns in use has, is cut down to it.
const MOST_EXCESS: u8 = 15;

/// Builds the table of a pattern: two values a byte, the lower four bits first. `check` is asked before each level
/// whether to go on.
pub(crate) fn build<X>(pattern: &Pattern, check: &dyn Fn() -> Result<(), X>) -> Result<Vec<u8>, X> {
    let geometry = Geometry::new(pattern);
    let mut levels = Levels::new(pattern, &geometry);
    let mut values = vec![0; pattern.entries()];
    let team = Team::new();
    let mut level = 1;
    check()?;
    while team.run(|| levels.advance(&geometry, &mut values, level)) {
        check()?;
        level += 1;
    }
    Ok(team.run(|| encode(pattern, &geometry, values)))
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

/// The sets of occupied cells and the regions of free ones.
struct Geometry {
    cells: usize,
    /// The sets as masks, by rank.
    sets: Vec<u32>,
    combinations: super::index::Combinations,
    neighbours: Vec<u32>,
    /// By set and cell: which region the cell is in.
    region_of: Vec<u8>,
    /// By set: the number of its first slab; one more at the end.
    first_slab: Vec<u32>,
    /// Bits and words of a slab.
    slab_bits: usize,
    slab_words: usize,
    /// By old and new place of a tile among the others: the map of orders; empty if the place is the same.
    maps: Vec<Vec<u16>>,
    tiles: usize,
    /// By slab: its first source; one more at the end.
    first_source: Vec<u32>,
    /// The moves that lead to each slab.
    sources: Vec<Source>,
}

/// A move: the slab it comes from, and which map of orders it applies.
#[derive(Clone, Copy)]
struct Source {
    slab: u32,
    map: u32,
}

impl Geometry {
    fn new(pattern: &Pattern) -> Self {
        let (cells, tiles) = (pattern.size.cells(), pattern.tiles());
        let neighbours = neighbours(pattern.size);
        let sets = masks(cells, tiles);
        let mut region_of = vec![u8::MAX; sets.len() * cells];
        let mut first_slab = Vec::with_capacity(sets.len() + 1);
        let mut slabs = 0;
        for (&set, regions) in sets.iter().zip(region_of.chunks_exact_mut(cells)) {
            first_slab.push(slabs);
            let free = ((1u64 << cells) - 1) as u32 & !set;
            let (mut rest, mut region) = (free, 0);
            while rest != 0 {
                let reached = flood(rest.trailing_zeros() as usize, free, &neighbours);
                (0..cells).filter(|cell| reached >> cell & 1 == 1).for_each(|cell| regions[cell] = region);
                rest &= !reached;
                region += 1;
            }
            slabs += u32::from(region);
        }
        first_slab.push(slabs);
        let slab_bits = FACTORIAL[tiles] as usize;
        let mut geometry = Self {
            cells,
            sets,
            combinations: pattern.combinations(),
            neighbours,
            region_of,
            first_slab,
            slab_bits,
            slab_words: slab_bits.div_ceil(64),
            maps: order_maps(tiles),
            tiles,
            first_source: vec![0],
            sources: Vec::new(),
        };
        for set in 0..geometry.sets.len() {
            for region in 0..geometry.regions(set) {
                geometry.add_sources(set, region);
                geometry.first_source.push(geometry.sources.len() as u32);
            }
        }
        geometry
    }

    /// How many regions the free cells of a set make.
    fn regions(&self, set: usize) -> usize {
        (self.first_slab[set + 1] - self.first_slab[set]) as usize
    }

    fn slabs(&self) -> usize {
        self.first_slab[self.sets.len()] as usize
    }

    fn slab(&self, set: usize, cell: usize) -> usize {
        self.first_slab[set] as usize + usize::from(self.region_of[set * self.cells + cell])
    }

    /// Works out the moves that lead to a set with the blank in one of its regions: a tile that stands at `to` now stood at
    /// `from`, which is free now and in the region.
    fn add_sources(&mut self, set: usize, region: usize) {
        let occupied = self.sets[set];
        let in_region = |cell: &usize| usize::from(self.region_of[set * self.cells + cell]) == region;
        let place = |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
        let mut found = Vec::new();
        for from in (0..self.cells).filter(in_region) {
            for to in (0..self.cells).filter(|to| self.neighbours[from] & occupied & 1 << to != 0) {
                let before = occupied & !(1 << to) | 1 << from;
                let slab = self.slab(self.combinations.rank(before), to) as u32;
                let map = (place(before, from) * self.tiles + place(occupied, to)) as u32;
                found.push(Source { slab, map });
            }
        }
        self.sources.extend(found);
    }

    /// The moves that lead to a slab.
    fn sources(&self, slab: usize) -> &[Source] {
        &self.sources[self.first_source[slab] as usize..self.first_source[slab + 1] as usize]
    }
}

/// For each old and new place of a tile: where each order's rank goes.
fn order_maps(tiles: usize) -> Vec<Vec<u16>> {
    let mut orders: Vec<Vec<u8>> = Vec::with_capacity(FACTORIAL[tiles] as usize);
    let mut unused: Vec<u8> = (0..tiles as u8).collect();
    for mut rank in 0..FACTORIAL[tiles] {
        unused.clear();
        unused.extend(0..tiles as u8);
        orders.push(
            (0..tiles)
                .map(|i| {
                    let weight = FACTORIAL[tiles - 1 - i];
                    let tile = unused.remove((rank / weight) as usize);
                    rank %= weight;
                    tile
                })
                .collect(),
        );
    }
    let map = |old: usize, new: usize| {
        let moved = |order: &Vec<u8>| {
            let mut order = order.clone();
            let tile = order.remove(old);
            order.insert(new, tile);
            super::index::Order::new(&order).rank() as u16
        };
        orders.iter().map(moved).collect()
    };
    (0..tiles * tiles)
        .map(|i| if i / tiles == i % tiles { Vec::new() } else { map(i / tiles, i % tiles) })
        .collect()
}

/// The search: for each slab what was reached, and what the last level added.
struct Levels {
    newest: Vec<u64>,
    next: Vec<u64>,
    reached: Vec<u64>,
    /// Whether a slab of `newest` has any bit set.
    active: Vec<bool>,
    /// Whether a slab of `reached` has all bits set.
    full: Vec<bool>,
}

/// The part of the arrays that belongs to one set of cells.
struct Share<'a> {
    set: usize,
    next: &'a mut [u64],
    reached: &'a mut [u64],
    active: &'a mut [bool],
    full: &'a mut [bool],
    values: &'a mut [u8],
}

impl Levels {
    fn new(pattern: &Pattern, geometry: &Geometry) -> Self {
        let words = geometry.slabs() * geometry.slab_words;
        let mut levels = Self {
            newest: vec![0; words],
            next: vec![0; words],
            reached: vec![0; words],
            active: vec![false; geometry.slabs()],
            full: vec![false; geometry.slabs()],
        };
        // The goal: the tiles at home, in order, and the blank at home.
        let home = geometry.slab(geometry.combinations.rank(pattern.home_mask()), pattern.blank);
        levels.newest[home * geometry.slab_words] = 1;
        levels.reached[home * geometry.slab_words] = 1;
        levels.active[home] = true;
        levels
    }

    /// Goes one level further, and notes the values of the patterns that it meets first; returns whether there was any.
    fn advance(&mut self, geometry: &Geometry, values: &mut [u8], level: u8) -> bool {
        let mut active = vec![false; geometry.slabs()];
        let (newest, was_active) = (&self.newest, &self.active);
        let mut rest = (&mut self.next[..], &mut self.reached[..], &mut active[..], &mut self.full[..]);
        let mut shares = Vec::with_capacity(geometry.sets.len());
        for (set, values) in values.chunks_exact_mut(geometry.slab_bits).enumerate() {
            let slabs = geometry.regions(set);
            let words = slabs * geometry.slab_words;
            let (next, others_next) = rest.0.split_at_mut(words);
            let (reached, others_reached) = rest.1.split_at_mut(words);
            let (active, others_active) = rest.2.split_at_mut(slabs);
            let (full, others_full) = rest.3.split_at_mut(slabs);
            shares.push(Share { set, next, reached, active, full, values });
            rest = (others_next, others_reached, others_active, others_full);
        }
        let fresh = shares
            .par_iter_mut()
            .with_min_len(16)
            .map(|share| pull(geometry, newest, was_active, share, level))
            .reduce(|| false, |a, b| a || b);
        std::mem::swap(&mut self.newest, &mut self.next);
        self.active = active;
        fresh
    }
}

/// Works out what the next level adds to one set of cells; returns whether that is anything.
fn pull(geometry: &Geometry, newest: &[u64], was_active: &[bool], share: &mut Share<'_>, level: u8) -> bool {
    let words = geometry.slab_words;
    let mut fresh = false;
    for region in 0..geometry.regions(share.set) {
        let next = &mut share.next[region * words..][..words];
        next.fill(0);
        let slab = geometry.first_slab[share.set] as usize + region;
        let mut sources =
            geometry.sources(slab).iter().filter(|source| was_active[source.slab as usize]).peekable();
        if share.full[region] || sources.peek().is_none() {
            continue;
        }
        for source in sources {
            merge(
                &newest[source.slab as usize * words..][..words],
                &geometry.maps[source.map as usize],
                next,
            );
        }
        let (mut is_new, mut count) = (0, 0);
        for (word, bits) in next.iter_mut().enumerate() {
            let at = region * words + word;
            *bits &= !share.reached[at];
            count += share.reached[at].count_ones() + bits.count_ones();
            if *bits == 0 {
                continue;
            }
            is_new |= *bits;
            // Met in another region before, at an earlier level or this one: then its value is known.
            let others = share.reached.iter().skip(word).step_by(words).fold(0, |all, bits| all | bits);
            share.reached[at] |= *bits;
            let mut first = *bits & !others;
            while first != 0 {
                share.values[word * 64 + first.trailing_zeros() as usize] = level;
                first &= first - 1;
            }
        }
        share.active[region] = is_new != 0;
        share.full[region] = count as usize == geometry.slab_bits;
        fresh |= is_new != 0;
    }
    fresh
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

/// Packs the values as half their excess over the Manhattan distance.
fn encode(pattern: &Pattern, geometry: &Geometry, mut values: Vec<u8>) -> Vec<u8> {
    values.par_chunks_exact_mut(geometry.slab_bits).zip(&geometry.sets).for_each(|(values, &set)| {
        let cells: Vec<usize> = (0..geometry.cells).filter(|cell| set >> cell & 1 == 1).collect();
        let mut costs = [[0; 8]; 8];
        for (row, &home) in costs.iter_mut().zip(&pattern.homes) {
            for (cost, &cell) in row.iter_mut().zip(&cells) {
                *cost = pattern.size.distance(usize::from(home), cell) as u8;
            }
        }
        let mut at = 0;
        subtract_manhattan(values, &mut at, 0, 0, (1 << geometry.tiles) - 1, &costs);
    });
    // In place: the packed bytes are never ahead of those they come from.
    let packed = values.len().div_ceil(2);
    for i in 0..packed {
        values[i] = values[2 * i] | values.get(2 * i + 1).map_or(0, |high| high << 4);
    }
    values.truncate(packed);
    values.shrink_to_fit();
    values
}

/// Goes through all orders in that of their ranks, with the tiles in `unused` still to be placed; `costs` are by tile and
/// place.
fn subtract_manhattan(
    values: &mut [u8],
    at: &mut usize,
    place: usize,
    distance: u8,
    unused: u32,
    costs: &[[u8; 8]; 8],
) {
    if unused == 0 {
        // On the smallest grids some patterns can't be reached at all; nobody will ask for them.
        values[*at] = (values[*at].saturating_sub(distance) / 2).min(MOST_EXCESS);
        *at += 1;
        return;
    }
    let mut rest = unused;
    while rest != 0 {
        let tile = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        subtract_manhattan(
            values,
            at,
            place + 1,
            distance + costs[tile][place],
            unused & !(1 << tile),
            costs,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use std::collections::{HashMap, VecDeque};

    /// The plain twin: breadth-first search over cells of the tiles and cell of the blank, moves of other tiles free.
    fn plainly(pattern: &Pattern) -> HashMap<Vec<u8>, u32> {
        let around = neighbours(pattern.size);
        let mut best = HashMap::new();
        let mut seen = HashMap::new();
        let mut queue = VecDeque::from([(pattern.homes.clone(), pattern.blank as u8, 0u32)]);
        while let Some((tiles, blank, cost)) = queue.pop_front() {
            if seen.get(&(tiles.clone(), blank)).is_some_and(|known| *known <= cost) {
                continue;
            }
            seen.insert((tiles.clone(), blank), cost);
            let value = best.entry(tiles.clone()).or_insert(cost);
            *value = cost.min(*value);
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
        best
    }

    #[test]
    fn tables_agree_with_plain_search() {
        for (rows, cols, blank, homes) in [
            (3, 3, 0, vec![1, 2, 3, 4]),
            (3, 3, 8, vec![0, 4, 5, 7]),
            (3, 3, 4, vec![0, 1, 2, 3, 5]),
            (2, 4, 7, vec![0, 1, 4]),
            (3, 4, 0, vec![2, 3, 6, 7, 10]),
            (4, 4, 15, vec![0, 1, 4]),
            (2, 5, 3, vec![0, 4, 5, 9]),
        ] {
            let size = Size::new(rows, cols).expect("in range");
            let pattern = Pattern { size, blank, homes };
            let table = build::<()>(&pattern, &|| Ok(())).expect("nobody objects");
            let truth = plainly(&pattern);
            assert_eq!(truth.len(), pattern.entries());
            let combinations = pattern.combinations();
            for (tiles, value) in truth {
                let mut order: Vec<(u8, u8)> = tiles.iter().copied().zip(0..).collect();
                order.sort_unstable();
                let order: Vec<u8> = order.into_iter().map(|(_, tile)| tile).collect();
                let mask = tiles.iter().fold(0, |mask, &cell| mask | 1 << cell);
                let rank = combinations.rank(mask) * FACTORIAL[tiles.len()] as usize
                    + super::super::index::Order::new(&order).rank();
                let excess = table[rank / 2] >> (4 * (rank % 2)) & 15;
                let manhattan: usize =
                    tiles.iter().zip(&pattern.homes).map(|(&a, &b)| size.distance(a.into(), b.into())).sum();
                assert_eq!(manhattan as u32 + 2 * u32::from(excess), value);
            }
        }
    }
}
