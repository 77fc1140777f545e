//! A solution as the tiles that slide.

use super::style::StyleDefinition;
use crate::outcome::Outcome;
use std::io::{self, Write};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "tiles",
    is_one_line: true,
    states_bound: false,
    write: |report, _, out| report.attempts.iter().try_for_each(|attempt| write(&attempt.outcome, out)),
    statistics: None,
    dialect: None,
};

fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Outcome::Unsolvable(_) => writeln!(out, "No solution possible"),
        outcome => match outcome.solution() {
            Some(solution) => {
                for (i, tile) in solution.tiles().enumerate() {
                    write!(out, "{}{tile}", if i > 0 { " " } else { "" })?;
                }
                writeln!(out)
            }
            None => writeln!(out, "Stopped"),
        },
    }
}
