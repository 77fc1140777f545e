//! The Taquin web server: a page for browsers and an HTTP API.
//!
//! Each request is parsed, passed to the [`taquin`] library, and answered as JSON or as a stream of
//! Server-Sent Events. The server adds what a public service needs: limits on everything a client sends, two
//! lanes of workers with short queues, cancellation of a search when its client disconnects, and a graceful
//! shutdown.
//!
//! | module | contents |
//! |---|---|
//! | [`server`], [`signals`], [`connections`], [`write_timeout`] | sockets, connections and shutdown |
//! | [`router`], [`security_headers`], [`request_body`], [`error`] | routing, request parsing and errors |
//! | [`api`], [`state`] | the handlers, and the state they share |
//! | [`worker_lanes`], [`search_registry`] | scheduling and cancellation |
//! | [`events`] | events from a search to its client |
//! | [`assets`], [`metrics`] | the files of the page, and Prometheus metrics |
//!
//! The server keeps no state besides the running searches and the pattern databases they share.
//! `openapi.json` describes the API.

#![forbid(unsafe_code)]

mod api;
mod assets;
mod connections;
mod error;
mod events;
mod metrics;
mod request_body;
mod router;
mod search_registry;
mod security_headers;
mod server;
mod signals;
mod state;
mod worker_lanes;
mod write_timeout;

pub use server::{Server, run};
pub use signals::Signals;

/// Entry points of the fuzz targets.
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use taquin::pdb::PdbStore;

/// The settings of a server. The default serves this machine only.
#[derive(Clone, Debug)]
pub struct Config {
    /// The addresses to try, in this order; the server listens on the first that is free.
    pub listen: Vec<SocketAddr>,
    /// Host names accepted in the `Host` header besides IP addresses and `localhost`. Others are rejected,
    /// which prevents DNS rebinding.
    pub hosts: Vec<String>,
    /// The number of searches that run at once, in each of the two lanes.
    pub threads: usize,
    /// The memory limit of a search, in bytes. (On boards of more than 16 cells, a search may use up to 80 MB
    /// even if the limit is lower.)
    pub memory: usize,
    /// Pattern databases on disk. They are read and never written.
    pub store: Option<PdbStore>,
    /// The maximum number of open connections.
    pub max_connections: usize,
    /// The maximum number of open connections from one address. All clients of a reverse proxy have the address of the proxy.
    pub max_connections_per_client: usize,
    /// The timeout for receiving the head of a request, and for idle connections.
    pub header_timeout: Duration,
    /// The timeout for receiving the body of a request.
    pub body_timeout: Duration,
    /// The time that open responses have to complete after a shutdown signal.
    pub shutdown_timeout: Duration,
}

impl Config {
    /// The default port.
    pub const PORT: u16 = 8015;
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: vec![(Ipv4Addr::LOCALHOST, Self::PORT).into()],
            hosts: Vec::new(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 256 << 20,
            store: None,
            max_connections: 512,
            max_connections_per_client: 256,
            header_timeout: Duration::from_secs(5),
            body_timeout: Duration::from_secs(10),
            shutdown_timeout: Duration::from_secs(5),
        }
    }
}
