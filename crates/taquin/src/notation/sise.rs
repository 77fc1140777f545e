//! Łódź University of Technology, SISE: a file with the solution, and one with the statistics of the search.

use super::{
    Assignment, BoardFormat, Dialect, InputForm, Report, StyleDefinition, Writer, blank_letters, plain_rows,
};
use crate::algorithm::Algorithm;
use crate::outcome::Outcome;
use crate::solution::Solution;
use crate::stats::Stats;
use std::io::{self, Write};
use taquin_core::{GoalKind, StopReason};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "sise",
    writer: Writer::Reports(|report, _, out| {
        report.attempts.iter().try_for_each(|attempt| write(&attempt.outcome, out))
    }),
    statistics: Some(write_statistics),
    dialect: Some(&Dialect {
        title: "Łódź University of Technology, SISE, the fifteen puzzle",
        input: InputForm::Boards(BoardFormat::Header),
        goal: GoalKind::BlankLast,
        algorithm: Algorithm::BreadthFirst,
        write_board: |board, _| {
            format!("{} {}\n{}", board.size().rows(), board.size().cols(), plain_rows(board))
        },
        sample: ("4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n0 13 14 15\n", "3\nRRR\n"),
        assignment: Assignment {
            boards: "4x4-near",
            has_unsolvable_boards: false,
            asks_for_depth: true,
            has_length_first: true,
            names_blank: Some(true),
            ..Assignment::ANY
        },
    }),
    ..StyleDefinition::DEFAULT
};

/// Returns the solution; `Err` if there is none, also within the depth limit; `None` if the search stopped otherwise.
fn found(outcome: &Outcome) -> Option<Result<&Solution, ()>> {
    match outcome {
        Outcome::Solved(solution) => Some(Ok(solution)),
        Outcome::Unsolvable(_) => Some(Err(())),
        Outcome::Stopped(at) => (at.reason == StopReason::Depth).then_some(Err(())),
    }
}

fn write(outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    match found(outcome) {
        Some(Ok(solution)) => writeln!(out, "{}\n{}", solution.len(), blank_letters(solution)),
        Some(Err(())) => writeln!(out, "-1"),
        None => Ok(()),
    }
}

/// Writes the length of the solution, the states visited and processed, the greatest depth, and the time in milliseconds.
fn write_statistics(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    for attempt in report.attempts {
        let Some(found) = found(&attempt.outcome) else { continue };
        let Stats { queue, generated, expanded, max_depth, time, .. } = attempt.outcome.stats();
        // A search without a queue visits the states that it generates.
        let visited = if queue.enqueued > 0 { queue.enqueued } else { *generated };
        match found {
            Ok(solution) => writeln!(out, "{}", solution.len())?,
            Err(()) => writeln!(out, "-1")?,
        }
        writeln!(out, "{visited}\n{expanded}\n{}", max_depth.unwrap_or_default())?;
        writeln!(out, "{:.3}", time.as_secs_f64() * 1000.0)?;
    }
    Ok(())
}
