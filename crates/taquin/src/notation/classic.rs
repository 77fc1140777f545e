//! Princeton's course in 2010: each board with a gap for the blank, then the number of states enqueued and of moves. A
//! search without a queue reports the number of states generated instead.

use super::{Assignment, BoardFormat, Dialect, InputForm, StyleDefinition, Writer, length_line};
use crate::algorithm::Algorithm;
use crate::solution::Solution;
use std::io::{self, Write};
use taquin_core::GoalKind;

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "classic",
    states_bound: true,
    writer: Writer::Solutions(|solution, _, out| write(solution, out)),
    dialect: Some(&Dialect {
        title: "Princeton COS 226 in 2010, 8 Puzzle",
        input: InputForm::Boards(BoardFormat::Header),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::Princeton,
        write_board: |board, _| board.to_string(),
        sample: ("3\n 1  2  3\n 4  5  0\n 7  8  6\n", SAMPLE),
        assignment: Assignment {
            name: Some("princeton-2010"),
            keeps_files: true,
            // It depends on the order of equal priorities.
            figures: &["Number of states enqueued = "],
            ..Assignment::ANY
        },
    }),
    ..StyleDefinition::DEFAULT
};

const SAMPLE: &str = concat!(
    " 1  2  3\n",
    " 4  5\n",
    " 7  8  6\n",
    "\n",
    " 1  2  3\n",
    " 4  5  6\n",
    " 7  8\n",
    "\n",
    "Number of states enqueued = 4\n",
    "Minimum number of moves = 1\n",
);

fn write(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    let width = solution.start().tile_width().max(2);
    for board in solution.boards() {
        writeln!(out, "{}", board.to_gapped_rows(width))?;
    }
    let (what, states) = match solution.stats().queue.enqueued {
        0 => ("generated", solution.stats().generated),
        enqueued => ("enqueued", enqueued),
    };
    writeln!(out, "Number of states {what} = {states}")?;
    writeln!(out, "{}", length_line(solution))
}
