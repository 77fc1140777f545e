//! `/api/random`: a random board, optionally at an exact distance from the goal.

use crate::job::{Context, Effort, Job, JobRequest};
use crate::puzzle::{PuzzleJson, read_goal};
use crate::{RequestError, to_json};
use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use taquin::Engines;
use taquin::random::RandomBoards;
use taquin::state_space::CensusError;
use taquin::{Goal, GoalKind, Limits, Size, StopReason};

/// The time limit for a board at an exact distance.
pub const TIME_LIMIT: Duration = Duration::from_secs(5);

/// The maximum distance and the maximum number of cells where PDBs are not available and all boards at that
/// distance are listed.
pub const MAX_LISTED_MOVES: u32 = 14;
/// See [`MAX_LISTED_MOVES`].
pub const MAX_LISTED_CELLS: usize = 100;

/// The maximum distance in a request; no board for which it could be proven needs more moves.
pub const MAX_MOVES: u32 = 400;

/// A request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomRequest {
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
pub struct RandomJob {
    kind: GoalKind,
    goal: Goal,
    moves: Option<u32>,
    solvable: bool,
    seed: Option<u64>,
}

impl JobRequest for RandomRequest {
    type Job = RandomJob;

    fn validate(&self) -> Result<RandomJob, RequestError> {
        let size: Size = self.size.parse()?;
        let (kind, goal) = read_goal(self.goal.as_deref(), size)?;
        if self.moves.is_some() && self.solvable == Some(false) {
            let message = "moves: an unsolvable board has no distance; omit 'moves' or 'solvable'";
            return Err(RequestError::BadRequest(message.to_owned()));
        }
        if let Some(moves) = self.moves.filter(|&moves| moves > MAX_MOVES) {
            let message = format!("moves: {moves} is out of range: 0 to {MAX_MOVES}");
            return Err(RequestError::BadRequest(message));
        }
        let is_listed = |moves| moves <= MAX_LISTED_MOVES && size.cells() <= MAX_LISTED_CELLS;
        if size.cells() > Engines::MAX_CELLS && self.moves.is_some_and(|moves| !is_listed(moves)) {
            return Err(RequestError::TooLarge(format!(
                "{size} is too large: boards with more than {} cells are available up to 10x10 and at up to \
                 {MAX_LISTED_MOVES} moves",
                Engines::MAX_CELLS
            )));
        }
        let solvable = self.solvable.unwrap_or(true);
        Ok(RandomJob { kind, goal, moves: self.moves, solvable, seed: self.seed })
    }
}

impl Job for RandomJob {
    /// A board at an exact distance needs pattern databases.
    fn effort(&self) -> Effort {
        if self.moves.is_some() { Effort::Long } else { Effort::Quick }
    }

    fn run(&self, context: &mut Context<'_>) -> Result<String, RequestError> {
        let mut source = match self.moves {
            Some(moves) => {
                let limits = Limits { time: Some(TIME_LIMIT), ..context.limits.clone() };
                RandomBoards::at_distance(
                    self.goal.clone(),
                    moves,
                    TIME_LIMIT,
                    limits,
                    context.engines,
                    &mut (),
                )
                .map_err(|error| census_error(&error))?
            }
            None => RandomBoards::uniform(self.goal.clone(), self.solvable),
        };
        // 32 bits are short enough to type and exact in JavaScript.
        let seed = self.seed.unwrap_or_else(|| (context.random_seed)().into());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = source.sample(&mut rng).map_err(|reason| self.stop_error(reason))?;
        to_json(&RandomResponse {
            puzzle: PuzzleJson::new(&board, &self.kind, &self.goal),
            seed,
            how: source.methods().iter().map(ToString::to_string).collect(),
        })
    }
}

impl RandomJob {
    fn stop_error(&self, reason: StopReason) -> RequestError {
        match (reason, self.moves) {
            (StopReason::Cancelled, _) => RequestError::Cancelled,
            (_, Some(moves)) => RequestError::NotFoundInTime(format!(
                "no board at exactly {moves} moves was found within {} seconds; try again",
                TIME_LIMIT.as_secs()
            )),
            (reason, None) => RequestError::internal(&reason),
        }
    }
}

fn census_error(error: &CensusError) -> RequestError {
    match error {
        CensusError::Stopped { .. } => RequestError::NotFoundInTime(error.to_string()),
        _ => RequestError::BadRequest(error.to_string()),
    }
}
