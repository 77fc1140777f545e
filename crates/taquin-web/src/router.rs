//! From a request to its handler, and what is done for all of them alike.

use crate::app::App;
use crate::error::ApiError;
use crate::{api, assets, headers};
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use std::any::Any;
use std::net::IpAddr;
use std::time::Instant;
use tower_http::catch_panic::CatchPanicLayer;

/// All routes: the API's, and the page's files.
pub(crate) fn build(app: &App) -> Router {
    let mut router = Router::new();
    for (path, handler) in api::routes() {
        router = router.route(path, handler);
    }
    for asset in assets::all() {
        router =
            router.route(asset.path, get(move |headers: HeaderMap| async move { asset.respond(&headers) }));
    }
    router
        .route("/index.html", get(|| async { Redirect::permanent("/") }))
        .fallback(nothing)
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        // The last one added comes first.
        .layer(CatchPanicLayer::custom(|_: Box<dyn Any + Send>| ApiError::Internal.into_response()))
        .layer(from_fn_with_state(app.clone(), observe))
        .with_state(app.clone())
}

/// What is told of a path that leads nowhere: to people in a browser, the way to the page.
async fn nothing(headers: HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok());
    if accepted.is_some_and(|kinds| kinds.contains("text/html")) {
        return (StatusCode::NOT_FOUND, Html(NOTHING)).into_response();
    }
    ApiError::NotFound.into_response()
}

const NOTHING: &str = "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Taquin</title>\
                       <p>There is nothing here. <a href=\"/\">Taquin is over there.</a>";

/// Counts and logs a request, and adds the headers of every answer.
async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let route = app.metrics.name_of(matched.as_ref().map(MatchedPath::as_str));
    let is_known = is_known(request.headers(), &app.hosts);
    let mut response = if is_known { next.run(request).await } else { ApiError::UnknownHost.into_response() };
    headers::secure(response.headers_mut());
    let status = response.status();
    app.metrics.answered(route, status);
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    tracing::info!(%method, route, status = status.as_u16(), milliseconds, "request");
    response
}

/// Whether the server is called by an address, by `localhost` or by one of its names.
fn is_known(headers: &HeaderMap, names: &[String]) -> bool {
    let Some(host) = headers.get(header::HOST) else { return true };
    let Ok(authority) = host.as_bytes().try_into().map(|authority: Authority| authority) else {
        return false;
    };
    let name = authority.host().trim_matches(['[', ']']);
    name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn names_of_others_are_not_ours() {
        let names = ["puzzles.example".to_owned()];
        let is_ours = |host: &'static str| {
            is_known(&HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]), &names)
        };
        for host in
            ["localhost", "LOCALHOST:8015", "127.0.0.1:8015", "[::1]:8015", "192.0.2.1", "puzzles.example"]
        {
            assert!(is_ours(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:8015",
            "localhost.evil.example",
            "",
            "a b",
            "127.0.0.1.evil.example",
        ] {
            assert!(!is_ours(host), "{host}");
        }
        assert!(is_known(&HeaderMap::new(), &names));
    }
}
