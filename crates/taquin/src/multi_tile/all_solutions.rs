//! All shortest solutions in the multi-tile metric.
//!
//! The last iteration of IDA* runs to its end. A node that lies on solutions is kept, and found again by its board, the moves
//! left and the axis of the next one, so that paths that meet are searched once.

use super::ida_star::{CHECK_INTERVAL, MultiTileSearch};
use super::node::{HORIZONTAL, Node, VERTICAL};
use crate::progress::Progress;
use crate::search::{AllSolutions, Meter, SolutionNode};
use crate::stats::Stats;
use std::collections::HashMap;
use taquin_core::{Board, Metric, Move, StopReason};
use taquin_pdb::Frame;

impl MultiTileSearch {
    /// Finds all shortest solutions of a solvable board. On failure returns the reason and the proven lower bound. `stats` is
    /// updated in either case.
    pub(crate) fn all_solutions(
        &self,
        frame: &Frame,
        board: &Board,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<AllSolutions, (StopReason, u32)> {
        let root = self.grid.node(&frame.canonical_board(board));
        let estimates = [HORIZONTAL, VERTICAL].map(|axis| self.estimate(&root, axis));
        let mut bound = if root == self.goal { 0 } else { estimates[0].min(estimates[1]) };
        let mut graph = Graph {
            search: self,
            directions: self.directions(frame),
            nodes: vec![SolutionNode::GOAL],
            known: HashMap::new(),
            stats,
            until_check: CHECK_INTERVAL,
            bound,
        };
        while bound > 0 {
            graph.bound = bound;
            let is_found = graph.add_root(&root, estimates, meter);
            graph.stats.end_iteration(u32::from(bound));
            if is_found.map_err(|reason| (reason, u32::from(bound)))? {
                break;
            }
            bound += 1;
        }
        let nodes = graph.nodes;
        let stats = Stats { time: meter.elapsed(), ..stats.clone() };
        Ok(AllSolutions::new(board, Metric::Multi, u32::from(bound), nodes, stats))
    }

    /// Returns the moves that take the blank forward and back along each axis of the canonical grid.
    fn directions(&self, frame: &Frame) -> [[Option<Move>; 2]; 2] {
        let between = |path: [u8; 2]| frame.moves_from_blank_path(&path).first().copied();
        [1, self.grid.lines[VERTICAL] as u8].map(|step| [between([0, step]), between([step, 0])])
    }
}

/// The boards on solutions.
struct Graph<'a> {
    search: &'a MultiTileSearch,
    directions: [[Option<Move>; 2]; 2],
    nodes: Vec<SolutionNode>,
    /// The indices of nodes at the end of a move.
    known: HashMap<(u64, u8, u8), u32>,
    stats: &'a mut Stats,
    until_check: u64,
    bound: u8,
}

impl Graph<'_> {
    /// Adds the node of the root, if there are solutions.
    fn add_root(
        &mut self,
        root: &Node,
        estimates: [u8; 2],
        meter: &mut Meter<'_>,
    ) -> Result<bool, StopReason> {
        let mut node = SolutionNode::default();
        for axis in [HORIZONTAL, VERTICAL] {
            if estimates[axis] <= self.bound {
                self.add_edges(root, axis, self.bound, &mut node, meter)?;
            }
        }
        let is_found = node.has_edges();
        if is_found {
            self.nodes.push(node);
        }
        Ok(is_found)
    }

    /// Adds the solutions from a node whose next move is along an axis to a graph node.
    fn add_edges(
        &mut self,
        node: &Node,
        axis: usize,
        left: u8,
        to: &mut SolutionNode,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        self.stats.expanded += 1;
        self.check(meter)?;
        let search = self.search;
        // The graph nodes at the ends of the moves, nearest first; forward and back.
        let mut ends: [Vec<Option<u32>>; 2] = [Vec::new(), Vec::new()];
        let mut result = Ok(());
        search.any_successor(node, axis, |word, at| {
            let mut next = *node;
            next.words[1 - axis] = word;
            next.blank[1 - axis] = at;
            match self.add(&next, 1 - axis, left - 1, meter) {
                Ok(end) => ends[usize::from(at < node.blank[1 - axis])].push(end),
                Err(reason) => result = Err(reason),
            }
            result.is_err()
        });
        result?;
        for (ends, by) in ends.iter().zip(self.directions[axis]) {
            let (Some(by), Some(last)) = (by, ends.iter().rposition(Option::is_some)) else { continue };
            // Tile by tile, from the farthest end back: each graph node goes on in this direction, or turns if its board is an end.
            let mut after = None;
            for end in ends[..=last].iter().rev() {
                let mut passed =
                    end.map_or_else(SolutionNode::default, |end| self.nodes[end as usize].clone());
                after = Some(match (after, *end) {
                    (None, Some(end)) => end,
                    (after, _) => {
                        if let Some(after) = after {
                            passed.add_edge(by, after, &self.nodes[after as usize]);
                        }
                        self.nodes.push(passed);
                        self.nodes.len() as u32 - 1
                    }
                });
            }
            if let Some(after) = after {
                to.add_edge(by, after, &self.nodes[after as usize]);
            }
        }
        Ok(())
    }

    /// Returns the graph node of a node, whose next move is along an axis; `None` if no solution goes through it.
    fn add(
        &mut self,
        node: &Node,
        axis: usize,
        left: u8,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, StopReason> {
        self.stats.generated += 1;
        if left == 0 {
            return Ok((*node == self.search.goal).then_some(0));
        }
        if !self.search.is_within(node.words[axis], axis, node.blank[axis], left) {
            return Ok(None);
        }
        let cell = (node.blank[HORIZONTAL] * self.search.grid.lines[VERTICAL] + node.blank[VERTICAL]) as u8;
        let key = (node.words[HORIZONTAL], cell << 1 | axis as u8, left);
        if let Some(&known) = self.known.get(&key) {
            return Ok(Some(known));
        }
        let mut to = SolutionNode::default();
        self.add_edges(node, axis, left, &mut to, meter)?;
        if !to.has_edges() {
            return Ok(None);
        }
        self.nodes.push(to);
        let index = self.nodes.len() as u32 - 1;
        self.known.insert(key, index);
        Ok(Some(index))
    }

    fn check(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        self.until_check -= 1;
        if self.until_check > 0 {
            return Ok(());
        }
        self.until_check = CHECK_INTERVAL;
        let nodes = self.nodes.capacity() * size_of::<SolutionNode>();
        meter.poll(Progress {
            generated: self.stats.generated,
            lower_bound: u32::from(self.bound),
            memory: self.search.bytes()
                + nodes
                + self.known.capacity() * (size_of::<(u64, u8, u8)>() + size_of::<u32>() + 1),
            ..Progress::default()
        })
    }
}
