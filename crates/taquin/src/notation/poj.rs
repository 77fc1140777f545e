//! POJ 1077 and HDU 1043, Eight: the moves of the blank in lower case on one line.

use super::BoardFormat;
use super::dialect::{Dialect, InputForm, write_letters};
use super::style::StyleDefinition;
use crate::algorithm::Algorithm;
use taquin_core::{Board, GoalKind};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "poj",
    is_one_line: true,
    states_bound: false,
    write: |report, _, out| write_letters(report, "unsolvable", str::to_lowercase, out),
    statistics: None,
    dialect: Some(Dialect {
        title: "POJ 1077, HDU 1043, Eight",
        input: InputForm::Boards(BoardFormat::Lines),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| format_board(board),
        sample: ("1 2 3 x 4 6 7 5 8\n", "rdr\n"),
    }),
};

fn format_board(board: &Board) -> String {
    let tile = |&tile: &u16| if tile == 0 { "x".to_owned() } else { tile.to_string() };
    board.tiles().iter().map(tile).collect::<Vec<_>>().join(" ") + "\n"
}
