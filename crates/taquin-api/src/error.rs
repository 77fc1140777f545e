//! Errors of requests.
//!
//! Every error has a code for programs and a message for people. Messages about boards, goals and sizes come from the library and
//! match those of the command line. No message reveals anything about the machine.

use serde::Serialize;
use std::fmt;
use taquin::{BoardError, OptionError, SizeError};

/// The reason why a request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RequestError {
    /// The body is not JSON.
    #[error("{0}")]
    BadJson(String),
    /// The body is JSON with missing, unknown or invalid fields.
    #[error("{0}")]
    BadRequest(String),
    /// The search options contradict each other, or one is invalid.
    #[error(transparent)]
    BadOption(#[from] OptionError),
    /// The board is invalid.
    #[error(transparent)]
    BadBoard(#[from] BoardError),
    /// The goal is invalid, or it does not fit the board.
    #[error("{0}")]
    BadGoal(String),
    /// The moves are illegal, or they do not reach the goal.
    #[error("{0}")]
    BadMoves(String),
    /// The size is invalid.
    #[error(transparent)]
    BadSize(#[from] SizeError),
    /// The board, or another field, is too large for this request.
    #[error("{0}")]
    TooLarge(String),
    /// No board with the requested distance was found in time; one may exist.
    #[error("{0}")]
    NotFoundInTime(String),
    /// The request was cancelled and has no result.
    #[error("cancelled")]
    Cancelled,
    /// A bug in Taquin. The text is its cause, which the message does not reveal.
    #[error("internal error: this is a bug in Taquin, please report it")]
    Internal(String),
}

impl RequestError {
    /// Returns an internal error with its cause.
    pub fn internal(cause: &dyn fmt::Display) -> Self {
        Self::Internal(cause.to_string())
    }

    /// Returns the machine-readable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadJson(_) => "bad-json",
            Self::BadRequest(_) | Self::BadOption(_) => "bad-request",
            Self::BadBoard(_) => "bad-board",
            Self::BadGoal(_) => "bad-goal",
            Self::BadMoves(_) => "bad-moves",
            Self::BadSize(_) => "bad-size",
            Self::TooLarge(_) => "too-large",
            Self::NotFoundInTime(_) => "not-found-in-time",
            Self::Cancelled => "cancelled",
            Self::Internal(_) => "internal",
        }
    }
}

/// The maximum length of a message in characters. Some messages repeat input, which may be long.
const MAX_MESSAGE_CHARS: usize = 2000;

/// An error in JSON: the value of the field `error` of a response, and the data of an `error` event.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorDetail {
    code: &'static str,
    message: String,
}

impl ErrorDetail {
    /// Creates the JSON of an error. A long message is truncated.
    pub fn new(code: &'static str, error: &dyn fmt::Display) -> Self {
        let full = error.to_string();
        let mut message: String = full.chars().take(MAX_MESSAGE_CHARS).collect();
        if message.len() < full.len() {
            message.push('…');
        }
        Self { code, message }
    }
}

impl From<&RequestError> for ErrorDetail {
    fn from(error: &RequestError) -> Self {
        Self::new(error.code(), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_are_truncated() {
        let error = RequestError::BadGoal("é".repeat(300_000));
        assert_eq!(ErrorDetail::from(&error).message.chars().count(), MAX_MESSAGE_CHARS + 1);
    }

    #[test]
    fn causes_of_internal_errors_are_not_revealed() {
        let error = RequestError::internal(&"/home/someone");
        assert!(!ErrorDetail::from(&error).message.contains("someone"));
    }
}
