//! Boards, moves and solutions as text.
//!
//! [`read_boards`] parses boards and [`read_moves`] moves. A [`Style`] writes a [`Report`] on a board; each style is a file. The
//! styles of courses and judges are [dialects](Dialect), which have a form of input too.

mod aoj;
mod assignment;
mod classic;
mod codewars;
mod columbia;
mod definition;
mod dialect;
mod forty_two;
mod hackerrank;
mod iowa;
#[cfg(feature = "serde")]
mod json;
mod leetcode;
mod length;
mod move_style;
mod moves;
mod n_i;
mod poj;
mod poj_3240;
mod princeton;
mod sise;
mod solution_text;
mod style;
mod tiles;
mod uva;

pub use assignment::Assignment;
pub use dialect::{Dialect, InputForm};
pub use move_style::{MoveStyle, letters, read_moves};
pub use solution_text::{SolutionTextError, read_solution};
pub use style::Style;
pub use taquin_core::{BLANK_MARKS, BoardFormat, BoardText, read_board, read_boards, read_n_i};

use crate::algorithm::Algorithm;
use crate::heuristic::Heuristic;
use crate::outcome::Outcome;
use crate::solution::Solution;
use definition::{StyleDefinition, Writer};
use std::fmt;
use std::io::{self, Write};
use taquin_core::{Board, Goal, Move};

/// Formats an amount of memory: `3.4 MiB`.
#[expect(clippy::cast_precision_loss, reason = "rounded to one decimal")]
pub fn format_bytes(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        1_048_576..1_073_741_824 => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
        _ => format!("{:.1} GiB", bytes as f64 / 1_073_741_824.0),
    }
}

/// Formats a number with commas between the thousands.
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

/// A board, its goal, and the attempts to solve it.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The name of the board, such as its file, for JSON and lengths.
    pub name: Option<&'a str>,
    /// The board.
    pub board: &'a Board,
    /// The goal.
    pub goal: &'a Goal,
    /// The attempts, one per heuristic.
    pub attempts: &'a [Attempt],
}

/// One attempt to solve a board.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic; `None` for pattern databases or no heuristic.
    pub heuristic: Option<Heuristic>,
    /// The outcome.
    pub outcome: Outcome,
}

/// Returns the moves of the blank as words: `Up`.
fn blank_words(solution: &Solution) -> impl Iterator<Item = &'static str> {
    solution.moves().iter().map(|by| match by.opposite() {
        Move::Up => "Up",
        Move::Down => "Down",
        Move::Left => "Left",
        Move::Right => "Right",
    })
}

/// Returns the moves of the blank as letters: `U`.
fn blank_letters(solution: &Solution) -> String {
    MoveStyle { run_length: false, of_blank: true }.format(solution.moves())
}

/// Writes items with a separator between them.
fn write_list(
    items: impl Iterator<Item = impl fmt::Display>,
    separator: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    items.zip(0_usize..).try_for_each(|(item, i)| write!(out, "{}{item}", if i > 0 { separator } else { "" }))
}

/// Formats rows with single spaces between the numbers.
fn plain_rows(board: &Board) -> String {
    board.to_line().replace('/', "\n") + "\n"
}

/// Formats a board as nested arrays: `[[1,2,3],[4,0,5]]`.
fn nested_array(board: &Board) -> String {
    format!("[[{}]]\n", board.to_line().replace(' ', ",").replace('/', "],["))
}

/// Formats `Minimum number of moves = N` if that is proven, and the proven lower bound otherwise.
fn length_line(solution: &Solution) -> String {
    let length = solution.len();
    if solution.is_shortest() {
        format!("Minimum number of moves = {length}")
    } else {
        format!("Moves = {length} (shortest is at least {})", solution.lower_bound())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for style in Style::ALL {
            assert_eq!(style.to_string().parse(), Ok(style));
        }
        assert!("verbose".parse::<Style>().is_err());
        for format in BoardFormat::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
    }
}
