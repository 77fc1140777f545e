//! Codewars, Sliding Puzzle Solver: the tiles that slide, as a list.

use super::{Assignment, BoardFormat, Dialect, InputForm, StyleDefinition, Writer, nested_array, write_list};
use crate::algorithm::Algorithm;
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "codewars",
    is_one_line: true,
    unsolvable: "null",
    writer: Writer::Solutions(|solution, _, out| {
        write!(out, "[")?;
        write_list(solution.tiles(), ", ", out)?;
        writeln!(out, "]")
    }),
    dialect: Some(&Dialect {
        title: "Codewars, Sliding Puzzle Solver",
        input: InputForm::Boards(BoardFormat::Auto),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| nested_array(board),
        sample: ("[[4,1,3],[2,8,0],[7,6,5]]\n", "[5, 6, 8, 2, 4, 1, 2, 5, 6]\n"),
        assignment: Assignment::ANY,
    }),
    ..StyleDefinition::DEFAULT
};
