//! `taquin tree`: the game tree that A* has grown after some steps.
//!
//! Its inner nodes have come off the queue, its leaves wait in it; those that the critical optimization leaves out can be
//! shown too. It is written as text, for Graphviz, or as a picture ([`svg`]). A tree of many nodes is cut down to those that
//! tell most: the way to the goal, the nodes that came off, and the first of the queue.

mod layout;
mod svg;

use crate::args::{InputArgs, TreeArgs};
use crate::exit::{Exit, Failure, remark};
use crate::input::{self, Puzzle};
use crate::picture::{PALE, SERIES};
use crate::trace::{most_nodes, rows, unsupported};
use clap::ValueEnum;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use taquin::notation::{Format, one_line};
use taquin::trace::{End, NodeId, NodeState, Trace};
use taquin::{Move, Parity};

/// The most nodes that are shown.
const MOST_SHOWN: usize = 200;

/// The ways to write a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    Text,
    Svg,
    Dot,
}

impl Form {
    /// The form asked for, or the one that the name of the output's file calls for.
    fn of(args: &TreeArgs) -> Self {
        let extension = args.output.as_deref().and_then(Path::extension);
        let by_name = || match extension.map(OsStr::to_ascii_lowercase)?.to_str()? {
            "svg" => Some(Self::Svg),
            "dot" | "gv" => Some(Self::Dot),
            _ => None,
        };
        args.format.or_else(by_name).unwrap_or(Self::Text)
    }
}

pub(crate) fn run(args: &TreeArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let boards = args.board.iter().cloned().collect();
    let kind = args.goal.kind(args.size)?;
    let input = InputArgs { boards, format: Format::Auto, size: args.size };
    let (puzzles, exit) = input::read_puzzles(&input, &kind);
    if exit != Exit::Solved {
        return Ok(exit);
    }
    let [Puzzle { board, goal, .. }] = &puzzles[..] else {
        let count = puzzles.len();
        return Err(Failure::Said(format!("a tree is for one board, and here are {count}")));
    };
    let size = board.size();
    let trace = Trace::of(board, goal, args.heuristic, args.steps as usize, most_nodes(size))
        .ok_or_else(|| unsupported(args.heuristic, size))?;
    let tree = Tree::of(&trace, args.pruned);
    let text = match Form::of(args) {
        Form::Text => tree.text(),
        Form::Svg => svg::draw(&tree).to_string(),
        Form::Dot => tree.dot(),
    };
    match &args.output {
        Some(path) => std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?,
        None => out.write_all(text.as_bytes())?,
    }
    let all = if args.pruned { trace.nodes.len() } else { trace.enqueued() };
    if tree.nodes.len() < all {
        remark(&format!(
            "{} of {all} nodes shown: the way to the goal if it was found, nodes that came off the queue, and the \
             first of those in it",
            tree.nodes.len()
        ));
    }
    if trace.end == End::Nodes {
        remark(&format!(
            "stopped after {} steps: more nodes would take too much memory",
            trace.dequeued.len()
        ));
        return Ok(Exit::Stopped);
    }
    if !Parity::is_solvable(board, goal) {
        remark("this board can't be solved: its tree never holds the goal");
        return Ok(Exit::Unsolvable);
    }
    Ok(Exit::Solved)
}

/// What is shown of a trace.
struct Tree<'a> {
    trace: &'a Trace,
    /// The nodes shown, in the order in which they were made: each after the one that it was reached from.
    nodes: Vec<NodeId>,
    /// The children shown, by the node's number.
    children: Vec<Vec<NodeId>>,
    /// Whether a node is on the way to the goal, by its number.
    on_path: Vec<bool>,
    goal: Option<NodeId>,
}

/// What a node is to be told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Processed,
    Path,
    Queued,
    Pruned,
}

impl Role {
    const ALL: [Self; 4] = [Self::Processed, Self::Path, Self::Queued, Self::Pruned];

    fn color(self) -> &'static str {
        match self {
            Self::Processed => SERIES[0],
            Self::Path => SERIES[2],
            Self::Queued => SERIES[1],
            Self::Pruned => PALE,
        }
    }
}

impl<'a> Tree<'a> {
    fn of(trace: &'a Trace, with_pruned: bool) -> Self {
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
        let mut left = MOST_SHOWN;
        for id in candidates {
            let hangs_on = trace.nodes[id].parent.is_none_or(|parent| is_shown[parent]);
            if left > 0 && hangs_on && !is_shown[id] {
                is_shown[id] = true;
                left -= 1;
            }
        }
        let nodes: Vec<NodeId> = (0..trace.nodes.len()).filter(|&id| is_shown[id]).collect();
        let mut children = vec![Vec::new(); trace.nodes.len()];
        for &id in &nodes {
            if let Some(parent) = trace.nodes[id].parent {
                children[parent].push(id);
            }
        }
        Self { trace, nodes, children, on_path, goal }
    }

    fn role(&self, id: NodeId) -> Role {
        match self.trace.nodes[id].state {
            _ if self.on_path[id] => Role::Path,
            NodeState::Processed(_) => Role::Processed,
            NodeState::Queued => Role::Queued,
            NodeState::Pruned => Role::Pruned,
        }
    }

    /// The step in which a node came off the queue.
    fn step(&self, id: NodeId) -> Option<usize> {
        match self.trace.nodes[id].state {
            NodeState::Processed(step) => Some(step),
            NodeState::Queued | NodeState::Pruned => None,
        }
    }

    /// `2 + 4 = 6`: moves, estimate and priority.
    fn sum(&self, id: NodeId) -> String {
        let node = &self.trace.nodes[id];
        format!("{} + {} = {}", node.moves, node.estimate, node.priority())
    }

    /// A line a node, below the one that it was reached from.
    fn text(&self) -> String {
        let mut text = String::new();
        let mut pending: Vec<NodeId> = self.nodes.first().copied().into_iter().collect();
        while let Some(id) = pending.pop() {
            let node = &self.trace.nodes[id];
            let (indent, by) = (2 * node.moves as usize, node.by.map_or('-', Move::letter));
            write!(text, "{:indent$}{by} {}  {}", "", one_line(&node.board), self.sum(id)).ok();
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

    /// For Graphviz.
    fn dot(&self) -> String {
        let mut text = "digraph taquin {\n  node [shape=box, fontname=\"monospace\"];\n".to_owned();
        for &id in &self.nodes {
            let node = &self.trace.nodes[id];
            let role = self.role(id);
            let mut lines = rows(&node.board);
            lines.push(self.sum(id));
            lines.extend(self.step(id).map(|step| format!("step {step}")));
            let style = match role {
                Role::Processed => "style=solid",
                Role::Path => "style=solid, penwidth=4",
                Role::Queued => "style=dashed",
                Role::Pruned => "style=dotted, fontcolor=gray",
            };
            if role == Role::Pruned {
                lines.push("left out".to_owned());
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

/// A string as Graphviz reads it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Board, Goal, Heuristic};

    #[test]
    fn labels_are_escaped() {
        assert_eq!(quoted("a \"b\"\n\\c"), r#""a \"b\"\n\\c""#);
    }

    #[test]
    fn a_large_tree_is_cut_down_and_hangs_together() {
        let board: Board = "8 6 7/2 5 4/3 0 1".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        let trace = Trace::of(&board, &goal, Heuristic::Manhattan, 150, 10_000).expect("any size");
        let tree = Tree::of(&trace, true);
        assert_eq!(tree.nodes.len(), MOST_SHOWN);
        assert!(trace.dequeued.iter().all(|id| tree.nodes.contains(id)));
        let mut parents = tree.nodes.iter().filter_map(|&id| trace.nodes[id].parent);
        assert!(parents.all(|parent| tree.nodes.contains(&parent)));
        assert_eq!(tree.text().lines().count(), MOST_SHOWN);
    }
}
