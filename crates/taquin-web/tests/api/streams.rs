//! Streams of Server-Sent Events.

use crate::boards::{EASY, HARD, endless, random, random_square};
use crate::client::Events;
use crate::server::TestServer;
use serde_json::{Value, json};

#[test]
fn stream_has_progress_between_start_and_result() {
    let server = TestServer::start();
    let open = |body: Value| Events::open(server.address, "/api/solve/stream", &body);
    let names = |events: &[(String, Value)]| events.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let easy: Vec<_> = open(json!({ "board": EASY })).collect();
    assert_eq!(names(&easy).first().map(String::as_str), Some("started"));
    let (last, result) = easy.last().expect("at least one");
    assert_eq!(
        (last.as_str(), &result["outcome"], &result["moves"]),
        ("done", &json!("solved"), &json!("LULU"))
    );

    let hard: Vec<_> = open(json!({ "board": HARD, "seconds": 3 })).collect();
    let progress: Vec<&Value> =
        hard.iter().filter(|(name, _)| name == "progress").map(|(_, data)| data).collect();
    assert!((1..=40).contains(&progress.len()), "{}", progress.len());
    let seconds = |event: &&Value| event["seconds"].as_f64().expect("a number");
    assert!(progress.is_sorted_by_key(seconds));
    let bounds = progress.iter().map(|event| event["lower_bound"].as_u64().expect("a number"));
    assert!(bounds.is_sorted() && progress.iter().all(|event| event["rate"].is_number()));
    assert_eq!(
        hard.last().map(|(name, data)| (name.as_str(), &data["outcome"])),
        Some(("done", &json!("solved")))
    );

    let large: Vec<_> = open(json!({ "board": random_square(12), "seconds": 2 })).collect();
    let improved: Vec<&Value> =
        large.iter().filter(|(name, _)| name == "improved").map(|(_, data)| data).collect();
    assert!(!improved.is_empty() && improved[0]["before"].is_null());
    for pair in improved.windows(2) {
        assert_eq!(pair[1]["before"], pair[0]["length"]);
        assert!(pair[1]["length"].as_u64() < pair[0]["length"].as_u64());
    }
    let (last, result) = large.last().expect("at least one");
    assert_eq!(
        (last.as_str(), &result["length"]),
        ("done", &improved.last().expect("at least one")["length"])
    );

    let unsolvable: Vec<_> = open(json!({ "board": "1 2 3/4 5 6/8 7 0" })).collect();
    assert_eq!(names(&unsolvable), ["started", "done"]);
}

#[test]
fn deleted_search_ends_with_the_best_solution() {
    let server = TestServer::start();
    for board in [endless(), HARD.to_owned()] {
        let body = json!({ "board": board, "seconds": 60 });
        let mut events = Events::open(server.address, "/api/solve/stream", &body);
        let path = format!("/api/searches/{}", events.id());
        events.wait_for("improved");
        assert_eq!(server.delete(&path).status, 204);
        let result = events.wait_for("done");
        assert_eq!((&result["outcome"], &result["shortest"]), (&json!("solved"), &json!(false)));
        assert!(events.next().is_none());
        drop(events);
        server.wait_for_metric("taquin_searches_running{lane=\"long\"}", 0);
        assert_eq!(server.delete(&path).error(), (404, "no-such-search".to_owned()));
    }
}

#[test]
fn comparison_reports_each_run() {
    let server = TestServer::start();
    let open = |body: Value| Events::open(server.address, "/api/compare", &body);
    let all: Vec<_> = open(json!({ "board": "8 1 3/4 0 2/7 6 5" })).collect();
    let (first, started) = &all[0];
    assert_eq!(first, "started");
    assert_eq!(started["id"].as_str().expect("an id").len(), 32);
    let planned = started["runs"].as_array().expect("a list");
    // Four algorithms with three heuristics each, and PDBs for one of them.
    assert_eq!(planned.len(), 13);
    let runs: Vec<&Value> = all.iter().filter(|(name, _)| name == "run").map(|(_, data)| data).collect();
    assert_eq!(runs.len(), planned.len());
    for (index, (run, plan)) in runs.iter().zip(planned).enumerate() {
        assert_eq!(run["index"], index);
        assert_eq!((&run["algorithm"], &run["heuristic"]), (&plan["algorithm"], &plan["heuristic"]));
        assert_eq!(
            (&run["outcome"], &run["length"], &run["shortest"]),
            (&json!("solved"), &json!(14), &json!(true))
        );
        assert!(run["generated"].as_u64() > Some(0) && run["branching"].as_f64() > Some(0.5));
        assert_eq!((&run["reason"], &run["reason_code"]), (&Value::Null, &Value::Null));
    }
    assert_eq!(all.last(), Some(&("done".to_owned(), json!({}))));

    let several = json!({
        "board": HARD, "seconds": 0.2,
        "algorithms": ["astar", "weighted-3"], "heuristics": ["hamming", "manhattan"]
    });
    let runs: Vec<Value> = open(several).filter(|(name, _)| name == "run").map(|(_, run)| run).collect();
    assert_eq!(runs.len(), 4);
    assert_eq!(runs[0]["outcome"], "stopped");
    assert!(["time", "memory"].map(Value::from).contains(&runs[0]["reason_code"]), "{}", runs[0]);

    let large =
        json!({ "board": random_square(6), "algorithms": ["greedy"], "heuristics": ["walking-distance"] });
    let unfit = open(large).wait_for("run");
    assert_eq!((&unfit["outcome"], &unfit["reason"]), (&json!("unfit"), &Value::Null));
    let unsolvable = json!({ "board": "1 2 3/4 5 6/8 7 0", "algorithms": ["ida"], "heuristics": ["tables"] });
    assert_eq!(open(unsolvable).wait_for("run")["outcome"], "unsolvable");
}

#[test]
fn comparison_builds_pdbs_outside_its_memory_limit() {
    let server = TestServer::with_config(|config| config.memory = 1 << 20);
    let board = random(4, 5);
    let body = json!({ "board": board, "algorithms": ["ida"], "heuristics": ["tables"], "seconds": 0.2 });
    let run = Events::open(server.address, "/api/compare", &body).wait_for("run");
    assert_ne!(run["reason_code"], "memory");
    assert!(run["generated"].as_u64() > Some(0), "{run}");
}

#[test]
fn comparison_can_be_cancelled() {
    let server = TestServer::start();
    let body = json!({ "board": HARD, "algorithms": ["ida"], "heuristics": ["manhattan"], "seconds": 10 });
    let mut events = Events::open(server.address, "/api/compare", &body);
    let id = events.id();
    server.wait_for_metric("taquin_searches_running{lane=\"long\"}", 1);
    assert_eq!(server.delete(&format!("/api/searches/{id}")).status, 204);
    assert_eq!(events.wait_for("done"), json!({}));
}

#[test]
fn search_finds_solutions_while_pdbs_are_built_and_can_be_cancelled() {
    let server = TestServer::start();
    let body = json!({ "board": random_square(5), "seconds": 30 });
    let open = || Events::open(server.address, "/api/solve/stream", &body);
    let mut first = open();
    first.wait_for("building");
    let mut second = open();
    let path = format!("/api/searches/{}", second.id());
    // Both clients see the progress of the build.
    second.wait_for("improved");
    second.wait_for("building");
    let start = std::time::Instant::now();
    assert_eq!(server.delete(&path).status, 204);
    assert_eq!(second.wait_for("done")["outcome"], "solved");
    assert!(start.elapsed() < std::time::Duration::from_secs(3), "{:?}", start.elapsed());
}

#[test]
fn build_continues_after_the_first_client_disconnects() {
    // Too little memory for a search to build the PDBs itself.
    let server = TestServer::with_config(|config| config.memory = 1 << 20);
    let body = json!({ "board": random(3, 6), "seconds": 30 });
    let open = || Events::open(server.address, "/api/solve/stream", &body);
    let mut first = open();
    assert!(first.any(|(name, _)| name == "building" || name == "improved"));
    let mut second = open();
    let path = format!("/api/searches/{}", second.id());
    drop(first);
    let has_searched = |data: &Value| data["generated"].as_u64() > Some(0);
    // Nodes generated before the first solution are those of A* without PDBs.
    let proves = |data: &Value| data["best"].is_u64() && has_searched(data);
    let (name, data) = second.find(|(name, data)| name == "done" || proves(data)).expect("a result");
    let result = if name == "done" {
        data
    } else {
        server.delete(&path);
        second.wait_for("done")
    };
    assert!(has_searched(&result), "{result}");
}
