//! POJ 1077 and HDU 1043, Eight: the moves of the blank in lower case on one line.

use super::{Assignment, BoardFormat, Dialect, InputForm, StyleDefinition, Writer, blank_letters};
use crate::algorithm::Algorithm;
use taquin_core::{Board, GoalKind};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "poj",
    is_one_line: true,
    unsolvable: "unsolvable",
    writer: Writer::Solutions(|solution, _, out| writeln!(out, "{}", blank_letters(solution).to_lowercase())),
    dialect: Some(&Dialect {
        title: "POJ 1077, HDU 1043, Eight",
        input: InputForm::Boards(BoardFormat::Lines),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| format_board(board),
        sample: ("1 2 3 x 4 6 7 5 8\n", "rdr\n"),
        assignment: Assignment {
            has_square_boards: true,
            accepts_empty_line: true,
            names_blank: Some(true),
            ..Assignment::ANY
        },
    }),
    ..StyleDefinition::DEFAULT
};

fn format_board(board: &Board) -> String {
    let tile = |&tile: &u16| if tile == 0 { "x".to_owned() } else { tile.to_string() };
    board.tiles().iter().map(tile).collect::<Vec<_>>().join(" ") + "\n"
}
