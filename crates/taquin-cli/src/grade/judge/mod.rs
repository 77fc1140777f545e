//! Judges what a solver has printed. Nothing here runs a program or reads a file: text goes in, and a verdict comes out.
//!
//! Courses differ in what a solver has to print, and students in what else they print. So every [`line`] is looked at by
//! itself first: it is a row of numbers, [`moves`], a claim about the number of moves, the word that there is no solution, or
//! of no account. Then the rows of the [`text`] are put together to boards, where a [`gap`] may stand for the blank. What has
//! been found decides what kind of [`answer`] it is:
//!
//! | found | the answer is |
//! |---|---|
//! | a [`json`] object | what its `status`, `moves`, `tiles` and `length` say |
//! | `No solution possible`, `Unsolvable`, -1 | that the board can't be solved |
//! | boards | a sequence of boards, or several of them (Iowa's solvers solve each board twice) |
//! | letters or words of moves | moves, of the tiles or else of the blank |
//! | numbers | the tiles that slide |
//! | a number of moves | that alone, which is no solution |
//!
//! Every answer is replayed from the board given, slide by slide. The solver is not believed anything.

mod answer;
mod gap;
mod json;
mod line;
mod moves;
#[cfg(test)]
mod tests;
mod text;
mod verdict;

pub(super) use verdict::{Finding, Verdict, shortened};

use taquin::{Board, Goal};
use verdict::Quote;

/// What the solver was asked.
pub(super) struct Task<'a> {
    pub(super) board: &'a Board,
    pub(super) goal: &'a Goal,
    /// The fewest moves, proven; `None` if the board can't be solved.
    pub(super) shortest: Option<u32>,
}

/// The verdict on an output.
pub(super) fn judge(task: &Task<'_>, output: &str) -> Finding {
    let text = output.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        // A solution of no moves, written as letters or numbers, is an empty line.
        let solved = !text.is_empty() && task.board.is_goal(task.goal);
        return Finding::of(if solved { Verdict::Right } else { Verdict::Nothing });
    }
    let answer =
        if text.trim_start().starts_with('{') { json::answer(task, text) } else { text::answer(task, text) };
    let other_goal = answer.other_goal(task);
    let (verdict, line) = answer.verdict(task);
    let misses_goal = matches!(verdict, Verdict::NotSolved | Verdict::ClaimsSolvable);
    Finding {
        verdict,
        line: line.and_then(|number| Quote::from(output, number)),
        other_goal: other_goal.filter(|_| misses_goal),
    }
}
