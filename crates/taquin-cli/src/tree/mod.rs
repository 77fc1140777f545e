//! `taquin tree`: the search tree of A* or an uninformed search after some steps.
//!
//! Inner nodes are dequeued, and leaves are in the queue; pruned nodes can be shown too. The tree is written as text,
//! for Graphviz, or as an SVG image ([`render_svg`]). A large tree is reduced to the path to the goal, the dequeued
//! nodes, and the front of the queue.

mod layout;
mod render_svg;

use crate::exit::{Exit, Failure, print_note};
use crate::flags::{GoalArgs, InputArgs, InputFormat, TracedSearchArgs, algorithms, input_formats};
use crate::input::{self, Puzzle};
use crate::output_file::OutputFile;
use crate::signals::exit_on_signal;
use crate::svg::{PALE, SERIES};
use crate::trace::{max_nodes, rows, unsupported};
use crate::units;
use clap::{Args, ValueEnum};
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use taquin::trace::{NodeId, NodeState, SearchTrace, TraceEnd};
use taquin::{Algorithm, Move, NamedSearch, Parity, Size};

/// Draw the search tree of A* or an uninformed search: nodes dequeued, enqueued and pruned
#[derive(Args)]
#[command(after_help = "\
In text output, each line is a node, indented below its parent: the move, the board, and
g + h = f (or the depth); then *N if it was dequeued in step N, ! if it is the goal, and x if it
was pruned because it undoes the last move or is a duplicate (with --pruned).

Examples:
  taquin tree \"0 1 3/4 2 5/7 8 6\"
  taquin tree \"0 1 3/4 2 5/7 8 6\" --steps 5 --pruned
  taquin tree \"0 1 3/4 2 5/7 8 6\" --output tree.svg
  taquin tree \"1 2 5/3 4 0/6 7 8\" --goal blank-first --algorithm dfs --depth-limit 3
  taquin tree board.txt --format dot | dot -Tpng > tree.png")]
pub(crate) struct TreeArgs {
    /// A file, a board ("1 2 3/4 5 6/7 8 0"), or - for standard input
    #[arg(value_name = "BOARD")]
    board: Option<OsString>,
    /// Input format, or a dialect with its goal ('taquin help dialects')
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = input_formats(), hide_possible_values = true)]
    input: InputFormat,
    /// Size of a board that is a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    size: Option<Size>,
    /// Show the tree after K nodes are dequeued
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Output format: text, an SVG image, or Graphviz [default: by the extension of FILE, or text]
    #[arg(long, value_enum)]
    format: Option<TreeFormat>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Also show the nodes that are pruned, crossed out: by the critical optimization, or as duplicates
    #[arg(long)]
    pruned: bool,
    /// Algorithm; the tree of ids is that of its last iteration
    #[arg(long, short, default_value = "princeton", value_parser = algorithms(&SearchTrace::ALGORITHMS))]
    algorithm: Algorithm,
    #[command(flatten)]
    search: TracedSearchArgs,
    #[command(flatten)]
    goal: GoalArgs,
}

/// The maximum number of nodes shown.
const MAX_SHOWN: usize = 200;

/// The output formats of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TreeFormat {
    Text,
    Svg,
    Dot,
}

impl TreeFormat {
    /// Returns the requested format, or else the one that the extension of the output file implies. Other kinds of
    /// images are an error.
    fn from_args(args: &TreeArgs) -> Result<Self, String> {
        if let Some(format) = args.format {
            return Ok(format);
        }
        let extension = args.output.as_deref().and_then(Path::extension).map(OsStr::to_ascii_lowercase);
        match extension.as_deref().and_then(OsStr::to_str) {
            Some("svg") => Ok(Self::Svg),
            Some("dot" | "gv") => Ok(Self::Dot),
            Some(image @ ("png" | "jpg" | "jpeg" | "gif" | "pdf" | "webp" | "bmp")) => Err(format!(
                "cannot write .{image} files: write .svg, which browsers and office programs open, or .dot for Graphviz \
                 ('dot -T{image}')"
            )),
            _ => Ok(Self::Text),
        }
    }
}

pub(crate) fn run(args: &TreeArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let search = args.search.search(args.algorithm).map_err(|error| error.to_string())?;
    let boards = args.board.iter().cloned().collect();
    let input = InputArgs { boards, input: args.input, size: args.size };
    let kind = args.goal.kind_of(&input)?;
    let (puzzles, exit) = input::read_puzzles(&input, &kind);
    if exit != Exit::Success {
        return Ok(exit);
    }
    let [Puzzle { board, goal, .. }] = &puzzles[..] else {
        let count = puzzles.len();
        return Err(Failure::Message(format!("tree takes one board, but the input has {count}")));
    };
    exit_on_signal();
    let format = TreeFormat::from_args(args)?;
    let output = args.output.as_deref().map(OutputFile::new).transpose()?;
    let size = board.size();
    let (steps, max_nodes) = (args.steps as usize, max_nodes(size));
    let trace = match search {
        NamedSearch::Informed { heuristic, .. } => SearchTrace::new(board, goal, heuristic, steps, max_nodes)
            .ok_or_else(|| unsupported(heuristic, size))?,
        NamedSearch::Uninformed { algorithm, order, depth_limit } => {
            SearchTrace::uninformed(algorithm, board, goal, order, depth_limit, steps, max_nodes)
                .ok_or_else(|| format!("the tree of {algorithm} cannot be drawn"))?
        }
    };
    let tree = Tree::new(&trace, args.pruned, search.heuristic().is_some());
    let text = match format {
        TreeFormat::Text => tree.to_text(),
        TreeFormat::Svg => render_svg::draw(&tree).to_string(),
        TreeFormat::Dot => tree.to_dot(),
    };
    match output {
        Some(file) => file.write(text.as_bytes())?,
        None => out.write_all(text.as_bytes())?,
    }
    let total = if args.pruned { trace.nodes.len() } else { trace.enqueued() };
    if tree.nodes.len() < total {
        print_note(&format!(
            "{} of {total} nodes shown: the path to the goal, dequeued nodes, and the front of the queue",
            tree.nodes.len()
        ));
    }
    if trace.end == TraceEnd::Exhausted {
        print_note("the tree is complete: it does not reach the goal");
        let is_solvable = Parity::is_solvable(board, goal);
        return Ok(if is_solvable { Exit::Stopped } else { Exit::Unsolvable });
    }
    if trace.end == TraceEnd::NodeLimit {
        let steps = units::count(trace.dequeued.len() as u64, "step");
        print_note(&format!("stopped after {steps}: the memory limit for trees is reached"));
        return Ok(Exit::Stopped);
    }
    if !Parity::is_solvable(board, goal) {
        print_note("this board is unsolvable: its search tree never reaches the goal");
        return Ok(Exit::Unsolvable);
    }
    Ok(Exit::Success)
}

/// The part of a trace that is shown.
struct Tree<'a> {
    trace: &'a SearchTrace,
    /// The nodes in order of generation: each after its parent.
    nodes: Vec<NodeId>,
    /// The children of each node, by its ID.
    children: Vec<Vec<NodeId>>,
    /// True for the nodes on the path to the goal, by ID.
    on_path: Vec<bool>,
    goal: Option<NodeId>,
    /// False for an uninformed search, which has no h.
    has_estimates: bool,
}

/// The role of a node, shown by its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Dequeued,
    Path,
    Queued,
    Pruned,
}

impl Role {
    const ALL: [Self; 4] = [Self::Dequeued, Self::Path, Self::Queued, Self::Pruned];

    fn color(self) -> &'static str {
        match self {
            Self::Dequeued => SERIES[0],
            Self::Path => SERIES[2],
            Self::Queued => SERIES[1],
            Self::Pruned => PALE,
        }
    }
}

impl<'a> Tree<'a> {
    fn new(trace: &'a SearchTrace, with_pruned: bool, has_estimates: bool) -> Self {
        let path = trace.path().unwrap_or_default();
        let goal = path.last().copied();
        let mut on_path = vec![false; trace.nodes.len()];
        for &id in &path {
            on_path[id] = true;
        }
        let is_pruned = |id: &NodeId| with_pruned && trace.nodes[*id].state == NodeState::Pruned;
        let candidates = path
            .into_iter()
            .chain(trace.dequeued.iter().copied())
            .chain(trace.queue_before(trace.dequeued.len()))
            .chain((0..trace.nodes.len()).filter(is_pruned));
        let mut is_shown = vec![false; trace.nodes.len()];
        let mut shown = 0;
        for id in candidates {
            let has_shown_parent = trace.nodes[id].parent.is_none_or(|parent| is_shown[parent]);
            if shown < MAX_SHOWN && has_shown_parent && !is_shown[id] {
                is_shown[id] = true;
                shown += 1;
            }
        }
        let nodes: Vec<NodeId> = (0..trace.nodes.len()).filter(|&id| is_shown[id]).collect();
        let mut children = vec![Vec::new(); trace.nodes.len()];
        for &id in &nodes {
            if let Some(parent) = trace.nodes[id].parent {
                children[parent].push(id);
            }
        }
        Self { trace, nodes, children, on_path, goal, has_estimates }
    }

    fn role(&self, id: NodeId) -> Role {
        match self.trace.nodes[id].state {
            _ if self.on_path[id] => Role::Path,
            NodeState::Dequeued(_) => Role::Dequeued,
            NodeState::Queued => Role::Queued,
            NodeState::Pruned => Role::Pruned,
        }
    }

    /// Returns the step in which a node was dequeued.
    fn step(&self, id: NodeId) -> Option<usize> {
        match self.trace.nodes[id].state {
            NodeState::Dequeued(step) => Some(step),
            NodeState::Queued | NodeState::Pruned => None,
        }
    }

    /// Formats g + h = f: `2 + 4 = 6`. Without h, the depth.
    fn cost(&self, id: NodeId) -> String {
        let node = &self.trace.nodes[id];
        if !self.has_estimates {
            return format!("depth {}", node.moves);
        }
        format!("{} + {} = {}", node.moves, node.estimate, node.priority())
    }

    /// Writes one line per node, below its parent.
    fn to_text(&self) -> String {
        let mut text = String::new();
        let mut pending: Vec<NodeId> = self.nodes.first().copied().into_iter().collect();
        while let Some(id) = pending.pop() {
            let node = &self.trace.nodes[id];
            let indent = 2 * node.moves as usize;
            let by = node.by.map_or('-', Move::letter);
            write!(text, "{:indent$}{by} {}  {}", "", node.board.to_line(), self.cost(id)).ok();
            if let Some(step) = self.step(id) {
                write!(text, "  *{step}").ok();
            }
            if self.goal == Some(id) {
                text.push_str("  !");
            }
            if node.state == NodeState::Pruned {
                text.push_str("  x");
            }
            text.push('\n');
            pending.extend(self.children[id].iter().rev());
        }
        text
    }

    /// Writes the tree for Graphviz.
    fn to_dot(&self) -> String {
        let mut text = "digraph taquin {\n  node [shape=box, fontname=\"monospace\"];\n".to_owned();
        for &id in &self.nodes {
            let node = &self.trace.nodes[id];
            let role = self.role(id);
            let mut lines = rows(&node.board);
            lines.push(self.cost(id));
            lines.extend(self.step(id).map(|step| format!("step {step}")));
            let style = match role {
                Role::Dequeued => "style=solid",
                Role::Path => "style=solid, penwidth=4",
                Role::Queued => "style=dashed",
                Role::Pruned => "style=dotted, fontcolor=gray",
            };
            if role == Role::Pruned {
                lines.push("pruned".to_owned());
            }
            let label = quoted(&lines.join("\n"));
            writeln!(text, "  n{id} [label={label}, {style}, color={}];", quoted(role.color())).ok();
            if let (Some(parent), Some(by)) = (node.parent, node.by) {
                let label = quoted(&by.letter().to_string());
                writeln!(text, "  n{parent} -> n{id} [label={label}];").ok();
            }
        }
        text.push_str("}\n");
        text
    }
}

/// Quotes a string for Graphviz.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Board, Goal, Heuristic};

    #[test]
    fn graphviz_labels_are_escaped() {
        assert_eq!(quoted("a \"b\"\n\\c"), r#""a \"b\"\n\\c""#);
    }

    #[test]
    fn a_large_tree_is_reduced_and_stays_connected() {
        let board: Board = "8 6 7/2 5 4/3 0 1".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        let trace = SearchTrace::new(&board, &goal, Heuristic::Manhattan, 150, 10_000).expect("any size");
        let tree = Tree::new(&trace, true, true);
        assert_eq!(tree.nodes.len(), MAX_SHOWN);
        assert!(trace.dequeued.iter().all(|id| tree.nodes.contains(id)));
        let mut parents = tree.nodes.iter().filter_map(|&id| trace.nodes[id].parent);
        assert!(parents.all(|parent| tree.nodes.contains(&parent)));
        assert_eq!(tree.to_text().lines().count(), MAX_SHOWN);
    }
}
