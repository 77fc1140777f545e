//! How good a board looks.
//!
//! Solutions of large boards are found by trying what looks best ([`beam`](super::beam)), so it matters what that is. A sum of
//! distances is not enough: it can't tell tiles in order from tiles in disorder. The judge scores a board, the lower the
//! better, by a sum of
//!
//! - how far each tile is from home, where the second step is worth more than the first, and the third more again;
//! - the tiles that have to leave their line, as [linear conflict](crate::heuristic::Heuristic::LinearConflict) counts them;
//! - each two tiles that stand beside each other, touch at a corner, or have one cell between them: where the home of one is,
//!   seen from that of the other;
//! - where the blank is.
//!
//! [`weights`](super::weights) has the numbers. A score promises nothing about the moves it takes.

#![expect(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "coordinates are small")]

use super::weights::{APART, BESIDE, BLANK, CONFLICT, DIAGONAL, DIFFERENCES, DISTANCES, TILE};
use super::window::Window;
use crate::heuristic::Longest;

/// Scores boards of one window.
pub(super) struct Judge {
    cells: usize,
    /// By tile and cell.
    places: Vec<i32>,
    /// By tile, [`kind`](KINDS) of neighbour, and tile that is there.
    pairs: Vec<i16>,
    /// By cell: the cells around it, each with the kind of neighbour that it is.
    around: Vec<Around>,
    /// The rows and the columns.
    lines: [Lines; 2],
}

/// The neighbours of a cell: as many as `count`.
#[derive(Clone, Copy)]
struct Around {
    count: usize,
    cells: [(u8, u8); KINDS],
}

/// Where a neighbour may be: rows and columns away, and whether the pair is seen from its other end.
const OFFSETS: [(isize, isize); KINDS] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1), (0, 2), (0, -2), (2, 0), (-2, 0)];

/// How many kinds of neighbours there are.
const KINDS: usize = 12;

/// The rows of a window, or its columns.
struct Lines {
    /// By cell: its line.
    of: Vec<u8>,
    /// By line: its cells in order.
    cells: Vec<Vec<u8>>,
    /// By tile: its home line, and its place there. The blank has none.
    home: Vec<u8>,
    place: Vec<u8>,
}

const NOWHERE: u8 = u8::MAX;

impl Judge {
    pub(super) fn new(window: &Window) -> Self {
        let cells = window.cells();
        let mut places = vec![0; cells * cells];
        for tile in 0..cells {
            let table = if tile == window.blank() { &BLANK } else { &TILE };
            for cell in 0..cells {
                let (home, at) = (window.place(tile), window.place(cell));
                places[tile * cells + cell] = beyond(table, (home.0.abs_diff(at.0), home.1.abs_diff(at.1)));
            }
        }
        let mut pairs = vec![0; cells * KINDS * cells];
        for tile in (0..cells).filter(|&tile| tile != window.blank()) {
            for (kind, offset) in OFFSETS.iter().enumerate() {
                for other in (0..cells).filter(|&other| other != window.blank() && other != tile) {
                    let (a, b) = (window.place(tile), window.place(other));
                    let difference = (b.0 as isize - a.0 as isize, b.1 as isize - a.1 as isize);
                    pairs[(tile * KINDS + kind) * cells + other] = pair(*offset, difference);
                }
            }
        }
        let around = (0..cells).map(|cell| Around::new(window, cell)).collect();
        let lines = [Lines::new(window, |place| place), Lines::new(window, |(row, col)| (col, row))];
        Self { cells, places, pairs, around, lines }
    }

    /// The score of a board: the tile at each cell.
    pub(super) fn score(&self, board: &[u8]) -> i32 {
        let places = board.iter().enumerate().map(|(cell, &tile)| self.at(usize::from(tile), cell));
        let pairs = board.iter().enumerate().map(|(cell, &tile)| self.beside(board, usize::from(tile), cell));
        let conflicts: i32 = self.lines.iter().map(|lines| lines.conflicts(board)).sum();
        // Each pair is seen from both ends.
        places.sum::<i32>() + pairs.sum::<i32>() / 2 + CONFLICT * conflicts
    }

    /// How the score changes if the tile at a cell slides to the blank's.
    #[inline]
    pub(super) fn change(&self, board: &[u8], from: usize, blank: usize) -> i32 {
        let (tile, name) = (usize::from(board[from]), usize::from(board[blank]));
        let mut change =
            self.at(tile, blank) - self.at(tile, from) + self.at(name, from) - self.at(name, blank);
        // What is beside the blank's cell includes the tile itself, and what is beside the tile includes the blank; both
        // count for nothing.
        change += self.beside(board, tile, blank) - self.beside(board, tile, from);
        for lines in &self.lines {
            let (before, after, home) = (lines.of[from], lines.of[blank], lines.home[tile]);
            if before != after && home == after {
                change += CONFLICT * lines.added(board, tile, blank);
            } else if before != after && home == before {
                change -= CONFLICT * lines.added(board, tile, from);
            }
        }
        change
    }

    #[inline]
    fn at(&self, tile: usize, cell: usize) -> i32 {
        self.places[tile * self.cells + cell]
    }

    /// What a tile at a cell is worth with its neighbours.
    #[inline]
    fn beside(&self, board: &[u8], tile: usize, cell: usize) -> i32 {
        let pairs = &self.pairs[tile * KINDS * self.cells..][..KINDS * self.cells];
        let around = &self.around[cell];
        let neighbours = around.cells[..around.count].iter();
        neighbours
            .map(|&(cell, kind)| {
                i32::from(pairs[usize::from(kind) * self.cells + usize::from(board[usize::from(cell)])])
            })
            .sum()
    }
}

impl Around {
    fn new(window: &Window, cell: usize) -> Self {
        let mut around = Self { count: 0, cells: [(0, 0); KINDS] };
        let (row, col) = window.place(cell);
        for (kind, (down, right)) in OFFSETS.into_iter().enumerate() {
            let place = row.checked_add_signed(down).zip(col.checked_add_signed(right));
            if let Some(other) = place.and_then(|place| window.cell_at(place)) {
                around.cells[around.count] = (other as u8, kind as u8);
                around.count += 1;
            }
        }
        around
    }
}

/// The worth of being so many rows and columns away. Far away, each further step is worth as much as the last that is known.
fn beyond(table: &[[i32; DISTANCES]; DISTANCES], (rows, cols): (usize, usize)) -> i32 {
    const LAST: usize = DISTANCES - 2;
    let (row, col) = (rows.min(LAST), cols.min(LAST));
    table[row][col]
        + (rows - row) as i32 * (table[LAST][col] - table[LAST - 1][col])
        + (cols - col) as i32 * (table[row][LAST] - table[row][LAST - 1])
}

/// The worth of a neighbour at an offset, whose home is so many rows and columns from the tile's own.
fn pair(offset: (isize, isize), (rows, cols): (isize, isize)) -> i16 {
    let look = |table: &[[i16; DIFFERENCES]; DIFFERENCES], across: isize, along: isize| {
        let index = |difference: isize| {
            let most = DISTANCES as isize - 1;
            (difference.clamp(-most, most) + most) as usize
        };
        table[index(across)][index(along)]
    };
    match offset {
        (0, along) if along.abs() == 1 => look(&BESIDE, rows, cols * along),
        (along, 0) if along.abs() == 1 => look(&BESIDE, cols, rows * along),
        (0, along) => look(&APART, rows, cols * along.signum()),
        (along, 0) => look(&APART, cols, rows * along.signum()),
        (down, right) => look(&DIAGONAL, rows * down, cols * right),
    }
}

impl Lines {
    fn new(window: &Window, line_and_place: impl Fn((usize, usize)) -> (usize, usize)) -> Self {
        let cells = window.cells();
        let of: Vec<u8> = (0..cells).map(|cell| line_and_place(window.place(cell)).0 as u8).collect();
        let count = of.iter().copied().max().map_or(0, usize::from) + 1;
        let mut lines = vec![Vec::new(); count];
        for (cell, &line) in of.iter().enumerate() {
            lines[usize::from(line)].push(cell as u8);
        }
        let home = |tile: usize| if tile == window.blank() { NOWHERE } else { of[tile] };
        let home = (0..cells).map(home).collect();
        let place = |tile: usize| line_and_place(window.place(tile)).1 as u8;
        Self { of, cells: lines, home, place: (0..cells).map(place).collect() }
    }

    /// How many tiles have to leave their line.
    fn conflicts(&self, board: &[u8]) -> i32 {
        let leaving = |line: usize| {
            let mut longest = Longest::new();
            let mut count = 0;
            for &cell in &self.cells[line] {
                let tile = usize::from(board[usize::from(cell)]);
                if usize::from(self.home[tile]) == line {
                    longest.add(self.place[tile]);
                    count += 1;
                }
            }
            count - longest.length as i32
        };
        (0..self.cells.len()).map(leaving).sum()
    }

    /// How many more tiles have to leave a tile's home line if it stands at a cell of it: one or none.
    #[inline]
    fn added(&self, board: &[u8], tile: usize, cell: usize) -> i32 {
        let line = self.home[tile];
        let (mut with, mut without) = (Longest::new(), Longest::new());
        for &other in &self.cells[usize::from(line)] {
            let other = usize::from(other);
            if other == cell {
                with.add(self.place[tile]);
                continue;
            }
            let other = usize::from(board[other]);
            if self.home[other] == line {
                with.add(self.place[other]);
                without.add(self.place[other]);
            }
        }
        1 + without.length as i32 - with.length as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Move, Size, random_board};
    use crate::construct::field::Field;
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};

    /// What a move changes is what scoring anew says.
    #[test]
    fn changes_add_up() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        for (rows, cols) in [(2, 2), (3, 3), (4, 7), (15, 15), (2, 127)] {
            let size = Size::new(rows, cols).expect("in range");
            let goal = Goal::explicit(random_board(&Goal::snail(size), true, &mut rng));
            let mut field = Field::new(&random_board(&goal, true, &mut rng), &goal);
            let cells: Vec<usize> = (0..size.cells()).collect();
            let shift = rng.random_range(0..size.cells());
            let homes = |name: usize| (name + shift) % size.cells();
            let window = Window::with_homes(&field, &cells, homes);
            let judge = Judge::new(&window);
            let mut score = judge.score(window.board());
            for _ in 0..300 {
                let before = Window::with_homes(&field, &cells, homes);
                let (blank, legal) = (field.blank(), |by: &Move| by.source(size, field.blank()).is_some());
                let by = Move::ALL.into_iter().filter(legal).choose(&mut rng).expect("a way");
                let from = by.source(size, blank).expect("legal");
                score += judge.change(before.board(), from, blank);
                field.slide(by);
                assert_eq!(score, judge.score(Window::with_homes(&field, &cells, homes).board()));
            }
        }
    }
}
