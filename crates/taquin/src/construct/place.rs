//! Puts the tiles in their places, one after the other: a solution of any board that can be solved.
//!
//! A row or a column at a side of the board is solved, then another of what is left, and so on: a row if there are as many
//! rows as columns or more, else a column, and never the one with the blank's home. At last there are 3×3 cells or fewer,
//! which are solved with the fewest moves. What is solved becomes a wall: nothing moves there any more.
//!
//! A tile goes to its place step by step. For a step, the blank goes to a cell ahead of the tile, by a way that leaves the
//! tile and the walls alone and takes two moves more than a shortest one at most ([`Guide`]), and the tile slides. If two
//! cells are ahead, the blank mostly goes to the nearer one; so the tile zigzags, which is cheaper than going straight.
//!
//! # Why it never gets stuck
//!
//! See the line that is being solved as a row on top, and let the cells before column `k` be walls. Free are the rest of the
//! row and all rows below it. These are at least three, since a line is solved only where there are more than three, and
//! have two cells or more.
//!
//! - *A step leads the tile nearer to column `k` of the top row.* In the top row it is on the right of `k`, and goes left.
//!   Below, the way along a row to column `k` is free, and so is column `k`.
//! - *The blank gets ahead of the tile.* The rows below hang together if one cell is taken out, as every grid of 2×2 or more
//!   does. A free cell of the top row hangs on the cell below it; if that is taken out, on its neighbour, as long as two
//!   cells of the row are free.
//! - *The last two tiles* are placed together. The first is brought home as before. If the second is not home by then, it is
//!   brought to the *block*, the last two cells of the line and the four below them, on a way through the rows below.
//!   Meanwhile the first tile is a wall, and the last cell of the line hangs on the cell below it alone; but that cell is in
//!   the block, so the way is over when the tile is there. Then the blank comes into the block through the rows below,
//!   which hang together without the tile. Inside, five tiles of 3×2 cells can be brought into every even permutation;
//!   three of them are as good as each other, so the two get home from everywhere.
//!
//! # How many moves it takes
//!
//! On R×C, the blank's shortest way to a tile is at most R + C − 2 moves, and 2 more if the tile stands in between. From then
//! on the blank is behind the tile: a step to the side takes 3 moves, and one straight on takes 5. A single step may take 2
//! more: the last one, if the blank is on the left of the tile and the wall above makes it go round on the right. All of
//! these may take 2 more because of the blank's detours. So a tile that is `d` steps away takes at most
//! (R + C + 3) + 7(d − 1) + 2 moves. As `d` is R + C − 2 or less, these are 8(R + C) − 16 at most. Two tiles placed together
//! take 4 more for the blank to follow into the block, and at most 15 in there: together less than 16(R + C). The last cells
//! hold three tiles or more and take no more than 31 moves. Hence the tiles take no more than 8(R + C) each, on average:
//! [`most_moves`]. Random boards take about a sixth of that, and an eighth if the blank is led thriftily: on n×n, some 3.9
//! or 2.7 times their Manhattan distance.

use super::field::Field;
use super::guide::{Guide, move_blank};
use super::last;
use crate::board::Size;
use std::array;

/// Solves any board that can be solved.
pub(crate) fn solve(field: &mut Field) {
    let before = field.moves().len();
    let mut builder = Builder::new(field, false);
    while builder.step(field) {}
    debug_assert!(field.moves().len() - before <= most_moves(field.size()));
}

/// No solution takes more moves.
pub(crate) fn most_moves(size: Size) -> usize {
    8 * (size.rows() + size.cols()) * (size.cells() - 1)
}

/// Solves a board step by step.
///
/// Between two steps others may make any moves, as long as nothing moves on walls.
#[derive(Clone, Debug)]
pub(crate) struct Builder {
    size: Size,
    blank_home: usize,
    region: Region,
    /// The side of the region whose line is being solved; none if the region is the last.
    side: Option<Side>,
    /// The cells of the line (of the last region: all but the blank's home) that are not walls yet, in order.
    line: Vec<usize>,
    /// By cell: whether it is solved for good.
    walls: Vec<bool>,
    guide: Guide,
}

impl Builder {
    /// A thrifty one makes fewer moves, and takes longer.
    pub(crate) fn new(field: &Field, is_thrifty: bool) -> Self {
        let size = field.size();
        let mut builder = Self {
            size,
            blank_home: field.blank_home(),
            region: Region { top: 0, bottom: size.rows(), left: 0, right: size.cols() },
            side: None,
            line: Vec::new(),
            walls: vec![false; size.cells()],
            guide: Guide::new(size, is_thrifty),
        };
        builder.begin_line();
        builder
    }

    /// The cells that are not walls, row by row.
    pub(crate) fn free(&self) -> impl Iterator<Item = usize> {
        self.walls.iter().enumerate().filter(|(_, is_wall)| !**is_wall).map(|(cell, _)| cell)
    }

    /// Has the blank led by other ways that are as good; 0 is for the usual ones.
    pub(crate) fn vary(&mut self, taste: u64) {
        self.guide.vary(taste);
    }

    /// Solves what is left of the line. Returns false if it can't be.
    pub(crate) fn finish_line(&mut self, field: &mut Field) -> bool {
        let region = self.region;
        while self.region == region {
            if !self.step(field) {
                return false;
            }
        }
        true
    }

    /// The tiles that the next step will place: one, or the last two of a line, or at last all that are left.
    pub(crate) fn next_tiles(&self) -> Vec<usize> {
        let count = if self.side.is_some() && self.line.len() > 2 { 1 } else { self.line.len() };
        self.line[..count].to_vec()
    }

    /// Places the next tiles and makes walls of their cells. Returns false if there are none, or if the last region can't be
    /// solved.
    pub(crate) fn step(&mut self, field: &mut Field) -> bool {
        let tiles = self.next_tiles();
        let is_placed = match (self.side, tiles.as_slice()) {
            (_, []) => false,
            (None, _) => last::solve(field, &self.region.cells(self.size).collect::<Vec<usize>>()),
            (Some(side), &[a, b]) => self.place_two(field, side, a, b),
            (Some(_), &[tile, ..]) => self.carry(field, tile, tile, &[tile]),
        };
        if is_placed {
            self.wall_up(&tiles);
        }
        is_placed
    }

    /// Makes walls of the next cells of the line.
    fn wall_up(&mut self, cells: &[usize]) {
        for &cell in cells {
            self.walls[cell] = true;
        }
        self.line.drain(..cells.len());
        match self.side {
            Some(side) if self.line.is_empty() => {
                self.region = self.region.split(side).1;
                self.begin_line();
            }
            Some(_) => {}
            None => self.walls[self.blank_home] = true,
        }
    }

    fn begin_line(&mut self) {
        self.side = self.region.next_side(self.size.place(self.blank_home));
        let line = self.side.map_or(self.region, |side| self.region.split(side).0);
        self.line = line.cells(self.size).filter(|&cell| cell != self.blank_home).collect();
    }

    /// Brings a tile nearer and nearer to a cell, until it is at one of some cells. Returns false if there is no way.
    fn carry(&mut self, field: &mut Field, tile: usize, to: usize, until: &[usize]) -> bool {
        while !until.contains(&field.cell(tile)) {
            let at = field.cell(tile);
            let ahead = self.guide.ahead(&self.walls, at, to);
            if !self.guide.lead(field, &self.walls, &ahead, at) {
                return false;
            }
            move_blank(field, at);
        }
        true
    }

    /// Places the last two tiles of a line.
    fn place_two(&mut self, field: &mut Field, side: Side, a: usize, b: usize) -> bool {
        if !self.carry(field, a, a, &[a]) {
            return false;
        }
        if field.cell(b) == b {
            return true;
        }
        let cols = self.size.cols();
        let block: [usize; 6] = array::from_fn(|i| side.inward([a, b][i % 2], i / 2, cols));
        // From here on `a` moves within the block alone, and comes home again.
        self.walls[a] = true;
        self.carry(field, b, block[5], &block) && self.enter(field, &block, b) && turn(field, &block, a, b)
    }

    /// Brings the blank into a block, if it is not there, beside a tile in the lower four cells.
    fn enter(&mut self, field: &mut Field, block: &[usize; 6], tile: usize) -> bool {
        if block.contains(&field.blank()) {
            return true;
        }
        let (size, at) = (self.size, field.cell(tile));
        let lower = block[2..].iter().copied();
        let beside: Vec<usize> = lower.filter(|&cell| size.distance(cell, at) == 1).collect();
        self.guide.lead(field, &self.walls, &beside, at)
    }
}

/// Brings two tiles of a block home, to its first two cells, by a breadth-first search: the two tiles and the blank stand in
/// one of 120 ways. Returns false if one of them is not in the block.
fn turn(field: &mut Field, block: &[usize; 6], a: usize, b: usize) -> bool {
    let size = field.size();
    // Where the two and the blank are, and the number of the state before.
    let mut reached = vec![([field.cell(a), field.cell(b), field.blank()], 0)];
    let mut number = 0;
    loop {
        let Some(&(state, _)) = reached.get(number) else { return false };
        if state[..2] == [a, b] {
            break;
        }
        let blank = state[2];
        for &to in block.iter().filter(|&&cell| size.distance(cell, blank) == 1) {
            let after = |cell: usize| if cell == to { blank } else { cell };
            let next = [after(state[0]), after(state[1]), to];
            if reached.iter().all(|&(known, _)| known != next) {
                reached.push((next, number));
            }
        }
        number += 1;
    }
    let mut way = Vec::new();
    while number > 0 {
        let (state, before) = reached[number];
        way.push(state[2]);
        number = before;
    }
    for &cell in way.iter().rev() {
        move_blank(field, cell);
    }
    true
}

/// What remains to be solved: a rectangle of the board. Everything outside is walls.
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
    /// The side whose line is to be solved next, without the blank's home, of which the place is given. None if there are
    /// no more than three rows and three columns.
    fn next_side(self, (home_row, home_col): (usize, usize)) -> Option<Side> {
        let (rows, cols) = (self.bottom - self.top, self.right - self.left);
        if rows.max(cols) <= 3 {
            None
        } else if rows >= cols {
            Some(if home_row == self.top { Side::Bottom } else { Side::Top })
        } else {
            Some(if home_col == self.left { Side::Right } else { Side::Left })
        }
    }

    /// The line at a side, and the rest.
    fn split(self, side: Side) -> (Self, Self) {
        let Self { top, bottom, left, right } = self;
        match side {
            Side::Top => (Self { bottom: top + 1, ..self }, Self { top: top + 1, ..self }),
            Side::Bottom => (Self { top: bottom - 1, ..self }, Self { bottom: bottom - 1, ..self }),
            Side::Left => (Self { right: left + 1, ..self }, Self { left: left + 1, ..self }),
            Side::Right => (Self { left: right - 1, ..self }, Self { right: right - 1, ..self }),
        }
    }

    /// Its cells, row by row.
    fn cells(self, size: Size) -> impl Iterator<Item = usize> {
        let row = move |row: usize| (self.left..self.right).map(move |col| row * size.cols() + col);
        (self.top..self.bottom).flat_map(row)
    }
}

impl Side {
    /// The cell some steps into the region from a cell at this side.
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
    use crate::board::{Board, Goal, Move, Parity, random_board};
    use crate::search::Layers;
    use crate::verify::verify;
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rayon::prelude::*;

    const SIZES: &str = "2x2 2x3 3x2 2x4 4x2 2x7 7x2 3x3 3x5 4x4 5x4 6x9 12x5 20x20 3x40";

    fn sizes(text: &str) -> impl Iterator<Item = Size> {
        text.split(' ').map(|size| size.parse::<Size>().expect("a size"))
    }

    /// The usual goals, and some by chance.
    fn goals(size: Size, rng: &mut ChaCha8Rng) -> Vec<Goal> {
        let mut goals = vec![Goal::blank_last(size), Goal::blank_first(size), Goal::snail(size)];
        for _ in 0..5 {
            goals.push(Goal::explicit(random_board(&goals[0], true, rng)));
        }
        goals
    }

    /// The length of the solution.
    fn check(board: &Board, goal: &Goal) -> usize {
        let mut field = Field::new(board, goal);
        solve(&mut field);
        assert!(field.is_solved());
        let moves = field.into_moves();
        assert_eq!(verify(board, goal, &moves), Ok(()), "{board}");
        assert!(moves.len() <= most_moves(board.size()), "{} moves: {board}", moves.len());
        moves.len()
    }

    #[test]
    fn solves_boards_of_all_sizes_for_all_goals() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for size in sizes(SIZES) {
            for goal in goals(size, &mut rng) {
                for _ in 0..20 {
                    check(&random_board(&goal, true, &mut rng), &goal);
                }
                let backwards: Vec<u16> = goal.board().tiles().iter().rev().copied().collect();
                let backwards = Board::from_tiles(size, &backwards).expect("a permutation");
                let is_solvable = Parity::is_solvable(&backwards, &goal);
                check(&if is_solvable { backwards } else { backwards.twin() }, &goal);
                assert_eq!(check(goal.board(), &goal), 0);
            }
        }
    }

    #[test]
    fn solves_the_largest_board() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let goal = Goal::snail(Size::square(127).expect("in range"));
        let moves = check(&random_board(&goal, true, &mut rng), &goal);
        assert!(moves < most_moves(goal.size()) / 6, "{moves} moves");
    }

    #[test]
    fn the_smallest_boards_take_the_fewest_moves() {
        let eight = Goal::blank_last(Size::square(3).expect("in range"));
        let side = Board::from_rows([[1, 2, 3], [0, 4, 5], [6, 7, 8]]).expect("a board");
        let mut tasks = vec![(eight, 1), (Goal::ring(), 29), (Goal::explicit(side), 29)];
        for size in sizes("2x2 2x3 3x2") {
            let usual = [Goal::blank_last(size), Goal::blank_first(size), Goal::snail(size)];
            tasks.extend(usual.map(|goal| (goal, 1)));
        }
        for (goal, stride) in tasks {
            let layers = Layers::around(&goal).expect("small");
            assert!(layers.radius() as usize <= last::FARTHEST);
            for distance in 0..=layers.radius() {
                let boards: Vec<Board> = layers.boards_at(distance).step_by(stride).collect();
                boards.par_iter().for_each(|board| assert_eq!(check(board, &goal), distance as usize));
            }
        }
    }

    #[test]
    fn others_may_move_between_the_steps() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for size in sizes(SIZES) {
            for goal in goals(size, &mut rng) {
                let board = random_board(&goal, true, &mut rng);
                let mut field = Field::new(&board, &goal);
                let mut builder = Builder::new(&field, rng.random());
                while !builder.next_tiles().is_empty() {
                    for _ in 0..rng.random_range(0..30) {
                        let source = |by: &Move| by.source(size, field.blank());
                        let is_free = |by: &Move| source(by).is_some_and(|cell| !builder.walls[cell]);
                        let by = Move::ALL.into_iter().filter(is_free).choose(&mut rng).expect("a way out");
                        field.slide(by);
                    }
                    let (next, line, before) =
                        (builder.next_tiles(), builder.line.clone(), field.moves().len());
                    assert!(line.starts_with(&next) && !line.contains(&field.blank_home()));
                    assert!(line.iter().all(|&cell| !builder.walls[cell]));
                    assert!(builder.step(&mut field));
                    let taken = field.moves().len() - before;
                    assert!(taken <= 8 * (size.rows() + size.cols()) * next.len(), "{taken} for {next:?}");
                    assert!(next.iter().all(|&cell| builder.walls[cell]));
                    let is_kept = |cell: usize| !builder.walls[cell] || field.name(cell) == cell;
                    assert!((0..size.cells()).all(is_kept));
                }
                assert!(!builder.step(&mut field) && field.is_solved());
                assert_eq!(verify(&board, &goal, field.moves()), Ok(()));
            }
        }
    }

    #[test]
    fn two_tiles_of_a_block_get_home_from_everywhere() {
        let goal = Goal::blank_last("3x2".parse().expect("a size"));
        let layers = Layers::around(&goal).expect("small");
        let (mut most, mut most_from_home) = (0, 0);
        for board in (0..=layers.radius()).flat_map(|distance| layers.boards_at(distance)) {
            let mut field = Field::new(&board, &goal);
            let is_home = field.cell(0) == 0;
            assert!(turn(&mut field, &[0, 1, 2, 3, 4, 5], 0, 1));
            assert_eq!((field.cell(0), field.cell(1)), (0, 1));
            let moves = field.moves().len();
            most = moves.max(most);
            most_from_home = if is_home { moves.max(most_from_home) } else { most_from_home };
        }
        assert_eq!((most, most_from_home), (18, 15));
    }

    #[test]
    fn ends_if_the_board_cannot_be_solved() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for size in sizes(SIZES) {
            let goal = Goal::blank_last(size);
            let mut field = Field::new(&random_board(&goal, false, &mut rng), &goal);
            solve(&mut field);
            assert!(!field.is_solved());
        }
    }
}
