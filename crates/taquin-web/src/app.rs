//! What all requests share.

use crate::Config;
use crate::api;
use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::searches::{Cancel, Searches};
use crate::shelf::Shelf;
use crate::workers::{Lane, Workers};
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;

/// What all requests share. Clones are the same.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

/// What is behind it.
pub(crate) struct Shared {
    pub(crate) workers: Workers,
    pub(crate) searches: Arc<Searches>,
    pub(crate) shelf: Shelf,
    pub(crate) metrics: Metrics,
    pub(crate) hosts: Vec<String>,
    pub(crate) memory: usize,
    pub(crate) body_time: Duration,
}

impl App {
    pub(crate) fn new(config: &Config) -> Self {
        Self(Arc::new(Shared {
            workers: Workers::new(config.threads.max(1)),
            searches: Arc::new(Searches::new()),
            shelf: Shelf::new(config.store.clone()),
            metrics: Metrics::new(api::routes().into_iter().map(|(path, _)| path)),
            hosts: config.hosts.clone(),
            memory: config.memory,
            body_time: config.body_time,
        }))
    }

    /// Has a worker of a lane find the answer, and write it. That ends early if the client leaves.
    pub(crate) async fn by_worker(
        &self,
        lane: &Lane,
        work: impl FnOnce(&Self, &Cancel) -> Result<String, ApiError> + Send + 'static,
    ) -> Result<Response, ApiError> {
        let ticket = self.searches.begin()?;
        let turn = lane.turn(ticket.cancel(), None).await?;
        let (app, cancel) = (self.clone(), Arc::clone(ticket.cancel()));
        turn.spend(move || work(&app, &cancel)).await?.map(api::respond)
    }
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
