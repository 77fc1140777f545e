//! Taquin's page and its API, over HTTP.
//!
//! The library thinks, and this crate lets others ask: it reads a request, hands it to [`taquin`], and writes down what came
//! of it. What it adds is what a server needs so that nobody can hurt it or wait for others in vain: limits on everything that
//! comes in, two lanes of workers with short queues, searches that end when their client leaves, and an orderly end.
//!
//! | file | what |
//! |---|---|
//! | [`server`], [`signals`], [`connections`], [`stall`] | from the socket to a request, and the end |
//! | [`router`], [`headers`], [`ask`], [`error`] | from a request to a handler, and what goes wrong on the way |
//! | [`api`], [`app`] | one file an endpoint, and what all of them share |
//! | [`workers`], [`searches`], [`shelf`] | who may search when, what runs, and the tables for it |
//! | [`events`], [`watch`] | from a search to its client |
//! | [`assets`], [`metrics`] | the page, and figures for those who look after the server |
//!
//! No state is kept but the searches that run and the tables they share. A client that knows nothing of the server but its
//! address can do everything; `openapi.json` describes it.

#![forbid(unsafe_code)]

mod api;
mod app;
mod ask;
mod assets;
mod connections;
mod error;
mod events;
mod headers;
mod metrics;
mod router;
mod searches;
mod server;
mod shelf;
mod signals;
mod stall;
mod watch;
mod workers;

pub use server::{Server, run};
pub use signals::Signals;

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use taquin::Store;

/// How to serve. The default is meant for one's own machine.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen: at the first of these that is free.
    pub listen: Vec<SocketAddr>,
    /// The names that clients may call the server by, beside addresses and `localhost`. Others are refused, because a page of
    /// somebody else's could have its own name lead here.
    pub hosts: Vec<String>,
    /// How many searches of each lane run at a time.
    pub threads: usize,
    /// The bytes that a search may take. (On boards of more than 16 cells it takes up to 80 MB whatever this says.)
    pub memory: usize,
    /// Tables on the disk. They are used, and never changed.
    pub store: Option<Store>,
    /// The most connections at a time.
    pub connections: usize,
    /// The time for the head of a request to arrive, and the longest that a connection stays open between requests.
    pub head_time: Duration,
    /// The time for the body of a request to arrive.
    pub body_time: Duration,
    /// The time for answers to be finished when the server ends.
    pub grace: Duration,
}

impl Config {
    /// The usual port.
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
            connections: 512,
            head_time: Duration::from_secs(5),
            body_time: Duration::from_secs(10),
            grace: Duration::from_secs(5),
        }
    }
}
