//! A board that knows the cell of every tile and records its moves.

use taquin_core::{Board, Goal, Move, Size};

/// A board on its way to a goal.
///
/// Tiles are identified by their home cells: "tile 5" is the tile whose home is cell 5. The blank is
/// identified by its home cell too. The board is solved when every cell holds the tile of the same number.
#[derive(Clone, Debug)]
pub(crate) struct TrackedBoard {
    size: Size,
    /// The home of the tile at each cell.
    homes: Vec<u16>,
    /// The current cell of each tile.
    cells: Vec<u16>,
    blank_home: u16,
    moves: Vec<Move>,
}

impl TrackedBoard {
    pub(crate) fn new(board: &Board, goal: &Goal) -> Self {
        let homes: Vec<u16> = board.tiles().iter().map(|&tile| goal.homes()[usize::from(tile)]).collect();
        let mut cells = vec![0; homes.len()];
        for (cell, &home) in homes.iter().enumerate() {
            cells[usize::from(home)] = cell as u16;
        }
        Self { size: board.size(), homes, cells, blank_home: goal.blank() as u16, moves: Vec::new() }
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Returns the home of the tile at a cell, or of the blank.
    #[inline]
    pub(crate) fn home_at(&self, cell: usize) -> usize {
        usize::from(self.homes[cell])
    }

    /// Returns the cell of the tile with the given home.
    #[inline]
    pub(crate) fn cell_of(&self, home: usize) -> usize {
        usize::from(self.cells[home])
    }

    /// Returns the cell of the blank.
    #[inline]
    pub(crate) fn blank(&self) -> usize {
        self.cell_of(self.blank_home())
    }

    #[inline]
    pub(crate) fn blank_home(&self) -> usize {
        usize::from(self.blank_home)
    }

    /// Makes and records a move, which must be legal.
    #[inline]
    pub(crate) fn slide(&mut self, by: Move) {
        self.apply(by);
        self.moves.push(by);
    }

    /// Makes the move that takes the blank to an adjacent cell.
    pub(crate) fn move_blank_to(&mut self, cell: usize) {
        let blank = self.blank();
        self.slide(if cell == blank + 1 {
            Move::Left
        } else if cell + 1 == blank {
            Move::Right
        } else if cell > blank {
            Move::Up
        } else {
            Move::Down
        });
    }

    /// Takes back the last recorded move.
    #[inline]
    pub(crate) fn undo(&mut self) {
        if let Some(by) = self.moves.pop() {
            self.apply(by.opposite());
        }
    }

    fn apply(&mut self, by: Move) {
        let blank = self.blank();
        let Some(from) = by.source(self.size, blank) else {
            debug_assert!(false, "{by} with the blank at {blank}");
            return;
        };
        let home = self.homes[from];
        self.homes[blank] = home;
        self.cells[usize::from(home)] = blank as u16;
        self.homes[from] = self.blank_home;
        self.cells[usize::from(self.blank_home)] = from as u16;
    }

    /// Returns the recorded moves.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the same board with an empty record.
    pub(crate) fn without_moves(&self) -> Self {
        Self {
            size: self.size,
            homes: self.homes.clone(),
            cells: self.cells.clone(),
            blank_home: self.blank_home,
            moves: Vec::new(),
        }
    }

    pub(crate) fn into_moves(self) -> Vec<Move> {
        self.moves
    }

    pub(crate) fn manhattan(&self) -> usize {
        let tiles = (0..self.homes.len()).filter(|&cell| self.homes[cell] != self.blank_home);
        tiles.map(|cell| self.size.distance(cell, self.home_at(cell))).sum()
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.homes.iter().enumerate().all(|(cell, &home)| cell == usize::from(home))
    }
}
