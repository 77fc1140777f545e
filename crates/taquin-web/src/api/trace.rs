//! `POST /api/trace`.

use super::run_on_worker;
use crate::error::ApiError;
use crate::request_body::JsonBody;
use crate::state::AppState;
use axum::extract::State;
use axum::response::Response;
use taquin_api::trace::TraceRequest;

pub(super) async fn handle(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<TraceRequest>,
) -> Result<Response, ApiError> {
    let job = request.validate()?;
    run_on_worker(&state, &state.workers.quick, move |state, _| Ok(job.run(&state.engines)?)).await
}
