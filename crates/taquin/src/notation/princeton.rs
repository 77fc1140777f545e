//! Princeton's course: the number of moves, then each board.
//!
//! The specification's sample run shows `Unsolvable puzzle` and boards without their size, but its test client prints `No
//! solution possible` and `toString()` includes the size. This follows the code.

use super::{Assignment, BoardFormat, Dialect, InputForm, StyleDefinition, Writer, length_line};
use crate::algorithm::Algorithm;
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "princeton",
    states_bound: true,
    writer: Writer::Solutions(|solution, _, out| {
        writeln!(out, "{}", length_line(solution))?;
        solution.boards().try_for_each(|board| writeln!(out, "{board}"))
    }),
    dialect: Some(&Dialect {
        title: "Princeton COS 226 and Coursera, Slider Puzzle",
        input: InputForm::Boards(BoardFormat::Header),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Auto,
        write_board: |board, _| board.to_string(),
        sample: ("3\n 1  2  3\n 4  5  0\n 7  8  6\n", SAMPLE),
        assignment: Assignment { keeps_files: true, ..Assignment::ANY },
    }),
    ..StyleDefinition::DEFAULT
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
