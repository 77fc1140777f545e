//! Beam search: breadth-first search that keeps only the boards with the best scores of each level.
//!
//! The solutions are good, not optimal, and there may be none. A wider beam takes longer and finds shorter
//! solutions.
//!
//! A level is generated in four steps, each distributed over the threads of the current pool:
//!
//! 1. Each board generates its children without being copied: a child is a score, a hash and a reference to
//!    its parent.
//! 2. The children are partitioned by hash into shards, which eliminate duplicates.
//! 3. A histogram of the scores gives the score at which the beam is full.
//! 4. The children up to that score are expanded into boards.
//!
//! The result does not depend on the number of threads.
//!
//! In the multi-tile metric, a level has the boards after the same number of multi-tile moves: a child is a slide of any number of
//! tiles, across the line of the last one.

use super::score::ScoreFunction;
use super::subproblem::{NO_CELL, Subproblem};
use crate::hash::mix;
use crate::parallel;
use std::cmp::Ordering;
use std::ops::Range;
use taquin_core::{Metric, Move};

/// A beam search in one subproblem.
pub(super) struct BeamSearch<'a> {
    subproblem: &'a Subproblem,
    score_function: &'a ScoreFunction,
    width: usize,
    metric: Metric,
    /// Zobrist keys, by tile and cell.
    keys: Vec<u64>,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamLimits {
    /// In the metric of the search.
    pub(super) max_moves: usize,
    /// The maximum number of moves since the best score was found, in the metric of the search.
    pub(super) max_stagnation: usize,
}

/// The result of a search.
pub(super) struct BeamOutcome {
    /// The moves to the solved board, or else to the board with the best score.
    pub(super) moves: Vec<Move>,
    pub(super) is_solved: bool,
}

/// The boards after the same number of moves.
#[derive(Default)]
struct BeamLevel {
    /// The tiles of all boards, one byte per cell.
    tiles: Vec<u8>,
    nodes: Vec<BeamNode>,
}

#[derive(Clone, Copy)]
struct BeamNode {
    hash: u64,
    score: i32,
    /// The cell of the blank.
    blank: u8,
    /// The index in [`Move::ALL`] of the move that undoes the last one, or [`NO_MOVE`].
    undo: u8,
}

/// A candidate for the next level.
#[derive(Clone, Copy)]
struct BeamChild {
    hash: u64,
    score: i32,
    origin: Origin,
}

/// The index of a parent, the number of tiles that slide besides the first, and the index of the direction in [`Move::ALL`].
#[derive(Clone, Copy, Default)]
struct Origin(u32);

impl Origin {
    const DIRECTION_BITS: u32 = 2;
    const TILE_BITS: u32 = 7;

    #[inline]
    fn new(parent: usize, more_tiles: usize, direction: usize) -> Self {
        let parent = (parent as u32) << (Self::DIRECTION_BITS + Self::TILE_BITS);
        Self(parent | (more_tiles as u32) << Self::DIRECTION_BITS | direction as u32)
    }

    #[inline]
    fn parent(self) -> usize {
        (self.0 >> (Self::DIRECTION_BITS + Self::TILE_BITS)) as usize
    }

    #[inline]
    fn tiles(self) -> usize {
        (self.0 >> Self::DIRECTION_BITS) as usize % (1 << Self::TILE_BITS) + 1
    }

    #[inline]
    fn direction(self) -> usize {
        (self.0 & 3) as usize
    }
}

/// The children in one range of hashes.
#[derive(Default)]
struct Shard {
    children: Vec<BeamChild>,
    /// An open-addressing table of the children's hashes, 0 where empty.
    table: Vec<u64>,
    /// By [bin](score_bin): the number of children.
    histogram: Vec<u32>,
}

/// The number of histogram bins. All worse scores share the last one.
const SCORE_BINS: usize = 1 << 13;

/// The number of parents that a thread takes from the level.
const CHUNK: usize = 1024;

/// Smaller levels are processed by one thread.
const MIN_PARALLEL: usize = 4 * CHUNK;

const SHARDS: usize = 32;

/// A narrow beam rejects boards seen in about this many recent levels. Otherwise it might cycle, which a wide
/// beam hardly does.
const SEEN_LEVELS: usize = 256;

/// The largest width of a narrow beam.
const MAX_NARROW: usize = 1 << 13;

const NO_MOVE: u8 = 4;

impl<'a> BeamSearch<'a> {
    pub(super) fn new(
        subproblem: &'a Subproblem,
        score_function: &'a ScoreFunction,
        width: usize,
        metric: Metric,
    ) -> Self {
        let cells = subproblem.cells() as u64;
        let keys = (1..=cells * cells).map(|n| mix(mix(n))).collect();
        Self { subproblem, score_function, width, metric, keys }
    }

    /// Returns the bytes that a search with a given number of moves takes, if boards have so many children.
    pub(super) fn memory(cells: usize, width: usize, moves: usize, children: usize) -> usize {
        let per_child = size_of::<BeamChild>() + 2 * size_of::<u64>();
        let per_board = cells + size_of::<BeamNode>() + children * per_child;
        width * (2 * per_board + moves * size_of::<Origin>()) + seen_slots(width) * size_of::<u64>()
    }

    /// Searches from the board of the subproblem. `is_cancelled` is polled often, from all threads; `None` if
    /// it was true.
    pub(super) fn run(
        &self,
        limits: BeamLimits,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<BeamOutcome> {
        self.run_observed(limits, is_cancelled, &mut |_| {})
    }

    /// Like [`run`](Self::run). Calls `observe` with the tiles of all boards of each level.
    pub(super) fn run_observed(
        &self,
        limits: BeamLimits,
        is_cancelled: &(dyn Fn() -> bool + Sync),
        observe: &mut dyn FnMut(&[u8]),
    ) -> Option<BeamOutcome> {
        let tiles = self.subproblem.tiles().to_vec();
        let root = self.root(&tiles);
        let goal_tiles: Vec<u8> = (0..self.subproblem.cells()).map(|cell| cell as u8).collect();
        let goal_hash = self.hash(&goal_tiles);
        if goal_hash == root.hash {
            return Some(BeamOutcome { moves: Vec::new(), is_solved: true });
        }
        let mut level = BeamLevel { nodes: vec![root], tiles };
        let mut next = BeamLevel::default();
        let mut origins: Vec<Vec<Origin>> = Vec::new();
        let mut shards: Vec<Shard> = (0..SHARDS).map(|_| Shard::default()).collect();
        let mut seen = vec![0; seen_slots(self.width)];
        let mut best_score = root.score;
        let mut best_depth = 0;
        let mut best_index = 0;
        while origins.len() < limits.max_moves && origins.len() - best_depth < limits.max_stagnation {
            let min_score = self.generate(&level, &seen, &mut shards, is_cancelled)?;
            origins.push(self.select(&level, &mut shards, min_score, &mut next));
            std::mem::swap(&mut level, &mut next);
            observe(&level.tiles);
            for node in &level.nodes {
                let slot = node.hash as usize % seen.len();
                seen[slot] = node.hash;
            }
            if let Some(index) = level.nodes.iter().position(|node| node.hash == goal_hash) {
                return Some(BeamOutcome { moves: backtrack(&origins, index), is_solved: true });
            }
            let scores = level.nodes.iter().enumerate().map(|(index, node)| (node.score, index));
            // A level is empty if all children were seen before.
            let Some((score, index)) = scores.min() else { break };
            if score < best_score {
                best_score = score;
                best_depth = origins.len();
                best_index = index;
            }
        }
        let moves = backtrack(&origins[..best_depth], best_index);
        Some(BeamOutcome { moves, is_solved: false })
    }

    fn root(&self, tiles: &[u8]) -> BeamNode {
        let blank = tiles.iter().position(|&tile| usize::from(tile) == self.subproblem.blank()).unwrap_or(0);
        BeamNode {
            hash: self.hash(tiles),
            score: self.score_function.score(tiles),
            blank: blank as u8,
            undo: NO_MOVE,
        }
    }

    fn hash(&self, tiles: &[u8]) -> u64 {
        tiles.iter().enumerate().fold(0, |hash, (cell, &tile)| hash ^ self.key(usize::from(tile), cell))
    }

    #[inline]
    fn key(&self, tile: usize, cell: usize) -> u64 {
        self.keys[tile * self.subproblem.cells() + cell]
    }

    /// Performs steps 1 and 2: fills the shards with the distinct children of a level. Returns the best
    /// score, or `None` if the search was cancelled.
    fn generate(
        &self,
        level: &BeamLevel,
        seen: &[u64],
        shards: &mut [Shard],
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<i32> {
        let count = level.nodes.len();
        // By chunk and shard.
        let generated: Option<Vec<Vec<Vec<BeamChild>>>> = if count < MIN_PARALLEL {
            (!is_cancelled()).then(|| vec![self.children(level, 0..count, 1)])
        } else {
            let chunks = parallel::map((0..count).step_by(CHUNK), |start| {
                let parents = start..count.min(start + CHUNK);
                (!is_cancelled()).then(|| self.children(level, parents, SHARDS))
            });
            chunks.into_iter().collect()
        };
        let generated = generated?;
        let used = generated.first().map_or(0, Vec::len);
        let min_score = generated.iter().flatten().flatten().map(|child| child.score).min().unwrap_or(0);
        let fill = |(index, shard): (usize, &mut Shard)| {
            shard.fill(generated.iter().flat_map(|chunk| &chunk[index]), seen, min_score);
        };
        if used == 1 {
            shards[..used].iter_mut().enumerate().for_each(fill);
        } else {
            parallel::map(shards[..used].iter_mut().enumerate(), fill);
        }
        for shard in &mut shards[used..] {
            shard.children.clear();
            shard.histogram.clear();
        }
        Some(min_score)
    }

    /// Generates the children of some boards of a level, by shard.
    fn children(&self, level: &BeamLevel, parents: Range<usize>, shards: usize) -> Vec<Vec<BeamChild>> {
        let cells = self.subproblem.cells();
        let mut children: Vec<Vec<BeamChild>> =
            (0..shards).map(|_| Vec::with_capacity(3 * parents.len() / shards + 8)).collect();
        let mut add = |child: BeamChild| children[(child.hash >> 58) as usize % shards].push(child);
        let mut scratch = vec![0; cells];
        for parent in parents {
            let node = level.nodes[parent];
            let tiles = &level.tiles[parent * cells..][..cells];
            let blank = usize::from(node.blank);
            for (direction, from) in self.subproblem.sources(blank).into_iter().enumerate() {
                if from == NO_CELL || direction == usize::from(node.undo) {
                    continue;
                }
                let first = self.child(tiles, blank, usize::from(from), node.hash, node.score);
                let first = BeamChild { origin: Origin::new(parent, 0, direction), ..first };
                match self.metric {
                    Metric::Single => add(first),
                    // A slide along the line of the last one amounts to one slide, or to none.
                    Metric::Multi if direction ^ 1 == usize::from(node.undo) => {}
                    Metric::Multi => {
                        add(first);
                        scratch.copy_from_slice(tiles);
                        self.longer_slides(&mut scratch, blank, first, &mut add);
                    }
                }
            }
        }
        children
    }

    /// Returns the child after the tile at `from` slides into the blank, without its origin.
    #[inline]
    fn child(&self, tiles: &[u8], blank: usize, from: usize, hash: u64, score: i32) -> BeamChild {
        let tile = usize::from(tiles[from]);
        let blank_tile = self.subproblem.blank();
        let score = score + self.score_function.change(tiles, from, blank);
        let hash = hash
            ^ self.key(tile, from)
            ^ self.key(tile, blank)
            ^ self.key(blank_tile, blank)
            ^ self.key(blank_tile, from);
        BeamChild { hash, score, origin: Origin::default() }
    }

    /// Generates the children of which more tiles slide than the first, given the tiles of the parent.
    fn longer_slides(
        &self,
        tiles: &mut [u8],
        mut blank: usize,
        first: BeamChild,
        add: &mut impl FnMut(BeamChild),
    ) {
        let Origin(origin) = first.origin;
        let direction = first.origin.direction();
        let mut last = first;
        for more_tiles in 1.. {
            let slid = usize::from(self.subproblem.sources(blank)[direction]);
            tiles.swap(blank, slid);
            blank = slid;
            let from = self.subproblem.sources(blank)[direction];
            if from == NO_CELL {
                return;
            }
            last = self.child(tiles, blank, usize::from(from), last.hash, last.score);
            add(BeamChild { origin: Origin(origin | more_tiles << Origin::DIRECTION_BITS), ..last });
        }
    }

    /// Performs steps 3 and 4: fills the next level with the best children. Returns their origins.
    fn select(
        &self,
        level: &BeamLevel,
        shards: &mut [Shard],
        min_score: i32,
        next: &mut BeamLevel,
    ) -> Vec<Origin> {
        self.discard_excess(shards, min_score);
        let cells = self.subproblem.cells();
        let count: usize = shards.iter().map(|shard| shard.children.len()).sum();
        next.tiles.resize(count * cells, 0);
        next.nodes.resize(count, BeamNode { hash: 0, score: 0, blank: 0, undo: 0 });
        let mut origins = vec![Origin::default(); count];
        let mut free_tiles = &mut next.tiles[..];
        let mut free_nodes = &mut next.nodes[..];
        let mut free_origins = &mut origins[..];
        let mut parts = Vec::with_capacity(shards.len());
        for shard in shards.iter() {
            let count = shard.children.len();
            let (tiles, other_tiles) = free_tiles.split_at_mut(count * cells);
            let (nodes, other_nodes) = free_nodes.split_at_mut(count);
            let (origins, other_origins) = free_origins.split_at_mut(count);
            parts.push((&shard.children, tiles, nodes, origins));
            free_tiles = other_tiles;
            free_nodes = other_nodes;
            free_origins = other_origins;
        }
        let expand = |(children, tiles, nodes, origins): (
            &Vec<BeamChild>,
            &mut [u8],
            &mut [BeamNode],
            &mut [Origin],
        )| {
            let targets = tiles.chunks_exact_mut(cells).zip(nodes).zip(origins);
            for (child, ((tiles, node), origin)) in children.iter().zip(targets) {
                let parent = child.origin.parent();
                let direction = child.origin.direction();
                tiles.copy_from_slice(&level.tiles[parent * cells..][..cells]);
                let mut blank = level.nodes[parent].blank;
                for _ in 0..child.origin.tiles() {
                    let from = self.subproblem.sources(usize::from(blank))[direction];
                    tiles.swap(usize::from(blank), usize::from(from));
                    blank = from;
                }
                // Opposite moves are neighbors in `Move::ALL`.
                let undo = direction as u8 ^ 1;
                *node = BeamNode { hash: child.hash, score: child.score, blank, undo };
                *origin = child.origin;
            }
        };
        if count < MIN_PARALLEL {
            parts.into_iter().for_each(expand);
        } else {
            parallel::map(parts, expand);
        }
        origins
    }

    /// Retains as many of the best children as the beam is wide.
    fn discard_excess(&self, shards: &mut [Shard], min_score: i32) {
        // The first bin that exceeds the width, and the room left for its children.
        let mut last_bin = SCORE_BINS;
        let mut room = self.width as u32;
        let bins = shards.iter().map(|shard| shard.histogram.len()).max().unwrap_or(0);
        for bin in 0..bins {
            let count: u32 = shards.iter().filter_map(|shard| shard.histogram.get(bin)).sum();
            if count > room {
                last_bin = bin;
                break;
            }
            room -= count;
        }
        for shard in shards {
            shard.children.retain(|child| match score_bin(child.score, min_score).cmp(&last_bin) {
                Ordering::Less => true,
                Ordering::Equal if room > 0 => {
                    room -= 1;
                    true
                }
                _ => false,
            });
        }
    }
}

impl Shard {
    /// Takes the children that are neither duplicates nor recently seen.
    fn fill<'a>(
        &mut self,
        children: impl Iterator<Item = &'a BeamChild> + Clone,
        seen: &[u64],
        min_score: i32,
    ) {
        let slots = (2 * children.clone().count()).next_power_of_two();
        self.table.clear();
        self.table.resize(slots, 0);
        self.histogram.clear();
        self.children.clear();
        for child in children {
            let mut slot = child.hash as usize % slots;
            while self.table[slot] != 0 && self.table[slot] != child.hash {
                slot = (slot + 1) % slots;
            }
            if self.table[slot] == 0 && seen[child.hash as usize % seen.len()] != child.hash {
                self.table[slot] = child.hash;
                let bin = score_bin(child.score, min_score);
                self.histogram.resize(self.histogram.len().max(bin + 1), 0);
                self.histogram[bin] += 1;
                self.children.push(*child);
            }
        }
    }
}

/// Returns the number of slots for recently seen boards.
fn seen_slots(width: usize) -> usize {
    if width <= MAX_NARROW { (SEEN_LEVELS * width).next_power_of_two() } else { 1 }
}

/// Returns the histogram bin of a score: its excess over the best one, clamped.
#[inline]
fn score_bin(score: i32, min_score: i32) -> usize {
    (score.abs_diff(min_score) as usize).min(SCORE_BINS - 1)
}

/// Returns the moves to a board of the last level.
fn backtrack(origins: &[Vec<Origin>], index: usize) -> Vec<Move> {
    let mut index = index;
    let mut moves: Vec<Move> = Vec::with_capacity(origins.len());
    for level in origins.iter().rev() {
        let origin = level[index];
        moves.extend(std::iter::repeat_n(Move::ALL[origin.direction()], origin.tiles()));
        index = origin.parent();
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::construct::tracked_board::TrackedBoard;
    use crate::state_space::StateSpace;
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;
    use taquin_core::verify;
    use taquin_core::{Board, Goal, Size, random_board};

    const GENEROUS: BeamLimits = BeamLimits { max_moves: 1000, max_stagnation: 1000 };

    fn whole_board(board: &Board, goal: &Goal) -> Subproblem {
        let cells: Vec<usize> = (0..board.size().cells()).collect();
        Subproblem::new(&TrackedBoard::new(board, goal), &cells)
    }

    #[test]
    fn result_does_not_depend_on_the_number_of_threads() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (rows, cols, width) in [(2, 2, 8), (3, 3, 100), (4, 4, 500), (3, 6, 500), (5, 5, 6000)] {
            let goal = Goal::snail(Size::new(rows, cols).expect("in range"));
            let board = random_board(&goal, true, &mut rng);
            let subproblem = whole_board(&board, &goal);
            let score_function = ScoreFunction::new(&subproblem);
            let solve = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                let search = BeamSearch::new(&subproblem, &score_function, width, Metric::Single);
                pool.install(|| search.run(GENEROUS, &|| false)).expect("not cancelled")
            };
            let one = solve(1);
            let three = solve(3);
            assert!(one.is_solved);
            assert_eq!(verify(&board, &goal, &one.moves), Ok(()));
            assert_eq!(one.moves, three.moves);
        }
    }

    #[test]
    fn beam_as_wide_as_the_state_space_finds_shortest_solutions() {
        let goal = Goal::blank_last(Size::square(3).expect("in range"));
        let layers = StateSpace::enumerate(&goal).expect("small");
        for (distance, board) in (0..=31).filter_map(|d| Some((d, layers.boards_at(d).last()?))) {
            let subproblem = whole_board(&board, &goal);
            let score_function = ScoreFunction::new(&subproblem);
            for metric in Metric::ALL {
                let search = BeamSearch::new(&subproblem, &score_function, 200_000, metric);
                let outcome = search.run(GENEROUS, &|| false).expect("not cancelled");
                let shortest = match metric {
                    Metric::Single => distance as usize,
                    Metric::Multi => {
                        let solver = Solver::new(goal.clone()).request(metric);
                        solver.solve(&board).expect("same size").solution().expect("solvable").len()
                    }
                };
                assert!(outcome.is_solved && verify(&board, &goal, &outcome.moves).is_ok());
                assert_eq!(metric.count(&outcome.moves), shortest, "{metric}");
            }
        }
    }

    #[test]
    fn search_ends_when_cancelled_and_at_the_move_limit() {
        let goal = Goal::blank_last(Size::square(8).expect("in range"));
        let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(1));
        let subproblem = whole_board(&board, &goal);
        let score_function = ScoreFunction::new(&subproblem);
        let search = BeamSearch::new(&subproblem, &score_function, 4, Metric::Single);
        assert!(search.run(GENEROUS, &|| true).is_none());
        let limits = BeamLimits { max_moves: 20, max_stagnation: 1000 };
        let outcome = search.run(limits, &|| false).expect("not cancelled");
        assert!(!outcome.is_solved && (1..=20).contains(&outcome.moves.len()));
    }
}
