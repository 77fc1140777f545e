//! A homework that is given in many places: the number of tiles, the index of the blank in the goal, and the board; the
//! moves of the tiles as words.

use super::{Assignment, Dialect, InputForm, StyleDefinition, Writer, plain_rows};
use crate::algorithm::Algorithm;
use taquin_core::{Board, Goal, GoalKind};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "n-i",
    unsolvable: "-1",
    writer: Writer::Solutions(|solution, _, out| {
        writeln!(out, "{}", solution.len())?;
        solution.moves().iter().try_for_each(|by| writeln!(out, "{}", by.to_string().to_lowercase()))
    }),
    dialect: Some(&Dialect {
        title: "homework: number of tiles N, index I of the blank in the goal (-1: the last cell), board",
        input: InputForm::NI,
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: format_board,
        sample: ("8\n-1\n1 2 3\n4 5 6\n0 7 8\n", "2\nleft\nleft\n"),
        assignment: Assignment {
            has_square_boards: true,
            has_length_first: true,
            names_blank: Some(false),
            ..Assignment::ANY
        },
    }),
    ..StyleDefinition::DEFAULT
};

/// Writes the index of the blank if the goal is of this form, and -1 otherwise.
fn format_board(board: &Board, goal: &Goal) -> String {
    let index = Some(goal.blank())
        .filter(|&cell| cell + 1 < board.size().cells() && *goal == Goal::blank_at(board.size(), cell));
    let index = index.map_or("-1".to_owned(), |cell| cell.to_string());
    format!("{}\n{index}\n{}", board.size().cells() - 1, plain_rows(board))
}
