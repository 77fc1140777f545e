//! A solution as the numbers of the tiles that slide.

use super::definition::Definition;
use crate::solver::Outcome;
use std::fmt::{self, Write};

pub(super) const STYLE: Definition = Definition {
    name: "tiles",
    is_one_line: true,
    tells_bound: false,
    write: |report, _, out| report.runs.iter().try_for_each(|run| write(&run.outcome, out)),
};

fn write(outcome: &Outcome, out: &mut dyn Write) -> fmt::Result {
    match outcome {
        Outcome::Solved(solution) => {
            let tiles: Vec<String> = solution.tiles().map(|tile| tile.to_string()).collect();
            writeln!(out, "{}", tiles.join(" "))
        }
        Outcome::Unsolvable(_) => writeln!(out, "No solution possible"),
        Outcome::Stopped(_) => writeln!(out, "Stopped"),
    }
}
