//! Solves the last cells with the fewest moves.

use super::field::Field;
use super::guide::move_blank;

/// No board of up to 3×3 takes more moves, wherever its blank's home is.
pub(super) const FARTHEST: usize = 31;

/// Solves a rectangle of up to 3×3 cells, given row by row, with everything around it solved; by IDA* on the sum of the
/// tiles' distances. Returns false if it can't be solved.
pub(super) fn solve(field: &mut Field, cells: &[usize]) -> bool {
    let size = field.size();
    let number = |cell: usize| cells.iter().position(|&other| other == cell);
    let names: Option<Vec<usize>> = cells.iter().map(|&cell| number(field.name(cell))).collect();
    let (Some(names), Some(blank)) = (names, number(field.blank())) else { return false };
    let from = |&from: &usize| -> Vec<usize> { cells.iter().map(|&to| size.distance(from, to)).collect() };
    let distances: Vec<Vec<usize>> = cells.iter().map(from).collect();
    let beside = |row: &Vec<usize>| -> Vec<usize> { (0..row.len()).filter(|&to| row[to] == 1).collect() };
    let around: Vec<Vec<usize>> = distances.iter().map(beside).collect();
    let tiles = names.iter().enumerate().filter(|&(at, _)| at != blank);
    let estimate: usize = tiles.map(|(at, &name)| distances[name][at]).sum();
    let mut last = Last { distances: &distances, around: &around, names, way: Vec::new() };
    // A move changes the estimate by one, so the length of every solution is even or odd as the estimate is.
    let found = (estimate..=FARTHEST).step_by(2).any(|bound| last.search(blank, blank, bound, estimate));
    for &at in &last.way {
        move_blank(field, cells[at]);
    }
    found
}

/// The last cells, numbered from 0.
struct Last<'a> {
    /// By two cells.
    distances: &'a [Vec<usize>],
    around: &'a [Vec<usize>],
    /// By cell: the home of the tile there. What it says of the cell of the blank does not matter.
    names: Vec<usize>,
    /// The cells that the blank has gone to.
    way: Vec<usize>,
}

impl Last<'_> {
    /// Looks for a solution with so many moves left, and not back to the cell where the blank was before.
    fn search(&mut self, blank: usize, before: usize, left: usize, estimate: usize) -> bool {
        if estimate == 0 {
            return true;
        }
        let (distances, around) = (self.distances, self.around);
        for &to in around[blank].iter().filter(|&&to| to != before) {
            let tile = self.names[to];
            let estimate = estimate + distances[tile][blank] - distances[tile][to];
            if estimate < left {
                self.names[blank] = tile;
                self.way.push(to);
                if self.search(to, blank, left - 1, estimate) {
                    return true;
                }
                self.way.pop();
                self.names[to] = tile;
            }
        }
        false
    }
}
