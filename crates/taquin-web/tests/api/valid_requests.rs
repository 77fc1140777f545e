//! Valid requests and their responses.

use crate::boards::{EASY, HARD, random_square};
use crate::client::{Response, request};
use crate::server::TestServer;
use serde_json::{Value, json};
use taquin::{Board, Goal, Move, verify};

/// Replays the moves of a response.
fn replay(solved: &Value) {
    let read = |json: &Value| json["text"].as_str().expect("text").parse::<Board>().expect("a board");
    let board = read(&solved["board"]);
    let goal = Goal::explicit(read(&solved["goal"]["board"]));
    let letters = solved["moves"].as_str().expect("moves");
    let moves: Vec<Move> = letters.chars().filter_map(Move::from_letter).collect();
    assert_eq!(verify(&board, &goal, &moves), Ok(()));
    assert_eq!(solved["length"], moves.len());
    let bound = solved["lower_bound"].as_u64().expect("a number");
    assert!(bound <= moves.len() as u64);
    assert_eq!(solved["shortest"], bound == moves.len() as u64);
}

#[test]
fn info_has_solvability_and_heuristic_values() {
    let server = TestServer::start();
    let info = server.post("/api/info", &json!({ "board": "8 1 3/4 0 2/7 6 5" })).ok();
    assert_eq!(info["board"]["tiles"], json!([8, 1, 3, 4, 0, 2, 7, 6, 5]));
    assert_eq!((&info["board"]["rows"], &info["board"]["cols"]), (&json!(3), &json!(3)));
    assert_eq!(info["board"]["text"], "8 1 3/4 0 2/7 6 5");
    assert_eq!((&info["goal"]["name"], &info["solvable"]), (&json!("blank-last"), &json!(true)));
    assert_eq!(info["solved"], false);
    assert!(info["plan"][0].as_str().expect("a step").starts_with("astar with "), "{}", info["plan"]);
    assert!(info["why"].as_str().expect("text").contains("nversion"));
    let estimates = info["estimates"].as_array().expect("a list");
    let values: Vec<(&str, u64)> = estimates
        .iter()
        .map(|json| {
            (json["heuristic"].as_str().expect("a name"), json["estimate"].as_u64().expect("a number"))
        })
        .collect();
    assert_eq!(values[..2], [("hamming", 5), ("manhattan", 10)]);
    assert_eq!(values.len(), taquin::Heuristic::ALL.len());
    let of = |name: &str| estimates.iter().find(|json| json["heuristic"] == name).expect("in the list");
    assert_eq!(of("manhattan")["shares"], json!([3, 1, 0, 0, 0, 2, 0, 2, 2]));
    assert!(of("linear-conflict")["conflicts"].is_array() && of("hamming").get("conflicts").is_none());
    assert!(of("walking-distance").get("shares").is_none());

    let ring = server.post("/api/info", &json!({ "board": "2 1 3/8 0 4/7 6 5", "goal": "ring" })).ok();
    assert_eq!(
        (&ring["solvable"], &ring["other_goals"]),
        (&json!(false), &json!(["blank-last", "blank-first"]))
    );
    assert_eq!(info["other_goals"], json!([]));
    assert_eq!(ring["plan"], json!([]));
    let four = server.post("/api/info", &json!({ "board": "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15" })).ok();
    assert_eq!(four["other_goals"], json!(["blank-first"]));
    let conflict = &ring["estimates"][2]["conflicts"][0];
    assert_eq!(*conflict, json!({ "line": "row 1", "tiles": [2, 1, 3], "leaving": 1 }));
    let solved = server.post("/api/info", &json!({ "board": "1 2/3 0", "size": null })).ok();
    assert_eq!(solved["solved"], true);
    let large = server.post("/api/info", &json!({ "board": random_square(127) })).ok();
    assert_eq!(large["estimates"].as_array().expect("a list").len(), 3);
    assert!(large["estimates"][0].get("shares").is_none());
}

#[test]
fn boards_are_solved_in_every_notation_and_for_every_goal() {
    let server = TestServer::start();
    let solve = |body: Value| server.post("/api/solve", &body).ok();
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
        json!({ "board": random_square(4), "seconds": 60 }),
        json!({ "board": "1 2 3 4 0/5 6 7 8 9", "goal": "snail", "seconds": 20 }),
    ] {
        let solved = solve(body);
        assert_eq!((&solved["outcome"], &solved["shortest"]), (&json!("solved"), &json!(true)), "{solved}");
        replay(&solved);
    }
    let multi = solve(json!({ "board": "8 1 3/4 0 2/7 6 5", "metric": "multi" }));
    assert_eq!(
        (&multi["metric"], &multi["length"], &multi["shortest"]),
        (&json!("multi"), &json!(12), &json!(true))
    );
    assert_eq!(multi["moves"], "LURRDDLURULDLU");
    let unsolvable = solve(json!({ "board": "1 2 3/4 5 6/8 7 0" }));
    assert_eq!(unsolvable["outcome"], "unsolvable");
    assert!(unsolvable["why"].as_str().expect("text").contains("nversion"));
}

#[test]
fn search_stops_at_its_time_limit_with_a_lower_bound() {
    let server = TestServer::start();
    let solve = |seconds| server.post("/api/solve", &json!({ "board": HARD, "seconds": seconds })).ok();
    let stopped = solve(0.1);
    assert_eq!(stopped["outcome"], "stopped");
    assert!(stopped["reason"].is_string());
    assert_eq!(stopped["reason_code"], "time");
    // With more time there is a solution that is not proven shortest.
    let unproven = solve(0.5);
    assert_eq!((&unproven["outcome"], &unproven["shortest"]), (&json!("solved"), &json!(false)));
    replay(&unproven);
    for response in [stopped, unproven] {
        assert!(response["lower_bound"].as_u64().expect("a number") > 40);
    }
    assert!(server.metric("taquin_nodes_generated_total") > 0);
}

#[test]
fn boards_of_any_size_are_solved() {
    let server = TestServer::start();
    for (side, seconds) in [(5, 0.25), (5, 1.0), (9, 0.25), (127, 0.25), (127, 1.0)] {
        let solved =
            server.post("/api/solve", &json!({ "board": random_square(side), "seconds": seconds })).ok();
        assert_eq!(solved["outcome"], "solved", "{side}");
        replay(&solved);
    }
}

#[test]
fn traces_match_the_princeton_course() {
    let server = TestServer::start();
    let trace = server.post("/api/trace", &json!({ "board": EASY })).ok();
    assert_eq!((&trace["heuristic"], &trace["end"]), (&json!("manhattan"), &json!("goal")));
    assert_eq!((&trace["enqueued"], &trace["moves"]), (&json!(10), &json!("LULU")));
    assert_eq!(trace["dequeued"].as_array().expect("a list").len(), 5);
    assert_eq!(trace["path"], trace["dequeued"]);
    let root = &trace["nodes"][0];
    assert_eq!((&root["parent"], &root["move"], &root["step"]), (&Value::Null, &Value::Null, &json!(0)));
    assert_eq!(root["shares"], json!([0, 1, 0, 0, 1, 1, 0, 0, 1]));
    for node in trace["nodes"].as_array().expect("a list") {
        let shares = node["shares"].as_array().expect("all nodes have them");
        assert_eq!(shares.iter().filter_map(Value::as_u64).sum::<u64>(), node["estimate"], "{node}");
    }

    for heuristic in ["hamming", "linear-conflict", "walking-distance", "largest"] {
        let body = json!({ "board": "8 1 3/4 0 2/7 6 5", "heuristic": heuristic, "steps": 40 });
        check_queues(&server.post("/api/trace", &body).ok());
    }
    let endless = server.post("/api/trace", &json!({ "board": "1 2 3/4 5 6/8 7 0", "steps": 50 })).ok();
    assert_eq!((&endless["solvable"], &endless["end"]), (&json!(false), &json!("steps")));
    assert_eq!((&endless["moves"], &endless["path"]), (&Value::Null, &Value::Null));
}

#[test]
fn uninformed_searches_are_traced() {
    let server = TestServer::start();
    for algorithm in ["bfs", "dfs", "ids", "ucs"] {
        let body = json!({ "board": EASY, "algorithm": algorithm, "order": "UDLR", "steps": 100 });
        let trace = server.post("/api/trace", &body).ok();
        assert_eq!((&trace["algorithm"], &trace["heuristic"]), (&json!(algorithm), &Value::Null));
        let is_found = algorithm != "dfs";
        assert_eq!(trace["end"], if is_found { "goal" } else { "steps" }, "{algorithm}");
        assert_eq!(trace["moves"].as_str().map(str::len), is_found.then_some(4), "{algorithm}");
        let limited = json!({ "board": EASY, "algorithm": algorithm, "depth_limit": 3 });
        assert_eq!(server.post("/api/trace", &limited).ok()["end"], "exhausted", "{algorithm}");
        // The iterations on an unsolvable 2x2 board come to an end.
        let unsolvable = json!({ "board": "2 1/3 0", "algorithm": algorithm });
        assert_eq!(server.post("/api/trace", &unsolvable).ok()["end"], "exhausted", "{algorithm}");
    }
}

/// Rebuilds the queue before each step from the nodes, as `openapi.json` explains, and checks that its first
/// node was dequeued.
fn check_queues(trace: &Value) {
    let nodes = trace["nodes"].as_array().expect("a list");
    let number = |json: &Value| json.as_u64().expect("a number");
    let dequeued: Vec<u64> = trace["dequeued"].as_array().expect("a list").iter().map(number).collect();
    for (step, next) in dequeued.iter().enumerate() {
        let closed = &dequeued[..step];
        let is_generated =
            |node: &Value| node["parent"].as_u64().is_none_or(|parent| closed.contains(&parent));
        let queue = (0..)
            .zip(nodes)
            .filter(|(id, node)| is_generated(node) && node["state"] != "pruned" && !closed.contains(id));
        let first = queue.min_by_key(|(id, node)| {
            let moves = number(&node["moves"]);
            let estimate = number(&node["estimate"]);
            (moves + estimate, estimate, std::cmp::Reverse(*id))
        });
        assert_eq!(first.map(|(id, _)| id), Some(*next), "step {step}");
    }
}

#[test]
fn random_boards_are_reproducible_and_at_the_exact_distance() {
    let server = TestServer::start();
    let random = |body: Value| server.post("/api/random", &body).ok();
    let any = random(json!({ "size": "4x6" }));
    assert_eq!((&any["board"]["rows"], &any["board"]["cols"]), (&json!(4), &json!(6)));
    let again = random(json!({ "size": "4x6", "seed": any["seed"] }));
    assert_eq!((&again["board"], &again["seed"]), (&any["board"], &any["seed"]));
    let hardest = random(json!({ "size": "3x3", "moves": 31, "seed": 1 }));
    assert!(hardest["how"][0].as_str().expect("text").contains("uniform"));
    let solved = server.post("/api/solve", &json!({ "board": hardest["board"]["text"] })).ok();
    assert_eq!(solved["length"], 31);
    let unsolvable = random(json!({ "size": "127x127", "solvable": false, "goal": "snail" }));
    let info =
        server.post("/api/info", &json!({ "board": unsolvable["board"]["text"], "goal": "snail" })).ok();
    assert_eq!(info["solvable"], false);
}

#[test]
fn analyses_compare_every_move_with_the_optimum() {
    let server = TestServer::start();
    let analyze = |body: Value| server.post("/api/analyze", &body).ok();
    let board = "8 1 3/4 0 2/7 6 5";
    let slow = analyze(json!({ "board": board, "moves": "RLLURRDDLURULDLU" }));
    assert_eq!((&slow["outcome"], &slow["metric"]), (&json!("analyzed"), &json!("single")));
    assert_eq!(
        (&slow["length"], &slow["optimum"], &slow["moves"][0]["cost"]),
        (&json!(16), &json!(14), &json!(2))
    );
    let numbers = analyze(json!({ "board": EASY, "moves": "1 2 5 6" }));
    assert_eq!(numbers["length"], 4);
    let blank = analyze(json!({ "board": EASY, "moves": "RDRD", "blank_moves": true }));
    assert_eq!(blank["moves"], numbers["moves"]);
    for metric in ["single", "multi"] {
        let solved = server.post("/api/solve", &json!({ "board": board, "metric": metric })).ok();
        let best = analyze(json!({ "board": board, "moves": solved["moves"], "metric": metric }));
        assert_eq!((&best["length"], &best["optimum"]), (&solved["length"], &solved["length"]));
        assert!(best["moves"].as_array().expect("a list").iter().all(|by| by["cost"] == 0));
    }
    let goal = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
    let far =
        analyze(json!({ "scramble": "D3 R3 U2 L", "size": "4x4", "moves": "R D2 L3 U3", "metric": "multi" }));
    assert_eq!((&far["length"], &far["goal"]["board"]["text"]), (&json!(4), &json!(goal)));
    assert_eq!(analyze(json!({ "board": goal, "moves": "" }))["moves"], json!([]));
    assert_eq!(analyze(json!({ "board": "1 2 3/4 5 6/8 7 0", "moves": "" }))["outcome"], "unsolvable");
    let stopped = analyze(json!({ "board": HARD, "moves": "UD".repeat(400), "seconds": 0.1 }));
    assert_eq!((&stopped["outcome"], &stopped["reason_code"]), (&json!("stopped"), &json!("time")));
}

#[test]
fn openapi_examples_are_valid() {
    let server = TestServer::start();
    let openapi = server.get("/api/openapi.json").ok();
    let mut count = 0;
    for (path, methods) in openapi["paths"].as_object().expect("an object") {
        let examples = &methods["post"]["requestBody"]["content"]["application/json"]["examples"];
        for example in examples.as_object().into_iter().flat_map(serde_json::Map::values) {
            let response = server.post(path, &example["value"]);
            assert_eq!(response.status, 200, "{path} {example}");
            count += 1;
        }
    }
    assert!(count >= 6);
}

#[test]
fn page_is_served_with_etags() {
    let server = TestServer::start();
    for (path, content_type) in [
        ("/", "text/html; charset=utf-8"),
        ("/favicon.svg", "image/svg+xml"),
        ("/css/base.css", "text/css; charset=utf-8"),
        ("/js/main.js", "text/javascript; charset=utf-8"),
        ("/api/openapi.json", "application/json"),
    ] {
        let full = server.get(path);
        assert_eq!((full.status, full.header("content-type")), (200, Some(content_type)), "{path}");
        assert_eq!(full.header("cache-control"), Some("no-cache"));
        let etag = full.header("etag").expect("an ETag");
        let same = request(server.address, "GET", path, &[("If-None-Match", etag)], b"");
        assert_eq!((same.status, same.header("etag")), (304, Some(etag)));
        let other = request(server.address, "GET", path, &[("If-None-Match", "\"other\"")], b"");
        assert_eq!((other.status, &other.body), (200, &full.body));
        let head = request(server.address, "HEAD", path, &[], b"");
        let length = full.body.len().to_string();
        assert_eq!((head.status, head.header("content-length")), (200, Some(&*length)));
        assert_eq!(head.header("etag"), Some(etag));
    }
}

#[test]
fn every_response_has_the_security_headers() {
    let server = TestServer::start();
    let json = [("Content-Type", "application/json")];
    let responses: [Response; 6] = [
        server.get("/"),
        server.get("/nothing"),
        server.get("/healthz"),
        request(server.address, "PUT", "/api/info", &[], b""),
        request(server.address, "POST", "/api/info", &json, b"{"),
        server.post("/api/info", &json!({ "board": EASY })),
    ];
    for response in responses {
        assert_eq!(
            response.header("content-security-policy"),
            Some(
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
                 connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            )
        );
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(response.header(name), Some(value));
        }
        assert!(response.header("permissions-policy").is_some());
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
}

#[test]
fn health_and_metrics_are_served() {
    let server = TestServer::start();
    let health = server.get("/healthz").ok();
    assert_eq!(health, json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }));
    assert_eq!(server.get("/nothing").status, 404);
    let response = server.get("/metrics");
    assert_eq!(response.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let text = String::from_utf8(response.body).expect("text");
    for line in [
        "taquin_requests_total{route=\"/healthz\",status=\"2xx\"} 1",
        "taquin_requests_total{route=\"none\",status=\"4xx\"} 1",
        "taquin_searches_running{lane=\"quick\"} 0",
        "taquin_searches_waiting{lane=\"long\"} 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}
