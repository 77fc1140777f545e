//! The API over HTTP: the [endpoints](ENDPOINTS) of [`taquin_api`], and those of the server itself.
//!
//! Everything slower than parsing a request runs on a worker ([`worker_lanes`](crate::worker_lanes)), including serialization,
//! because the solution of a large board has millions of moves.

mod cancel;
mod jobs;
#[cfg(test)]
mod openapi_tests;
mod service;

use crate::state::AppState;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get};
use taquin_api::ENDPOINTS;

/// Returns the paths of the API and their handlers. `openapi.json` describes each.
pub(crate) fn routes() -> Vec<(&'static str, MethodRouter<AppState>)> {
    let service = [
        ("/api/searches/{id}", delete(cancel::handle)),
        ("/api/openapi.json", get(service::openapi)),
        ("/healthz", get(service::health)),
        ("/metrics", get(service::metrics)),
    ];
    let endpoints = ENDPOINTS.iter().map(|endpoint| (endpoint.path, jobs::handler(endpoint)));
    endpoints.chain(service).collect()
}

fn json_response(json: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], json).into_response()
}
