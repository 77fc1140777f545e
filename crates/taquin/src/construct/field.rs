//! The board that solutions are constructed on.

use crate::board::{Board, Goal, Move, Size};

/// A board with each tile named after its home cell, so that it is solved when every cell has its own name; it knows where
/// each tile is, and records the moves made. The blank is named after its home too.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    size: Size,
    /// By cell: the name of what is there.
    names: Vec<u16>,
    /// By name: its cell.
    cells: Vec<u16>,
    /// The name of the blank, which is its home.
    blank_name: u16,
    moves: Vec<Move>,
}

impl Field {
    pub(crate) fn new(board: &Board, goal: &Goal) -> Self {
        let size = board.size();
        let names: Vec<u16> = board.tiles().iter().map(|&tile| goal.home(usize::from(tile)) as u16).collect();
        let mut cells = vec![0; names.len()];
        for (cell, &name) in names.iter().enumerate() {
            cells[usize::from(name)] = cell as u16;
        }
        Self { size, names, cells, blank_name: goal.home(0) as u16, moves: Vec::new() }
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// The name of what is at a cell.
    #[inline]
    pub(crate) fn name(&self, cell: usize) -> usize {
        usize::from(self.names[cell])
    }

    /// Where a name is.
    #[inline]
    pub(crate) fn cell(&self, name: usize) -> usize {
        usize::from(self.cells[name])
    }

    /// The cell of the blank.
    #[inline]
    pub(crate) fn blank(&self) -> usize {
        usize::from(self.cells[usize::from(self.blank_name)])
    }

    /// The home of the blank.
    pub(crate) fn blank_home(&self) -> usize {
        usize::from(self.blank_name)
    }

    /// Makes a move. It must not lead off the board.
    #[inline]
    pub(crate) fn slide(&mut self, by: Move) {
        let blank = self.blank();
        let Some(from) = by.source(self.size, blank) else {
            debug_assert!(false, "{by} with the blank at {blank}");
            return;
        };
        self.take(blank, from);
        self.moves.push(by);
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn undo(&mut self) {
        if let Some(by) = self.moves.pop() {
            let blank = self.blank();
            if let Some(from) = by.opposite().source(self.size, blank) {
                self.take(blank, from);
            }
        }
    }

    fn take(&mut self, blank: usize, from: usize) {
        let name = self.names[from];
        self.names[blank] = name;
        self.cells[usize::from(name)] = blank as u16;
        self.names[from] = self.blank_name;
        self.cells[usize::from(self.blank_name)] = from as u16;
    }

    /// The moves made so far.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The same board with no moves made.
    pub(crate) fn without_moves(&self) -> Self {
        Self {
            size: self.size,
            names: self.names.clone(),
            cells: self.cells.clone(),
            blank_name: self.blank_name,
            moves: Vec::new(),
        }
    }

    pub(crate) fn into_moves(self) -> Vec<Move> {
        self.moves
    }

    /// The sum of the distances of all tiles from home.
    pub(crate) fn manhattan(&self) -> usize {
        let tiles = (0..self.names.len()).filter(|&cell| self.names[cell] != self.blank_name);
        tiles.map(|cell| self.size.distance(cell, self.name(cell))).sum()
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.names.iter().enumerate().all(|(cell, &name)| cell == usize::from(name))
    }
}
