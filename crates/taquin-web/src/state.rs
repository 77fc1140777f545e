//! The state that all requests share.

use crate::Config;
use crate::metrics::Metrics;
use crate::search_registry::SearchRegistry;
use crate::worker_lanes::{Workers, lower_priority};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use taquin::pdb::{PdbFileError, PdbStore};
use taquin::{Engines, Event, PROVABLE_CELLS};

/// A handle to the shared state. Clones refer to the same state.
#[derive(Clone)]
pub(crate) struct AppState(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) workers: Workers,
    pub(crate) searches: Arc<SearchRegistry>,
    pub(crate) engines: Engines,
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
            engines: engines(config),
            metrics: Metrics::new(routes),
            hosts: config.hosts.clone(),
            memory: config.memory,
            body_timeout: config.body_timeout,
        }))
    }
}

/// The memory limit of a build in bytes, enough for 5×5.
const BUILD_MEMORY: usize = 256 << 20;

/// The bytes of databases that are kept.
const ENGINE_MEMORY: usize = 640 << 20;

/// Returns the engines of all requests. A thread of low priority builds pattern databases, because a build takes seconds and more memory
/// than a search, and other clients will need them too if the first one leaves.
fn engines(config: &Config) -> Engines {
    let store = config.store.clone().map(PdbStore::read_only);
    let spawn = |build: Box<dyn FnOnce() + Send>| {
        let thread = std::thread::Builder::new().name("pdb build".to_owned());
        let run = || {
            lower_priority();
            build();
        };
        if let Err(error) = thread.spawn(run) {
            tracing::error!(%error, "cannot start a thread to build pattern databases");
        }
    };
    let engines = store.map_or_else(Engines::default, Engines::with_store).with_max_bytes(ENGINE_MEMORY);
    // Smaller databases are built within a second or two: a search need not wait behind the builds of others.
    engines.with_builder(PROVABLE_CELLS, BUILD_MEMORY, spawn, |event| {
        if let Event::DamagedPdb { path, error } = event {
            log_damaged_pdb(path, error);
        }
    })
}

/// Logs a damaged file. Only the log mentions it: responses reveal nothing about the machine.
pub(crate) fn log_damaged_pdb(path: &Path, error: &PdbFileError) {
    tracing::warn!(path = %path.display(), %error, "ignoring a damaged pattern database");
}

impl std::ops::Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
