//! A solution as the tiles that slide.

use super::style::StyleDefinition;
use crate::outcome::Outcome;
use std::fmt::{self, Write};

pub(super) const STYLE: StyleDefinition = StyleDefinition {
    name: "tiles",
    is_one_line: true,
    states_bound: false,
    write: |report, _, out| report.attempts.iter().try_for_each(|attempt| write(&attempt.outcome, out)),
};

fn write(outcome: &Outcome, out: &mut dyn Write) -> fmt::Result {
    match outcome {
        Outcome::Unsolvable(_) => writeln!(out, "No solution possible"),
        outcome => match outcome.solution() {
            Some(solution) => {
                let tiles: Vec<String> = solution.tiles().map(|tile| tile.to_string()).collect();
                writeln!(out, "{}", tiles.join(" "))
            }
            None => writeln!(out, "Stopped"),
        },
    }
}
