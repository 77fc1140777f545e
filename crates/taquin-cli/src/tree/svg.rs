//! A tree as a picture.
//!
//! A level for each number of moves. What became of a node is told by its colour and by its frame: solid if it came off
//! the queue (with the number of the step in a disc), thick on the way to the goal, dashed if it waits, crossed out if it
//! was left out.

use super::layout::places;
use super::{Role, Tree};
use crate::picture::{Anchor, INK, PALE, PAPER, Picture, Stroke, TILE};
use taquin::trace::NodeId;
use taquin::{Board, Move, Size};

/// Lengths in pixels.
const MARGIN: f64 = 20.0;
const LEGEND: f64 = 40.0;
const PADDING: f64 = 5.0;
const LABEL: f64 = 20.0;
const GAP: f64 = 34.0;
const NARROWEST: f64 = 78.0;
const APART: f64 = 16.0;

pub(super) fn draw(tree: &Tree<'_>) -> Picture {
    let Some(&root) = tree.nodes.first() else { return Picture::new(1.0, 1.0) };
    let frame = Frame::of(tree.trace.nodes[root].board.size());
    let places = places(&tree.nodes, &tree.children);
    let levels = tree.nodes.iter().map(|&id| tree.trace.nodes[id].moves).max().unwrap_or_default() + 1;
    let last = tree.nodes.iter().map(|&id| places[id]).fold(0.0, f64::max);

    let items: Vec<Role> =
        Role::ALL.into_iter().filter(|&role| tree.nodes.iter().any(|&id| tree.role(id) == role)).collect();
    let legend: f64 = items.iter().map(|&role| legend_width(role)).sum();
    let width = ((last + 1.0) * frame.place()).max(legend) + 2.0 * MARGIN;
    let height = LEGEND + f64::from(levels) * frame.level() - GAP + MARGIN;
    let mut picture = Picture::new(width, height);
    draw_legend(&items, &mut picture);

    let left = (width - last * frame.place()) / 2.0;
    let at = |id: NodeId| {
        let level = f64::from(tree.trace.nodes[id].moves);
        (left + places[id] * frame.place(), LEGEND + level * frame.level())
    };
    for &id in &tree.nodes {
        let node = &tree.trace.nodes[id];
        if let (Some(parent), Some(by)) = (node.parent, node.by) {
            draw_edge(at(parent), at(id), by, tree.role(id), &frame, &mut picture);
        }
    }
    for &id in &tree.nodes {
        draw_node(tree, id, at(id), &frame, &mut picture);
    }
    picture
}

/// The frame around a board.
struct Frame {
    /// The side of a cell.
    cell: f64,
    width: f64,
    height: f64,
}

impl Frame {
    fn of(size: Size) -> Self {
        let (rows, cols) = (f64::from(size.rows() as u32), f64::from(size.cols() as u32));
        let cell = (88.0 / rows.max(cols)).clamp(4.0, 22.0);
        Self { cell, width: cols * cell + 2.0 * PADDING, height: rows * cell + 2.0 * PADDING }
    }

    /// From one node to the next on a level.
    fn place(&self) -> f64 {
        self.width.max(NARROWEST) + APART
    }

    /// From one level to the next.
    fn level(&self) -> f64 {
        self.height + LABEL + GAP
    }
}

fn stroke(role: Role) -> Stroke {
    match role {
        Role::Processed => Stroke::new(role.color(), 2.0),
        Role::Path => Stroke::new(role.color(), 4.0),
        Role::Queued => Stroke::new(role.color(), 1.5).dashed(),
        Role::Pruned => Stroke::new(role.color(), 1.0),
    }
}

/// From the label of a node to the top of its child, with the move beside its end.
fn draw_edge(from: (f64, f64), to: (f64, f64), by: Move, role: Role, frame: &Frame, picture: &mut Picture) {
    let stroke = match role {
        Role::Path => Stroke::new(role.color(), 3.0),
        Role::Pruned => Stroke::new(PALE, 1.0).dashed(),
        Role::Processed | Role::Queued => Stroke::new(INK, 1.0),
    };
    picture.line(&[(from.0, from.1 + frame.height + LABEL), to], stroke);
    // On the side that the line does not come from.
    let (x, anchor) = if from.0 < to.0 { (to.0 + 5.0, Anchor::Start) } else { (to.0 - 5.0, Anchor::End) };
    picture.text((x, to.1 - 9.0), 11.0, anchor, INK, &by.letter().to_string());
}

fn draw_node(tree: &Tree<'_>, id: NodeId, at: (f64, f64), frame: &Frame, picture: &mut Picture) {
    let role = tree.role(id);
    let corner = (at.0 - frame.width / 2.0, at.1);
    picture.rectangle(corner, (frame.width, frame.height), 6.0, PAPER, stroke(role));
    draw_board(&tree.trace.nodes[id].board, (corner.0 + PADDING, corner.1 + PADDING), frame.cell, picture);
    if role == Role::Pruned {
        cross_out(corner, (frame.width, frame.height), picture);
    }
    if let Some(step) = tree.step(id) {
        let disc = (corner.0 + frame.width, corner.1);
        picture.circle(disc, 9.0, role.color(), Stroke::new(PAPER, 1.0));
        picture.text(disc, 10.0, Anchor::Middle, PAPER, &step.to_string());
    }
    let color = if role == Role::Pruned { PALE } else { INK };
    picture.text((at.0, at.1 + frame.height + LABEL / 2.0), 12.0, Anchor::Middle, color, &tree.sum(id));
}

fn draw_board(board: &Board, at: (f64, f64), cell: f64, picture: &mut Picture) {
    let digits = (board.size().cells() - 1).to_string().len();
    let font = cell * if digits < 3 { 0.55 } else { 0.42 };
    for (place, &tile) in board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
        let (row, col) = board.size().place(place);
        let (x, y) = (at.0 + f64::from(col as u32) * cell, at.1 + f64::from(row as u32) * cell);
        let side = cell * 0.92;
        picture.rectangle((x, y), (side, side), cell * 0.15, TILE, Stroke::new(PALE, 0.7));
        if font > 3.0 {
            let middle = (x + side / 2.0, y + side / 2.0);
            picture.text(middle, font, Anchor::Middle, INK, &tile.to_string());
        }
    }
}

fn cross_out(at: (f64, f64), size: (f64, f64), picture: &mut Picture) {
    let (right, bottom) = (at.0 + size.0, at.1 + size.1);
    let stroke = Stroke::new(INK, 1.5);
    picture.line(&[at, (right, bottom)], stroke);
    picture.line(&[(right, at.1), (at.0, bottom)], stroke);
}

fn legend_text(role: Role) -> &'static str {
    match role {
        Role::Processed => "came off the queue, in step",
        Role::Path => "on the way to the goal",
        Role::Queued => "waits in the queue",
        Role::Pruned => "left out: takes the last move back",
    }
}

fn legend_width(role: Role) -> f64 {
    48.0 + 6.6 * f64::from(legend_text(role).len() as u32)
}

fn draw_legend(items: &[Role], picture: &mut Picture) {
    let (mut x, y, side) = (MARGIN, 8.0, 14.0);
    for &role in items {
        picture.rectangle((x, y), (side, side), 3.0, PAPER, stroke(role));
        if role == Role::Pruned {
            cross_out((x, y), (side, side), picture);
        }
        let text = (x + side + 8.0, y + side / 2.0);
        picture.text(text, 12.0, Anchor::Start, INK, legend_text(role));
        if role == Role::Processed {
            let disc = (text.0 + 6.6 * f64::from(legend_text(role).len() as u32), text.1);
            picture.circle(disc, 8.0, role.color(), Stroke::new(PAPER, 1.0));
            picture.text(disc, 10.0, Anchor::Middle, PAPER, "n");
        }
        x += legend_width(role);
    }
}
