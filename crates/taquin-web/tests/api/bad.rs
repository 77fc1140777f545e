//! Whatever is sent, what is wrong with it is told, and it is never the server that fails.

use crate::boards::{EASY, random};
use crate::client::request;
use crate::server::TestServer;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// All routes that take a body, each with one that is fine.
fn fine_bodies() -> Vec<(&'static str, Value)> {
    vec![
        ("/api/info", json!({ "board": EASY, "size": "3x3", "goal": "snail" })),
        ("/api/solve", json!({ "board": EASY, "goal": "ring", "seconds": 1 })),
        ("/api/solve/stream", json!({ "board": EASY, "seconds": 0.5 })),
        ("/api/trace", json!({ "board": EASY, "heuristic": "hamming", "steps": 3 })),
        ("/api/random", json!({ "size": "3x3", "moves": 4, "solvable": true, "seed": 1 })),
        ("/api/compare", json!({ "board": EASY, "algorithms": ["astar"], "heuristics": ["manhattan"] })),
    ]
}

#[test]
fn what_is_wrong_is_told() {
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
        ("/api/trace", json!({ "board": random(11) }), 422, "too-large"),
        ("/api/trace", json!({ "board": random(5), "heuristic": "largest" }), 422, "too-large"),
        ("/api/trace", json!({ "board": EASY, "heuristic": "guess" }), 400, "bad-request"),
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
fn what_is_not_there_is_told() {
    let server = TestServer::start();
    for path in
        ["/nothing", "/api", "/api/", "/js/", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/page/index.html"]
    {
        assert_eq!(server.get(path).error(), (404, "not-found".to_owned()), "{path}");
    }
    for id in ["0123456789abcdef0123456789abcdef", "x", "%ff", "1%2f2"] {
        let answer = server.delete(&format!("/api/searches/{id}"));
        assert_eq!(answer.error(), (404, "no-such-search".to_owned()), "{id}");
    }
    let for_people = [("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    let answer = request(server.address, "GET", "/nothing", &for_people, b"");
    assert_eq!((answer.status, answer.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert!(String::from_utf8_lossy(&answer.body).contains("<a href=\"/\">"));
    let moved = server.get("/index.html");
    assert_eq!((moved.status, moved.header("location")), (308, Some("/")));
}

#[test]
fn every_path_takes_the_methods_that_are_described_and_no_others() {
    let server = TestServer::start();
    let description = server.get("/api/openapi.json").fine();
    let mut allowed: Vec<(String, Vec<String>)> = vec![("/".to_owned(), vec!["get".to_owned()])];
    for (path, methods) in description["paths"].as_object().expect("an object") {
        let methods = methods.as_object().expect("an object").keys().cloned();
        allowed.push((path.replace("{id}", "x"), methods.collect()));
    }
    for (path, methods) in allowed {
        let answer = request(server.address, "PATCH", &path, &[], b"");
        assert_eq!(answer.error(), (405, "method-not-allowed".to_owned()), "{path}");
        let told = answer.header("allow").expect("a list").to_lowercase();
        // Who may get something may ask for its head.
        let told: Vec<&str> = told.split(',').filter(|method| *method != "head").collect();
        assert_eq!(told, methods, "{path}");
    }
}

#[test]
fn a_body_must_say_that_it_is_json_and_be_small() {
    let server = TestServer::start();
    let kinds: [&[(&str, &str)]; 3] =
        [&[], &[("Content-Type", "text/plain")], &[("Content-Type", "application/jsonx")]];
    for (path, body) in fine_bodies() {
        let body = body.to_string();
        for headers in kinds {
            let answer = request(server.address, "POST", path, headers, body.as_bytes());
            assert_eq!(answer.error(), (415, "not-json".to_owned()), "{path}");
        }
        for length in [(256 << 10) + 1, 400_000, 1_000_000] {
            let large = format!("{body}{}", " ".repeat(length - body.len()));
            let answer = server.post_bytes(path, large.as_bytes());
            assert_eq!(answer.error(), (413, "body-too-large".to_owned()), "{path}");
        }
        let most = format!("{body}{}", " ".repeat((256 << 10) - body.len()));
        assert_eq!(server.post_bytes(path, most.as_bytes()).status, 200, "{path}");
    }
}

/// A body that is wrong in one of many ways.
fn wrong(rng: &mut ChaCha8Rng, fine: &Value) -> Vec<u8> {
    let text = fine.to_string();
    let mut fields = fine.as_object().cloned().expect("an object");
    let names: Vec<String> = fields.keys().cloned().collect();
    let any_field = names.choose(rng).cloned().expect("some");
    let has_board = fields.contains_key("board");
    match rng.random_range(0..10) {
        // Cut short.
        0 => return text.as_bytes()[..rng.random_range(0..text.len())].to_vec(),
        // Anything.
        1 => return (0..rng.random_range(0..300)).map(|_| rng.next_u32() as u8).collect(),
        // Deep.
        2 => {
            let depth = rng.random_range(1..50_000);
            let open = ["[", "{\"board\":", "{\"size\":["].choose(rng).expect("some").repeat(depth);
            return open.into_bytes();
        }
        // A number that is none, in the place of anything.
        3 => {
            let number =
                ["1e999", "-1e999", "01", "NaN", "0x1", "1e", "--1", "+1"].choose(rng).expect("some");
            return format!("{{\"{any_field}\":{number}}}").into_bytes();
        }
        // Another type.
        4 => {
            let other = [json!({}), json!([[1]]), json!({ "a": [null] }), json!([{}]), json!([1.5])];
            fields.insert(any_field, other.choose(rng).expect("some").clone());
        }
        // A field that is not asked for, or twice.
        5 => {
            let letters: String = (0..8).map(|_| rng.random_range('a'..='z')).collect();
            fields.insert(format!("x{letters}"), json!(rng.next_u64()));
        }
        6 => return format!("{},\"{any_field}\":1}}", text.trim_end_matches('}')).into_bytes(),
        // No size.
        7 => {
            let sizes = ["0x0", "1x9", "128x2", "axb", "", "3x", "-3x3", "3x3x3", "99999999999999999999"];
            fields.insert("size".to_owned(), json!(sizes.choose(rng).expect("some")));
        }
        // No board, where one is asked for; a field that is not asked for otherwise.
        8 => {
            let signs = ["7", "7", "/", " ", "\n", "-", "x", "é", "\u{0}", "99999999999999999999", ","];
            let board: String =
                (0..rng.random_range(0..200)).map(|_| *signs.choose(rng).expect("some")).collect();
            fields.insert("board".to_owned(), json!(board + " 7 7"));
        }
        // No goal.
        _ => {
            let goals = ["", "up", "1 2 3", "1 2/3 3", "\u{7f}", "0 1 2/3 4 5", "blank last"];
            fields.insert("goal".to_owned(), json!(goals.choose(rng).expect("some")));
        }
    }
    // A required field that is not there is wrong, too.
    if rng.random_range(0..10) == 0 {
        fields.remove(if has_board { "board" } else { "size" });
    }
    Value::Object(fields).to_string().into_bytes()
}

#[test]
fn a_thousand_wrong_bodies_get_a_thousand_answers() {
    let server = TestServer::start();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let fine = fine_bodies();
    for number in 0..1000 {
        let (path, body) = &fine[number % fine.len()];
        let body = wrong(&mut rng, body);
        let answer = server.post_bytes(path, &body);
        let shown = String::from_utf8_lossy(&body).chars().take(300).collect::<String>();
        assert!((400..500).contains(&answer.status), "{number} {path} {} {shown:?}", answer.status);
        answer.error();
    }
    assert_eq!(server.get("/healthz").status, 200);
    let metrics = String::from_utf8(server.get("/metrics").body).expect("text");
    assert!(!metrics.contains("status=\"5xx\""), "{metrics}");
}
