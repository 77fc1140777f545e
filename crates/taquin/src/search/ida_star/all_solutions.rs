//! All shortest solutions of a board.
//!
//! The last iteration of IDA* runs to its end and collects every solution. These are all the solutions that
//! the [`MovePruning`](taquin_pdb::MovePruning) does not prune; the others follow by substituting equivalent move sequences. The
//! number of nodes is therefore that of a completed iteration, and the substitutions cost little, since they only
//! visit boards on solutions.
//!
//! Equal boards at the same depth are merged, which turns the solutions into a layered graph. Its paths are
//! counted backwards from the goal, without listing the solutions.

use super::pdb_search::{IterationLimits, PdbNode, PdbSearch, STORED_MOVES, progress};
use super::solution_graph::{AllSolutions, SolutionNode};
use super::substitution_index::SubstitutionIndex;
use crate::hash::MixHasher;
use crate::progress::Progress;
use crate::search::Meter;
use crate::stats::Stats;
use hashbrown::HashMap;
use std::hash::{BuildHasherDefault, Hash};
use taquin_core::{Board, Metric, StopReason};
use taquin_pdb::{Frame, Lookup, MoveSequence};

/// The boards on solutions, by depth.
struct SolutionGraph<'a, P> {
    levels: Vec<HashMap<P, GraphNode, BuildHasherDefault<MixHasher>>>,
    /// The memory of the levels and of temporary buffers, in bytes.
    bytes: usize,
    /// The statistics of the search.
    stats: &'a mut Stats,
}

/// A board on a solution.
#[derive(Clone, Copy)]
struct GraphNode {
    /// The cell of the blank.
    blank: u8,
    /// A bit for each direction that is known to continue a solution.
    directions: u8,
}

impl GraphNode {
    fn directions(self) -> impl Iterator<Item = u8> {
        (0..4).filter(move |direction| self.directions >> direction & 1 == 1)
    }
}

impl<'a, P: Copy + Eq + Hash> SolutionGraph<'a, P> {
    fn new(length: u32, stats: &'a mut Stats) -> Self {
        Self { levels: (0..length).map(|_| HashMap::default()).collect(), bytes: 0, stats }
    }

    /// Adds an edge: a direction that continues a solution from a board. Returns true if the edge is new.
    fn add_edge(
        &mut self,
        depth: usize,
        packed: P,
        blank: u8,
        direction: u8,
        meter: &Meter<'_>,
    ) -> Result<bool, StopReason> {
        let level = &mut self.levels[depth];
        let before = level.allocation_size();
        if level.len() == level.capacity() {
            // The table is about to double; both copies exist meanwhile.
            meter.afford(self.bytes + 2 * before)?;
        }
        let node = level.entry(packed).or_insert(GraphNode { blank, directions: 0 });
        let is_new = node.directions >> direction & 1 == 0;
        node.directions |= 1 << direction;
        self.bytes += level.allocation_size() - before;
        Ok(is_new)
    }

    /// Reports progress to the meter, given the number of boards of a step and their cells.
    fn tick(&self, boards: usize, cells: usize, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        meter.tick(boards, cells, || Progress {
            generated: self.stats.generated,
            lower_bound: self.levels.len() as u32,
            memory: self.bytes,
            ..Progress::default()
        })
    }
}

/// The divisor of the memory limit for the solutions that the search collects. Substitutions multiply their
/// number, so most of the memory is for the graph.
const COLLECTED_FRACTION: usize = 8;

impl<L: Lookup> PdbSearch<L> {
    /// Finds all shortest solutions of a solvable board. On failure returns the reason and the proven lower
    /// bound. `stats` is updated in either case.
    pub(crate) fn all_solutions(
        &self,
        frame: &Frame,
        board: &Board,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<AllSolutions, (StopReason, u32)> {
        let root = self.node(&frame.canonical_board(board));
        let mut bound = root.estimate();
        let found = loop {
            let polled = meter.poll(progress(stats.generated, bound, None));
            let found = polled.and_then(|()| self.collect(root, bound, threads, stats, meter));
            let found = found.map_err(|reason| (reason, bound))?;
            if !found.is_empty() {
                break found;
            }
            bound += 2;
        };
        let mut graph = SolutionGraph::new(bound, stats);
        let added = self.add_solutions(root, &frame.canonical_board(board), &found, 0, &mut graph, meter);
        drop(found);
        let nodes = added
            .and_then(|()| self.substitute_all(&mut graph, meter))
            .and_then(|()| self.count_paths(frame, &graph, meter));
        let nodes = nodes.map_err(|reason| (reason, bound))?;
        Ok(AllSolutions::new(
            board,
            Metric::Single,
            bound,
            nodes,
            Stats { time: meter.elapsed(), ..stats.clone() },
        ))
    }

    /// Runs one iteration; returns all solutions that the pruning does not prune.
    fn collect(
        &self,
        root: PdbNode<L::Packed>,
        bound: u32,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<PdbNode<L::Packed>>, StopReason> {
        // Each thread has its own list.
        let max_solutions = meter.memory() / COLLECTED_FRACTION / size_of::<PdbNode<L::Packed>>() / threads;
        let limits = IterationLimits { bound, max_solutions: max_solutions.max(1) };
        let found = self.search(root, limits, threads, stats, meter)?;
        if found.len() < limits.max_solutions { Ok(found) } else { Err(StopReason::Memory) }
    }

    /// Adds solutions to the graph, starting at a depth. Moves beyond [`STORED_MOVES`] are found by another
    /// search.
    fn add_solutions(
        &self,
        root: PdbNode<L::Packed>,
        names: &[u8],
        solutions: &[PdbNode<L::Packed>],
        depth: usize,
        graph: &mut SolutionGraph<'_, L::Packed>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let bytes = size_of_val(solutions);
        graph.bytes += bytes;
        let end = graph.levels.len().min(depth + usize::from(STORED_MOVES));
        for solution in solutions {
            graph.tick(end - depth, L::MAX_CELLS, meter)?;
            let mut packed = root.packed[0];
            let mut blank = root.blank;
            for level in depth..end {
                let direction = solution.direction(level - depth);
                graph.add_edge(level, packed, blank, direction, meter)?;
                (packed, blank) = self.after(packed, blank, direction);
            }
            if graph.levels.get(end).is_some_and(|level| !level.contains_key(&packed)) {
                let mut names = names.to_vec();
                for i in 0..end - depth {
                    let direction = usize::from(solution.direction(i));
                    let blank = names.iter().position(|&name| usize::from(name) == self.blank).unwrap_or(0);
                    names.swap(blank, usize::from(self.neighbors[blank][direction]));
                }
                let root = self.node(&names);
                let bound = (graph.levels.len() - end) as u32;
                let found = self.collect(root, bound, 1, graph.stats, meter)?;
                self.add_solutions(root, &names, &found, end, graph, meter)?;
            }
        }
        graph.bytes -= bytes;
        Ok(())
    }

    /// Returns the board and its blank after a move.
    fn after(&self, packed: L::Packed, blank: u8, direction: u8) -> (L::Packed, u8) {
        let from = self.neighbors[usize::from(blank)][usize::from(direction)];
        (L::slide(packed, L::part_at(packed, from), from, blank), from)
    }

    /// Applies substitutions until there are no new solutions.
    fn substitute_all(
        &self,
        graph: &mut SolutionGraph<'_, L::Packed>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        loop {
            let mut is_new = false;
            for depth in 0..graph.levels.len() {
                is_new |= self.substitute(depth, graph, meter)?;
            }
            if !is_new {
                return Ok(());
            }
        }
    }

    /// Applies the substitutions that start at a depth; returns true if the graph changed.
    fn substitute(
        &self,
        depth: usize,
        graph: &mut SolutionGraph<'_, L::Packed>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, StopReason> {
        let substitutions = self.substitutions.get_or_init(|| SubstitutionIndex::new(&self.pruning));
        let mut found: Vec<(L::Packed, u8, MoveSequence)> = Vec::new();
        for (&packed, start) in &graph.levels[depth] {
            // All sequences along solutions from this board that are prefixes of kept sequences.
            let mut stack = vec![(MoveSequence::EMPTY, packed, *start)];
            while let Some((sequence, at, node)) = stack.pop() {
                graph.tick(1, L::MAX_CELLS, meter)?;
                for direction in node.directions() {
                    let sequence = sequence.then(usize::from(direction));
                    let Some(others) = substitutions.get(sequence) else { continue };
                    let bytes = 2 * (found.len() + others.len()) * size_of::<(L::Packed, u8, MoveSequence)>();
                    meter.afford(graph.bytes + bytes)?;
                    found.extend(others.iter().map(|&other| (packed, start.blank, other)));
                    let next = self.after(at, node.blank, direction).0;
                    let level = graph.levels.get(depth + sequence.directions().count());
                    stack
                        .extend(level.and_then(|level| level.get(&next)).map(|node| (sequence, next, *node)));
                }
            }
        }
        let bytes = found.capacity() * size_of::<(L::Packed, u8, MoveSequence)>();
        graph.bytes += bytes;
        let mut is_new = false;
        for (mut packed, mut blank, sequence) in found {
            graph.tick(1, L::MAX_CELLS, meter)?;
            let mut cell = blank;
            let fits = sequence.directions().all(|direction| {
                let is_legal = self.legal[usize::from(cell)] >> direction & 1 == 1;
                cell = self.neighbors[usize::from(cell)][direction];
                is_legal
            });
            if !fits {
                continue;
            }
            for (level, direction) in (depth..graph.levels.len()).zip(sequence.directions()) {
                is_new |= graph.add_edge(level, packed, blank, direction as u8, meter)?;
                (packed, blank) = self.after(packed, blank, direction as u8);
            }
        }
        graph.bytes -= bytes;
        Ok(is_new)
    }

    /// Counts the paths of the graph backwards from the goal.
    fn count_paths(
        &self,
        frame: &Frame,
        graph: &SolutionGraph<'_, L::Packed>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<SolutionNode>, StopReason> {
        let boards: usize = graph.levels.iter().map(HashMap::len).sum();
        let largest = graph.levels.iter().map(HashMap::allocation_size).max().unwrap_or_default();
        // The indices of two levels exist at the same time.
        meter.afford(graph.bytes + (boards + 1) * size_of::<SolutionNode>() + 2 * largest)?;
        let home: Vec<u8> = (0..frame.size().cells() as u8).collect();
        let mut nodes = Vec::with_capacity(boards + 1);
        nodes.push(SolutionNode::GOAL);
        let mut nearer: HashMap<_, u32, BuildHasherDefault<MixHasher>> =
            HashMap::from_iter([(self.node(&home).packed[0], 0)]);
        for level in graph.levels.iter().rev() {
            let mut indices = HashMap::with_capacity_and_hasher(level.len(), BuildHasherDefault::default());
            for (&packed, board) in level {
                graph.tick(1, L::MAX_CELLS, meter)?;
                let mut node = SolutionNode::default();
                for direction in board.directions() {
                    let (next, from) = self.after(packed, board.blank, direction);
                    let by = frame.moves_from_blank_path(&[board.blank, from]);
                    if let (Some(&index), Some(&by)) = (nearer.get(&next), by.first()) {
                        node.add_edge(by, index, &nodes[index as usize]);
                    }
                }
                indices.insert(packed, nodes.len() as u32);
                nodes.push(node);
            }
            nearer = indices;
        }
        Ok(nodes)
    }
}
