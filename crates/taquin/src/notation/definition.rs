//! The definition of an output style, which is a constant of its file.

use super::{Dialect, MoveStyle, Report};
use crate::solution::Solution;
use std::io::{self, Write};

/// A style, as its file defines it.
pub(super) struct StyleDefinition {
    /// The name on the command line.
    pub(super) name: &'static str,
    /// True if it writes one line per board.
    pub(super) is_one_line: bool,
    /// True if it states the lower bound of a solution that is not proven shortest.
    pub(super) states_bound: bool,
    /// The line for a board without a solution.
    pub(super) unsolvable: &'static str,
    /// Writes reports.
    pub(super) writer: Writer,
    /// Writes the statistics, if they are in a file of their own.
    pub(super) statistics: Option<WriteStatistics>,
    /// The form of input, if it is the style of a course or judge.
    pub(super) dialect: Option<&'static Dialect>,
}

impl StyleDefinition {
    /// A style of several lines that states no bound.
    pub(super) const DEFAULT: Self = Self {
        name: "",
        is_one_line: false,
        states_bound: false,
        unsolvable: "No solution possible",
        writer: Writer::Solutions(|_, _, _| Ok(())),
        statistics: None,
        dialect: None,
    };
}

/// Writes one kind of thing; the rest of a report follows from the definition of its style.
pub(super) enum Writer {
    /// Solutions, one by one.
    Solutions(fn(&Solution, MoveStyle, &mut dyn Write) -> io::Result<()>),
    /// Whole reports, unsolvable boards and searches that were stopped included.
    Reports(fn(&Report<'_>, MoveStyle, &mut dyn Write) -> io::Result<()>),
}

/// Writes the statistics of a report.
pub(super) type WriteStatistics = fn(&Report<'_>, &mut dyn Write) -> io::Result<()>;
