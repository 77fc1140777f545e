//! Iowa State's course: for each heuristic the number of moves, then boards and moves in turn.

use super::{
    Assignment, Attempt, BoardFormat, Dialect, InputForm, Report, StyleDefinition, Writer, plain_rows,
};
use crate::algorithm::{Algorithm, OpenListKind};
use crate::heuristic::Heuristic;
use crate::outcome::Outcome;
use crate::solution::Solution;
use std::io::{self, Write};
use taquin_core::{Board, GoalKind};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "iowa",
    states_bound: true,
    writer: Writer::Reports(|report, _, out| write(report, out)),
    dialect: Some(&Dialect {
        title: "Iowa State Com S 228, Project 3",
        input: InputForm::Boards(BoardFormat::Rows),
        goal: GoalKind::Snail,
        algorithm: Algorithm::Iowa(OpenListKind::Buckets),
        write_board: |board, _| plain_rows(board),
        sample: ("1 2 3\n0 8 4\n7 6 5\n", SAMPLE),
        assignment: Assignment {
            goal: Some(&GoalKind::Ring),
            keeps_files: true,
            heuristics: &[Heuristic::Manhattan, Heuristic::Hamming],
            asks_for_boards: true,
            headlines: &["moves in total (heuristic", "No solution exists for the following initial state"],
            // The document does not say whether a gap at the end of a row is printed.
            ignores_trailing_spaces: true,
            ..Assignment::ANY
        },
    }),
    ..StyleDefinition::DEFAULT
};

const SAMPLE: &str = concat!(
    "1 moves in total (heuristic: the Manhattan distance)\n",
    "\n",
    "1 2 3\n",
    "  8 4\n",
    "7 6 5\n",
    "\n",
    "LEFT\n",
    "\n",
    "1 2 3\n",
    "8   4\n",
    "7 6 5\n",
    "\n",
    "1 moves in total (heuristic: number of mismatached tiles)\n",
    "\n",
    "1 2 3\n",
    "  8 4\n",
    "7 6 5\n",
    "\n",
    "LEFT\n",
    "\n",
    "1 2 3\n",
    "8   4\n",
    "7 6 5\n",
);

fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    if report.attempts.iter().any(|attempt| matches!(attempt.outcome, Outcome::Unsolvable(_))) {
        return write!(out, "No solution exists for the following initial state:\n\n{}", rows(report.board));
    }
    let mut separator = "";
    for Attempt { heuristic, outcome, .. } in report.attempts {
        if let Some(solution) = outcome.solution() {
            out.write_all(separator.as_bytes())?;
            write_solution(solution, *heuristic, out)?;
            separator = "\n";
        }
    }
    Ok(())
}

fn write_solution(solution: &Solution, heuristic: Option<Heuristic>, out: &mut dyn Write) -> io::Result<()> {
    let heuristic = heuristic.map(|heuristic| match heuristic {
        // The course's spelling, which its graders compare with.
        Heuristic::Hamming => "heuristic: number of mismatached tiles".to_owned(),
        other => format!("heuristic: {}", other.description()),
    });
    let bound = (!solution.is_shortest()).then(|| format!("shortest is at least {}", solution.lower_bound()));
    let remarks: Vec<String> = heuristic.into_iter().chain(bound).collect();
    let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join("; ")) };
    writeln!(out, "{} moves in total{remarks}\n", solution.len())?;
    write!(out, "{}", rows(solution.start()))?;
    for (board, by) in solution.boards().skip(1).zip(solution.moves()) {
        write!(out, "\n{by}\n\n{}", rows(&board))?;
    }
    Ok(())
}

fn rows(board: &Board) -> String {
    board.to_gapped_rows(board.tile_width())
}
