//! Princeton's course: the number of moves, then each board.
//!
//! The specification shows `Unsolvable puzzle` in a sample run, but its test client prints `No solution possible`; and the
//! sample shows boards without their size, which `toString()` prints. The code is followed in both.

use super::definition::Definition;
use super::length_line;
use crate::solver::Outcome;
use std::fmt::{self, Write};

pub(super) const STYLE: Definition = Definition {
    name: "princeton",
    is_one_line: false,
    tells_bound: true,
    write: |report, _, out| report.runs.iter().try_for_each(|run| write(&run.outcome, out)),
};

fn write(outcome: &Outcome, out: &mut dyn Write) -> fmt::Result {
    match outcome {
        Outcome::Solved(solution) => {
            writeln!(out, "{}", length_line(solution))?;
            solution.boards().try_for_each(|board| writeln!(out, "{board}"))
        }
        Outcome::Unsolvable(_) => writeln!(out, "No solution possible"),
        Outcome::Stopped(_) => Ok(()),
    }
}
