//! `DELETE /api/searches/{id}`: cancels a search. Its stream then ends with the best result so far.

use crate::error::ApiError;
use crate::state::AppState;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;

pub(super) async fn handle(
    State(state): State<AppState>,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::NoSuchSearch)?;
    state.searches.cancel(id.parse()?)?;
    Ok(StatusCode::NO_CONTENT)
}
