//! Invalid requests: each gets a 4xx status with a code and a message.

use crate::boards::{EASY, random_square};
use crate::client::request;
use crate::server::TestServer;
use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use serde_json::{Value, json};

/// Returns all routes that take a body, each with a valid one.
fn valid_bodies() -> Vec<(&'static str, Value)> {
    vec![
        ("/api/info", json!({ "board": EASY, "size": "3x3", "goal": "snail" })),
        ("/api/solve", json!({ "board": EASY, "goal": "ring", "seconds": 1 })),
        ("/api/solve/stream", json!({ "board": EASY, "seconds": 0.5 })),
        ("/api/trace", json!({ "board": EASY, "heuristic": "hamming", "steps": 3 })),
        ("/api/random", json!({ "size": "3x3", "moves": 4, "solvable": true, "seed": 1 })),
        ("/api/compare", json!({ "board": EASY, "algorithms": ["astar"], "heuristics": ["manhattan"] })),
        ("/api/analyze", json!({ "board": EASY, "moves": "LULU", "metric": "multi", "seconds": 1 })),
    ]
}

#[test]
fn invalid_fields_are_rejected() {
    let server = TestServer::start();
    for (path, body, status, code) in [
        ("/api/info", json!({}), 400, "bad-request"),
        ("/api/info", json!({ "board": EASY, "bord": 1 }), 400, "bad-request"),
        ("/api/info", json!({ "board": 5 }), 400, "bad-request"),
        ("/api/info", json!([]), 400, "bad-request"),
        ("/api/info", json!({ "board": "" }), 422, "bad-board"),
        ("/api/info", json!({ "board": "1 2 3/4 5 5/7 8 0" }), 422, "bad-board"),
        ("/api/info", json!({ "board": "1 2/3 0\n\n2 1/3 0" }), 422, "bad-board"),
        ("/api/info", json!({ "board": EASY, "size": "1x9" }), 422, "bad-size"),
        ("/api/info", json!({ "board": EASY, "size": "big" }), 422, "bad-size"),
        ("/api/info", json!({ "board": EASY, "goal": "elsewhere" }), 422, "bad-goal"),
        ("/api/info", json!({ "board": EASY, "goal": "/etc/hostname" }), 422, "bad-goal"),
        ("/api/info", json!({ "board": "1 2/3 0", "goal": "ring" }), 422, "bad-goal"),
        ("/api/solve", json!({ "board": EASY, "seconds": 0 }), 400, "bad-request"),
        ("/api/solve", json!({ "board": EASY, "seconds": 61 }), 400, "bad-request"),
        ("/api/solve", json!({ "board": EASY, "seconds": "5" }), 400, "bad-request"),
        ("/api/solve/stream", json!({ "board": "x" }), 422, "bad-board"),
        ("/api/solve/stream", json!({ "board": EASY, "seconds": -1 }), 400, "bad-request"),
        ("/api/trace", json!({ "board": random_square(11) }), 422, "too-large"),
        ("/api/trace", json!({ "board": random_square(5), "heuristic": "largest" }), 422, "too-large"),
        ("/api/trace", json!({ "board": EASY, "heuristic": "guess" }), 400, "bad-request"),
        ("/api/trace", json!({ "board": EASY, "algorithm": "astar" }), 400, "bad-request"),
        ("/api/trace", json!({ "board": EASY, "order": "UDLR" }), 400, "bad-request"),
        ("/api/trace", json!({ "board": EASY, "algorithm": "bfs", "order": "UDLX" }), 400, "bad-request"),
        (
            "/api/trace",
            json!({ "board": EASY, "algorithm": "bfs", "heuristic": "hamming" }),
            400,
            "bad-request",
        ),
        ("/api/compare", json!({ "board": EASY, "algorithms": ["bfs"], "order": "up" }), 400, "bad-request"),
        ("/api/compare", json!({ "board": EASY, "depth_limit": -1 }), 400, "bad-request"),
        ("/api/trace", json!({ "board": EASY, "steps": 0 }), 400, "bad-request"),
        ("/api/trace", json!({ "board": EASY, "steps": 2001 }), 400, "bad-request"),
        ("/api/trace", json!({ "board": EASY, "steps": -1 }), 400, "bad-request"),
        ("/api/random", json!({}), 400, "bad-request"),
        ("/api/random", json!({ "size": "128x3" }), 422, "bad-size"),
        ("/api/random", json!({ "size": "3x3", "goal": "?" }), 422, "bad-goal"),
        ("/api/random", json!({ "size": "3x3", "moves": 32 }), 400, "bad-request"),
        ("/api/random", json!({ "size": "3x3", "moves": 401 }), 400, "bad-request"),
        ("/api/random", json!({ "size": "6x6", "moves": 40 }), 422, "too-large"),
        ("/api/random", json!({ "size": "3x3", "moves": 5, "solvable": false }), 400, "bad-request"),
        ("/api/random", json!({ "size": "3x3", "seed": -1 }), 400, "bad-request"),
        ("/api/analyze", json!({ "board": EASY }), 400, "bad-request"),
        ("/api/analyze", json!({ "moves": "L" }), 400, "bad-request"),
        ("/api/analyze", json!({ "board": EASY, "scramble": "R", "moves": "L" }), 400, "bad-request"),
        ("/api/analyze", json!({ "scramble": "R", "moves": "L" }), 400, "bad-request"),
        ("/api/analyze", json!({ "board": EASY, "moves": "LULU", "metric": "half" }), 400, "bad-request"),
        ("/api/analyze", json!({ "board": EASY, "moves": "LULU", "seconds": 61 }), 400, "bad-request"),
        ("/api/analyze", json!({ "board": "1 2/3 3", "moves": "L" }), 422, "bad-board"),
        ("/api/analyze", json!({ "scramble": "R", "size": "1x9", "moves": "L" }), 422, "bad-size"),
        ("/api/analyze", json!({ "scramble": "L", "size": "3x3", "moves": "L" }), 422, "bad-moves"),
        ("/api/analyze", json!({ "scramble": "R", "size": "5x5", "moves": "L" }), 422, "too-large"),
        ("/api/analyze", json!({ "board": EASY, "moves": "D" }), 422, "bad-moves"),
        ("/api/analyze", json!({ "board": EASY, "moves": "LUX" }), 422, "bad-moves"),
        ("/api/analyze", json!({ "board": EASY, "moves": "LUL" }), 422, "bad-moves"),
        ("/api/analyze", json!({ "board": EASY, "moves": "RDRD", "blank_moves": null }), 422, "bad-moves"),
        ("/api/analyze", json!({ "board": EASY, "moves": " ".repeat(8193) }), 422, "too-large"),
        ("/api/analyze", json!({ "board": EASY, "moves": "LR".repeat(501) }), 422, "too-large"),
        ("/api/analyze", json!({ "board": random_square(5), "moves": "L" }), 422, "too-large"),
        ("/api/compare", json!({ "board": EASY, "algorithms": ["magic"] }), 400, "bad-request"),
        ("/api/compare", json!({ "board": EASY, "algorithms": [] }), 400, "bad-request"),
        ("/api/compare", json!({ "board": EASY, "heuristics": ["all"] }), 400, "bad-request"),
        ("/api/compare", json!({ "board": EASY, "seconds": 11 }), 400, "bad-request"),
        ("/api/compare", json!({ "board": EASY, "seconds": 10 }), 400, "bad-request"),
    ] {
        assert_eq!(server.post(path, &body).error(), (status, code.to_owned()), "{path} {body}");
    }
    assert_eq!(server.post_bytes("/api/info", b"{\"board\"").error(), (400, "bad-json".to_owned()));
}

#[test]
fn unknown_paths_and_ids_are_not_found() {
    let server = TestServer::start();
    for path in
        ["/nothing", "/api", "/api/", "/js/", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/page/index.html"]
    {
        assert_eq!(server.get(path).error(), (404, "not-found".to_owned()), "{path}");
    }
    for id in ["0123456789abcdef0123456789abcdef", "x", "%ff", "1%2f2"] {
        let response = server.delete(&format!("/api/searches/{id}"));
        assert_eq!(response.error(), (404, "no-such-search".to_owned()), "{id}");
    }
    let browser_headers = [("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    let response = request(server.address, "GET", "/nothing", &browser_headers, b"");
    assert_eq!((response.status, response.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert!(String::from_utf8_lossy(&response.body).contains("<a href=\"/\">"));
    let moved = server.get("/index.html");
    assert_eq!((moved.status, moved.header("location")), (308, Some("/")));
}

#[test]
fn only_documented_methods_are_allowed() {
    let server = TestServer::start();
    let openapi = server.get("/api/openapi.json").ok();
    let mut allowed: Vec<(String, Vec<String>)> = vec![("/".to_owned(), vec!["get".to_owned()])];
    for (path, methods) in openapi["paths"].as_object().expect("an object") {
        let methods = methods.as_object().expect("an object").keys().cloned();
        allowed.push((path.replace("{id}", "x"), methods.collect()));
    }
    for (path, methods) in allowed {
        let response = request(server.address, "PATCH", &path, &[], b"");
        assert_eq!(response.error(), (405, "method-not-allowed".to_owned()), "{path}");
        let allow = response.header("allow").expect("a list").to_lowercase();
        // Every path that allows GET allows HEAD.
        let allow: Vec<&str> = allow.split(',').filter(|method| *method != "head").collect();
        assert_eq!(allow, methods, "{path}");
    }
}

#[test]
fn bodies_must_be_declared_as_json_and_fit_the_limit() {
    let server = TestServer::start();
    let wrong_types: [&[(&str, &str)]; 3] =
        [&[], &[("Content-Type", "text/plain")], &[("Content-Type", "application/jsonx")]];
    for (path, body) in valid_bodies() {
        let body = body.to_string();
        for headers in wrong_types {
            let response = request(server.address, "POST", path, headers, body.as_bytes());
            assert_eq!(response.error(), (415, "not-json".to_owned()), "{path}");
        }
        for length in [(256 << 10) + 1, 400_000, 1_000_000] {
            let large = format!("{body}{}", " ".repeat(length - body.len()));
            let response = server.post_bytes(path, large.as_bytes());
            assert_eq!(response.error(), (413, "body-too-large".to_owned()), "{path}");
        }
        let largest = format!("{body}{}", " ".repeat((256 << 10) - body.len()));
        assert_eq!(server.post_bytes(path, largest.as_bytes()).status, 200, "{path}");
    }
}

/// Returns a body that is invalid in one of many ways.
fn invalid_body(rng: &mut ChaCha8Rng, valid: &Value) -> Vec<u8> {
    let text = valid.to_string();
    let mut fields = valid.as_object().cloned().expect("an object");
    let names: Vec<String> = fields.keys().cloned().collect();
    let any_field = names.choose(rng).cloned().expect("not empty");
    let has_board = fields.contains_key("board");
    match rng.random_range(0..10) {
        // Truncated.
        0 => return text.as_bytes()[..rng.random_range(0..text.len())].to_vec(),
        // Random bytes.
        1 => return (0..rng.random_range(0..300)).map(|_| rng.next_u32() as u8).collect(),
        // Deeply nested.
        2 => {
            let depth = rng.random_range(1..50_000);
            let open = ["[", "{\"board\":", "{\"size\":["].choose(rng).expect("not empty").repeat(depth);
            return open.into_bytes();
        }
        // An invalid number.
        3 => {
            let number =
                ["1e999", "-1e999", "01", "NaN", "0x1", "1e", "--1", "+1"].choose(rng).expect("not empty");
            return format!("{{\"{any_field}\":{number}}}").into_bytes();
        }
        // A wrong type.
        4 => {
            let other = [json!({}), json!([[1]]), json!({ "a": [null] }), json!([{}]), json!([1.5])];
            fields.insert(any_field, other.choose(rng).expect("not empty").clone());
        }
        // An unknown field, or a duplicate one.
        5 => {
            let letters: String = (0..8).map(|_| rng.random_range('a'..='z')).collect();
            fields.insert(format!("x{letters}"), json!(rng.next_u64()));
        }
        6 => return format!("{},\"{any_field}\":1}}", text.trim_end_matches('}')).into_bytes(),
        // An invalid size.
        7 => {
            let sizes = ["0x0", "1x9", "128x2", "axb", "", "3x", "-3x3", "3x3x3", "99999999999999999999"];
            fields.insert("size".to_owned(), json!(sizes.choose(rng).expect("not empty")));
        }
        // An invalid board, or an unknown field.
        8 => {
            let symbols = ["7", "7", "/", " ", "\n", "-", "x", "é", "\u{0}", "99999999999999999999", ","];
            let board: String =
                (0..rng.random_range(0..200)).map(|_| *symbols.choose(rng).expect("not empty")).collect();
            fields.insert("board".to_owned(), json!(board + " 7 7"));
        }
        // An invalid goal.
        _ => {
            let goals = ["", "up", "1 2 3", "1 2/3 3", "\u{7f}", "0 1 2/3 4 5", "blank last"];
            fields.insert("goal".to_owned(), json!(goals.choose(rng).expect("not empty")));
        }
    }
    // A missing field.
    if rng.random_range(0..10) == 0 {
        fields.remove(if has_board { "board" } else { "size" });
    }
    Value::Object(fields).to_string().into_bytes()
}

#[test]
fn a_thousand_invalid_bodies_get_4xx() {
    let server = TestServer::start();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let valid = valid_bodies();
    for number in 0..1000 {
        let (path, body) = &valid[number % valid.len()];
        let body = invalid_body(&mut rng, body);
        let response = server.post_bytes(path, &body);
        let shown = String::from_utf8_lossy(&body).chars().take(300).collect::<String>();
        assert!((400..500).contains(&response.status), "{number} {path} {} {shown:?}", response.status);
        response.error();
    }
    assert_eq!(server.get("/healthz").status, 200);
    let metrics = String::from_utf8(server.get("/metrics").body).expect("text");
    assert!(!metrics.contains("status=\"5xx\""), "{metrics}");
}
