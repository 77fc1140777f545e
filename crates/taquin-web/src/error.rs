//! Error responses.
//!
//! Every error has the same form, `{"error":{"code":"…","message":"…"}}`: the code for programs, the message
//! for people. Messages about boards, goals and sizes come from the library and match those of the command
//! line. No message reveals anything about the machine.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::fmt;
use taquin::{BoardError, SizeError};

/// The reason why a request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The body is not JSON.
    #[error("{0}")]
    BadJson(String),
    /// The body is JSON with missing, unknown or invalid fields.
    #[error("{0}")]
    BadRequest(String),
    #[error(transparent)]
    BadBoard(#[from] BoardError),
    #[error("{0}")]
    BadGoal(String),
    #[error(transparent)]
    BadSize(#[from] SizeError),
    /// The board is too large for this request.
    #[error("{0}")]
    TooLarge(String),
    /// No board with the requested distance was found in time; one may exist.
    #[error("{0}")]
    NotFoundInTime(String),
    #[error("not found; /api/openapi.json describes the API")]
    NotFound,
    #[error("unknown host name; allow it with 'taquin serve --host NAME'")]
    UnknownHost,
    #[error("method not allowed for this path; the Allow header lists the methods")]
    MethodNotAllowed,
    #[error("the body must be JSON and the request must have the header Content-Type: application/json")]
    NotJson,
    #[error("the request body is too large: at most {} KiB", .max_bytes >> 10)]
    BodyTooLarge { max_bytes: usize },
    #[error("timed out while receiving the request body")]
    BodyTimeout,
    /// The queue is full.
    #[error("too many searches are waiting; try again in a few seconds")]
    Busy,
    /// No worker became free in time, or there are too many connections.
    #[error("the server is busy; try again in a few seconds")]
    StillBusy,
    #[error("no such search; it may have finished")]
    NoSuchSearch,
    #[error("the server is shutting down")]
    ShuttingDown,
    /// A bug in Taquin.
    #[error("internal error: this is a bug in Taquin, please report it")]
    Internal,
}

impl ApiError {
    /// Logs the cause of an internal error, which the client does not see.
    pub(crate) fn internal(error: impl fmt::Display, context: &str) -> Self {
        tracing::error!(%error, "{context}");
        Self::Internal
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::BadJson(_) | Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::BadBoard(_)
            | Self::BadGoal(_)
            | Self::BadSize(_)
            | Self::TooLarge(_)
            | Self::NotFoundInTime(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::NotFound | Self::NoSuchSearch => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::UnknownHost => StatusCode::MISDIRECTED_REQUEST,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::BodyTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::Busy => StatusCode::TOO_MANY_REQUESTS,
            Self::StillBusy | Self::ShuttingDown => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns the machine-readable code.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::BadJson(_) => "bad-json",
            Self::BadRequest(_) => "bad-request",
            Self::BadBoard(_) => "bad-board",
            Self::BadGoal(_) => "bad-goal",
            Self::BadSize(_) => "bad-size",
            Self::TooLarge(_) => "too-large",
            Self::NotFoundInTime(_) => "not-found-in-time",
            Self::NotFound => "not-found",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::UnknownHost => "unknown-host",
            Self::NotJson => "not-json",
            Self::BodyTooLarge { .. } => "body-too-large",
            Self::BodyTimeout => "timeout",
            Self::Busy | Self::StillBusy => "busy",
            Self::NoSuchSearch => "no-such-search",
            Self::ShuttingDown => "shutting-down",
            Self::Internal => "internal",
        }
    }

    /// Returns the value of the `Retry-After` header in seconds, if a retry makes sense.
    pub(crate) fn retry_after(&self) -> Option<&'static str> {
        match self {
            Self::Busy => Some("2"),
            Self::StillBusy | Self::ShuttingDown => Some("5"),
            _ => None,
        }
    }

    /// Returns the value of the field `error`, which is also the data of an `error` event.
    pub(crate) fn detail(&self) -> ErrorDetail {
        let full = self.to_string();
        let mut message: String = full.chars().take(MAX_MESSAGE_CHARS).collect();
        if message.len() < full.len() {
            message.push('…');
        }
        ErrorDetail { code: self.code(), message }
    }

    /// Returns the whole JSON body.
    pub(crate) fn body(&self) -> String {
        serde_json::json!({ "error": self.detail() }).to_string()
    }
}

/// The maximum length of a message in characters. Some messages repeat input, which may be long.
const MAX_MESSAGE_CHARS: usize = 2000;

/// An error in JSON.
#[derive(Serialize)]
pub(crate) struct ErrorDetail {
    code: &'static str,
    message: String,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        let mut response = (self.status(), json, self.body()).into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_messages_are_passed_on_as_valid_json() {
        let source = "3x\"".parse::<taquin::Size>().expect_err("not a size");
        let error = ApiError::from(source.clone());
        let body: serde_json::Value = serde_json::from_str(&error.body()).expect("JSON");
        assert_eq!(body["error"]["code"], "bad-size");
        assert_eq!(body["error"]["message"], source.to_string());
        assert_eq!(error.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }

    #[test]
    fn long_messages_are_truncated() {
        let error = ApiError::BadGoal("é".repeat(300_000));
        assert_eq!(error.detail().message.chars().count(), MAX_MESSAGE_CHARS + 1);
    }

    #[test]
    fn retryable_errors_have_retry_after() {
        let response = ApiError::Busy.into_response();
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        assert!(response.headers().contains_key(header::RETRY_AFTER));
        assert!(!ApiError::NotFound.into_response().headers().contains_key(header::RETRY_AFTER));
    }
}
