//! `LeetCode` 773, Sliding Puzzle: the number of moves alone, -1 if there is no solution.

use super::{Assignment, BoardFormat, Dialect, InputForm, StyleDefinition, Writer, nested_array};
use crate::algorithm::Algorithm;
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "leetcode",
    is_one_line: true,
    unsolvable: "-1",
    writer: Writer::Solutions(|solution, _, out| writeln!(out, "{}", solution.len())),
    dialect: Some(&Dialect {
        title: "LeetCode 773, Sliding Puzzle",
        input: InputForm::Boards(BoardFormat::Lines),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| nested_array(board),
        sample: ("[[1,2,3],[4,0,5]]\n[[1,2,3],[5,4,0]]\n", "1\n-1\n"),
        assignment: Assignment { boards: "2x3", asks_for_length: true, ..Assignment::ANY },
    }),
    ..StyleDefinition::DEFAULT
};
