//! All boards of a small size with their true distance from a goal.
//!
//! Breadth-first search from the goal that relies on nothing but the moves: the ground truth that the tests
//! compare all heuristics and searches with. A board is represented by its rank as a permutation, and the
//! distances are a plain array of bytes.

use std::collections::HashSet;
use std::fmt;
use taquin_core::CancelToken;
use taquin_core::permutation;
use taquin_core::{Board, Goal, Metric, Move, Size};

/// The maximum number of cells: 10! is 3,628,800.
const MAX_CELLS: usize = 10;

/// The true distance of every board from a goal of at most ten cells, and the boards at each distance.
///
/// ```
/// use taquin::state_space::StateSpace;
/// use taquin::{Goal, Size};
/// let space = StateSpace::enumerate(&Goal::blank_last(Size::square(3)?)).ok_or("too large")?;
/// assert_eq!((space.radius(), space.boards_at(31).len()), (31, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StateSpace {
    size: Size,
    /// The distance of each board, by rank; [`UNREACHED`] for unsolvable boards.
    distances: Vec<u8>,
    /// The ranks of the boards at each distance.
    by_distance: Vec<Vec<u32>>,
}

const UNREACHED: u8 = u8::MAX;

impl fmt::Debug for StateSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StateSpace")
            .field("size", &self.size)
            .field("radius", &self.radius())
            .finish_non_exhaustive()
    }
}

impl StateSpace {
    /// Enumerates all boards that can reach a goal of at most ten cells; `None` for larger goals. A 2×5 goal
    /// has 1,814,400 such boards.
    pub fn enumerate(goal: &Goal) -> Option<Self> {
        Self::enumerate_in(goal, Metric::Single)
    }

    /// Enumerates all boards that can reach a goal of at most ten cells, with distances in a metric.
    pub fn enumerate_in(goal: &Goal, metric: Metric) -> Option<Self> {
        let size = goal.size();
        if size.cells() > MAX_CELLS {
            return None;
        }
        let cells = size.cells();
        let root = tiles(goal.board());
        let mut distances = vec![UNREACHED; (1..=cells).product()];
        let mut by_distance = Vec::new();
        // The boards of one distance, each with the cell of its blank.
        let mut level = vec![(root, goal.blank())];
        distances[rank(&root[..cells]) as usize] = 0;
        while !level.is_empty() {
            by_distance.push(level.iter().map(|(board, _)| rank(&board[..cells])).collect());
            let mut next = Vec::new();
            for (board, blank) in level {
                for by in Move::ALL {
                    let (mut neighbor, mut blank) = (board, blank);
                    while let Some(from) = by.source(size, blank) {
                        neighbor.swap(from, blank);
                        blank = from;
                        let distance = &mut distances[rank(&neighbor[..cells]) as usize];
                        if *distance == UNREACHED {
                            *distance = by_distance.len() as u8;
                            next.push((neighbor, blank));
                        }
                        if metric == Metric::Single {
                            break;
                        }
                    }
                }
            }
            level = next;
        }
        Some(Self { size, distances, by_distance })
    }

    /// Returns the distance of a board from the goal; `None` if it is unsolvable.
    ///
    /// # Panics
    /// If the board is not of the goal's size.
    pub fn distance(&self, board: &Board) -> Option<u32> {
        assert_eq!(board.size(), self.size, "the board must have the goal's size");
        let distance = self.distances[rank(&tiles(board)[..self.size.cells()]) as usize];
        (distance != UNREACHED).then_some(u32::from(distance))
    }

    /// Returns the largest distance of any board from the goal: 31 on 3×3 with the blank in a corner.
    pub fn radius(&self) -> u32 {
        self.by_distance.len() as u32 - 1
    }

    /// Returns the number of boards at each distance from 0 to the radius.
    pub fn counts(&self) -> Vec<usize> {
        self.by_distance.iter().map(Vec::len).collect()
    }

    /// Returns the boards at a distance, in a deterministic order; none beyond the radius.
    pub fn boards_at(&self, distance: u32) -> impl ExactSizeIterator<Item = Board> + '_ {
        let ranks: &[u32] = self.by_distance.get(distance as usize).map_or(&[], Vec::as_slice);
        ranks.iter().map(|&rank| unrank(rank, self.size))
    }
}

/// Returns the boards at a distance from a goal of any size, in a deterministic order; `None` if there are
/// more than `max_boards` of them or at a smaller distance, or if the search is cancelled.
pub fn boards_at_distance(
    goal: &Goal,
    distance: u32,
    max_boards: usize,
    cancel: &CancelToken,
) -> Option<Vec<Board>> {
    let mut nearer: HashSet<Board> = HashSet::new();
    let mut boards = vec![goal.board().clone()];
    for _ in 0..distance {
        let mut seen = HashSet::new();
        let neighbors = boards.iter().flat_map(|board| board.neighbors().map(|(_, next)| next));
        // A move changes the distance by exactly one, so a neighbor is on the level before or new.
        let next: Vec<Board> = neighbors
            .filter(|next| !nearer.contains(next) && seen.insert(next.clone()))
            .take_while(|_| !cancel.is_cancelled())
            .take(max_boards.saturating_add(1))
            .collect();
        if next.len() > max_boards || cancel.is_cancelled() {
            return None;
        }
        nearer = boards.into_iter().collect();
        boards = next;
    }
    Some(boards)
}

/// Returns the tiles of a board; cells that it does not have stay 0.
fn tiles(board: &Board) -> [u8; MAX_CELLS] {
    let mut tiles = [0; MAX_CELLS];
    for (tile, &number) in tiles.iter_mut().zip(board.tiles()) {
        *tile = number as u8;
    }
    tiles
}

fn rank(tiles: &[u8]) -> u32 {
    permutation::rank(tiles) as u32
}

fn unrank(rank: u32, size: Size) -> Board {
    let tiles = permutation::unrank(rank as usize, size.cells());
    let tiles: Vec<u16> = tiles.into_iter().map(u16::from).collect();
    Board::from_tiles(size, &tiles).expect("a permutation is a valid board")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(goal: &Goal) -> Vec<usize> {
        StateSpace::enumerate(goal).expect("small").counts()
    }

    #[test]
    fn counts_and_radii_match_published_values() {
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
        assert!(StateSpace::enumerate(&Goal::blank_last(size(3, 4))).is_none());
    }

    #[test]
    fn boards_at_distance_works_for_any_size() {
        let stop = CancelToken::default();
        let eight = Goal::blank_last(Size::square(3).expect("in range"));
        let space = StateSpace::enumerate(&eight).expect("small");
        for distance in [0, 1, 2, 9, 15, 31, 32] {
            let near: HashSet<Board> =
                boards_at_distance(&eight, distance, 30_000, &stop).expect("few").into_iter().collect();
            assert_eq!(near, space.boards_at(distance).collect());
        }
        let fifteen = Goal::blank_last(Size::square(4).expect("in range"));
        let counts = (0..=10).map(|distance| {
            boards_at_distance(&fifteen, distance, 1948, &stop).map_or(0, |boards| boards.len())
        });
        assert_eq!(counts.collect::<Vec<_>>(), [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948]);
        assert!(boards_at_distance(&fifteen, 10, 1947, &stop).is_none());
        assert_eq!(boards_at_distance(&fifteen, 1, usize::MAX, &stop).map_or(0, |boards| boards.len()), 2);
        stop.cancel();
        assert!(boards_at_distance(&fifteen, 10, 1948, &stop).is_none());
    }
}
