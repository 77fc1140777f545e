//! POJ 3240, Solution to the n² − 1 Puzzle: the moves of the blank on one line.

use super::{
    Assignment, BoardFormat, Dialect, InputForm, StyleDefinition, Writer, blank_letters, plain_rows,
};
use crate::algorithm::Algorithm;
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "poj-3240",
    is_one_line: true,
    unsolvable: "No Answer!",
    writer: Writer::Solutions(|solution, _, out| writeln!(out, "{}", blank_letters(solution))),
    dialect: Some(&Dialect {
        title: "POJ 3240, Solution to the n^2 - 1 Puzzle",
        input: InputForm::Boards(BoardFormat::Header),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| format!("{}\n{}", board.size().rows(), plain_rows(board)),
        sample: ("2\n3 1\n2 0\n", "LURD\n"),
        assignment: Assignment {
            has_square_boards: true,
            accepts_empty_line: true,
            names_blank: Some(true),
            ..Assignment::ANY
        },
    }),
    ..StyleDefinition::DEFAULT
};
