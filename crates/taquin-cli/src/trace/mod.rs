//! `taquin trace`: a search step by step.
//!
//! A step of A*, breadth-first or depth-first search dequeues a node. Before each step, the queue is written as in
//! the FAQ of Princeton's assignment: one column per node, the next to be dequeued first, with its priority, moves,
//! heuristic value and board. For Iowa State's A*, the lists OPEN and CLOSED are written instead ([`lists`]). With
//! `--both`, the queues of the board and of its twin take their steps in turn. A step of IDA* or iterative deepening
//! visits a node, on one line ([`iterations`]).

mod iterations;
mod lists;

use crate::exit::{Exit, Failure, print_error, print_note};
use crate::flags::{GoalArgs, InputArgs, TracedSearchArgs, algorithms};
use crate::input::{self, BoardName, Puzzle};
use crate::json::{TextOrJson, write_json};
use crate::memory_limit::search_memory;
use crate::signals::exit_on_signal;
use crate::units;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use taquin::notation::{Style, letters};
use taquin::trace::{NodeId, NodeState, SearchTrace, TraceEnd, TraceNode, TraceReplay};
use taquin::{
    Algorithm, Board, Heuristic, Move, NamedSearch, OpenListKind, OptionError, Parity, Size, SolveError,
};

/// Show a search step by step: the queue before each dequeue
#[derive(Args)]
#[command(after_help = "\
Each column is a node of the priority queue, the next one to dequeue on the left. Ties in priority
are broken as in the FAQ of Princeton's course. Iowa State's A* shows the lists OPEN and CLOSED.

Examples:
  taquin trace \"0 1 3/4 2 5/7 8 6\"
  taquin trace \"0 1 3/4 2 5/7 8 6\" --heuristic hamming --queue 4
  taquin trace \"1 2 3/4 5 6/8 7 0\" --both               (board and twin in lockstep)
  taquin trace \"8 1 3/4 0 2/7 6 5\" --algorithm ida --steps 50
  taquin trace \"2 0 3/1 8 4/7 6 5\" --algorithm iowa-list  (OPEN and CLOSED)
  taquin trace \"1 2 5/3 4 0/6 7 8\" --goal blank-first --algorithm bfs --order UDLR
  taquin trace board.txt --format json                   (one object per step)")]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Algorithm to trace; the goal of iowa-… is snail (ring on 3x3) unless --goal is given
    #[arg(long, short, default_value = "princeton", value_parser = algorithms(&TRACED))]
    algorithm: Algorithm,
    #[command(flatten)]
    search: TracedSearchArgs,
    /// Show at most N steps [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    steps: Option<u32>,
    /// Show at most N nodes of the queue
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    queue: u32,
    /// Search the board and its twin in lockstep, and show both queues
    #[arg(long)]
    both: bool,
    /// Output format: text, or one JSON object per step
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
    #[command(flatten)]
    goal: GoalArgs,
}

/// The algorithms that can be traced.
const TRACED: [Algorithm; 9] = [
    Algorithm::Princeton,
    Algorithm::Iowa(OpenListKind::LinkedList),
    Algorithm::Iowa(OpenListKind::Heap),
    Algorithm::Iowa(OpenListKind::Buckets),
    Algorithm::IdaStar,
    Algorithm::BreadthFirst,
    Algorithm::DepthFirst,
    Algorithm::IterativeDeepening,
    Algorithm::UniformCost,
];

/// The default number of steps.
const DEFAULT_STEPS: u32 = 20;

/// The factor by which more steps are suggested if the goal is not reached.
const SUGGESTED_FACTOR: u32 = 50;

/// The approximate memory limit of a trace.
const MAX_BYTES: usize = 256 << 20;

pub(crate) fn run(args: &TraceArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    args.search().map_err(|error| error.to_string())?;
    if args.both && args.algorithm != Algorithm::Princeton {
        return Err(Failure::Message("--both requires --algorithm princeton".to_owned()));
    }
    let style = if matches!(args.algorithm, Algorithm::Iowa(_)) { Style::Iowa } else { Style::default() };
    let kind = args.goal.kind_for(style, &args.input)?;
    let (puzzles, mut exit) = input::read_puzzles(&args.input, &kind);
    exit_on_signal();
    for (i, puzzle) in puzzles.iter().enumerate() {
        let size = puzzle.board.size();
        if let Some(heuristic) = args.heuristic().filter(|heuristic| !heuristic.supports(size)) {
            exit = exit.max(Exit::BadInput);
            print_error(&format!("{}: {}", puzzle.name, unsupported(heuristic, size)));
            continue;
        }
        if args.format == TextOrJson::Text && puzzles.len() > 1 {
            writeln!(out, "{}# {}\n", if i > 0 { "\n" } else { "" }, puzzle.name)?;
        }
        exit = exit.max(show(args, puzzle, out)?);
    }
    Ok(exit)
}

/// Returns the maximum number of nodes in a trace.
pub(crate) fn max_nodes(size: Size) -> usize {
    search_memory(None).min(MAX_BYTES) / (2 * size.cells() + 128)
}

/// Returns the error for a heuristic that does not support a size.
pub(crate) fn unsupported(heuristic: Heuristic, size: Size) -> String {
    SolveError::UnsupportedSize { heuristic, size }.to_string()
}

/// Formats the rows of a board, with cells as wide as the largest tile.
pub(crate) fn rows(board: &Board) -> Vec<String> {
    let digits = (board.size().cells() - 1).to_string().len();
    let row = |row: &[u16]| row.iter().map(|tile| format!("{tile:digits$}")).collect::<Vec<_>>().join(" ");
    board.rows().map(row).collect()
}

impl TraceArgs {
    /// Returns the search to trace.
    fn search(&self) -> Result<NamedSearch, OptionError> {
        self.search.search(self.algorithm)
    }

    /// Returns the heuristic; `None` for an uninformed search.
    fn heuristic(&self) -> Option<Heuristic> {
        self.search().ok().and_then(NamedSearch::heuristic)
    }
}

fn show(args: &TraceArgs, puzzle: &Puzzle, out: &mut impl Write) -> io::Result<Exit> {
    let is_solvable = Parity::is_solvable(&puzzle.board, &puzzle.goal);
    if !is_solvable && !args.both {
        let warning = "This board is unsolvable: the search never reaches the goal.";
        if args.format == TextOrJson::Json {
            print_note(warning);
        } else {
            writeln!(out, "{warning}\n")?;
        }
    }
    let end = match args.algorithm {
        Algorithm::Iowa(_) => lists::show(args, puzzle, is_solvable, out)?,
        Algorithm::IdaStar | Algorithm::IterativeDeepening => iterations::show(args, puzzle, out)?,
        _ => show_queues(args, puzzle, is_solvable, out)?,
    };
    Ok(match end {
        TraceEnd::NodeLimit => Exit::Stopped,
        _ if !is_solvable => Exit::Unsolvable,
        TraceEnd::Exhausted => Exit::Stopped,
        TraceEnd::Goal | TraceEnd::StepLimit => Exit::Success,
    })
}

fn show_queues(
    args: &TraceArgs,
    puzzle: &Puzzle,
    is_solvable: bool,
    out: &mut impl Write,
) -> io::Result<TraceEnd> {
    let Some((board, twin)) = trace_in_lockstep(args, puzzle, is_solvable) else {
        return Ok(TraceEnd::StepLimit);
    };
    let mut replay = board.replay();
    let mut twin_replay = twin.as_ref().map(SearchTrace::replay);
    let steps = board.dequeued.len().max(twin.as_ref().map_or(0, |twin| twin.dequeued.len()));
    for step in 0..steps {
        if args.format == TextOrJson::Json {
            let step = JsonStep {
                name: &puzzle.name,
                step,
                heuristic: args.heuristic().map(Heuristic::name),
                board: JsonQueue::new(&replay, args.queue),
                twin: twin_replay.as_ref().and_then(|twin| JsonQueue::new(twin, args.queue)),
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
    if args.format == TextOrJson::Text {
        write_summary(args, &board, twin.as_ref(), out)?;
        if twin.is_none() {
            write_continuation(args, board.end, is_solvable, out)?;
        }
    }
    let has_exceeded_memory = twin.is_some_and(|twin| twin.end == TraceEnd::NodeLimit);
    Ok(if has_exceeded_memory { TraceEnd::NodeLimit } else { board.end })
}

fn write_summary(
    args: &TraceArgs,
    board: &SearchTrace,
    twin: Option<&SearchTrace>,
    out: &mut impl Write,
) -> io::Result<()> {
    let Some(twin) = twin else {
        write!(out, "{}", summary(board))?;
        return match args.heuristic() {
            Some(_) => writeln!(out),
            None => writeln!(out, " Greatest depth: {}.", max_depth(board)),
        };
    };
    writeln!(out, "Board: {}\nTwin: {}", summary(board), summary(twin))?;
    match (board.end, twin.end) {
        (_, TraceEnd::Goal) => writeln!(out, "The twin reaches the goal, so the board is unsolvable."),
        (TraceEnd::Goal, _) => Ok(()),
        _ => writeln!(out, "Neither has reached the goal: --steps {} shows more.", more_steps(args)),
    }
}

fn more_steps(args: &TraceArgs) -> u32 {
    SUGGESTED_FACTOR.saturating_mul(args.steps.unwrap_or(DEFAULT_STEPS))
}

/// Tells how to continue an unfinished trace, or why more steps would not finish it.
fn write_continuation(
    args: &TraceArgs,
    end: TraceEnd,
    is_solvable: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    match end {
        TraceEnd::StepLimit if is_solvable => writeln!(out, "--steps {} shows more.", more_steps(args)),
        TraceEnd::StepLimit if args.algorithm == Algorithm::Princeton => {
            writeln!(
                out,
                "The board is unsolvable, so it never will be; --both shows how the twin is solved."
            )
        }
        TraceEnd::StepLimit => writeln!(out, "The board is unsolvable, so it never will be."),
        TraceEnd::Exhausted if is_solvable => writeln!(out, "There is no solution within the depth limit."),
        TraceEnd::Exhausted => writeln!(out, "The board is unsolvable."),
        TraceEnd::Goal | TraceEnd::NodeLimit => Ok(()),
    }
}

/// Returns the depth of the deepest node that was enqueued.
fn max_depth(trace: &SearchTrace) -> u32 {
    let enqueued = trace.nodes.iter().filter(|node| node.state != NodeState::Pruned);
    enqueued.map(|node| node.moves).max().unwrap_or_default()
}

/// Traces the board and, with `--both`, its twin. The board takes its step first, and reaching either goal
/// ends both.
fn trace_in_lockstep(
    args: &TraceArgs,
    puzzle: &Puzzle,
    is_solvable: bool,
) -> Option<(SearchTrace, Option<SearchTrace>)> {
    let Puzzle { board, goal, .. } = puzzle;
    let steps = args.steps.unwrap_or(DEFAULT_STEPS) as usize;
    let trace = |board: &Board, steps: usize| {
        let max_nodes = max_nodes(board.size());
        match args.search().ok()? {
            NamedSearch::Informed { heuristic, .. } => {
                SearchTrace::with_min_pq(board, goal, heuristic, steps, max_nodes)
            }
            NamedSearch::Uninformed { algorithm, order, depth_limit } => {
                SearchTrace::uninformed(algorithm, board, goal, order, depth_limit, steps, max_nodes)
            }
        }
    };
    if !args.both {
        return Some((trace(board, steps)?, None));
    }
    if is_solvable {
        let board_trace = trace(board, steps)?;
        let twin_steps = board_trace.dequeued.len() - usize::from(board_trace.end == TraceEnd::Goal);
        let twin_trace = trace(&board.twin(), twin_steps)?;
        Some((board_trace, Some(twin_trace)))
    } else {
        let twin_trace = trace(&board.twin(), steps)?;
        let board_trace = trace(board, twin_trace.dequeued.len())?;
        Some((board_trace, Some(twin_trace)))
    }
}

/// Writes the queue before the next step after a heading, or nothing if there is no next step.
fn write_queue(
    heading: &str,
    args: &TraceArgs,
    replay: &TraceReplay<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    if replay.next_node().is_none() {
        return Ok(());
    }
    let queue = replay.queue();
    let node = |id: NodeId| &replay.trace().nodes[id];
    let columns = queue.ids().take(args.queue as usize).map(|id| {
        let TraceNode { board, moves, estimate, .. } = node(id);
        column(board, *moves, args.heuristic().map(|heuristic| (heuristic, *estimate)))
    });
    write_columns(heading, &columns.collect::<Vec<_>>(), queue.len(), out)
}

/// Writes nodes next to each other after a heading, and how many more there are.
fn write_columns(
    heading: &str,
    columns: &[Vec<String>],
    total: usize,
    out: &mut impl Write,
) -> io::Result<()> {
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
    if total > columns.len() {
        writeln!(out, "{:indent$}… and {} more", "", total - columns.len())?;
    }
    Ok(())
}

/// Formats a node as in the FAQ. A node of an uninformed search has a depth only.
fn column(board: &Board, moves: u32, estimate: Option<(Heuristic, u32)>) -> Vec<String> {
    let size = board.size();
    let labelled = |label: &str, value: u32| format!("{label:8} = {value}");
    let shape = if size.rows() == size.cols() {
        size.rows().to_string()
    } else {
        format!("{} {}", size.rows(), size.cols())
    };
    let mut lines = match estimate {
        Some((heuristic, estimate)) => vec![
            labelled("priority", moves + estimate),
            labelled("moves", moves),
            labelled(heuristic.name(), estimate),
        ],
        None => vec![format!("depth = {moves}")],
    };
    lines.push(shape);
    lines.extend(rows(board));
    lines
}

/// Formats the end of a trace and its totals.
fn summary(trace: &SearchTrace) -> String {
    let steps = trace.dequeued.len();
    let end = end_message(trace.end, trace.moves(), "dequeued", steps);
    format!("{end} Nodes enqueued: {}, dequeued: {steps}.", trace.enqueued())
}

fn end_message(end: TraceEnd, moves: Option<Vec<Move>>, reached: &str, steps: usize) -> String {
    let last = steps.saturating_sub(1);
    let steps = units::count(steps as u64, "step");
    match (end, moves) {
        (TraceEnd::Goal, Some(moves)) => {
            format!("The goal was {reached} in step {last}. {}.", solution(&moves))
        }
        (TraceEnd::Exhausted, _) => {
            format!("The goal was not {reached}: there is nothing left after {steps}.")
        }
        (TraceEnd::NodeLimit, _) => format!("Stopped after {steps}: the memory limit for traces is reached."),
        _ => format!("The goal was not {reached} in {steps}."),
    }
}

/// Formats a solution: `Moves: 4 (LULU)`.
fn solution(moves: &[Move]) -> String {
    match moves {
        [] => "Moves: 0".to_owned(),
        _ => format!("Moves: {} ({})", moves.len(), letters(moves)),
    }
}

#[derive(Serialize)]
struct JsonStep<'a> {
    name: &'a BoardName,
    step: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<JsonQueue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    twin: Option<JsonQueue>,
}

/// The queue before a step.
#[derive(Serialize)]
struct JsonQueue {
    /// The number of nodes enqueued so far.
    enqueued: usize,
    /// The number of nodes in the queue.
    length: usize,
    /// The front of the queue.
    queue: Vec<JsonNode>,
    /// True if the next node is the goal.
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
    /// Returns `None` if there is no next step.
    fn new(replay: &TraceReplay<'_>, max_nodes: u32) -> Option<Self> {
        let trace = replay.trace();
        let next = replay.next_node()?;
        let node = |id: NodeId| {
            let node = &trace.nodes[id];
            JsonNode {
                id,
                parent: node.parent,
                by: node.by.map(Move::letter),
                board: node.board.to_line(),
                moves: node.moves,
                estimate: node.estimate,
                priority: node.priority(),
            }
        };
        Some(Self {
            enqueued: replay.enqueued(),
            length: replay.queue().len(),
            queue: replay.queue().ids().take(max_nodes as usize).map(node).collect(),
            goal: trace.end == TraceEnd::Goal && trace.dequeued.last() == Some(&next),
        })
    }
}
