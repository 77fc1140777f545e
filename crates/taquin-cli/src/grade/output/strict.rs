//! The output format of a course, byte for byte: what the style writes for the program's own solution.
//!
//! A board may have several shortest solutions, so the expected text is made from the solver's own boards, after they were
//! found right. Line ends of Windows and the empty lines at the end are ignored, and what the assignment leaves open.

use super::Task;
use super::replay::{BoardSequence, ParsedAnswer};
use super::verdict::{Verdict, shortened};
use crate::grade::course::Course;
use crate::input::Puzzle;
use taquin::Move;
use taquin::notation::Assignment;

/// Returns the first difference from the course's format.
pub(super) fn compare(
    course: Course,
    task: Task<'_>,
    answer: &ParsedAnswer,
    output: &str,
) -> Option<Verdict> {
    let Puzzle { board, goal, .. } = task.puzzle;
    let assignment = course.assignment();
    // The verdict was right, so the moves are legal.
    let expected = course.style.expected_output(board, goal, solutions(task, answer, assignment)).ok()?;
    let expected = with_own_figures(&expected, output, assignment.figures);
    if assignment.ignores_trailing_spaces {
        compare_text(&expected, output, |line| line.trim_end().to_owned())
    } else {
        compare_text(&expected, output, str::to_owned)
    }
}

/// Returns the first difference from an expected text, after a function is applied to each line.
pub(super) fn compare_text(expected: &str, output: &str, line: fn(&str) -> String) -> Option<Verdict> {
    let lines =
        |text: &str| -> Vec<String> { text.trim_end_matches(['\r', '\n']).lines().map(line).collect() };
    let (expected, found) = (lines(expected), lines(output));
    let mut line = (0..expected.len().max(found.len())).find(|&i| expected.get(i) != found.get(i))?;
    if line >= expected.len() {
        // The first line too many that is not empty.
        line += found[line..].iter().take_while(|text| text.is_empty()).count();
    }
    let quoted = |lines: &[String]| {
        lines.get(line).map_or("the end of the output".to_owned(), |text| format!("\"{}\"", visible(text)))
    };
    let diff = diff(&expected, &found);
    Some(Verdict::WrongFormat { line: line + 1, expected: quoted(&expected), found: quoted(&found), diff })
}

/// The maximum number of lines of each kind in a diff.
const MAX_DIFF_LINES: usize = 12;

/// Formats the lines between the first and the last difference: expected ones with `-`, found ones with `+`.
fn diff(expected: &[String], found: &[String]) -> String {
    let same = |a: &mut dyn Iterator<Item = &String>, b: &mut dyn Iterator<Item = &String>| {
        a.zip(b).take_while(|(a, b)| a == b).count()
    };
    let start = same(&mut expected.iter(), &mut found.iter());
    let (expected, found) = (&expected[start..], &found[start..]);
    let end = same(&mut expected.iter().rev(), &mut found.iter().rev());
    let marked = |lines: &[String], mark: char| {
        let lines = &lines[..lines.len() - end];
        let more = lines.len().saturating_sub(MAX_DIFF_LINES);
        let shown = lines.iter().take(MAX_DIFF_LINES).map(|line| format!("{mark}{}\n", visible(line)));
        let rest = (more > 0).then(|| format!("{mark}… and {more} more lines\n"));
        shown.chain(rest).collect::<String>()
    };
    format!("@@ line {} @@\n{}{}", start + 1, marked(expected, '-'), marked(found, '+'))
}

/// Shortens a line, with its spaces.
fn visible(line: &str) -> String {
    let text = shortened(line);
    let lead = line.len() - line.trim_start().len();
    let trail = line.len() - line.trim_end().len();
    if text.is_empty() || text.ends_with('…') {
        return text;
    }
    format!("{}{text}{}", " ".repeat(lead.min(20)), " ".repeat(trail.min(20)))
}

/// Returns the moves of the solutions that the course asks for; none for an unsolvable board.
fn solutions(task: Task<'_>, answer: &ParsedAnswer, assignment: &Assignment) -> Vec<Vec<Move>> {
    let asked = assignment.heuristics.len().max(1);
    match answer {
        _ if task.shortest.is_none() => Vec::new(),
        ParsedAnswer::Boards(solutions) => solutions.iter().take(asked).map(BoardSequence::moves).collect(),
        answer => vec![answer.tile_moves(task)],
    }
}

/// Replaces the figures of an expected text by those of the output, if they have as many decimals.
fn with_own_figures(expected: &str, output: &str, labels: &[&str]) -> String {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let has_form = |number: &str, form: &str| {
        let decimals = number.split('.').skip(1).map(str::len);
        number.split('.').all(is_digits) && decimals.eq(form.split('.').skip(1).map(str::len))
    };
    let figure = |line: &str| {
        let (label, form) = labels.iter().find_map(|label| Some((label, line.strip_prefix(label)?)))?;
        let mut numbers = output.lines().filter_map(|line| line.strip_prefix(label));
        let own = numbers.rfind(|number| has_form(number, form)).map(str::to_owned);
        Some(format!("{label}{}", own.unwrap_or_else(|| form.replace(|c: char| c.is_ascii_digit(), "N"))))
    };
    expected.lines().map(|line| figure(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}
