//! Boards as the multi-tile search sees them.

use super::color_rank::SYMBOL_BITS;
use taquin_pdb::Frame;

/// Horizontal moves, along a row.
pub(super) const HORIZONTAL: usize = 0;
/// Vertical moves, along a column.
pub(super) const VERTICAL: usize = 1;

/// The bits of a word that the first coloring uses; the second one uses those above.
pub(super) const COLORING_BITS: usize = 32;
/// A bit for each coloring.
const EACH: u64 = 1 | 1 << COLORING_BITS;

/// The grid and the colors of each tile.
pub(super) struct Grid {
    /// The number of rows, and the number of columns: of the lines of horizontal moves, and of vertical ones.
    pub(super) lines: [usize; 2],
    /// The colors of the tile with each home: the first coloring, and the second.
    colors: Vec<[u8; 2]>,
    /// The home of the blank.
    blank: usize,
}

/// A board: its tiles without the blank in two orders, and the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The colors of the tiles, row by row, which horizontal moves do not change, and column by column, which vertical moves
    /// do not change.
    pub(super) words: [u64; 2],
    /// The row and the column of the blank.
    pub(super) blank: [usize; 2],
}

impl Grid {
    pub(super) fn new(frame: &Frame) -> Self {
        let (rows, cols) = (frame.size().rows(), frame.size().cols());
        let cells = rows * cols;
        // The two colors of a tile identify it. Where rows and columns do not, the first color is the quarter of the grid from
        // left to right.
        let color = |cell: usize| {
            let (row, col) = (cell / cols, cell % cols);
            if cols <= 4 {
                return [row as u8, col as u8];
            }
            let quarter = |index: usize| index * 4 / cells;
            let index = col * rows + row;
            let first = (0..cells).find(|&i| quarter(i) == quarter(index)).unwrap_or(index);
            [quarter(index) as u8, (index - first) as u8]
        };
        Self { lines: [rows, cols], colors: (0..cells).map(color).collect(), blank: frame.blank() }
    }

    /// Returns true if the second coloring of a board is the first one of its reflection in the diagonal.
    pub(super) fn is_symmetric(&self) -> bool {
        let [rows, cols] = self.lines;
        rows == cols && cols <= 4 && self.blank / cols == self.blank % cols
    }

    /// Returns the colors of the tiles in one coloring.
    pub(super) fn tile_colors(&self, coloring: usize) -> Vec<u8> {
        let tiles = self.colors.iter().enumerate().filter(|(home, _)| *home != self.blank);
        tiles.map(|(_, colors)| colors[coloring]).collect()
    }

    /// Returns the node of a board, given the home of the tile at each cell.
    pub(super) fn node(&self, homes: &[u8]) -> Node {
        let [rows, cols] = self.lines;
        let cell_of_blank =
            homes.iter().position(|&home| usize::from(home) == self.blank).unwrap_or_default();
        let mut node = Node { words: [0; 2], blank: [cell_of_blank / cols, cell_of_blank % cols] };
        let by_row: Vec<usize> = (0..homes.len()).collect();
        let by_column: Vec<usize> = (0..homes.len()).map(|i| i % rows * cols + i / rows).collect();
        for (word, cells) in node.words.iter_mut().zip([by_row, by_column]) {
            for (i, cell) in cells.into_iter().filter(|&cell| cell != cell_of_blank).enumerate() {
                let [first, second] = self.colors[usize::from(homes[cell])];
                let symbols = u64::from(first) | u64::from(second) << COLORING_BITS;
                *word |= symbols << (SYMBOL_BITS * i);
            }
        }
        node
    }

    /// Returns the node of the goal.
    pub(super) fn goal(&self) -> Node {
        self.node(&(0..self.colors.len() as u8).collect::<Vec<u8>>())
    }
}

/// Returns the word after the blank moves along its line from a cell to the next one. The tile there moves before the other
/// `lines − 1` tiles that follow the blank in the word.
#[inline]
pub(super) fn blank_forward(word: u64, line: usize, from: usize, lines: usize) -> u64 {
    let shift = SYMBOL_BITS * (from * lines + line);
    let first = 3 * EACH;
    let all = ((1 << (SYMBOL_BITS * lines)) - 1) * EACH;
    let old = word >> shift & all;
    let new = (old << SYMBOL_BITS & all & !first) | (old >> (SYMBOL_BITS * (lines - 1)) & first);
    word ^ (old ^ new) << shift
}

/// Returns the word after the blank moves along its line to a cell from the next one: the inverse of [`blank_forward`].
#[inline]
pub(super) fn blank_back(word: u64, line: usize, to: usize, lines: usize) -> u64 {
    let shift = SYMBOL_BITS * (to * lines + line);
    let first = 3 * EACH;
    let all = ((1 << (SYMBOL_BITS * lines)) - 1) * EACH;
    let old = word >> shift & all;
    let new = ((old & !first) >> SYMBOL_BITS) | (old & first) << (SYMBOL_BITS * (lines - 1));
    word ^ (old ^ new) << shift
}
