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
use taquin::notation::Assignment;
use verdict::QuotedLine;

/// The puzzle given to the solver, with the true answer.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) puzzle: &'a Puzzle,
    /// The proven length of the shortest solutions; `None` if the board is unsolvable.
    pub(super) shortest: Option<u32>,
    /// The course or judge, if it is named or recognized.
    pub(super) course: Option<Course>,
    /// True if the format of the course is required byte for byte.
    pub(super) is_strict: bool,
    /// True if the solution need not be shortest.
    pub(super) any_length: bool,
}

impl Task<'_> {
    /// Returns true if the course has a requirement.
    fn asks(self, requirement: fn(&Assignment) -> bool) -> bool {
        self.course.is_some_and(|course| requirement(course.assignment()))
    }

    /// Returns true if the answer must have boards with the moves between them.
    fn asks_for_boards(self) -> bool {
        self.asks(|assignment| assignment.asks_for_boards)
    }
}

pub(super) fn grade_output(task: Task<'_>, output: &str) -> Assessment {
    let text = output.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        // An empty line is a solution of no moves, written as letters or numbers.
        let is_accepted = task.course.is_none() || task.asks(|assignment| assignment.accepts_empty_line);
        let is_solved = is_accepted && !text.is_empty() && task.puzzle.board.is_goal(&task.puzzle.goal);
        return Assessment::from_verdict(if is_solved { Verdict::Right } else { Verdict::Nothing });
    }
    if task.asks(|assignment| assignment.asks_for_length) {
        return Assessment::from_verdict(length::grade(task, text));
    }
    let format = task.course.filter(|_| task.is_strict);
    let task = Task { course: recognized(task, text).or(task.course), ..task };
    let answer = if text.trim_start().starts_with('{') {
        parse_json::parse(task, text)
    } else {
        parse_text::parse(task, text)
    };
    let (mut verdict, mut line) = answer.verdict(task);
    if task.any_length && matches!(verdict, Verdict::NotShortest { .. }) {
        (verdict, line) = (Verdict::Right, None);
    }
    if let (Verdict::Right, Some(course)) = (&verdict, format) {
        verdict = strict::compare(course, task, &answer, text).unwrap_or(Verdict::Right);
    }
    let misses_goal = matches!(verdict, Verdict::NotSolved { .. } | Verdict::ClaimsSolvable);
    Assessment {
        verdict,
        line: line.and_then(|number| QuotedLine::from_output(output, number)),
        other_goal: if misses_goal { answer.other_goal(task) } else { None },
    }
}

/// Returns the course with the goal of the task whose headlines the output has, even if it is not named.
fn recognized(task: Task<'_>, text: &str) -> Option<Course> {
    let has_goal = |course: &Course| {
        course.goal().for_size(task.puzzle.board.size()).is_ok_and(|goal| goal == *task.puzzle.goal)
    };
    let has_headline =
        |course: &Course| course.assignment().headlines.iter().any(|headline| text.contains(headline));
    Course::all().find(|course| has_headline(course) && has_goal(course))
}
