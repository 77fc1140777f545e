//! AOJ `ALDS1_13_C`, 15 Puzzle: the number of moves alone.

use super::{Assignment, BoardFormat, Dialect, InputForm, StyleDefinition, Writer, plain_rows};
use crate::algorithm::Algorithm;
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "aoj",
    is_one_line: true,
    unsolvable: "-1",
    writer: Writer::Solutions(|solution, _, out| writeln!(out, "{}", solution.len())),
    dialect: Some(&Dialect {
        title: "AOJ ALDS1_13_C, 15 Puzzle, and ALDS1_13_B, 8 Puzzle",
        input: InputForm::Boards(BoardFormat::Rows),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| plain_rows(board),
        sample: ("1 2 3 4\n6 7 8 0\n5 10 11 12\n9 13 14 15\n", "8\n"),
        assignment: Assignment { boards: "4x4", asks_for_length: true, ..Assignment::ANY },
    }),
    ..StyleDefinition::DEFAULT
};
