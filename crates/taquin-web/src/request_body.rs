//! JSON request bodies.
//!
//! A body must be declared as `application/json` (an HTML form on another site cannot do that, which prevents
//! cross-site request forgery), arrive within a timeout, and fit the size limit.

use crate::error::ApiError;
use crate::state::AppState;
use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use hyper::body::Body as _;
use std::future::poll_fn;
use std::pin::Pin;

/// The maximum size of a body in bytes. A 127×127 board takes 86 kB.
pub(crate) const MAX_BYTES: usize = 256 << 10;

/// The number of bytes of an oversized body that are read before the response. Most clients read the response
/// only after sending the whole body.
const MAX_DISCARDED_BYTES: usize = 4 * MAX_BYTES;

/// The body of a request, not parsed yet.
pub(crate) struct JsonBody(pub(crate) Vec<u8>);

impl FromRequest<AppState> for JsonBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::NotJson);
        }
        let reading = tokio::time::timeout(state.body_timeout, read(request.into_body()));
        reading.await.map_err(|_| ApiError::BodyTimeout)?.map(Self)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media_type = value.split(';').next().unwrap_or_default();
    media_type.trim().eq_ignore_ascii_case("application/json")
}

async fn read(mut body: Body) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    let mut length = 0;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| ApiError::UnreadableBody)?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length <= MAX_BYTES {
            bytes.extend_from_slice(&data);
        } else if length > MAX_DISCARDED_BYTES {
            break;
        }
    }
    if length > MAX_BYTES { Err(ApiError::BodyTooLarge { max_bytes: MAX_BYTES }) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn content_type_must_be_json() {
        let is_json = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(value));
            super::is_json(&headers)
        };
        assert!(is_json("application/json") && is_json("Application/JSON; charset=utf-8"));
        assert!(!is_json("text/plain") && !is_json("application/jsonp") && !is_json(""));
        assert!(!super::is_json(&HeaderMap::new()));
    }

    #[tokio::test]
    async fn oversized_bodies_are_rejected() {
        assert_eq!(read(Body::from(vec![b' '; MAX_BYTES])).await.expect("fits").len(), MAX_BYTES);
        let error = read(Body::from(vec![b' '; MAX_BYTES + 1])).await.expect_err("too large");
        assert_eq!(error.code(), "body-too-large");
    }
}
