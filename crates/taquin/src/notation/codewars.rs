//! Codewars, Sliding Puzzle Solver: the tiles that slide, as a list.

use super::BoardFormat;
use super::dialect::{Dialect, InputForm, format_array};
use super::style::StyleDefinition;
use crate::algorithm::Algorithm;
use crate::outcome::{Outcome, Solution};
use std::io::{self, Write};
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "codewars",
    is_one_line: true,
    states_bound: false,
    write: |report, _, out| report.attempts.iter().try_for_each(|attempt| write(&attempt.outcome, out)),
    statistics: None,
    dialect: Some(Dialect {
        title: "Codewars, Sliding Puzzle Solver",
        input: InputForm::Boards(BoardFormat::Auto),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| format_array(board),
        sample: ("[[4,1,3],[2,8,0],[7,6,5]]\n", "[5, 6, 8, 2, 4, 1, 2, 5, 6]\n"),
    }),
};

fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    match (outcome, outcome.solution()) {
        (Outcome::Unsolvable(_), _) => writeln!(out, "null"),
        (_, Some(solution)) => write_tiles(solution, out),
        (_, None) => writeln!(out, "Stopped"),
    }
}

fn write_tiles(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "[")?;
    for (tile, i) in solution.tiles().zip(0..) {
        write!(out, "{}{tile}", if i > 0 { ", " } else { "" })?;
    }
    writeln!(out, "]")
}
