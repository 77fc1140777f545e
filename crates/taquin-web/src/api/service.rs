//! `GET /api/openapi.json`, `/healthz` and `/metrics`: about the server itself.

use crate::app::App;
use crate::assets;
use crate::error::ApiError;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use std::sync::LazyLock;

/// The API, described for programs.
pub(super) static DESCRIPTION: &[u8] = include_bytes!("../../openapi.json");

pub(super) async fn description(headers: HeaderMap) -> Response {
    static TAG: LazyLock<HeaderValue> = LazyLock::new(|| assets::tag(DESCRIPTION));
    assets::respond("application/json", DESCRIPTION, &TAG, &headers)
}

pub(super) async fn health(State(app): State<App>) -> Result<Response, ApiError> {
    if app.searches.is_closed() {
        return Err(ApiError::ShuttingDown);
    }
    let health = serde_json::json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") });
    Ok(super::respond(health.to_string()))
}

pub(super) async fn metrics(State(app): State<App>) -> Response {
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], app.metrics.text(&app.workers)).into_response()
}
