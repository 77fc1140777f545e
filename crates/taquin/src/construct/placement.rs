//! Constructive solver: places the tiles one after the other, on boards of any size.
//!
//! A row or a column at the edge of the board is solved, then another one of the remaining rectangle, and so
//! on: a row if there are at least as many rows as columns, else a column, but never the line with the
//! blank's home. The last rectangle, of at most 3×3 cells, is solved optimally. Solved cells are locked:
//! nothing moves there any more.
//!
//! A tile moves to its home step by step. For each step the blank goes to a cell ahead of the tile, around
//! the tile and the locked cells, on a route of at most two moves more than a shortest one ([`BlankRouter`]),
//! and the tile slides. If two cells are ahead, the blank usually goes to the nearer one, so the tile
//! zigzags, which is cheaper than going straight.
//!
//! # Why it always succeeds
//!
//! Orient the line being solved as the top row, and let the cells before column `k` be locked. The rest of
//! the row and all rows below are free. There are at least three rows below, because lines are solved only
//! while a side is longer than three, and they have at least two cells.
//!
//! - *Each step brings the tile nearer to column `k` of the top row.* In the top row the tile is to the right
//!   of `k` and moves left. Below, its row is free up to column `k`, and so is column `k`.
//! - *The blank can get ahead of the tile.* The rows below stay connected without any one cell, as every grid
//!   of at least 2×2 does. A free cell of the top row is connected to the cell below it, or, if that is the
//!   tile's, to its neighbor in the row, as long as two cells of the row are free.
//! - *The last two tiles* are placed together. The first moves home as above. Unless the second is home by
//!   then, it moves, through the rows below, into the *block*: the last two cells of the line and the four
//!   below them. Meanwhile the first tile is locked, and the last cell of the line is connected only to the
//!   cell below it; but that cell is in the block, so the tile stops when it gets there. Then the blank
//!   enters the block through the rows below, which are connected without the tile. Inside the block, five
//!   tiles on 3×2 cells can reach every even permutation; three of them are interchangeable, so the two get
//!   home from any position.
//!
//! # Bound on the number of moves
//!
//! On an R×C board, a shortest route of the blank to the tile has at most R + C − 2 moves, and 2 more if the
//! tile is in between. From then on the blank is behind the tile: a step to the side takes 3 moves, and a
//! step straight ahead 5. One step may take 2 more: the last, if the blank is to the left of the tile and the
//! locked cell above forces it around the right. Every step may take 2 more because of the router's detours.
//! So a tile that is `d` steps from home takes at most (R + C + 3) + 7(d − 1) + 2 moves. As `d` is at most
//! R + C − 2, this is at most 8(R + C) − 16. Two tiles placed together take 4 more for the blank to follow
//! into the block, and at most 15 inside: together less than 16(R + C). The last rectangle has at least three
//! tiles and takes at most 31 moves. Hence the average per tile is at most 8(R + C): [`max_moves`]. Random
//! boards take about a sixth of that, and an eighth with [`RoutePolicy::TileGain`]: on n×n, about 3.9 and 2.7
//! times the Manhattan distance.

use super::blank_router::{BlankRouter, RoutePolicy};
use super::final_region;
use super::tracked_board::TrackedBoard;
use std::array;
use taquin_core::Size;

/// Solves any solvable board.
pub(crate) fn solve(board: &mut TrackedBoard) {
    let before = board.moves().len();
    let mut placement = Placement::new(board, RoutePolicy::Shortest);
    while placement.place_next(board) {}
    debug_assert!(board.moves().len() - before <= max_moves(board.size()));
}

/// Returns a proven bound on the moves of a solution by [`solve`].
pub(crate) fn max_moves(size: Size) -> usize {
    8 * (size.rows() + size.cols()) * (size.cells() - 1)
}

/// The state of a construction.
///
/// Between two steps, other methods may make any moves that leave the locked cells alone.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    size: Size,
    blank_home: usize,
    /// The rectangle that is not solved yet.
    region: Region,
    /// The side of the region whose line is being solved; `None` in the last region.
    side: Option<Side>,
    /// The cells of the line (in the last region: all but the blank's home) that are not locked yet, in
    /// order.
    line: Vec<usize>,
    /// By cell: whether it is solved for good.
    locked: Vec<bool>,
    router: BlankRouter,
}

impl Placement {
    pub(crate) fn new(board: &TrackedBoard, policy: RoutePolicy) -> Self {
        let size = board.size();
        let mut placement = Self {
            size,
            blank_home: board.blank_home(),
            region: Region { top: 0, bottom: size.rows(), left: 0, right: size.cols() },
            side: None,
            line: Vec::new(),
            locked: vec![false; size.cells()],
            router: BlankRouter::new(size, policy),
        };
        placement.begin_line();
        placement
    }

    /// Returns the cells that are not locked, in ascending order.
    pub(crate) fn free_cells(&self) -> impl Iterator<Item = usize> {
        self.locked.iter().enumerate().filter(|(_, is_locked)| !**is_locked).map(|(cell, _)| cell)
    }

    /// Selects other routes of the blank among those of equal value; 0 restores the default.
    pub(crate) fn set_tie_breaker(&mut self, tie_breaker: u64) {
        self.router.set_tie_breaker(tie_breaker);
    }

    /// Solves the rest of the line. Returns false on failure.
    pub(crate) fn finish_line(&mut self, board: &mut TrackedBoard) -> bool {
        let region = self.region;
        while self.region == region {
            if !self.place_next(board) {
                return false;
            }
        }
        true
    }

    /// Returns the tiles that the next step places: one, the last two of a line, or all of the last region.
    pub(crate) fn next_tiles(&self) -> Vec<usize> {
        let count = if self.side.is_some() && self.line.len() > 2 { 1 } else { self.line.len() };
        self.line[..count].to_vec()
    }

    /// Places the next tiles and locks their cells. Returns false if there are none, or if the last region is
    /// unsolvable.
    pub(crate) fn place_next(&mut self, board: &mut TrackedBoard) -> bool {
        let tiles = self.next_tiles();
        let is_placed = match (self.side, tiles.as_slice()) {
            (_, []) => false,
            (None, _) => final_region::solve(board, &self.region.cells(self.size).collect::<Vec<usize>>()),
            (Some(side), &[a, b]) => self.place_pair(board, side, a, b),
            (Some(_), &[tile, ..]) => self.move_tile(board, tile, tile, &[tile]),
        };
        if is_placed {
            self.lock(&tiles);
        }
        is_placed
    }

    /// Locks the next cells of the line.
    fn lock(&mut self, cells: &[usize]) {
        for &cell in cells {
            self.locked[cell] = true;
        }
        self.line.drain(..cells.len());
        match self.side {
            Some(side) if self.line.is_empty() => {
                self.region = self.region.split(side).1;
                self.begin_line();
            }
            Some(_) => {}
            None => self.locked[self.blank_home] = true,
        }
    }

    fn begin_line(&mut self) {
        self.side = self.region.next_side(self.size.row_col(self.blank_home));
        let line = self.side.map_or(self.region, |side| self.region.split(side).0);
        self.line = line.cells(self.size).filter(|&cell| cell != self.blank_home).collect();
    }

    /// Moves a tile towards a cell until it reaches one of the `stops`. Returns false if the blank can't get
    /// ahead of it.
    fn move_tile(&mut self, board: &mut TrackedBoard, tile: usize, to: usize, stops: &[usize]) -> bool {
        while !stops.contains(&board.cell_of(tile)) {
            let at = board.cell_of(tile);
            let ahead = self.router.cells_ahead(&self.locked, at, to);
            if !self.router.move_blank(board, &self.locked, &ahead, at) {
                return false;
            }
            board.move_blank_to(at);
        }
        true
    }

    /// Places the last two tiles of a line.
    fn place_pair(&mut self, board: &mut TrackedBoard, side: Side, a: usize, b: usize) -> bool {
        if !self.move_tile(board, a, a, &[a]) {
            return false;
        }
        if board.cell_of(b) == b {
            return true;
        }
        let cols = self.size.cols();
        let block: [usize; 6] = array::from_fn(|i| side.inward([a, b][i % 2], i / 2, cols));
        // From here on `a` moves only within the block, and returns home.
        self.locked[a] = true;
        self.move_tile(board, b, block[5], &block)
            && self.move_blank_into_block(board, &block, b)
            && solve_pair_in_block(board, &block, a, b)
    }

    /// Moves the blank into the lower four cells of a block, next to a tile there, unless it is in the block.
    fn move_blank_into_block(&mut self, board: &mut TrackedBoard, block: &[usize; 6], tile: usize) -> bool {
        if block.contains(&board.blank()) {
            return true;
        }
        let size = self.size;
        let at = board.cell_of(tile);
        let lower = block[2..].iter().copied();
        let adjacent: Vec<usize> = lower.filter(|&cell| size.distance(cell, at) == 1).collect();
        self.router.move_blank(board, &self.locked, &adjacent, at)
    }
}

/// Moves two tiles of a block home, to its first two cells, by breadth-first search over the 120 positions of
/// the two tiles and the blank. Returns false if one of them is not in the block.
fn solve_pair_in_block(board: &mut TrackedBoard, block: &[usize; 6], a: usize, b: usize) -> bool {
    let size = board.size();
    // The cells of the two tiles and the blank, and the index of the parent.
    let mut reached = vec![([board.cell_of(a), board.cell_of(b), board.blank()], 0)];
    let mut index = 0;
    loop {
        let Some(&(state, _)) = reached.get(index) else { return false };
        if state[..2] == [a, b] {
            break;
        }
        let blank = state[2];
        for &from in block.iter().filter(|&&cell| size.distance(cell, blank) == 1) {
            let after = |cell: usize| if cell == from { blank } else { cell };
            let next = [after(state[0]), after(state[1]), from];
            if reached.iter().all(|&(known, _)| known != next) {
                reached.push((next, index));
            }
        }
        index += 1;
    }
    let mut route = Vec::new();
    while index > 0 {
        let (state, parent) = reached[index];
        route.push(state[2]);
        index = parent;
    }
    for &cell in route.iter().rev() {
        board.move_blank_to(cell);
    }
    true
}

/// A rectangle of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Region {
    top: usize,
    /// One past the last row.
    bottom: usize,
    left: usize,
    /// One past the last column.
    right: usize,
}

/// A side of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

impl Region {
    /// Returns the side whose line is solved next, which is not the line with the blank's home; `None` if the
    /// region has at most three rows and three columns.
    fn next_side(self, (home_row, home_col): (usize, usize)) -> Option<Side> {
        let rows = self.bottom - self.top;
        let cols = self.right - self.left;
        if rows.max(cols) <= 3 {
            None
        } else if rows >= cols {
            Some(if home_row == self.top { Side::Bottom } else { Side::Top })
        } else {
            Some(if home_col == self.left { Side::Right } else { Side::Left })
        }
    }

    /// Splits off the line at a side: returns the line and the rest.
    fn split(self, side: Side) -> (Self, Self) {
        let Self { top, bottom, left, right } = self;
        match side {
            Side::Top => (Self { bottom: top + 1, ..self }, Self { top: top + 1, ..self }),
            Side::Bottom => (Self { top: bottom - 1, ..self }, Self { bottom: bottom - 1, ..self }),
            Side::Left => (Self { right: left + 1, ..self }, Self { left: left + 1, ..self }),
            Side::Right => (Self { left: right - 1, ..self }, Self { right: right - 1, ..self }),
        }
    }

    /// Returns its cells in ascending order.
    fn cells(self, size: Size) -> impl Iterator<Item = usize> {
        let row = move |row: usize| (self.left..self.right).map(move |col| row * size.cols() + col);
        (self.top..self.bottom).flat_map(row)
    }
}

impl Side {
    /// Returns the cell a number of steps into the region from a cell at this side.
    fn inward(self, cell: usize, steps: usize, cols: usize) -> usize {
        match self {
            Self::Top => cell + steps * cols,
            Self::Bottom => cell - steps * cols,
            Self::Left => cell + steps,
            Self::Right => cell - steps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_space::StateSpace;
    use chacha20::ChaCha8Rng;
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rayon::prelude::*;
    use taquin_core::verify;
    use taquin_core::{Board, Goal, Move, Parity, random_board};

    const SIZES: &str = "2x2 2x3 3x2 2x4 4x2 2x7 7x2 3x3 3x5 4x4 5x4 6x9 12x5 20x20 3x40";

    fn sizes(text: &str) -> impl Iterator<Item = Size> {
        text.split(' ').map(|size| size.parse::<Size>().expect("a size"))
    }

    /// The standard goals and five random ones.
    fn goals(size: Size, rng: &mut ChaCha8Rng) -> Vec<Goal> {
        let mut goals = vec![Goal::blank_last(size), Goal::blank_first(size), Goal::snail(size)];
        for _ in 0..5 {
            goals.push(Goal::explicit(random_board(&goals[0], true, rng)));
        }
        goals
    }

    /// Solves a board, checks the solution and returns its length.
    fn checked_length(board: &Board, goal: &Goal) -> usize {
        let mut tracked = TrackedBoard::new(board, goal);
        solve(&mut tracked);
        assert!(tracked.is_solved());
        let moves = tracked.into_moves();
        assert_eq!(verify(board, goal, &moves), Ok(()), "{board}");
        assert!(moves.len() <= max_moves(board.size()), "{} moves: {board}", moves.len());
        moves.len()
    }

    #[test]
    fn solves_boards_of_all_sizes_for_all_goals() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for size in sizes(SIZES) {
            for goal in goals(size, &mut rng) {
                for _ in 0..20 {
                    checked_length(&random_board(&goal, true, &mut rng), &goal);
                }
                let reversed: Vec<u16> = goal.board().tiles().iter().rev().copied().collect();
                let reversed = Board::from_tiles(size, &reversed).expect("a permutation");
                let is_solvable = Parity::is_solvable(&reversed, &goal);
                checked_length(&if is_solvable { reversed } else { reversed.twin() }, &goal);
                assert_eq!(checked_length(goal.board(), &goal), 0);
            }
        }
    }

    #[test]
    fn solves_a_board_of_the_largest_size() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let goal = Goal::snail(Size::square(127).expect("in range"));
        let moves = checked_length(&random_board(&goal, true, &mut rng), &goal);
        assert!(moves < max_moves(goal.size()) / 6, "{moves} moves");
    }

    #[test]
    fn boards_up_to_3x3_are_solved_optimally() {
        let eight = Goal::blank_last(Size::square(3).expect("in range"));
        let side = Board::from_rows([[1, 2, 3], [0, 4, 5], [6, 7, 8]]).expect("a board");
        let mut tasks = vec![(eight, 1), (Goal::ring(), 29), (Goal::explicit(side), 29)];
        for size in sizes("2x2 2x3 3x2") {
            let usual = [Goal::blank_last(size), Goal::blank_first(size), Goal::snail(size)];
            tasks.extend(usual.map(|goal| (goal, 1)));
        }
        for (goal, stride) in tasks {
            let layers = StateSpace::enumerate(&goal).expect("small");
            assert!(layers.radius() as usize <= final_region::MAX_MOVES);
            for distance in 0..=layers.radius() {
                let boards: Vec<Board> = layers.boards_at(distance).step_by(stride).collect();
                boards
                    .par_iter()
                    .for_each(|board| assert_eq!(checked_length(board, &goal), distance as usize));
            }
        }
    }

    #[test]
    fn steps_succeed_after_arbitrary_moves_of_unlocked_tiles() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for size in sizes(SIZES) {
            for goal in goals(size, &mut rng) {
                let board = random_board(&goal, true, &mut rng);
                let mut tracked = TrackedBoard::new(&board, &goal);
                let policy = if rng.random() { RoutePolicy::TileGain } else { RoutePolicy::Shortest };
                let mut placement = Placement::new(&tracked, policy);
                while !placement.next_tiles().is_empty() {
                    for _ in 0..rng.random_range(0..30) {
                        let source = |by: &Move| by.source(size, tracked.blank());
                        let is_free = |by: &Move| source(by).is_some_and(|cell| !placement.locked[cell]);
                        let by = Move::ALL.into_iter().filter(is_free).choose(&mut rng).expect("a free cell");
                        tracked.slide(by);
                    }
                    let next = placement.next_tiles();
                    let line = placement.line.clone();
                    let before = tracked.moves().len();
                    assert!(line.starts_with(&next) && !line.contains(&tracked.blank_home()));
                    assert!(line.iter().all(|&cell| !placement.locked[cell]));
                    assert!(placement.place_next(&mut tracked));
                    let taken = tracked.moves().len() - before;
                    assert!(taken <= 8 * (size.rows() + size.cols()) * next.len(), "{taken} for {next:?}");
                    assert!(next.iter().all(|&cell| placement.locked[cell]));
                    let is_kept = |cell: usize| !placement.locked[cell] || tracked.home_at(cell) == cell;
                    assert!((0..size.cells()).all(is_kept));
                }
                assert!(!placement.place_next(&mut tracked) && tracked.is_solved());
                assert_eq!(verify(&board, &goal, tracked.moves()), Ok(()));
            }
        }
    }

    #[test]
    fn pair_in_a_block_gets_home_from_every_position() {
        let goal = Goal::blank_last("3x2".parse().expect("a size"));
        let layers = StateSpace::enumerate(&goal).expect("small");
        let mut most = 0;
        let mut most_with_first_at_home = 0;
        for board in (0..=layers.radius()).flat_map(|distance| layers.boards_at(distance)) {
            let mut tracked = TrackedBoard::new(&board, &goal);
            let is_first_at_home = tracked.cell_of(0) == 0;
            assert!(solve_pair_in_block(&mut tracked, &[0, 1, 2, 3, 4, 5], 0, 1));
            assert_eq!((tracked.cell_of(0), tracked.cell_of(1)), (0, 1));
            let moves = tracked.moves().len();
            most = most.max(moves);
            if is_first_at_home {
                most_with_first_at_home = most_with_first_at_home.max(moves);
            }
        }
        assert_eq!(most, 18);
        assert_eq!(most_with_first_at_home, 15);
    }

    #[test]
    fn terminates_on_unsolvable_boards() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for size in sizes(SIZES) {
            let goal = Goal::blank_last(size);
            let mut tracked = TrackedBoard::new(&random_board(&goal, false, &mut rng), &goal);
            solve(&mut tracked);
            assert!(!tracked.is_solved());
        }
    }
}
