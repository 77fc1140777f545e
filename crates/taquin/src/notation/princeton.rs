//! Princeton's course: the number of moves, then each board.
//!
//! The specification's sample run shows `Unsolvable puzzle` and boards without their size, but its test client prints `No
//! solution possible` and `toString()` includes the size. This follows the code.

use super::length_line;
use super::style::StyleDefinition;
use crate::outcome::Outcome;
use std::io::{self, Write};

pub(super) const STYLE: StyleDefinition = StyleDefinition {
    name: "princeton",
    is_one_line: false,
    states_bound: true,
    write: |report, _, out| report.attempts.iter().try_for_each(|attempt| write(&attempt.outcome, out)),
};

fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Outcome::Unsolvable(_) => writeln!(out, "No solution possible"),
        outcome => outcome.solution().map_or(Ok(()), |solution| {
            writeln!(out, "{}", length_line(solution))?;
            solution.boards().try_for_each(|board| writeln!(out, "{board}"))
        }),
    }
}
