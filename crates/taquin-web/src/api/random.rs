//! `POST /api/random`.

use super::run_on_worker;
use crate::error::ApiError;
use crate::request_body::JsonBody;
use crate::search_registry::Cancellation;
use crate::state::AppState;
use axum::extract::State;
use axum::response::Response;
use chacha20::ChaCha8Rng;
use rand::Rng;
use taquin::Limits;
use taquin_api::random::{RandomJob, RandomRequest};

pub(super) async fn handle(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<RandomRequest>,
) -> Result<Response, ApiError> {
    let job = request.validate(|| rand::make_rng::<ChaCha8Rng>().next_u32())?;
    let lane = if job.has_distance() { &state.workers.long } else { &state.workers.quick };
    run_on_worker(&state, lane, move |state, cancellation| run(&job, state, cancellation)).await
}

fn run(job: &RandomJob, state: &AppState, cancellation: &Cancellation) -> Result<String, ApiError> {
    let limits = Limits { memory: state.memory, cancel: cancellation.token(), ..Limits::default() };
    Ok(job.run(&state.engines, limits)?)
}
