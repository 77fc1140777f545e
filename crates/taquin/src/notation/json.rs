//! A solution and its statistics as a JSON object on one line.

use super::style::StyleDefinition;
use super::{Attempt, MoveStyle, Report};
use crate::algorithm::Weight;
use crate::heuristic::Heuristic;
use crate::outcome::{Outcome, Solution};
use crate::stats::Stats;
use serde::Serialize;
use std::fmt::{self, Write};
use taquin_core::Board;

pub(super) const STYLE: StyleDefinition = StyleDefinition {
    name: "json",
    is_one_line: true,
    states_bound: true,
    write: |report, moves, out| {
        report.attempts.iter().try_for_each(|attempt| write(report, attempt, moves, out))
    },
};

#[derive(Serialize)]
struct Object<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    board: Vec<&'a [u16]>,
    goal: Vec<&'a [u16]>,
    algorithm: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<Weight>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
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

fn write(report: &Report<'_>, attempt: &Attempt, moves: MoveStyle, out: &mut dyn Write) -> fmt::Result {
    let outcome = &attempt.outcome;
    let solution = outcome.solution();
    let (status, why) = match outcome {
        Outcome::Solved(_) => ("solved", None),
        Outcome::Unsolvable(unsolvable) => ("unsolvable", Some(unsolvable.parity.to_string())),
        Outcome::Stopped(stopped) => ("stopped", Some(stopped.reason.to_string())),
    };
    let object = Object {
        name: report.name,
        board: rows(report.board),
        goal: rows(report.goal.board()),
        algorithm: attempt.algorithm.name(),
        weight: attempt.algorithm.weight(),
        heuristic: attempt.heuristic.map(Heuristic::name),
        status,
        length: solution.map(Solution::len),
        shortest: solution.map(Solution::is_shortest),
        lower_bound: outcome.lower_bound(),
        moves: solution.map(|s| moves.format(s.moves())),
        tiles: solution.map(|s| s.tiles().collect()),
        why,
        stats: outcome.stats(),
    };
    writeln!(out, "{}", serde_json::to_string(&object).map_err(|_| fmt::Error)?)
}

fn rows(board: &Board) -> Vec<&[u16]> {
    board.rows().collect()
}
