//! A solution and its statistics as a JSON object on one line.

use super::{Attempt, MoveStyle, Report, StyleDefinition, Writer};
use crate::algorithm::Weight;
use crate::heuristic::Heuristic;
use crate::outcome::Outcome;
use crate::solution::Solution;
use crate::stats::Stats;
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use taquin_core::{Board, Metric, Move};

pub(super) static STYLE: StyleDefinition = StyleDefinition {
    name: "json",
    is_one_line: true,
    states_bound: true,
    writer: Writer::Reports(|report, moves, out| {
        report.attempts.iter().try_for_each(|attempt| write(report, attempt, moves, out))
    }),
    ..StyleDefinition::DEFAULT
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
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<MovesJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<TilesJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    stats: &'a Stats,
}

fn write(report: &Report<'_>, attempt: &Attempt, moves: MoveStyle, out: &mut dyn Write) -> io::Result<()> {
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
        metric: solution
            .map(Solution::metric)
            .filter(|metric| *metric != Metric::default())
            .map(Metric::name),
        status,
        length: solution.map(Solution::len),
        shortest: solution.map(Solution::is_shortest),
        lower_bound: outcome.lower_bound(),
        moves: solution.map(|s| MovesJson(s.moves(), moves)),
        tiles: solution.map(TilesJson),
        why,
        stats: outcome.stats(),
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

/// Moves as a string, serialized without collecting it.
struct MovesJson<'a>(&'a [Move], MoveStyle);

impl Serialize for MovesJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.1.display(self.0))
    }
}

/// The tiles of a solution as an array, serialized without collecting it.
struct TilesJson<'a>(&'a Solution);

impl Serialize for TilesJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.tiles())
    }
}

fn rows(board: &Board) -> Vec<&[u16]> {
    board.rows().collect()
}
