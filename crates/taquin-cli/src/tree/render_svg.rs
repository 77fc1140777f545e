//! A tree as an SVG image.
//!
//! Each level has the nodes of one depth. The state of a node shows in its color and its frame: solid if it
//! is dequeued (with the number of the step in a disc), thick on the path to the goal, dashed in the queue,
//! crossed out if pruned.

use super::layout::positions;
use super::{Role, Tree};
use crate::svg::{Anchor, INK, PALE, PAPER, Point, Stroke, Svg, TILE};
use taquin::trace::NodeId;
use taquin::{Board, Move, Size};

/// Lengths in pixels.
const MARGIN: f64 = 20.0;
const LEGEND_HEIGHT: f64 = 40.0;
const PADDING: f64 = 5.0;
const LABEL_HEIGHT: f64 = 20.0;
const LEVEL_GAP: f64 = 34.0;
const MIN_NODE_WIDTH: f64 = 78.0;
const NODE_GAP: f64 = 16.0;

pub(super) fn draw(tree: &Tree<'_>) -> Svg {
    let Some(&root) = tree.nodes.first() else { return Svg::new(1.0, 1.0) };
    let frame = Frame::new(tree.trace.nodes[root].board.size());
    let positions = positions(&tree.nodes, &tree.children);
    let levels = tree.nodes.iter().map(|&id| tree.trace.nodes[id].moves).max().unwrap_or_default() + 1;
    let rightmost = tree.nodes.iter().map(|&id| positions[id]).fold(0.0, f64::max);

    let has_role = |role: &Role| tree.nodes.iter().any(|&id| tree.role(id) == *role);
    let roles: Vec<Role> = Role::ALL.into_iter().filter(has_role).collect();
    let legend_width: f64 = roles.iter().map(|&role| legend_item_width(role)).sum();
    let width = ((rightmost + 1.0) * frame.spacing()).max(legend_width) + 2.0 * MARGIN;
    let height = LEGEND_HEIGHT + f64::from(levels) * frame.level_height() - LEVEL_GAP + MARGIN;
    let mut svg = Svg::new(width, height);
    draw_legend(&roles, &mut svg);

    let left = (width - rightmost * frame.spacing()) / 2.0;
    let top_middle = |id: NodeId| {
        let level = f64::from(tree.trace.nodes[id].moves);
        (left + positions[id] * frame.spacing(), LEGEND_HEIGHT + level * frame.level_height())
    };
    for &id in &tree.nodes {
        let node = &tree.trace.nodes[id];
        if let (Some(parent), Some(by)) = (node.parent, node.by) {
            draw_edge(top_middle(parent), top_middle(id), by, tree.role(id), &frame, &mut svg);
        }
    }
    for &id in &tree.nodes {
        draw_node(tree, id, top_middle(id), &frame, &mut svg);
    }
    svg
}

/// The size of the frame around a board.
struct Frame {
    /// The side of a cell.
    cell: f64,
    width: f64,
    height: f64,
}

impl Frame {
    fn new(size: Size) -> Self {
        let rows = f64::from(size.rows() as u32);
        let cols = f64::from(size.cols() as u32);
        let cell = (88.0 / rows.max(cols)).clamp(4.0, 22.0);
        Self { cell, width: cols * cell + 2.0 * PADDING, height: rows * cell + 2.0 * PADDING }
    }

    /// Returns the distance between neighbors on a level.
    fn spacing(&self) -> f64 {
        self.width.max(MIN_NODE_WIDTH) + NODE_GAP
    }

    /// Returns the distance between levels.
    fn level_height(&self) -> f64 {
        self.height + LABEL_HEIGHT + LEVEL_GAP
    }
}

fn stroke(role: Role) -> Stroke {
    match role {
        Role::Dequeued => Stroke::new(role.color(), 2.0),
        Role::Path => Stroke::new(role.color(), 4.0),
        Role::Queued => Stroke::new(role.color(), 1.5).dashed(),
        Role::Pruned => Stroke::new(role.color(), 1.0),
    }
}

/// Draws an edge from the label of a node to the top of its child, labelled with the move.
fn draw_edge(from: Point, to: Point, by: Move, role: Role, frame: &Frame, svg: &mut Svg) {
    let stroke = match role {
        Role::Path => Stroke::new(role.color(), 3.0),
        Role::Pruned => Stroke::new(PALE, 1.0).dashed(),
        Role::Dequeued | Role::Queued => Stroke::new(INK, 1.0),
    };
    svg.polyline(&[(from.0, from.1 + frame.height + LABEL_HEIGHT), to], stroke);
    // The label is on the side away from the parent.
    let (x, anchor) = if from.0 < to.0 { (to.0 + 5.0, Anchor::Start) } else { (to.0 - 5.0, Anchor::End) };
    svg.text((x, to.1 - 9.0), 11.0, anchor, INK, &by.letter().to_string());
}

fn draw_node(tree: &Tree<'_>, id: NodeId, at: Point, frame: &Frame, svg: &mut Svg) {
    let role = tree.role(id);
    let corner = (at.0 - frame.width / 2.0, at.1);
    svg.rectangle(corner, (frame.width, frame.height), 6.0, PAPER, stroke(role));
    draw_board(&tree.trace.nodes[id].board, (corner.0 + PADDING, corner.1 + PADDING), frame.cell, svg);
    if role == Role::Pruned {
        cross_out(corner, (frame.width, frame.height), svg);
    }
    if let Some(step) = tree.step(id) {
        let disc = (corner.0 + frame.width, corner.1);
        svg.circle(disc, 9.0, role.color(), Stroke::new(PAPER, 1.0));
        svg.text(disc, 10.0, Anchor::Middle, PAPER, &step.to_string());
    }
    let color = if role == Role::Pruned { PALE } else { INK };
    svg.text((at.0, at.1 + frame.height + LABEL_HEIGHT / 2.0), 12.0, Anchor::Middle, color, &tree.cost(id));
}

fn draw_board(board: &Board, at: Point, cell: f64, svg: &mut Svg) {
    let digits = (board.size().cells() - 1).to_string().len();
    let font = cell * if digits < 3 { 0.55 } else { 0.42 };
    for (index, &tile) in board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
        let (row, col) = board.size().row_col(index);
        let x = at.0 + f64::from(col as u32) * cell;
        let y = at.1 + f64::from(row as u32) * cell;
        let side = cell * 0.92;
        svg.rectangle((x, y), (side, side), cell * 0.15, TILE, Stroke::new(PALE, 0.7));
        if font > 3.0 {
            let middle = (x + side / 2.0, y + side / 2.0);
            svg.text(middle, font, Anchor::Middle, INK, &tile.to_string());
        }
    }
}

fn cross_out(at: Point, size: Point, svg: &mut Svg) {
    let right = at.0 + size.0;
    let bottom = at.1 + size.1;
    let stroke = Stroke::new(INK, 1.5);
    svg.polyline(&[at, (right, bottom)], stroke);
    svg.polyline(&[(right, at.1), (at.0, bottom)], stroke);
}

fn legend_text(role: Role) -> &'static str {
    match role {
        Role::Dequeued => "dequeued, in step",
        Role::Path => "on the path to the goal",
        Role::Queued => "in the queue",
        Role::Pruned => "pruned: undoes the last move",
    }
}

fn legend_item_width(role: Role) -> f64 {
    48.0 + 6.6 * f64::from(legend_text(role).len() as u32)
}

fn draw_legend(roles: &[Role], svg: &mut Svg) {
    let y = 8.0;
    let side = 14.0;
    let mut x = MARGIN;
    for &role in roles {
        svg.rectangle((x, y), (side, side), 3.0, PAPER, stroke(role));
        if role == Role::Pruned {
            cross_out((x, y), (side, side), svg);
        }
        let text = (x + side + 8.0, y + side / 2.0);
        svg.text(text, 12.0, Anchor::Start, INK, legend_text(role));
        if role == Role::Dequeued {
            let disc = (text.0 + 6.6 * f64::from(legend_text(role).len() as u32), text.1);
            svg.circle(disc, 8.0, role.color(), Stroke::new(PAPER, 1.0));
            svg.text(disc, 10.0, Anchor::Middle, PAPER, "n");
        }
        x += legend_item_width(role);
    }
}
