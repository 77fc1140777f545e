//! The state that all requests share.

use crate::Config;
use crate::metrics::Metrics;
use crate::pdb_pool::PdbPool;
use crate::search_registry::SearchRegistry;
use crate::worker_lanes::Workers;
use std::sync::Arc;
use std::time::Duration;

/// A handle to the shared state. Clones refer to the same state.
#[derive(Clone)]
pub(crate) struct AppState(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) workers: Workers,
    pub(crate) searches: Arc<SearchRegistry>,
    pub(crate) pdb_pool: PdbPool,
    pub(crate) metrics: Metrics,
    /// Host names accepted besides IP addresses and `localhost`.
    pub(crate) hosts: Vec<String>,
    /// The memory limit of a search, in bytes.
    pub(crate) memory: usize,
    pub(crate) body_timeout: Duration,
}

impl AppState {
    /// Creates the state for a server with these routes, each of which has its own request counters.
    pub(crate) fn new(config: &Config, routes: impl IntoIterator<Item = &'static str>) -> Self {
        Self(Arc::new(Shared {
            workers: Workers::new(config.threads.max(1)),
            searches: Arc::new(SearchRegistry::new()),
            pdb_pool: PdbPool::new(config.store.clone()),
            metrics: Metrics::new(routes),
            hosts: config.hosts.clone(),
            memory: config.memory,
            body_timeout: config.body_timeout,
        }))
    }
}

impl std::ops::Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
