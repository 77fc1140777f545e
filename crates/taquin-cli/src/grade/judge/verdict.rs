//! What is to be said of a solver's work, and the line that shows it.

use std::fmt;
use taquin::notation::one_line;
use taquin::{Board, GoalKind};

/// The longest piece of a line that is quoted.
pub(super) const LONGEST_QUOTE: usize = 60;

/// The most cells of a board that is quoted: those of 4x4.
const MOST_CELLS: usize = 16;

/// What is to be said of a solver's work on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::grade) enum Verdict {
    /// A shortest solution, or the truth that there is none.
    Right,
    NotShortest {
        moves: u64,
        shortest: u32,
    },
    WrongFirstBoard {
        /// The board, if it is one.
        printed: Option<Printed>,
        mistake: Option<Mistake>,
    },
    IllegalMove {
        /// Which, counted from 1.
        step: usize,
        /// The boards before and after it, if those were printed.
        boards: Option<[Printed; 2]>,
    },
    NotSolved,
    WrongCount {
        claimed: u64,
        made: u64,
    },
    /// The number of moves, and no solution.
    OnlyCount {
        claimed: u64,
        shortest: u32,
    },
    /// The board can be solved.
    ClaimsUnsolvable,
    /// The board can't be solved.
    ClaimsSolvable,
    /// A row lacks the blank, and nothing tells where.
    NoBlank {
        line: usize,
        text: String,
    },
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
}

/// A board that a solver printed, and the line where its rows begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::grade) struct Printed {
    pub(super) board: Board,
    pub(super) line: usize,
}

/// How a first board may have come to be another than the one given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::grade) enum Mistake {
    Reversed,
    Transposed,
}

impl Verdict {
    /// A name for programs to read.
    pub(in crate::grade) fn name(&self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::NotShortest { .. } => "not-shortest",
            Self::WrongFirstBoard { .. } => "wrong-first-board",
            Self::IllegalMove { .. } => "illegal-move",
            Self::NotSolved => "not-solved",
            Self::WrongCount { .. } => "wrong-count",
            Self::OnlyCount { .. } => "only-count",
            Self::ClaimsUnsolvable => "claims-unsolvable",
            Self::ClaimsSolvable => "claims-solvable",
            Self::NoBlank { .. } => "no-blank",
            Self::NotUnderstood => "not-understood",
            Self::Nothing => "nothing",
            Self::TimedOut => "timed-out",
            Self::TooMuchMemory => "too-much-memory",
            Self::TooMuchOutput => "too-much-output",
            Self::Crashed { .. } => "crashed",
        }
    }

    /// Whether its text says which lines it is about.
    fn tells_lines(&self) -> bool {
        matches!(
            self,
            Self::WrongFirstBoard { printed: Some(_), .. }
                | Self::IllegalMove { boards: Some(_), .. }
                | Self::NoBlank { .. }
        )
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Right => f.write_str("right"),
            Self::NotShortest { moves, shortest } => {
                write!(f, "not shortest: {moves} moves, shortest is {shortest}")
            }
            Self::WrongFirstBoard { printed, mistake } => {
                f.write_str("wrong: its first board is not the one given")?;
                if let Some(printed) = printed {
                    printed.in_short().map_or(Ok(()), |board| write!(f, ": it printed {board}"))?;
                    write!(f, " (line {})", printed.line)?;
                }
                mistake.map_or(Ok(()), |mistake| write!(f, " ({mistake})"))
            }
            Self::IllegalMove { step, boards } => {
                write!(f, "wrong: step {step} is not one slide of a tile")?;
                let Some([before, after]) = boards else { return Ok(()) };
                if let (Some(before), Some(after)) = (before.in_short(), after.in_short()) {
                    write!(f, ": {before} → {after}")?;
                }
                write!(f, " (lines {} and {})", before.line, after.line)
            }
            Self::NotSolved => f.write_str("wrong: it does not end at the goal"),
            Self::WrongCount { claimed, made } => {
                write!(f, "wrong: it claims {claimed} moves and makes {made}")
            }
            Self::OnlyCount { claimed, shortest } => {
                write!(f, "wrong: it tells the number of moves ({claimed}, which is ")?;
                if *claimed == u64::from(*shortest) {
                    f.write_str("right")?;
                } else {
                    write!(f, "wrong: {shortest}")?;
                }
                f.write_str(") but no solution")
            }
            Self::ClaimsUnsolvable => f.write_str("wrong: it says that there is no solution, and there is"),
            Self::ClaimsSolvable => f.write_str("wrong: it claims a solution, and there is none"),
            Self::NoBlank { line, text } => {
                write!(f, "line {line}: can't tell where the blank is in \"{}\": print 0", shortened(text))
            }
            Self::NotUnderstood => f.write_str("its output is not understood"),
            Self::Nothing => f.write_str("it printed nothing"),
            Self::TimedOut => f.write_str("timed out"),
            Self::TooMuchMemory => f.write_str("it uses too much memory"),
            Self::TooMuchOutput => f.write_str("it floods its output"),
            Self::Crashed { status } => write!(f, "crashed: {status}"),
        }
    }
}

impl Printed {
    /// The board on one line, if it is not too large for that.
    fn in_short(&self) -> Option<String> {
        (self.board.size().cells() <= MOST_CELLS).then(|| one_line(&self.board))
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reversed => "that is the goal: are the boards in reverse order?",
            Self::Transposed => "rows and columns are exchanged",
        })
    }
}

/// A verdict, and the first line that is to blame if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::grade) struct Finding {
    pub(in crate::grade) verdict: Verdict,
    pub(in crate::grade) line: Option<Quote>,
    /// The goal that the solution ends at, if that is another than the one asked for.
    pub(in crate::grade) other_goal: Option<GoalKind>,
}

impl Finding {
    /// A verdict that needs no line.
    pub(in crate::grade) fn of(verdict: Verdict) -> Self {
        Self { verdict, line: None, other_goal: None }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.verdict.fmt(f)?;
        let line = self.line.as_ref().filter(|_| !self.verdict.tells_lines());
        line.map_or(Ok(()), |line| write!(f, " (line {}: {})", line.number, line.text))
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
    use taquin::Goal;

    #[test]
    fn every_verdict_has_a_name_and_a_text() {
        let printed = |board: &str, line| Printed { board: board.parse().expect("a board"), line };
        let (one, other) = (printed("1 2/3 0", 2), printed("1 2/0 3", 6));
        let first = |printed, mistake| Verdict::WrongFirstBoard { printed, mistake };
        let large = Printed { board: Goal::snail("4x5".parse().expect("a size")).board().clone(), line: 9 };
        let count = |claimed| Verdict::OnlyCount { claimed, shortest: 6 };
        for (verdict, name, text) in [
            (Verdict::Right, "right", "right"),
            (
                Verdict::NotShortest { moves: 6, shortest: 4 },
                "not-shortest",
                "not shortest: 6 moves, shortest is 4",
            ),
            (first(None, None), "wrong-first-board", "wrong: its first board is not the one given"),
            (
                first(Some(one.clone()), None),
                "wrong-first-board",
                "wrong: its first board is not the one given: it printed 1 2/3 0 (line 2)",
            ),
            (
                first(Some(one.clone()), Some(Mistake::Reversed)),
                "wrong-first-board",
                "wrong: its first board is not the one given: it printed 1 2/3 0 (line 2) \
                 (that is the goal: are the boards in reverse order?)",
            ),
            (
                first(Some(large.clone()), Some(Mistake::Transposed)),
                "wrong-first-board",
                "wrong: its first board is not the one given (line 9) (rows and columns are exchanged)",
            ),
            (
                Verdict::IllegalMove { step: 2, boards: None },
                "illegal-move",
                "wrong: step 2 is not one slide of a tile",
            ),
            (
                Verdict::IllegalMove { step: 2, boards: Some([one, other]) },
                "illegal-move",
                "wrong: step 2 is not one slide of a tile: 1 2/3 0 → 1 2/0 3 (lines 2 and 6)",
            ),
            (
                Verdict::IllegalMove { step: 2, boards: Some([large.clone(), large]) },
                "illegal-move",
                "wrong: step 2 is not one slide of a tile (lines 9 and 9)",
            ),
            (Verdict::NotSolved, "not-solved", "wrong: it does not end at the goal"),
            (
                Verdict::WrongCount { claimed: 3, made: 4 },
                "wrong-count",
                "wrong: it claims 3 moves and makes 4",
            ),
            (
                count(6),
                "only-count",
                "wrong: it tells the number of moves (6, which is right) but no solution",
            ),
            (
                count(8),
                "only-count",
                "wrong: it tells the number of moves (8, which is wrong: 6) but no solution",
            ),
            (
                Verdict::ClaimsUnsolvable,
                "claims-unsolvable",
                "wrong: it says that there is no solution, and there is",
            ),
            (Verdict::ClaimsSolvable, "claims-solvable", "wrong: it claims a solution, and there is none"),
            (
                Verdict::NoBlank { line: 4, text: "13   14 11".to_owned() },
                "no-blank",
                "line 4: can't tell where the blank is in \"13   14 11\": print 0",
            ),
            (Verdict::NotUnderstood, "not-understood", "its output is not understood"),
            (Verdict::Nothing, "nothing", "it printed nothing"),
            (Verdict::TimedOut, "timed-out", "timed out"),
            (Verdict::TooMuchMemory, "too-much-memory", "it uses too much memory"),
            (Verdict::TooMuchOutput, "too-much-output", "it floods its output"),
            (Verdict::Crashed { status: "signal 11".to_owned() }, "crashed", "crashed: signal 11"),
        ] {
            assert_eq!((verdict.name(), verdict.to_string().as_str()), (name, text));
        }
    }
}
