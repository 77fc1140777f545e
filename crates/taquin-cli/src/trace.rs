//! `taquin trace`: what A* does, step by step.
//!
//! A step is a node that comes off the queue. Before each one the queue is written as the course's FAQ writes it: a column
//! for each node, the first to come off on the left, with its priority, moves, estimate and board. With `--both` there
//! are two queues, the board's and its twin's, and they take their steps in turn, as the course has it. IDA* has no
//! queue: a step is a node that it visits, and there is a line for each.

use crate::args::TraceArgs;
use crate::exit::{Exit, Failure, complain, remark};
use crate::input::{self, Puzzle};
use crate::json::write_json;
use serde::Serialize;
use std::io::{self, Write};
use taquin::notation::{letters, one_line};
use taquin::trace::{End, IdaTrace, NodeId, Replay, Trace, Visit};
use taquin::{Algorithm, Board, Heuristic, Move, Parity, Size, SolveError};

/// The steps that are shown if nobody says how many.
const USUAL_STEPS: u32 = 20;

/// How many times as many steps are proposed, if those shown tell nothing.
const MORE: u32 = 50;

/// About the memory that a trace may take.
const MOST_BYTES: usize = 256 << 20;

/// The deepest indentation.
const DEEPEST: u32 = 30;

pub(crate) fn run(args: &TraceArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    if args.both && args.algorithm != Algorithm::Princeton {
        return Err(Failure::Said("--both goes with --algorithm princeton".to_owned()));
    }
    let kind = args.goal.kind(args.input.size)?;
    let (puzzles, mut exit) = input::read_puzzles(&args.input, &kind);
    for (i, puzzle) in puzzles.iter().enumerate() {
        let (name, size) = (&puzzle.name, puzzle.board.size());
        if !args.heuristic.supports(size) {
            exit = exit.max(Exit::BadInput);
            complain(&format!("{name}: {}", unsupported(args.heuristic, size)));
            continue;
        }
        if !args.json && puzzles.len() > 1 {
            writeln!(out, "{}# {name}\n", if i > 0 { "\n" } else { "" })?;
        }
        exit = exit.max(show(args, puzzle, out)?);
    }
    Ok(exit)
}

/// How many nodes of a size may be kept.
pub(crate) fn most_nodes(size: Size) -> usize {
    MOST_BYTES / (2 * size.cells() + 128)
}

/// What is said of a heuristic that is not for a size.
pub(crate) fn unsupported(heuristic: Heuristic, size: Size) -> String {
    SolveError::TooLarge { heuristic, size }.to_string()
}

/// The rows of a board, each cell as wide as the largest tile.
pub(crate) fn rows(board: &Board) -> Vec<String> {
    let digits = (board.size().cells() - 1).to_string().len();
    let row = |row: &[u16]| row.iter().map(|tile| format!("{tile:digits$}")).collect::<Vec<_>>().join(" ");
    board.rows().map(row).collect()
}

fn show(args: &TraceArgs, puzzle: &Puzzle, out: &mut impl Write) -> io::Result<Exit> {
    let is_solvable = Parity::is_solvable(&puzzle.board, &puzzle.goal);
    if !is_solvable && !args.both {
        let warning = "This board can't be solved: the goal is never found, and the trace would never end.";
        if args.json {
            remark(warning);
        } else {
            writeln!(out, "{warning}\n")?;
        }
    }
    let end = if args.algorithm == Algorithm::Princeton {
        show_a_star(args, puzzle, is_solvable, out)?
    } else {
        show_ida_star(args, puzzle, out)?
    };
    Ok(match end {
        End::Nodes => Exit::Stopped,
        End::Goal | End::Steps if is_solvable => Exit::Solved,
        End::Goal | End::Steps => Exit::Unsolvable,
    })
}

fn show_a_star(
    args: &TraceArgs,
    puzzle: &Puzzle,
    is_solvable: bool,
    out: &mut impl Write,
) -> io::Result<End> {
    let Some((board, twin)) = lockstep(args, puzzle, is_solvable) else { return Ok(End::Steps) };
    let (mut replay, mut twin_replay) = (board.replay(), twin.as_ref().map(Trace::replay));
    let steps = board.dequeued.len().max(twin.as_ref().map_or(0, |twin| twin.dequeued.len()));
    for step in 0..steps {
        if args.json {
            let step = JsonStep {
                name: &puzzle.name,
                step,
                heuristic: args.heuristic.name(),
                board: JsonQueue::of(&replay, args.queue),
                twin: twin_replay.as_ref().and_then(|twin| JsonQueue::of(twin, args.queue)),
            };
            write_json(&step, out)?;
        } else if let Some(twin) = &twin_replay {
            writeln!(out, "Step {step}:")?;
            write_queue("Board  ", args, &replay, out)?;
            write_queue("Twin   ", args, twin, out)?;
            writeln!(out)?;
        } else {
            write_queue(&format!("Step {step}:  "), args, &replay, out)?;
            writeln!(out)?;
        }
        replay.advance();
        if let Some(twin) = &mut twin_replay {
            twin.advance();
        }
    }
    if !args.json {
        match &twin {
            None => writeln!(out, "{}", summary(&board))?,
            Some(twin) => {
                writeln!(out, "Board: {}\nTwin: {}", summary(&board), summary(twin))?;
                match (board.end, twin.end) {
                    (_, End::Goal) => {
                        writeln!(out, "The twin reaches the goal, so the board can't be solved.")?;
                    }
                    (End::Goal, _) => {}
                    _ => {
                        let more = MORE.saturating_mul(args.steps.unwrap_or(USUAL_STEPS));
                        writeln!(out, "Neither has reached the goal: --steps {more} shows more.")?;
                    }
                }
            }
        }
    }
    Ok(if twin.as_ref().is_some_and(|twin| twin.end == End::Nodes) { End::Nodes } else { board.end })
}

/// The trace of the board, and of its twin if that is wanted. The board takes its step first, and whichever finds the
/// goal ends both.
fn lockstep(args: &TraceArgs, puzzle: &Puzzle, is_solvable: bool) -> Option<(Trace, Option<Trace>)> {
    let Puzzle { board, goal, .. } = puzzle;
    let steps = args.steps.unwrap_or(USUAL_STEPS) as usize;
    let trace =
        |board: &Board, steps: usize| Trace::of(board, goal, args.heuristic, steps, most_nodes(board.size()));
    if !args.both {
        return Some((trace(board, steps)?, None));
    }
    if is_solvable {
        let first = trace(board, steps)?;
        let others = first.dequeued.len() - usize::from(first.end == End::Goal);
        let second = trace(&board.twin(), others)?;
        Some((first, Some(second)))
    } else {
        let second = trace(&board.twin(), steps)?;
        let first = trace(board, second.dequeued.len())?;
        Some((first, Some(second)))
    }
}

/// The queue before the next step, under its heading; nothing if there is no next step.
fn write_queue(heading: &str, args: &TraceArgs, replay: &Replay<'_>, out: &mut impl Write) -> io::Result<()> {
    if replay.next_node().is_none() {
        return Ok(());
    }
    let queue = replay.queue();
    let columns: Vec<Vec<String>> =
        queue.ids().take(args.queue as usize).map(|id| column(replay.trace(), id, args.heuristic)).collect();
    let indent = heading.len();
    for line in 0..columns.first().map_or(0, Vec::len) {
        let cell = |column: &Vec<String>| {
            let width = column.iter().map(String::len).max().unwrap_or_default();
            format!("{:width$}", column[line])
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        let heading = if line == 0 { heading } else { "" };
        let text = format!("{heading:indent$}{}", cells.join("  "));
        writeln!(out, "{}", text.trim_end())?;
    }
    if queue.len() > columns.len() {
        writeln!(out, "{:indent$}… and {} more", "", queue.len() - columns.len())?;
    }
    Ok(())
}

/// The lines of a node, as the FAQ has them.
fn column(trace: &Trace, id: NodeId, heuristic: Heuristic) -> Vec<String> {
    let node = &trace.nodes[id];
    let size = node.board.size();
    let figure = |label: &str, value: u32| format!("{label:8} = {value}");
    let shape = if size.rows() == size.cols() {
        size.rows().to_string()
    } else {
        format!("{} {}", size.rows(), size.cols())
    };
    let mut lines = vec![
        figure("priority", node.priority()),
        figure("moves", node.moves),
        figure(heuristic.name(), node.estimate),
        shape,
    ];
    lines.extend(rows(&node.board));
    lines
}

/// How it ended, and the totals.
fn summary(trace: &Trace) -> String {
    let steps = trace.dequeued.len();
    let end = match (trace.end, trace.moves()) {
        (End::Goal, Some(moves)) => {
            format!("The goal was dequeued in step {}. {}.", steps.saturating_sub(1), solution(&moves))
        }
        (End::Nodes, _) => format!("Stopped after {steps} steps: more nodes would take too much memory."),
        _ => not_in("dequeued", steps),
    };
    format!("{end} Nodes enqueued: {}, dequeued: {steps}.", trace.enqueued())
}

fn not_in(what: &str, steps: usize) -> String {
    format!("The goal was not {what} in {steps} {}.", if steps == 1 { "step" } else { "steps" })
}

/// `Moves: 4 (LULU)`.
fn solution(moves: &[Move]) -> String {
    match moves {
        [] => "Moves: 0".to_owned(),
        _ => format!("Moves: {} ({})", moves.len(), letters(moves)),
    }
}

fn show_ida_star(args: &TraceArgs, puzzle: &Puzzle, out: &mut impl Write) -> io::Result<End> {
    let Puzzle { name, board, goal } = puzzle;
    let wanted = args.steps.unwrap_or(USUAL_STEPS) as usize;
    let most = wanted.min(most_nodes(board.size()));
    let Some(trace) = IdaTrace::of(board, goal, args.heuristic, most) else { return Ok(End::Steps) };
    let mut step: usize = 0;
    for pass in &trace.passes {
        if !args.json {
            writeln!(out, "Threshold {}:", pass.threshold)?;
        }
        for visit in &pass.visits {
            let is_goal = visit.board.is_goal(goal) && !visit.is_cut_off;
            if args.json {
                let line = JsonVisit::of(name, step, args.heuristic, pass.threshold, visit, is_goal);
                write_json(&line, out)?;
            } else {
                write_visit(step, visit, is_goal, out)?;
            }
            step += 1;
        }
        if !args.json {
            writeln!(out)?;
        }
    }
    let end = match trace.end {
        End::Nodes if most == wanted => End::Steps,
        end => end,
    };
    if !args.json {
        let told = match (end, trace.moves()) {
            (End::Goal, Some(moves)) => {
                format!("The goal was reached in step {}. {}.", step.saturating_sub(1), solution(&moves))
            }
            (End::Nodes, _) => format!("Stopped after {step} steps: more nodes would take too much memory."),
            _ => not_in("reached", step),
        };
        writeln!(out, "{told} Nodes visited: {step}, passes: {}.", trace.passes.len())?;
    }
    Ok(end)
}

fn write_visit(step: usize, visit: &Visit, is_goal: bool, out: &mut impl Write) -> io::Result<()> {
    let indent = 2 * visit.depth.min(DEEPEST) as usize;
    let by = visit.by.map_or('-', Move::letter);
    let mark = match (visit.is_cut_off, is_goal) {
        (true, _) => "  cut off",
        (false, true) => "  goal",
        (false, false) => "",
    };
    let (board, depth, estimate, cost) = (one_line(&visit.board), visit.depth, visit.estimate, visit.cost());
    writeln!(out, "Step {step}:  {:indent$}{by} {board}  {depth} + {estimate} = {cost}{mark}", "")
}

#[derive(Serialize)]
struct JsonStep<'a> {
    name: &'a str,
    step: usize,
    heuristic: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<JsonQueue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    twin: Option<JsonQueue>,
}

/// A queue before a step.
#[derive(Serialize)]
struct JsonQueue {
    /// How many nodes were put into it so far.
    enqueued: usize,
    /// How many are in it.
    length: usize,
    /// The first of them.
    queue: Vec<JsonNode>,
    /// Whether the one that comes off is the goal.
    goal: bool,
}

#[derive(Serialize)]
struct JsonNode {
    id: NodeId,
    parent: Option<NodeId>,
    #[serde(rename = "move")]
    by: Option<char>,
    board: String,
    moves: u32,
    estimate: u32,
    priority: u32,
}

impl JsonQueue {
    /// None if there is no next step.
    fn of(replay: &Replay<'_>, most: u32) -> Option<Self> {
        let trace = replay.trace();
        let next = replay.next_node()?;
        let node = |id: NodeId| {
            let node = &trace.nodes[id];
            JsonNode {
                id,
                parent: node.parent,
                by: node.by.map(Move::letter),
                board: one_line(&node.board),
                moves: node.moves,
                estimate: node.estimate,
                priority: node.priority(),
            }
        };
        Some(Self {
            enqueued: replay.enqueued(),
            length: replay.queue().len(),
            queue: replay.queue().ids().take(most as usize).map(node).collect(),
            goal: trace.end == End::Goal && trace.dequeued.last() == Some(&next),
        })
    }
}

#[derive(Serialize)]
struct JsonVisit<'a> {
    name: &'a str,
    step: usize,
    heuristic: &'static str,
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

impl<'a> JsonVisit<'a> {
    fn of(
        name: &'a str,
        step: usize,
        heuristic: Heuristic,
        threshold: u32,
        visit: &Visit,
        goal: bool,
    ) -> Self {
        Self {
            name,
            step,
            heuristic: heuristic.name(),
            threshold,
            by: visit.by.map(Move::letter),
            board: one_line(&visit.board),
            depth: visit.depth,
            estimate: visit.estimate,
            cost: visit.cost(),
            cut_off: visit.is_cut_off,
            goal,
        }
    }
}
