//! `HackerRank`, N Puzzle: the number of moves, then the moves of the blank as words.

use super::dialect::{Dialect, InputForm};
use super::style::StyleDefinition;
use super::{BoardFormat, blank_words};
use crate::algorithm::Algorithm;
use crate::outcome::Outcome;
use std::io::{self, Write};
use taquin_core::{Board, GoalKind};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "hackerrank",
    is_one_line: false,
    states_bound: false,
    write: |report, _, out| report.attempts.iter().try_for_each(|attempt| write(&attempt.outcome, out)),
    statistics: None,
    dialect: Some(Dialect {
        title: "HackerRank, N Puzzle",
        input: InputForm::Boards(BoardFormat::Header),
        goal: GoalKind::BlankFirst,
        algorithm: Algorithm::Auto,
        write_board: |board, _| format_board(board),
        sample: ("3\n3\n1\n2\n0\n4\n5\n6\n7\n8\n", "1\nUP\n"),
    }),
};

fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Outcome::Unsolvable(_) => writeln!(out, "-1"),
        outcome => outcome.solution().map_or(Ok(()), |solution| {
            writeln!(out, "{}", solution.len())?;
            blank_words(solution).try_for_each(|word| writeln!(out, "{}", word.to_uppercase()))
        }),
    }
}

fn format_board(board: &Board) -> String {
    let tiles: Vec<String> = board.tiles().iter().map(u16::to_string).collect();
    format!("{}\n{}\n", board.size().rows(), tiles.join("\n"))
}
