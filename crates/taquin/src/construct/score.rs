//! The evaluation function of [`beam_search`](super::beam_search).
//!
//! A sum of distances is a poor guide for a beam: it can't tell an ordered group of tiles from a disordered
//! one. The score of a board, lower being better, is a linear combination of
//!
//! - the row and column distance of each tile from home, at a rate that grows with the distance;
//! - the tiles that have to leave their line, as [linear
//!   conflict](crate::heuristic::Heuristic::LinearConflict) counts them;
//! - for each pair of tiles that are adjacent, touch at a corner or have one cell between them, the offset of
//!   one's home from the other's;
//! - the offset of the blank from its home.
//!
//! The weights are [learned](super::general_weights). On whole boards of some sizes, [weights that depend on the
//! position](super::position_weights) are added. A score is not a bound on the number of moves.

#![expect(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "coordinates are small")]

use super::general_weights::{
    ADJACENT, APART, BLANK, CONFLICT, DIAGONAL, DISTANCES, OFFSETS, RELATIONS, TILE,
};
use super::position_weights::{PositionWeights, Reflection};
use super::subproblem::Subproblem;
use crate::heuristic::LongestIncreasingSubsequence;

/// Scores boards of one subproblem.
pub(super) struct ScoreFunction {
    cells: usize,
    /// By tile and cell: the score of its distance from home.
    tile_scores: Vec<i32>,
    /// By tile, [relation](RELATIONS) and other tile: the score of the pair. With weights that depend on the position, by cell of
    /// the first tile before that.
    pair_scores: Vec<i16>,
    /// The number of pair scores for each cell; 0 if they do not depend on it.
    cell_stride: usize,
    /// By cell.
    neighborhoods: Vec<Neighborhood>,
    /// The rows and the columns.
    lines: [Lines; 2],
}

/// The cells near a cell, each with the index of its [relation](RELATIONS): the first `count` entries.
#[derive(Clone, Copy)]
struct Neighborhood {
    count: usize,
    cells: [(u8, u8); RELATIONS.len()],
}

/// The rows or the columns of a subproblem.
struct Lines {
    /// By cell: its line.
    line: Vec<u8>,
    /// By line: its cells in order.
    cells: Vec<Vec<u8>>,
    /// By tile: its home line, or [`NO_LINE`] for the blank.
    home: Vec<u8>,
    /// By tile: the place of its home in the home line.
    home_place: Vec<u8>,
}

const NO_LINE: u8 = u8::MAX;

impl ScoreFunction {
    /// Creates the function for a subproblem, with weights that depend on the position if there are any.
    pub(super) fn new(subproblem: &Subproblem) -> Self {
        let general = Self::general(subproblem);
        match PositionWeights::embedded(subproblem) {
            Some(weights) => general.with_weights(subproblem, &weights),
            None => general,
        }
    }

    /// Adds weights that depend on the position. Does nothing if the blank's home is not a corner of the whole board.
    pub(super) fn with_weights(mut self, subproblem: &Subproblem, weights: &PositionWeights) -> Self {
        let Some(reflection) = Reflection::new(subproblem) else { return self };
        let (cells, blank) = (self.cells, subproblem.blank());
        let reflected: Vec<usize> = (0..cells).map(|cell| reflection.cell(cell)).collect();
        for tile in 0..cells {
            for cell in 0..cells {
                let index = weights.tile_index(reflected[tile], reflected[cell]);
                self.tile_scores[tile * cells + cell] += i32::from(weights.get(index));
            }
        }
        let general = std::mem::take(&mut self.pair_scores);
        self.cell_stride = general.len();
        self.pair_scores = general.repeat(cells);
        for (cell, neighborhood) in self.neighborhoods.iter().enumerate() {
            for &(_, relation) in &neighborhood.cells[..neighborhood.count] {
                let relation = usize::from(relation);
                for tile in (0..cells).filter(|&tile| tile != blank) {
                    for other in (0..cells).filter(|&other| other != blank && other != tile) {
                        let index = weights.pair_index(
                            reflected[cell],
                            reflection.relation(relation),
                            reflected[tile],
                            reflected[other],
                        );
                        let at =
                            cell * self.cell_stride + (tile * RELATIONS.len() + relation) * cells + other;
                        let weight = index.map_or(0, |index| weights.get(index));
                        self.pair_scores[at] = self.pair_scores[at].saturating_add(weight);
                    }
                }
            }
        }
        self
    }

    /// Returns the bytes of a function with weights that depend on the position, for a number of cells.
    pub(super) fn memory(cells: usize) -> usize {
        cells * cells * RELATIONS.len() * cells * size_of::<i16>()
    }

    /// Creates the function with the general weights alone.
    pub(super) fn general(subproblem: &Subproblem) -> Self {
        let cells = subproblem.cells();
        let blank = subproblem.blank();
        let mut tile_scores = vec![0; cells * cells];
        for tile in 0..cells {
            let table = if tile == blank { &BLANK } else { &TILE };
            let (home_row, home_col) = subproblem.place(tile);
            for cell in 0..cells {
                let (row, col) = subproblem.place(cell);
                tile_scores[tile * cells + cell] =
                    extrapolate(table, home_row.abs_diff(row), home_col.abs_diff(col));
            }
        }
        let mut pair_scores = vec![0; cells * RELATIONS.len() * cells];
        for tile in (0..cells).filter(|&tile| tile != blank) {
            let (row, col) = subproblem.place(tile);
            for (relation, &offset) in RELATIONS.iter().enumerate() {
                for other in (0..cells).filter(|&other| other != blank && other != tile) {
                    let (other_row, other_col) = subproblem.place(other);
                    let rows = other_row as isize - row as isize;
                    let cols = other_col as isize - col as isize;
                    pair_scores[(tile * RELATIONS.len() + relation) * cells + other] =
                        pair_score(offset, rows, cols);
                }
            }
        }
        let neighborhoods = (0..cells).map(|cell| Neighborhood::new(subproblem, cell)).collect();
        let rows = Lines::new(subproblem, |place| place);
        let columns = Lines::new(subproblem, |(row, col)| (col, row));
        Self { cells, tile_scores, pair_scores, cell_stride: 0, neighborhoods, lines: [rows, columns] }
    }

    /// Computes the score of a board, given as the tile at each cell.
    pub(super) fn score(&self, tiles: &[u8]) -> i32 {
        let by_cell = || tiles.iter().enumerate().map(|(cell, &tile)| (usize::from(tile), cell));
        let distances: i32 = by_cell().map(|(tile, cell)| self.tile_score(tile, cell)).sum();
        let pairs: i32 = by_cell().map(|(tile, cell)| self.pairs_score(tiles, tile, cell)).sum();
        let conflicts: i32 = self.lines.iter().map(|lines| lines.conflicts(tiles)).sum();
        // Each pair is counted from both ends.
        distances + pairs / 2 + CONFLICT * conflicts
    }

    /// Returns the change of the score if the tile at `from` slides into the blank.
    #[inline]
    pub(super) fn change(&self, tiles: &[u8], from: usize, blank: usize) -> i32 {
        let tile = usize::from(tiles[from]);
        let blank_tile = usize::from(tiles[blank]);
        let mut change = self.tile_score(tile, blank) - self.tile_score(tile, from)
            + self.tile_score(blank_tile, from)
            - self.tile_score(blank_tile, blank);
        // The tile itself is near the blank's cell, and the blank is near the tile; both pairs score 0.
        change += self.pairs_score(tiles, tile, blank) - self.pairs_score(tiles, tile, from);
        for lines in &self.lines {
            let before = lines.line[from];
            let after = lines.line[blank];
            let home = lines.home[tile];
            if before != after && home == after {
                change += CONFLICT * lines.added_conflicts(tiles, tile, blank);
            } else if before != after && home == before {
                change -= CONFLICT * lines.added_conflicts(tiles, tile, from);
            }
        }
        change
    }

    #[inline]
    fn tile_score(&self, tile: usize, cell: usize) -> i32 {
        self.tile_scores[tile * self.cells + cell]
    }

    /// Returns the score of all pairs that a tile forms at a cell.
    #[inline]
    fn pairs_score(&self, tiles: &[u8], tile: usize, cell: usize) -> i32 {
        let block = RELATIONS.len() * self.cells;
        let pair_scores = &self.pair_scores[cell * self.cell_stride + tile * block..][..block];
        let neighborhood = &self.neighborhoods[cell];
        let pairs = neighborhood.cells[..neighborhood.count].iter();
        pairs
            .map(|&(cell, relation)| {
                let other = usize::from(tiles[usize::from(cell)]);
                i32::from(pair_scores[usize::from(relation) * self.cells + other])
            })
            .sum()
    }
}

impl Neighborhood {
    fn new(subproblem: &Subproblem, cell: usize) -> Self {
        let mut neighborhood = Self { count: 0, cells: [(0, 0); RELATIONS.len()] };
        let (row, col) = subproblem.place(cell);
        for (relation, (down, right)) in RELATIONS.into_iter().enumerate() {
            let place = row.checked_add_signed(down).zip(col.checked_add_signed(right));
            if let Some(other) = place.and_then(|place| subproblem.cell_at(place)) {
                neighborhood.cells[neighborhood.count] = (other as u8, relation as u8);
                neighborhood.count += 1;
            }
        }
        neighborhood
    }
}

/// Returns the score of a distance, with linear extrapolation beyond the table.
fn extrapolate(table: &[[i32; DISTANCES]; DISTANCES], rows: usize, cols: usize) -> i32 {
    const LAST: usize = DISTANCES - 2;
    let row = rows.min(LAST);
    let col = cols.min(LAST);
    table[row][col]
        + (rows - row) as i32 * (table[LAST][col] - table[LAST - 1][col])
        + (cols - col) as i32 * (table[row][LAST] - table[row][LAST - 1])
}

/// Returns the score of a pair: the offset of the other tile, and the rows and columns from the tile's home
/// to the other's.
fn pair_score(offset: (isize, isize), rows: isize, cols: isize) -> i16 {
    let look_up = |table: &[[i16; OFFSETS]; OFFSETS], across: isize, along: isize| {
        let index = |difference: isize| {
            let max = DISTANCES as isize - 1;
            (difference.clamp(-max, max) + max) as usize
        };
        table[index(across)][index(along)]
    };
    match offset {
        (0, right) if right.abs() == 1 => look_up(&ADJACENT, rows, cols * right),
        (down, 0) if down.abs() == 1 => look_up(&ADJACENT, cols, rows * down),
        (0, right) => look_up(&APART, rows, cols * right.signum()),
        (down, 0) => look_up(&APART, cols, rows * down.signum()),
        (down, right) => look_up(&DIAGONAL, rows * down, cols * right),
    }
}

impl Lines {
    fn new(subproblem: &Subproblem, line_and_place: impl Fn((usize, usize)) -> (usize, usize)) -> Self {
        let cells = subproblem.cells();
        let line: Vec<u8> = (0..cells).map(|cell| line_and_place(subproblem.place(cell)).0 as u8).collect();
        let count = line.iter().copied().max().map_or(0, usize::from) + 1;
        let mut cells_of = vec![Vec::new(); count];
        for (cell, &line) in line.iter().enumerate() {
            cells_of[usize::from(line)].push(cell as u8);
        }
        let home = |tile: usize| if tile == subproblem.blank() { NO_LINE } else { line[tile] };
        let home = (0..cells).map(home).collect();
        let home_place = |tile: usize| line_and_place(subproblem.place(tile)).1 as u8;
        Self { line, cells: cells_of, home, home_place: (0..cells).map(home_place).collect() }
    }

    /// Returns the number of tiles that have to leave their lines.
    fn conflicts(&self, tiles: &[u8]) -> i32 {
        let leaving = |line: usize| {
            let mut longest = LongestIncreasingSubsequence::new();
            let mut count = 0;
            for &cell in &self.cells[line] {
                let tile = usize::from(tiles[usize::from(cell)]);
                if usize::from(self.home[tile]) == line {
                    longest.push(self.home_place[tile]);
                    count += 1;
                }
            }
            count - longest.length as i32
        };
        (0..self.cells.len()).map(leaving).sum()
    }

    /// Returns how many more tiles have to leave the home line of a tile if the tile is at a cell of that
    /// line: 0 or 1.
    #[inline]
    fn added_conflicts(&self, tiles: &[u8], tile: usize, cell: usize) -> i32 {
        let line = self.home[tile];
        let mut with = LongestIncreasingSubsequence::new();
        let mut without = LongestIncreasingSubsequence::new();
        for &other in &self.cells[usize::from(line)] {
            let other = usize::from(other);
            if other == cell {
                with.push(self.home_place[tile]);
                continue;
            }
            let other = usize::from(tiles[other]);
            if self.home[other] == line {
                with.push(self.home_place[other]);
                without.push(self.home_place[other]);
            }
        }
        1 + without.length as i32 - with.length as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construct::tracked_board::TrackedBoard;
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use taquin_core::{Goal, Move, Size, random_board};

    #[test]
    fn incremental_score_matches_full_evaluation() {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        for (rows, cols) in [(2, 2), (3, 3), (4, 7), (6, 6), (7, 7), (15, 15), (2, 127)] {
            let size = Size::new(rows, cols).expect("in range");
            // These sizes have weights of their own for a blank in a corner.
            let is_special = matches!((rows, cols), (6, 6) | (7, 7));
            let any_goal = Goal::explicit(random_board(&Goal::snail(size), true, &mut rng));
            let goal = if is_special { Goal::blank_first(size) } else { any_goal };
            let start = random_board(&goal, true, &mut rng);
            let mut board = TrackedBoard::new(&start, &goal);
            let cells: Vec<usize> = (0..size.cells()).collect();
            let shift = if is_special { 0 } else { rng.random_range(0..size.cells()) };
            let subproblem_of = |board: &TrackedBoard| {
                Subproblem::with_homes(board, &cells, |home| (home + shift) % size.cells())
            };
            let subproblem = subproblem_of(&board);
            let score_function = ScoreFunction::new(&subproblem);
            let mut score = score_function.score(subproblem.tiles());
            for _ in 0..300 {
                let before = subproblem_of(&board);
                let blank = board.blank();
                let is_legal = |by: &Move| by.source(size, blank).is_some();
                let by = Move::ALL.into_iter().filter(is_legal).choose(&mut rng).expect("at least two");
                let from = by.source(size, blank).expect("legal");
                score += score_function.change(before.tiles(), from, blank);
                board.slide(by);
                assert_eq!(score, score_function.score(subproblem_of(&board).tiles()));
            }
        }
    }
}
