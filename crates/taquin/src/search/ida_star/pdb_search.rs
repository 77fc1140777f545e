//! IDA* with additive pattern databases, for boards of up to 25 cells.
//!
//! The heuristic is the maximum of two sums: of the database values of the board, and of its reflection, if
//! the goal allows one (see [`Frame`]). A move changes one value of each sum by plus or minus one; a bit of
//! the database gives the sign.
//!
//! **Hiding memory latency.** A cache miss takes as long as a hundred instructions. So sixteen nodes are
//! popped from the stack together and go through these stages:
//!
//! 1. generate all children as the first view sees them, and prefetch the database entry of each;
//! 2. read these entries; for the children that are not pruned, prefetch the entry of the second view;
//! 3. read those, and push the children that neither view prunes.
//!
//! An entry is thus read some twenty nodes after its prefetch. Only the last stage has a branch that depends
//! on an entry, which avoids branch mispredictions.
//!
//! PERF: on Korf's hundred 15-puzzles with the 7-8 partition, indexing by regions of the blank makes 1.8
//! times fewer nodes, and move pruning another 1.3 times fewer. One bit per entry instead of four, with a
//! node in one cache line, is 1.8 times as fast. Tried and lost: sixteen interleaved stacks instead of
//! batches; bidirectional pathmax (2.5 % fewer nodes, 10 % more time; with consistent heuristics there is
//! nothing to gain); huge pages, ten times slower on a virtual machine.

use super::substitution_index::SubstitutionIndex;
use crate::embedded;
use crate::progress::Progress;
use crate::search::{End, Meter, Run};
use crate::stats::Stats;
use std::sync::{Arc, OnceLock};
use taquin_core::Board;
use taquin_core::StopReason;
use taquin_pdb::HAS_PREFETCH;
use taquin_pdb::MovePruning;
use taquin_pdb::{BitExtract, Frame, LargeLookup, Lookup, Partition, Pdb, Portable, SmallLookup, prefetch};

/// A search for one board size and home cell of the blank, with databases for a partition of all tiles.
pub(crate) struct PdbSearch<L: Lookup> {
    pdbs: Vec<Pdb>,
    lookups: [Arc<L>; Partition::MAX_PARTS],
    views: [View; 2],
    /// The cell whose tile slides, by cell of the blank and direction.
    pub(super) neighbors: [[u8; 4]; MAX_CELLS],
    /// A bit for each legal direction, by cell of the blank.
    pub(super) legal: [u8; MAX_CELLS],
    pub(super) pruning: MovePruning,
    pub(super) substitutions: OnceLock<SubstitutionIndex>,
    /// The canonical home of the blank, which stands for it in packed boards.
    pub(super) blank: usize,
}

/// At least the cells of any board with pattern databases: a power of two, so that a masked index needs no
/// check.
const MAX_CELLS: usize = 32;

/// The board itself, or its reflection.
struct View {
    /// The image of each cell.
    cell: [u8; MAX_CELLS],
    /// The pattern of each tile.
    part: [u8; MAX_CELLS],
    /// The index of each tile in its pattern.
    number: [u8; MAX_CELLS],
}

/// The maximum number of children of a node.
const MAX_CHILDREN: usize = 4;

/// The number of nodes expanded together.
///
/// PERF: 8 are 9 % slower, 32 as fast, 64 slower because the last iteration overshoots.
pub(super) const BATCH: usize = 16;

/// The minimum number of nodes generated before several threads are used: shorter searches finish sooner with
/// one.
const PARALLEL_NODES: u64 = 500_000;

/// The number of moves stored in a node. The rest of a longer solution is found by another, much shorter
/// search.
pub(super) const STORED_MOVES: u16 = 64;

/// A node that neither view prunes.
#[derive(Clone, Copy, Default)]
pub(super) struct PdbNode<P> {
    /// The packed tiles of each view.
    pub(super) packed: [P; 2],
    /// The directions of the first moves, two bits each.
    pub(super) path: [u64; 2],
    /// The heuristic value of each view.
    pub(super) values: [ViewValue; 2],
    pub(super) moves: u16,
    pub(super) blank: u8,
    /// The state of the pruning.
    state: u16,
}

// A node fits one cache line on all boards.
const _: () = assert!(
    size_of::<PdbNode<<SmallLookup as Lookup>::Packed>>() == 64
        && size_of::<PdbNode<<LargeLookup as Lookup>::Packed>>() == 64
);

/// The heuristic value of one view.
#[derive(Clone, Copy, Default)]
pub(super) struct ViewValue {
    /// The sum of the database values.
    pub(super) estimate: u16,
    /// The lowest two bits of each database value.
    pub(super) low: u8,
}

impl<P> PdbNode<P> {
    pub(super) fn estimate(&self) -> u32 {
        u32::from(self.values[0].estimate.max(self.values[1].estimate))
    }

    /// Returns the direction of one of the [`STORED_MOVES`].
    pub(super) fn direction(&self, index: usize) -> u8 {
        (self.path[index / 32 % 2] >> (2 * (index % 32)) & 3) as u8
    }
}

/// One view of a child whose database entry has been prefetched.
#[derive(Clone, Copy, Default)]
pub(super) struct PendingLookup<P> {
    pub(super) packed: P,
    entry: u32,
    part: u8,
    /// The byte of the database with the entry.
    byte: u8,
}

/// A child as the first view sees it.
#[derive(Clone, Copy, Default)]
struct PdbChild<P> {
    first: PendingLookup<P>,
    value: ViewValue,
    parent: u8,
    direction: u8,
    blank: u8,
}

/// Buffers of the stages, and the goals found.
pub(super) struct Scratch<P> {
    children: [PdbChild<P>; BATCH * MAX_CHILDREN],
    seconds: [PendingLookup<P>; BATCH * MAX_CHILDREN],
    pub(super) goals: Vec<PdbNode<P>>,
}

/// The cost bound of an iteration, and the number of solutions after which it ends.
#[derive(Clone, Copy)]
pub(super) struct IterationLimits {
    pub(super) bound: u32,
    pub(super) max_solutions: usize,
}

impl<P: Copy + Default> Default for Scratch<P> {
    fn default() -> Self {
        Self {
            children: [PdbChild::default(); BATCH * MAX_CHILDREN],
            seconds: [PendingLookup::default(); BATCH * MAX_CHILDREN],
            goals: Vec::new(),
        }
    }
}

impl<L: Lookup> PdbSearch<L> {
    pub(crate) fn new(frame: &Frame, pdbs: Vec<Pdb>) -> Self {
        assert!(frame.size().cells() <= L::MAX_CELLS && (1..=Partition::MAX_PARTS).contains(&pdbs.len()));
        let mirrors = frame.symmetries();
        let views = [0, 1].map(|v| View::new(mirrors.get(v).unwrap_or(&mirrors[0]), &pdbs));
        let mut neighbors = [[0; 4]; MAX_CELLS];
        let mut legal = [0; MAX_CELLS];
        for cell in 0..frame.size().cells() {
            for (direction, m) in MovePruning::DIRECTIONS.iter().enumerate() {
                if let Some(from) = m.source(frame.size(), cell) {
                    neighbors[cell][direction] = from as u8;
                    legal[cell] |= 1 << direction;
                }
            }
        }
        // Patterns with the same number of tiles share a lookup.
        let mut known: Vec<(usize, Arc<L>)> = Vec::new();
        let lookups = std::array::from_fn(|part| {
            let pdb = &pdbs[part.min(pdbs.len() - 1)];
            let same = known.iter().find(|(tiles, _)| *tiles == pdb.pattern().tile_count());
            let lookup = same.map_or_else(|| Arc::new(L::new(pdb)), |(_, lookup)| Arc::clone(lookup));
            known.push((pdb.pattern().tile_count(), Arc::clone(&lookup)));
            lookup
        });
        let pruning = embedded::move_pruning(frame.size());
        Self {
            pdbs,
            lookups,
            views,
            neighbors,
            legal,
            pruning,
            substitutions: OnceLock::new(),
            blank: frame.blank(),
        }
    }

    /// Returns the size of the databases in bytes. Searches share them.
    pub(crate) fn bytes(&self) -> usize {
        self.pdbs.iter().map(|pdb| pdb.bits().len()).sum()
    }

    /// Solves a solvable board, given a lower bound that another search has proven.
    pub(crate) fn solve(
        &self,
        frame: &Frame,
        board: &Board,
        lower_bound: u32,
        threads: usize,
        meter: &mut Meter<'_>,
    ) -> Run {
        let mut stats = Stats { memory: self.bytes(), ..Stats::default() };
        let mut names = frame.canonical_board(board);
        let mut root = self.node(&names);
        let mut bound = root.estimate().max(lower_bound);
        let mut lower_bound = bound;
        let mut cells = vec![root.blank];
        let end = loop {
            if let Err(reason) = meter.poll(progress(stats.generated, lower_bound, None)) {
                break End::Stopped(reason);
            }
            let found =
                self.search(root, IterationLimits { bound, max_solutions: 1 }, threads, &mut stats, meter);
            stats.end_iteration(lower_bound);
            match found.map(|found| found.into_iter().next()) {
                Err(reason) => break End::Stopped(reason),
                Ok(None) => bound += 2,
                Ok(Some(found)) => {
                    let known = found.moves.min(STORED_MOVES);
                    for i in 0..known {
                        let direction = found.direction(usize::from(i));
                        let blank = usize::from(cells[cells.len() - 1]);
                        let from = self.neighbors[blank][usize::from(direction)];
                        names.swap(blank, usize::from(from));
                        cells.push(from);
                    }
                    if known == found.moves {
                        break End::Goal(frame.moves_from_blank_path(&cells));
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

    /// Runs one iteration; returns the solutions found.
    pub(super) fn search(
        &self,
        root: PdbNode<L::Packed>,
        limits: IterationLimits,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<PdbNode<L::Packed>>, StopReason> {
        #[cfg(target_arch = "x86_64")]
        if let Some(fast) = taquin_pdb::Bmi2::detect() {
            return self.search_with(fast, root, limits, threads, stats, meter);
        }
        self.search_with(Portable, root, limits, threads, stats, meter)
    }

    pub(super) fn search_with<B: BitExtract>(
        &self,
        bits: B,
        root: PdbNode<L::Packed>,
        limits: IterationLimits,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<PdbNode<L::Packed>>, StopReason> {
        stats.generated += 1;
        if root.estimate() == 0 {
            return Ok(vec![root]);
        }
        if root.estimate() > limits.bound {
            return Ok(Vec::new());
        }
        if threads > 1 && stats.generated > PARALLEL_NODES {
            return self.search_parallel(bits, limits, root, threads, stats, meter);
        }
        let poll =
            |stats: &Stats| meter.tick(BATCH, L::MAX_CELLS, || progress(stats.generated, limits.bound, None));
        let mut stack = Vec::with_capacity(1024);
        stack.push(root);
        let mut scratch = Scratch::default();
        bits.run(
            #[inline(always)]
            || self.search_stack(bits, limits, &mut stack, &mut scratch, stats, poll),
        )?;
        Ok(scratch.goals)
    }

    /// Returns the root node of a board, evaluated from scratch.
    pub(super) fn node(&self, names: &[u8]) -> PdbNode<L::Packed> {
        let mut node = PdbNode { state: MovePruning::START, ..PdbNode::default() };
        let blank = names.iter().position(|&name| usize::from(name) == self.blank).unwrap_or(0);
        node.blank = blank as u8;
        for (view, (packed, value)) in self.views.iter().zip(node.packed.iter_mut().zip(&mut node.values)) {
            let mut cells: Vec<Vec<u8>> =
                self.pdbs.iter().map(|pdb| vec![0; pdb.pattern().tile_count()]).collect();
            for (cell, name) in names.iter().map(|&name| usize::from(name)).enumerate() {
                if name != self.blank {
                    let part = usize::from(view.part[name]);
                    let number = view.number[name];
                    L::place_tile(packed, usize::from(view.cell[cell]), part, number);
                    cells[part][usize::from(number)] = view.cell[cell];
                }
            }
            for (part, (pdb, cells)) in self.pdbs.iter().zip(&cells).enumerate() {
                let entry = pdb.value(cells, usize::from(view.cell[blank]));
                value.estimate += entry as u16;
                value.low |= (entry as u8 & 3) << (2 * part);
            }
        }
        node
    }

    /// Searches below the nodes on the stack until the stack is empty or enough solutions are in
    /// `scratch.goals`. `poll` is called before each batch and can stop the search.
    #[inline(always)]
    pub(super) fn search_stack<B: BitExtract>(
        &self,
        bits: B,
        limits: IterationLimits,
        stack: &mut Vec<PdbNode<L::Packed>>,
        scratch: &mut Scratch<L::Packed>,
        stats: &mut Stats,
        mut poll: impl FnMut(&Stats) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let pdbs = self.pdb_bits();
        let mut parents = [PdbNode::default(); BATCH];
        while !stack.is_empty() && scratch.goals.len() < limits.max_solutions {
            poll(stats)?;
            let count = stack.len().min(BATCH);
            let rest = stack.len() - count;
            parents[..count].copy_from_slice(&stack[rest..]);
            stack.truncate(rest);
            self.expand(bits, pdbs, limits.bound, &parents[..count], scratch, stack, stats);
        }
        Ok(())
    }

    pub(super) fn pdb_bits(&self) -> [&[u8]; Partition::MAX_PARTS] {
        std::array::from_fn(|part| self.pdbs.get(part).map_or(&[][..], Pdb::bits))
    }

    /// Expands a batch of nodes. Goals go to `scratch.goals`, other children to the stack.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "buffers and statistics are owned by the caller")]
    pub(super) fn expand<B: BitExtract>(
        &self,
        bits: B,
        pdbs: [&[u8]; Partition::MAX_PARTS],
        bound: u32,
        parents: &[PdbNode<L::Packed>],
        scratch: &mut Scratch<L::Packed>,
        stack: &mut Vec<PdbNode<L::Packed>>,
        stats: &mut Stats,
    ) {
        let Scratch { children, seconds, goals } = scratch;
        stats.expanded += parents.len() as u64;

        // 1. Generate all children as the first view sees them.
        let mut generated = 0;
        for (i, parent) in parents.iter().enumerate() {
            let blank = usize::from(parent.blank) % MAX_CELLS;
            let mut directions = self.legal[blank] & self.pruning.state(parent.state).allowed;
            while directions != 0 {
                // In reverse order, because the stack is last in, first out.
                let direction = directions.ilog2() as usize % 4;
                directions ^= 1 << direction;
                let from = self.neighbors[blank][direction];
                let first = self.slide(bits, pdbs, 0, parent, from);
                children[generated % (BATCH * MAX_CHILDREN)] = PdbChild {
                    first,
                    value: ViewValue::default(),
                    parent: i as u8,
                    direction: direction as u8,
                    blank: from,
                };
                generated += 1;
            }
        }
        stats.generated += generated as u64;

        // 2. Keep the children that the first view does not prune, and prefetch their entries in the second view.
        load(pdbs, children[..generated.min(BATCH * MAX_CHILDREN)].iter_mut().map(|child| &mut child.first));
        let mut kept = 0;
        for i in 0..generated.min(BATCH * MAX_CHILDREN) {
            let mut child = children[i];
            let parent = &parents[usize::from(child.parent)];
            child.value = read(pdbs, parent.values[0], &child.first);
            children[kept] = child;
            kept += usize::from(u32::from(parent.moves) + 1 + u32::from(child.value.estimate) <= bound);
        }
        for (child, second) in children[..kept].iter().zip(seconds.iter_mut()) {
            let parent = &parents[usize::from(child.parent)];
            *second = self.slide(bits, pdbs, 1, parent, child.blank);
        }

        // 3. Push the children that neither view prunes.
        load(pdbs, seconds[..kept].iter_mut());
        for (child, second) in children[..kept].iter().zip(seconds.iter()) {
            let parent = &parents[usize::from(child.parent)];
            let value = read(pdbs, parent.values[1], second);
            if u32::from(parent.moves) + 1 + u32::from(value.estimate) > bound {
                continue;
            }
            let mut path = parent.path;
            if parent.moves < STORED_MOVES {
                let word = &mut path[usize::from(parent.moves / 32) % 2];
                *word |= u64::from(child.direction) << (2 * (parent.moves % 32));
            }
            let node = PdbNode {
                packed: [child.first.packed, second.packed],
                path,
                values: [child.value, value],
                moves: parent.moves + 1,
                blank: child.blank,
                state: self.pruning.state(parent.state).next[usize::from(child.direction) % 4],
            };
            if child.value.estimate == 0 {
                goals.push(node);
            } else {
                stack.push(node);
            }
        }
    }

    /// Slides the tile at a cell into the blank in one view of a node, and prefetches the database entry.
    #[inline(always)]
    pub(super) fn slide<B: BitExtract>(
        &self,
        bits: B,
        pdbs: [&[u8]; Partition::MAX_PARTS],
        view: usize,
        node: &PdbNode<L::Packed>,
        from: u8,
    ) -> PendingLookup<L::Packed> {
        let cells = &self.views[view].cell;
        let from = cells[usize::from(from) % MAX_CELLS];
        let to = cells[usize::from(node.blank) % MAX_CELLS];
        let part = L::part_at(node.packed[view], from) % Partition::MAX_PARTS;
        let packed = L::slide(node.packed[view], part, from, to);
        let entry = self.lookups[part].entry_index(bits, packed, part, from);
        prefetch(pdbs[part], entry as usize / 8);
        PendingLookup { packed, entry, part: part as u8, byte: 0 }
    }
}

/// Without prefetching, loads the entries of many lookups in a loop so short that the CPU overlaps their cache misses.
///
/// PERF: in WebAssembly, a sixth faster than loading each where it is used.
#[inline(always)]
fn load<'a, P: 'a>(
    pdbs: [&[u8]; Partition::MAX_PARTS],
    lookups: impl Iterator<Item = &'a mut PendingLookup<P>>,
) {
    if !HAS_PREFETCH {
        for lookup in lookups {
            lookup.byte = pdbs[usize::from(lookup.part) % Partition::MAX_PARTS][lookup.entry as usize / 8];
        }
    }
}

/// Returns the value of a view after a move: the database value of the moved tile's pattern changes by one.
#[inline(always)]
pub(super) fn read<P>(
    pdbs: [&[u8]; Partition::MAX_PARTS],
    before: ViewValue,
    lookup: &PendingLookup<P>,
) -> ViewValue {
    let part = usize::from(lookup.part) % Partition::MAX_PARTS;
    let byte = if HAS_PREFETCH { pdbs[part][lookup.entry as usize / 8] } else { lookup.byte };
    let bit = byte >> (lookup.entry % 8) & 1;
    let old = before.low >> (2 * part);
    // Plus one flips the second bit if the first was 1, minus one if it was 0.
    let rises = !((old >> 1 ^ bit) ^ old) & 1;
    let change = (2 * rises).wrapping_sub(1);
    let estimate = (before.estimate + 2 * u16::from(rises)).wrapping_sub(1);
    let low = before.low ^ ((old ^ old.wrapping_add(change)) & 3) << (2 * part);
    ViewValue { estimate, low }
}

impl View {
    /// Creates the view of a symmetry of the frame.
    fn new(map: &[u8], pdbs: &[Pdb]) -> Self {
        let mut view = Self { cell: [0; MAX_CELLS], part: [0; MAX_CELLS], number: [0; MAX_CELLS] };
        view.cell[..map.len()].copy_from_slice(map);
        for (name, home) in map.iter().enumerate() {
            for (part, pdb) in pdbs.iter().enumerate() {
                if let Some(number) = pdb.pattern().homes().iter().position(|other| other == home) {
                    view.part[name] = part as u8;
                    view.number[name] = number as u8;
                }
            }
        }
        view
    }
}

pub(super) fn progress(generated: u64, bound: u32, thousandths: Option<u32>) -> Progress {
    Progress { generated, lower_bound: bound, thousandths, ..Progress::default() }
}
