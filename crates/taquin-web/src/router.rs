//! Routing, and the middleware that all requests pass through.

use crate::error::ApiError;
use crate::state::AppState;
use crate::{api, assets, security_headers};
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use std::any::Any;
use std::net::IpAddr;
use std::time::Instant;
use tower_http::catch_panic::CatchPanicLayer;

/// Builds the router for the API and the files of the page.
pub(crate) fn build(state: &AppState) -> Router {
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
        .fallback(not_found)
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        // The layer added last runs first.
        .layer(CatchPanicLayer::custom(|_: Box<dyn Any + Send>| ApiError::Internal.into_response()))
        .layer(from_fn_with_state(state.clone(), observe))
        .with_state(state.clone())
}

/// Responds to an unknown path: with a link to the page for browsers, with a JSON error for programs.
async fn not_found(headers: HeaderMap) -> Response {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    if accept.is_some_and(|types| types.contains("text/html")) {
        return (StatusCode::NOT_FOUND, Html(NOT_FOUND_PAGE)).into_response();
    }
    ApiError::NotFound.into_response()
}

const NOT_FOUND_PAGE: &str = "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Taquin</title>\
                              <p>Page not found. <a href=\"/\">Go to Taquin</a>";

/// Checks the host, adds the security headers, and counts and logs the request.
async fn observe(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let route = state.metrics.route_label(matched.as_ref().map(MatchedPath::as_str));
    let mut response = if is_allowed_host(request.headers(), request.uri(), &state.hosts) {
        next.run(request).await
    } else {
        ApiError::UnknownHost.into_response()
    };
    security_headers::insert(response.headers_mut());
    let status = response.status();
    state.metrics.count_response(route, status);
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    tracing::info!(%method, route, status = status.as_u16(), milliseconds, "request");
    response
}

/// Returns `true` if the request has one `Host` header, with an IP address, `localhost` or a configured name, and no other host in
/// its target. Rejecting other names prevents DNS rebinding.
fn is_allowed_host(headers: &HeaderMap, target: &Uri, names: &[String]) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let Ok(host) = Authority::try_from(host.as_bytes()) else { return false };
    let is_allowed = |authority: &Authority| {
        let name = authority.host().trim_matches(['[', ']']);
        let is_known = name.parse::<IpAddr>().is_ok()
            || name.eq_ignore_ascii_case("localhost")
            || names.iter().any(|known| known.eq_ignore_ascii_case(name));
        // Nothing else: no user, nothing after the brackets of an address, no port that is not a number.
        let port = authority.port_u16().map_or(String::new(), |port| format!(":{port}"));
        is_known && authority.as_str() == format!("{}{port}", authority.host())
    };
    is_allowed(&host) && target.authority().is_none_or(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn unknown_hosts_are_rejected() {
        let names = ["puzzles.example".to_owned()];
        let is_allowed = |host: &'static str| {
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
            is_allowed_host(&headers, &Uri::from_static("/api/solve"), &names)
        };
        for host in
            ["localhost", "LOCALHOST:8015", "127.0.0.1:8015", "[::1]:8015", "192.0.2.1", "puzzles.example"]
        {
            assert!(is_allowed(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:8015",
            "localhost.evil.example",
            "",
            "a b",
            "127.0.0.1.evil.example",
            "user@localhost",
            "[::1].evil.example",
            "127.0.0.1:evil",
            "localhost:99999",
        ] {
            assert!(!is_allowed(host), "{host}");
        }
        let target = Uri::from_static("/");
        assert!(!is_allowed_host(&HeaderMap::new(), &target, &names));
        let mut headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("localhost"))]);
        assert!(is_allowed_host(&headers, &Uri::from_static("http://localhost:8015/"), &names));
        assert!(!is_allowed_host(&headers, &Uri::from_static("http://evil.example/"), &names));
        headers.append(header::HOST, HeaderValue::from_static("localhost"));
        assert!(!is_allowed_host(&headers, &target, &names));
    }
}
