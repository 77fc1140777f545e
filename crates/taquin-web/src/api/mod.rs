//! The API, one file per endpoint.
//!
//! Each file has the request and response types and a handler: read the board and the goal ([`puzzle`]), get
//! a worker ([`workers`](crate::workers)), call the library, write the response. Everything slower than
//! parsing a request runs on a worker, including serialization, because the solution of a large board has
//! millions of moves.

mod cancel;
mod compare;
mod info;
#[cfg(test)]
mod openapi_tests;
mod puzzle;
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
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use taquin::StopReason;

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

fn to_json(value: &impl Serialize) -> Result<String, ApiError> {
    serde_json::to_string(value).map_err(|error| ApiError::internal(error, "cannot serialize a response"))
}

fn json_response(json: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], json).into_response()
}

/// Reads the field `seconds` of a request.
fn read_seconds(given: Option<f64>, default: f64, min: f64, max: f64) -> Result<Duration, ApiError> {
    let seconds = given.unwrap_or(default);
    if seconds.is_finite() && (min..=max).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(ApiError::BadRequest(format!("seconds: {seconds} is out of range: {min} to {max}")))
}

/// Returns the machine-readable name of a stop reason.
fn reason_code(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time",
        StopReason::Nodes => "nodes",
        StopReason::Memory => "memory",
        StopReason::Depth => "depth",
        StopReason::Bound => "bound",
        StopReason::Cancelled => "cancelled",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_outside_the_range_are_rejected() {
        let read = |given| read_seconds(given, 10.0, 0.05, 60.0).ok();
        assert_eq!(read(None), Some(Duration::from_secs(10)));
        assert_eq!(read(Some(0.05)), Some(Duration::from_millis(50)));
        assert_eq!(read(Some(60.0)), Some(Duration::from_mins(1)));
        for wrong in [0.0, -1.0, 60.1, 1e300, f64::NAN, f64::INFINITY] {
            assert_eq!(read(Some(wrong)), None, "{wrong}");
        }
    }
}
