//! IDA*: depth-first search within a bound that rises.
//!
//! It goes no deeper than a bound on moves made plus estimate; if that finds nothing, the bound rises to the least value that
//! exceeded it, and the search begins anew. The first solution found is shortest, because every shorter length was ruled
//! out before. It keeps nothing but the path (Korf 1985).
//!
//! | | estimate | boards | words of the automaton |
//! |---|---|---|---|
//! | this file | additive pattern databases | up to 25 cells | up to 12 moves on 4×4 and 5×5, else up to 8 |
//! | [`manhattan`] | Manhattan distance | up to 16 cells | up to 6 |
//! | [`plain`] | any | all | up to 6 |
//!
//! All three leave out ways that another way makes superfluous ([`Automaton`]). With estimates it is the same ways, whatever
//! the estimate, so that their numbers of nodes can be compared; with tables it is more.
//!
//! # On pattern databases
//!
//! The estimate is the larger of two: the sum of the values that the tables have for the board, and that for its mirror
//! image, if there is one (see [`Frame`]). A move changes one value of each sum, up or down by one; the table's bit tells
//! which.
//!
//! **Arranged around the memory.** Waiting for a table entry takes as long as a hundred instructions. So sixteen nodes
//! are taken off the stack together and go through these stages:
//!
//! 1. make all their children, as the first view sees them, and ask the memory for the entry of each;
//! 2. read these entries; for the children that they do not rule out, ask for the entry of the second view;
//! 3. read those, and put the children that neither rules out on the stack.
//!
//! When an entry is read, it was asked for some twenty nodes ago. Stages without a branch that depends on an entry keep
//! the processor from guessing wrong; only the last has one.
//!
//! PERF: with the 7-8 tables, Korf's hundred 15-puzzles take 0.074 s on one thread: 17,400 nodes a board, 24 million a second
//! (30 on harder boards; the first nodes of a search wait for the memory). What it took: regions of the blank in the tables,
//! 41,800 nodes to 23,200; the automaton, to 17,400; one bit an entry instead of four, a node in one cache line, 0.134 s to
//! 0.075. What was tried and lost: sixteen stacks in turn instead of batches; raising a parent's estimate by that of its
//! children (2.5 % fewer nodes, 10 % more time; with consistent estimates there is nothing to gain); huge pages, which were
//! ten times slower on the virtual machine at hand.

mod every;
mod manhattan;
mod plain;
mod share;

pub(crate) use manhattan::Manhattan;
pub(crate) use plain::search as search_plainly;

use super::automaton::Automaton;
use super::{End, Meter, Progress, Run, Stats, StopReason, built_in};
use crate::board::Board;
use crate::table::{Bits, Frame, Large, Lookup, PARTS, Portable, Small, Table, prefetch};
use every::Exchanges;
use std::sync::{Arc, OnceLock};

/// Moves of the longest words of the automaton for searches with an estimate: [`manhattan`]'s rows for longer ones do not fit
/// the nearest cache.
const LONGEST_WITH_ESTIMATE: usize = 6;

/// The search for one grid and home of the blank, with tables for patterns that share out all tiles.
pub(crate) struct Engine<L: Lookup> {
    tables: Vec<Table>,
    lookups: [Arc<L>; PARTS],
    views: [View; 2],
    /// By cell of the blank and way: the cell whose tile slides there, and a bit for each way that there is.
    around: [[u8; 4]; MOST_CELLS],
    legal: [u8; MOST_CELLS],
    automaton: Automaton,
    exchanges: OnceLock<Exchanges>,
    /// The name of the blank.
    blank: usize,
}

/// The most cells of any board that there are tables for: a power of two, so that a masked index needs no check.
const MOST_CELLS: usize = 32;

/// The board itself, or its mirror image.
struct View {
    /// Where each cell is seen.
    cell: [u8; MOST_CELLS],
    /// By name of a tile: its pattern, and its number there.
    part: [u8; MOST_CELLS],
    number: [u8; MOST_CELLS],
}

/// The most children of a node.
const WIDTH: usize = 4;

/// How many nodes are expanded together.
///
/// PERF: 8 are 9 % slower, 32 as fast, 64 slower because the last search overshoots.
const BATCH: usize = 16;

/// A search with fewer nodes than this is over before other threads would have begun.
const WORTH_SHARING: u64 = 500_000;

/// How many moves a node remembers; the rest of a longer solution is found by another, much shorter search.
const REMEMBERED: u16 = 64;

/// A node that neither view rules out.
#[derive(Clone, Copy, Default)]
struct Node<P> {
    /// What each view sees.
    packed: [P; 2],
    /// The ways taken, two bits each.
    path: [u64; 2],
    /// The estimate of each view.
    values: [Values; 2],
    moves: u16,
    blank: u8,
    /// Where the automaton is.
    state: u16,
}

// A node is one cache line, on all boards.
const _: () = assert!(
    size_of::<Node<<Small as Lookup>::Packed>>() == 64 && size_of::<Node<<Large as Lookup>::Packed>>() == 64
);

/// What a view's tables say.
#[derive(Clone, Copy, Default)]
struct Values {
    /// The sum of the tables' values.
    estimate: u16,
    /// The lowest two bits of each table's value.
    low: u8,
}

impl<P> Node<P> {
    fn estimate(&self) -> u32 {
        u32::from(self.values[0].estimate.max(self.values[1].estimate))
    }
}

/// One view of a child, whose table entry has been asked for.
#[derive(Clone, Copy, Default)]
struct Asked<P> {
    packed: P,
    entry: u32,
    part: u8,
}

/// A child as the first view sees it.
#[derive(Clone, Copy, Default)]
struct Child<P> {
    first: Asked<P>,
    values: Values,
    parent: u8,
    way: u8,
    blank: u8,
}

/// What the stages hand on.
struct Scratch<P> {
    children: [Child<P>; BATCH * WIDTH],
    seconds: [Asked<P>; BATCH * WIDTH],
    goals: Vec<Node<P>>,
}

/// What a search is to find: so many ways to the goal, of at most so many moves.
#[derive(Clone, Copy)]
struct Within {
    bound: u32,
    wanted: usize,
}

impl<P: Copy + Default> Default for Scratch<P> {
    fn default() -> Self {
        Self {
            children: [Child::default(); BATCH * WIDTH],
            seconds: [Asked::default(); BATCH * WIDTH],
            goals: Vec::new(),
        }
    }
}

impl<L: Lookup> Engine<L> {
    /// An engine with these tables.
    pub(crate) fn new(frame: &Frame, tables: Vec<Table>) -> Self {
        assert!(frame.size.cells() <= L::CELLS && (1..=PARTS).contains(&tables.len()));
        let mirrors = frame.mirrors();
        let views = [0, 1].map(|v| View::new(mirrors.get(v).unwrap_or(&mirrors[0]), &tables));
        let (mut around, mut legal) = ([[0; 4]; MOST_CELLS], [0; MOST_CELLS]);
        for cell in 0..frame.size.cells() {
            for (way, m) in Automaton::ALPHABET.iter().enumerate() {
                if let Some(from) = m.source(frame.size, cell) {
                    around[cell][way] = from as u8;
                    legal[cell] |= 1 << way;
                }
            }
        }
        // Patterns with the same number of tiles share theirs.
        let mut known: Vec<(usize, Arc<L>)> = Vec::new();
        let lookups = std::array::from_fn(|part| {
            let table = &tables[part.min(tables.len() - 1)];
            let same = known.iter().find(|(tiles, _)| *tiles == table.pattern.tiles());
            let lookup = same.map_or_else(|| Arc::new(L::new(table)), |(_, lookup)| Arc::clone(lookup));
            known.push((table.pattern.tiles(), Arc::clone(&lookup)));
            lookup
        });
        let automaton = built_in::automaton(frame.size);
        Self {
            tables,
            lookups,
            views,
            around,
            legal,
            automaton,
            exchanges: OnceLock::new(),
            blank: frame.blank,
        }
    }

    /// Memory that the tables take. Searches share it, so it is not what one of them takes.
    pub(crate) fn bytes(&self) -> usize {
        self.tables.iter().map(|table| table.bits().len()).sum()
    }

    /// Solves a board that can be solved.
    pub(crate) fn solve(&self, frame: &Frame, board: &Board, threads: usize, meter: &mut Meter<'_>) -> Run {
        let mut stats = Stats { memory: self.bytes(), ..Stats::default() };
        let mut names = frame.see(board);
        let mut root = self.node(&names);
        let mut bound = root.estimate();
        let mut lower_bound = bound;
        let mut cells = vec![root.blank];
        let end = loop {
            if let Err(reason) = meter.poll(progress(stats.generated, lower_bound, None)) {
                break End::Stopped(reason);
            }
            let found = self.search(root, Within { bound, wanted: 1 }, threads, &mut stats, meter);
            stats.end_iteration(lower_bound);
            match found.map(|found| found.into_iter().next()) {
                Err(reason) => break End::Stopped(reason),
                Ok(None) => bound += 2,
                Ok(Some(found)) => {
                    let known = found.moves.min(REMEMBERED);
                    for i in 0..known {
                        let way = found.path[usize::from(i / 32)] >> (2 * (i % 32)) & 3;
                        let blank = usize::from(cells[cells.len() - 1]);
                        let from = self.around[blank][way as usize];
                        names.swap(blank, usize::from(from));
                        cells.push(from);
                    }
                    if known == found.moves {
                        break End::Goal(frame.moves(&cells));
                    }
                    root = self.node(&names);
                    bound = u32::from(found.moves - known);
                }
            }
            lower_bound = lower_bound.max(bound);
        };
        stats.time = meter.elapsed();
        Run { end, lower_bound, stats }
    }

    /// Looks for ways to the goal within a bound, until as many as are wanted were found.
    fn search(
        &self,
        root: Node<L::Packed>,
        within: Within,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Node<L::Packed>>, StopReason> {
        #[cfg(target_arch = "x86_64")]
        if let Some(fast) = crate::table::Fast::detect() {
            return self.search_with(fast, root, within, threads, stats, meter);
        }
        self.search_with(Portable, root, within, threads, stats, meter)
    }

    fn search_with<B: Bits>(
        &self,
        bits: B,
        root: Node<L::Packed>,
        within: Within,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Node<L::Packed>>, StopReason> {
        stats.generated += 1;
        if root.estimate() == 0 {
            return Ok(vec![root]);
        }
        if root.estimate() > within.bound {
            return Ok(Vec::new());
        }
        if threads > 1 && stats.generated > WORTH_SHARING {
            return self.share(bits, within, root, threads, stats, meter);
        }
        let poll =
            |stats: &Stats| meter.tick(BATCH, L::CELLS, || progress(stats.generated, within.bound, None));
        let mut stack = Vec::with_capacity(1024);
        stack.push(root);
        let mut scratch = Scratch::default();
        bits.run(
            #[inline(always)]
            || self.descend(bits, within, &mut stack, &mut scratch, stats, poll),
        )?;
        Ok(scratch.goals)
    }

    /// A node from scratch, with no moves made.
    fn node(&self, names: &[u8]) -> Node<L::Packed> {
        let mut node = Node { state: Automaton::START, ..Node::default() };
        let blank = names.iter().position(|&name| usize::from(name) == self.blank).unwrap_or(0);
        node.blank = blank as u8;
        for (view, (packed, values)) in self.views.iter().zip(node.packed.iter_mut().zip(&mut node.values)) {
            let mut cells: Vec<Vec<u8>> =
                self.tables.iter().map(|table| vec![0; table.pattern.tiles()]).collect();
            for (cell, name) in names.iter().map(|&name| usize::from(name)).enumerate() {
                if name != self.blank {
                    let (part, number) = (usize::from(view.part[name]), view.number[name]);
                    L::put(packed, usize::from(view.cell[cell]), part, number);
                    cells[part][usize::from(number)] = view.cell[cell];
                }
            }
            for (part, (table, cells)) in self.tables.iter().zip(&cells).enumerate() {
                let value = table.value(cells, usize::from(view.cell[blank]));
                values.estimate += value as u16;
                values.low |= (value as u8 & 3) << (2 * part);
            }
        }
        node
    }

    /// Searches below the nodes on the stack, until as many ways to the goal as are wanted are in the scratch space. `poll`
    /// is asked every few nodes whether to go on.
    #[inline(always)]
    fn descend<B: Bits>(
        &self,
        bits: B,
        within: Within,
        stack: &mut Vec<Node<L::Packed>>,
        scratch: &mut Scratch<L::Packed>,
        stats: &mut Stats,
        mut poll: impl FnMut(&Stats) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let tables = self.table_bits();
        let mut parents = [Node::default(); BATCH];
        while !stack.is_empty() && scratch.goals.len() < within.wanted {
            poll(stats)?;
            let count = stack.len().min(BATCH);
            let rest = stack.len() - count;
            parents[..count].copy_from_slice(&stack[rest..]);
            stack.truncate(rest);
            self.expand(bits, tables, within.bound, &parents[..count], scratch, stack, stats);
        }
        Ok(())
    }

    fn table_bits(&self) -> [&[u8]; PARTS] {
        std::array::from_fn(|part| self.tables.get(part).map_or(&[][..], Table::bits))
    }

    /// Puts the children of a batch of nodes on the stack, but for those that are the goal: they stay in the scratch space.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "scratch space and figures are passed in, not kept")]
    fn expand<B: Bits>(
        &self,
        bits: B,
        tables: [&[u8]; PARTS],
        bound: u32,
        parents: &[Node<L::Packed>],
        scratch: &mut Scratch<L::Packed>,
        stack: &mut Vec<Node<L::Packed>>,
        stats: &mut Stats,
    ) {
        let Scratch { children, seconds, goals } = scratch;
        stats.expanded += parents.len() as u64;

        // 1. All children, as the first view sees them.
        let mut made = 0;
        for (i, parent) in parents.iter().enumerate() {
            let blank = usize::from(parent.blank) % MOST_CELLS;
            let mut ways = self.legal[blank] & self.automaton.state(parent.state).allowed;
            while ways != 0 {
                // The last first, because what comes last on the stack comes off first.
                let way = ways.ilog2() as usize % 4;
                ways ^= 1 << way;
                let from = self.around[blank][way];
                let first = self.slide(bits, tables, 0, parent, from);
                children[made % (BATCH * WIDTH)] =
                    Child { first, values: Values::default(), parent: i as u8, way: way as u8, blank: from };
                made += 1;
            }
        }
        stats.generated += made as u64;

        // 2. Those that the first view does not rule out, as the second sees them.
        let mut left = 0;
        for i in 0..made.min(BATCH * WIDTH) {
            let mut child = children[i];
            let parent = &parents[usize::from(child.parent)];
            child.values = read(tables, parent.values[0], &child.first);
            children[left] = child;
            left += usize::from(u32::from(parent.moves) + 1 + u32::from(child.values.estimate) <= bound);
        }
        for (child, second) in children[..left].iter().zip(seconds.iter_mut()) {
            let parent = &parents[usize::from(child.parent)];
            *second = self.slide(bits, tables, 1, parent, child.blank);
        }

        // 3. Those that neither rules out.
        for (child, second) in children[..left].iter().zip(seconds.iter()) {
            let parent = &parents[usize::from(child.parent)];
            let values = read(tables, parent.values[1], second);
            if u32::from(parent.moves) + 1 + u32::from(values.estimate) > bound {
                continue;
            }
            let mut path = parent.path;
            if parent.moves < REMEMBERED {
                path[usize::from(parent.moves / 32) % 2] |= u64::from(child.way) << (2 * (parent.moves % 32));
            }
            let node = Node {
                packed: [child.first.packed, second.packed],
                path,
                values: [child.values, values],
                moves: parent.moves + 1,
                blank: child.blank,
                state: self.automaton.state(parent.state).next[usize::from(child.way) % 4],
            };
            if child.values.estimate == 0 {
                goals.push(node);
            } else {
                stack.push(node);
            }
        }
    }

    /// One view of a node after the tile at a cell slid into its blank; asks for the table entry.
    #[inline(always)]
    fn slide<B: Bits>(
        &self,
        bits: B,
        tables: [&[u8]; PARTS],
        v: usize,
        node: &Node<L::Packed>,
        from: u8,
    ) -> Asked<L::Packed> {
        let view = &self.views[v];
        let (from, to) =
            (view.cell[usize::from(from) % MOST_CELLS], view.cell[usize::from(node.blank) % MOST_CELLS]);
        let part = L::part(node.packed[v], from) % PARTS;
        let packed = L::slide(node.packed[v], part, from, to);
        let entry = self.lookups[part].entry(bits, packed, part, from);
        prefetch(tables[part], entry as usize / 8);
        Asked { packed, entry, part: part as u8 }
    }
}

/// A view of a child, with the value of the pattern whose tile moved read from its table: one more or one less.
#[inline(always)]
fn read<P>(tables: [&[u8]; PARTS], before: Values, asked: &Asked<P>) -> Values {
    let part = usize::from(asked.part) % PARTS;
    let bit = tables[part][asked.entry as usize / 8] >> (asked.entry % 8) & 1;
    let old = before.low >> (2 * part);
    // One more flips the second bit if the first was set, one less if it was not.
    let rises = !((old >> 1 ^ bit) ^ old) & 1;
    let change = (2 * rises).wrapping_sub(1);
    let estimate = (before.estimate + 2 * u16::from(rises)).wrapping_sub(1);
    let low = before.low ^ ((old ^ old.wrapping_add(change)) & 3) << (2 * part);
    Values { estimate, low }
}

impl View {
    /// What a symmetry of the frame shows of the tiles.
    fn new(map: &[u8], tables: &[Table]) -> Self {
        let mut view = Self { cell: [0; MOST_CELLS], part: [0; MOST_CELLS], number: [0; MOST_CELLS] };
        view.cell[..map.len()].copy_from_slice(map);
        for (name, home) in map.iter().enumerate() {
            for (part, table) in tables.iter().enumerate() {
                if let Some(number) = table.pattern.homes.iter().position(|other| other == home) {
                    (view.part[name], view.number[name]) = (part as u8, number as u8);
                }
            }
        }
        view
    }
}

fn progress(generated: u64, bound: u32, thousandths: Option<u32>) -> Progress {
    Progress { generated, lower_bound: bound, thousandths, ..Progress::default() }
}

#[cfg(test)]
mod tests;
