//! `DELETE /api/searches/{id}`: ends a search, whose stream then tells what it has found so far.

use crate::app::App;
use crate::error::ApiError;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;

pub(super) async fn answer(
    State(app): State<App>,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::NoSuchSearch)?;
    app.searches.end(id.parse()?)?;
    Ok(StatusCode::NO_CONTENT)
}
