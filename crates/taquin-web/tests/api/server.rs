//! A server to test.

use crate::client::{Answer, request};
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
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    /// With two workers a lane.
    pub(crate) fn start() -> Self {
        Self::with(|_| ())
    }

    /// With other settings.
    pub(crate) fn with(change: impl FnOnce(&mut Config)) -> Self {
        let mut config =
            Config { listen: vec![(Ipv4Addr::LOCALHOST, 0).into()], threads: 2, ..Config::default() };
        change(&mut config);
        let (tell, told) = mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            let runtime = runtime.expect("a runtime");
            runtime.block_on(async {
                let server = Server::bind(&config).await.expect("a free port");
                tell.send(server.address()).expect("somebody waits");
                let shutdown = async {
                    stopped.await.ok();
                };
                server.serve(shutdown).await;
            });
            runtime.shutdown_background();
        });
        let address = told.recv().expect("it starts");
        Self { address, stop: Some(stop), thread: Some(thread) }
    }

    /// Tells it to end.
    pub(crate) fn tell_to_end(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.send(()).ok();
        }
    }

    /// Waits for its end.
    pub(crate) fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().expect("no panic");
        }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        request(self.address, "GET", path, &[], b"")
    }

    pub(crate) fn delete(&self, path: &str) -> Answer {
        request(self.address, "DELETE", path, &[], b"")
    }

    /// Sends JSON.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_bytes(path, body.to_string().as_bytes())
    }

    /// Sends what is said to be JSON.
    pub(crate) fn post_bytes(&self, path: &str, body: &[u8]) -> Answer {
        request(self.address, "POST", path, &[("Content-Type", "application/json")], body)
    }

    /// A figure of its metrics.
    pub(crate) fn figure(&self, name: &str) -> u64 {
        let answer = self.get("/metrics");
        let text = String::from_utf8(answer.body).expect("text");
        let line =
            text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}\n{text}"));
        line.rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a number")
    }

    /// Waits until a figure has a value, and tells how long that took.
    pub(crate) fn wait_for(&self, name: &str, value: u64) -> Duration {
        let start = Instant::now();
        while self.figure(name) != value {
            assert!(start.elapsed() < Duration::from_secs(20), "{name} is not {value}");
            std::thread::sleep(Duration::from_millis(5));
        }
        start.elapsed()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.tell_to_end();
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}
