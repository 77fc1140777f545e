//! A solution as letters: `ULDR`, or `R2U2` for runs.

use super::definition::Definition;
use crate::board::Move;
use crate::solver::Outcome;
use std::fmt::{self, Write};

/// How moves are written as letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveStyle {
    /// `R2` for `RR`.
    pub run_length: bool,
    /// Name the blank's motion instead of the tile's.
    pub of_blank: bool,
}

impl MoveStyle {
    /// The moves in this style.
    ///
    /// ```
    /// use taquin::{Move::{Left, Up}, notation::MoveStyle};
    /// let style = MoveStyle { run_length: true, of_blank: false };
    /// assert_eq!(style.format(&[Up, Up, Left]), "U2L");
    /// assert_eq!(MoveStyle { of_blank: true, ..style }.format(&[Up, Up, Left]), "D2R");
    /// ```
    pub fn format(self, moves: &[Move]) -> String {
        let letter = |m: Move| if self.of_blank { m.opposite().letter() } else { m.letter() };
        if !self.run_length {
            return moves.iter().map(|&m| letter(m)).collect();
        }
        let run = |run: &[Move]| match run.len() {
            1 => letter(run[0]).to_string(),
            n => format!("{}{n}", letter(run[0])),
        };
        moves.chunk_by(|a, b| a == b).map(run).collect()
    }
}

/// The moves as plain letters, naming the tiles' motion.
pub fn letters(moves: &[Move]) -> String {
    MoveStyle::default().format(moves)
}

pub(super) const STYLE: Definition = Definition {
    name: "moves",
    is_one_line: true,
    tells_bound: false,
    write: |report, style, out| report.runs.iter().try_for_each(|run| write(&run.outcome, style, out)),
};

fn write(outcome: &Outcome, style: MoveStyle, out: &mut dyn Write) -> fmt::Result {
    match outcome {
        Outcome::Solved(solution) => writeln!(out, "{}", style.format(&solution.moves)),
        Outcome::Unsolvable(_) => writeln!(out, "No solution possible"),
        Outcome::Stopped(_) => writeln!(out, "Stopped"),
    }
}
