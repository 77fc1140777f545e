//! The length of a solution after the name of the board, and -1 if it is unsolvable.

use super::{StyleDefinition, Writer};
use crate::outcome::Outcome;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "length",
    is_one_line: true,
    states_bound: true,
    writer: Writer::Reports(|report, _, out| {
        for attempt in report.attempts {
            if let Some(name) = report.name {
                write!(out, "{name}: ")?;
            }
            match &attempt.outcome {
                Outcome::Solved(solution) => {
                    write!(out, "{}", solution.len())?;
                    if !solution.is_shortest() {
                        write!(out, " (shortest is at least {})", solution.lower_bound())?;
                    }
                }
                Outcome::Unsolvable(_) => write!(out, "-1")?,
                Outcome::Stopped(at) => write!(out, "at least {}", at.lower_bound)?,
            }
            writeln!(out)?;
        }
        Ok(())
    }),
    ..StyleDefinition::DEFAULT
};
