//! What is to be said of a solver's work, and the line that shows it.

use std::fmt;

/// The longest piece of a line that is quoted.
pub(super) const LONGEST_QUOTE: usize = 60;

/// What is to be said of a solver's work on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::grade) enum Verdict {
    /// A shortest solution, or the truth that there is none.
    Right,
    NotShortest {
        moves: u64,
        shortest: u32,
    },
    WrongFirstBoard,
    IllegalMove {
        /// Which, counted from 1.
        step: usize,
    },
    NotSolved,
    WrongCount {
        claimed: u64,
        made: u64,
    },
    /// The board can be solved.
    ClaimsUnsolvable,
    /// The board can't be solved.
    ClaimsSolvable,
    NotUnderstood,
    /// It printed nothing.
    Nothing,
    TimedOut,
    TooMuchMemory,
    TooMuchOutput,
    Crashed {
        /// The exit status or the signal, in words.
        status: String,
    },
    NotStarted(String),
}

impl Verdict {
    /// A name for programs to read.
    pub(in crate::grade) fn name(&self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::NotShortest { .. } => "not-shortest",
            Self::WrongFirstBoard => "wrong-first-board",
            Self::IllegalMove { .. } => "illegal-move",
            Self::NotSolved => "not-solved",
            Self::WrongCount { .. } => "wrong-count",
            Self::ClaimsUnsolvable => "claims-unsolvable",
            Self::ClaimsSolvable => "claims-solvable",
            Self::NotUnderstood => "not-understood",
            Self::Nothing => "nothing",
            Self::TimedOut => "timed-out",
            Self::TooMuchMemory => "too-much-memory",
            Self::TooMuchOutput => "too-much-output",
            Self::Crashed { .. } => "crashed",
            Self::NotStarted(_) => "not-started",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Right => f.write_str("right"),
            Self::NotShortest { moves, shortest } => {
                write!(f, "not shortest: {moves} moves, shortest is {shortest}")
            }
            Self::WrongFirstBoard => f.write_str("wrong: its first board is not the one given"),
            Self::IllegalMove { step } => write!(f, "wrong: step {step} is not one slide of a tile"),
            Self::NotSolved => f.write_str("wrong: it does not end at the goal"),
            Self::WrongCount { claimed, made } => {
                write!(f, "wrong: it claims {claimed} moves and makes {made}")
            }
            Self::ClaimsUnsolvable => f.write_str("wrong: it says that there is no solution, and there is"),
            Self::ClaimsSolvable => f.write_str("wrong: it claims a solution, and there is none"),
            Self::NotUnderstood => f.write_str("its output is not understood"),
            Self::Nothing => f.write_str("it printed nothing"),
            Self::TimedOut => f.write_str("timed out"),
            Self::TooMuchMemory => f.write_str("it uses too much memory"),
            Self::TooMuchOutput => f.write_str("it floods its output"),
            Self::Crashed { status } => write!(f, "crashed: {status}"),
            Self::NotStarted(error) => write!(f, "not started: {error}"),
        }
    }
}

/// A verdict, and the first line that is to blame if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::grade) struct Finding {
    pub(in crate::grade) verdict: Verdict,
    pub(in crate::grade) line: Option<Quote>,
}

impl Finding {
    /// A verdict that needs no line.
    pub(in crate::grade) fn of(verdict: Verdict) -> Self {
        Self { verdict, line: None }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.verdict.fmt(f)?;
        self.line.as_ref().map_or(Ok(()), |line| write!(f, " (line {}: {})", line.number, line.text))
    }
}

/// A line of the output, shortened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::grade) struct Quote {
    /// Counted from 1.
    pub(in crate::grade) number: usize,
    pub(in crate::grade) text: String,
}

impl Quote {
    pub(super) fn from(output: &str, number: usize) -> Option<Self> {
        let line = output.lines().nth(number.checked_sub(1)?)?;
        Some(Self { number, text: shortened(line) })
    }
}

/// The beginning of a line, without anything that could upset a terminal.
pub(in crate::grade) fn shortened(line: &str) -> String {
    let mut chars = line.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut text: String = chars.by_ref().take(LONGEST_QUOTE).collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

/// A verdict, and the number of the line that is to blame.
pub(super) type Found = (Verdict, Option<usize>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_has_a_name_and_a_text() {
        for (verdict, name, text) in [
            (Verdict::TimedOut, "timed-out", "timed out"),
            (Verdict::TooMuchMemory, "too-much-memory", "it uses too much memory"),
            (Verdict::TooMuchOutput, "too-much-output", "it floods its output"),
            (Verdict::Crashed { status: "signal 11".to_owned() }, "crashed", "crashed: signal 11"),
            (Verdict::NotStarted("no".to_owned()), "not-started", "not started: no"),
        ] {
            assert_eq!((verdict.name(), verdict.to_string().as_str()), (name, text));
        }
    }
}
