//! Beam search: of all boards after so many moves, as many as the beam is wide go on, those that look best.
//!
//! It finds good solutions, not shortest ones, and it may find none. A wider beam takes longer and finds shorter ones.
//!
//! A level is made in four steps, each shared out among the threads of the pool that it is run in:
//!
//! 1. every board of the level before makes its children, without being copied: a score, a hash, and where it came from;
//! 2. the children are sorted out by their hash, so that those that are the same meet, and one of them is kept;
//! 3. how many children have each score tells which scores are good enough;
//! 4. these children become boards.
//!
//! The outcome is the same with any number of threads.

use super::judge::Judge;
use super::window::{NONE, Window};
use crate::board::Move;
use crate::mix::mix;
use rayon::prelude::*;

/// A search in a window.
pub(super) struct Beam<'a> {
    window: &'a Window,
    judge: &'a Judge,
    width: usize,
    /// By tile and cell: what it adds to a board's hash.
    keys: Vec<u64>,
}

/// When a search ends without a solution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// After so many moves.
    pub(super) moves: usize,
    /// After so many moves without a better score than before.
    pub(super) without_gain: usize,
}

/// What a search found.
pub(super) struct Found {
    /// The moves to the board with the best score, or to the solved one.
    pub(super) moves: Vec<Move>,
    pub(super) is_solved: bool,
}

/// The boards after the same number of moves.
#[derive(Default)]
struct Level {
    /// One after the other, a byte a cell.
    boards: Vec<u8>,
    nodes: Vec<Node>,
}

#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    score: i32,
    /// The cell of the blank.
    blank: u8,
    /// The way back.
    back: u8,
}

/// A board that may become one of the next level.
#[derive(Clone, Copy)]
struct Child {
    hash: u64,
    score: i32,
    /// The number of its parent, and in the lowest two bits the move.
    origin: u32,
}

/// Children whose hashes begin alike.
#[derive(Default)]
struct Shard {
    children: Vec<Child>,
    /// A hash table with the hashes of the children, 0 where there is none.
    table: Vec<u64>,
    /// How many children have each score, counted from the best.
    scores: Vec<u32>,
}

/// Scores that are worse than the best by more than this are all the same.
const SCORES: usize = 1 << 13;

/// Parents that one thread takes at a time, and how many of them are worth sharing out.
const CHUNK: usize = 1024;
const WORTH_SHARING: usize = 4 * CHUNK;
const SHARDS: usize = 32;

/// A narrow beam does not take boards again that it met within about so many levels: it might go round in circles, as a wide
/// one hardly does.
const SEEN_LEVELS: usize = 256;
const NARROW: usize = 1 << 13;

/// No way: the first board has none back.
const NO_WAY: u8 = 4;

impl<'a> Beam<'a> {
    pub(super) fn new(window: &'a Window, judge: &'a Judge, width: usize) -> Self {
        let cells = window.cells();
        let keys = (1..=cells as u64 * cells as u64).map(|n| mix(mix(n))).collect();
        Self { window, judge, width, keys }
    }

    /// Bytes that a search of so many moves takes.
    pub(super) fn memory(cells: usize, width: usize, moves: usize) -> usize {
        let level = cells + size_of::<Node>() + 3 * (size_of::<Child>() + 2 * size_of::<u64>());
        width * (2 * level + moves * size_of::<u32>()) + seen_slots(width) * size_of::<u64>()
    }

    /// Searches from the window's board. `stop` is asked often, from all threads, whether to give up.
    pub(super) fn run(&self, patience: Patience, stop: &(dyn Fn() -> bool + Sync)) -> Option<Found> {
        let board = self.window.board().to_vec();
        let mut level = Level { nodes: vec![self.first(&board)], boards: board };
        let solved: Vec<u8> = (0..self.window.cells()).map(|cell| cell as u8).collect();
        let goal = self.hash(&solved);
        let start = level.nodes[0];
        if goal == start.hash {
            return Some(Found { moves: Vec::new(), is_solved: true });
        }
        let (mut origins, mut next): (Vec<Vec<u32>>, _) = (Vec::new(), Level::default());
        let mut shards: Vec<Shard> = (0..SHARDS).map(|_| Shard::default()).collect();
        // The best score, the number of moves to it, and the number of its board in that level.
        let mut best = (start.score, 0, 0);
        let mut seen = vec![0; seen_slots(self.width)];
        while origins.len() < patience.moves && origins.len() - best.1 < patience.without_gain {
            let lowest = self.expand(&level, &seen, &mut shards, stop)?;
            let origin = self.select(&level, &mut shards, lowest, &mut next);
            std::mem::swap(&mut level, &mut next);
            origins.push(origin);
            for node in &level.nodes {
                let slot = node.hash as usize % seen.len();
                seen[slot] = node.hash;
            }
            if let Some(number) = level.nodes.iter().position(|node| node.hash == goal) {
                return Some(Found { moves: trace(&origins, number), is_solved: true });
            }
            let scores = level.nodes.iter().enumerate().map(|(number, node)| (node.score, number));
            match scores.min() {
                Some((score, number)) if score < best.0 => best = (score, origins.len(), number),
                Some(_) => {}
                // There is nothing but boards that were met before.
                None => break,
            }
        }
        let moves = trace(&origins[..best.1], best.2);
        Some(Found { moves, is_solved: false })
    }

    fn first(&self, board: &[u8]) -> Node {
        let blank = board.iter().position(|tile| usize::from(*tile) == self.window.blank()).unwrap_or(0);
        Node { hash: self.hash(board), score: self.judge.score(board), blank: blank as u8, back: NO_WAY }
    }

    fn hash(&self, board: &[u8]) -> u64 {
        board.iter().enumerate().fold(0, |hash, (cell, &tile)| hash ^ self.key(usize::from(tile), cell))
    }

    #[inline]
    fn key(&self, tile: usize, cell: usize) -> u64 {
        self.keys[tile * self.window.cells() + cell]
    }

    /// Steps 1 and 2: fills the shards with the children of a level, each once; returns the best score. `None` if it was
    /// stopped.
    fn expand(
        &self,
        level: &Level,
        seen: &[u64],
        shards: &mut [Shard],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<i32> {
        let made: Option<Vec<Vec<Vec<Child>>>> = if level.nodes.len() < WORTH_SHARING {
            (!stop()).then(|| vec![self.children(level, 0..level.nodes.len(), 1)])
        } else {
            let starts: Vec<usize> = (0..level.nodes.len()).step_by(CHUNK).collect();
            let chunks = starts.into_par_iter().map(|start| {
                let end = level.nodes.len().min(start + CHUNK);
                (!stop()).then(|| self.children(level, start..end, SHARDS))
            });
            chunks.collect()
        };
        let made = made?;
        let count = made.first().map_or(0, Vec::len);
        let lowest = made.iter().flatten().flatten().map(|child| child.score).min().unwrap_or(0);
        let sort_out = |(number, shard): (usize, &mut Shard)| {
            shard.fill(made.iter().flat_map(|chunk| &chunk[number]), seen, lowest);
        };
        if count == 1 {
            shards[..count].iter_mut().enumerate().for_each(sort_out);
        } else {
            shards[..count].par_iter_mut().enumerate().for_each(sort_out);
        }
        for shard in &mut shards[count..] {
            shard.children.clear();
            shard.scores.clear();
        }
        Some(lowest)
    }

    /// The children of some boards of a level, by shard.
    fn children(&self, level: &Level, parents: std::ops::Range<usize>, shards: usize) -> Vec<Vec<Child>> {
        let cells = self.window.cells();
        let mut children: Vec<Vec<Child>> =
            (0..shards).map(|_| Vec::with_capacity(3 * parents.len() / shards + 8)).collect();
        let name = self.window.blank();
        for number in parents {
            let (node, board) = (level.nodes[number], &level.boards[number * cells..][..cells]);
            let blank = usize::from(node.blank);
            for (way, from) in self.window.sources(blank).into_iter().enumerate() {
                if from == NONE || way == usize::from(node.back) {
                    continue;
                }
                let from = usize::from(from);
                let tile = usize::from(board[from]);
                let score = node.score + self.judge.change(board, from, blank);
                let hash = node.hash
                    ^ self.key(tile, from)
                    ^ self.key(tile, blank)
                    ^ self.key(name, blank)
                    ^ self.key(name, from);
                let shard = (hash >> 58) as usize % shards;
                children[shard].push(Child { hash, score, origin: (number as u32) << 2 | way as u32 });
            }
        }
        children
    }

    /// Steps 3 and 4: makes the next level of the best children; returns where they came from.
    fn select(&self, level: &Level, shards: &mut [Shard], lowest: i32, next: &mut Level) -> Vec<u32> {
        // The first score of which there are too many, and how many of that may go on.
        let (mut last, mut left) = (SCORES, self.width as u32);
        let scores = shards.iter().map(|shard| shard.scores.len()).max().unwrap_or(0);
        for score in 0..scores {
            let count: u32 = shards.iter().filter_map(|shard| shard.scores.get(score)).sum();
            if count > left {
                last = score;
                break;
            }
            left -= count;
        }
        for shard in shards.iter_mut() {
            shard.children.retain(|child| match offset(child.score, lowest).cmp(&last) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Equal if left > 0 => {
                    left -= 1;
                    true
                }
                _ => false,
            });
        }
        let cells = self.window.cells();
        let count: usize = shards.iter().map(|shard| shard.children.len()).sum();
        next.boards.resize(count * cells, 0);
        next.nodes.resize(count, Node { hash: 0, score: 0, blank: 0, back: 0 });
        let mut origins = vec![0; count];
        let (mut boards, mut nodes, mut from) = (&mut next.boards[..], &mut next.nodes[..], &mut origins[..]);
        let mut parts = Vec::with_capacity(shards.len());
        for shard in shards.iter() {
            let count = shard.children.len();
            let (these_boards, other_boards) = boards.split_at_mut(count * cells);
            let (these_nodes, other_nodes) = nodes.split_at_mut(count);
            let (these_origins, other_origins) = from.split_at_mut(count);
            parts.push((&shard.children, these_boards, these_nodes, these_origins));
            (boards, nodes, from) = (other_boards, other_nodes, other_origins);
        }
        let materialize =
            |(children, boards, nodes, origins): (&Vec<Child>, &mut [u8], &mut [Node], &mut [u32])| {
                let places = boards.chunks_exact_mut(cells).zip(nodes).zip(origins);
                for (child, ((board, node), origin)) in children.iter().zip(places) {
                    let (parent, way) = ((child.origin >> 2) as usize, (child.origin & 3) as usize);
                    let blank = usize::from(level.nodes[parent].blank);
                    let from = self.window.sources(blank)[way];
                    board.copy_from_slice(&level.boards[parent * cells..][..cells]);
                    board.swap(blank, usize::from(from));
                    *node = Node { hash: child.hash, score: child.score, blank: from, back: way as u8 ^ 1 };
                    *origin = child.origin;
                }
            };
        if count < WORTH_SHARING {
            parts.into_iter().for_each(materialize);
        } else {
            parts.into_par_iter().for_each(materialize);
        }
        origins
    }
}

impl Shard {
    /// Takes the children that have not been met yet.
    fn fill<'a>(&mut self, children: impl Iterator<Item = &'a Child> + Clone, seen: &[u64], lowest: i32) {
        let slots = (2 * children.clone().count()).next_power_of_two();
        self.table.clear();
        self.table.resize(slots, 0);
        self.scores.clear();
        self.children.clear();
        for child in children {
            let mut slot = child.hash as usize % slots;
            while self.table[slot] != 0 && self.table[slot] != child.hash {
                slot = (slot + 1) % slots;
            }
            if self.table[slot] == 0 && seen[child.hash as usize % seen.len()] != child.hash {
                self.table[slot] = child.hash;
                let offset = offset(child.score, lowest);
                self.scores.resize(self.scores.len().max(offset + 1), 0);
                self.scores[offset] += 1;
                self.children.push(*child);
            }
        }
    }
}

/// Places for the boards that a beam of so much width does not take again.
fn seen_slots(width: usize) -> usize {
    if width <= NARROW { (SEEN_LEVELS * width).next_power_of_two() } else { 1 }
}

/// How much worse than the best a score is, as far as that matters.
#[inline]
fn offset(score: i32, lowest: i32) -> usize {
    (score.abs_diff(lowest) as usize).min(SCORES - 1)
}

/// The moves that lead to a board of the last level.
fn trace(origins: &[Vec<u32>], number: usize) -> Vec<Move> {
    let mut number = number;
    let mut moves: Vec<Move> = Vec::with_capacity(origins.len());
    for level in origins.iter().rev() {
        moves.push(Move::ALL[(level[number] & 3) as usize]);
        number = (level[number] >> 2) as usize;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Size, random_board};
    use crate::construct::field::Field;
    use crate::verify::verify;
    use rand::SeedableRng;

    const FOREVER: Patience = Patience { moves: 1000, without_gain: 1000 };

    #[test]
    fn solutions_are_solutions_and_the_same_with_any_number_of_threads() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        for (rows, cols, width) in [(2, 2, 8), (3, 3, 100), (4, 4, 500), (3, 6, 500), (5, 5, 6000)] {
            let goal = Goal::snail(Size::new(rows, cols).expect("in range"));
            let board = random_board(&goal, true, &mut rng);
            let (field, cells) = (Field::new(&board, &goal), (0..rows * cols).collect::<Vec<_>>());
            let window = Window::new(&field, &cells);
            let judge = Judge::new(&window);
            let solve = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                let beam = Beam::new(&window, &judge, width);
                pool.install(|| beam.run(FOREVER, &|| false)).expect("not stopped")
            };
            let (one, three) = (solve(1), solve(3));
            assert!(one.is_solved);
            assert_eq!(verify(&board, &goal, &one.moves), Ok(()));
            assert_eq!(one.moves, three.moves);
        }
    }

    #[test]
    fn a_beam_that_holds_everything_finds_the_fewest_moves() {
        let goal = Goal::blank_last(Size::square(3).expect("in range"));
        let layers = crate::search::Layers::around(&goal).expect("small");
        for (distance, board) in (0..=31).filter_map(|d| Some((d, layers.boards_at(d).last()?))) {
            let field = Field::new(&board, &goal);
            let window = Window::new(&field, &(0..9).collect::<Vec<_>>());
            let judge = Judge::new(&window);
            let found = Beam::new(&window, &judge, 200_000).run(FOREVER, &|| false).expect("not stopped");
            assert_eq!((found.is_solved, found.moves.len() as u32), (true, distance));
        }
    }

    #[test]
    fn it_ends_when_it_is_told_to_and_when_patience_does() {
        let goal = Goal::blank_last(Size::square(8).expect("in range"));
        let board = random_board(&goal, true, &mut rand_chacha::ChaCha8Rng::seed_from_u64(1));
        let (field, cells) = (Field::new(&board, &goal), (0..64).collect::<Vec<_>>());
        let window = Window::new(&field, &cells);
        let judge = Judge::new(&window);
        let beam = Beam::new(&window, &judge, 4);
        assert!(beam.run(FOREVER, &|| true).is_none());
        let found = beam.run(Patience { moves: 20, without_gain: 1000 }, &|| false).expect("not stopped");
        assert!(!found.is_solved && (1..=20).contains(&found.moves.len()));
    }
}
