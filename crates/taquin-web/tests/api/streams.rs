//! Streams of events.

use crate::boards::{EASY, HARD, endless, random, random_of};
use crate::client::Events;
use crate::server::TestServer;
use serde_json::{Value, json};

#[test]
fn a_stream_begins_and_ends_and_tells_what_happens_between() {
    let server = TestServer::start();
    let open = |body: Value| Events::open(server.address, "/api/solve/stream", &body);
    let names = |events: &[(String, Value)]| events.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let easy: Vec<_> = open(json!({ "board": EASY })).collect();
    assert_eq!(names(&easy).first().map(String::as_str), Some("started"));
    let (last, answer) = easy.last().expect("some");
    assert_eq!(
        (last.as_str(), &answer["outcome"], &answer["moves"]),
        ("done", &json!("solved"), &json!("LULU"))
    );

    let hard: Vec<_> = open(json!({ "board": HARD, "seconds": 1.5 })).collect();
    let progress: Vec<&Value> =
        hard.iter().filter(|(name, _)| name == "progress").map(|(_, data)| data).collect();
    assert!((1..=20).contains(&progress.len()), "{}", progress.len());
    let seconds = |event: &&Value| event["seconds"].as_f64().expect("a number");
    assert!(progress.is_sorted_by_key(seconds));
    let newest = progress.last().expect("some");
    assert!(newest["lower_bound"].as_u64() > Some(40) && newest["rate"].as_f64() > Some(0.0));
    assert_eq!(
        hard.last().map(|(name, data)| (name.as_str(), &data["outcome"])),
        Some(("done", &json!("solved")))
    );

    let large: Vec<_> = open(json!({ "board": random(12), "seconds": 2 })).collect();
    let improved: Vec<&Value> =
        large.iter().filter(|(name, _)| name == "improved").map(|(_, data)| data).collect();
    assert!(!improved.is_empty() && improved[0]["before"].is_null());
    for pair in improved.windows(2) {
        assert_eq!(pair[1]["before"], pair[0]["length"]);
        assert!(pair[1]["length"].as_u64() < pair[0]["length"].as_u64());
    }
    let (last, answer) = large.last().expect("some");
    assert_eq!((last.as_str(), &answer["length"]), ("done", &improved.last().expect("some")["length"]));

    let unsolvable: Vec<_> = open(json!({ "board": "1 2 3/4 5 6/8 7 0" })).collect();
    assert_eq!(names(&unsolvable), ["started", "done"]);
}

#[test]
fn a_search_that_is_deleted_ends_with_its_best() {
    let server = TestServer::start();
    for board in [endless(), HARD.to_owned()] {
        let body = json!({ "board": board, "seconds": 60 });
        let mut events = Events::open(server.address, "/api/solve/stream", &body);
        let path = format!("/api/searches/{}", events.id());
        events.wait_for("improved");
        assert_eq!(server.delete(&path).status, 204);
        let answer = events.wait_for("done");
        assert_eq!((&answer["outcome"], &answer["shortest"]), (&json!("solved"), &json!(false)));
        assert!(events.next().is_none());
        drop(events);
        server.wait_for("taquin_searches_running{lane=\"long\"}", 0);
        assert_eq!(server.delete(&path).error(), (404, "no-such-search".to_owned()));
    }
}

#[test]
fn a_comparison_tells_each_run() {
    let server = TestServer::start();
    let open = |body: Value| Events::open(server.address, "/api/compare", &body);
    let all: Vec<_> = open(json!({ "board": "8 1 3/4 0 2/7 6 5" })).collect();
    let (first, started) = &all[0];
    assert_eq!(first, "started");
    assert_eq!(started["id"].as_str().expect("an id").len(), 32);
    let planned = started["runs"].as_array().expect("a list");
    // Four algorithms with three heuristics, and tables for one of them.
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
        "board": HARD, "algorithms": ["astar", "weighted-3"], "heuristics": ["hamming", "manhattan"], "seconds": 0.2
    });
    let runs: Vec<Value> = open(several).filter(|(name, _)| name == "run").map(|(_, run)| run).collect();
    assert_eq!(runs.len(), 4);
    assert_eq!(runs[0]["outcome"], "stopped");
    assert!(["time", "memory"].map(Value::from).contains(&runs[0]["reason_code"]), "{}", runs[0]);

    let large = json!({ "board": random(6), "algorithms": ["greedy"], "heuristics": ["walking-distance"] });
    let unfit = open(large).wait_for("run");
    assert_eq!((&unfit["outcome"], &unfit["reason"]), (&json!("unfit"), &Value::Null));
    let unsolvable = json!({ "board": "1 2 3/4 5 6/8 7 0", "algorithms": ["ida"], "heuristics": ["tables"] });
    assert_eq!(open(unsolvable).wait_for("run")["outcome"], "unsolvable");
}

#[test]
fn a_comparison_has_tables_built() {
    let server = TestServer::with(|config| config.memory = 1 << 20);
    let board = random_of(4, 5);
    let body = json!({ "board": board, "algorithms": ["ida"], "heuristics": ["tables"], "seconds": 0.2 });
    let run = Events::open(server.address, "/api/compare", &body).wait_for("run");
    assert_ne!(run["reason_code"], "memory");
    assert!(run["generated"].as_u64() > Some(0), "{run}");
}

#[test]
fn a_comparison_can_be_ended() {
    let server = TestServer::start();
    let body = json!({ "board": HARD, "algorithms": ["ida"], "heuristics": ["manhattan"], "seconds": 10 });
    let mut events = Events::open(server.address, "/api/compare", &body);
    let id = events.id();
    server.wait_for("taquin_searches_running{lane=\"long\"}", 1);
    assert_eq!(server.delete(&format!("/api/searches/{id}")).status, 204);
    assert_eq!(events.wait_for("done"), json!({}));
}

#[test]
fn who_waits_for_tables_that_others_have_built_can_leave() {
    let server = TestServer::start();
    let body = json!({ "board": random(5), "seconds": 30 });
    let open = || Events::open(server.address, "/api/solve/stream", &body);
    let mut first = open();
    first.wait_for("building");
    let mut second = open();
    let path = format!("/api/searches/{}", second.id());
    // Solutions come meanwhile, and everybody sees how far the tables are.
    second.wait_for("improved");
    second.wait_for("building");
    let begun = std::time::Instant::now();
    assert_eq!(server.delete(&path).status, 204);
    assert_eq!(second.wait_for("done")["outcome"], "solved");
    assert!(begun.elapsed() < std::time::Duration::from_secs(3), "{:?}", begun.elapsed());
}

#[test]
fn tables_are_built_though_the_first_who_needed_them_has_left() {
    // Too little memory for a search that would build them itself.
    let server = TestServer::with(|config| config.memory = 1 << 20);
    let body = json!({ "board": random_of(3, 6), "seconds": 30 });
    let open = || Events::open(server.address, "/api/solve/stream", &body);
    let mut first = open();
    assert!(first.any(|(name, _)| name == "building" || name == "improved"));
    let mut second = open();
    let path = format!("/api/searches/{}", second.id());
    drop(first);
    let has_searched = |data: &Value| data["generated"].as_u64() > Some(0);
    // Before there is a solution, A* has tried its luck without tables.
    let proves = |data: &Value| data["best"].is_u64() && has_searched(data);
    let (name, data) = second.find(|(name, data)| name == "done" || proves(data)).expect("an end");
    // It may be over already.
    let answer = if name == "done" { data } else { (server.delete(&path), second.wait_for("done")).1 };
    assert!(has_searched(&answer), "{answer}");
}
