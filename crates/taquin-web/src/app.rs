//! What all requests share.

use crate::Config;
use crate::api;
use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::searches::{Searches, Ticket};
use crate::shelf::Shelf;
use crate::workers::Workers;
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
    pub(crate) most_time: Duration,
    pub(crate) body_time: Duration,
}

impl App {
    pub(crate) fn new(config: &Config) -> Self {
        Self(Arc::new(Shared {
            workers: Workers::new(config.threads.max(1)),
            searches: Arc::new(Searches::new()),
            shelf: Shelf::new(config.store.clone()),
            metrics: Metrics::new(api::routes().into_iter().map(|route| route.path)),
            hosts: config.hosts.clone(),
            memory: config.memory,
            most_time: config.most_time,
            body_time: config.body_time,
        }))
    }

    /// A search that ends with what is returned, unless the server shuts down.
    pub(crate) fn begin(&self) -> Result<Ticket, ApiError> {
        self.searches.begin()
    }
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
