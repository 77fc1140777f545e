//! A homework that is given in many places: the number of tiles, the index of the blank in the goal, and the board; the
//! moves of the tiles as words.

use super::dialect::{Dialect, InputForm};
use super::plain_rows;
use super::style::StyleDefinition;
use crate::algorithm::Algorithm;
use crate::outcome::Outcome;
use std::io::{self, Write};
use taquin_core::{Board, Goal, GoalKind};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "n-i",
    is_one_line: false,
    states_bound: false,
    write: |report, _, out| report.attempts.iter().try_for_each(|attempt| write(&attempt.outcome, out)),
    statistics: None,
    dialect: Some(Dialect {
        title: "homework: number of tiles N, index I of the blank in the goal (-1: the last cell), board",
        input: InputForm::NI,
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: format_board,
        sample: ("8\n-1\n1 2 3\n4 5 6\n0 7 8\n", "2\nleft\nleft\n"),
    }),
};

fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Outcome::Unsolvable(_) => writeln!(out, "-1"),
        outcome => outcome.solution().map_or(Ok(()), |solution| {
            writeln!(out, "{}", solution.len())?;
            solution.moves().iter().try_for_each(|by| writeln!(out, "{}", by.to_string().to_lowercase()))
        }),
    }
}

/// Writes the index of the blank if the goal is of this form, and -1 otherwise.
fn format_board(board: &Board, goal: &Goal) -> String {
    let index = Some(goal.blank())
        .filter(|&cell| cell + 1 < board.size().cells() && *goal == Goal::blank_at(board.size(), cell));
    let index = index.map_or("-1".to_owned(), |cell| cell.to_string());
    format!("{}\n{index}\n{}", board.size().cells() - 1, plain_rows(board))
}
