//! Taquin's JSON API without a transport. The server offers it over HTTP, and the WebAssembly module in a browser's Worker.
//!
//! [`ENDPOINTS`] has a line for each path. An [`Endpoint`] parses the body of a request, [`validate`](JobRequest::validate) checks its
//! fields and returns a [`Job`], and the job runs in a [`Context`], with the pattern databases and limits of the caller, and returns
//! JSON. A job of [`solve`] or [`compare`] also reports [`events`]. `openapi.json` in the crate `taquin-web` describes requests, responses and events.

#![forbid(unsafe_code)]

pub mod analyze;
pub mod compare;
mod endpoints;
mod error;
pub mod events;
pub mod info;
mod job;
mod json;
mod puzzle;
pub mod random;
mod search_observer;
pub mod solve;
pub mod trace;

pub use endpoints::{ENDPOINTS, Endpoint};
pub use error::{ErrorDetail, RequestError};
pub use job::{Context, Effort, Job, JobRequest};
pub use json::read_json;

use serde::Serialize;
use std::time::Duration;
use taquin::StopReason;

fn to_json(value: &impl Serialize) -> Result<String, RequestError> {
    serde_json::to_string(value).map_err(|error| RequestError::internal(&error))
}

/// Reads the field `seconds` of a request.
fn read_seconds(given: Option<f64>, default: f64, min: f64, max: f64) -> Result<Duration, RequestError> {
    let seconds = given.unwrap_or(default);
    if seconds.is_finite() && (min..=max).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(RequestError::BadRequest(format!("seconds: {seconds} is out of range: {min} to {max}")))
}

/// The reason why a search stopped, in words and for programs.
#[derive(Serialize)]
struct ReasonJson {
    reason: String,
    reason_code: &'static str,
}

impl From<StopReason> for ReasonJson {
    fn from(reason: StopReason) -> Self {
        Self { reason: reason.to_string(), reason_code: reason_code(reason) }
    }
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
