//! Optimal solution of the last cells that [`placement`](super::placement) leaves.

use super::tracked_board::TrackedBoard;

/// The maximum number of moves that a board of up to 3×3 needs, for any home of the blank.
pub(super) const MAX_MOVES: usize = 31;

/// Solves a rectangle of up to 3×3 cells, given in ascending order, by IDA* with Manhattan distance; all
/// other cells must be solved. Returns false if it is unsolvable.
pub(super) fn solve(board: &mut TrackedBoard, cells: &[usize]) -> bool {
    let size = board.size();
    let index = |cell: usize| cells.iter().position(|&other| other == cell);
    let tiles: Option<Vec<usize>> = cells.iter().map(|&cell| index(board.home_at(cell))).collect();
    let (Some(tiles), Some(blank)) = (tiles, index(board.blank())) else { return false };
    let distances_from =
        |&from: &usize| -> Vec<usize> { cells.iter().map(|&to| size.distance(from, to)).collect() };
    let distances: Vec<Vec<usize>> = cells.iter().map(distances_from).collect();
    let adjacent = |row: &Vec<usize>| -> Vec<usize> { (0..row.len()).filter(|&to| row[to] == 1).collect() };
    let neighbors: Vec<Vec<usize>> = distances.iter().map(adjacent).collect();
    let placed = tiles.iter().enumerate().filter(|&(cell, _)| cell != blank);
    let estimate: usize = placed.map(|(cell, &tile)| distances[tile][cell]).sum();
    let mut search = RegionSearch { distances: &distances, neighbors: &neighbors, tiles, path: Vec::new() };
    // A move changes the estimate by one, so all solutions have its parity.
    let is_solved =
        (estimate..=MAX_MOVES).step_by(2).any(|bound| search.search(blank, blank, bound, estimate));
    for &cell in &search.path {
        board.move_blank_to(cells[cell]);
    }
    is_solved
}

/// Depth-first search with a cost bound, on cells numbered from 0.
struct RegionSearch<'a> {
    /// By two cells.
    distances: &'a [Vec<usize>],
    /// By cell: the adjacent cells.
    neighbors: &'a [Vec<usize>],
    /// By cell: the home of its tile. The entry of the blank's cell is unused.
    tiles: Vec<usize>,
    /// The cells that the blank has moved to.
    path: Vec<usize>,
}

impl RegionSearch<'_> {
    /// Searches for a solution of at most `moves_left` moves whose first move does not return the blank to
    /// `previous`.
    fn search(&mut self, blank: usize, previous: usize, moves_left: usize, estimate: usize) -> bool {
        if estimate == 0 {
            return true;
        }
        let distances = self.distances;
        let neighbors = self.neighbors;
        for &from in neighbors[blank].iter().filter(|&&from| from != previous) {
            let tile = self.tiles[from];
            let estimate = estimate + distances[tile][blank] - distances[tile][from];
            if estimate < moves_left {
                self.tiles[blank] = tile;
                self.path.push(from);
                if self.search(from, blank, moves_left - 1, estimate) {
                    return true;
                }
                self.path.pop();
                self.tiles[from] = tile;
            }
        }
        false
    }
}
