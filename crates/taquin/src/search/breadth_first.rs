//! Every board of a small size, by its true distance from the goal.
//!
//! Breadth-first search outwards from the goal. It trusts nothing but the moves, which makes it the ground truth that
//! the tests hold every estimate and every other search against. A board is its rank among all permutations, and the
//! distances are a plain array of bytes.

use super::limits::StopFlag;
use crate::board::{Board, Goal, Size};
use std::collections::HashSet;
use std::fmt;

/// The most cells whose permutations are enumerated: 3,628,800 of them.
const MAX_CELLS: usize = 10;

/// The true distance of every board from a goal of at most ten cells, and the boards at each distance.
///
/// ```
/// use taquin::{Goal, Layers, Size};
/// let layers = Layers::around(&Goal::blank_last(Size::square(3)?)).ok_or("too large")?;
/// assert_eq!((layers.radius(), layers.boards_at(31).len()), (31, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Layers {
    size: Size,
    /// By rank; [`UNREACHED`] for boards that can't be solved.
    distances: Vec<u8>,
    /// The ranks of the boards at each distance.
    by_distance: Vec<Vec<u32>>,
}

const UNREACHED: u8 = u8::MAX;

impl fmt::Debug for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layers")
            .field("size", &self.size)
            .field("radius", &self.radius())
            .finish_non_exhaustive()
    }
}

impl Layers {
    /// Enumerates all boards that can reach a goal of at most ten cells; `None` for larger ones. A 2×5 goal has 1,814,400
    /// of them.
    pub fn around(goal: &Goal) -> Option<Self> {
        let size = goal.size();
        if size.cells() > MAX_CELLS {
            return None;
        }
        let root = rank(goal.board());
        let mut distances = vec![UNREACHED; (1..=size.cells()).product()];
        distances[root as usize] = 0;
        let mut layers = vec![vec![root]];
        loop {
            let mut next = Vec::new();
            for &known in &layers[layers.len() - 1] {
                for (_, neighbor) in unrank(known, size).neighbors() {
                    let found = rank(&neighbor);
                    if distances[found as usize] == UNREACHED {
                        distances[found as usize] = layers.len() as u8;
                        next.push(found);
                    }
                }
            }
            if next.is_empty() {
                return Some(Self { size, distances, by_distance: layers });
            }
            layers.push(next);
        }
    }

    /// The fewest moves from a board to the goal; `None` if it can't be solved.
    ///
    /// # Panics
    /// If the board is of another size.
    pub fn distance(&self, board: &Board) -> Option<u32> {
        assert_eq!(board.size(), self.size, "the board must have the goal's size");
        let distance = self.distances[rank(board) as usize];
        (distance != UNREACHED).then_some(u32::from(distance))
    }

    /// The largest distance of any board from the goal: 31 on 3×3 with the blank in a corner.
    pub fn radius(&self) -> u32 {
        self.by_distance.len() as u32 - 1
    }

    /// How many boards are at each distance from 0 to the radius.
    pub fn counts(&self) -> Vec<usize> {
        self.by_distance.iter().map(Vec::len).collect()
    }

    /// The boards at a distance, in an order that is always the same; none beyond the radius.
    pub fn boards_at(&self, distance: u32) -> impl ExactSizeIterator<Item = Board> + '_ {
        let ranks: &[u32] = self.by_distance.get(distance as usize).map_or(&[], Vec::as_slice);
        ranks.iter().map(|&rank| unrank(rank, self.size))
    }
}

/// The boards at a distance from a goal of any size, in an order that is always the same; `None` if they, or those at a
/// smaller distance, are more than so many, or if the flag is raised.
pub fn boards_at(goal: &Goal, distance: u32, most: usize, stop: &StopFlag) -> Option<Vec<Board>> {
    let (mut nearer, mut boards): (HashSet<Board>, _) = (HashSet::new(), vec![goal.board().clone()]);
    for _ in 0..distance {
        let mut seen = HashSet::new();
        let neighbors = boards.iter().flat_map(|board| board.neighbors().map(|(_, next)| next));
        // A move leads nearer or farther, so what is new has not been met two levels before.
        let next: Vec<Board> = neighbors
            .filter(|next| !nearer.contains(next) && seen.insert(next.clone()))
            .take_while(|_| !stop.is_raised())
            .take(most.saturating_add(1))
            .collect();
        if next.len() > most || stop.is_raised() {
            return None;
        }
        nearer = boards.into_iter().collect();
        boards = next;
    }
    Some(boards)
}

/// The number of permutations before this one in lexicographic order.
fn rank(board: &Board) -> u32 {
    let tiles = board.tiles();
    let mut unused = (1u32 << tiles.len()) - 1;
    let mut rank = 0;
    for (i, &tile) in tiles.iter().enumerate() {
        let smaller = (unused & ((1 << tile) - 1)).count_ones();
        rank = rank * (tiles.len() - i) as u32 + smaller;
        unused &= !(1 << tile);
    }
    rank
}

/// The board with a rank.
fn unrank(mut rank: u32, size: Size) -> Board {
    let cells = size.cells();
    let mut digits = [0; MAX_CELLS];
    for i in (0..cells).rev() {
        let base = (cells - i) as u32;
        digits[i] = (rank % base) as usize;
        rank /= base;
    }
    let mut unused: Vec<u16> = (0..cells as u16).collect();
    Board::from_permutation(size, digits[..cells].iter().map(|&digit| unused.remove(digit)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(goal: &Goal) -> Vec<usize> {
        Layers::around(goal).expect("small").counts()
    }

    #[test]
    fn published_counts() {
        let size = |rows, cols| Size::new(rows, cols).expect("in range");
        let two = counts(&Goal::blank_last(size(2, 2)));
        assert_eq!((two.len() - 1, two.iter().sum()), (6, 12));
        for goal in [Goal::blank_last(size(2, 3)), Goal::blank_first(size(3, 2))] {
            let six = counts(&goal);
            assert_eq!((six.len() - 1, six.iter().sum()), (21, 360));
        }
        let eight = counts(&Goal::blank_last(size(2, 4)));
        assert_eq!((eight.len() - 1, eight.iter().sum()), (36, 20_160));
        let corner = counts(&Goal::blank_last(size(3, 3)));
        assert_eq!((corner.len() - 1, corner.iter().sum(), corner[31]), (31, 181_440, 2));
        let ring = counts(&Goal::ring());
        assert_eq!((ring.len() - 1, ring.iter().sum(), ring[30]), (30, 181_440, 148));
        assert!(Layers::around(&Goal::blank_last(size(3, 4))).is_none());
    }

    #[test]
    fn the_nearest_boards_of_any_size() {
        let stop = StopFlag::default();
        let eight = Goal::blank_last(Size::square(3).expect("in range"));
        let layers = Layers::around(&eight).expect("small");
        for distance in [0, 1, 2, 9, 15, 31, 32] {
            let near: HashSet<Board> =
                boards_at(&eight, distance, 30_000, &stop).expect("few").into_iter().collect();
            assert_eq!(near, layers.boards_at(distance).collect());
        }
        let fifteen = Goal::blank_last(Size::square(4).expect("in range"));
        let counts = (0..=10)
            .map(|distance| boards_at(&fifteen, distance, 1948, &stop).map_or(0, |boards| boards.len()));
        assert_eq!(counts.collect::<Vec<_>>(), [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948]);
        assert!(boards_at(&fifteen, 10, 1947, &stop).is_none());
        assert_eq!(boards_at(&fifteen, 1, usize::MAX, &stop).map_or(0, |boards| boards.len()), 2);
        stop.raise();
        assert!(boards_at(&fifteen, 10, 1948, &stop).is_none());
    }

    #[test]
    fn ranks_are_one_to_one() {
        for size in [Size::new(2, 2), Size::new(2, 3), Size::new(2, 4)].map(|s| s.expect("in range")) {
            for r in 0..(1..=size.cells() as u32).product() {
                assert_eq!(rank(&unrank(r, size)), r);
            }
        }
    }
}
