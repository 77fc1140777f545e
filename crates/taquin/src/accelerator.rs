//! What a device needs that runs IDA* on pattern databases in place of the processor.
//!
//! The library knows no device. One that is to help implements [`Accelerator`] and is handed to
//! [`Tables::accelerated`](crate::Tables::accelerated); from then on every search for one solution that would go through tables
//! goes through it, if it takes boards of that kind. It sees a board as tables do: turned, mirrored and renumbered so that each tile is
//! named after its home cell ([`Task`]). Its tables can be laid out as the library's are, which is what [`Layout`],
//! [`order_maps`] and [`automaton`] are for.
//!
//! [`Layout`], [`reference_table`], [`rank_of_set`], [`order_maps`], [`automaton`] and [`mirrors`] are for those who implement
//! devices, who know what tables are like: their arguments are not checked.
//!
//! # Panics
//! With grids of more than 25 cells, cells that are not on the grid, and patterns of no tile, or of more than eight, these
//! functions panic, take all memory, or return what has no meaning.

pub use crate::search::device::{Accelerator, Answer, DeviceError, Task};

use crate::board::{Board, Goal, Move, Size};
use crate::search::{Automaton, built_in};
use crate::table::{Frame, Pattern, Slabs};
use std::convert::Infallible;

/// A goal as tables see it, for those who talk to a device themselves.
///
/// ```
/// use taquin::accelerator::Seen;
/// use taquin::{Board, Goal};
/// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
/// let seen = Seen::new(&Goal::blank_last(board.size())).ok_or("too large")?;
/// assert_eq!((seen.task(&board).blank, seen.task(&board).tiles.len()), (0, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Seen(Frame);

impl Seen {
    /// How boards with this goal are seen; none if they are too large for tables.
    pub fn new(goal: &Goal) -> Option<Self> {
        Frame::of(goal).ok().map(Self)
    }

    /// The grid, turned, and the home cell of the blank in it: what a device is [asked](Accelerator::takes) whether it takes.
    pub fn kind(&self) -> (Size, usize) {
        (self.0.size, self.0.blank)
    }

    /// A board of the goal's size, turned and renumbered as tables see it.
    ///
    /// # Panics
    /// If the board has fewer cells than the goal.
    pub fn task(&self, board: &Board) -> Task {
        Task { size: self.0.size, blank: self.0.blank, tiles: self.0.see(board) }
    }

    /// The moves on boards with the goal, given the cells that the blank passes as tables see them.
    pub fn moves(&self, cells: &[u8]) -> Vec<Move> {
        self.0.moves(cells)
    }
}

/// The places of patterns in a table, given the number of their tiles: for each set of occupied cells, in the order of their masks, and each
/// region that it cuts the free cells into, the largest first, a slab: a bit for each order of the tiles.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The sets of occupied cells, as masks.
    pub sets: Vec<u32>,
    /// By set: the number of its first slab; and at the end the number of all slabs.
    pub first: Vec<u32>,
    /// By set and cell: the region that the cell is in.
    pub regions: Vec<u8>,
    /// How many 64-bit words a slab takes.
    pub slab_words: usize,
}

impl Layout {
    /// The layout of a table for patterns of one to eight tiles on a grid of up to 25 cells.
    ///
    /// # Panics
    /// With more tiles or cells.
    pub fn new(size: Size, tiles: usize) -> Self {
        let slabs = Slabs::new(size, tiles);
        let slab_words = slabs.words();
        let (sets, first, regions) = slabs.into_parts();
        Self { sets, first, regions, slab_words }
    }
}

/// The table of a pattern as the processor builds it: the home cells of its tiles on a grid with the blank's home at a cell.
pub fn reference_table(size: Size, blank: usize, homes: &[u8]) -> Vec<u64> {
    let pattern = Pattern { size, blank, homes: homes.to_vec() };
    match crate::table::build::<Infallible>(&pattern, &|| Ok(()), &mut |_| ()) {
        Ok(bits) => bits,
    }
}

/// The rank of a set of cells: how many sets of the same number of cells have a smaller mask.
pub fn rank_of_set(mask: u32) -> u32 {
    crate::table::rank_of_set(mask)
}

/// For each old and new place of a tile among so many: where each order's rank goes, or nothing if the places are the same.
pub fn order_maps(tiles: usize) -> Vec<Vec<u16>> {
    crate::table::order_maps(tiles)
}

/// The moves in the order in which an [`automaton`] numbers them.
pub const WAYS: [Move; 4] = Automaton::ALPHABET;

/// An automaton that reads moves and refuses those that are never needed: by state, the next state for each of the
/// [`WAYS`]. The first state is 0.
pub fn automaton(size: Size) -> Vec<[Option<u16>; 4]> {
    let automaton = built_in::automaton(size);
    let next = |state: &crate::search::AutomatonState| {
        std::array::from_fn(|way| (state.allowed >> way & 1 == 1).then_some(state.next[way]))
    };
    automaton.states().iter().map(next).collect()
}

/// The symmetries of a grid that keep a cell where it is, the identity first: where each cell goes.
pub fn mirrors(size: Size, blank: usize) -> Vec<Vec<u8>> {
    Frame::mirrors_of(size, blank)
}
