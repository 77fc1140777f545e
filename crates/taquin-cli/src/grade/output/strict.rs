//! The output format of a course, byte for byte.
//!
//! A board may have several shortest solutions, so the expected text is made from the solver's own boards, after they were
//! found right. Line ends of Windows and the empty lines at the end are ignored. For Iowa State, so are spaces at the end
//! of a line: its document does not say whether a gap at the end of a row is printed.

use super::Task;
use super::replay::{BoardSequence, ParsedAnswer};
use super::verdict::{Verdict, shortened};
use crate::grade::course::Course;
use crate::input::Puzzle;
use std::fmt::Write;
use taquin::notation::{Attempt, MoveStyle, Report, Style};
use taquin::{Algorithm, Board, Goal, Move, Outcome, Solution, Solver};

/// Returns the first difference from the course's format.
pub(super) fn compare(
    course: Course,
    task: Task<'_>,
    answer: &ParsedAnswer,
    output: &str,
) -> Option<Verdict> {
    let expected = expected_text(course, task, answer, output);
    if course == Course::IOWA {
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

fn expected_text(course: Course, task: Task<'_>, answer: &ParsedAnswer, output: &str) -> String {
    let board = &task.puzzle.board;
    let solutions = match answer {
        ParsedAnswer::Boards(solutions) => solutions.iter().map(BoardSequence::moves).collect(),
        answer => vec![answer.tile_moves(task)],
    };
    let moves: Vec<Move> = solutions.first().cloned().unwrap_or_default();
    match (course.style(), task.shortest) {
        (Style::Princeton | Style::Classic, None) => "No solution possible\n".to_owned(),
        (Style::Princeton, Some(_)) => {
            let mut text = format!("Minimum number of moves = {}\n", moves.len());
            text.extend(boards(board, &moves).map(|board| format!("{board}\n")));
            text
        }
        (Style::Classic, Some(_)) => {
            let width = board.tile_width().max(2);
            let text: String =
                boards(board, &moves).map(|board| board.to_gapped_rows(width) + "\n").collect();
            // The number depends on the order of equal priorities: any number will do.
            let mut lines =
                output.lines().filter_map(|line| line.strip_prefix("Number of states enqueued = "));
            let enqueued = lines.rfind(|number| number.parse::<u64>().is_ok()).unwrap_or("N");
            text + &format!(
                "Number of states enqueued = {enqueued}\nMinimum number of moves = {}\n",
                moves.len()
            )
        }
        (Style::Iowa, None) => {
            format!("No solution exists for the following initial state:\n\n{}", rows(board))
        }
        (Style::Iowa, Some(_)) => {
            let heuristics = ["the Manhattan distance", "number of mismatached tiles"];
            let with_heuristic = solutions.iter().zip(heuristics);
            let texts: Vec<String> =
                with_heuristic.map(|(moves, heuristic)| iowa_solution(board, moves, heuristic)).collect();
            texts.join("\n")
        }
        (style, _) => with_own_figures(&styled(style, task, moves), output),
    }
}

/// Writes the solver's own solution in the style of a dialect, or that there is none.
fn styled(style: Style, task: Task<'_>, moves: Vec<Move>) -> String {
    let Puzzle { board, goal, .. } = task.puzzle;
    let outcome = match task.shortest {
        Some(_) => Solution::new(board.clone(), goal, moves).map(Outcome::Solved).ok(),
        // Parity decides at once.
        None => Solver::new(Goal::clone(goal)).solve(board).ok(),
    };
    // The verdict was right, so the moves are legal.
    let Some(outcome) = outcome else { return String::new() };
    let attempts = [Attempt { algorithm: Algorithm::Auto, heuristic: None, outcome }];
    let report = Report { name: None, board, goal, attempts: &attempts };
    let mut text = Vec::new();
    // Writing to memory never fails.
    style.write(&report, MoveStyle::default(), &mut text).ok();
    String::from_utf8_lossy(&text).into_owned()
}

/// The figures of Columbia's course that depend on the solver, and the number of their decimals.
const FIGURES: [(&str, usize); 4] =
    [("nodes_expanded: ", 0), ("max_search_depth: ", 0), ("running_time: ", 8), ("max_ram_usage: ", 8)];

/// Replaces the figures of an expected text by those of the output, if they are numbers of the same form.
fn with_own_figures(expected: &str, output: &str) -> String {
    if !expected.starts_with("path_to_goal: ") {
        return expected.to_owned();
    }
    let is_figure = |number: &str, decimals: usize| {
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let is_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        !whole.is_empty() && fraction.len() == decimals && is_digits(whole) && is_digits(fraction)
    };
    let own = |(label, decimals): (&str, usize)| {
        let number = output.lines().find_map(|line| line.strip_prefix(label));
        let number = number.filter(|number| is_figure(number, decimals));
        format!("{label}{}\n", number.unwrap_or(if decimals == 0 { "N" } else { "N.NNNNNNNN" }))
    };
    let mut text = String::new();
    for line in expected.lines() {
        // Without a search, there is no greatest depth to print before the time.
        if line.starts_with("running_time: ") && !text.contains("max_search_depth: ") {
            text += &own(FIGURES[1]);
        }
        match FIGURES.into_iter().find(|(label, _)| line.starts_with(label)) {
            Some(figure) => text += &own(figure),
            None => text = text + line + "\n",
        }
    }
    text
}

fn iowa_solution(board: &Board, moves: &[Move], heuristic: &str) -> String {
    let mut text = format!("{} moves in total (heuristic: {heuristic})\n\n{}", moves.len(), rows(board));
    for (board, by) in boards(board, moves).skip(1).zip(moves) {
        // Writing to a string never fails.
        write!(text, "\n{by}\n\n{}", rows(&board)).ok();
    }
    text
}

fn rows(board: &Board) -> String {
    board.to_gapped_rows(board.tile_width())
}

/// Returns the boards along some legal moves, the first one included.
fn boards(start: &Board, moves: &[Move]) -> impl Iterator<Item = Board> {
    let later = moves.iter().scan(start.clone(), |board, &by| {
        *board = board.after(by).ok()?;
        Some(board.clone())
    });
    std::iter::once(start.clone()).chain(later)
}
