//! Grades the output of a solver. This is a pure function from text to an [`Assessment`].
//!
//! Courses prescribe different output formats, and students add more text around them, so the parser is
//! lenient. Each line is [classified](classify_line) on its own: a row of numbers, moves, a claimed solution
//! length, a statement that there is no solution, or irrelevant text. Rows are then [assembled into
//! boards](parse_board), where a gap may stand for the blank. The items found determine the
//! [`ParsedAnswer`](replay::ParsedAnswer):
//!
//! | items found | answer |
//! |---|---|
//! | a [JSON object](parse_json) | its `status`, `moves`, `tiles` and `length` |
//! | `No solution possible`, `Unsolvable`, -1 | unsolvable |
//! | boards | one or more sequences of boards (Iowa's solvers solve each board twice) |
//! | letters or words of moves | moves of the tiles, or else of the blank |
//! | numbers | the tiles that slide |
//! | a number of moves | a length without a solution, which is [all](length) that some judges ask for |
//!
//! Every answer is [replayed](replay) from the given board, move by move; nothing that the solver claims is
//! trusted.

mod classify_line;
mod length;
mod parse_board;
mod parse_json;
mod parse_moves;
mod parse_text;
mod replay;
mod strict;
#[cfg(test)]
mod tests;
mod verdict;

pub(super) use verdict::{Assessment, Verdict};

use super::course::Course;
use crate::input::Puzzle;
use taquin::Goal;
use verdict::QuotedLine;

/// The puzzle given to the solver, with the true answer.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) puzzle: &'a Puzzle,
    /// The proven length of the shortest solutions; `None` if the board is unsolvable.
    pub(super) shortest: Option<u32>,
    /// True if the answer must have what Iowa State's course asks for: two solutions with moves between the boards, or
    /// the initial state of an unsolvable board.
    pub(super) is_iowa: bool,
    /// The course or judge, if it is named.
    pub(super) course: Option<Course>,
    /// True if the format of the course is required byte for byte.
    pub(super) is_strict: bool,
    /// True if the solution need not be shortest.
    pub(super) any_length: bool,
}

pub(super) fn grade_output(task: Task<'_>, output: &str) -> Assessment {
    let text = output.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        // An empty line is a solution of no moves, written as letters or numbers.
        let is_accepted = task.course.is_none_or(Course::accepts_empty_line);
        let is_solved = is_accepted && !text.is_empty() && task.puzzle.board.is_goal(&task.puzzle.goal);
        return Assessment::from_verdict(if is_solved { Verdict::Right } else { Verdict::Nothing });
    }
    if task.course.is_some_and(Course::asks_for_length) {
        return Assessment::from_verdict(length::grade(task, text));
    }
    let task = Task { is_iowa: task.is_iowa || has_iowa_headline(task, text), ..task };
    let answer = if text.trim_start().starts_with('{') {
        parse_json::parse(task, text)
    } else {
        parse_text::parse(task, text)
    };
    let (mut verdict, mut line) = answer.verdict(task);
    if task.any_length && matches!(verdict, Verdict::NotShortest { .. }) {
        (verdict, line) = (Verdict::Right, None);
    }
    if let (Verdict::Right, Some(course)) = (&verdict, task.course.filter(|_| task.is_strict)) {
        verdict = strict::compare(course, task, &answer, text).unwrap_or(Verdict::Right);
    }
    let misses_goal = matches!(verdict, Verdict::NotSolved { .. } | Verdict::ClaimsSolvable);
    Assessment {
        verdict,
        line: line.and_then(|number| QuotedLine::from_output(output, number)),
        other_goal: if misses_goal { answer.other_goal(task) } else { None },
    }
}

/// Returns true for the output of a solver of Iowa State's course, even if the course is not named.
fn has_iowa_headline(task: Task<'_>, text: &str) -> bool {
    let headlines = ["moves in total (heuristic", "No solution exists for the following initial state"];
    *task.puzzle.goal == Goal::ring() && headlines.iter().any(|headline| text.contains(headline))
}
