//! Nobody waits for others in vain, and nobody takes more than may be taken. Times here are generous: the machine may be slow,
//! and other tests run meanwhile.

use crate::boards::{EASY, HARD, endless, random};
use crate::client::{Events, connect, head, read, send};
use crate::server::TestServer;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const LONG_RUNNING: &str = "taquin_searches_running{lane=\"long\"}";
const LONG_WAITING: &str = "taquin_searches_waiting{lane=\"long\"}";

/// Opens a stream that goes on and on.
fn endless_stream(server: &TestServer) -> Events {
    let body = json!({ "board": endless(), "seconds": 60 });
    Events::open(server.address, "/api/solve/stream", &body)
}

#[test]
fn a_full_queue_turns_clients_away_at_once_and_small_boards_pass_by() {
    let server = TestServer::with(|config| config.threads = 1);
    // One that runs, and as many as may wait.
    let mut streams: Vec<Events> = (0..5)
        .map(|waiting| {
            let stream = endless_stream(&server);
            server.wait_for(LONG_RUNNING, 1);
            server.wait_for(LONG_WAITING, waiting);
            stream
        })
        .collect();
    let start = Instant::now();
    let answer = server.post("/api/solve", &json!({ "board": random(6) }));
    assert_eq!(answer.error(), (429, "busy".to_owned()));
    assert!(answer.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok()));
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(server.figure("taquin_searches_rejected_total{lane=\"long\"}"), 1);
    for path in ["/api/solve/stream", "/api/compare"] {
        let answer = server.post(path, &json!({ "board": random(6) }));
        assert_eq!(answer.error(), (429, "busy".to_owned()), "{path}");
        assert!(answer.header("retry-after").is_some());
    }

    // The other lane is free. Of several tries, the machine is idle enough for one.
    let quickest = (0..10).map(|_| {
        let start = Instant::now();
        let answer = server.post("/api/solve", &json!({ "board": EASY })).fine();
        assert_eq!(answer["length"], 4);
        start.elapsed()
    });
    assert!(quickest.min() < Some(Duration::from_secs(1)));

    // Those who wait are told, and get their turn.
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
fn a_client_that_leaves_frees_its_worker() {
    let server = TestServer::with(|config| config.threads = 1);
    for _ in 0..3 {
        let mut stream = endless_stream(&server);
        stream.wait_for("improved");
        assert_eq!(server.figure(LONG_RUNNING), 1);
        drop(stream);
        let time = server.wait_for(LONG_RUNNING, 0);
        assert!(time < Duration::from_secs(3), "{time:?}");
    }
    for board in [endless(), HARD.to_owned()] {
        let plain = send(server.address, "/api/solve", &json!({ "board": board, "seconds": 60 }));
        server.wait_for(LONG_RUNNING, 1);
        drop(plain);
        let time = server.wait_for(LONG_RUNNING, 0);
        assert!(time < Duration::from_secs(3), "{time:?}");
    }
}

#[test]
fn a_shutdown_ends_streams_with_their_best() {
    let mut server = TestServer::start();
    let mut stream = endless_stream(&server);
    stream.wait_for("improved");
    let start = Instant::now();
    server.tell_to_end();
    assert_eq!(stream.wait_for("done")["outcome"], "solved");
    assert!(stream.next().is_none());
    server.wait();
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(TcpStream::connect(server.address).is_err());
}

#[test]
fn a_client_that_does_not_read_does_not_hold_up_the_end() {
    let mut server = TestServer::with(|config| config.grace = Duration::from_millis(200));
    let body = json!({ "board": random(127), "seconds": 30 });
    let _silent = send(server.address, "/api/solve/stream", &body);
    server.wait_for(LONG_RUNNING, 1);
    let start = Instant::now();
    server.tell_to_end();
    server.wait();
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_slow_body_is_not_waited_for() {
    let server = TestServer::with(|config| config.body_time = Duration::from_millis(300));
    let json = [("Content-Type", "application/json")];
    let mut slow = connect(server.address);
    slow.write_all(head("POST", "/api/info", &json, 1000).as_bytes()).expect("it listens");
    slow.write_all(b"{\"board\":").expect("it listens");
    assert_eq!(read(slow, false).error(), (408, "timeout".to_owned()));
}

#[test]
fn a_slow_head_is_not_waited_for() {
    let server = TestServer::with(|config| config.head_time = Duration::from_millis(300));
    let mut slow = connect(server.address);
    slow.write_all(b"GET / HTTP/1.1\r\nHost:").expect("it listens");
    let mut rest = Vec::new();
    // Whether it says something before or not, it closes the connection.
    slow.read_to_end(&mut rest).ok();
    server.wait_for("taquin_connections ", 1);
}

#[test]
fn connections_beyond_the_most_are_told_to_come_back() {
    let server = TestServer::with(|config| {
        config.connections = 3;
        config.head_time = Duration::from_mins(1);
    });
    let mut idle = Vec::new();
    let refused = loop {
        idle.push(connect(server.address));
        let answer = read(write(connect(server.address)), false);
        if answer.status == 503 {
            break answer;
        }
        assert!(idle.len() < 20);
    };
    assert_eq!(refused.error(), (503, "busy".to_owned()));
    assert!(refused.header("retry-after").is_some());
    drop(idle);
    let start = Instant::now();
    while read(write(connect(server.address)), false).status != 200 {
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

fn write(mut stream: TcpStream) -> TcpStream {
    // One that is turned away need not take it.
    stream.write_all(head("GET", "/healthz", &[], 0).as_bytes()).ok();
    stream
}
