//! A server under test.

use crate::client::{Response, request};
use serde_json::Value;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use taquin_web::{Config, Server};
use tokio::sync::oneshot;

/// A server that runs until it is dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    shutdown: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    /// Starts a server with two workers per lane.
    pub(crate) fn start() -> Self {
        Self::with_config(|_| ())
    }

    /// Starts a server with a changed configuration.
    pub(crate) fn with_config(change: impl FnOnce(&mut Config)) -> Self {
        let mut config =
            Config { listen: vec![(Ipv4Addr::LOCALHOST, 0).into()], threads: 2, ..Config::default() };
        change(&mut config);
        let (address_sender, address) = mpsc::channel();
        let (shutdown_sender, shutdown) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            let runtime = runtime.expect("a runtime");
            runtime.block_on(async {
                let server = Server::bind(&config).await.expect("a free port");
                address_sender.send(server.address()).expect("the test waits for it");
                server
                    .serve(async {
                        shutdown.await.ok();
                    })
                    .await;
            });
            runtime.shutdown_background();
        });
        let address = address.recv().expect("the server starts");
        Self { address, shutdown: Some(shutdown_sender), thread: Some(thread) }
    }

    /// Starts the shutdown.
    pub(crate) fn shut_down(&mut self) {
        if let Some(shutdown) = self.shutdown.take() {
            shutdown.send(()).ok();
        }
    }

    /// Waits for the end of the shutdown.
    pub(crate) fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().expect("no panic");
        }
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        request(self.address, "GET", path, &[], b"")
    }

    pub(crate) fn delete(&self, path: &str) -> Response {
        request(self.address, "DELETE", path, &[], b"")
    }

    /// Sends JSON.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        self.post_bytes(path, body.to_string().as_bytes())
    }

    /// Sends bytes that are declared as JSON.
    pub(crate) fn post_bytes(&self, path: &str, body: &[u8]) -> Response {
        request(self.address, "POST", path, &[("Content-Type", "application/json")], body)
    }

    /// Returns the value of a metric.
    pub(crate) fn metric(&self, name: &str) -> u64 {
        let response = self.get("/metrics");
        let text = String::from_utf8(response.body).expect("text");
        let line =
            text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}\n{text}"));
        line.rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a number")
    }

    /// Waits until a metric has a value; returns the waiting time.
    pub(crate) fn wait_for_metric(&self, name: &str, value: u64) -> Duration {
        let start = Instant::now();
        while self.metric(name) != value {
            assert!(start.elapsed() < Duration::from_secs(20), "{name} is not {value}");
            std::thread::sleep(Duration::from_millis(5));
        }
        start.elapsed()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.shut_down();
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}
