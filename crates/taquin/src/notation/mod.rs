//! Boards and solutions as text, one file a dialect.
//!
//! Reading is in [`read_boards`]; writing in [`Style`].

mod blame;
mod classic;
mod definition;
mod gap;
mod goal;
mod iowa;
mod json;
mod lexer;
mod moves;
mod princeton;
mod read;
mod tiles;

pub use moves::{MoveStyle, letters};
pub use read::{Format, read_board, read_boards};

use crate::board::{Board, Goal};
use crate::heuristic::Heuristic;
use crate::solver::{Algorithm, Outcome, Solution};
use definition::styles;
use std::fmt::{self, Write};

/// A board on one line: `0 1 3/4 2 5/7 8 6`.
pub fn one_line(board: &Board) -> String {
    let row = |row: &[u16]| row.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
    board.rows().map(row).collect::<Vec<_>>().join("/")
}

/// A number for people to read, with commas between the thousands.
///
/// ```
/// use taquin::notation::thousands;
/// assert_eq!([0, 999, 1_234_567].map(thousands), ["0", "999", "1,234,567"]);
/// ```
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|g| std::str::from_utf8(g).ok()).collect();
    groups.join(",")
}

/// A board that was solved, or not, and all there is to tell about it.
pub struct Report<'a> {
    /// What the board is called, if anything.
    pub name: Option<&'a str>,
    /// The board.
    pub board: &'a Board,
    /// The goal.
    pub goal: &'a Goal,
    /// The outcome; several if it was solved with several heuristics in turn.
    pub runs: &'a [Attempt],
}

/// One outcome and how it came about.
pub struct Attempt {
    /// The search used.
    pub algorithm: Algorithm,
    /// The heuristic used; `None` for pattern databases or no estimate.
    pub heuristic: Option<Heuristic>,
    /// What came of it.
    pub outcome: Outcome,
}

styles! {
    /// As the test client of Princeton's course.
    #[default]
    Princeton = princeton,
    /// As Princeton's course in 2010: boards with a gap, and the number of states enqueued.
    Classic = classic,
    /// As Iowa State's course: boards and moves in turn, for both heuristics.
    Iowa = iowa,
    /// The moves as letters.
    Moves = moves,
    /// The numbers of the tiles that slide.
    Tiles = tiles,
    /// One JSON object a board.
    Json = json,
}

impl Style {
    /// The name that the command line knows it by.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// Whether it takes one line a board, so that boards need no heading between them.
    pub fn is_one_line(self) -> bool {
        self.definition().is_one_line
    }

    /// Whether it tells how much shorter a solution could be, if that is not proven to be the shortest.
    pub fn tells_bound(self) -> bool {
        self.definition().tells_bound
    }

    /// Writes what came of a board. Styles of several lines write nothing about a search that was stopped.
    pub fn write(self, report: &Report<'_>, moves: MoveStyle, out: &mut dyn Write) -> fmt::Result {
        (self.definition().write)(report, moves, out)
    }
}

/// `Minimum number of moves = N` if that is proven, and otherwise what is.
fn length_line(solution: &Solution) -> String {
    let length = solution.moves.len();
    if solution.is_shortest() {
        format!("Minimum number of moves = {length}")
    } else {
        format!("Moves = {length} (shortest is at least {})", solution.lower_bound)
    }
}

/// The rows of a board with a gap for the blank and no spaces at their ends, each cell in `width` columns.
fn gapped_rows(board: &Board, width: usize) -> String {
    let cell = |&tile: &u16| if tile == 0 { " ".repeat(width) } else { format!("{tile:width$}") };
    let row = |row: &[u16]| row.iter().map(cell).collect::<Vec<_>>().join(" ").trim_end().to_owned() + "\n";
    board.rows().map(row).collect()
}

/// The columns that the largest tile of a board takes.
fn widest(board: &Board) -> usize {
    (board.size().cells() - 1).to_string().len()
}
