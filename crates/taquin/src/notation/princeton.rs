//! Princeton's course: the number of moves, then each board.
//!
//! The specification's sample run shows `Unsolvable puzzle` and boards without their size, but its test client prints `No
//! solution possible` and `toString()` includes the size. This follows the code.

use super::BoardFormat;
use super::dialect::{Dialect, InputForm};
use super::length_line;
use super::style::StyleDefinition;
use crate::algorithm::Algorithm;
use crate::outcome::Outcome;
use std::io::{self, Write};
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "princeton",
    is_one_line: false,
    states_bound: true,
    write: |report, _, out| report.attempts.iter().try_for_each(|attempt| write(&attempt.outcome, out)),
    statistics: None,
    dialect: Some(Dialect {
        title: "Princeton COS 226 and Coursera, Slider Puzzle",
        input: InputForm::Boards(BoardFormat::Header),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| board.to_string(),
        sample: ("3\n 1  2  3\n 4  5  0\n 7  8  6\n", SAMPLE),
    }),
};

const SAMPLE: &str = concat!(
    "Minimum number of moves = 1\n",
    "3\n",
    " 1  2  3 \n",
    " 4  5  0 \n",
    " 7  8  6 \n",
    "\n",
    "3\n",
    " 1  2  3 \n",
    " 4  5  6 \n",
    " 7  8  0 \n",
    "\n",
);

fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Outcome::Unsolvable(_) => writeln!(out, "No solution possible"),
        outcome => outcome.solution().map_or(Ok(()), |solution| {
            writeln!(out, "{}", length_line(solution))?;
            solution.boards().try_for_each(|board| writeln!(out, "{board}"))
        }),
    }
}
