//! Leads the blank where it is wanted.

use super::field::Field;
use crate::board::{Move, Size};
use crate::mix::mix;

/// Finds ways for the blank, shortest ones or nearly so.
///
/// Of all such ways, if it is thrifty, it takes one on which the tiles that it moves get nearer to their homes: that costs
/// nothing, and they will have less far to go. Random boards take a fourth fewer moves for it.
///
/// The length of a shortest way is found by A* from where the blank is wanted. A step leads one cell nearer to the blank or
/// one away from it. So the way through a cell is either as long as was hoped for so far or two moves longer, and two stacks
/// do for a queue. What was put there last is looked at first: where nothing is in between, the search goes straight to the
/// blank.
#[derive(Clone, Debug)]
pub(super) struct Guide {
    size: Size,
    /// By cell: its row and column.
    places: Vec<(u8, u8)>,
    /// By cell: the next on the way from there, itself at the end, or [`UNREACHED`].
    next: Vec<u16>,
    reached: Vec<usize>,
    /// Cells to look at, each with the next on its way.
    now: Vec<(usize, usize)>,
    later: Vec<(usize, usize)>,
    is_thrifty: bool,
    /// Decides between ways that are as good.
    taste: u64,
    /// Room for a way, kept from one to the next.
    way: Vec<usize>,
}

const UNREACHED: u16 = u16::MAX;

/// Ways of up to so many moves are all tried, and those that take so many more.
const SHORT: usize = 5;
const DETOUR: usize = 2;

/// What a move costs, in units that leave room for matters of taste.
const MOVE: i32 = 128;

/// How many moves it is worth that a tile gets nearer to its home by one cell.
const WORTH: i32 = 2;

/// Where the blank is wanted, and what is in its way.
#[derive(Clone, Copy)]
struct Errand<'a> {
    walls: &'a [bool],
    to: &'a [usize],
    tile: usize,
}

impl Errand<'_> {
    fn is_free(&self, cell: usize) -> bool {
        !self.walls[cell] && cell != self.tile
    }
}

/// The way being tried, and the best so far.
struct Roam {
    way: Vec<usize>,
    best: i32,
    best_way: Vec<usize>,
}

impl Guide {
    /// A thrifty one takes five times as long, for fewer moves.
    pub(super) fn new(size: Size, is_thrifty: bool) -> Self {
        let places = (0..size.cells()).map(|cell| size.place(cell));
        let places = places.map(|(row, col)| (row as u8, col as u8)).collect();
        let next = vec![UNREACHED; size.cells()];
        Self {
            size,
            places,
            next,
            reached: Vec::new(),
            now: Vec::new(),
            later: Vec::new(),
            is_thrifty,
            taste: 0,
            way: Vec::new(),
        }
    }

    /// Moves the blank to the nearest of some cells, or to another that is as near but for two moves, not through a tile or a
    /// wall. There may be one such cell, or two that touch at a corner. Returns false if there is no way.
    pub(super) fn lead(&mut self, field: &mut Field, walls: &[bool], to: &[usize], tile: usize) -> bool {
        let start = field.blank();
        let found = self.search(start, walls, to, tile);
        let (mut at, mut way) = (start, std::mem::take(&mut self.way));
        way.clear();
        while found && usize::from(self.next[at]) != at {
            at = usize::from(self.next[at]);
            way.push(at);
        }
        for cell in self.reached.drain(..) {
            self.next[cell] = UNREACHED;
        }
        let is_thrifty = found && self.is_thrifty;
        if is_thrifty && way.len() <= SHORT {
            let errand = Errand { walls, to, tile };
            let mut roam = Roam { way: Vec::new(), best: i32::MIN, best_way: Vec::new() };
            self.roam(field, errand, way.len() + DETOUR, 0, &mut roam);
            way = roam.best_way;
        } else if is_thrifty && way.len() == usize::from(self.distance(start, at)) {
            way = self.best_straight(field, Errand { walls, to: &[at], tile }).unwrap_or(way);
        }
        for &cell in &way {
            move_blank(field, cell);
        }
        self.way = way;
        found
    }

    /// Tries all ways of up to so many moves.
    fn roam(&self, field: &mut Field, errand: Errand<'_>, left: usize, value: i32, roam: &mut Roam) {
        let blank = field.blank();
        if errand.to.contains(&blank) && value > roam.best {
            roam.best = value;
            roam.best_way.clone_from(&roam.way);
        }
        let before = roam.way.len().checked_sub(2).map(|i| roam.way[i]);
        let leads_there = |next| errand.to.iter().any(|&to| usize::from(self.distance(next, to)) < left);
        for next in self.around(blank).into_iter().flatten() {
            if errand.is_free(next) && Some(next) != before && leads_there(next) {
                let value = value + self.value(field, next, blank);
                move_blank(field, next);
                roam.way.push(next);
                self.roam(field, errand, left - 1, value, roam);
                roam.way.pop();
                field.undo();
            }
        }
    }

    /// The best of the ways without a detour. On these no tile moves twice, so that what each step is worth does not depend
    /// on the others.
    fn best_straight(&self, field: &Field, errand: Errand<'_>) -> Option<Vec<usize>> {
        let ((row, col), (to_row, to_col)) = (self.places[field.blank()], self.places[errand.to[0]]);
        let along = |from: u8, to: u8, step: usize| {
            if to > from { usize::from(from) + step } else { usize::from(from) - step }
        };
        let cell = |i, j| along(row, to_row, i) * self.size.cols() + along(col, to_col, j);
        let (rows, cols) = (usize::from(row.abs_diff(to_row)) + 1, usize::from(col.abs_diff(to_col)) + 1);
        // By cell of the rectangle: the most that a way there is worth, and whether it comes from the row before.
        let mut best: Vec<Option<(i32, bool)>> = vec![None; rows * cols];
        best[0] = Some((0, false));
        for (i, j) in (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j))).skip(1) {
            if errand.is_free(cell(i, j)) {
                let from = |before: Option<(usize, usize)>, by_row| {
                    let (i0, j0) = before?;
                    let (value, _) = best[i0 * cols + j0]?;
                    Some((value + self.value(field, cell(i, j), cell(i0, j0)), by_row))
                };
                let by_row = from(i.checked_sub(1).map(|i| (i, j)), true);
                best[i * cols + j] = by_row.max(from(j.checked_sub(1).map(|j| (i, j)), false));
            }
        }
        let (mut i, mut j, mut way) = (rows - 1, cols - 1, Vec::new());
        while i + j > 0 {
            way.push(cell(i, j));
            let (_, by_row) = best[i * cols + j]?;
            if by_row { i -= 1 } else { j -= 1 }
        }
        way.reverse();
        Some(way)
    }

    /// Has other ways preferred among those that are as good.
    pub(super) fn vary(&mut self, taste: u64) {
        self.taste = taste;
    }

    /// What it is worth that the tile at a cell slides to another beside it, the move included.
    #[inline]
    fn value(&self, field: &Field, from: usize, to: usize) -> i32 {
        let home = field.name(from);
        let gain = i32::from(self.distance(home, from)) - i32::from(self.distance(home, to));
        // Less than a move is worth, all in all.
        let taste = if self.taste == 0 {
            0
        } else {
            mix(self.taste ^ (home * self.places.len() + from) as u64) as u8 % 16
        };
        MOVE * (WORTH * gain - 1) + i32::from(taste)
    }

    fn search(&mut self, blank: usize, walls: &[bool], to: &[usize], tile: usize) -> bool {
        self.now.clear();
        self.later.clear();
        // Cells that touch at a corner are equally far from the blank, or one is two steps farther.
        let least = to.iter().map(|&cell| self.distance(cell, blank)).min();
        for &cell in to {
            let is_nearest = Some(self.distance(cell, blank)) == least;
            let stack = if is_nearest { &mut self.now } else { &mut self.later };
            stack.push((cell, cell));
        }
        loop {
            if self.now.is_empty() {
                std::mem::swap(&mut self.now, &mut self.later);
            }
            let Some((cell, next)) = self.now.pop() else { return false };
            if self.next[cell] != UNREACHED {
                continue;
            }
            self.next[cell] = next as u16;
            self.reached.push(cell);
            if cell == blank {
                return true;
            }
            let distance = self.distance(cell, blank);
            for beside in self.around(cell).into_iter().flatten() {
                if self.next[beside] == UNREACHED && !walls[beside] && beside != tile {
                    let is_nearer = self.distance(beside, blank) < distance;
                    let stack = if is_nearer { &mut self.now } else { &mut self.later };
                    stack.push((beside, cell));
                }
            }
        }
    }

    /// The free cells beside a tile's cell that are nearer to another: two at most, with the one on the longer way last, so
    /// that it is preferred if the blank is as far from both.
    pub(super) fn ahead(&self, walls: &[bool], at: usize, to: usize) -> Vec<usize> {
        let is_ahead = |&cell: &usize| !walls[cell] && self.distance(cell, to) < self.distance(at, to);
        let mut ahead: Vec<usize> = self.around(at).into_iter().flatten().filter(is_ahead).collect();
        let ((row, col), (to_row, to_col)) = (self.places[at], self.places[to]);
        if row.abs_diff(to_row) > col.abs_diff(to_col) {
            ahead.reverse();
        }
        ahead
    }

    /// PERF: divides nothing, unlike [`Size::distance`].
    fn distance(&self, a: usize, b: usize) -> u8 {
        let ((ar, ac), (br, bc)) = (self.places[a], self.places[b]);
        ar.abs_diff(br) + ac.abs_diff(bc)
    }

    /// The cells above, below, on the left and on the right.
    fn around(&self, cell: usize) -> [Option<usize>; 4] {
        let ((row, col), (rows, cols)) = (self.places[cell], (self.size.rows(), self.size.cols()));
        [
            (row > 0).then(|| cell - cols),
            (usize::from(row) + 1 < rows).then(|| cell + cols),
            (col > 0).then(|| cell - 1),
            (usize::from(col) + 1 < cols).then(|| cell + 1),
        ]
    }
}

/// Moves the blank to a cell beside it.
pub(super) fn move_blank(field: &mut Field, to: usize) {
    let blank = field.blank();
    field.slide(if to == blank + 1 {
        Move::Left
    } else if to + 1 == blank {
        Move::Right
    } else if to > blank {
        Move::Up
    } else {
        Move::Down
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, random_board};
    use rand::{RngExt, SeedableRng};
    use std::collections::VecDeque;

    /// How far each cell is from the blank.
    fn distances(field: &Field, walls: &[bool], tile: usize) -> Vec<Option<usize>> {
        let mut distances = vec![None; walls.len()];
        distances[field.blank()] = Some(0);
        let mut waiting = VecDeque::from([(field.blank(), 0)]);
        while let Some((cell, distance)) = waiting.pop_front() {
            for beside in Move::ALL.into_iter().filter_map(|by| by.source(field.size(), cell)) {
                if distances[beside].is_none() && !walls[beside] && beside != tile {
                    distances[beside] = Some(distance + 1);
                    waiting.push_back((beside, distance + 1));
                }
            }
        }
        distances
    }

    #[test]
    fn ways_are_shortest_or_nearly_so_among_walls_of_any_shape() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        for (rows, cols) in [(2, 2), (2, 9), (9, 2), (7, 5), (6, 12)] {
            let goal = Goal::blank_last(Size::new(rows, cols).expect("in range"));
            let mut guide = Guide::new(goal.size(), true);
            for round in 0..2000 {
                let mut field = Field::new(&random_board(&goal, true, &mut rng), &goal);
                let cells = goal.size().cells();
                let mut walls: Vec<bool> =
                    (0..cells).map(|_| rng.random_range(0..100) < round % 60).collect();
                walls[field.blank()] = false;
                let tile =
                    (0..cells).filter(|&cell| cell != field.blank()).nth(rng.random_range(0..cells - 1));
                let (tile, home) = (tile.expect("not the blank"), rng.random_range(0..cells));
                let ahead = guide.ahead(&walls, tile, home);
                let known = distances(&field, &walls, tile);
                let least = ahead.iter().filter_map(|&cell| known[cell]).min();
                let found = guide.lead(&mut field, &walls, &ahead, tile);
                let length = found.then(|| field.moves().len());
                assert!(
                    length.is_some() == least.is_some()
                        && (least..=least.map(|l| l + DETOUR)).contains(&length)
                );
                assert!(!found || ahead.contains(&field.blank()));
            }
        }
    }
}
