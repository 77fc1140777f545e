//! Routes of the blank around a tile and locked cells.

use super::tracked_board::TrackedBoard;
use crate::hash::mix;
use std::sync::Arc;
use taquin_core::{Move, Size};

/// Finds shortest or nearly shortest routes of the blank.
///
/// The length of a shortest route is found by A*, from the targets to the blank. A step changes the distance
/// from the blank by one, so f stays the same or rises by two, and two stacks serve as the priority queue.
/// They are last in, first out: without obstacles, the search goes straight to the blank.
#[derive(Clone, Debug)]
pub(super) struct BlankRouter {
    size: Size,
    policy: RoutePolicy,
    /// Selects among routes of equal value; 0 keeps the first.
    tie_breaker: u64,
    /// By cell: its row and column.
    places: Arc<[(u8, u8)]>,
    /// By cell: the cells above, below, left and right.
    neighbors: Arc<[[Option<u16>; 4]]>,
    /// By cell: the next cell of the route, itself at a target, or [`UNREACHED`].
    next: Vec<u16>,
    reached: Vec<usize>,
    /// OPEN, with the least f: cells with the next cell of their route.
    open: Vec<(usize, usize)>,
    /// OPEN, with f greater by two.
    open_later: Vec<(usize, usize)>,
    /// A buffer for the route.
    route: Vec<usize>,
}

/// The choice among routes of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoutePolicy {
    /// The first shortest route found.
    Shortest,
    /// Among the shortest and some nearly shortest routes, the one that moves tiles nearest to their homes.
    /// On random boards, placement makes a quarter fewer moves with it, and takes five times as long.
    TileGain,
}

/// The moves of tiles that take the blank up, down, left and right.
const BLANK_MOVES: [Move; 4] = [Move::Down, Move::Up, Move::Right, Move::Left];

const UNREACHED: u16 = u16::MAX;

/// The longest shortest route for which [`RoutePolicy::TileGain`] tries all routes, up to [`MAX_DETOUR`].
const MAX_EXHAUSTIVE: usize = 5;

/// The maximum number of moves of a route beyond a shortest one.
const MAX_DETOUR: usize = 2;

/// The cost of a move. The unit is small enough for tie-breaking.
const MOVE_COST: i32 = 128;

/// The value, in moves, of moving a tile one cell nearer to its home.
const GAIN_VALUE: i32 = 2;

/// The targets of a route, any of which will do, and its obstacles.
#[derive(Clone, Copy)]
struct RouteQuery<'a> {
    locked: &'a [bool],
    targets: &'a [usize],
    /// The cell of a tile that must not move.
    tile: usize,
}

impl RouteQuery<'_> {
    fn is_free(&self, cell: usize) -> bool {
        !self.locked[cell] && cell != self.tile
    }
}

/// The current route of an exhaustive search, and the best so far.
struct RouteSearch {
    route: Vec<usize>,
    best_value: i32,
    best_route: Vec<usize>,
}

impl BlankRouter {
    pub(super) fn new(size: Size, policy: RoutePolicy) -> Self {
        let place = |cell| {
            let (row, col) = size.row_col(cell);
            (row as u8, col as u8)
        };
        let neighbors = |cell| BLANK_MOVES.map(|by| by.source(size, cell).map(|source| source as u16));
        Self {
            size,
            policy,
            tie_breaker: 0,
            places: (0..size.cells()).map(place).collect(),
            neighbors: (0..size.cells()).map(neighbors).collect(),
            next: vec![UNREACHED; size.cells()],
            reached: Vec::new(),
            open: Vec::new(),
            open_later: Vec::new(),
            route: Vec::new(),
        }
    }

    /// Selects other routes among those of equal value; 0 restores the default.
    pub(super) fn set_tie_breaker(&mut self, tie_breaker: u64) {
        self.tie_breaker = tie_breaker;
    }

    /// Moves the blank to one of the targets, by a route of at most [`MAX_DETOUR`] moves more than a shortest
    /// one, around the locked cells and the tile at cell `tile`. The targets are one cell, or two that touch
    /// at a corner. Returns false if there is no route.
    pub(super) fn move_blank(
        &mut self,
        board: &mut TrackedBoard,
        locked: &[bool],
        targets: &[usize],
        tile: usize,
    ) -> bool {
        let start = board.blank();
        let query = RouteQuery { locked, targets, tile };
        let is_found = self.find_shortest(start, query);
        let mut end = start;
        let mut route = std::mem::take(&mut self.route);
        route.clear();
        while is_found && usize::from(self.next[end]) != end {
            end = usize::from(self.next[end]);
            route.push(end);
        }
        for cell in self.reached.drain(..) {
            self.next[cell] = UNREACHED;
        }
        if is_found && self.policy == RoutePolicy::TileGain {
            if route.len() <= MAX_EXHAUSTIVE {
                let mut search =
                    RouteSearch { route: Vec::new(), best_value: i32::MIN, best_route: Vec::new() };
                self.search_exhaustively(board, query, route.len() + MAX_DETOUR, 0, &mut search);
                route = search.best_route;
            } else if route.len() == usize::from(self.distance(start, end)) {
                route = self.best_monotone(board, RouteQuery { targets: &[end], ..query }).unwrap_or(route);
            }
        }
        for &cell in &route {
            board.move_blank_to(cell);
        }
        self.route = route;
        is_found
    }

    /// Tries all routes of at most `moves_left` moves.
    fn search_exhaustively(
        &self,
        board: &mut TrackedBoard,
        query: RouteQuery<'_>,
        moves_left: usize,
        value: i32,
        search: &mut RouteSearch,
    ) {
        let blank = board.blank();
        if query.targets.contains(&blank) && value > search.best_value {
            search.best_value = value;
            search.best_route.clone_from(&search.route);
        }
        let previous = search.route.len().checked_sub(2).map(|i| search.route[i]);
        let is_in_reach =
            |cell| query.targets.iter().any(|&to| usize::from(self.distance(cell, to)) < moves_left);
        for cell in self.neighbors(blank) {
            if query.is_free(cell) && Some(cell) != previous && is_in_reach(cell) {
                let value = value + self.slide_value(board, cell, blank);
                board.move_blank_to(cell);
                search.route.push(cell);
                self.search_exhaustively(board, query, moves_left - 1, value, search);
                search.route.pop();
                board.undo();
            }
        }
    }

    /// Returns the best of the routes without a detour to a single target, by dynamic programming. No tile
    /// moves twice on such a route, so the values of its steps are independent.
    fn best_monotone(&self, board: &TrackedBoard, query: RouteQuery<'_>) -> Option<Vec<usize>> {
        let (row, col) = self.places[board.blank()];
        let (to_row, to_col) = self.places[query.targets[0]];
        let advance = |from: u8, to: u8, steps: usize| {
            if to > from { usize::from(from) + steps } else { usize::from(from) - steps }
        };
        let cell = |i, j| advance(row, to_row, i) * self.size.cols() + advance(col, to_col, j);
        let rows = usize::from(row.abs_diff(to_row)) + 1;
        let cols = usize::from(col.abs_diff(to_col)) + 1;
        // By cell of the rectangle: the best value of a route there, and whether its last step is vertical.
        let mut best: Vec<Option<(i32, bool)>> = vec![None; rows * cols];
        best[0] = Some((0, false));
        for (i, j) in (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j))).skip(1) {
            if query.is_free(cell(i, j)) {
                let from = |previous: Option<(usize, usize)>, is_vertical| {
                    let (i0, j0) = previous?;
                    let (value, _) = best[i0 * cols + j0]?;
                    Some((value + self.slide_value(board, cell(i, j), cell(i0, j0)), is_vertical))
                };
                let vertical = from(i.checked_sub(1).map(|i| (i, j)), true);
                let horizontal = from(j.checked_sub(1).map(|j| (i, j)), false);
                best[i * cols + j] = vertical.max(horizontal);
            }
        }
        let mut i = rows - 1;
        let mut j = cols - 1;
        let mut route = Vec::new();
        while i + j > 0 {
            route.push(cell(i, j));
            let (_, is_vertical) = best[i * cols + j]?;
            if is_vertical { i -= 1 } else { j -= 1 }
        }
        route.reverse();
        Some(route)
    }

    /// Returns the value of sliding a tile to an adjacent cell: its gain less the cost of the move.
    #[inline]
    fn slide_value(&self, board: &TrackedBoard, from: usize, to: usize) -> i32 {
        let home = board.home_at(from);
        let gain = i32::from(self.distance(home, from)) - i32::from(self.distance(home, to));
        // At most 15 per move of a short route: less than the cost of a move in total.
        let preference = if self.tie_breaker == 0 {
            0
        } else {
            mix(self.tie_breaker ^ (home * self.places.len() + from) as u64) as u8 % 16
        };
        MOVE_COST * (GAIN_VALUE * gain - 1) + i32::from(preference)
    }

    /// Sets `next` along a shortest route from the blank to a target. Returns false if there is none.
    fn find_shortest(&mut self, blank: usize, query: RouteQuery<'_>) -> bool {
        self.open.clear();
        self.open_later.clear();
        // Targets that touch at a corner are equally far from the blank, or one is two steps farther.
        let least = query.targets.iter().map(|&cell| self.distance(cell, blank)).min();
        for &cell in query.targets {
            let is_nearest = Some(self.distance(cell, blank)) == least;
            let open = if is_nearest { &mut self.open } else { &mut self.open_later };
            open.push((cell, cell));
        }
        loop {
            if self.open.is_empty() {
                std::mem::swap(&mut self.open, &mut self.open_later);
            }
            let Some((cell, next)) = self.open.pop() else { return false };
            if self.next[cell] != UNREACHED {
                continue;
            }
            self.next[cell] = next as u16;
            self.reached.push(cell);
            if cell == blank {
                return true;
            }
            let distance = self.distance(cell, blank);
            for neighbor in self.neighbors(cell) {
                if self.next[neighbor] == UNREACHED && query.is_free(neighbor) {
                    let is_nearer = self.distance(neighbor, blank) < distance;
                    let open = if is_nearer { &mut self.open } else { &mut self.open_later };
                    open.push((neighbor, cell));
                }
            }
        }
    }

    /// Returns the cells that are not locked and one step nearer to `to` than the tile at cell `at`: at most
    /// two, with the one along the longer axis last, so that it is preferred if the blank is equally far from
    /// both.
    pub(super) fn cells_ahead(&self, locked: &[bool], at: usize, to: usize) -> Vec<usize> {
        let is_ahead = |&cell: &usize| !locked[cell] && self.distance(cell, to) < self.distance(at, to);
        let mut ahead: Vec<usize> = self.neighbors(at).filter(is_ahead).collect();
        let (row, col) = self.places[at];
        let (to_row, to_col) = self.places[to];
        if row.abs_diff(to_row) > col.abs_diff(to_col) {
            ahead.reverse();
        }
        ahead
    }

    /// PERF: needs no division, unlike [`Size::distance`].
    fn distance(&self, a: usize, b: usize) -> u8 {
        let (a_row, a_col) = self.places[a];
        let (b_row, b_col) = self.places[b];
        a_row.abs_diff(b_row) + a_col.abs_diff(b_col)
    }

    /// Returns the cells above, below, left and right of a cell.
    fn neighbors(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        self.neighbors[cell].into_iter().flatten().map(usize::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use std::collections::VecDeque;
    use taquin_core::{Goal, random_board};

    /// The distance of each cell from the blank, by breadth-first search.
    fn distances(board: &TrackedBoard, locked: &[bool], tile: usize) -> Vec<Option<usize>> {
        let mut distances = vec![None; locked.len()];
        distances[board.blank()] = Some(0);
        let mut queue = VecDeque::from([(board.blank(), 0)]);
        while let Some((cell, distance)) = queue.pop_front() {
            for neighbor in Move::ALL.into_iter().filter_map(|by| by.source(board.size(), cell)) {
                if distances[neighbor].is_none() && !locked[neighbor] && neighbor != tile {
                    distances[neighbor] = Some(distance + 1);
                    queue.push_back((neighbor, distance + 1));
                }
            }
        }
        distances
    }

    #[test]
    fn routes_around_random_locked_cells_are_nearly_shortest() {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        for (rows, cols) in [(2, 2), (2, 9), (9, 2), (7, 5), (6, 12)] {
            let goal = Goal::blank_last(Size::new(rows, cols).expect("in range"));
            let mut router = BlankRouter::new(goal.size(), RoutePolicy::TileGain);
            for round in 0..2000 {
                let mut board = TrackedBoard::new(&random_board(&goal, true, &mut rng), &goal);
                let cells = goal.size().cells();
                let mut locked: Vec<bool> =
                    (0..cells).map(|_| rng.random_range(0..100) < round % 60).collect();
                locked[board.blank()] = false;
                let mut tiles = (0..cells).filter(|&cell| cell != board.blank());
                let tile = tiles.nth(rng.random_range(0..cells - 1)).expect("not the blank");
                let home = rng.random_range(0..cells);
                let ahead = router.cells_ahead(&locked, tile, home);
                let distances = distances(&board, &locked, tile);
                let shortest = ahead.iter().filter_map(|&cell| distances[cell]).min();
                let is_found = router.move_blank(&mut board, &locked, &ahead, tile);
                assert_eq!(is_found, shortest.is_some());
                if let Some(shortest) = shortest {
                    assert!((shortest..=shortest + MAX_DETOUR).contains(&board.moves().len()));
                    assert!(ahead.contains(&board.blank()));
                }
            }
        }
    }
}
