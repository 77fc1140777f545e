//! The project npuzzle of the school 42: complexity in time and in size, the number of moves, and all states.

use super::{Assignment, BoardFormat, Dialect, InputForm, StyleDefinition, Writer, plain_rows};
use crate::algorithm::Algorithm;
use crate::solution::Solution;
use std::io::{self, Write};
use taquin_core::{Board, GoalKind};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "42",
    unsolvable: "This puzzle is unsolvable.",
    writer: Writer::Solutions(|solution, _, out| write(solution, out)),
    dialect: Some(&Dialect {
        title: "42, project npuzzle",
        input: InputForm::Boards(BoardFormat::Header),
        goal: GoalKind::Snail,
        algorithm: Algorithm::AStar,
        write_board: |board, _| format!("{}\n{}", board.size().rows(), plain_rows(board)),
        sample: ("# This puzzle is solvable\n3\n1 2 3\n0 8 4 # the blank is 0\n7 6 5\n", SAMPLE),
        assignment: Assignment { has_square_boards: true, has_exact_format: false, ..Assignment::ANY },
    }),
    ..StyleDefinition::DEFAULT
};

const SAMPLE: &str = "\
States ever selected in the opened set (complexity in time): 2
Most states in memory at the same time (complexity in size): 4
Moves: 1

1 2 3
0 8 4
7 6 5

1 2 3
8 0 4
7 6 5
";

fn write(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    let stats = solution.stats();
    // A search without a queue selects the states that it expands.
    let selected = stats.queue.dequeued.max(stats.expanded);
    writeln!(out, "States ever selected in the opened set (complexity in time): {selected}")?;
    writeln!(out, "Most states in memory at the same time (complexity in size): {}", stats.stored)?;
    writeln!(out, "Moves: {}", solution.len())?;
    solution.boards().try_for_each(|board| write!(out, "\n{}", aligned_rows(&board)))
}

/// Formats rows with the numbers right-aligned.
fn aligned_rows(board: &Board) -> String {
    let width = board.tile_width();
    let row =
        |row: &[u16]| row.iter().map(|tile| format!("{tile:>width$}")).collect::<Vec<_>>().join(" ") + "\n";
    board.rows().map(row).collect()
}
