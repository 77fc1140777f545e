//! `POST /api/random`: a random board, optionally at an exact distance from the goal.

use super::puzzle::{PuzzleJson, read_goal};
use super::{run_on_worker, to_json};
use crate::error::ApiError;
use crate::pdb_pool::MEMORY_WITHOUT_CACHE;
use crate::request_body::JsonBody;
use crate::search_registry::Cancellation;
use crate::state::AppState;
use axum::extract::State;
use axum::response::Response;
use chacha20::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use taquin::pdb::PdbCache;
use taquin::random::RandomBoards;
use taquin::state_space::CensusError;
use taquin::{Goal, GoalKind, Limits, Size, StopReason};

/// The time limit for a board at an exact distance.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// The maximum distance and the maximum number of cells where PDBs are not available and all boards at that
/// distance are listed.
pub(super) const MAX_LISTED_MOVES: u32 = 14;
pub(super) const MAX_LISTED_CELLS: usize = 100;

/// The maximum distance in a request; no board for which it could be proven needs more moves.
pub(super) const MAX_MOVES: u32 = 400;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RandomRequest {
    size: String,
    goal: Option<String>,
    moves: Option<u32>,
    solvable: Option<bool>,
    seed: Option<u64>,
}

#[derive(Serialize)]
struct RandomResponse<'a> {
    #[serde(flatten)]
    puzzle: PuzzleJson<'a>,
    seed: u64,
    how: Vec<String>,
}

/// A validated request.
struct RandomJob {
    kind: GoalKind,
    goal: Goal,
    moves: Option<u32>,
    solvable: bool,
    seed: u64,
}

pub(super) async fn handle(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<RandomRequest>,
) -> Result<Response, ApiError> {
    let job = RandomJob::new(&request)?;
    let lane = if job.moves.is_some() { &state.workers.long } else { &state.workers.quick };
    run_on_worker(&state, lane, move |state, cancellation| job.run(state, cancellation)).await
}

impl RandomJob {
    fn new(request: &RandomRequest) -> Result<Self, ApiError> {
        let size: Size = request.size.parse()?;
        let (kind, goal) = read_goal(request.goal.as_deref(), size)?;
        if request.moves.is_some() && request.solvable == Some(false) {
            let message = "moves: an unsolvable board has no distance; omit 'moves' or 'solvable'";
            return Err(ApiError::BadRequest(message.to_owned()));
        }
        if let Some(moves) = request.moves.filter(|&moves| moves > MAX_MOVES) {
            let message = format!("moves: {moves} is out of range: 0 to {MAX_MOVES}");
            return Err(ApiError::BadRequest(message));
        }
        let is_listed = |moves| moves <= MAX_LISTED_MOVES && size.cells() <= MAX_LISTED_CELLS;
        if size.cells() > PdbCache::MAX_CELLS && request.moves.is_some_and(|moves| !is_listed(moves)) {
            return Err(ApiError::TooLarge(format!(
                "{size} is too large: boards with more than {} cells are available up to 10x10 and at up to \
                 {MAX_LISTED_MOVES} moves",
                PdbCache::MAX_CELLS
            )));
        }
        // 32 bits are short enough to type and exact in JavaScript.
        let seed = request.seed.unwrap_or_else(|| rand::make_rng::<ChaCha8Rng>().next_u32().into());
        let solvable = request.solvable.unwrap_or(true);
        Ok(Self { kind, goal, moves: request.moves, solvable, seed })
    }

    fn run(&self, state: &AppState, cancellation: &Cancellation) -> Result<String, ApiError> {
        // Held to the end: the cache skips builds that no request holds.
        let pdbs = self.moves.map(|_| state.pdb_pool.prepare(&self.goal));
        let mut source = match (self.moves, &pdbs) {
            (Some(moves), Some(pdbs)) => {
                let limits = Limits {
                    time: Some(TIME_LIMIT),
                    memory: state.memory,
                    cancel: cancellation.token(),
                    ..Limits::default()
                };
                let (tables, limits) = if pdbs.wait_until_started(cancellation, TIME_LIMIT / 2) {
                    (pdbs.cache.clone(), limits)
                } else {
                    (
                        PdbCache::default(),
                        Limits { memory: limits.memory.min(MEMORY_WITHOUT_CACHE), ..limits },
                    )
                };
                RandomBoards::at_distance(self.goal.clone(), moves, TIME_LIMIT, limits, &tables, &mut ())
                    .map_err(|error| census_error(&error))?
            }
            _ => RandomBoards::uniform(self.goal.clone(), self.solvable),
        };
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let board = source.sample(&mut rng).map_err(|reason| self.stop_error(reason))?;
        to_json(&RandomResponse {
            puzzle: PuzzleJson::new(&board, &self.kind, &self.goal),
            seed: self.seed,
            how: source.methods().iter().map(ToString::to_string).collect(),
        })
    }

    fn stop_error(&self, reason: StopReason) -> ApiError {
        match (reason, self.moves) {
            (StopReason::Cancelled, _) => ApiError::ShuttingDown,
            (_, Some(moves)) => ApiError::NotFoundInTime(format!(
                "no board at exactly {moves} moves was found within {} seconds; try again",
                TIME_LIMIT.as_secs()
            )),
            (_, None) => ApiError::Internal,
        }
    }
}

fn census_error(error: &CensusError) -> ApiError {
    match error {
        CensusError::Stopped { .. } => ApiError::NotFoundInTime(error.to_string()),
        _ => ApiError::BadRequest(error.to_string()),
    }
}
