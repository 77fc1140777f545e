//! Linear conflict: Manhattan distance plus two moves for each tile that must leave its line to let others
//! pass.
//!
//! Consider the tiles in a row whose home is in that row. If their order differs from the goal's, some of
//! them have to leave the row and return, because tiles can't pass each other within it. Each of these makes
//! one move up and one down that Manhattan distance does not count. The fewest tiles that have to leave are
//! all but a longest increasing subsequence of the home columns. Columns are analogous, with moves to the
//! left and right. The two counts concern different moves, so they may be added.
//!
//! Two common mistakes make the heuristic inadmissible. Counting conflicting pairs overestimates: `3 1 2` has
//! two, but once the 3 has left, the others are in order. Repeatedly removing the tile with the most
//! conflicts may overestimate as well: in `2 4 1 5 3` three tiles have two conflicts each, and removing the 4
//! first costs three tiles, while removing 1 and 3 is enough.
//!
//! *Consistent:* let a tile slide along its row. The order within the row stays the same, and the distance
//! changes by one. If the tile enters its home column, the distance falls by one, and the column has one more
//! tile to keep in order, which makes one more tile leave or none: the value rises or falls by one. Leaving
//! the home column is the reverse, and between other columns only the distance changes. Moves along columns
//! are analogous. So every move changes the value by exactly one. *Admissible,* because it is consistent and
//! 0 at the goal.
//!
//! By the same argument, an incremental update inspects at most one line: the tile's home line across its
//! motion, with and without the tile.
//!
//! Source: Hansson, Mayer and Yung, "Criticizing solutions to relaxed models yields powerful admissible
//! heuristics" (1992).

use super::evaluate::{Evaluate, NamedHeuristic, Slide, WalkingTableSource};
use super::longest_increasing_subsequence::LongestIncreasingSubsequence;
use taquin_core::StopReason;
use taquin_core::{Board, Goal, Size};

/// Linear conflict for one goal.
pub(crate) struct LinearConflict {
    rows: Axis,
    columns: Axis,
}

impl LinearConflict {
    pub(crate) fn new(goal: &Goal) -> Self {
        let size = goal.size();
        let rows = Stride { count: size.rows(), step: size.cols() };
        let columns = Stride { count: size.cols(), step: 1 };
        Self { rows: Axis::new(goal, rows, columns), columns: Axis::new(goal, columns, rows) }
    }
}

impl NamedHeuristic for LinearConflict {
    const NAME: &'static str = "linear-conflict";
    const DESCRIPTION: &'static str = "linear conflict";

    fn build(goal: &Goal, _tables: &mut WalkingTableSource<'_>) -> Result<Self, StopReason> {
        Ok(Self::new(goal))
    }
}

impl Evaluate for LinearConflict {
    type Memo = ();

    fn evaluate(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        self.rows.evaluate(&tile_at) + self.columns.evaluate(&tile_at)
    }

    #[inline]
    fn memo(&self, _tile_at: impl Fn(usize) -> usize) {}

    #[inline]
    fn update(&self, value: u32, (): (), slide: Slide, tile_at: impl Fn(usize) -> usize) -> (u32, ()) {
        let is_horizontal = self.rows.positions[slide.from].line == self.rows.positions[slide.to].line;
        let crossed = if is_horizontal { &self.columns } else { &self.rows };
        (crossed.update(value, slide, tile_at), ())
    }
}

/// A row or column in which the tiles at home there are out of order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Returns true if the line is a row; otherwise it is a column.
    pub is_row: bool,
    /// The index of the row or column, from 0.
    pub line: usize,
    /// The tiles of the line whose home is in it, in their current order.
    pub tiles: Vec<u16>,
    /// The fewest of these tiles that have to leave the line, at two extra moves each; at least 1.
    pub leaving: u32,
}

/// Returns the lines of a board with conflicts, rows first. The linear conflict heuristic is Manhattan
/// distance plus two for each tile that has to leave one of them.
///
/// # Panics
/// If board and goal have different sizes.
pub fn conflicts(board: &Board, goal: &Goal) -> Vec<Conflict> {
    assert_eq!(board.size(), goal.size(), "a board and its goal must have the same size");
    let linear_conflict = LinearConflict::new(goal);
    let tile_at = |cell: usize| usize::from(board.tiles()[cell]);
    let mut conflicts = Vec::new();
    for (axis, is_row) in [(&linear_conflict.rows, true), (&linear_conflict.columns, false)] {
        for line in 0..axis.lines.count {
            let mut digits = vec![0; axis.places.count];
            axis.read_digits(&mut digits, line as u8, &tile_at);
            let leaving = min_leaving(&digits);
            if leaving > 0 {
                let at_home = (0..digits.len()).filter(|&place| digits[place] != 0);
                let cell = |place: usize| line * axis.lines.step + place * axis.places.step;
                let tiles = at_home.map(|place| board.tiles()[cell(place)]).collect();
                conflicts.push(Conflict { is_row, line, tiles, leaving });
            }
        }
    }
    conflicts
}

/// The rows or the columns, and their part of the heuristic: the distances across the lines and the conflicts
/// in them.
struct Axis {
    lines: Stride,
    /// The cells of one line.
    places: Stride,
    /// By cell: its position.
    positions: Box<[Position]>,
    /// By tile: the position of its home; [`Position::NONE`] for the blank.
    homes: Box<[Position]>,
    /// Precomputed conflicts, if lines are short.
    table: Option<ConflictTable>,
}

/// A number of lines or places, and the distance between the cells of consecutive ones.
#[derive(Clone, Copy)]
struct Stride {
    count: usize,
    step: usize,
}

impl Stride {
    fn index(self, cell: usize) -> u8 {
        (cell / self.step % self.count) as u8
    }
}

/// A line, and a place in it.
#[derive(Clone, Copy)]
struct Position {
    line: u8,
    place: u8,
}

impl Position {
    /// A position outside all lines.
    const NONE: Self = Self { line: u8::MAX, place: 0 };
}

impl Axis {
    fn new(goal: &Goal, lines: Stride, places: Stride) -> Self {
        let cells = goal.size().cells();
        let position = |cell| Position { line: lines.index(cell), place: places.index(cell) };
        let homes = (1..cells).map(|tile| position(usize::from(goal.homes()[tile])));
        Self {
            lines,
            places,
            positions: (0..cells).map(position).collect(),
            homes: std::iter::once(Position::NONE).chain(homes).collect(),
            table: (places.count <= ConflictTable::MAX_LENGTH).then(|| ConflictTable::new(places.count)),
        }
    }

    fn evaluate(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        let cells = 0..self.positions.len();
        let tiles = cells.map(|cell| (tile_at(cell), cell)).filter(|(tile, _)| *tile != 0);
        let distances = tiles.map(|(tile, cell)| self.homes[tile].line.abs_diff(self.positions[cell].line));
        let distance: u32 = distances.map(u32::from).sum();
        let mut digits = [0u8; Size::MAX];
        let digits = &mut digits[..self.places.count];
        let mut conflicts = 0;
        for line in 0..self.lines.count {
            self.read_digits(digits, line as u8, &tile_at);
            conflicts += min_leaving(digits);
        }
        distance + 2 * conflicts
    }

    /// Returns the value after a tile slid from one line to the next; `tile_at` reads the board after the
    /// slide.
    #[inline]
    fn update(&self, value: u32, slide: Slide, tile_at: impl Fn(usize) -> usize) -> u32 {
        let home = self.homes[slide.tile];
        let from = self.positions[slide.from];
        let to = self.positions[slide.to];
        if home.line == to.line {
            value + 2 * self.added_conflicts(home, to.place, tile_at) - 1
        } else if home.line == from.line {
            value + 1 - 2 * self.added_conflicts(home, from.place, tile_at)
        } else if home.line.abs_diff(to.line) < home.line.abs_diff(from.line) {
            value - 1
        } else {
            value + 1
        }
    }

    /// Returns how many more tiles have to leave a line if a tile at home there stands at a place of it: 0 or
    /// 1.
    #[inline]
    fn added_conflicts(&self, home: Position, place: u8, tile_at: impl Fn(usize) -> usize) -> u32 {
        let place = usize::from(place);
        let digit = home.place + 1;
        if let Some(table) = &self.table {
            let mut code = 0;
            for at in (0..self.places.count).rev() {
                let other = if at == place { 0 } else { self.digit(home.line, at, &tile_at) };
                code = code * table.base + usize::from(other);
            }
            let with = code + usize::from(digit) * table.weights[place];
            u32::from(table.leaving[with] - table.leaving[code])
        } else {
            let mut digits = [0u8; Size::MAX];
            let digits = &mut digits[..self.places.count];
            self.read_digits(digits, home.line, &tile_at);
            digits[place] = digit;
            let with = min_leaving(digits);
            digits[place] = 0;
            with - min_leaving(digits)
        }
    }

    /// Reads the [digits](Self::digit) of a line.
    fn read_digits(&self, digits: &mut [u8], line: u8, tile_at: &impl Fn(usize) -> usize) {
        for (place, digit) in digits.iter_mut().enumerate() {
            *digit = self.digit(line, place, tile_at);
        }
    }

    /// Returns the home place, from 1, of the tile at a place of a line; 0 for the blank and for tiles of
    /// other lines.
    #[inline]
    fn digit(&self, line: u8, place: usize, tile_at: &impl Fn(usize) -> usize) -> u8 {
        let home = self.homes[tile_at(usize::from(line) * self.lines.step + place * self.places.step)];
        if home.line == line { home.place + 1 } else { 0 }
    }
}

/// The number of tiles that have to leave, for every line of one short length.
///
/// The index of a line is the number that its digits form in base length + 1, least significant first.
/// Indices with a repeated digit belong to no line and are never read.
struct ConflictTable {
    base: usize,
    /// By place: the weight of its digit.
    weights: [usize; Self::MAX_LENGTH],
    leaving: Box<[u8]>,
}

impl ConflictTable {
    /// PERF: tables for longer lines do not fit into the L1 cache.
    const MAX_LENGTH: usize = 5;

    fn new(length: usize) -> Self {
        let base = length + 1;
        let weights: [usize; Self::MAX_LENGTH] = std::array::from_fn(|place| base.pow(place as u32));
        let entry = |code: usize| {
            let digits = weights.map(|weight| (code / weight % base) as u8);
            min_leaving(&digits[..length]) as u8
        };
        Self { base, weights, leaving: (0..base.pow(length as u32)).map(entry).collect() }
    }
}

/// Returns the fewest tiles that have to leave a line so that the others are in order: all but those of a
/// longest increasing subsequence.
fn min_leaving(digits: &[u8]) -> u32 {
    let mut tiles = 0;
    let mut longest = LongestIncreasingSubsequence::new();
    for &digit in digits.iter().filter(|digit| **digit != 0) {
        longest.push(digit);
        tiles += 1;
    }
    (tiles - longest.length) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::tests::{assert_incremental_matches_full, sample_goals};
    use crate::state_space::StateSpace;

    fn estimate(board: &str) -> u32 {
        let board: Board = board.parse().expect("a board");
        LinearConflict::new(&Goal::blank_last(board.size())).estimate(&board)
    }

    #[test]
    fn conflicts_account_for_the_excess_over_manhattan() {
        let goal = Goal::blank_last(Size::square(3).expect("in range"));
        for board in StateSpace::enumerate(&goal).expect("small").boards_at(25).step_by(7) {
            let leaving: u32 = conflicts(&board, &goal).iter().map(|conflict| conflict.leaving).sum();
            assert_eq!(board.manhattan(&goal) + 2 * leaving, LinearConflict::new(&goal).estimate(&board));
        }
        let board: Board = "3 2 1/7 5 6/4 8 0".parse().expect("a board");
        let row = Conflict { is_row: true, line: 0, tiles: vec![3, 2, 1], leaving: 2 };
        let column = Conflict { is_row: false, line: 0, tiles: vec![7, 4], leaving: 1 };
        assert_eq!(conflicts(&board, &goal), [row, column]);
    }

    #[test]
    fn fewest_tiles_leave_a_line() {
        assert_eq!(min_leaving(&[1, 2, 3]), 0);
        assert_eq!(min_leaving(&[3, 0, 1]), 1);
        assert_eq!(min_leaving(&[3, 1, 2]), 1);
        assert_eq!(min_leaving(&[2, 3, 1]), 1);
        assert_eq!(min_leaving(&[3, 2, 1]), 2);
        assert_eq!(min_leaving(&[2, 1, 4, 3]), 2);
        assert_eq!(min_leaving(&[3, 4, 1, 2]), 2);
        assert_eq!(min_leaving(&[2, 4, 1, 5, 3]), 2);
        assert_eq!(min_leaving(&[0, 6, 1, 2, 0, 3, 4]), 1);
    }

    #[test]
    fn conflict_tables_match_exhaustive_search_over_subsets() {
        for length in 2..=ConflictTable::MAX_LENGTH {
            let table = ConflictTable::new(length);
            for (code, &leaving) in table.leaving.iter().enumerate() {
                let digits = table.weights.map(|weight| code / weight % table.base);
                let tiles: Vec<usize> = digits[..length].iter().copied().filter(|&d| d != 0).collect();
                let is_in_order = |set: &u32| {
                    let kept = (0..tiles.len()).filter(|i| set >> i & 1 == 1).map(|i| tiles[i]);
                    kept.is_sorted_by(|a, b| a < b)
                };
                let largest = (0..1u32 << tiles.len()).filter(is_in_order).map(u32::count_ones).max();
                assert_eq!(Some(tiles.len() as u32 - u32::from(leaving)), largest);
            }
        }
    }

    #[test]
    fn row_and_column_conflicts_are_added() {
        assert_eq!(estimate("3 1 2/4 5 6/7 8 0"), 4 + 2);
        assert_eq!(estimate("3 2 1/4 5 6/7 8 0"), 4 + 4);
        assert_eq!(estimate("1 5 3/4 2 6/7 8 0"), 2 + 2);
        assert_eq!(estimate("2 1 3/7 5 6/4 8 0"), 4 + 4);
        assert_eq!(estimate("8 6 7/2 5 4/3 0 1"), 21 + 2);
        // The blank and tiles of other lines cause no conflict.
        assert_eq!(estimate("1 2 3/4 5 6/7 0 8"), 1);
        assert_eq!(estimate("5 4 3/1 2 6/7 8 0"), 6);
    }

    /// A shortest solution has 26 moves. Counting the four conflicting pairs would give 28.
    #[test]
    fn counting_pairs_would_be_inadmissible() {
        let board: Board = "8 7 0/6 5 4/3 2 1".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        assert_eq!(StateSpace::enumerate(&goal).expect("small").distance(&board), Some(26));
        assert_eq!(board.manhattan(&goal), 20);
        assert_eq!(LinearConflict::new(&goal).estimate(&board), 26);
    }

    #[test]
    fn incremental_value_matches_full_evaluation() {
        let with_tables = [(2, 2), (3, 3), (2, 8), (4, 4), (3, 6), (5, 5)];
        let without_tables = [(5, 6), (13, 2), (20, 20)];
        for goal in sample_goals(&[&with_tables[..], &without_tables].concat()) {
            assert_incremental_matches_full(&goal, &LinearConflict::new(&goal));
        }
    }
}
