//! Grading results as a table, as JSON, and as `JUnit` XML for build servers.

use super::output::{Assessment, Verdict};
use super::subprocess::ProgramRun;
use super::test_cases::TestCase;
use crate::svg::escape_xml;
use crate::units;
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, Write};

/// The maximum number of failed boards listed below the table, and the maximum length of each.
const MAX_LISTED: usize = 10;
const MAX_LISTED_CHARS: usize = 200;

/// Verdicts that a mistake in the search explains.
const SEARCH_FAULTS: [&str; 3] = ["not-shortest", "claims-unsolvable", "claims-solvable"];

/// The result for one board.
#[derive(Serialize)]
pub(super) struct GradedBoard {
    name: String,
    board: String,
    /// `None` if it is unsolvable, or with a lower bound.
    shortest: Option<u32>,
    /// A lower bound instead, if any length is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u32>,
    verdict: &'static str,
    right: bool,
    message: String,
    /// The number of the first wrong line.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<usize>,
    /// The mistake that the board was chosen to expose.
    #[serde(skip_serializing_if = "Option::is_none")]
    exposes: Option<&'static str>,
    /// The differences from the format of the course.
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    /// The named goal that the solution ends at, if it is not the requested one.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_goal: Option<String>,
}

impl GradedBoard {
    pub(super) fn new(case: &TestCase, run: &ProgramRun, assessment: &Assessment) -> Self {
        Self {
            name: case.puzzle.name.to_string(),
            board: case.puzzle.board.to_line(),
            shortest: case.shortest.filter(|_| !case.is_lower_bound),
            lower_bound: case.shortest.filter(|_| case.is_lower_bound),
            verdict: assessment.verdict.name(),
            right: assessment.verdict == Verdict::Right,
            message: assessment.to_string(),
            line: assessment.line.as_ref().map(|line| line.number),
            seconds: run.time.as_secs_f64(),
            memory: run.memory,
            exposes: case.exposes.filter(|_| SEARCH_FAULTS.contains(&assessment.verdict.name())),
            diff: match &assessment.verdict {
                Verdict::WrongFormat { diff, .. } => Some(diff.clone()),
                _ => None,
            },
            other_goal: assessment.other_goal.as_ref().map(ToString::to_string),
        }
    }
}

/// The results so far.
#[derive(Serialize)]
pub(super) struct Report {
    program: String,
    /// The level of grading: lenient or strict, and the course.
    level: String,
    /// The kind of container that the program ran in.
    sandbox: &'static str,
    right: usize,
    graded: usize,
    /// The number of boards, graded or not.
    boards: usize,
    results: Vec<GradedBoard>,
    /// The width of the column of names.
    #[serde(skip)]
    width: usize,
}

impl Report {
    pub(super) fn new(
        program: &[OsString],
        cases: &[TestCase],
        level: String,
        sandbox: &'static str,
    ) -> Self {
        let words: Vec<_> = program.iter().map(|word| word.to_string_lossy()).collect();
        let longest = cases.iter().map(|case| case.puzzle.name.to_string().chars().count()).max();
        Self {
            program: words.join(" "),
            level,
            sandbox,
            right: 0,
            graded: 0,
            boards: cases.len(),
            results: Vec::new(),
            width: longest.unwrap_or(0).max("board".len()),
        }
    }

    pub(super) fn add(&mut self, result: GradedBoard) {
        self.graded += 1;
        self.right += usize::from(result.right);
        self.results.push(result);
    }

    pub(super) fn is_all_right(&self) -> bool {
        self.right == self.boards
    }

    pub(super) fn untried(&self) -> usize {
        self.boards - self.graded
    }

    pub(super) fn write_heading(&self, out: &mut impl Write) -> io::Result<()> {
        let width = self.width;
        writeln!(out, "{:width$}  {:>8}  {:>8}  {:>10}  verdict", "board", "shortest", "seconds", "memory")
    }

    /// Writes the table row of the last result.
    pub(super) fn write_last(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(result) = self.results.last() else { return Ok(()) };
        let width = self.width;
        let shortest = match (result.shortest, result.lower_bound) {
            (Some(moves), _) => moves.to_string(),
            (None, Some(moves)) => format!("≥{moves}"),
            (None, None) => "none".to_owned(),
        };
        let memory = result.memory.map_or("-".to_owned(), units::bytes);
        writeln!(
            out,
            "{:width$}  {shortest:>8}  {:>8.2}  {memory:>10}  {}",
            result.name, result.seconds, result.message
        )
    }

    /// Writes the failed boards, a hint if the solver uses another goal, and the score.
    pub(super) fn write_summary(&self, out: &mut impl Write) -> io::Result<()> {
        let is_listed = |result: &&GradedBoard| {
            !result.right && result.name != result.board && result.board.len() <= MAX_LISTED_CHARS
        };
        let mut listed: Vec<&GradedBoard> = self.results.iter().filter(is_listed).collect();
        // First the boards that say more than that something is wrong.
        listed.sort_by_key(|result| result.exposes.is_none());
        if !listed.is_empty() {
            writeln!(out)?;
        }
        for result in listed.iter().take(MAX_LISTED) {
            let exposes = result.exposes.map_or(String::new(), |mistake| format!(" (exposes: {mistake})"));
            writeln!(out, "{}: {}{exposes}", result.name, result.board)?;
        }
        if let Some(more) = listed.len().checked_sub(MAX_LISTED).filter(|&more| more > 0) {
            writeln!(out, "and {more} more")?;
        }
        if let Some((result, diff)) =
            self.results.iter().find_map(|result| Some((result, result.diff.as_ref()?)))
        {
            writeln!(out, "\n{}: - expected, + found\n{}", result.name, diff.trim_end())?;
        }
        if let Some(goal) = self.results.iter().find_map(|result| result.other_goal.as_ref()) {
            writeln!(out, "\nits solutions end at the goal {goal}: use --goal {goal}")?;
        }
        writeln!(out, "\n{} of {} right, {}", self.right, self.boards, self.level)
    }

    pub(super) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        crate::json::write_json(self, out)
    }

    /// Writes a test suite with one test case per board.
    pub(super) fn write_junit(&self, out: &mut impl Write) -> io::Result<()> {
        let time: f64 = self.results.iter().map(|result| result.seconds).sum();
        let failures = self.graded - self.right;
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(
            out,
            "<testsuite name=\"{} ({})\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" time=\"{time:.3}\">",
            escape_xml(&self.program),
            self.level,
            self.graded
        )?;
        for result in &self.results {
            let name = escape_xml(&result.name);
            let seconds = result.seconds;
            write!(out, "  <testcase classname=\"taquin.grade\" name=\"{name}\" time=\"{seconds:.3}\"")?;
            if result.right {
                writeln!(out, "/>")?;
                continue;
            }
            let message = escape_xml(&format!("{}: {}", result.name, result.message));
            writeln!(
                out,
                ">\n    <failure type=\"{}\" message=\"{message}\">{}</failure>\n  </testcase>",
                result.verdict,
                escape_xml(&result.board)
            )?;
        }
        writeln!(out, "</testsuite>")
    }
}

#[cfg(test)]
mod tests {
    use super::super::subprocess::RunEnd;
    use super::*;
    use crate::input::Puzzle;
    use std::time::Duration;
    use taquin::{Board, Goal, GoalKind};

    fn case(name: &str, shortest: Option<u32>) -> TestCase {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        TestCase {
            puzzle: Puzzle { name: name.into(), board, goal: goal.into() },
            shortest,
            is_lower_bound: false,
            text: Vec::new(),
            exposes: None,
        }
    }

    /// A report on three boards, two of which are graded.
    fn report() -> Report {
        let cases = [case("a", Some(4)), case("<b>", None), case("c", None)];
        let mut report = Report::new(&["sh".into(), "a&b".into()], &cases, "lenient".to_owned(), "none");
        report.add(GradedBoard::new(&cases[0], &run(), &Assessment::from_verdict(Verdict::Right)));
        report.add(GradedBoard::new(&cases[1], &run(), &Assessment::from_verdict(Verdict::TimedOut)));
        report
    }

    fn run() -> ProgramRun {
        ProgramRun {
            end: RunEnd::TimedOut,
            output: String::new(),
            has_solution: true,
            error_output: String::new(),
            time: Duration::from_millis(1500),
            memory: Some(3 << 19),
        }
    }

    fn written(write: impl Fn(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("a vector takes everything");
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn the_table_has_a_row_per_board() {
        let report = report();
        assert_eq!(
            written(|out| report.write_heading(out)) + &written(|out| report.write_last(out)),
            "board  shortest   seconds      memory  verdict\n\
             <b>        none      1.50     1.5 MiB  timed out\n"
        );
        assert_eq!(
            written(|out| report.write_summary(out)),
            "\n<b>: 0 1 3/4 2 5/7 8 6\n\n1 of 3 right, lenient\n"
        );
        assert!(!report.is_all_right() && report.untried() == 1);
    }

    #[test]
    fn failed_boards_are_listed_below_the_table() {
        let mut cases: Vec<TestCase> = (1..=12).map(|i| case(&i.to_string(), None)).collect();
        // A board whose name is the board itself is not listed again.
        cases.push(case("0 1 3/4 2 5/7 8 6", None));
        let mut report = Report::new(&[], &cases, "lenient".to_owned(), "none");
        let wrong = Assessment {
            other_goal: Some(GoalKind::Ring),
            ..Assessment::from_verdict(Verdict::ClaimsSolvable)
        };
        for case in &cases {
            report.add(GradedBoard::new(case, &run(), &wrong));
        }
        let end = written(|out| report.write_summary(out));
        assert_eq!(end.lines().filter(|line| line.ends_with(": 0 1 3/4 2 5/7 8 6")).count(), MAX_LISTED);
        assert!(end.ends_with(
            "and 2 more\n\nits solutions end at the goal ring: use --goal ring\n\n0 of 13 right, lenient\n"
        ));
    }

    #[test]
    fn json_has_counts_and_results() {
        let json: serde_json::Value =
            serde_json::from_str(&written(|out| report().write_json(out))).expect("JSON");
        assert_eq!((&json["right"], &json["graded"], &json["boards"]), (&1.into(), &2.into(), &3.into()));
        assert_eq!(json["results"][1]["verdict"], "timed-out");
        assert!(json["results"][1]["shortest"].is_null());
    }

    #[test]
    fn junit_report_is_escaped_xml() {
        let xml = written(|out| report().write_junit(out));
        assert!(xml.contains("<testsuite name=\"sh a&amp;b (lenient)\" tests=\"2\" failures=\"1\""), "{xml}");
        assert!(xml.contains("name=\"a\" time=\"1.500\"/>\n"), "{xml}");
        assert!(xml.contains("<failure type=\"timed-out\" message=\"&lt;b&gt;: timed out\">"), "{xml}");
        assert!(xml.ends_with("</testcase>\n</testsuite>\n"), "{xml}");
    }
}
