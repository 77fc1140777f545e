//! The API, one file an endpoint.
//!
//! Each file has the fields that a request may have, what is answered, and a handler that goes from the one to the other: read
//! the board and the goal ([`puzzle`]), get a worker ([`workers`](crate::workers)), ask the library, write down what it says.
//! Whatever takes longer than reading a request is done by a worker, and so is the writing, because the solution of a large
//! board is millions of moves long.

mod compare;
#[cfg(test)]
mod description;
mod info;
mod puzzle;
mod random;
mod service;
mod solve;
mod stop;
mod trace;

use crate::app::App;
use crate::error::ApiError;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use serde::Serialize;
use std::time::Duration;
use taquin::StopReason;

/// All routes: their paths and what answers there. `openapi.json` describes each.
pub(crate) fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    vec![
        ("/api/info", post(info::answer)),
        ("/api/solve", post(solve::answer)),
        ("/api/solve/stream", post(solve::stream)),
        ("/api/searches/{id}", delete(stop::answer)),
        ("/api/trace", post(trace::answer)),
        ("/api/random", post(random::answer)),
        ("/api/compare", post(compare::stream)),
        ("/api/openapi.json", get(service::description)),
        ("/healthz", get(service::health)),
        ("/metrics", get(service::metrics)),
    ]
}

/// An answer as it is sent.
fn json(answer: &impl Serialize) -> Result<String, ApiError> {
    serde_json::to_string(answer).map_err(|error| ApiError::defect(error, "an answer could not be written"))
}

/// JSON that was written already.
pub(crate) fn respond(json: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], json).into_response()
}

/// A time from a request, within its limits.
fn seconds(given: Option<f64>, usual: f64, least: f64, most: f64) -> Result<Duration, ApiError> {
    let seconds = given.unwrap_or(usual);
    if seconds.is_finite() && (least..=most).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(ApiError::BadRequest(format!("seconds: {seconds} is out of range: {least} to {most}")))
}

/// Why a search was stopped, for programs. People read its text.
fn reason_code(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time",
        StopReason::Nodes => "nodes",
        StopReason::Memory => "memory",
        StopReason::Bound => "bound",
        StopReason::Cancelled => "cancelled",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_within_their_limits() {
        let read = |given| seconds(given, 10.0, 0.05, 60.0).ok();
        assert_eq!(read(None), Some(Duration::from_secs(10)));
        assert_eq!(read(Some(0.05)), Some(Duration::from_millis(50)));
        assert_eq!(read(Some(60.0)), Some(Duration::from_mins(1)));
        for wrong in [0.0, -1.0, 60.1, 1e300, f64::NAN, f64::INFINITY] {
            assert_eq!(read(Some(wrong)), None, "{wrong}");
        }
    }
}
