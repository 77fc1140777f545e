//! The iterations of IDA* or iterative deepening, with a line for each visit of a node.

use super::{DEFAULT_STEPS, TraceArgs, end_message, max_nodes, write_continuation};
use crate::input::{BoardName, Puzzle};
use crate::json::{TextOrJson, write_json};
use serde::Serialize;
use std::io::{self, Write};
use taquin::trace::{IdaTrace, TraceEnd, Visit};
use taquin::{Heuristic, Move, NamedSearch, Parity};

pub(super) fn show(args: &TraceArgs, puzzle: &Puzzle, out: &mut impl Write) -> io::Result<TraceEnd> {
    let Puzzle { name, board, goal } = puzzle;
    let requested_steps = args.steps.unwrap_or(DEFAULT_STEPS) as usize;
    let max_steps = requested_steps.min(max_nodes(board.size()));
    let trace = match args.search() {
        Ok(NamedSearch::Informed { heuristic, .. }) => IdaTrace::new(board, goal, heuristic, max_steps),
        Ok(NamedSearch::Uninformed { order, depth_limit, .. }) => {
            Some(IdaTrace::iterative_deepening(board, goal, order, depth_limit, max_steps))
        }
        Err(_) => None,
    };
    let Some(trace) = trace else { return Ok(TraceEnd::StepLimit) };
    let bound_name = if args.heuristic().is_some() { "Threshold" } else { "Depth limit" };
    let mut step: usize = 0;
    for iteration in &trace.iterations {
        if args.format == TextOrJson::Text {
            writeln!(out, "{bound_name} {}:", iteration.bound)?;
        }
        for visit in &iteration.visits {
            let is_goal = visit.board.is_goal(goal) && !visit.is_pruned;
            if args.format == TextOrJson::Json {
                let line = JsonVisit {
                    name,
                    step,
                    heuristic: args.heuristic().map(Heuristic::name),
                    threshold: iteration.bound,
                    by: visit.by.map(Move::letter),
                    board: visit.board.to_line(),
                    depth: visit.depth,
                    estimate: visit.estimate,
                    cost: visit.cost(),
                    cut_off: visit.is_pruned,
                    goal: is_goal,
                };
                write_json(&line, out)?;
            } else {
                write_visit(step, visit, args.heuristic().is_some(), is_goal, out)?;
            }
            step += 1;
        }
        if args.format == TextOrJson::Text {
            writeln!(out)?;
        }
    }
    let end = match trace.end {
        TraceEnd::NodeLimit if max_steps == requested_steps => TraceEnd::StepLimit,
        end => end,
    };
    if args.format == TextOrJson::Text {
        let message = end_message(end, trace.moves(), "reached", step);
        writeln!(out, "{message} Nodes visited: {step}, iterations: {}.", trace.iterations.len())?;
        write_continuation(args, end, Parity::is_solvable(board, goal), out)?;
    }
    Ok(end)
}

/// The maximum depth that is shown by indentation.
const MAX_INDENTED_DEPTH: u32 = 30;

fn write_visit(
    step: usize,
    visit: &Visit,
    has_estimate: bool,
    is_goal: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let indent = 2 * visit.depth.min(MAX_INDENTED_DEPTH) as usize;
    let by = visit.by.map_or('-', Move::letter);
    let mark = match (visit.is_pruned, is_goal) {
        (true, _) => "  cut off",
        (false, true) => "  goal",
        (false, false) => "",
    };
    let Visit { depth, estimate, .. } = visit;
    let board = visit.board.to_line();
    let cost = visit.cost();
    write!(out, "Step {step}:  {:indent$}{by} {board}", "")?;
    if has_estimate {
        write!(out, "  {depth} + {estimate} = {cost}")?;
    }
    writeln!(out, "{mark}")
}

#[derive(Serialize)]
struct JsonVisit<'a> {
    name: &'a BoardName,
    step: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
    threshold: u32,
    #[serde(rename = "move")]
    by: Option<char>,
    board: String,
    depth: u32,
    estimate: u32,
    cost: u32,
    cut_off: bool,
    goal: bool,
}
