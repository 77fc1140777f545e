//! From a request to its handler, and what is done for all of them alike.

use crate::app::App;
use crate::error::ApiError;
use crate::{api, assets, headers};
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderMap;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::any::Any;
use std::time::Instant;
use tower_http::catch_panic::CatchPanicLayer;

/// All routes: the API's, and the page's files.
pub(crate) fn build(app: &App) -> Router {
    let mut router = Router::new();
    for route in api::routes() {
        router = router.route(route.path, route.handler);
    }
    for asset in assets::all() {
        router =
            router.route(asset.path, get(move |headers: HeaderMap| async move { asset.respond(&headers) }));
    }
    router
        .fallback(|| async { ApiError::NotFound })
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        // The last one added comes first.
        .layer(CatchPanicLayer::custom(|_: Box<dyn Any + Send>| ApiError::Internal.into_response()))
        .layer(from_fn_with_state(app.clone(), observe))
        .with_state(app.clone())
}

/// Counts and logs a request, and adds the headers of every answer.
async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let route = app.metrics.name_of(matched.as_ref().map(MatchedPath::as_str));
    let mut response = next.run(request).await;
    headers::secure(response.headers_mut());
    let status = response.status();
    app.metrics.answered(route, status);
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    tracing::info!(%method, route, status = status.as_u16(), milliseconds, "request");
    response
}
