//! `POST /api/info`: whether a board is solvable and why, and its heuristic values.

use super::puzzle::{Puzzle, PuzzleJson, tile_costs};
use super::{run_on_worker, to_json};
use crate::error::ApiError;
use crate::request_body::JsonBody;
use crate::state::AppState;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use taquin::heuristic::{Conflict, conflicts};
use taquin::{GoalKind, Heuristic, Parity};

/// The maximum number of cells for which the response has the costs of single tiles.
pub(super) const MAX_SHARES_CELLS: usize = 400;

const NAMED_GOALS: [GoalKind; 4] =
    [GoalKind::BlankLast, GoalKind::BlankFirst, GoalKind::Ring, GoalKind::Snail];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InfoRequest {
    board: String,
    size: Option<String>,
    goal: Option<String>,
}

#[derive(Serialize)]
struct InfoResponse<'a> {
    #[serde(flatten)]
    puzzle: PuzzleJson<'a>,
    solvable: bool,
    why: String,
    /// The named goals that the board can reach, if it cannot reach this one.
    other_goals: Vec<String>,
    solved: bool,
    estimates: Vec<EstimateJson>,
}

#[derive(Serialize)]
struct EstimateJson {
    heuristic: &'static str,
    estimate: u32,
    /// The cost of the tile in each cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    shares: Option<Vec<u32>>,
    /// For linear conflict only.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflicts: Option<Vec<ConflictJson>>,
}

/// A row or column with tiles in conflict.
#[derive(Serialize)]
struct ConflictJson {
    line: String,
    tiles: Vec<u16>,
    leaving: u32,
}

pub(super) async fn handle(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<InfoRequest>,
) -> Result<Response, ApiError> {
    let puzzle = Puzzle::read(&request.board, request.size.as_deref(), request.goal.as_deref())?;
    run_on_worker(&state, &state.workers.quick, move |state, _| describe(state, &puzzle)).await
}

fn describe(state: &AppState, puzzle: &Puzzle) -> Result<String, ApiError> {
    let Puzzle { board, goal, .. } = puzzle;
    let parity = Parity::explain(board, goal);
    let tables = state.pdb_pool.heuristic_tables(goal);
    let has_shares = board.size().cells() <= MAX_SHARES_CELLS;
    let estimate = |heuristic: Heuristic| {
        let evaluator = tables.evaluator(heuristic, goal)?;
        let has_conflicts = heuristic == Heuristic::LinearConflict;
        Some(EstimateJson {
            heuristic: heuristic.name(),
            estimate: evaluator.estimate(board),
            shares: if has_shares { tile_costs(heuristic, board, goal) } else { None },
            conflicts: has_conflicts.then(|| conflicts(board, goal).into_iter().map(Into::into).collect()),
        })
    };
    let is_reachable = |kind: &&GoalKind| {
        let goal = kind.for_size(board.size());
        goal.is_ok_and(|goal| Parity::is_solvable(board, &goal))
    };
    let other_goals = if parity.solvable { &[][..] } else { &NAMED_GOALS };
    to_json(&InfoResponse {
        puzzle: puzzle.json(),
        solvable: parity.solvable,
        why: parity.to_string(),
        other_goals: other_goals.iter().filter(is_reachable).map(ToString::to_string).collect(),
        solved: board.is_goal(goal),
        estimates: Heuristic::ALL.into_iter().filter_map(estimate).collect(),
    })
}

impl From<Conflict> for ConflictJson {
    fn from(conflict: Conflict) -> Self {
        let kind = if conflict.is_row { "row" } else { "column" };
        let line = format!("{kind} {}", conflict.line + 1);
        Self { line, tiles: conflict.tiles, leaving: conflict.leaving }
    }
}
