//! A solution as the numbers of the tiles that slide.

use crate::solver::Outcome;
use std::fmt::{self, Write};

pub(super) fn write(outcome: &Outcome, out: &mut dyn Write) -> fmt::Result {
    match outcome {
        Outcome::Solved(solution) => {
            let tiles: Vec<String> = solution.tiles().map(|tile| tile.to_string()).collect();
            writeln!(out, "{}", tiles.join(" "))
        }
        Outcome::Unsolvable(_) => writeln!(out, "No solution possible"),
        Outcome::Stopped(_) => writeln!(out, "Stopped"),
    }
}
