//! Boards and solutions as text, one file per dialect.
//!
//! Boards are read by [`read_boards`] and moves by [`read_moves`]. A [`Style`] writes a [`Report`]: what came of a board.

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

pub use moves::{MoveStyle, letters, read_moves};
pub use read::{Format, read_board, read_boards};

use crate::board::{Board, Goal};
use crate::heuristic::Heuristic;
use crate::solver::{Algorithm, Outcome, Solution};
use definition::styles;
use std::fmt::{self, Write};

/// Writes a board on one line, with slashes between its rows: `0 1 3/4 2 5/7 8 6`.
pub fn one_line(board: &Board) -> String {
    let row = |row: &[u16]| row.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
    board.rows().map(row).collect::<Vec<_>>().join("/")
}

/// Writes a number for people to read, with commas between the thousands.
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

/// What a [`Style`] writes about: a board, its goal, and what came of one or more attempts to solve it.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What the board is called, such as its file's name; JSON alone tells it. `None` if it has no name.
    pub name: Option<&'a str>,
    /// The board that was to be solved.
    pub board: &'a Board,
    /// The goal that it was to reach.
    pub goal: &'a Goal,
    /// The attempts in order; several if it was solved with several heuristics in turn.
    pub runs: &'a [Attempt],
}

/// What came of a board, and by which search.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The search that was used.
    pub algorithm: Algorithm,
    /// The heuristic that was used; `None` for pattern databases or no estimate.
    pub heuristic: Option<Heuristic>,
    /// How the search ended.
    pub outcome: Outcome,
}

styles! {
    /// As the test client of Princeton's course prints it, for [`Algorithm::Princeton`]: the number of moves, then each board
    /// from the first to the goal.
    #[default]
    Princeton = princeton,
    /// As Princeton's course had it in 2010, for [`Algorithm::Princeton`] too: boards with a gap for the blank, and the number
    /// of states enqueued.
    Classic = classic,
    /// As Iowa State's course has it, for [`Algorithm::Iowa`]: boards and moves in turn, for each heuristic.
    Iowa = iowa,
    /// The moves as letters on one line, in a [`MoveStyle`]: `ULDR`.
    Moves = moves,
    /// The numbers of the tiles that slide, in order and on one line: `1 2 5 6`.
    Tiles = tiles,
    /// One JSON object per attempt, on one line: `name`, `board`, `goal`, `algorithm`, `weight`, `heuristic`; `status`, which is
    /// `solved`, `unsolvable` or `stopped`; of a solution `length`, `shortest`, `moves` and `tiles`; `lower_bound`; `why` there
    /// is no solution; and [`stats`](crate::search::Stats). What there is nothing to tell about is left out.
    Json = json,
}

impl Style {
    /// Its name: `princeton`, `classic`, `iowa`, `moves`, `tiles` or `json`.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// Whether it takes one line per board, so that boards need no heading between them.
    pub fn is_one_line(self) -> bool {
        self.definition().is_one_line
    }

    /// Whether it tells how much shorter a solution could be, if that is not proven to be the shortest.
    pub fn tells_bound(self) -> bool {
        self.definition().tells_bound
    }

    /// Writes what came of a board, with letters as the move style has them. Styles of several lines write nothing about a
    /// search that was stopped.
    ///
    /// # Errors
    /// If `out` can't be written.
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
