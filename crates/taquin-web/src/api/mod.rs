//! The API over HTTP, one file per endpoint. [`taquin_api`] has the requests and responses.
//!
//! A handler validates the request, gets a worker ([`worker_lanes`](crate::worker_lanes)) and runs the job there. Everything
//! slower than parsing a request runs on a worker, including serialization, because the solution of a large board has
//! millions of moves.

mod analyse;
mod cancel;
mod compare;
mod info;
#[cfg(test)]
mod openapi_tests;
mod random;
mod service;
mod solve;
mod trace;

use crate::error::ApiError;
use crate::search_registry::Cancellation;
use crate::state::AppState;
use crate::worker_lanes::Lane;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use std::sync::Arc;

/// Returns the paths of the API and their handlers. `openapi.json` describes each.
pub(crate) fn routes() -> Vec<(&'static str, MethodRouter<AppState>)> {
    vec![
        ("/api/info", post(info::handle)),
        ("/api/solve", post(solve::handle)),
        ("/api/solve/stream", post(solve::handle_stream)),
        ("/api/searches/{id}", delete(cancel::handle)),
        ("/api/trace", post(trace::handle)),
        ("/api/random", post(random::handle)),
        ("/api/compare", post(compare::handle_stream)),
        ("/api/analyse", post(analyse::handle)),
        ("/api/openapi.json", get(service::openapi)),
        ("/healthz", get(service::health)),
        ("/metrics", get(service::metrics)),
    ]
}

/// Runs `work` on a worker of a lane and responds with the JSON that it returns. The work is cancelled if the
/// client disconnects.
async fn run_on_worker(
    state: &AppState,
    lane: &Lane,
    work: impl FnOnce(&AppState, &Cancellation) -> Result<String, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let handle = state.searches.register()?;
    let permit = lane.acquire(handle.cancellation(), None).await?;
    let state = state.clone();
    let cancellation = Arc::clone(handle.cancellation());
    permit.run(move || work(&state, &cancellation)).await?.map(json_response)
}

fn json_response(json: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], json).into_response()
}
