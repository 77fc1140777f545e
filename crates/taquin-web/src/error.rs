//! What can be wrong with a request.
//!
//! Every answer that is not what was asked for has the same form, `{"error":{"code":"…","message":"…"}}`: the code for
//! programs, the message for people. Messages about boards, goals and sizes are the library's, so that they are the same as
//! on the command line. None of them tells anything about the machine.

use crate::ask::MOST_BYTES;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::fmt;
use taquin::{BoardError, SizeError};

/// Why a request is not answered with what it asked for.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The body is no JSON.
    #[error("{0}")]
    BadJson(String),
    /// The body is JSON, but not what is asked for.
    #[error("{0}")]
    BadRequest(String),
    #[error(transparent)]
    BadBoard(#[from] BoardError),
    #[error("{0}")]
    BadGoal(String),
    #[error(transparent)]
    BadSize(#[from] SizeError),
    /// The board is too large for what was asked, or the number of moves.
    #[error("{0}")]
    TooLarge(String),
    /// There may be such boards, but none was found in the time given.
    #[error("{0}")]
    NotFoundInTime(String),
    #[error("there is nothing here: the API is described at /api/openapi.json")]
    NotFound,
    #[error("the server is not known by that name: see --host of 'taquin serve'")]
    UnknownHost,
    #[error("this can't be done here with that method")]
    MethodNotAllowed,
    #[error("the body must be JSON, and the request must say so: Content-Type: application/json")]
    NotJson,
    #[error("the body is too large: {} KiB are the most", MOST_BYTES >> 10)]
    BodyTooLarge,
    #[error("the request came too slowly")]
    TooSlow,
    /// Too many wait already.
    #[error("too many searches are waiting: try again in a moment")]
    Busy,
    /// It waited, and nothing came of it.
    #[error("all workers were busy for too long: try again in a moment")]
    StillBusy,
    #[error("there is no such search, or it is over")]
    NoSuchSearch,
    #[error("the server is shutting down")]
    ShuttingDown,
    /// A defect of Taquin.
    #[error("something went wrong, which is a defect of Taquin (please report it)")]
    Internal,
}

impl ApiError {
    /// What the client is told of a defect of Taquin. The log is told which.
    pub(crate) fn defect(error: impl fmt::Display, what: &str) -> Self {
        tracing::error!(%error, "{what}");
        Self::Internal
    }

    /// The status that goes with it.
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
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Busy => StatusCode::TOO_MANY_REQUESTS,
            Self::StillBusy | Self::ShuttingDown => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The name that programs know it by.
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
            Self::BodyTooLarge => "body-too-large",
            Self::TooSlow => "timeout",
            Self::Busy | Self::StillBusy => "busy",
            Self::NoSuchSearch => "no-such-search",
            Self::ShuttingDown => "shutting-down",
            Self::Internal => "internal",
        }
    }

    /// After how many seconds it is worth trying again, if it is.
    pub(crate) fn retry_after(&self) -> Option<&'static str> {
        match self {
            Self::Busy => Some("2"),
            Self::StillBusy | Self::ShuttingDown => Some("5"),
            _ => None,
        }
    }

    /// What is inside of `error`: also the data of a stream's last event.
    pub(crate) fn told(&self) -> Told {
        let whole = self.to_string();
        let shown: String = whole.chars().take(MOST_SHOWN).collect();
        let message = if shown.len() < whole.len() { shown + "…" } else { shown };
        Told { code: self.code(), message }
    }

    /// The whole body.
    pub(crate) fn body(&self) -> String {
        serde_json::json!({ "error": self.told() }).to_string()
    }
}

/// The longest message, in characters: some repeat what was sent, which may be long.
const MOST_SHOWN: usize = 2000;

/// An error as programs see it.
#[derive(Serialize)]
pub(crate) struct Told {
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
    fn messages_are_the_library_s_and_escaped() {
        let error = ApiError::from("3x\"".parse::<taquin::Size>().expect_err("no size"));
        let body: serde_json::Value = serde_json::from_str(&error.body()).expect("JSON");
        assert_eq!(body["error"]["code"], "bad-size");
        let message = body["error"]["message"].as_str().expect("text");
        assert!(message.starts_with("'3x\"' is not a size"), "{message}");
        assert_eq!(error.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }

    #[test]
    fn long_messages_are_cut() {
        let error = ApiError::BadGoal("é".repeat(300_000));
        assert_eq!(error.told().message.chars().count(), MOST_SHOWN + 1);
    }

    #[test]
    fn who_is_told_to_come_back_is_told_when() {
        let response = ApiError::Busy.into_response();
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        assert!(response.headers().contains_key(header::RETRY_AFTER));
        assert!(!ApiError::NotFound.into_response().headers().contains_key(header::RETRY_AFTER));
    }
}
