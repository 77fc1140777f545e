//! A solution, and everything known about how it was found, as a JSON object on one line.

use super::definition::Definition;
use super::{Attempt, MoveStyle, Report};
use crate::board::Board;
use crate::heuristic::Heuristic;
use crate::search::Stats;
use crate::solver::{Algorithm, Outcome, Solution};
use serde::Serialize;
use std::fmt::{self, Write};

pub(super) const STYLE: Definition = Definition {
    name: "json",
    is_one_line: true,
    tells_bound: true,
    write: |report, moves, out| report.runs.iter().try_for_each(|run| write(report, run, moves, out)),
};

#[derive(Serialize)]
struct Object<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    board: Vec<&'a [u16]>,
    goal: Vec<&'a [u16]>,
    algorithm: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u32>,
    /// None for searches that use none of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
    status: &'static str,
    /// The number of moves of the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    /// Whether that is proven to be the least.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<Vec<u16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    stats: &'a Stats,
}

fn write(report: &Report<'_>, run: &Attempt, moves: MoveStyle, out: &mut dyn Write) -> fmt::Result {
    let solution = if let Outcome::Solved(solution) = &run.outcome { Some(solution) } else { None };
    let (status, lower_bound, why, figures) = match &run.outcome {
        Outcome::Solved(solution) => ("solved", Some(solution.lower_bound), None, &solution.stats),
        Outcome::Unsolvable(unsolvable) => {
            ("unsolvable", None, Some(unsolvable.why.to_string()), &unsolvable.stats)
        }
        Outcome::Stopped(at) => ("stopped", Some(at.lower_bound), Some(at.reason.to_string()), &at.stats),
    };
    let object = Object {
        name: report.name,
        board: rows(report.board),
        goal: rows(report.goal.board()),
        algorithm: run.algorithm.name(),
        weight: if let Algorithm::WeightedAStar(weight) = run.algorithm { Some(weight) } else { None },
        heuristic: run.heuristic.map(Heuristic::name),
        status,
        length: solution.map(|s| s.moves.len()),
        shortest: solution.map(Solution::is_shortest),
        lower_bound,
        moves: solution.map(|s| moves.format(&s.moves)),
        tiles: solution.map(|s| s.tiles().collect()),
        why,
        stats: figures,
    };
    writeln!(out, "{}", serde_json::to_string(&object).map_err(|_| fmt::Error)?)
}

fn rows(board: &Board) -> Vec<&[u16]> {
    board.rows().collect()
}
