//! `POST /api/trace`: A* step by step, with every node that it made.

use super::json;
use super::puzzle::{Puzzle, PuzzleJson, heuristic, shares};
use crate::app::App;
use crate::ask::Ask;
use crate::error::ApiError;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use taquin::notation::letters;
use taquin::trace::{End, Node, NodeId, NodeState, Trace};
use taquin::{Goal, Heuristic, Move, Parity, SolveError};

/// The largest boards, and the longest traces of them.
pub(super) const MOST_CELLS: usize = 100;
pub(super) const MOST_STEPS: usize = 2000;
pub(super) const MOST_NODES: usize = 10_000;

/// The steps if nobody says how many.
pub(super) const USUAL_STEPS: usize = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    board: String,
    size: Option<String>,
    goal: Option<String>,
    heuristic: Option<String>,
    steps: Option<usize>,
}

#[derive(Serialize)]
struct Answer<'a> {
    heuristic: &'static str,
    #[serde(flatten)]
    puzzle: PuzzleJson<'a>,
    solvable: bool,
    end: &'static str,
    enqueued: usize,
    dequeued: &'a [NodeId],
    moves: Option<String>,
    path: Option<Vec<NodeId>>,
    nodes: Vec<NodeJson<'a>>,
}

#[derive(Serialize)]
struct NodeJson<'a> {
    parent: Option<NodeId>,
    #[serde(rename = "move")]
    by: Option<char>,
    tiles: &'a [u16],
    moves: u32,
    estimate: u32,
    state: &'static str,
    /// When it came off the queue.
    step: Option<usize>,
    /// By cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    shares: Option<Vec<u32>>,
}

pub(super) async fn answer(State(app): State<App>, Ask(request): Ask<Request>) -> Result<Response, ApiError> {
    let puzzle = Puzzle::read(&request.board, request.size.as_deref(), request.goal.as_deref())?;
    let heuristic = request.heuristic.as_deref().map_or(Ok(Heuristic::default()), heuristic)?;
    let steps = request.steps.unwrap_or(USUAL_STEPS);
    if !(1..=MOST_STEPS).contains(&steps) {
        return Err(ApiError::BadRequest(format!("steps: {steps} is out of range: 1 to {MOST_STEPS}")));
    }
    let size = puzzle.board.size();
    if size.cells() > MOST_CELLS {
        return Err(ApiError::TooLarge(format!(
            "a search is shown step by step on boards of up to {MOST_CELLS} cells (10x10), and this one is {size}"
        )));
    }
    if !heuristic.supports(size) {
        return Err(ApiError::TooLarge(SolveError::TooLarge { heuristic, size }.to_string()));
    }
    app.by_worker(&app.workers.quick, move |app, _| write_down(app, &puzzle, heuristic, steps)).await
}

fn write_down(app: &App, puzzle: &Puzzle, heuristic: Heuristic, steps: usize) -> Result<String, ApiError> {
    let Puzzle { board, goal, .. } = puzzle;
    // There always is one: the size was looked at before.
    let evaluator = app.shelf.for_estimates(goal).evaluator(heuristic, goal).ok_or(ApiError::Internal)?;
    let trace = Trace::by(&evaluator, board, goal, steps, MOST_NODES);
    json(&Answer {
        heuristic: heuristic.name(),
        puzzle: puzzle.json(),
        solvable: Parity::is_solvable(board, goal),
        end: match trace.end {
            End::Goal => "goal",
            End::Steps => "steps",
            End::Nodes => "nodes",
        },
        enqueued: trace.enqueued(),
        dequeued: &trace.dequeued,
        moves: trace.moves().map(|moves| letters(&moves)),
        path: trace.path(),
        nodes: trace.nodes.iter().map(|node| NodeJson::of(node, heuristic, goal)).collect(),
    })
}

impl<'a> NodeJson<'a> {
    fn of(node: &'a Node, heuristic: Heuristic, goal: &Goal) -> Self {
        let (state, step) = match node.state {
            NodeState::Queued => ("queued", None),
            NodeState::Processed(step) => ("processed", Some(step)),
            NodeState::Pruned => ("pruned", None),
        };
        Self {
            parent: node.parent,
            by: node.by.map(Move::letter),
            tiles: node.board.tiles(),
            moves: node.moves,
            estimate: node.estimate,
            state,
            step,
            shares: shares(heuristic, &node.board, goal),
        }
    }
}
