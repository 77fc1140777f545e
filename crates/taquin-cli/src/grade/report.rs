//! The results, as a table, as JSON and as the XML of `JUnit`, which build servers read.

use super::boards::Question;
use super::judge::{Finding, Verdict};
use super::run::Run;
use crate::units;
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, Write};
use taquin::notation::one_line;

/// How many of the boards that are not right are listed below the table, and the longest that is.
const MOST_LISTED: usize = 10;
const LONGEST_LISTED: usize = 200;

/// All that is known about one board.
#[derive(Serialize)]
pub(super) struct Mark {
    name: String,
    board: String,
    /// None if it can't be solved.
    shortest: Option<u32>,
    verdict: &'static str,
    right: bool,
    message: String,
    /// The first line of the output that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<usize>,
    /// The goal that it ends at, if that is another than the one asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_goal: Option<String>,
}

impl Mark {
    pub(super) fn new(question: &Question, run: &Run, finding: &Finding) -> Self {
        Self {
            name: question.name.clone(),
            board: one_line(&question.board),
            shortest: question.shortest,
            verdict: finding.verdict.name(),
            right: finding.verdict == Verdict::Right,
            message: finding.to_string(),
            line: finding.line.as_ref().map(|line| line.number),
            seconds: run.time.as_secs_f64(),
            memory: run.memory,
            other_goal: finding.other_goal.as_ref().map(ToString::to_string),
        }
    }
}

/// The results so far.
#[derive(Serialize)]
pub(super) struct Report {
    program: String,
    right: usize,
    graded: usize,
    /// How many boards there are, graded or not.
    boards: usize,
    results: Vec<Mark>,
    /// The columns that names take.
    #[serde(skip)]
    width: usize,
}

impl Report {
    pub(super) fn new(program: &[OsString], questions: &[Question]) -> Self {
        let words: Vec<_> = program.iter().map(|word| word.to_string_lossy()).collect();
        let longest = questions.iter().map(|question| question.name.chars().count()).max();
        Self {
            program: words.join(" "),
            right: 0,
            graded: 0,
            boards: questions.len(),
            results: Vec::new(),
            width: longest.unwrap_or(0).max("board".len()),
        }
    }

    pub(super) fn add(&mut self, mark: Mark) {
        self.graded += 1;
        self.right += usize::from(mark.right);
        self.results.push(mark);
    }

    pub(super) fn all_are_right(&self) -> bool {
        self.right == self.boards
    }

    pub(super) fn untried(&self) -> usize {
        self.boards - self.graded
    }

    /// Begins the table.
    pub(super) fn write_heading(&self, out: &mut impl Write) -> io::Result<()> {
        let width = self.width;
        writeln!(out, "{:width$}  {:>8}  {:>8}  {:>10}  verdict", "board", "shortest", "seconds", "memory")
    }

    /// The row of the last result.
    pub(super) fn write_last(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(result) = self.results.last() else { return Ok(()) };
        let width = self.width;
        let shortest = result.shortest.map_or("none".to_owned(), |moves| moves.to_string());
        let memory = result.memory.map_or("-".to_owned(), units::bytes);
        writeln!(
            out,
            "{:width$}  {shortest:>8}  {:>8.2}  {memory:>10}  {}",
            result.name, result.seconds, result.message
        )
    }

    /// Ends the table: the boards that are not right, a hint if the goal is another one, and how many are right.
    pub(super) fn write_end(&self, out: &mut impl Write) -> io::Result<()> {
        let is_listed =
            |mark: &&Mark| !mark.right && mark.name != mark.board && mark.board.len() <= LONGEST_LISTED;
        let listed: Vec<&Mark> = self.results.iter().filter(is_listed).collect();
        if !listed.is_empty() {
            writeln!(out)?;
        }
        for mark in listed.iter().take(MOST_LISTED) {
            writeln!(out, "{}: {}", mark.name, mark.board)?;
        }
        if let Some(more) = listed.len().checked_sub(MOST_LISTED).filter(|&more| more > 0) {
            writeln!(out, "and {more} more")?;
        }
        if let Some(goal) = self.results.iter().find_map(|mark| mark.other_goal.as_ref()) {
            writeln!(out, "\nit ends at the goal {goal}: grade it with --goal {goal}")?;
        }
        writeln!(out, "\n{} of {} right", self.right, self.boards)
    }

    pub(super) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        crate::json::write_json(self, out)
    }

    /// Writes a suite with a case a board.
    pub(super) fn write_junit(&self, out: &mut impl Write) -> io::Result<()> {
        let time: f64 = self.results.iter().map(|result| result.seconds).sum();
        let failures = self.graded - self.right;
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(
            out,
            "<testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" time=\"{time:.3}\">",
            escaped(&self.program),
            self.graded
        )?;
        for result in &self.results {
            let (name, seconds) = (escaped(&result.name), result.seconds);
            write!(out, "  <testcase classname=\"taquin.grade\" name=\"{name}\" time=\"{seconds:.3}\"")?;
            if result.right {
                writeln!(out, "/>")?;
                continue;
            }
            let message = escaped(&format!("{}: {}", result.name, result.message));
            writeln!(
                out,
                ">\n    <failure type=\"{}\" message=\"{message}\">{}</failure>\n  </testcase>",
                result.verdict,
                escaped(&result.board)
            )?;
        }
        writeln!(out, "</testsuite>")
    }
}

/// A text that XML may hold.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::run::Ending;
    use super::*;
    use std::time::Duration;
    use taquin::{Board, Goal, GoalKind};

    fn question(name: &str, shortest: Option<u32>) -> Question {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        Question { name: name.to_owned(), board, goal, shortest, text: Vec::new() }
    }

    /// A report on three boards, of which two are graded.
    fn report() -> Report {
        let questions = [question("a", Some(4)), question("<b>", None), question("c", None)];
        let mut report = Report::new(&["sh".into(), "a&b".into()], &questions);
        report.add(Mark::new(&questions[0], &run(), &Finding::of(Verdict::Right)));
        report.add(Mark::new(&questions[1], &run(), &Finding::of(Verdict::TimedOut)));
        report
    }

    fn run() -> Run {
        Run {
            ending: Ending::TimedOut,
            output: String::new(),
            complaints: String::new(),
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
    fn as_a_table() {
        let report = report();
        assert_eq!(
            written(|out| report.write_heading(out)) + &written(|out| report.write_last(out)),
            "board  shortest   seconds      memory  verdict\n\
             <b>        none      1.50     1.5 MiB  timed out\n"
        );
        assert_eq!(written(|out| report.write_end(out)), "\n<b>: 0 1 3/4 2 5/7 8 6\n\n1 of 3 right\n");
        assert!(!report.all_are_right() && report.untried() == 1);
    }

    #[test]
    fn below_the_table() {
        let mut questions: Vec<Question> = (1..=12).map(|i| question(&i.to_string(), None)).collect();
        // It is called what it is.
        questions.push(question("0 1 3/4 2 5/7 8 6", None));
        let mut report = Report::new(&[], &questions);
        for question in &questions {
            let wrong = Finding { other_goal: Some(GoalKind::Ring), ..Finding::of(Verdict::ClaimsSolvable) };
            report.add(Mark::new(question, &run(), &wrong));
        }
        let end = written(|out| report.write_end(out));
        assert_eq!(end.lines().filter(|line| line.ends_with(": 0 1 3/4 2 5/7 8 6")).count(), MOST_LISTED);
        assert!(end.ends_with(
            "and 2 more\n\nit ends at the goal ring: grade it with --goal ring\n\n0 of 13 right\n"
        ));
    }

    #[test]
    fn as_json() {
        let json: serde_json::Value =
            serde_json::from_str(&written(|out| report().write_json(out))).expect("JSON");
        assert_eq!((&json["right"], &json["graded"], &json["boards"]), (&1.into(), &2.into(), &3.into()));
        assert_eq!(json["results"][1]["verdict"], "timed-out");
        assert!(json["results"][1]["shortest"].is_null());
    }

    #[test]
    fn as_xml() {
        let xml = written(|out| report().write_junit(out));
        assert!(xml.contains("<testsuite name=\"sh a&amp;b\" tests=\"2\" failures=\"1\""), "{xml}");
        assert!(xml.contains("name=\"a\" time=\"1.500\"/>\n"), "{xml}");
        assert!(xml.contains("<failure type=\"timed-out\" message=\"&lt;b&gt;: timed out\">"), "{xml}");
        assert!(xml.ends_with("</testcase>\n</testsuite>\n"), "{xml}");
    }
}
