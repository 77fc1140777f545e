//! Princeton's course in 2010: each board with a gap for the blank, then the states enqueued and the number of moves. A
//! search without a queue has none enqueued, and tells how many it generated.

use super::definition::Definition;
use super::{gapped_rows, length_line, widest};
use crate::solver::Outcome;
use std::fmt::{self, Write};

pub(super) const STYLE: Definition = Definition {
    name: "classic",
    is_one_line: false,
    tells_bound: true,
    write: |report, _, out| report.runs.iter().try_for_each(|run| write(&run.outcome, out)),
};

fn write(outcome: &Outcome, out: &mut dyn Write) -> fmt::Result {
    match outcome {
        Outcome::Solved(solution) => {
            let width = widest(&solution.start).max(2);
            for board in solution.boards() {
                writeln!(out, "{}", gapped_rows(&board, width))?;
            }
            let (what, states) = match solution.stats.queue.enqueued {
                0 => ("generated", solution.stats.generated),
                enqueued => ("enqueued", enqueued),
            };
            writeln!(out, "Number of states {what} = {states}")?;
            writeln!(out, "{}", length_line(solution))
        }
        Outcome::Unsolvable(_) => writeln!(out, "No solution possible"),
        Outcome::Stopped(_) => Ok(()),
    }
}
