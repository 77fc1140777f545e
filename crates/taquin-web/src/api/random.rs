//! `POST /api/random`: a board by chance, any or at an exact number of moves from the goal.

use super::json;
use super::puzzle::{PuzzleJson, read_goal};
use crate::app::App;
use crate::ask::Ask;
use crate::error::ApiError;
use crate::searches::Cancel;
use axum::extract::State;
use axum::response::Response;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use taquin::draw::Draw;
use taquin::search::CensusError;
use taquin::{Goal, GoalKind, Limits, Size, StopReason, Tables};

/// How long a board at a number of moves may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// On boards with more cells than tables are for: the most moves, and the most cells. There are tens of thousands of those.
pub(super) const NEAR: u32 = 14;
pub(super) const MOST_LISTED_CELLS: usize = 100;

/// The largest number of moves. No board that it can be told of takes so many.
pub(super) const MOST_MOVES: u32 = 400;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    size: String,
    goal: Option<String>,
    moves: Option<u32>,
    solvable: Option<bool>,
    seed: Option<u64>,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    puzzle: PuzzleJson<'a>,
    seed: u64,
    how: Vec<String>,
}

/// What to draw.
struct Wish {
    kind: GoalKind,
    goal: Goal,
    moves: Option<u32>,
    solvable: bool,
    seed: u64,
}

pub(super) async fn answer(State(app): State<App>, Ask(request): Ask<Request>) -> Result<Response, ApiError> {
    let wish = Wish::read(&request)?;
    let lane = if wish.moves.is_some() { &app.workers.long } else { &app.workers.quick };
    app.by_worker(lane, move |app, cancel| wish.grant(app, cancel)).await
}

impl Wish {
    fn read(request: &Request) -> Result<Self, ApiError> {
        let size: Size = request.size.parse()?;
        let (kind, goal) = read_goal(request.goal.as_deref(), size)?;
        if request.moves.is_some() && request.solvable == Some(false) {
            let both = "moves: a board that can't be solved has no number of moves";
            return Err(ApiError::BadRequest(both.to_owned()));
        }
        if let Some(moves) = request.moves.filter(|&moves| moves > MOST_MOVES) {
            let beyond = format!("moves: {moves} is out of range: 0 to {MOST_MOVES}");
            return Err(ApiError::BadRequest(beyond));
        }
        // Beyond, there are lists of boards near the goal, and no proofs.
        let is_far = request.moves.is_some_and(|moves| moves > NEAR || size.cells() > MOST_LISTED_CELLS);
        if is_far && size.cells() > Tables::MOST_CELLS {
            return Err(ApiError::TooLarge(format!(
                "beyond {} cells, boards are drawn at up to {NEAR} moves, up to 10x10; this is {size}",
                Tables::MOST_CELLS
            )));
        }
        // Short enough to be typed, and for a number of JavaScript.
        let seed = request.seed.unwrap_or_else(|| rand::make_rng::<ChaCha8Rng>().next_u32().into());
        let solvable = request.solvable.unwrap_or(true);
        Ok(Self { kind, goal, moves: request.moves, solvable, seed })
    }

    fn grant(&self, app: &App, cancel: &Cancel) -> Result<String, ApiError> {
        // Tables that nobody holds any more need not be built, so they are held to the end.
        let wish = self.moves.map(|moves| (moves, app.shelf.prepare(&self.goal)));
        let mut draw = match &wish {
            None => Draw::any(self.goal.clone(), self.solvable),
            Some((moves, shelved)) => {
                let (time, memory, stop) = (Some(PATIENCE), app.memory, cancel.stop());
                let limits = Limits { time, memory, stop, ..Limits::default() };
                Draw::at(self.goal.clone(), *moves, PATIENCE, limits, &shelved.tables, &mut ())
                    .map_err(|error| none(&error))?
            }
        };
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let board = draw.board(&mut rng).map_err(|reason| not_found(self.moves, reason))?;
        json(&Answer {
            puzzle: PuzzleJson::of(&board, &self.kind, &self.goal),
            seed: self.seed,
            how: draw.how().iter().map(ToString::to_string).collect(),
        })
    }
}

/// Why there can be no such board, or why it is not known.
fn none(error: &CensusError) -> ApiError {
    match error {
        CensusError::Stopped { .. } => ApiError::NotFoundInTime(error.to_string()),
        _ => ApiError::BadRequest(error.to_string()),
    }
}

fn not_found(moves: Option<u32>, reason: StopReason) -> ApiError {
    match (reason, moves) {
        (StopReason::Cancelled, _) => ApiError::ShuttingDown,
        (_, Some(moves)) => ApiError::NotFoundInTime(format!(
            "none with exactly {moves} moves was found in {} seconds",
            PATIENCE.as_secs()
        )),
        (_, None) => ApiError::Internal,
    }
}
