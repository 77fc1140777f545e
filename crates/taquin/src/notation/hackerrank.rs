//! `HackerRank`, N Puzzle: the number of moves, then the moves of the blank as words.

use super::{Assignment, BoardFormat, Dialect, InputForm, StyleDefinition, Writer, blank_words, plain_rows};
use crate::algorithm::Algorithm;
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "hackerrank",
    unsolvable: "-1",
    writer: Writer::Solutions(|solution, _, out| {
        writeln!(out, "{}", solution.len())?;
        blank_words(solution).try_for_each(|word| writeln!(out, "{}", word.to_uppercase()))
    }),
    dialect: Some(&Dialect {
        title: "HackerRank, N Puzzle",
        input: InputForm::Boards(BoardFormat::Header),
        goal: GoalKind::BlankFirst,
        algorithm: Algorithm::Auto,
        write_board: |board, _| format!("{}\n{}", board.size().rows(), plain_rows(board).replace(' ', "\n")),
        sample: ("3\n3\n1\n2\n0\n4\n5\n6\n7\n8\n", "1\nUP\n"),
        assignment: Assignment {
            has_square_boards: true,
            has_unsolvable_boards: false,
            has_length_first: true,
            names_blank: Some(true),
            ..Assignment::ANY
        },
    }),
    ..StyleDefinition::DEFAULT
};
