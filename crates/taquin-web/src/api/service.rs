//! `GET /api/openapi.json`, `/healthz` and `/metrics`: the server itself.

use super::json_response;
use crate::assets;
use crate::error::ApiError;
use crate::state::AppState;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use std::sync::LazyLock;

/// The `OpenAPI` description of the API.
pub(super) static OPENAPI: &[u8] = include_bytes!("../../openapi.json");

pub(super) async fn openapi(headers: HeaderMap) -> Response {
    static ETAG: LazyLock<HeaderValue> = LazyLock::new(|| assets::etag(OPENAPI));
    assets::respond("application/json", OPENAPI, &ETAG, &headers)
}

pub(super) async fn health(State(state): State<AppState>) -> Result<Response, ApiError> {
    if state.searches.is_closed() {
        return Err(ApiError::ShuttingDown);
    }
    let health = serde_json::json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") });
    Ok(json_response(health.to_string()))
}

pub(super) async fn metrics(State(state): State<AppState>) -> Response {
    let content_type = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, content_type)], state.metrics.to_text(&state.workers)).into_response()
}
