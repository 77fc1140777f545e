//! `UVa` 10181, 15-Puzzle Problem: the moves of the blank on one line.

use super::{
    Assignment, BoardFormat, Dialect, InputForm, StyleDefinition, Writer, blank_letters, plain_rows,
};
use crate::algorithm::Algorithm;
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "uva",
    is_one_line: true,
    unsolvable: "This puzzle is not solvable.",
    writer: Writer::Solutions(|solution, _, out| writeln!(out, "{}", blank_letters(solution))),
    dialect: Some(&Dialect {
        title: "UVa 10181, 15-Puzzle Problem",
        input: InputForm::Boards(BoardFormat::Counted),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| format!("1\n{}", plain_rows(board)),
        sample: (SAMPLE_IN, "LLLDRDRDR\nThis puzzle is not solvable.\n"),
        assignment: Assignment {
            boards: "4x4",
            accepts_empty_line: true,
            names_blank: Some(true),
            ..Assignment::ANY
        },
    }),
    ..StyleDefinition::DEFAULT
};

const SAMPLE_IN: &str = "\
2
2 3 4 0
1 5 7 8
9 6 10 12
13 14 11 15
13 1 2 4
5 0 3 7
9 6 10 12
15 8 11 14
";
