//! Error responses.
//!
//! Every error has the same form, `{"error":{"code":"…","message":"…"}}`: the code for programs, the message
//! for people. Messages about boards, goals and sizes come from the library and match those of the command
//! line. No message reveals anything about the machine.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt;
use taquin_api::{ErrorDetail, RequestError};

/// The reason why a request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The request itself failed.
    #[error(transparent)]
    Request(RequestError),
    #[error("not found; /api/openapi.json describes the API")]
    NotFound,
    #[error("unknown host name, or not exactly one; allow a name with 'taquin serve --host NAME'")]
    UnknownHost,
    #[error("method not allowed for this path; the Allow header lists the methods")]
    MethodNotAllowed,
    #[error("the body must be JSON and the request must have the header Content-Type: application/json")]
    NotJson,
    #[error("cannot read the request body")]
    UnreadableBody,
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
            Self::Request(error) => match error {
                RequestError::BadJson(_) | RequestError::BadRequest(_) | RequestError::BadOption(_) => {
                    StatusCode::BAD_REQUEST
                }
                RequestError::Cancelled => StatusCode::SERVICE_UNAVAILABLE,
                RequestError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            },
            Self::UnreadableBody => StatusCode::BAD_REQUEST,
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
            Self::Request(error) => error.code(),
            Self::UnreadableBody => "bad-request",
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
        ErrorDetail::new(self.code(), self)
    }

    /// Returns the whole JSON body.
    pub(crate) fn body(&self) -> String {
        serde_json::json!({ "error": self.detail() }).to_string()
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        match error {
            // The client does not see the cause.
            RequestError::Internal(cause) => Self::internal(cause, "request failed"),
            // If the client has disconnected, it does not see this; otherwise the server is shutting down.
            RequestError::Cancelled => Self::ShuttingDown,
            error => Self::Request(error),
        }
    }
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
        let error = ApiError::from(RequestError::from(source.clone()));
        let body: serde_json::Value = serde_json::from_str(&error.body()).expect("JSON");
        assert_eq!(body["error"]["code"], "bad-size");
        assert_eq!(body["error"]["message"], source.to_string());
        assert_eq!(error.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }

    #[test]
    fn retryable_errors_have_retry_after() {
        let response = ApiError::Busy.into_response();
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        assert!(response.headers().contains_key(header::RETRY_AFTER));
        assert!(!ApiError::NotFound.into_response().headers().contains_key(header::RETRY_AFTER));
    }
}
