//! `POST /api/analyse`.

use super::run_on_worker;
use crate::error::ApiError;
use crate::request_body::JsonBody;
use crate::search_registry::Cancellation;
use crate::state::AppState;
use axum::extract::State;
use axum::response::Response;
use taquin::Limits;
use taquin_api::analyse::{AnalyseJob, AnalyseRequest};

pub(super) async fn handle(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<AnalyseRequest>,
) -> Result<Response, ApiError> {
    let job = request.validate()?;
    run_on_worker(&state, &state.workers.long, move |state, cancellation| run(&job, state, cancellation))
        .await
}

fn run(job: &AnalyseJob, state: &AppState, cancellation: &Cancellation) -> Result<String, ApiError> {
    let limits = Limits { memory: state.memory, cancel: cancellation.token(), ..Limits::default() };
    Ok(job.run(&state.engines, &limits)?)
}
