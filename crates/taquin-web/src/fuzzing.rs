//! The API without a network.

use crate::state::AppState;
use crate::{Config, api, router};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use taquin_api::ENDPOINTS;
use tokio::runtime::Runtime;

/// The routes of a server that does not listen.
pub struct Api {
    runtime: Runtime,
    router: Router,
}

impl Default for Api {
    fn default() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let state = AppState::new(
            &Config { threads: 1, ..Config::default() },
            api::routes().into_iter().map(|(path, _)| path),
        );
        Self { runtime, router: router::build(&state) }
    }
}

impl Api {
    /// Returns the path of an endpoint and the status of its response to a body.
    pub fn status(&self, endpoint: u8, body: &[u8]) -> (&'static str, u16) {
        let path = ENDPOINTS[usize::from(endpoint) % ENDPOINTS.len()].path;
        let request =
            Request::post(path).header("Host", "localhost").header("Content-Type", "application/json");
        let request = request.body(Body::from(body.to_vec())).expect("a request");
        let service = TowerToHyperService::new(self.router.clone());
        let response = self.runtime.block_on(service.call(request));
        (path, response.map_or(500, |response| response.status().as_u16()))
    }
}
