//! POJ 3240, Solution to the n² − 1 Puzzle: the moves of the blank on one line.

use super::dialect::{Dialect, InputForm, write_letters};
use super::style::StyleDefinition;
use super::{BoardFormat, plain_rows};
use crate::algorithm::Algorithm;
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "poj-3240",
    is_one_line: true,
    states_bound: false,
    write: |report, _, out| write_letters(report, "No Answer!", str::to_owned, out),
    statistics: None,
    dialect: Some(Dialect {
        title: "POJ 3240, Solution to the n^2 - 1 Puzzle",
        input: InputForm::Boards(BoardFormat::Header),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| format!("{}\n{}", board.size().rows(), plain_rows(board)),
        sample: ("2\n3 1\n2 0\n", "LURD\n"),
    }),
};
