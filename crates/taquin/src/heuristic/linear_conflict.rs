//! Linear conflict: Manhattan distance, and two more moves for each tile that must leave its line to let others pass.
//!
//! Look at the tiles in a row that are at home in that very row. If they stand in another order than at home, some of
//! them have to leave the row and come back, because tiles can't pass each other within it. Each that does makes a move up
//! and one down that Manhattan distance does not count. The fewest that have to leave are all but a longest increasing
//! subsequence of their home places. For columns it is the same, with moves to the left and right: so nothing is counted
//! twice, and the two may be added.
//!
//! Two mistakes are often made. Counting the pairs that are in the wrong order says too much: in `3 1 2` two pairs are,
//! but once the 3 has left, the others are in order. Taking out the tile with the most conflicts, again and again, may
//! say too much as well: in `2 4 1 5 3` three tiles have two conflicts each, and if the 4 is taken out first it will be
//! three in all, but 1 and 3 are enough. Either makes the estimate inadmissible.
//!
//! *Consistent:* say that a tile slides along its row. That leaves the order within the row as it is, and changes the
//! distance by one. If the tile comes into its home column, the distance falls by one, and there is one tile more to be put
//! in order there: that takes out one tile more or none, so the estimate rises or falls by one. Leaving its home column is
//! the reverse, and between other columns nothing but the distance changes. Moves along columns are alike. So a move always
//! changes the estimate by exactly one. *Admissible,* because it is consistent and 0 at the goal.
//!
//! It is from Hansson, Mayer and Yung, "Criticizing solutions to relaxed models yields powerful admissible heuristics"
//! (1992).
//!
//! By the same argument a move concerns one line at the most, the tile's home line across its motion; and what that line
//! looks like with and without the tile is all there is to know.

use super::definition::{Definition, WalkingTables};
use super::longest::Longest;
use super::{Estimate, Slide};
use crate::board::{Board, Goal, Size};
use crate::stop::StopReason;

/// Linear conflict for one goal.
pub(crate) struct LinearConflict {
    rows: Axis,
    columns: Axis,
}

impl LinearConflict {
    pub(crate) fn new(goal: &Goal) -> Self {
        let size = goal.size();
        let down = Extent { count: size.rows(), step: size.cols() };
        let right = Extent { count: size.cols(), step: 1 };
        Self { rows: Axis::new(goal, down, right), columns: Axis::new(goal, right, down) }
    }
}

impl Definition for LinearConflict {
    const NAME: &'static str = "linear-conflict";
    const IN_WORDS: &'static str = "linear conflict";

    fn new(goal: &Goal, _tables: &mut WalkingTables<'_>) -> Result<Self, StopReason> {
        Ok(Self::new(goal))
    }
}

impl Estimate for LinearConflict {
    type Memo = ();

    fn by_tiles(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        self.rows.estimate(&tile_at) + self.columns.estimate(&tile_at)
    }

    #[inline]
    fn memo(&self, _tile_at: impl Fn(usize) -> usize) {}

    #[inline]
    fn after(&self, before: u32, (): (), slide: Slide, tile_at: impl Fn(usize) -> usize) -> (u32, ()) {
        let along_a_row = self.rows.spots[slide.from].line == self.rows.spots[slide.to].line;
        let across = if along_a_row { &self.columns } else { &self.rows };
        (across.after(before, slide, tile_at), ())
    }
}

/// A row or a column with tiles that are at home in it, but stand in another order than their homes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Whether the line is a row; otherwise it is a column.
    pub is_row: bool,
    /// The number of the row or the column, counted from 0.
    pub line: usize,
    /// The tiles that are at home in it, in the order in which they stand there.
    pub tiles: Vec<u16>,
    /// How many of them have to leave the line to let the others pass, each of which costs two moves: at least one.
    pub leaving: u32,
}

/// The lines of a board with tiles in conflict. Linear conflict is Manhattan distance, and two for each tile that has to leave
/// one of them.
///
/// # Panics
/// If board and goal are of different sizes.
pub fn conflicts(board: &Board, goal: &Goal) -> Vec<Conflict> {
    assert_eq!(board.size(), goal.size(), "the board must have the goal's size");
    let linear_conflict = LinearConflict::new(goal);
    let tile_at = |cell: usize| usize::from(board.tiles()[cell]);
    let mut conflicts = Vec::new();
    for (axis, is_row) in [(&linear_conflict.rows, true), (&linear_conflict.columns, false)] {
        for line in 0..axis.lines.count {
            let mut digits = vec![0; axis.places.count];
            axis.fill(&mut digits, line as u8, &tile_at);
            let cell = |place: usize| line * axis.lines.step + place * axis.places.step;
            let at_home = (0..digits.len()).filter(|&place| digits[place] != 0);
            let tiles = at_home.map(|place| board.tiles()[cell(place)]).collect();
            let leaving = leaving(&digits);
            if leaving > 0 {
                conflicts.push(Conflict { is_row, line, tiles, leaving });
            }
        }
    }
    conflicts
}

/// The rows, or the columns: their share of the estimate, which is the tiles' distances across the lines and the
/// conflicts in them.
struct Axis {
    lines: Extent,
    places: Extent,
    /// By cell: where it is.
    spots: Box<[Spot]>,
    /// By tile: where its home is. The blank has none.
    homes: Box<[Spot]>,
    /// What has to leave a short line, worked out beforehand.
    table: Option<Table>,
}

/// How many there are, and how far it is from a cell to the next.
#[derive(Clone, Copy)]
struct Extent {
    count: usize,
    step: usize,
}

impl Extent {
    /// Which of them a cell is in.
    fn of(self, cell: usize) -> u8 {
        (cell / self.step % self.count) as u8
    }
}

/// A line, and a place in it.
#[derive(Clone, Copy)]
struct Spot {
    line: u8,
    place: u8,
}

impl Spot {
    /// In no line at all.
    const NOWHERE: Self = Self { line: u8::MAX, place: 0 };
}

impl Axis {
    fn new(goal: &Goal, lines: Extent, places: Extent) -> Self {
        let cells = goal.size().cells();
        let spot = |cell| Spot { line: lines.of(cell), place: places.of(cell) };
        let homes = (1..cells).map(|tile| spot(goal.home(tile)));
        Self {
            lines,
            places,
            spots: (0..cells).map(spot).collect(),
            homes: std::iter::once(Spot::NOWHERE).chain(homes).collect(),
            table: (places.count <= Table::LONGEST).then(|| Table::new(places.count)),
        }
    }

    fn estimate(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        let tiles = (0..self.spots.len()).map(|cell| (tile_at(cell), cell)).filter(|(tile, _)| *tile != 0);
        let distances = tiles.map(|(tile, cell)| self.homes[tile].line.abs_diff(self.spots[cell].line));
        let distance: u32 = distances.map(u32::from).sum();
        let mut digits = [0u8; Size::MAX];
        let digits = &mut digits[..self.places.count];
        let mut conflicts = 0;
        for line in 0..self.lines.count {
            self.fill(digits, line as u8, &tile_at);
            conflicts += leaving(digits);
        }
        distance + 2 * conflicts
    }

    /// The estimate after a tile slid across the lines; what is read is the state after.
    #[inline]
    fn after(&self, before: u32, slide: Slide, tile_at: impl Fn(usize) -> usize) -> u32 {
        let (home, from, to) = (self.homes[slide.tile], self.spots[slide.from], self.spots[slide.to]);
        if home.line == to.line {
            before + 2 * self.added(home, to.place, tile_at) - 1
        } else if home.line == from.line {
            before + 1 - 2 * self.added(home, from.place, tile_at)
        } else if home.line.abs_diff(to.line) < home.line.abs_diff(from.line) {
            before - 1
        } else {
            before + 1
        }
    }

    /// How many more tiles have to leave a line if one that is at home there stands at a place of it: one or none.
    #[inline]
    fn added(&self, home: Spot, place: u8, tile_at: impl Fn(usize) -> usize) -> u32 {
        let (place, digit) = (usize::from(place), home.place + 1);
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
            self.fill(digits, home.line, &tile_at);
            digits[place] = digit;
            let with = leaving(digits);
            digits[place] = 0;
            with - leaving(digits)
        }
    }

    /// The digits of a whole line.
    fn fill(&self, digits: &mut [u8], line: u8, tile_at: &impl Fn(usize) -> usize) {
        for (place, digit) in digits.iter_mut().enumerate() {
            *digit = self.digit(line, place, tile_at);
        }
    }

    /// The home place of what stands at a place of a line, counted from 1; 0 for the blank and for tiles of other lines.
    #[inline]
    fn digit(&self, line: u8, place: usize, tile_at: &impl Fn(usize) -> usize) -> u8 {
        let home = self.homes[tile_at(usize::from(line) * self.lines.step + place * self.places.step)];
        if home.line == line { home.place + 1 } else { 0 }
    }
}

/// How many tiles have to leave, for every line of one short length.
///
/// A line is coded by its digits, in base length + 1 and the first place lowest. Some codes are of no line, because a digit
/// occurs twice; they do no harm.
struct Table {
    base: usize,
    /// By place: what a digit there is multiplied by.
    weights: [usize; Self::LONGEST],
    /// By code.
    leaving: Box<[u8]>,
}

impl Table {
    /// Tables for longer lines would not stay in the processor's nearest memory.
    const LONGEST: usize = 5;

    fn new(length: usize) -> Self {
        let base = length + 1;
        let weights: [usize; Self::LONGEST] = std::array::from_fn(|place| base.pow(place as u32));
        let entry = |code: usize| {
            let digits = weights.map(|weight| (code / weight % base) as u8);
            leaving(&digits[..length]) as u8
        };
        Self { base, weights, leaving: (0..base.pow(length as u32)).map(entry).collect() }
    }
}

/// The fewest tiles that have to leave a line so that the others stand in order: all but those of a longest increasing
/// subsequence.
fn leaving(digits: &[u8]) -> u32 {
    let (mut tiles, mut longest) = (0, Longest::new());
    for &digit in digits.iter().filter(|digit| **digit != 0) {
        longest.add(digit);
        tiles += 1;
    }
    (tiles - longest.length) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::tests::{a_few_goals, follows_moves};
    use crate::search::Layers;

    fn estimate(board: &str) -> u32 {
        let board: Board = board.parse().expect("a board");
        LinearConflict::new(&Goal::blank_last(board.size())).estimate(&board)
    }

    #[test]
    fn conflicts_add_up() {
        let goal = Goal::blank_last(Size::square(3).expect("in range"));
        for board in Layers::around(&goal).expect("small").boards_at(25).step_by(7) {
            let leaving: u32 = conflicts(&board, &goal).iter().map(|conflict| conflict.leaving).sum();
            assert_eq!(board.manhattan(&goal) + 2 * leaving, LinearConflict::new(&goal).estimate(&board));
        }
        let board: Board = "3 2 1/7 5 6/4 8 0".parse().expect("a board");
        let row = Conflict { is_row: true, line: 0, tiles: vec![3, 2, 1], leaving: 2 };
        let column = Conflict { is_row: false, line: 0, tiles: vec![7, 4], leaving: 1 };
        assert_eq!(conflicts(&board, &goal), [row, column]);
    }

    #[test]
    fn as_few_tiles_leave_as_can() {
        assert_eq!(leaving(&[1, 2, 3]), 0);
        assert_eq!(leaving(&[3, 0, 1]), 1);
        assert_eq!(leaving(&[3, 1, 2]), 1);
        assert_eq!(leaving(&[2, 3, 1]), 1);
        assert_eq!(leaving(&[3, 2, 1]), 2);
        assert_eq!(leaving(&[2, 1, 4, 3]), 2);
        assert_eq!(leaving(&[3, 4, 1, 2]), 2);
        assert_eq!(leaving(&[2, 4, 1, 5, 3]), 2);
        assert_eq!(leaving(&[0, 6, 1, 2, 0, 3, 4]), 1);
    }

    /// Of all sets of tiles in a line, the largest whose tiles stand in order.
    #[test]
    fn tables_hold_what_trying_all_sets_gives() {
        for length in 2..=Table::LONGEST {
            let table = Table::new(length);
            for (code, &leaving) in table.leaving.iter().enumerate() {
                let digits = table.weights.map(|weight| code / weight % table.base);
                let tiles: Vec<usize> = digits[..length].iter().copied().filter(|&d| d != 0).collect();
                let stays = |set: &u32| {
                    let kept = (0..tiles.len()).filter(|i| set >> i & 1 == 1).map(|i| tiles[i]);
                    kept.is_sorted_by(|a, b| a < b)
                };
                let most = (0..1u32 << tiles.len()).filter(stays).map(u32::count_ones).max();
                assert_eq!(Some(tiles.len() as u32 - u32::from(leaving)), most);
            }
        }
    }

    #[test]
    fn rows_and_columns_add_up() {
        assert_eq!(estimate("3 1 2/4 5 6/7 8 0"), 4 + 2);
        assert_eq!(estimate("3 2 1/4 5 6/7 8 0"), 4 + 4);
        assert_eq!(estimate("1 5 3/4 2 6/7 8 0"), 2 + 2);
        assert_eq!(estimate("2 1 3/7 5 6/4 8 0"), 4 + 4);
        assert_eq!(estimate("8 6 7/2 5 4/3 0 1"), 21 + 2);
        // The blank is in nobody's way, and a conflict of tiles that are not at home in the line is none.
        assert_eq!(estimate("1 2 3/4 5 6/7 0 8"), 1);
        assert_eq!(estimate("5 4 3/1 2 6/7 8 0"), 6);
    }

    /// It takes 26 moves. There are four pairs in conflict, so that counting those would give 28.
    #[test]
    fn pairs_would_be_too_many() {
        let board: Board = "8 7 0/6 5 4/3 2 1".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        assert_eq!(Layers::around(&goal).expect("small").distance(&board), Some(26));
        assert_eq!(board.manhattan(&goal), 20);
        assert_eq!(LinearConflict::new(&goal).estimate(&board), 26);
    }

    #[test]
    fn followed_along_moves_it_is_what_it_is_from_scratch() {
        for goal in a_few_goals(&[(2, 2), (3, 3), (2, 8), (4, 4)]) {
            follows_moves(&goal, &LinearConflict::new(&goal));
        }
        for goal in a_few_goals(&[(3, 6), (5, 5)]) {
            follows_moves(&goal, &LinearConflict::new(&goal));
        }
        for goal in a_few_goals(&[(5, 6), (13, 2), (20, 20)]) {
            follows_moves(&goal, &LinearConflict::new(&goal));
        }
    }
}
