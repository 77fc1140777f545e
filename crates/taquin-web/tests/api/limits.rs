//! Limits: queues, cancellation, timeouts, connections and shutdown. The time limits are generous, because
//! the machine may be slow and other tests run in parallel.

use crate::boards::{EASY, HARD, endless, random_square};
use crate::client::{Events, connect, head, read, send};
use crate::server::TestServer;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const LONG_RUNNING: &str = "taquin_searches_running{lane=\"long\"}";
const LONG_WAITING: &str = "taquin_searches_waiting{lane=\"long\"}";

/// Opens a stream that lasts until its time limit.
fn endless_stream(server: &TestServer) -> Events {
    let body = json!({ "board": endless(), "seconds": 60 });
    Events::open(server.address, "/api/solve/stream", &body)
}

#[test]
fn full_queue_rejects_requests_but_not_small_boards() {
    let server = TestServer::with_config(|config| config.threads = 1);
    // One running search and a full queue.
    let mut streams: Vec<Events> = (0..5)
        .map(|waiting| {
            let stream = endless_stream(&server);
            server.wait_for_metric(LONG_RUNNING, 1);
            server.wait_for_metric(LONG_WAITING, waiting);
            stream
        })
        .collect();
    let start = Instant::now();
    let response = server.post("/api/solve", &json!({ "board": random_square(6) }));
    assert_eq!(response.error(), (429, "busy".to_owned()));
    assert!(response.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok()));
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(server.metric("taquin_searches_rejected_total{lane=\"long\"}"), 1);
    for path in ["/api/solve/stream", "/api/compare"] {
        let response = server.post(path, &json!({ "board": random_square(6) }));
        assert_eq!(response.error(), (429, "busy".to_owned()), "{path}");
        assert!(response.header("retry-after").is_some());
    }

    // The quick lane is free. On a busy machine, some attempts may be slow.
    let times = (0..10).map(|_| {
        let start = Instant::now();
        let solved = server.post("/api/solve", &json!({ "board": EASY })).ok();
        assert_eq!(solved["length"], 4);
        start.elapsed()
    });
    assert!(times.min() < Some(Duration::from_secs(1)));

    // Waiting clients get a `queued` event, and a worker when one is free.
    let mut last = streams.pop().expect("five");
    let id = last.id();
    assert_eq!(last.wait_for("queued"), json!({}));
    assert_eq!(server.delete(&format!("/api/searches/{id}")).status, 204);
    assert_eq!(last.wait_for("done")["outcome"], "stopped");
    let mut second = streams.remove(1);
    drop(streams.remove(0));
    assert!(second.wait_for("improved")["length"].as_u64() > Some(0));
}

#[test]
fn disconnecting_frees_the_worker() {
    let server = TestServer::with_config(|config| config.threads = 1);
    for _ in 0..3 {
        let mut stream = endless_stream(&server);
        stream.wait_for("improved");
        assert_eq!(server.metric(LONG_RUNNING), 1);
        drop(stream);
        let time = server.wait_for_metric(LONG_RUNNING, 0);
        assert!(time < Duration::from_secs(3), "{time:?}");
    }
    for (path, body) in [
        ("/api/solve", json!({ "board": endless(), "seconds": 60 })),
        ("/api/solve", json!({ "board": HARD, "seconds": 60 })),
        ("/api/analyze", json!({ "board": HARD, "moves": "UD".repeat(400), "seconds": 60 })),
    ] {
        let connection = send(server.address, path, &body);
        server.wait_for_metric(LONG_RUNNING, 1);
        drop(connection);
        let time = server.wait_for_metric(LONG_RUNNING, 0);
        assert!(time < Duration::from_secs(3), "{time:?}");
    }
}

#[test]
fn shutdown_ends_streams_with_the_best_solution() {
    let mut server = TestServer::start();
    let mut stream = endless_stream(&server);
    stream.wait_for("improved");
    let start = Instant::now();
    server.shut_down();
    assert_eq!(stream.wait_for("done")["outcome"], "solved");
    assert!(stream.next().is_none());
    server.wait();
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(TcpStream::connect(server.address).is_err());
}

#[test]
fn client_that_does_not_read_does_not_delay_shutdown() {
    let mut server = TestServer::with_config(|config| config.shutdown_timeout = Duration::from_millis(200));
    let body = json!({ "board": random_square(127), "seconds": 30 });
    let _connection = send(server.address, "/api/solve/stream", &body);
    server.wait_for_metric(LONG_RUNNING, 1);
    let start = Instant::now();
    server.shut_down();
    server.wait();
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn slow_body_times_out() {
    let server = TestServer::with_config(|config| config.body_timeout = Duration::from_millis(300));
    let json = [("Content-Type", "application/json")];
    let mut slow = connect(server.address);
    slow.write_all(head("POST", "/api/info", &json, 1000).as_bytes()).expect("the server listens");
    slow.write_all(b"{\"board\":").expect("the server listens");
    assert_eq!(read(slow, false).error(), (408, "timeout".to_owned()));
}

#[test]
fn slow_head_times_out() {
    let server = TestServer::with_config(|config| config.header_timeout = Duration::from_millis(300));
    let mut slow = connect(server.address);
    slow.write_all(b"GET / HTTP/1.1\r\nHost:").expect("the server listens");
    let mut rest = Vec::new();
    // The server may send a response before it closes the connection.
    slow.read_to_end(&mut rest).ok();
    server.wait_for_metric("taquin_connections ", 1);
}

#[test]
fn connections_above_the_limit_are_refused() {
    let server = TestServer::with_config(|config| {
        config.max_connections = 3;
        config.header_timeout = Duration::from_mins(1);
    });
    let mut idle = Vec::new();
    let refused = loop {
        idle.push(connect(server.address));
        let response = read(send_health_check(connect(server.address)), false);
        if response.status == 503 {
            break response;
        }
        assert!(idle.len() < 20);
    };
    assert_eq!(refused.error(), (503, "busy".to_owned()));
    assert!(refused.header("retry-after").is_some());
    drop(idle);
    let start = Instant::now();
    while read(send_health_check(connect(server.address)), false).status != 200 {
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn connections_above_the_limit_of_a_client_are_refused() {
    let server = TestServer::with_config(|config| {
        config.max_connections_per_client = 2;
        config.header_timeout = Duration::from_mins(1);
    });
    let idle = [connect(server.address), connect(server.address)];
    for _ in 0..100 {
        assert_eq!(read(send_health_check(connect(server.address)), false).status, 503);
    }
    drop(idle);
    let start = Instant::now();
    while read(send_health_check(connect(server.address)), false).status != 200 {
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

fn send_health_check(mut stream: TcpStream) -> TcpStream {
    // A refused connection may be closed already.
    stream.write_all(head("GET", "/healthz", &[], 0).as_bytes()).ok();
    stream
}
