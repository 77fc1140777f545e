//! AOJ `ALDS1_13_C`, 15 Puzzle: the number of moves alone.

use super::dialect::{Dialect, InputForm, write_length};
use super::style::StyleDefinition;
use super::{BoardFormat, plain_rows};
use crate::algorithm::Algorithm;
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "aoj",
    is_one_line: true,
    states_bound: false,
    write: |report, _, out| write_length(report, out),
    statistics: None,
    dialect: Some(Dialect {
        title: "AOJ ALDS1_13_C, 15 Puzzle, and ALDS1_13_B, 8 Puzzle",
        input: InputForm::Boards(BoardFormat::Rows),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| plain_rows(board),
        sample: ("1 2 3 4\n6 7 8 0\n5 10 11 12\n9 13 14 15\n", "8\n"),
    }),
};
