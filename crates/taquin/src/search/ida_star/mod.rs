//! IDA* on additive pattern databases, for boards of up to 16 cells.
//!
//! Depth-first search that goes no deeper than a bound on moves made plus estimate; if that finds nothing, the bound
//! rises to the least value that exceeded it, and the search begins anew. The first solution found is shortest, because
//! every shorter length was ruled out before. It keeps nothing but the path: no memory but the tables.
//!
//! The estimate is the larger of two: the sum of the table entries for the board, and that for its mirror image, if
//! there is one (see [`Frame`]). A move changes one entry of each sum.
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
//! PERF: with 7-8 tables, whose 290 MB no cache holds, Korf's hundred 15-puzzles took 0.134 s on one thread in a trial (31
//! million nodes a second). Before, in the same trial: one node at a time from sixteen stacks in turn, 0.199 s; the usual
//! program that asks for both views at once, 0.27 s. Raising a parent's estimate by that of its children saved 2.5 % of the
//! nodes and cost 10 % of the time.

#![expect(
    clippy::inline_always,
    reason = "what is inlined into a function with processor features is compiled with them"
)]

mod share;

use super::{End, Meter, Progress, Run, Stats, StopReason};
use crate::board::{Board, Move, Size};
use crate::table::{Bits, Frame, Lookup, Pattern, Portable};

/// The search for one grid and home of the blank, with tables for P patterns.
pub(crate) struct Engine<const P: usize> {
    tables: [Lookup; P],
    views: [View; 2],
    /// By cell of the blank and way: the cell whose tile slides there; [`NOWHERE`] at the border.
    around: [[u8; 4]; CELLS],
    /// By cell of the blank and way back.
    steps: [[Steps; 4]; CELLS],
    /// By label in the first view and cell: the distance from home.
    distance: [[u8; CELLS]; CELLS],
    /// The name of the blank, and its label.
    blank: usize,
    blank_label: u8,
}

const CELLS: usize = Lookup::CELLS;
const NOWHERE: u8 = u8::MAX;

/// The board itself, or its mirror image.
struct View {
    /// Where each cell is seen.
    cell: [u8; CELLS],
    /// By name of a tile: its label.
    label: [u8; CELLS],
    /// By label: which pattern it is of.
    part: [u8; CELLS],
}

/// The moves out of a cell but for the one back.
#[derive(Clone, Copy, Default)]
struct Steps {
    count: u8,
    /// The cells whose tile slides.
    from: [u8; WIDTH],
    /// Which way that is, and which way it is back from there.
    way: [u8; WIDTH],
    back: [u8; WIDTH],
}

/// The most children of a node, the node before left out.
const WIDTH: usize = 3;

/// How many nodes are expanded together.
///
/// PERF: 8 are 9 % slower, 32 as fast, 64 slower because the last search overshoots.
const BATCH: usize = 16;

/// A search with fewer nodes than this is over before other threads would have begun.
const WORTH_SHARING: u64 = 500_000;

/// How many moves a node remembers; the rest of a longer solution is found by another, much shorter search.
const REMEMBERED: u8 = 64;

/// A node that neither view rules out. A cache line.
#[derive(Clone, Copy, Default)]
struct Node {
    /// For each view, four bits a cell.
    boards: [u64; 2],
    /// For each view, 16 bits a pattern: the cells of its tiles.
    cells: [u64; 2],
    /// For each view, eight bits a pattern: half of what its value exceeds the Manhattan distance by.
    excess: [u32; 2],
    /// The ways taken, two bits each.
    path: [u64; 2],
    distance: u8,
    moves: u8,
    blank: u8,
    /// The way back to the node before.
    back: u8,
}

impl Node {
    fn estimate(&self) -> u32 {
        u32::from(self.distance) + 2 * total(self.excess[0]).max(total(self.excess[1]))
    }
}

/// One view of a child, whose table entry has been asked for.
#[derive(Clone, Copy, Default)]
struct Asked {
    board: u64,
    cells: u64,
    entry: u32,
    part: u8,
}

/// A child as the first view sees it.
#[derive(Clone, Copy, Default)]
struct Child {
    first: Asked,
    excess: u32,
    distance: u8,
    parent: u8,
    step: u8,
}

/// What the stages hand on.
struct Scratch {
    children: [Child; BATCH * WIDTH],
    seconds: [Asked; BATCH * WIDTH],
}

impl Default for Scratch {
    fn default() -> Self {
        Self { children: [Child::default(); BATCH * WIDTH], seconds: [Asked::default(); BATCH * WIDTH] }
    }
}

impl<const P: usize> Engine<P> {
    /// An engine with tables for these patterns, which share out all tiles.
    pub(crate) fn new(frame: &Frame, patterns: &[Pattern; P], mut values: [Vec<u8>; P]) -> Self {
        let cells = frame.size.cells();
        // With two patterns the fourth bit of a label tells them apart, and the other three their tiles.
        let bits = if P == 2 { 3 } else { 4 };
        let mut labels: [Vec<u8>; P] = std::array::from_fn(|_| Vec::new());
        let mut next = 0;
        for (p, pattern) in patterns.iter().enumerate() {
            let first = if P == 2 { 8 * p as u8 } else { next };
            next = first + pattern.tiles() as u8;
            labels[p].extend(first..next);
        }
        let is_free = |label: &u8| !labels.iter().any(|list| list.contains(label));
        let blank_label = (0..CELLS as u8).find(is_free).unwrap_or_default();
        let mirrors = frame.mirrors();
        let views = [0, 1].map(|v| {
            let map = mirrors.get(v).unwrap_or(&mirrors[0]);
            View::new(map, frame.blank, blank_label, patterns, &labels)
        });
        let mut distance = [[0; CELLS]; CELLS];
        for name in (0..cells).filter(|&name| name != frame.blank) {
            for (cell, distance) in
                distance[usize::from(views[0].label[name])].iter_mut().enumerate().take(cells)
            {
                *distance = frame.size.distance(name, cell) as u8;
            }
        }
        let around = around(frame.size);
        let tables = std::array::from_fn(|p| {
            Lookup::new(&patterns[p], std::mem::take(&mut values[p]), &labels[p], bits)
        });
        Self { tables, views, around, steps: steps(&around), distance, blank: frame.blank, blank_label }
    }

    /// Memory that the tables take.
    pub(crate) fn bytes(&self) -> usize {
        self.tables.iter().map(Lookup::bytes).sum()
    }

    /// Solves a board that can be solved.
    pub(crate) fn solve(&self, frame: &Frame, board: &Board, threads: usize, meter: &mut Meter<'_>) -> Run {
        let mut stats = Stats { memory: self.bytes(), ..Stats::default() };
        let mut names = frame.see(board);
        let root = self.node(Portable, &names);
        let mut bound = root.estimate();
        let mut lower_bound = bound;
        let mut cells = vec![root.blank];
        let end = loop {
            match self.search(&names, bound, threads, &mut stats, meter) {
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
                    bound = u32::from(found.moves - known);
                }
            }
            lower_bound = lower_bound.max(bound);
        };
        stats.time = meter.elapsed();
        Run { end, lower_bound, stats }
    }

    /// Looks for the goal within a bound; returns it if it is there.
    fn search(
        &self,
        names: &[u8],
        bound: u32,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Node>, StopReason> {
        #[cfg(target_arch = "x86_64")]
        if let Some(fast) = crate::table::Fast::detect() {
            return self.search_with(fast, names, bound, threads, stats, meter);
        }
        self.search_with(Portable, names, bound, threads, stats, meter)
    }

    fn search_with<B: Bits>(
        &self,
        bits: B,
        names: &[u8],
        bound: u32,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Node>, StopReason> {
        let root = self.node(bits, names);
        stats.generated += 1;
        if root.distance == 0 {
            return Ok(Some(root));
        }
        let mut stack = Vec::with_capacity(1024);
        for child in self.first_moves(bits, names, root.blank) {
            stats.generated += 1;
            if u32::from(child.moves) + child.estimate() <= bound {
                if child.distance == 0 {
                    return Ok(Some(child));
                }
                stack.push(child);
            }
        }
        if threads > 1 && stats.generated > WORTH_SHARING {
            return self.share(bits, bound, stack, threads, stats, meter);
        }
        let memory = stats.memory;
        let poll = |stats: &Stats| meter.tick(BATCH, CELLS, || progress(stats.generated, bound, memory));
        bits.run(
            #[inline(always)]
            || self.descend(bits, bound, &mut stack, stats, poll),
        )
    }

    /// A node from scratch, with no moves made.
    fn node<B: Bits>(&self, bits: B, names: &[u8]) -> Node {
        let mut node = Node::default();
        for (cell, &name) in names.iter().enumerate() {
            let name = usize::from(name);
            for (v, view) in self.views.iter().enumerate() {
                let (label, seen) = (view.label[name], view.cell[cell]);
                node.boards[v] |= u64::from(label) << (4 * seen);
                if name != self.blank {
                    node.cells[v] |= 1 << (16 * view.part[usize::from(label)] + seen);
                }
            }
            if name == self.blank {
                node.blank = cell as u8;
            } else {
                node.distance += self.distance[usize::from(self.views[0].label[name])][cell];
            }
        }
        for v in 0..2 {
            for (p, table) in self.tables.iter().enumerate() {
                let entry = table.entry(bits, node.boards[v], (node.cells[v] >> (16 * p)) as u16);
                node.excess[v] |= u32::from(table.excess(entry)) << (8 * p);
            }
        }
        node
    }

    /// The nodes after the first move.
    fn first_moves<B: Bits>(&self, bits: B, names: &[u8], blank: u8) -> Vec<Node> {
        let ways = (0..4u8).zip(self.around[usize::from(blank)]).filter(|(_, from)| *from != NOWHERE);
        let child = |(way, from): (u8, u8)| {
            let mut names = names.to_vec();
            names.swap(usize::from(blank), usize::from(from));
            let back = way_between(&self.around, from, blank);
            Node { moves: 1, path: [u64::from(way), 0], back, ..self.node(bits, &names) }
        };
        ways.map(child).collect()
    }

    /// Searches below the nodes on the stack. `poll` is asked every few nodes whether to go on.
    #[inline(always)]
    fn descend<B: Bits>(
        &self,
        bits: B,
        bound: u32,
        stack: &mut Vec<Node>,
        stats: &mut Stats,
        mut poll: impl FnMut(&Stats) -> Result<(), StopReason>,
    ) -> Result<Option<Node>, StopReason> {
        let mut scratch = Scratch::default();
        let mut parents = [Node::default(); BATCH];
        while !stack.is_empty() {
            poll(stats)?;
            let count = stack.len().min(BATCH);
            let rest = stack.len() - count;
            parents[..count].copy_from_slice(&stack[rest..]);
            stack.truncate(rest);
            if let Some(goal) = self.expand(bits, bound, &parents[..count], &mut scratch, stack, stats) {
                return Ok(Some(goal));
            }
        }
        Ok(None)
    }

    /// Puts the children of a batch of nodes on the stack; returns the goal if it is one of them.
    #[inline(always)]
    fn expand<B: Bits>(
        &self,
        bits: B,
        bound: u32,
        parents: &[Node],
        scratch: &mut Scratch,
        stack: &mut Vec<Node>,
        stats: &mut Stats,
    ) -> Option<Node> {
        let Scratch { children, seconds } = scratch;
        stats.expanded += parents.len() as u64;

        // 1. All children, as the first view sees them.
        let mut made = 0;
        for (i, parent) in parents.iter().enumerate() {
            let steps = self.steps(parent);
            for step in 0..usize::from(steps.count).min(WIDTH) {
                let (from, to) = (usize::from(steps.from[step]) % CELLS, usize::from(parent.blank) % CELLS);
                let row = &self.distance[(parent.boards[0] >> (4 * from) & 15) as usize];
                children[made] = Child {
                    first: self.slide(bits, 0, parent, steps.from[step]),
                    excess: 0,
                    distance: parent.distance + row[to] - row[from],
                    parent: i as u8,
                    step: step as u8,
                };
                made += 1;
            }
        }
        stats.generated += made as u64;

        // 2. Those that the first view does not rule out, as the second sees them.
        let mut left = 0;
        for i in 0..made {
            let mut child = children[i];
            let parent = &parents[usize::from(child.parent)];
            child.excess = self.read(parent.excess[0], child.first);
            children[left] = child;
            let cost = u32::from(parent.moves) + 1 + u32::from(child.distance) + 2 * total(child.excess);
            left += usize::from(cost <= bound);
        }
        for (child, second) in children[..left].iter().zip(seconds.iter_mut()) {
            let parent = &parents[usize::from(child.parent)];
            *second = self.slide(bits, 1, parent, self.steps(parent).from[usize::from(child.step) % WIDTH]);
        }

        // 3. Those that neither rules out.
        for (child, second) in children[..left].iter().zip(seconds.iter()) {
            let parent = &parents[usize::from(child.parent)];
            let excess = self.read(parent.excess[1], *second);
            if u32::from(parent.moves) + 1 + u32::from(child.distance) + 2 * total(excess) > bound {
                continue;
            }
            let (steps, step) = (self.steps(parent), usize::from(child.step) % WIDTH);
            let mut path = parent.path;
            if parent.moves < REMEMBERED {
                path[usize::from(parent.moves / 32) % 2] |=
                    u64::from(steps.way[step]) << (2 * (parent.moves % 32));
            }
            let node = Node {
                boards: [child.first.board, second.board],
                cells: [child.first.cells, second.cells],
                excess: [child.excess, excess],
                path,
                distance: child.distance,
                moves: parent.moves + 1,
                blank: steps.from[step],
                back: steps.back[step],
            };
            if node.distance == 0 {
                return Some(node);
            }
            stack.push(node);
        }
        None
    }

    #[inline(always)]
    fn steps(&self, node: &Node) -> &Steps {
        &self.steps[usize::from(node.blank) % CELLS][usize::from(node.back) % 4]
    }

    /// One view of a node after the tile at a cell slid into its blank; asks for the table entry.
    #[inline(always)]
    fn slide<B: Bits>(&self, bits: B, v: usize, node: &Node, from: u8) -> Asked {
        let view = &self.views[v];
        let (from, to) = (view.cell[usize::from(from) % CELLS], view.cell[usize::from(node.blank) % CELLS]);
        let label = node.boards[v] >> (4 * from) & 15;
        let change = label ^ u64::from(self.blank_label);
        let board = node.boards[v] ^ change << (4 * from) ^ change << (4 * to);
        let part = usize::from(view.part[label as usize]) % P;
        let cells = node.cells[v] ^ (1 << from ^ 1 << to) << (16 * part);
        let entry = self.tables[part].entry(bits, board, (cells >> (16 * part)) as u16);
        self.tables[part].prefetch(entry);
        Asked { board, cells, entry, part: part as u8 }
    }

    /// The excesses of a view, with that of the pattern whose tile moved read from its table.
    #[inline(always)]
    fn read(&self, excess: u32, asked: Asked) -> u32 {
        let part = usize::from(asked.part) % P;
        excess & !(0xff << (8 * part)) | u32::from(self.tables[part].excess(asked.entry)) << (8 * part)
    }
}

impl View {
    fn new(map: &[u8], blank: usize, blank_label: u8, patterns: &[Pattern], labels: &[Vec<u8>]) -> Self {
        let mut view = Self { cell: [0; CELLS], label: [blank_label; CELLS], part: [0; CELLS] };
        view.cell[..map.len()].copy_from_slice(map);
        for name in (0..map.len()).filter(|&name| name != blank) {
            for (p, pattern) in patterns.iter().enumerate() {
                if let Some(i) = pattern.homes.iter().position(|&home| home == map[name]) {
                    view.label[name] = labels[p][i];
                    view.part[usize::from(labels[p][i])] = p as u8;
                }
            }
        }
        view
    }
}

fn progress(generated: u64, bound: u32, memory: usize) -> Progress {
    Progress { generated, lower_bound: bound, memory, ..Progress::default() }
}

/// The sum of four bytes.
#[inline(always)]
fn total(excess: u32) -> u32 {
    excess.wrapping_mul(0x0101_0101) >> 24
}

fn around(size: Size) -> [[u8; 4]; CELLS] {
    let mut around = [[NOWHERE; 4]; CELLS];
    for (cell, around) in around.iter_mut().enumerate().take(size.cells()) {
        for (m, from) in Move::ALL.iter().zip(around) {
            *from = m.source(size, cell).map_or(NOWHERE, |from| from as u8);
        }
    }
    around
}

/// Which way leads from one cell to its neighbour.
fn way_between(around: &[[u8; 4]; CELLS], cell: u8, neighbour: u8) -> u8 {
    around[usize::from(cell)].iter().position(|&next| next == neighbour).unwrap_or_default() as u8
}

fn steps(around: &[[u8; 4]; CELLS]) -> [[Steps; 4]; CELLS] {
    std::array::from_fn(|cell| {
        std::array::from_fn(|back| {
            let mut steps = Steps::default();
            let ways = (0..4).filter(|&way| way != back && around[cell][way] != NOWHERE);
            for (i, way) in ways.take(WIDTH).enumerate() {
                let from = around[cell][way];
                (steps.from[i], steps.way[i], steps.count) = (from, way as u8, i as u8 + 1);
                steps.back[i] = way_between(around, from, cell as u8);
            }
            steps
        })
    })
}

#[cfg(test)]
mod tests;
