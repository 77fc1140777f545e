//! Verdicts on a solver's output, and the text that explains them.

use crate::exit::is_control;
use std::fmt;
use taquin::{Board, GoalKind, Move};

/// The maximum length of a quoted line.
pub(super) const MAX_QUOTE_CHARS: usize = 60;

/// The largest board that is quoted: 4x4.
const MAX_QUOTED_CELLS: usize = 16;

/// The verdict on a solver's answer for one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::grade) enum Verdict {
    /// A shortest solution, or the correct statement that there is none.
    Right,
    NotShortest {
        moves: u64,
        shortest: u32,
    },
    WrongFirstBoard {
        /// The board, if it is valid.
        printed: Option<PrintedBoard>,
        mistake: Option<LikelyMistake>,
    },
    IllegalMove {
        /// The number of the move, from 1.
        step: usize,
        /// The boards before and after it, if they were printed.
        boards: Option<[PrintedBoard; 2]>,
    },
    NotSolved {
        /// The last board.
        end: Option<PrintedBoard>,
    },
    /// A move printed between two boards is not the one between them.
    WrongLabel {
        step: usize,
        printed: Move,
        made: Move,
        /// True if all moves name the motion of the blank.
        names_blank: bool,
    },
    /// A move is not printed between two boards.
    NoLabel {
        step: usize,
        made: Move,
    },
    /// The course asks for another solution, with the other heuristic.
    MissingSolution {
        found: usize,
    },
    /// A headline or moves without the boards.
    NoBoards,
    /// The course asks for the initial state of an unsolvable board.
    NoInitialState,
    /// The answer is right, but its format is not the course's.
    WrongFormat {
        line: usize,
        expected: String,
        found: String,
        /// All differences, as in a patch from the expected output.
        diff: String,
    },
    WrongCount {
        claimed: u64,
        made: u64,
    },
    /// The moves are right, but name the motion of the tiles instead of the blank, or the other way round.
    OtherDirection {
        /// True if the course asks for the motion of the blank.
        names_blank: bool,
    },
    /// The program did not write its solution to the file that it was given.
    NoSolutionFile,
    /// A solution length, asked for without a solution, that is not that of the shortest.
    WrongLength {
        claimed: u64,
        shortest: u32,
    },
    /// The solution length without a solution.
    OnlyCount {
        claimed: u64,
        /// The right number; `None` if any is.
        shortest: Option<u32>,
    },
    /// The board is solvable.
    ClaimsUnsolvable,
    /// The board is unsolvable.
    ClaimsSolvable,
    /// A row lacks the blank, and its position is ambiguous.
    NoBlank {
        line: usize,
        text: String,
    },
    /// The blank is printed as a sign.
    OddBlank {
        line: usize,
        mark: String,
    },
    NotUnderstood,
    /// The output is empty.
    Nothing,
    TimedOut,
    TooMuchMemory,
    TooMuchOutput {
        /// The limit in bytes.
        max: usize,
    },
    Crashed {
        /// The exit status or the signal.
        status: String,
        /// True if its output is right nevertheless.
        is_right: bool,
    },
}

/// A verdict with the number of the offending line.
pub(super) type VerdictAtLine = (Verdict, Option<usize>);

/// A board that a solver printed, with the line of its first row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::grade) struct PrintedBoard {
    pub(super) board: Board,
    pub(super) line: usize,
}

/// A likely cause of a wrong first board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::grade) enum LikelyMistake {
    Reversed,
    Transposed,
}

impl Verdict {
    /// Returns the name used in JSON and `JUnit` reports.
    pub(in crate::grade) fn name(&self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::NotShortest { .. } => "not-shortest",
            Self::WrongFirstBoard { .. } => "wrong-first-board",
            Self::IllegalMove { .. } => "illegal-move",
            Self::NotSolved { .. } => "not-solved",
            Self::WrongLabel { .. } => "wrong-label",
            Self::NoLabel { .. } => "no-label",
            Self::MissingSolution { .. } => "missing-solution",
            Self::NoBoards => "no-boards",
            Self::NoInitialState => "no-initial-state",
            Self::WrongFormat { .. } => "wrong-format",
            Self::OddBlank { .. } => "odd-blank",
            Self::WrongCount { .. } => "wrong-count",
            Self::OtherDirection { .. } => "other-direction",
            Self::NoSolutionFile => "no-solution-file",
            Self::WrongLength { .. } => "wrong-length",
            Self::OnlyCount { .. } => "only-count",
            Self::ClaimsUnsolvable => "claims-unsolvable",
            Self::ClaimsSolvable => "claims-solvable",
            Self::NoBlank { .. } => "no-blank",
            Self::NotUnderstood => "not-understood",
            Self::Nothing => "nothing",
            Self::TimedOut => "timed-out",
            Self::TooMuchMemory => "too-much-memory",
            Self::TooMuchOutput { .. } => "too-much-output",
            Self::Crashed { .. } => "crashed",
        }
    }

    /// Returns whether the text of the verdict includes line numbers.
    fn includes_lines(&self) -> bool {
        matches!(
            self,
            Self::WrongFirstBoard { printed: Some(_), .. }
                | Self::IllegalMove { boards: Some(_), .. }
                | Self::NotSolved { end: Some(_) }
                | Self::WrongFormat { .. }
                | Self::OddBlank { .. }
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
                f.write_str("wrong: the first board is not the given board")?;
                if let Some(printed) = printed {
                    printed.quoted().map_or(Ok(()), |board| write!(f, ": {board}"))?;
                    write!(f, " (line {})", printed.line)?;
                }
                mistake.map_or(Ok(()), |mistake| write!(f, " ({mistake})"))
            }
            Self::IllegalMove { boards: Some([before, after]), .. } if before.board == after.board => {
                f.write_str("wrong: a board is printed twice")?;
                before.quoted().map_or(Ok(()), |board| write!(f, ": {board}"))?;
                write!(f, " (lines {} and {})", before.line, after.line)
            }
            Self::IllegalMove { step, boards } => {
                write!(f, "wrong: step {step} is not a legal move")?;
                let Some([before, after]) = boards else { return Ok(()) };
                if let (Some(before), Some(after)) = (before.quoted(), after.quoted()) {
                    write!(f, ": {before} → {after}")?;
                }
                write!(f, " (lines {} and {})", before.line, after.line)
            }
            Self::NotSolved { end } => {
                f.write_str("wrong: the solution does not end at the goal")?;
                let Some(end) = end else { return Ok(()) };
                end.quoted().map_or(Ok(()), |board| write!(f, " but at {board}"))?;
                write!(f, " (line {})", end.line)
            }
            Self::WrongLabel { step, printed, made, names_blank } => {
                write!(f, "wrong: move {step} is labelled {printed}, but the tile moves {made}")?;
                f.write_str(if *names_blank { "; all labels name the motion of the blank" } else { "" })
            }
            Self::NoLabel { step, made } => {
                write!(f, "wrong: no move is printed before board {}: expected {made}", step + 1)
            }
            Self::MissingSolution { found } => {
                let found =
                    if *found == 1 { "one solution".to_owned() } else { format!("{found} solutions") };
                write!(f, "wrong: {found}, but the course asks for two, one with each heuristic")
            }
            Self::NoBoards => f.write_str("wrong: the boards of a solution are missing"),
            Self::NoInitialState => {
                f.write_str("wrong: the initial state of an unsolvable board is not printed")
            }
            Self::WrongFormat { line, expected, found, .. } => {
                write!(
                    f,
                    "right, but not in the format of the course: line {line} is {found}, expected {expected}"
                )
            }
            Self::OddBlank { line, mark } => {
                write!(f, "line {line}: the blank is printed as '{mark}': print 0")
            }
            Self::WrongCount { claimed, made } => {
                let unit = if *claimed == 1 { "move" } else { "moves" };
                write!(f, "wrong: claims {claimed} {unit} but makes {made}")
            }
            Self::OtherDirection { names_blank } => {
                let [asked, found] = if *names_blank { ["blank", "tiles"] } else { ["tiles", "blank"] };
                write!(
                    f,
                    "wrong: the moves name the motion of the {found}, but the course asks for that of the {asked}"
                )
            }
            Self::NoSolutionFile => f.write_str("wrong: the file {solution} was not written"),
            Self::WrongLength { claimed, shortest } => {
                write!(f, "wrong: claims {claimed} moves, shortest is {shortest}")
            }
            Self::OnlyCount { claimed, shortest } => {
                write!(f, "wrong: prints the number of moves ({claimed}")?;
                let note = match shortest {
                    Some(shortest) if *claimed == u64::from(*shortest) => ", which is correct".to_owned(),
                    Some(shortest) => format!(", correct is {shortest}"),
                    None => String::new(),
                };
                f.write_str(&note)?;
                f.write_str(") but no solution")
            }
            Self::ClaimsUnsolvable => f.write_str("wrong: claims that a solvable board has no solution"),
            Self::ClaimsSolvable => f.write_str("wrong: claims a solution of an unsolvable board"),
            Self::NoBlank { line, text } => {
                write!(f, "line {line}: can't tell where the blank is in \"{}\": print 0", shortened(text))
            }
            Self::NotUnderstood => f.write_str("output not understood"),
            Self::Nothing => f.write_str("no output"),
            Self::TimedOut => f.write_str("timed out"),
            Self::TooMuchMemory => f.write_str("exceeded the memory limit"),
            Self::TooMuchOutput { max } => write!(f, "exceeded the output limit of {} MiB", max >> 20),
            Self::Crashed { status, is_right: false } => write!(f, "crashed: {status}"),
            Self::Crashed { status, .. } => write!(f, "crashed after a right answer: {status}"),
        }
    }
}

impl PrintedBoard {
    /// Formats a small board on one line.
    fn quoted(&self) -> Option<String> {
        (self.board.size().cells() <= MAX_QUOTED_CELLS).then(|| self.board.to_line())
    }
}

impl fmt::Display for LikelyMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reversed => "that is the goal: are the boards in reverse order?",
            Self::Transposed => "rows and columns are swapped",
        })
    }
}

/// A verdict with the first offending line, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::grade) struct Assessment {
    pub(in crate::grade) verdict: Verdict,
    pub(in crate::grade) line: Option<QuotedLine>,
    /// The named goal that the solution ends at, if it is not the requested one.
    pub(in crate::grade) other_goal: Option<GoalKind>,
}

impl Assessment {
    pub(in crate::grade) fn from_verdict(verdict: Verdict) -> Self {
        Self { verdict, line: None, other_goal: None }
    }
}

impl fmt::Display for Assessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.verdict.fmt(f)?;
        let line = self.line.as_ref().filter(|_| !self.verdict.includes_lines());
        line.map_or(Ok(()), |line| write!(f, " (line {}: {})", line.number, line.text))
    }
}

/// A line of the output, shortened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::grade) struct QuotedLine {
    /// The line number, from 1.
    pub(in crate::grade) number: usize,
    pub(in crate::grade) text: String,
}

impl QuotedLine {
    pub(super) fn from_output(output: &str, number: usize) -> Option<Self> {
        let line = output.lines().nth(number.checked_sub(1)?)?;
        Some(Self { number, text: shortened(line) })
    }
}

/// Returns the beginning of a line, with control characters replaced by spaces.
pub(in crate::grade) fn shortened(line: &str) -> String {
    let mut chars = line.trim().chars().map(|c| if is_control(c) { ' ' } else { c });
    let mut text: String = chars.by_ref().take(MAX_QUOTE_CHARS).collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Goal;

    #[test]
    #[expect(clippy::too_many_lines, reason = "one line for each verdict")]
    fn every_verdict_has_a_name_and_a_message() {
        let printed = |board: &str, line| PrintedBoard { board: board.parse().expect("a board"), line };
        let one = printed("1 2/3 0", 2);
        let other = printed("1 2/0 3", 6);
        let first = |printed, mistake| Verdict::WrongFirstBoard { printed, mistake };
        let large =
            PrintedBoard { board: Goal::snail("4x5".parse().expect("a size")).board().clone(), line: 9 };
        let count = |claimed| Verdict::OnlyCount { claimed, shortest: Some(6) };
        for (verdict, name, text) in [
            (
                Verdict::OtherDirection { names_blank: true },
                "other-direction",
                "wrong: the moves name the motion of the tiles, but the course asks for that of the blank",
            ),
            (Verdict::NoSolutionFile, "no-solution-file", "wrong: the file {solution} was not written"),
            (
                Verdict::WrongLength { claimed: 3, shortest: 6 },
                "wrong-length",
                "wrong: claims 3 moves, shortest is 6",
            ),
            (Verdict::Right, "right", "right"),
            (
                Verdict::NotShortest { moves: 6, shortest: 4 },
                "not-shortest",
                "not shortest: 6 moves, shortest is 4",
            ),
            (first(None, None), "wrong-first-board", "wrong: the first board is not the given board"),
            (
                first(Some(one.clone()), None),
                "wrong-first-board",
                "wrong: the first board is not the given board: 1 2/3 0 (line 2)",
            ),
            (
                first(Some(one.clone()), Some(LikelyMistake::Reversed)),
                "wrong-first-board",
                "wrong: the first board is not the given board: 1 2/3 0 (line 2) \
                 (that is the goal: are the boards in reverse order?)",
            ),
            (
                first(Some(large.clone()), Some(LikelyMistake::Transposed)),
                "wrong-first-board",
                "wrong: the first board is not the given board (line 9) (rows and columns are swapped)",
            ),
            (
                Verdict::IllegalMove { step: 2, boards: None },
                "illegal-move",
                "wrong: step 2 is not a legal move",
            ),
            (
                Verdict::IllegalMove { step: 2, boards: Some([one.clone(), other]) },
                "illegal-move",
                "wrong: step 2 is not a legal move: 1 2/3 0 → 1 2/0 3 (lines 2 and 6)",
            ),
            (
                Verdict::IllegalMove { step: 2, boards: Some([large.clone(), large]) },
                "illegal-move",
                "wrong: a board is printed twice (lines 9 and 9)",
            ),
            (Verdict::NotSolved { end: None }, "not-solved", "wrong: the solution does not end at the goal"),
            (
                Verdict::NotSolved { end: Some(one.clone()) },
                "not-solved",
                "wrong: the solution does not end at the goal but at 1 2/3 0 (line 2)",
            ),
            (
                Verdict::WrongLabel { step: 2, printed: Move::Up, made: Move::Left, names_blank: false },
                "wrong-label",
                "wrong: move 2 is labelled UP, but the tile moves LEFT",
            ),
            (
                Verdict::WrongLabel { step: 1, printed: Move::Up, made: Move::Down, names_blank: true },
                "wrong-label",
                "wrong: move 1 is labelled UP, but the tile moves DOWN; all labels name the motion of the blank",
            ),
            (
                Verdict::NoLabel { step: 1, made: Move::Down },
                "no-label",
                "wrong: no move is printed before board 2: expected DOWN",
            ),
            (
                Verdict::MissingSolution { found: 1 },
                "missing-solution",
                "wrong: one solution, but the course asks for two, one with each heuristic",
            ),
            (Verdict::NoBoards, "no-boards", "wrong: the boards of a solution are missing"),
            (
                Verdict::NoInitialState,
                "no-initial-state",
                "wrong: the initial state of an unsolvable board is not printed",
            ),
            (
                Verdict::WrongFormat {
                    line: 3,
                    expected: "\" 0 \"".to_owned(),
                    found: "\"0\"".to_owned(),
                    diff: String::new(),
                },
                "wrong-format",
                "right, but not in the format of the course: line 3 is \"0\", expected \" 0 \"",
            ),
            (
                Verdict::OddBlank { line: 3, mark: "-".to_owned() },
                "odd-blank",
                "line 3: the blank is printed as '-': print 0",
            ),
            (
                Verdict::Crashed { status: "exit status: 1".to_owned(), is_right: true },
                "crashed",
                "crashed after a right answer: exit status: 1",
            ),
            (Verdict::WrongCount { claimed: 3, made: 4 }, "wrong-count", "wrong: claims 3 moves but makes 4"),
            (Verdict::WrongCount { claimed: 1, made: 4 }, "wrong-count", "wrong: claims 1 move but makes 4"),
            (
                count(6),
                "only-count",
                "wrong: prints the number of moves (6, which is correct) but no solution",
            ),
            (count(8), "only-count", "wrong: prints the number of moves (8, correct is 6) but no solution"),
            (
                Verdict::ClaimsUnsolvable,
                "claims-unsolvable",
                "wrong: claims that a solvable board has no solution",
            ),
            (Verdict::ClaimsSolvable, "claims-solvable", "wrong: claims a solution of an unsolvable board"),
            (
                Verdict::NoBlank { line: 4, text: "13   14 11".to_owned() },
                "no-blank",
                "line 4: can't tell where the blank is in \"13   14 11\": print 0",
            ),
            (Verdict::NotUnderstood, "not-understood", "output not understood"),
            (Verdict::Nothing, "nothing", "no output"),
            (Verdict::TimedOut, "timed-out", "timed out"),
            (Verdict::TooMuchMemory, "too-much-memory", "exceeded the memory limit"),
            (
                Verdict::TooMuchOutput { max: 4 << 20 },
                "too-much-output",
                "exceeded the output limit of 4 MiB",
            ),
            (
                Verdict::Crashed { status: "signal 11".to_owned(), is_right: false },
                "crashed",
                "crashed: signal 11",
            ),
        ] {
            assert_eq!((verdict.name(), verdict.to_string().as_str()), (name, text));
        }
    }
}
