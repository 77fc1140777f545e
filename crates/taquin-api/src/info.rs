//! `/api/info`: whether a board is solvable and why, its heuristic values, and the plan of a search.

use crate::job::{Context, Effort, Job, JobRequest};
use crate::puzzle::{Puzzle, PuzzleJson, tile_costs};
use crate::{RequestError, to_json};
use serde::{Deserialize, Serialize};
use taquin::heuristic::{Conflict, conflicts};
use taquin::{GoalKind, Heuristic, Optimality, Parity, Solver};

/// The maximum number of cells for which the response has the costs of single tiles.
pub const MAX_SHARES_CELLS: usize = 400;

const NAMED_GOALS: [GoalKind; 4] =
    [GoalKind::BlankLast, GoalKind::BlankFirst, GoalKind::Ring, GoalKind::Snail];

/// A request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InfoRequest {
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
    /// The steps of `/api/solve`; none if the board is unsolvable or solved.
    plan: Vec<String>,
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

impl JobRequest for InfoRequest {
    type Job = InfoJob;

    fn validate(&self) -> Result<InfoJob, RequestError> {
        let puzzle = Puzzle::read(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        Ok(InfoJob { puzzle })
    }
}

/// A validated request.
pub struct InfoJob {
    puzzle: Puzzle,
}

impl Job for InfoJob {
    fn effort(&self) -> Effort {
        Effort::Quick
    }

    fn run(&self, context: &mut Context<'_>) -> Result<String, RequestError> {
        let Puzzle { board, goal, .. } = &self.puzzle;
        let parity = Parity::explain(board, goal);
        let has_shares = board.size().cells() <= MAX_SHARES_CELLS;
        let estimate = |heuristic: Heuristic| {
            let evaluator = context.engines.evaluator(heuristic, goal)?;
            let has_conflicts = heuristic == Heuristic::LinearConflict;
            Some(EstimateJson {
                heuristic: heuristic.name(),
                estimate: evaluator.estimate(board),
                shares: if has_shares { tile_costs(heuristic, board, goal) } else { None },
                conflicts: has_conflicts
                    .then(|| conflicts(board, goal).into_iter().map(Into::into).collect()),
            })
        };
        let is_reachable = |kind: &&GoalKind| {
            let goal = kind.for_size(board.size());
            goal.is_ok_and(|goal| Parity::is_solvable(board, &goal))
        };
        let other_goals = if parity.solvable { &[][..] } else { &NAMED_GOALS };
        let is_solved = board.is_goal(goal);
        let searches = parity.solvable && !is_solved;
        let plan = searches.then(|| {
            let solver = Solver::new(goal.clone()).engines(context.engines.clone());
            solver.limits(context.limits.clone()).request(Optimality::Practical).plan(board).ok()
        });
        let steps = plan.flatten().map_or_else(Vec::new, |plan| plan.steps);
        to_json(&InfoResponse {
            puzzle: self.puzzle.json(),
            solvable: parity.solvable,
            why: parity.to_string(),
            other_goals: other_goals.iter().filter(is_reachable).map(ToString::to_string).collect(),
            solved: is_solved,
            estimates: Heuristic::ALL.into_iter().filter_map(estimate).collect(),
            plan: steps.iter().map(ToString::to_string).collect(),
        })
    }
}

impl From<Conflict> for ConflictJson {
    fn from(conflict: Conflict) -> Self {
        let kind = if conflict.is_row { "row" } else { "column" };
        let line = format!("{kind} {}", conflict.line + 1);
        Self { line, tiles: conflict.tiles, leaving: conflict.leaving }
    }
}
