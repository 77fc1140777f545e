//! `POST /api/random`.

use super::run_on_worker;
use crate::error::ApiError;
use crate::pdb_pool::MEMORY_WITHOUT_CACHE;
use crate::request_body::JsonBody;
use crate::search_registry::Cancellation;
use crate::state::AppState;
use axum::extract::State;
use axum::response::Response;
use chacha20::ChaCha8Rng;
use rand::Rng;
use taquin::Limits;
use taquin::pdb::PdbCache;
use taquin_api::random::{RandomJob, RandomRequest, TIME_LIMIT};

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
    if !job.has_distance() {
        return Ok(job.run(&PdbCache::default(), limits)?);
    }
    // Held to the end: the cache skips builds that no request holds.
    let pdbs = state.pdb_pool.prepare(job.goal());
    if pdbs.wait_until_started(cancellation, TIME_LIMIT / 2) {
        return Ok(job.run(&pdbs.cache, limits)?);
    }
    let limits = Limits { memory: state.memory.min(MEMORY_WITHOUT_CACHE), ..limits };
    Ok(job.run(&PdbCache::default(), limits)?)
}
