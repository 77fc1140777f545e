//! The results, as a table, as JSON and as the XML of `JUnit`, which build servers read.

use super::boards::Question;
use super::judge::{Finding, Verdict};
use super::run::Run;
use crate::units;
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, Write};
use taquin::notation::one_line;

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

    pub(super) fn write_total(&self, out: &mut impl Write) -> io::Result<()> {
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
    use taquin::{Board, Goal};

    fn report() -> Report {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let question = |name: &str, shortest| Question {
            name: name.to_owned(),
            board: board.clone(),
            goal: Goal::blank_last(board.size()),
            shortest,
        };
        let questions = [question("a", Some(4)), question("<b>", None), question("c", None)];
        let run = Run {
            ending: Ending::TimedOut,
            output: String::new(),
            complaints: String::new(),
            time: Duration::from_millis(1500),
            memory: Some(3 << 19),
        };
        let mut report = Report::new(&["sh".into(), "a&b".into()], &questions);
        report.add(Mark::new(&questions[0], &run, &Finding::of(Verdict::Right)));
        report.add(Mark::new(&questions[1], &run, &Finding::of(Verdict::TimedOut)));
        report
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
        assert_eq!(written(|out| report.write_total(out)), "\n1 of 3 right\n");
        assert!(!report.all_are_right() && report.untried() == 1);
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
