//! A request's body, read with care.
//!
//! It must say that it is JSON (which a form on another site can't, so that none can have a browser ask here for it), come in
//! time, be no larger than a large board takes, and have the fields that are asked for and no others.

use crate::app::App;
use crate::error::ApiError;
use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use hyper::body::Body as _;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::future::poll_fn;
use std::pin::Pin;

/// The most bytes of a body. A 127×127 board takes 86 kB.
pub(crate) const MOST_BYTES: usize = 256 << 10;

/// How much of a body that is too large is read before it is refused. A client that is still sending does not listen.
const MOST_SWALLOWED: usize = 4 * MOST_BYTES;

/// What a request asks for.
pub(crate) struct Ask<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Ask<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::NotJson);
        }
        let reading = tokio::time::timeout(app.body_time, read(request.into_body()));
        let bytes = reading.await.map_err(|_| ApiError::TooSlow)??;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| explain(&error))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

/// All of a body.
async fn read(mut body: Body) -> Result<Vec<u8>, ApiError> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| ApiError::BadRequest("the body could not be read".to_owned()))?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length <= MOST_BYTES {
            bytes.extend_from_slice(&data);
        } else if length > MOST_SWALLOWED {
            break;
        }
    }
    if length > MOST_BYTES { Err(ApiError::BodyTooLarge) } else { Ok(bytes) }
}

fn explain(error: &serde_json::Error) -> ApiError {
    match error.classify() {
        Category::Data => ApiError::BadRequest(error.to_string()),
        Category::Syntax | Category::Eof | Category::Io => ApiError::BadJson(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn what_says_that_it_is_json() {
        let is_json = |kind: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            super::is_json(&headers)
        };
        assert!(is_json("application/json") && is_json("Application/JSON; charset=utf-8"));
        assert!(!is_json("text/plain") && !is_json("application/jsonp") && !is_json(""));
        assert!(!super::is_json(&HeaderMap::new()));
    }

    #[test]
    fn json_that_is_none_and_json_that_is_not_what_is_asked_for() {
        let explained = |text: &str| {
            let error = serde_json::from_str::<Vec<u8>>(text).expect_err("wrong");
            explain(&error).code()
        };
        assert_eq!(["", "[1", "[1,]", "[1] 2"].map(explained), ["bad-json"; 4]);
        assert_eq!(["{}", "[-1]", "[\"1\"]", "null"].map(explained), ["bad-request"; 4]);
    }

    #[tokio::test]
    async fn large_bodies_are_refused() {
        assert_eq!(read(Body::from(vec![b' '; MOST_BYTES])).await.expect("it fits").len(), MOST_BYTES);
        let refused = read(Body::from(vec![b' '; MOST_BYTES + 1])).await.expect_err("too large");
        assert_eq!(refused.code(), "body-too-large");
    }
}
