//! `POST /api/trace`: A* step by step, with every generated node.

use super::puzzle::{Puzzle, PuzzleJson, heuristic_by_name, tile_costs};
use super::{run_on_worker, to_json};
use crate::error::ApiError;
use crate::request_body::JsonBody;
use crate::state::AppState;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use taquin::notation::letters;
use taquin::trace::{AStarTrace, NodeId, NodeState, TraceEnd, TraceNode};
use taquin::{Goal, Heuristic, Move, Parity, SolveError};

pub(super) const MAX_CELLS: usize = 100;
pub(super) const MAX_STEPS: usize = 2000;
pub(super) const MAX_NODES: usize = 10_000;
pub(super) const DEFAULT_STEPS: usize = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TraceRequest {
    board: String,
    size: Option<String>,
    goal: Option<String>,
    heuristic: Option<String>,
    steps: Option<usize>,
}

#[derive(Serialize)]
struct TraceResponse<'a> {
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
    last_move: Option<char>,
    tiles: &'a [u16],
    moves: u32,
    estimate: u32,
    state: &'static str,
    /// The step in which it was dequeued.
    step: Option<usize>,
    /// The cost of the tile in each cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    shares: Option<Vec<u32>>,
}

pub(super) async fn handle(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<TraceRequest>,
) -> Result<Response, ApiError> {
    let puzzle = Puzzle::read(&request.board, request.size.as_deref(), request.goal.as_deref())?;
    let heuristic = match request.heuristic.as_deref() {
        None => Heuristic::default(),
        Some(name) => heuristic_by_name(name)?,
    };
    let steps = request.steps.unwrap_or(DEFAULT_STEPS);
    if !(1..=MAX_STEPS).contains(&steps) {
        return Err(ApiError::BadRequest(format!("steps: {steps} is out of range: 1 to {MAX_STEPS}")));
    }
    let size = puzzle.board.size();
    if size.cells() > MAX_CELLS {
        return Err(ApiError::TooLarge(format!(
            "{size} is too large: traces are available for up to {MAX_CELLS} cells (10x10)"
        )));
    }
    if !heuristic.supports(size) {
        return Err(ApiError::TooLarge(SolveError::UnsupportedSize { heuristic, size }.to_string()));
    }
    run_on_worker(&state, &state.workers.quick, move |state, _| run(state, &puzzle, heuristic, steps)).await
}

fn run(state: &AppState, puzzle: &Puzzle, heuristic: Heuristic, steps: usize) -> Result<String, ApiError> {
    let Puzzle { board, goal, .. } = puzzle;
    // The handler has checked that the heuristic supports the size.
    let evaluator =
        state.pdb_pool.heuristic_tables(goal).evaluator(heuristic, goal).ok_or(ApiError::Internal)?;
    let trace = AStarTrace::with_evaluator(&evaluator, board, goal, steps, MAX_NODES);
    to_json(&TraceResponse {
        heuristic: heuristic.name(),
        puzzle: puzzle.json(),
        solvable: Parity::is_solvable(board, goal),
        end: match trace.end {
            TraceEnd::Goal => "goal",
            TraceEnd::StepLimit => "steps",
            TraceEnd::NodeLimit => "nodes",
        },
        enqueued: trace.enqueued(),
        dequeued: &trace.dequeued,
        moves: trace.moves().map(|moves| letters(&moves)),
        path: trace.path(),
        nodes: trace.nodes.iter().map(|node| NodeJson::new(node, heuristic, goal)).collect(),
    })
}

impl<'a> NodeJson<'a> {
    fn new(node: &'a TraceNode, heuristic: Heuristic, goal: &Goal) -> Self {
        let (state, step) = match node.state {
            NodeState::Queued => ("queued", None),
            NodeState::Dequeued(step) => ("processed", Some(step)),
            NodeState::Pruned => ("pruned", None),
        };
        Self {
            parent: node.parent,
            last_move: node.by.map(Move::letter),
            tiles: node.board.tiles(),
            moves: node.moves,
            estimate: node.estimate,
            state,
            step,
            shares: tile_costs(heuristic, &node.board, goal),
        }
    }
}
