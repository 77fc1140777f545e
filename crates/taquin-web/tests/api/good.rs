//! What is asked for is answered.

use crate::boards::{EASY, HARD, random};
use crate::client::{Answer, request};
use crate::server::TestServer;
use serde_json::{Value, json};
use taquin::{Board, Goal, Move, verify};

/// Replays the moves of an answer.
fn replay(answer: &Value) {
    let text = |of: &Value| of["text"].as_str().expect("text").parse::<Board>().expect("a board");
    let (board, goal) = (text(&answer["board"]), Goal::explicit(text(&answer["goal"]["board"])));
    let letters = answer["moves"].as_str().expect("moves");
    let moves: Vec<Move> = letters.chars().filter_map(Move::from_letter).collect();
    assert_eq!(verify(&board, &goal, &moves), Ok(()));
    assert_eq!(answer["length"], moves.len());
    let bound = answer["lower_bound"].as_u64().expect("a number");
    assert!(bound <= moves.len() as u64);
    assert_eq!(answer["shortest"], bound == moves.len() as u64);
}

#[test]
fn info_tells_all_there_is_to_know() {
    let server = TestServer::start();
    let info = server.post("/api/info", &json!({ "board": "8 1 3/4 0 2/7 6 5" })).fine();
    assert_eq!(info["board"]["tiles"], json!([8, 1, 3, 4, 0, 2, 7, 6, 5]));
    assert_eq!((&info["board"]["rows"], &info["board"]["cols"]), (&json!(3), &json!(3)));
    assert_eq!(info["board"]["text"], "8 1 3/4 0 2/7 6 5");
    assert_eq!((&info["goal"]["name"], &info["solvable"]), (&json!("blank-last"), &json!(true)));
    assert_eq!(info["solved"], false);
    assert!(info["why"].as_str().expect("text").contains("so it can be solved"));
    let estimates = info["estimates"].as_array().expect("a list");
    let figures: Vec<(&str, u64)> = estimates
        .iter()
        .map(|one| (one["heuristic"].as_str().expect("a name"), one["estimate"].as_u64().expect("a number")))
        .collect();
    assert_eq!(figures[..2], [("hamming", 5), ("manhattan", 10)]);
    assert_eq!(figures.len(), 5);
    assert_eq!(estimates[1]["shares"], json!([3, 1, 0, 0, 0, 2, 0, 2, 2]));
    assert!(estimates[2]["conflicts"].is_array() && estimates[0].get("conflicts").is_none());
    assert!(estimates[3].get("shares").is_none());

    let ring = server.post("/api/info", &json!({ "board": "2 1 3/8 0 4/7 6 5", "goal": "ring" })).fine();
    assert_eq!(
        (&ring["solvable"], &ring["other_goals"]),
        (&json!(false), &json!(["blank-last", "blank-first"]))
    );
    assert_eq!(info["other_goals"], json!([]));
    let four = server.post("/api/info", &json!({ "board": "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15" })).fine();
    assert_eq!(four["other_goals"], json!(["blank-first"]));
    let conflict = &ring["estimates"][2]["conflicts"][0];
    assert_eq!(*conflict, json!({ "line": "row 1", "tiles": [2, 1, 3], "leaving": 1 }));
    let solved = server.post("/api/info", &json!({ "board": "1 2/3 0", "size": null })).fine();
    assert_eq!(solved["solved"], true);
    let large = server.post("/api/info", &json!({ "board": random(127) })).fine();
    assert_eq!(large["estimates"].as_array().expect("a list").len(), 3);
    assert!(large["estimates"][0].get("shares").is_none());
}

#[test]
fn boards_are_solved_in_every_form_and_for_every_goal() {
    let server = TestServer::start();
    let solve = |body: Value| server.post("/api/solve", &body).fine();
    let easy = solve(json!({ "board": EASY }));
    assert_eq!(
        (&easy["outcome"], &easy["moves"], &easy["length"]),
        (&json!("solved"), &json!("LULU"), &json!(4))
    );
    replay(&easy);
    for body in [
        json!({ "board": "8 6 7/2 5 4/3 0 1", "seconds": 5 }),
        json!({ "board": "3\n8 6 7\n2 5 4\n3 0 1\n", "goal": "blank-last" }),
        json!({ "board": "5 4 3 2 1 0", "size": "2x3", "goal": "0 1 2 3 4 5" }),
        json!({ "board": "2 0 3/1 8 4/7 6 5", "goal": "ring" }),
        json!({ "board": random(4), "seconds": 60 }),
        json!({ "board": "1 2 3 4 0/5 6 7 8 9", "goal": "snail", "seconds": 20 }),
    ] {
        let answer = solve(body);
        assert_eq!((&answer["outcome"], &answer["shortest"]), (&json!("solved"), &json!(true)), "{answer}");
        replay(&answer);
    }
    let unsolvable = solve(json!({ "board": "1 2 3/4 5 6/8 7 0" }));
    assert_eq!(unsolvable["outcome"], "unsolvable");
    assert!(unsolvable["why"].as_str().expect("text").ends_with("so it can't be solved"));
}

#[test]
fn a_search_that_takes_too_long_is_stopped_with_its_bound() {
    let server = TestServer::start();
    let solve = |seconds| server.post("/api/solve", &json!({ "board": HARD, "seconds": seconds })).fine();
    let stopped = solve(0.1);
    assert_eq!(stopped["outcome"], "stopped");
    assert_eq!(stopped["reason"], "the time limit was reached");
    assert_eq!(stopped["reason_code"], "time");
    // With more time there is a solution, if not the shortest.
    let unproven = solve(0.5);
    assert_eq!((&unproven["outcome"], &unproven["shortest"]), (&json!("solved"), &json!(false)));
    replay(&unproven);
    for answer in [stopped, unproven] {
        assert!(answer["lower_bound"].as_u64().expect("a number") > 40);
    }
    assert!(server.figure("taquin_nodes_generated_total") > 0);
}

#[test]
fn boards_of_any_size_are_solved() {
    let server = TestServer::start();
    for (side, seconds) in [(5, 0.25), (5, 1.0), (9, 0.25), (127, 0.25), (127, 1.0)] {
        let answer = server.post("/api/solve", &json!({ "board": random(side), "seconds": seconds })).fine();
        assert_eq!(answer["outcome"], "solved", "{side}");
        replay(&answer);
    }
}

#[test]
fn traces_are_as_the_course_has_them() {
    let server = TestServer::start();
    let trace = server.post("/api/trace", &json!({ "board": EASY })).fine();
    assert_eq!((&trace["heuristic"], &trace["end"]), (&json!("manhattan"), &json!("goal")));
    assert_eq!((&trace["enqueued"], &trace["moves"]), (&json!(10), &json!("LULU")));
    assert_eq!(trace["dequeued"].as_array().expect("a list").len(), 5);
    assert_eq!(trace["path"], trace["dequeued"]);
    let root = &trace["nodes"][0];
    assert_eq!((&root["parent"], &root["move"], &root["step"]), (&Value::Null, &Value::Null, &json!(0)));
    assert_eq!(root["shares"], json!([0, 1, 0, 0, 1, 1, 0, 0, 1]));
    for node in trace["nodes"].as_array().expect("a list") {
        let shares = node["shares"].as_array().expect("whatever became of it");
        assert_eq!(shares.iter().filter_map(Value::as_u64).sum::<u64>(), node["estimate"], "{node}");
    }

    for heuristic in ["hamming", "linear-conflict", "walking-distance", "largest"] {
        let body = json!({ "board": "8 1 3/4 0 2/7 6 5", "heuristic": heuristic, "steps": 40 });
        queues_are_as_described(&server.post("/api/trace", &body).fine());
    }
    let endless = server.post("/api/trace", &json!({ "board": "1 2 3/4 5 6/8 7 0", "steps": 50 })).fine();
    assert_eq!((&endless["solvable"], &endless["end"]), (&json!(false), &json!("steps")));
    assert_eq!((&endless["moves"], &endless["path"]), (&Value::Null, &Value::Null));
}

/// Makes the queue before each step of nothing but the nodes, as the description says, and finds what came off it.
fn queues_are_as_described(trace: &Value) {
    let nodes = trace["nodes"].as_array().expect("a list");
    let number = |of: &Value| of.as_u64().expect("a number");
    let dequeued: Vec<u64> = trace["dequeued"].as_array().expect("a list").iter().map(number).collect();
    for (step, next) in dequeued.iter().enumerate() {
        let gone = &dequeued[..step];
        let is_made = |node: &Value| node["parent"].as_u64().is_none_or(|parent| gone.contains(&parent));
        let queue = (0..)
            .zip(nodes)
            .filter(|(id, node)| is_made(node) && node["state"] != "pruned" && !gone.contains(id));
        let first = queue.min_by_key(|(id, node)| {
            let (moves, estimate) = (number(&node["moves"]), number(&node["estimate"]));
            (moves + estimate, estimate, std::cmp::Reverse(*id))
        });
        assert_eq!(first.map(|(id, _)| id), Some(*next), "step {step}");
    }
}

#[test]
fn boards_are_drawn() {
    let server = TestServer::start();
    let draw = |body: Value| server.post("/api/random", &body).fine();
    let any = draw(json!({ "size": "4x6" }));
    assert_eq!((&any["board"]["rows"], &any["board"]["cols"]), (&json!(4), &json!(6)));
    let again = draw(json!({ "size": "4x6", "seed": any["seed"] }));
    assert_eq!((&again["board"], &again["seed"]), (&any["board"], &any["seed"]));
    let hardest = draw(json!({ "size": "3x3", "moves": 31, "seed": 1 }));
    assert_eq!(hardest["how"], json!(["drawn uniformly from all 2 boards at 31 moves"]));
    let solved = server.post("/api/solve", &json!({ "board": hardest["board"]["text"] })).fine();
    assert_eq!(solved["length"], 31);
    let bad = draw(json!({ "size": "127x127", "solvable": false, "goal": "snail" }));
    let info = server.post("/api/info", &json!({ "board": bad["board"]["text"], "goal": "snail" })).fine();
    assert_eq!(info["solvable"], false);
}

#[test]
fn the_examples_of_the_description_work() {
    let server = TestServer::start();
    let description = server.get("/api/openapi.json").fine();
    let mut count = 0;
    for (path, methods) in description["paths"].as_object().expect("an object") {
        let examples = &methods["post"]["requestBody"]["content"]["application/json"]["examples"];
        for example in examples.as_object().into_iter().flat_map(serde_json::Map::values) {
            let answer = server.post(path, &example["value"]);
            assert_eq!(answer.status, 200, "{path} {example}");
            count += 1;
        }
    }
    assert!(count >= 6);
}

#[test]
fn the_page_is_served_once() {
    let server = TestServer::start();
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/favicon.svg", "image/svg+xml"),
        ("/css/base.css", "text/css; charset=utf-8"),
        ("/js/main.js", "text/javascript; charset=utf-8"),
        ("/api/openapi.json", "application/json"),
    ] {
        let whole = server.get(path);
        assert_eq!((whole.status, whole.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(whole.header("cache-control"), Some("no-cache"));
        let tag = whole.header("etag").expect("a tag");
        let same = request(server.address, "GET", path, &[("If-None-Match", tag)], b"");
        assert_eq!((same.status, same.header("etag")), (304, Some(tag)));
        let other = request(server.address, "GET", path, &[("If-None-Match", "\"other\"")], b"");
        assert_eq!((other.status, &other.body), (200, &whole.body));
        let bare = request(server.address, "HEAD", path, &[], b"");
        let length = whole.body.len().to_string();
        assert_eq!((bare.status, bare.header("content-length")), (200, Some(&*length)));
        assert_eq!(bare.header("etag"), Some(tag));
    }
}

#[test]
fn every_answer_has_the_headers_that_keep_browsers_safe() {
    let server = TestServer::start();
    let json = [("Content-Type", "application/json")];
    let answers: [Answer; 6] = [
        server.get("/"),
        server.get("/nothing"),
        server.get("/healthz"),
        request(server.address, "PUT", "/api/info", &[], b""),
        request(server.address, "POST", "/api/info", &json, b"{"),
        server.post("/api/info", &json!({ "board": EASY })),
    ];
    for answer in answers {
        assert_eq!(
            answer.header("content-security-policy"),
            Some(
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                 base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            )
        );
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value));
        }
        assert!(answer.header("permissions-policy").is_some());
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn the_server_tells_how_it_is() {
    let server = TestServer::start();
    let health = server.get("/healthz").fine();
    assert_eq!(health, json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }));
    assert_eq!(server.get("/nothing").status, 404);
    let answer = server.get("/metrics");
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let text = String::from_utf8(answer.body).expect("text");
    for line in [
        "taquin_requests_total{route=\"/healthz\",status=\"2xx\"} 1",
        "taquin_requests_total{route=\"none\",status=\"4xx\"} 1",
        "taquin_searches_running{lane=\"quick\"} 0",
        "taquin_searches_waiting{lane=\"long\"} 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}
