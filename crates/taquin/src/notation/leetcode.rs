//! `LeetCode` 773, Sliding Puzzle: the number of moves alone, -1 if there is no solution.

use super::BoardFormat;
use super::dialect::{Dialect, InputForm, format_array, write_length};
use super::style::StyleDefinition;
use crate::algorithm::Algorithm;
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "leetcode",
    is_one_line: true,
    states_bound: false,
    write: |report, _, out| write_length(report, out),
    statistics: None,
    dialect: Some(Dialect {
        title: "LeetCode 773, Sliding Puzzle",
        input: InputForm::Boards(BoardFormat::Lines),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| format_array(board),
        sample: ("[[1,2,3],[4,0,5]]\n[[1,2,3],[5,4,0]]\n", "1\n-1\n"),
    }),
};
