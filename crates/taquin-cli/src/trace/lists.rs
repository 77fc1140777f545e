//! The trace of Iowa State's A*: OPEN and CLOSED before each step, and where each successor is put.
//!
//! All three structures of OPEN have the same order, so their traces are the same.

use super::{MAX_BYTES, TraceArgs, column, end_message, write_columns, write_continuation};
use crate::input::{BoardName, Puzzle};
use crate::json::{TextOrJson, write_json};
use crate::memory_limit::search_memory;
use crate::units;
use serde::Serialize;
use std::io::{self, Write};
use taquin::trace::{ListStep, ListTrace, ListedState, Placement, TraceEnd};

pub(super) fn show(
    args: &TraceArgs,
    puzzle: &Puzzle,
    is_solvable: bool,
    out: &mut impl Write,
) -> io::Result<TraceEnd> {
    let Puzzle { name, board, goal } = puzzle;
    let max_steps = args.steps.unwrap_or(super::DEFAULT_STEPS) as usize;
    // A state has its own board and that of its predecessor.
    let max_states = search_memory(None).min(MAX_BYTES) / (4 * board.size().cells() + 200);
    let heuristic = args.heuristic().unwrap_or_default();
    let Some(trace) = ListTrace::new(board, goal, heuristic, max_steps, max_states) else {
        return Ok(TraceEnd::StepLimit);
    };
    for (number, step) in trace.steps.iter().enumerate() {
        if args.format == TextOrJson::Json {
            write_json(&JsonStep::new(name, number, args, step), out)?;
            continue;
        }
        write_list(&format!("Step {number}:  OPEN    "), &step.open, args, out)?;
        write_list(&format!("{:indent$}CLOSED  ", "", indent = heading(number)), &step.closed, args, out)?;
        for (successor, placement) in &step.successors {
            let by = successor.from.as_ref().map_or(String::new(), |(_, by)| by.to_string());
            let ListedState { board, moves, estimate, .. } = successor;
            let (board, cost) = (board.to_line(), successor.cost());
            let indent = heading(number);
            let placement = describe(*placement);
            writeln!(out, "{:indent$}{by:5}  {board}  {moves} + {estimate} = {cost}  {placement}", "")?;
        }
        if !step.successors.is_empty() {
            writeln!(out)?;
        }
    }
    if args.format == TextOrJson::Text {
        let steps = trace.steps.len();
        let message = end_message(trace.end, trace.moves(), "removed from OPEN", steps);
        let (open, closed) = trace.steps.last().map_or((0, 0), |step| (step.open.len(), step.closed.len()));
        let open = units::count(open as u64, "state");
        writeln!(out, "{message} Before the last step, OPEN had {open} and CLOSED {closed}.")?;
        write_continuation(args, trace.end, is_solvable, out)?;
    }
    Ok(trace.end)
}

/// Returns the width of `Step 12:  `.
fn heading(number: usize) -> usize {
    format!("Step {number}:  ").len()
}

fn write_list(
    heading: &str,
    states: &[ListedState],
    args: &TraceArgs,
    out: &mut impl Write,
) -> io::Result<()> {
    if states.is_empty() {
        return writeln!(out, "{heading}empty\n");
    }
    let heuristic = args.heuristic().unwrap_or_default();
    let shown = states.iter().take(args.queue as usize);
    let columns: Vec<Vec<String>> =
        shown.map(|state| column(&state.board, state.moves, Some((heuristic, state.estimate)))).collect();
    write_columns(heading, &columns, states.len(), out)?;
    writeln!(out)
}

fn describe(placement: Placement) -> &'static str {
    match placement {
        Placement::New => "new: put on OPEN",
        Placement::Lowered => "on OPEN with a larger cost: lowered",
        Placement::Reopened => "on CLOSED with a larger cost: put back on OPEN",
        Placement::KnownOnOpen => "already on OPEN",
        Placement::KnownOnClosed => "already on CLOSED",
    }
}

#[derive(Serialize)]
struct JsonStep<'a> {
    name: &'a BoardName,
    step: usize,
    heuristic: &'static str,
    open: Vec<JsonState>,
    closed: Vec<JsonState>,
    successors: Vec<JsonSuccessor>,
}

#[derive(Serialize)]
struct JsonState {
    board: String,
    moves: u32,
    estimate: u32,
    cost: u32,
}

#[derive(Serialize)]
struct JsonSuccessor {
    #[serde(flatten)]
    state: JsonState,
    by: Option<char>,
    placement: &'static str,
}

impl JsonState {
    fn new(state: &ListedState) -> Self {
        let ListedState { moves, estimate, .. } = *state;
        Self { board: state.board.to_line(), moves, estimate, cost: state.cost() }
    }
}

impl<'a> JsonStep<'a> {
    fn new(name: &'a BoardName, step: usize, args: &TraceArgs, lists: &ListStep) -> Self {
        let states =
            |list: &[ListedState]| list.iter().take(args.queue as usize).map(JsonState::new).collect();
        let successor = |(state, placement): &(ListedState, Placement)| JsonSuccessor {
            state: JsonState::new(state),
            by: state.from.as_ref().map(|(_, by)| by.letter()),
            placement: match placement {
                Placement::New => "new",
                Placement::Lowered => "lowered",
                Placement::Reopened => "reopened",
                Placement::KnownOnOpen => "on-open",
                Placement::KnownOnClosed => "on-closed",
            },
        };
        Self {
            name,
            step,
            heuristic: args.heuristic().unwrap_or_default().name(),
            open: states(&lists.open),
            closed: states(&lists.closed),
            successors: lists.successors.iter().map(successor).collect(),
        }
    }
}
