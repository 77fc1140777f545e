//! Iowa State's course: for each heuristic the number of moves, then boards and moves in turn.

use super::definition::Definition;
use super::{Attempt, Report, gapped_rows, widest};
use crate::board::Board;
use crate::heuristic::Heuristic;
use crate::solver::{Outcome, Solution};
use std::fmt::{self, Write};

pub(super) const STYLE: Definition = Definition {
    name: "iowa",
    is_one_line: false,
    tells_bound: true,
    write: |report, _, out| write(report, out),
};

fn write(report: &Report<'_>, out: &mut dyn Write) -> fmt::Result {
    if report.runs.iter().any(|run| matches!(run.outcome, Outcome::Unsolvable(_))) {
        return write!(out, "No solution exists for the following initial state:\n\n{}", rows(report.board));
    }
    let mut separator = "";
    for Attempt { heuristic, outcome, .. } in report.runs {
        if let Outcome::Solved(solution) = outcome {
            out.write_str(separator)?;
            write_solution(solution, heuristic.unwrap_or_default(), out)?;
            separator = "\n";
        }
    }
    Ok(())
}

fn write_solution(solution: &Solution, heuristic: Heuristic, out: &mut dyn Write) -> fmt::Result {
    let heuristic = match heuristic {
        // The course's own spelling, which graders compare with.
        Heuristic::Hamming => "number of mismatached tiles",
        other => other.in_words(),
    };
    let bound = if solution.is_shortest() {
        String::new()
    } else {
        format!("; shortest is at least {}", solution.lower_bound)
    };
    writeln!(out, "{} moves in total (heuristic: {heuristic}{bound})\n", solution.moves.len())?;
    write!(out, "{}", rows(&solution.start))?;
    for (board, by) in solution.boards().skip(1).zip(&solution.moves) {
        write!(out, "\n{by}\n\n{}", rows(&board))?;
    }
    Ok(())
}

fn rows(board: &Board) -> String {
    gapped_rows(board, widest(board))
}
