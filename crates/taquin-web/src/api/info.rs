//! `POST /api/info`: whether a board can be solved and why, and what each heuristic makes of it.

use super::json;
use super::puzzle::{Puzzle, PuzzleJson, shares};
use crate::app::App;
use crate::ask::Ask;
use crate::error::ApiError;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use taquin::heuristic::{Conflict, conflicts};
use taquin::{GoalKind, Heuristic, Parity};

/// Boards of more cells are told without what each tile adds.
pub(super) const MOST_SHARES: usize = 400;

/// The goals that have a name.
const NAMED: [GoalKind; 4] = [GoalKind::BlankLast, GoalKind::BlankFirst, GoalKind::Ring, GoalKind::Snail];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    board: String,
    size: Option<String>,
    goal: Option<String>,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    puzzle: PuzzleJson<'a>,
    solvable: bool,
    why: String,
    /// Those that would do, if this one does not.
    other_goals: Vec<String>,
    solved: bool,
    estimates: Vec<Opinion>,
}

#[derive(Serialize)]
struct Opinion {
    heuristic: &'static str,
    estimate: u32,
    /// By cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    shares: Option<Vec<u32>>,
    /// Of linear conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflicts: Option<Vec<Conflicting>>,
}

/// A line with tiles in conflict.
#[derive(Serialize)]
struct Conflicting {
    line: String,
    tiles: Vec<u16>,
    leaving: u32,
}

pub(super) async fn answer(State(app): State<App>, Ask(request): Ask<Request>) -> Result<Response, ApiError> {
    let puzzle = Puzzle::read(&request.board, request.size.as_deref(), request.goal.as_deref())?;
    app.by_worker(&app.workers.quick, move |app, _| describe(app, &puzzle)).await
}

fn describe(app: &App, puzzle: &Puzzle) -> Result<String, ApiError> {
    let Puzzle { board, goal, .. } = puzzle;
    let parity = Parity::explain(board, goal);
    let tables = app.shelf.for_estimates(goal);
    let estimate = |heuristic: Heuristic| {
        let evaluator = tables.evaluator(heuristic, goal)?;
        let has_shares = board.size().cells() <= MOST_SHARES;
        let by_lines = heuristic == Heuristic::LinearConflict;
        Some(Opinion {
            heuristic: heuristic.name(),
            estimate: evaluator.estimate(board),
            shares: if has_shares { shares(heuristic, board, goal) } else { None },
            conflicts: by_lines.then(|| conflicts(board, goal).into_iter().map(Conflicting::of).collect()),
        })
    };
    let would_do = |kind: &&GoalKind| {
        let goal = kind.for_size(board.size());
        !parity.solvable && goal.is_ok_and(|goal| Parity::is_solvable(board, &goal))
    };
    json(&Answer {
        puzzle: puzzle.json(),
        solvable: parity.solvable,
        why: parity.to_string(),
        other_goals: NAMED.iter().filter(would_do).map(ToString::to_string).collect(),
        solved: board.is_goal(goal),
        estimates: Heuristic::ALL.into_iter().filter_map(estimate).collect(),
    })
}

impl Conflicting {
    fn of(conflict: Conflict) -> Self {
        let kind = if conflict.is_row { "row" } else { "column" };
        let line = format!("{kind} {}", conflict.line + 1);
        Self { line, tiles: conflict.tiles, leaving: conflict.leaving }
    }
}
