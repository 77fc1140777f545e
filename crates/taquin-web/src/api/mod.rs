//! The API, one file an endpoint.
//!
//! Each file has the fields that a request may have, what is answered, and a handler that goes from the one to the other: read
//! the board and the goal ([`puzzle`]), get a worker ([`workers`](crate::workers)), ask the library, write down what it says.
//! Whatever takes longer than reading a request is done by a worker, and so is the writing, because the solution of a large
//! board is millions of moves long.

mod compare;
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

/// A route of the API.
pub(crate) struct Route {
    /// Its method, in lower case, as the description has it.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "the handler knows it; tests compare it with the description")
    )]
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) handler: MethodRouter<App>,
}

/// All of them. `openapi.json` describes each.
pub(crate) fn routes() -> Vec<Route> {
    let route = |method, path, handler| Route { method, path, handler };
    vec![
        route("post", "/api/info", post(info::answer)),
        route("post", "/api/solve", post(solve::answer)),
        route("post", "/api/solve/stream", post(solve::stream)),
        route("delete", "/api/searches/{id}", delete(stop::answer)),
        route("post", "/api/trace", post(trace::answer)),
        route("post", "/api/random", post(random::answer)),
        route("post", "/api/compare", post(compare::stream)),
        route("get", "/api/openapi.json", get(service::description)),
        route("get", "/healthz", get(service::health)),
        route("get", "/metrics", get(service::metrics)),
    ]
}

/// An answer as it is sent.
pub(super) fn json(answer: &impl Serialize) -> Result<String, ApiError> {
    serde_json::to_string(answer).map_err(|error| {
        tracing::error!(%error, "an answer could not be written");
        ApiError::Internal
    })
}

/// JSON that was written already.
fn respond(json: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], json).into_response()
}

/// A time from a request, within its limits.
fn seconds(given: Option<f64>, usual: f64, least: f64, most: Duration) -> Result<Duration, ApiError> {
    let most = most.as_secs_f64();
    let seconds = given.unwrap_or(usual.min(most));
    if seconds.is_finite() && (least..=most).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(ApiError::BadRequest(format!("seconds: {seconds} is out of range: {least} to {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn times_are_within_their_limits() {
        let minute = Duration::from_mins(1);
        let read = |given| seconds(given, 10.0, 0.05, minute).ok();
        assert_eq!(read(None), Some(Duration::from_secs(10)));
        assert_eq!(read(Some(0.05)), Some(Duration::from_millis(50)));
        assert_eq!(read(Some(60.0)), Some(minute));
        for wrong in [0.0, -1.0, 60.1, 1e300, f64::NAN, f64::INFINITY] {
            assert_eq!(read(Some(wrong)), None, "{wrong}");
        }
        let short = Duration::from_secs(2);
        assert_eq!(seconds(None, 10.0, 0.05, short).ok(), Some(short));
    }

    #[test]
    fn the_description_has_every_route_and_no_other() {
        let description: serde_json::Value =
            serde_json::from_slice(service::DESCRIPTION).expect("it is JSON");
        let paths = description["paths"].as_object().expect("an object");
        let described: BTreeSet<(String, String)> = paths
            .iter()
            .flat_map(|(path, methods)| {
                let methods = methods.as_object().expect("an object");
                methods.keys().map(|method| (path.clone(), method.clone()))
            })
            .collect();
        let routed: BTreeSet<(String, String)> =
            routes().iter().map(|route| (route.path.to_owned(), route.method.to_owned())).collect();
        assert_eq!(described, routed);
    }

    /// References in the description lead somewhere.
    #[test]
    fn the_description_is_whole() {
        let text = std::str::from_utf8(service::DESCRIPTION).expect("text");
        let description: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
        assert_eq!(description["openapi"], "3.1.0");
        assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
        let references: Vec<&str> =
            text.split("\"$ref\"").skip(1).filter_map(|rest| rest.split('"').nth(1)).collect();
        assert!(references.len() > 20);
        for reference in references {
            let pointer = reference.strip_prefix('#').expect("inside of the document");
            assert!(description.pointer(pointer).is_some(), "{reference}");
        }
    }
}
